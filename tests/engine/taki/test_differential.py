"""``engine.taki`` against the naive engine: the same moves are legal and lead to the same positions and results.

A longer run by hand: ``python -m benchmarks.engine_differential``.
"""

from random import Random

import pytest

from engine.taki.editions import EDITIONS
from engine.taki.reading import read_position
from tests.engine.taki.naive import cases_end, test_naive_flags
from tests.engine.taki.naive.cases import Case
from tests.engine.taki.side_by_side import Disagreement, Pair, any_edition, dealt, late, play_on


@pytest.mark.parametrize("case", [*cases_end.CASES, *test_naive_flags.CASES], ids=str)
def test_engines_agree_on_every_move_of_a_case(case: Case):
    pair = Pair(read_position(case.line))
    pair.compare_every_move()
    for what, action in case.steps:
        if what == "do":
            pair.do(action)
            pair.compare_every_move()


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_engines_agree_from_the_deal(name, seats):
    play_on(dealt(EDITIONS[name], seats, f"{name} {seats}"), Random(f"{name} {seats}"), 30)


@pytest.mark.parametrize("name", EDITIONS)
def test_engines_agree_on_endings(name):
    for number in range(20):
        seed = f"{name} {number}"
        play_on(late(EDITIONS[name], 2 + number % 3, seed), Random(seed), 8)


@pytest.mark.parametrize("number", range(60))
def test_engines_agree_whatever_the_flags(number):
    rng = Random(f"flags {number}")
    play_on(late(any_edition(rng), rng.randint(2, 4), f"flags {number}"), rng, 15)


@pytest.mark.parametrize("name", EDITIONS)
def test_engines_agree_when_seats_leave(name):
    for number in range(3):
        seed = f"{name} leaving {number}"
        play_on(late(EDITIONS[name], 3 + number, seed), Random(seed), 25, leaving=0.15)


def test_a_difference_is_found():
    pair = Pair(read_position("he-2015 top=r9 A=r5,b3 B=8? C=8?"))
    pair.naive.hands["A"] = ["r5", "b4"]
    with pytest.raises(Disagreement, match="position after A r5"):
        pair.do("A r5")
