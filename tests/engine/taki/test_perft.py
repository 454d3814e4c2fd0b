"""How many ways there are to play on from a fixed position, move by move (perft): a change of the rules shows here.

The numbers are checked in with the position as text. Counted are moves of the seat to act, so that they do not
depend on when somebody acts out of turn.
"""

import json
from pathlib import Path

import pytest

from engine.taki.legality import legal_moves
from engine.taki.notation import read_position
from engine.taki.play import apply

PUBLISHED = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))


def perft(state, depth):
    """Return the number of sequences of *depth* moves, shorter ones that end the game included."""
    if state.is_over:
        return 1
    moves = legal_moves(state)
    return len(moves) if depth == 1 else sum(perft(apply(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize("entry", PUBLISHED, ids=[f"{entry['about']}" for entry in PUBLISHED])
def test_perft_of_a_fixed_position_is_as_published(entry):
    state = read_position(entry["position"])
    depths = range(1, len(entry["counts"]) + 1)
    assert [perft(state, depth) for depth in depths] == entry["counts"]
