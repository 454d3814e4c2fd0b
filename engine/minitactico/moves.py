"""The moves and their text form (rules.md §9.5, §9.6): ``DRAW``, ``ATTACK(B12)``, ``SWAP(11,33)`` …"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType

from engine.errors import BadNotation, shown
from engine.minitactico.field import SQUARES, Square
from engine.minitactico.state import SEAT_LETTERS


class Kind(StrEnum):
    """What a move is."""

    DRAW = "DRAW"
    """Begin a regular turn: draw and look."""
    SPECIAL = "SPECIAL"
    """Take a special turn on a captured square of one's own: announced, drawn and decided at once."""
    ATTACK = "ATTACK"
    DEFEND = "DEFEND"
    CHANGE = "CHANGE"
    SWAP = "SWAP"
    FLIP = "FLIP"
    PASS = "PASS"  # noqa: S105 - a move, no password
    """Leave the bonus."""


ON_ANOTHER = frozenset({Kind.ATTACK, Kind.CHANGE})
"""Moves that name a square in another player's field; all other squares are one's own."""


OWNERS = tuple(range(len(SEAT_LETTERS)))
_NONE: tuple[tuple[Square, ...], ...] = ((),)
_ONE = tuple((square,) for square in SQUARES)
_TARGETS: Mapping[Kind, tuple[tuple[Square, ...], ...]] = {
    Kind.DRAW: _NONE,
    Kind.SPECIAL: _ONE,
    Kind.ATTACK: _ONE,
    Kind.DEFEND: _ONE,
    Kind.CHANGE: _ONE,
    Kind.SWAP: tuple(combinations(SQUARES, 2)),
    Kind.FLIP: _ONE,
    Kind.PASS: _NONE,
}
"""The squares that each kind may name, in the order in which legal moves are listed."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move; ``str`` gives its text form. Raises BadNotation for one that no position could have."""

    kind: Kind
    squares: tuple[Square, ...] = ()
    """None, one, or for a SWAP two in reading order."""
    seat: int | None = None
    """Whose field it is about, if not one's own."""

    def __post_init__(self) -> None:
        is_whole = (
            isinstance(self.kind, Kind) and isinstance(self.squares, tuple) and self.squares in _TARGETS[self.kind]
        )
        if not is_whole or self.seat not in (OWNERS if self.kind in ON_ANOTHER else (None,)):
            what = [shown(str(part)) for part in (self.kind, self.squares, self.seat)]
            raise BadNotation(f"no move has kind, squares and seat {what}", value=what)

    def __str__(self) -> str:
        if not self.squares:
            return str(self.kind)
        owner = "" if self.seat is None else SEAT_LETTERS[self.seat]
        return f"{self.kind}({owner}{','.join(f'{row}{column}' for row, column in self.squares)})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


DRAW = Move(Kind.DRAW)
PASS = Move(Kind.PASS)
ALL_MOVES: tuple[Move, ...] = tuple(
    Move(kind, squares, seat)
    for kind in Kind
    for seat in (OWNERS if kind in ON_ANOTHER else (None,))
    for squares in _TARGETS[kind]
)
"""Every move there is, in the order in which legal ones are listed."""
BY_TEXT: Mapping[str, Move] = MappingProxyType({str(move): move for move in ALL_MOVES})
_SWAP = re.compile(r"SWAP\(([1-3]{2}),([1-3]{2})\)", re.ASCII)


def parse_move(text: object) -> Move:
    """Return the move that *text* stands for, as ``str(move)`` writes it; of a SWAP the squares in either order.

    Raises BadNotation, naming the value, for anything else.
    """
    found = None
    if isinstance(text, str):
        found = BY_TEXT.get(text)
        if found is None and (swapped := _SWAP.fullmatch(text)):
            found = BY_TEXT.get(f"SWAP({swapped[2]},{swapped[1]})")
    if found is None:
        raise BadNotation(
            f"{shown(text)!r} is no move: DRAW, SPECIAL(12), ATTACK(B12), DEFEND(12), CHANGE(B12), SWAP(11,33), "
            f"FLIP(12) or PASS; 12 is row 1, column 2, the flag is no target",
            value=shown(text),
        )
    return found
