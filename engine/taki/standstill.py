"""When nobody does anything: what a player out of time does, and when no player can ever do more."""

from __future__ import annotations

from engine.taki import moves
from engine.taki.legality import legal_moves
from engine.taki.moves import LAYING, MOVES, Move
from engine.taki.piles import beneath
from engine.taki.situations import Phase
from engine.taki.state import GameState, slot_of

_IN_ORDER = tuple(MOVES[move] for move in (moves.DRAW, moves.PASS, moves.END_OPEN, moves.CLOSE))


def timeout_move(state: GameState) -> Move:
    """Return what is done for a seat whose time has run out, in any phase before the end.

    It draws, passes, or ends its turn with the run left open; closes the run where that alone is allowed; and where
    a Plus in a run must be covered (rules.md §3.9.5), lays the first card that does.
    """
    legal = legal_moves(state)
    return next((move for move in _IN_ORDER if move in legal), legal[0])


def is_stalemate(state: GameState) -> bool:
    """Whether nothing can change any more: no card to draw in either pile, and no seat can lay one.

    The rules name no end for it (§3.14.2 lets play go on); whoever drives a game stops it and says why.
    """
    if state.phase not in (Phase.TURN, Phase.OPEN) or state.pile_size or beneath(state):
        return False
    situation, rules = state.situation, state.rules
    for hand in (state.fields[slot_of(seat)] for seat in state.players):
        key = (hand | rules.pairs(hand, situation.pluses)) & situation.mask
        if any(move in LAYING for move in rules.moves_of(key)):
            return False
    return True
