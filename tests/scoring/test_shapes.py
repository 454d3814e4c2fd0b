"""Championship shapes as formats (rules.md §6.3–§6.6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.format_checks import problems
from scoring.shapes import SHAPES, build, single_table, split


@pytest.mark.parametrize(
    ("players", "tables", "expected"),
    [(96, 20, (5,) * 16 + (4,) * 4), (11, 3, (4, 4, 3)), (21, 4, (6, 5, 5, 5)), (6, 1, (6,))],
)
def test_split_puts_larger_tables_first(players, tables, expected):
    assert split(players, tables) == expected


@given(st.integers(1, 30).flatmap(lambda tables: st.tuples(st.integers(tables, 150), st.just(tables))))
def test_split_seats_everybody_as_evenly_as_can_be(numbers):
    players, tables = numbers

    sizes = split(players, tables)

    assert (len(sizes), sum(sizes)) == (tables, players)
    assert sizes[0] - sizes[-1] <= 1
    assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.parametrize(("tables", "shape"), [(tables, shape) for tables in SHAPES for shape in SHAPES[tables]])
@pytest.mark.parametrize("size", [4, 5])
def test_build_makes_a_valid_format_of_every_shape(tables, shape, size):
    assert problems(build((size,) * tables, shape)) == []


@pytest.mark.parametrize(("players", "exceptions"), [(3, ("E3",)), (4, ()), (5, ()), (6, ("E6",))])
def test_single_table_names_an_unusual_size(players, exceptions):
    format = single_table(players)

    assert format.exceptions == exceptions
    assert problems(format) == []
