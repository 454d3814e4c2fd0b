"""What is done for a player whose time has run out."""

from __future__ import annotations

from engine.taki import moves
from engine.taki.legality import legal_moves
from engine.taki.moves import MOVES, Move
from engine.taki.state import GameState

_IN_ORDER = tuple(MOVES[move] for move in (moves.DRAW, moves.PASS, moves.END_OPEN, moves.CLOSE))


def timeout_move(state: GameState) -> Move:
    """Return what is done for the seat to act if its time has run out, in any phase before the end.

    It draws or passes; it ends its turn with the run left open, or closes it where that alone is allowed. Where a
    card has to be laid (a Plus in a run must be covered, or drawing is forbidden), the first that may be.
    """
    legal = legal_moves(state)
    return next((move for move in _IN_ORDER if move in legal), legal[0])
