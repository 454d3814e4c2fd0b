"""The search behind the draw: costs that follow every exchange, the most even spread, nothing left to better."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.keep_apart import Hall, Seating, Wish, arrange, meetings, settle, shuffled
from engine.rng import SeededRng


def hall_of(sizes, wishes=(), pinned=None):
    """A hall of tables of *sizes*; *wishes* are (members, weight)."""
    tables = tuple(table for table, size in enumerate(sizes) for _ in range(size))
    return Hall(tables, pinned or {}, tuple(Wish(tuple(members), weight) for members, weight in wishes))


@st.composite
def halls(draw_from):
    """Halls of up to four tables of up to four, with wishes of two weights."""
    sizes = draw_from(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    players = st.lists(st.integers(0, sum(sizes) - 1), max_size=6, unique=True)
    return hall_of(sizes, draw_from(st.lists(st.tuples(players, st.sampled_from((1, 100))), max_size=8)))


@settings(deadline=None)
@given(halls(), st.data())
def test_seating_cost_follows_every_exchange(hall, data):
    seating = shuffled(hall, SeededRng("x"))
    seats = st.integers(0, len(hall.tables) - 1)
    for one, other in data.draw(st.lists(st.tuples(seats, seats), max_size=8)):
        before, change = seating.cost, seating.change(one, other)
        seating.exchange(one, other, change)
        assert seating.cost == before + change == Seating(hall, list(seating.players)).cost


@settings(deadline=None)
@given(halls())
def test_settle_leaves_no_exchange_that_helps(hall):
    seats = range(len(hall.tables))
    seating = Seating(hall, list(seats))
    settle(seating, seats)
    assert sorted(seating.players) == list(seats)
    assert all(seating.change(one, other) >= 0 for one, other in combinations(seats, 2))


def test_settle_parts_two_families():
    hall = hall_of((2, 2, 2), [((0, 1), 1), ((2, 3), 1)])
    seating = Seating(hall, [0, 1, 2, 3, 4, 5])
    settle(seating, range(6))
    assert seating.cost == 0


def test_settle_moves_only_the_seats_it_is_given():
    hall = hall_of((2, 2), [((0, 1), 1)])
    seating = Seating(hall, [0, 1, 2, 3])
    settle(seating, (0, 1))
    assert (seating.players, seating.cost) == ([0, 1, 2, 3], 1)


@settings(max_examples=40, deadline=None)
@given(halls())
def test_arrange_leaves_no_exchange_that_helps(hall):
    seating = Seating(hall, list(arrange(hall, SeededRng("x"))))
    assert seating.cost >= hall.least_cost()
    assert all(seating.change(one, other) >= 0 for one, other in combinations(range(len(hall.tables)), 2))


@pytest.mark.parametrize(
    ("sizes", "members", "pinned", "spread"),
    [
        ((5, 5, 4), range(3), {}, (1, 1, 1)),
        ((5, 5, 4), range(7), {}, (3, 2, 2)),
        ((4, 1, 1), range(5), {}, (3, 1, 1)),
        ((2, 2, 2), range(6), {}, (2, 2, 2)),
        ((3, 3, 3), range(3), {0: 0, 1: 1}, (2, 1, 0)),
        ((2, 2, 2), range(2), {4: 0, 5: 1}, (0, 1, 1)),
        ((2, 2, 2), (), {}, (0, 0, 0)),
    ],
    ids=["apart", "uneven", "small tables", "everybody", "two fixed", "room taken", "nobody"],
)
def test_most_even_spread(sizes, members, pinned, spread):
    hall = hall_of(sizes, [(members, 1)], pinned)
    assert hall.most_even(hall.wishes[0]) == spread


def test_most_even_without_heed_to_fixed_seats():
    hall = hall_of((3, 3, 3), [((0, 1, 2), 1)], {0: 0, 1: 1})
    assert hall.most_even(hall.wishes[0], heed_pinned=False) == (1, 1, 1)


def test_least_cost_adds_up_every_wish_at_its_best():
    hall = hall_of((3, 3), [(range(3), 100), (range(6), 1)])
    assert hall.least_cost() == 100 * 1 + 1 * 6


@pytest.mark.parametrize(("spread", "pairs"), [((), 0), ((1, 1, 0), 0), ((2, 2), 2), ((3,), 3), ((4, 1), 6)])
def test_meetings_counts_pairs(spread, pairs):
    assert meetings(spread) == pairs
