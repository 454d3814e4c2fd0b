"""Whose turn it is next, and in which phase it starts (rules.md §3.4, §3.5)."""

from tests.engine.taki.naive.state import OPEN, PENDING2, TURN, State


def move_on(state: State, seat: str, steps: int = 1) -> None:
    """The turn of *seat* is over, the one *steps* on acts (§3.5). Under ends_with_turn no run survives (§2.1)."""
    if state.edition.open_taki == "ends_with_turn":
        state.run = None
    state.covered = False
    start_turn(state, state.next(seat, steps))


def start_turn(state: State, seat: str) -> None:
    """*seat* begins to act: a chain comes first (§3.6.13), then an open run, else an ordinary turn."""
    state.current = seat
    if state.pending2 or state.threes:
        state.phase = PENDING2
    else:
        state.phase = OPEN if state.run else TURN
