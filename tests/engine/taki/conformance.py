"""Help for the cases of rules.md §10.1: writing down what is given, and which case a test is."""

from collections.abc import Callable

import pytest

from engine.taki.editions import EDITIONS
from engine.taki.legality import legal_moves, why_illegal
from engine.taki.moves import parse_move
from engine.taki.notation import parse_action, read_position
from engine.taki.play import push
from engine.taki.state import SEAT_LETTERS, GameState

ALL = tuple(EDITIONS)
HE, OFFICIAL, SUPER, EN, PL, DE = ALL
CASES: list[tuple[str, str]] = []
"""Every case and edition that has a test; filled as the modules of tests are read."""


def case(number: str, *editions: str) -> Callable:
    """Mark a test as that of a case, in each of these editions; it gets ``edition``."""
    CASES.extend((number, edition) for edition in editions)
    return pytest.mark.parametrize("edition", editions, ids=[f"{number}-{edition}" for edition in editions])


def given(edition: str, words: str = "", seats: str = "ABC", /, **fields: str) -> GameState:
    """Return the position that the fields describe; hands that are not listed are long and hold nothing relevant."""
    hands = dict.fromkeys(seats, "8?") | fields
    return read_position(f"{edition} {words} " + " ".join(f"{name}={value}" for name, value in hands.items()))


def play(state: GameState, actions: str) -> GameState:
    """Make moves in place, such as "A r2+; B DRAW", each legal, and return the position."""
    for action in actions.split("; "):
        seat, move = parse_action(action)
        push(state, move, seat)
    return state


def code(state: GameState, action: str) -> str | None:
    """Return why an action is refused, None if it is legal."""
    seat, move = parse_action(action)
    return why_illegal(state, move, seat)


def legal(state: GameState, *texts: str) -> bool:
    """Whether the seat to act may make all of these moves."""
    return {parse_move(text) for text in texts} <= set(legal_moves(state))


def to_act(state: GameState) -> str:
    """Return the letter of the seat to act, and the phase."""
    return f"{SEAT_LETTERS[state.seat]} {state.phase}"


def lead(state: GameState) -> str:
    """Return the lead as text: "r9", "b2+", "y" or "*"."""
    found = state.lead
    return "*" if found.is_free else f"{found.colour}{found.sign or ''}"


def hand(state: GameState, seat: str) -> str:
    """Return the cards of a seat as text."""
    return " ".join(map(str, state.hand(SEAT_LETTERS.index(seat))))
