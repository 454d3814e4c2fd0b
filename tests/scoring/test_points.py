"""Points of one round, by system (rules.md §5.1, §5.2)."""

import pytest

from scoring.errors import ScoringError
from scoring.formats import System
from scoring.points import PENALTY_WIN, line_points, round_points, worst
from scoring.results import Outcome, RoundResult, SeatLine

A, B, C, D = 11, 12, 13, 14


def won(*cards: int | None, winner: int = 1, points: tuple[int | None, ...] = ()) -> RoundResult:
    """A regular round of entries A, B, C … with these cards left, by seat."""
    worth = points or (None,) * len(cards)
    lines = [
        SeatLine(seat, 10 + seat, left, value)
        for seat, (left, value) in enumerate(zip(cards, worth, strict=True), start=1)
    ]
    return RoundResult(0, 1, tuple(lines), winner)


def test_round_points_of_a_championship_round_c1():
    scored = round_points(won(0, 3, 1, 7), System.LUNADA)

    assert scored == {A: 2, B: -3, C: -1, D: -7}
    assert sum(scored.values()) == -9


def test_round_points_of_three_rounds_c2():
    rounds = [won(0, 4, 4, 4), won(3, 0, 1, 1, winner=2), won(0, 2, 2, 9)]

    assert [round_points(game_round, System.LUNADA)[A] for game_round in rounds] == [2, -3, 2]


def test_round_points_under_penalty_scoring_c8():
    # B holds r9 g1 b2+ = 9 + 1 + 10, C holds CC ST y3 = 10 + 10 + 3 (flat10)
    result = won(0, 3, 3, points=(None, 20, 23))

    assert round_points(result, System.PENALTY) == {A: -100, B: 20, C: 23}


def test_round_points_add_up_to_level_totals_c9():
    # A and B win one round each and hold 60 in the other five together: six rounds, -40 and -40
    rounds = [
        won(0, 2, 9, points=(None, 12, 62)),
        won(2, 0, 9, winner=2, points=(12, None, 62)),
        *[won(3, 3, 0, winner=3, points=(12, 12, None))] * 4,
    ]

    scored = [round_points(game_round, System.PENALTY) for game_round in rounds]

    assert [sum(points[entry] for points in scored) for entry in (A, B)] == [-40, -40]


def test_round_points_leave_out_the_absent():
    assert round_points(won(0, None, 5), System.LUNADA) == {A: 2, C: -5}


def test_round_points_of_two_empty_hands_name_one_winner():
    assert round_points(won(3, 0, 0, 5, winner=2), System.LUNADA) == {A: -3, B: 2, C: 0, D: -5}


@pytest.mark.parametrize("outcome", [Outcome.CALLED_OFF, Outcome.VOID])
@pytest.mark.parametrize("system", list(System))
def test_round_points_of_a_round_that_was_not_won_are_none(outcome, system):
    result = RoundResult(0, 3, (SeatLine(1, A, 4), SeatLine(2, B, 6)), None, outcome)

    assert round_points(result, system) == {}


@pytest.mark.parametrize(
    ("result", "system"),
    [
        (won(0, 3, winner=4), System.LUNADA),
        (won(None, 3, 2), System.LUNADA),
        (won(0, 3, points=(None, None)), System.PENALTY),
    ],
    ids=["winner not at the table", "winner absent", "penalty points missing"],
)
def test_round_points_refuse_what_cannot_be_scored(result, system):
    with pytest.raises(ScoringError):
        round_points(result, system)


@pytest.mark.parametrize(
    ("points", "system", "expected"),
    [
        ({A: 2, B: -3, C: -7}, System.LUNADA, -7),
        ({A: PENALTY_WIN, B: 20, C: 23}, System.PENALTY, 23),
    ],
    ids=["lowest", "highest"],
)
def test_worst_is_the_score_nobody_undercuts(points, system, expected):
    assert worst(points, system) == expected


def test_line_points_of_an_absent_seat_are_refused():
    with pytest.raises(ScoringError):
        line_points(SeatLine(3, C, None), winner=1, system=System.LUNADA)
