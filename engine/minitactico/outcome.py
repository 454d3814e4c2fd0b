"""What makes a flag fall, a bonus due, and a game won (rules.md §9.2, §9.6, §9.8, §9.9)."""

from __future__ import annotations

from collections.abc import Set
from decimal import Decimal

from engine.errors import GameError
from engine.minitactico.field import FLAG, Square
from engine.minitactico.state import GameState, Phase

PLUS: frozenset[Square] = frozenset({(1, 2), (2, 1), (2, 3), (3, 2)})
"""The orthogonal set O."""
TIMES: frozenset[Square] = frozenset({(1, 1), (1, 3), (3, 1), (3, 3)})
"""The diagonal set D."""
PATTERNS = (PLUS, TIMES)
LINES = tuple(frozenset((row, column) for column in (1, 2, 3)) for row in (1, 2, 3)) + tuple(
    frozenset((row, column) for row in (1, 2, 3)) for column in (1, 2, 3)
)
"""Rows and columns; diagonals are none."""


def has_fallen(up: Set[Square]) -> bool:
    """Whether the flag falls in a field in which the squares *up* are face up: all of + or all of × (§9.2)."""
    return up >= PLUS or up >= TIMES


def completes_line(up: Set[Square], square: Square) -> bool:
    """Whether a full row or column of face-up cards goes through *square*, the flag counting as face up (§9.6)."""
    return any(square in line and up | {FLAG} >= line for line in LINES)


def captures(state: GameState) -> tuple[int, ...]:
    """Return by seat how many squares it holds captured, in the fields still on the table (§9.9)."""
    captors = [pile.captor for field in state.fields if field is not None for pile in field.piles]
    return tuple(captors.count(seat) for seat in range(state.seats))


def leaders(state: GameState) -> tuple[int, ...]:
    """Return the players with most captured squares among those whose flag stands (§9.9)."""
    counts = captures(state)
    most = max(counts[seat] for seat in state.players)
    return tuple(seat for seat in state.players if counts[seat] == most)


def scores(state: GameState) -> tuple[Decimal, ...]:
    """Return by seat what a game that is over is worth: 1 for the winner, ½ for each in a draw, else 0 (§9.9).

    Raises GameError (``not_over``) before the end.
    """
    if state.phase is not Phase.OVER:
        raise GameError("a game that is not over has no score", code="not_over")
    best = leaders(state) if state.winner is None else (state.winner,)
    worth = Decimal("0.5") if state.winner is None else Decimal(1)
    return tuple(worth if seat in best else Decimal(0) for seat in range(state.seats))
