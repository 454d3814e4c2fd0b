"""The text forms of TAKI: moves, actions and positions, written and read back (docs/engine.md).

Three things can be wrong with a text: it says nothing (BadNotation, BadPosition), it says what the rules forbid
(IllegalMove), or it may mean several moves (AmbiguousMove). A move's error carries the position and what was legal.
"""

from __future__ import annotations

from engine.errors import AmbiguousMove, BadNotation, shown
from engine.taki.legality import legal_moves
from engine.taki.moves import Kind, Move, parse_move
from engine.taki.reading import read_position
from engine.taki.state import SEAT_LETTERS, GameState
from engine.taki.writing import write_edition, write_position

__all__ = [
    "find_move",
    "parse_action",
    "parse_move",
    "read_position",
    "write_action",
    "write_edition",
    "write_position",
]

LEAVE = "LEAVE"
"""The action of a seat that leaves in the middle; no move (rules.md §6.7)."""


def write_action(seat: int, move: Move | None) -> str:
    """Return "B r5" for a move of seat 1, "B LEAVE" for None."""
    return f"{SEAT_LETTERS[seat]} {LEAVE if move is None else move}"


def parse_action(text: object) -> tuple[int, Move | None]:
    """Return the seat and the move of an action as ``write_action`` writes it; None stands for LEAVE.

    Raises BadNotation.
    """
    letter, space, move = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if not space or letter not in [*SEAT_LETTERS]:
        raise BadNotation(f"{shown(text)!r} is no action: a seat and a move, such as B r5", value=shown(text))
    return SEAT_LETTERS.index(letter), None if move == LEAVE else parse_move(move)


def find_move(state: GameState, text: str, seat: int | None = None) -> Move:
    """Return the move that *text* means in this position, where it may be shorter than ``parse_move`` wants.

    ``CC``, ``ST`` and ``CZ`` do for the only such move that is legal, so does ``BREAK`` for the only combination to
    break with and ``+3`` for the only one to lay, all with ``!`` too. Raises AmbiguousMove if several are legal
    (``colour_required``, ``direction_required`` or ``ambiguous``), BadNotation if it is no move at all. A move in
    full is returned whether it is legal or not.
    """
    legal = legal_moves(state, seat)
    if exact := [move for move in legal if str(move) == text]:
        return exact[0]
    meant = [move for move in legal if text == _short_form(move)]
    if len(meant) == 1:
        return meant[0]
    if not meant:
        return parse_move(text)
    letter, texts = SEAT_LETTERS[state.seat if seat is None else seat], [str(move) for move in meant]
    raise AmbiguousMove(
        f"{letter} {text} may mean {', '.join(texts)}",
        code=_MISSING.get(text.rstrip("!"), "ambiguous"),
        move=text,
        seat=letter,
        position=write_position(state),
        legal=[str(move) for move in legal],
        meant=texts,
    )


_MISSING = {"CC": "colour_required", "ST": "colour_required", "CZ": "direction_required"}


def _short_form(move: Move) -> str:
    name = "+3" if move.kind == Kind.PLAY_COMBO else str(move).partition("(")[0].rstrip("!")
    return f"{name}!" if move.declares else name
