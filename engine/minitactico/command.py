"""``python -m engine minitactico``: a position and moves in, the position after and what is legal out."""

from __future__ import annotations

from engine.minitactico.knowledge import observe
from engine.minitactico.legality import legal_moves
from engine.minitactico.moves import parse_move
from engine.minitactico.notation import write_position
from engine.minitactico.play import apply
from engine.minitactico.reading import parse_position
from engine.minitactico.state import SEAT_LETTERS
from engine.payload import Payload


def run(data: object) -> dict[str, object]:
    """Return where the moves of ``{"position", "moves", "view"}`` lead; the last two may be missing.

    ``moves`` are texts; with ``view``, a seat's letter, the answer tells only what that seat may know, errors too.
    Raises BadInput for another shape, else as ``parse_position``, ``parse_move`` and ``apply`` do.
    """
    given = Payload(data).only("position", "moves", "view")
    viewer = _viewer(given)
    state = parse_position(given.text("position"))
    if viewer is not None and viewer >= state.seats:
        raise given.wrong("view", f"no seat {SEAT_LETTERS[viewer]} in this position")
    for text in given.texts("moves"):
        move = parse_move(text)
        if viewer is not None and move not in legal_moves(state):
            apply(observe(state, viewer), move)  # refuses it, and tells no more than the viewer may know
        state = apply(state, move)
    return {
        "position": write_position(state, viewer),
        "seat": SEAT_LETTERS[state.seat],
        "phase": str(state.phase),
        "legal": [str(move) for move in legal_moves(state)],
        "winner": None if state.winner is None else SEAT_LETTERS[state.winner],
        "reason": state.reason,
    }


def _viewer(given: Payload) -> int | None:
    letter = given.text("view", default="")
    if not letter:
        return None
    if letter not in tuple(SEAT_LETTERS):
        raise given.wrong("view", f"is no seat: {', '.join(SEAT_LETTERS)}")
    return SEAT_LETTERS.index(letter)
