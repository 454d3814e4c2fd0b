"""The format tree (design.md §5)."""

import pytest

from scoring.errors import FormatError
from scoring.format_checks import problems
from scoring.formats import CLASSIC, FINAL, LUNADA, LUNADA_COMPACT, Format, Route, StageFormat, System, classic


def test_classic_is_one_table_and_shares_ties_c9():
    assert classic(5) == Format(CLASSIC, (StageFormat(FINAL, (5,), 6, System.PENALTY, played_off=()),))


def test_classic_may_ask_for_an_extra_round_among_the_tied_c9():
    assert classic(5, has_extra_round=True).stages[0].played_off == (1,)


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("has_extra_round", [False, True])
def test_classic_is_valid_for_as_many_as_can_play(players, has_extra_round):
    assert problems(classic(players, rounds=4, has_extra_round=has_extra_round)) == []


@pytest.mark.parametrize(
    ("preset", "exceptions", "expected"),
    [
        (LUNADA, (), "FULL"),
        (LUNADA, ("E6",), "E6"),
        (LUNADA_COMPACT, ("S3", "E3"), "S3"),
        (LUNADA_COMPACT, (), ""),
    ],
    ids=["official", "exception", "first of two", "no code of its own"],
)
def test_code_names_the_plan(preset, exceptions, expected):
    assert Format(preset, (StageFormat(FINAL, (4,)),), exceptions=exceptions).code == expected


@pytest.mark.parametrize(
    ("table", "after", "expected"), [(1, 0, (1, 1)), (10, 0, (2, 3)), (24, 0, (4, 6)), (3, 4, (3, 5))]
)
def test_route_seat_follows_the_formula_of_the_seat_plan(table, after, expected):
    assert Route("qualifiers", 1, "second", after).seat(table, targets=4) == expected


def test_stage_that_does_not_exist_is_named():
    with pytest.raises(FormatError) as refused:
        classic(4).stage("playoff")

    assert refused.value.values == {"stage": "playoff"}
