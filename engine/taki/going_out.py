"""Who has won, and claims about an undeclared last card (rules.md §3.13, §4, §8.5)."""

from __future__ import annotations

from engine.taki import holding, moves
from engine.taki.piles import put, take
from engine.taki.situations import NONE, Phase
from engine.taki.state import EXTRAS, FIRST_SEAT, NOBODY, ORDER, SEAT, SILENT, SITUATION, GameState

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
    fields[SITUATION] = fields[SITUATION].but(
        phase=Phase.OVER, run=NONE, pending=0, threes=0, is_covered=False, drawn=NONE, then=None
    )
    fields[SILENT] = 0
    if winner != NOBODY:
        fields[SEAT] = winner
    fields[EXTRAS] = fields[EXTRAS]._replace(
        wins=(), silent=0, by=NOBODY, waiting=0, spared=0, then=NOBODY, winner=winner, reason=reason
    )


def _open_claim(state: GameState, slot: int, waiting: int) -> None:
    fields = state.fields
    fields[EXTRAS] = fields[EXTRAS]._replace(by=slot, waiting=waiting, then=fields[SEAT])
    fields[SITUATION] = fields[SITUATION].but(phase=Phase.CLAIM, then=fields[SITUATION].facts.phase)
    fields[SEAT] = fields[ORDER].steps[1][slot]


def answer_claim(state: GameState, slot: int, move: int) -> None:
    """Let the seat at *slot* CLAIM or PASS; one CLAIM is enough, and without any the win stands (§3.13.3)."""
    fields = state.fields
    extras = fields[EXTRAS]
    if move == moves.CLAIM:
        end_of_claim(state)
        take(state, extras.by, PENALTY)
        resolve(state)
        return
    waiting = extras.waiting & ~(1 << slot)
    fields[EXTRAS] = extras._replace(waiting=waiting)
    if waiting:
        fields[SEAT] = next(other for other in fields[ORDER].from_next(extras.by) if waiting >> other & 1)
        return
    end_of_claim(state)
    if go_on_to_next_stage(state, extras.by):
        resolve(state)
    else:
        end(state, extras.by, "out")


def end_of_claim(state: GameState) -> None:
    """Close the window and let play stand where it would go on; its seat waits for no win any more."""
    fields = state.fields
    extras = fields[EXTRAS]
    fields[SITUATION] = fields[SITUATION].but(phase=fields[SITUATION].facts.then, then=None)
    fields[SEAT] = extras.then
    fields[EXTRAS] = extras._replace(
        wins=tuple(slot for slot in extras.wins if slot != extras.by),
        silent=extras.silent & ~(1 << extras.by),
        by=NOBODY,
        waiting=0,
        then=NOBODY,
    )
