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


@dataclass(frozen=True, slots=True)
class Move:
    """One move, found among the legal ones or made by ``parse_move``; ``str`` gives its text form."""

    kind: Kind
    squares: tuple[Square, ...] = ()
    """None, one, or for a SWAP two in reading order."""
    seat: int | None = None
    """Whose field it is about, if not one's own."""

    def __str__(self) -> str:
        if not self.squares:
            return str(self.kind)
        owner = "" if self.seat is None else SEAT_LETTERS[self.seat]
        return f"{self.kind}({owner}{','.join(f'{row}{column}' for row, column in self.squares)})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


DRAW = Move(Kind.DRAW)
PASS = Move(Kind.PASS)
ALL_MOVES: tuple[Move, ...] = (
    DRAW,
    *(Move(Kind.SPECIAL, (square,)) for square in SQUARES),
    *(Move(Kind.ATTACK, (square,), seat) for seat in range(len(SEAT_LETTERS)) for square in SQUARES),
    *(Move(Kind.DEFEND, (square,)) for square in SQUARES),
    *(Move(Kind.CHANGE, (square,), seat) for seat in range(len(SEAT_LETTERS)) for square in SQUARES),
    *(Move(Kind.SWAP, pair) for pair in combinations(SQUARES, 2)),
    *(Move(Kind.FLIP, (square,)) for square in SQUARES),
    PASS,
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
