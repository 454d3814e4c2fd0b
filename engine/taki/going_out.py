"""Who has won, and claims about an undeclared last card (rules.md §3.13, §4, §8.5)."""

from __future__ import annotations

from engine.taki import holding, moves
from engine.taki.piles import put, take
from engine.taki.situations import NONE, Phase, Situation
from engine.taki.state import (
    BY,
    EXTRAS,
    FIRST_SEAT,
    NOBODY,
    ORDER,
    SEAT,
    SILENT,
    SITUATION,
    WAITING,
    Extras,
    GameState,
)

PENALTY = 4
"""Cards taken for a last card that was not declared."""


def resolve(state: GameState) -> None:
    """Look at the seats in ``pending_win``, in order, as soon as nothing is owed any more (§4.1).

    The first that still has no card wins; one that laid its last card undeclared may be claimed against first
    (§3.13.3). In pyramid mode a seat in a stage before the last goes on to the next instead, with new cards.
    """
    fields = state.fields
    while wins := fields[EXTRAS].wins:
        facts = fields[SITUATION].facts
        edition = fields[SITUATION].rules.edition
        if facts.phase == Phase.PLUS3 or (facts.pending and edition.win_timing == "on_resolution"):
            return
        slot, extras = wins[0], fields[EXTRAS]
        is_silent = extras.silent >> slot & 1
        if holding.size(fields[slot]) == 0 and is_silent and edition.last_card_penalty == "claim4":
            if waiting := fields[ORDER].active & ~(1 << slot):
                _open_claim(state, slot, waiting)
                return
            is_silent = 0  # nobody is left to claim
        fields[EXTRAS] = extras._replace(wins=wins[1:], silent=extras.silent & ~(1 << slot))
        if holding.size(fields[slot]):
            continue
        if is_silent:
            take(state, slot, PENALTY)
        elif go_on_to_next_stage(state, slot):
            continue
        else:
            end(state, slot, "out")


def go_on_to_next_stage(state: GameState, slot: int) -> bool:
    """In pyramid mode, let a seat before the last stage take the cards of the next one; False if it has won."""
    extras = state.fields[EXTRAS]
    stages, seat = extras.stages, slot - FIRST_SEAT
    if not stages or stages[seat] == 1:
        return False
    stage = stages[seat] - 1
    state.fields[EXTRAS] = extras._replace(stages=(*stages[:seat], stage, *stages[seat + 1 :]))
    if not take(state, slot, stage):
        put(state, slot, state.fields[slot])  # no card to be had; what its marks mean may have changed
    return True


def end(state: GameState, winner: int, reason: str) -> None:
    """End the game: nothing is owed, open or waited for any more."""
    fields = state.fields
    situation: Situation = fields[SITUATION]
    if situation.over is None:
        situation.over = situation.but(
            phase=Phase.OVER, run=NONE, pending=0, threes=0, is_covered=False, drawn=NONE, then=None
        )
    fields[SITUATION] = situation.over
    fields[SILENT] = 0
    if winner != NOBODY:
        fields[SEAT] = winner
    fields[BY], fields[WAITING] = NOBODY, 0
    seed, shuffles, _, _, _, _, barred, stages, is_exhausted, _, _ = fields[EXTRAS]
    fields[EXTRAS] = Extras(seed, shuffles, (), 0, 0, NOBODY, barred, stages, is_exhausted, winner, reason)


def _open_claim(state: GameState, slot: int, waiting: int) -> None:
    fields = state.fields
    fields[BY], fields[WAITING] = slot, waiting
    fields[EXTRAS] = fields[EXTRAS]._replace(then=fields[SEAT])
    fields[SITUATION] = fields[SITUATION].but(phase=Phase.CLAIM, then=fields[SITUATION].facts.phase)
    fields[SEAT] = fields[ORDER].steps[1][slot]


def answer_claim(state: GameState, slot: int, move: int) -> None:
    """Let the seat at *slot* CLAIM or PASS; one CLAIM is enough, and without any the win stands (§3.13.3)."""
    fields = state.fields
    by = fields[BY]
    if move == moves.CLAIM:
        end_of_claim(state)
        take(state, by, PENALTY)
        resolve(state)
        return
    fields[WAITING] &= ~(1 << slot)
    if fields[WAITING]:
        fields[SEAT] = next_waiting(state)
        return
    end_of_claim(state)
    if go_on_to_next_stage(state, by):
        resolve(state)
    else:
        end(state, by, "out")


def next_waiting(state: GameState) -> int:
    """Return the slot of the next seat to answer, in turn order from whom it is about."""
    fields = state.fields
    following, waiting = fields[ORDER].steps[1], fields[WAITING]
    slot: int = following[fields[BY]]
    while not waiting >> slot & 1:
        slot = following[slot]
    return slot


def end_of_claim(state: GameState) -> None:
    """Close the window and let play stand where it would go on; its seat waits for no win any more."""
    fields = state.fields
    extras, by = fields[EXTRAS], fields[BY]
    fields[SITUATION] = fields[SITUATION].but(phase=fields[SITUATION].facts.then, then=None)
    fields[SEAT] = extras.then
    fields[BY], fields[WAITING] = NOBODY, 0
    fields[EXTRAS] = extras._replace(
        wins=tuple(slot for slot in extras.wins if slot != by), silent=extras.silent & ~(1 << by), then=NOBODY
    )
