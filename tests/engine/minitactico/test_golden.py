"""Games and counts of move trees from fixed deals, kept as they are: a stored log must never change its meaning."""

from pathlib import Path

import pytest

from engine.minitactico import play
from engine.minitactico.bots import play_game, random_move, sensible_move
from engine.minitactico.game import parse_game, write_game
from engine.minitactico.knowledge import filled
from engine.minitactico.legality import legal_moves
from engine.minitactico.reading import parse_position
from engine.rng import SeededRng
from tests.engine.minitactico.games import somewhere
from tests.engine.minitactico.positions import captured, line

GOLDEN = Path(__file__).parents[1] / "golden"


def stored(name):
    return (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "bots"),
    [
        ("minitactico_2.txt", [random_move, random_move]),
        ("minitactico_3.txt", [random_move, random_move, sensible_move]),
    ],
)
def test_stored_game_is_replayed_and_played_again(name, bots):
    text = stored(name)
    assert write_game(parse_game(text)) == text
    assert write_game(play_game(bots, seed="golden")) == text


def leaves(state, depth):
    """Return how many ways there are to make so many moves, or fewer to an end."""
    if depth == 0 or state.is_over:
        return 1
    return sum(leaves(play.apply_unchecked(state, move), depth - 1) for move in legal_moves(state))


def test_moves_from_the_deal():
    """Two players: DRAW, then 8 attacks or 8 defences; a bonus needs two captures, so 16 * 16 after both turns."""
    state = play.deal(seed="golden")
    assert [leaves(state, depth) for depth in range(5)] == [1, 1, 16, 16, 16 * 16]


def test_moves_of_a_bonus():
    """Of 8 squares 6 are down: 15 swaps, 2 flips, and PASS; then DRAW and the other's moves."""
    state = filled(parse_position(line("BONUS", a=captured("12", "33", by="B"))), SeededRng("golden"))
    assert leaves(state, 1) == 15 + 2 + 1
    assert leaves(state, 2) == 18  # B has captured squares of A alone, so it can but draw
    # 6 attacks, 8 defences, 2 changes; after a FLIP 7 attacks, 8 defences, 1 change
    assert leaves(state, 3) == 18 * 16


@pytest.mark.parametrize(
    ("seats", "step", "counts"),
    [
        (2, 40, (15, 23, 240, 352)),
        (2, 75, (13, 13, 194, 497)),
        (3, 60, (1, 21, 65, 405)),
        (4, 90, (1, 22, 22, 483)),
    ],
)
def test_moves_in_the_middle_of_a_game(seats, step, counts):
    state = somewhere(seats, "golden", step)
    assert tuple(leaves(state, depth) for depth in range(1, 5)) == counts
