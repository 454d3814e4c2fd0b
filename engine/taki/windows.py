"""The window that a +3 opens: everybody else may answer it, out of turn too (rules.md §3.8, §3.9.3)."""

from __future__ import annotations

from engine.taki import effects, holding, moves
from engine.taki.going_out import next_waiting, resolve
from engine.taki.moves import CARDS_OF
from engine.taki.piles import put, take
from engine.taki.situations import NONE, Phase, Situation
from engine.taki.state import BY, EXTRAS, FIRST_SEAT, NOBODY, ORDER, SEAT, SITUATION, WAITING, GameState

OWED = 3
"""Cards for a +3, from everybody else or from the one who laid it."""


def open_window(state: GameState, slot: int) -> None:
    """Wait for the answers to the +3 just laid by the seat at *slot*, the next in turn order first."""
    fields = state.fields
    fields[BY], fields[WAITING] = slot, fields[ORDER].active & ~(1 << slot)
    fields[SEAT] = fields[ORDER].steps[1][slot]


def pass_for_all(state: GameState, most: int) -> int:
    """Let all PASS who are asked, if they can do nothing else and are *most* at most; return how many passed."""
    fields = state.fields
    situation, waiting = fields[SITUATION], fields[WAITING]
    count: int = waiting.bit_count()
    blocking = situation.mask & ~(holding.NO_CARDS | holding.MARKS)
    if count > most or situation.pluses or any(hand & blocking for hand in fields[FIRST_SEAT:]):
        return 0
    last = waiting.bit_length() - 1
    fields[WAITING] = 1 << last
    heard(state, last)
    return count


def answer(state: GameState, slot: int, move: int) -> None:
    """Let the seat at *slot* answer with PASS, BREAK or SHIELD."""
    fields = state.fields
    if move == moves.PASS:
        heard(state, slot)
        return
    rules = fields[SITUATION].rules
    was_silent = fields[slot] & holding.ONE and fields[slot] & holding.DECLARE
    hand = fields[slot]
    for card in CARDS_OF[move]:
        hand -= holding.UNIT[card] if hand & holding.EXTRA[card] else rules.first[card]
    put(state, slot, hand)
    facts = effects.laid_out_of_turn(fields[SITUATION].facts, move)
    fields[SITUATION] = rules.situation(facts)
    if not holding.size(fields[slot]):
        went_out(state, slot, was_silent=bool(was_silent))
    if move == moves.SHIELD:
        fields[EXTRAS] = fields[EXTRAS]._replace(spared=fields[EXTRAS].spared | 1 << slot)
        heard(state, slot)
    else:
        _break(state)


def went_out(state: GameState, slot: int, *, was_silent: bool) -> None:
    """Note that the seat at *slot* has no card left; it wins when nothing is owed any more (§4.1)."""
    fields = state.fields
    rules, extras = fields[SITUATION].rules, fields[EXTRAS]
    if extras.barred >> slot & 1:
        return
    is_fault = was_silent and rules.edition.last_card_deadline == "before_laying"
    fields[EXTRAS] = extras._replace(wins=(*extras.wins, slot), silent=extras.silent | is_fault << slot)


def heard(state: GameState, slot: int) -> None:
    """Wait for the seat at *slot* no more; when all others have answered, the +3 takes effect (§3.8.2, §3.8.4)."""
    fields = state.fields
    fields[WAITING] &= ~(1 << slot)
    if fields[WAITING]:
        fields[SEAT] = next_waiting(state)
        return
    situation, by, spared = fields[SITUATION], fields[BY], fields[EXTRAS].spared
    facts, edition = situation.facts, situation.rules.edition
    if facts.pending and edition.plus3_on_pending == "adds_three":
        situation = situation.but(threes=facts.threes + 1)
    else:
        for other in fields[ORDER].from_next(by):
            if not spared >> other & 1:
                take(state, other, OWED)
    returns = edition.plus3_turn == "returns" and not facts.pending and fields[ORDER].active >> by & 1
    _close(state, situation, by if returns else fields[ORDER].steps[1][by])
    if edition.win_timing == "immediate" and situation.facts.threes and fields[EXTRAS].wins:
        pay_chain(state)
    resolve(state)


def _break(state: GameState) -> None:
    """The +3 is cancelled, and whoever laid it takes the cards, with ``adds_three`` those of the chain (§3.8.3)."""
    fields = state.fields
    situation, by, extras = fields[SITUATION], fields[BY], fields[EXTRAS]
    facts, owed = situation.facts, OWED
    if facts.pending and situation.rules.edition.plus3_on_pending == "adds_three":
        owed += 2 * facts.pending + 3 * facts.threes
        situation = situation.but(pending=0, threes=0)
    fields[EXTRAS] = extras._replace(
        wins=tuple(slot for slot in extras.wins if slot != by), silent=extras.silent & ~(1 << by)
    )
    if fields[ORDER].active >> by & 1:  # who has left owes nothing (§6.7)
        take(state, by, owed)
    _close(state, situation, fields[ORDER].steps[1][by])
    resolve(state)


def _close(state: GameState, situation: Situation, following: int) -> None:
    fields = state.fields
    fields[SITUATION] = effects.begun_by_next(situation)
    fields[SEAT] = following
    fields[BY], fields[WAITING] = NOBODY, 0
    if fields[EXTRAS].spared:
        fields[EXTRAS] = fields[EXTRAS]._replace(spared=0)


def pay_chain(state: GameState) -> None:
    """Let the seat to act take what the chain of 2+ owes, without an answer (§4.1, ``immediate``)."""
    fields = state.fields
    facts = fields[SITUATION].facts
    take(state, fields[SEAT], 2 * facts.pending + 3 * facts.threes)
    fields[SITUATION] = fields[SITUATION].but(
        phase=Phase.TURN if facts.run == NONE else Phase.OPEN, pending=0, threes=0
    )
    fields[SEAT] = fields[ORDER].steps[1][fields[SEAT]]
