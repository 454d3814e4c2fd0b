"""Findings that need the table (rules.md §7.1: VA2, VA14, VA15)."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.findings import Finding, Severity
from scoring.checks import SeatTotal, check_penalty_points, check_report, check_totals
from scoring.formats import StageFormat, System
from scoring.results import Exit, ExitKind, Outcome, RoundResult, SeatLine, TableState


def totals(*values: int, games: tuple[int, ...] = ()) -> list[SeatTotal]:
    """Stage totals by seat, of three counted games each unless *games* says otherwise."""
    return [
        SeatTotal(seat, total, played)
        for seat, (total, played) in enumerate(zip(values, games or (3,) * len(values), strict=True), start=1)
    ]


def game(number: int, *cards: int | None, winner: int | None = None, place: int = 0, **fields) -> RoundResult:
    """A round of entries 11, 12 … with these cards left by seat; the first empty hand wins unless named."""
    lines = tuple(SeatLine(seat, 10 + seat, left) for seat, left in enumerate(cards, start=1))
    return RoundResult(place, number, lines, winner or cards.index(0) + 1, **fields)


def table(size: int, *results: RoundResult, exits: tuple[Exit, ...] = ()) -> TableState:
    """Table 1 with entries 11, 12 … at its seats."""
    return TableState(1, tuple(range(11, 11 + size)), results, exits)


def stage(*sizes: int, **fields) -> StageFormat:
    return StageFormat("qualifiers", sizes, **fields)


# --- VA14 on totals alone


def test_check_totals_refuses_more_wins_than_games_c5():
    assert check_totals(totals(6, 3, -5, -9)) == [
        Finding("VA14", Severity.HARD, (1, 2, 3, 4), {"reason": "too_many_wins", "wins": 5, "games": 3})
    ]


def test_check_totals_refuses_a_total_no_games_give_c6():
    assert check_totals(totals(4, -3, -4, -9)) == [
        Finding("VA14", Severity.HARD, (1,), {"reason": "total", "total": 4, "games": 3})
    ]


def test_check_totals_counts_wins_where_the_sum_passes_c7():
    assert check_totals(totals(3, 0, -4, -5, -1)) == [
        Finding("VA14", Severity.HARD, (1, 2, 3, 4, 5), {"reason": "too_many_wins", "wins": 4, "games": 3})
    ]


def test_check_totals_accepts_a_withdrawal_after_one_game_c17():
    assert check_totals(totals(-1, 3, -1, -4, -9, games=(1, 3, 3, 3, 3))) == []


def test_check_totals_accepts_both_counted_games_won_c18():
    assert check_totals(totals(4, -2, -2, -5, games=(2, 2, 2, 2)), won=2) == []


def test_check_totals_after_a_called_off_game_still_counts_wins():
    assert check_totals(totals(4, -1, -2, -5, games=(2, 2, 2, 2)), won=2) == [
        Finding("VA14", Severity.HARD, (1, 2, 3, 4), {"reason": "too_many_wins", "wins": 3, "games": 2})
    ]


@pytest.mark.parametrize("total", [6, 3, 2, 1, 0, -1, -2, -3, -40])
def test_check_totals_accepts_the_totals_of_three_games(total):
    wins = max(0, -(-(total + 3) // 3))
    others = {3: (-3, -3, -3), 2: (-3, -3, -1), 1: (-3, -1, -1), 0: (3, -1, -3)}[wins]

    assert check_totals(totals(total, *others)) == []


@pytest.mark.parametrize(
    ("rows", "won", "expected"),
    [
        (totals(7, -3, -3, -3), 3, {"reason": "total", "total": 7, "games": 3}),
        (totals(5, -3, -3, -3), 3, {"reason": "total", "total": 5, "games": 3}),
        (totals(1, games=(0,)), 3, {"reason": "total", "total": 1, "games": 0}),
        (totals(-3, games=(0,)), 3, {"reason": "total", "total": -3, "games": 0}),
        (totals(1, games=(1,)), 3, {"reason": "total", "total": 1, "games": 1}),
        (totals(2, games=(2,)), 2, {"reason": "total", "total": 2, "games": 2}),
        (totals(-9, games=(4,)), 3, {"reason": "games", "total": -9, "games": 4}),
        (totals(-9, games=(3,)), 2, {"reason": "games", "total": -9, "games": 3}),
        (totals(-9, games=(-1,)), 3, {"reason": "games", "total": -9, "games": -1}),
    ],
)
def test_check_totals_names_the_seat_and_the_bound(rows, won, expected):
    assert check_totals(rows, won=won) == [Finding("VA14", Severity.HARD, (1,), expected)]


def test_check_totals_names_the_sum_beside_the_wins_it_takes():
    # 9 - 3m = -3 at a table of four
    assert check_totals(totals(3, 0, -2, -2)) == [
        Finding("VA14", Severity.HARD, (1, 2, 3, 4), {"reason": "too_many_wins", "wins": 5, "games": 3}),
        Finding("VA14", Severity.HARD, (1, 2, 3, 4), {"reason": "sum", "total": -1, "bound": -3}),
    ]


def test_check_totals_of_a_single_round_need_a_winner():
    assert check_totals(totals(-2, -3, -1, -4, games=(1, 1, 1, 1)), rounds=1) == [
        Finding("VA14", Severity.HARD, (1, 2, 3, 4), {"reason": "too_few_wins", "wins": 0, "games": 1})
    ]


def test_check_totals_may_be_overridden_where_va5_was():
    [finding] = check_totals(totals(4, -3, -4, -9), is_overridden=True)

    assert finding.severity is Severity.OVERRIDE
    assert finding.stops()
    assert not finding.stops({"VA14": "two empty hands in round 2"})


@given(st.lists(st.integers(-9, 6), min_size=3, max_size=5))
@settings(max_examples=100)
def test_check_totals_accepts_exactly_what_three_full_games_can_give(values):
    def can_be(wins: tuple[int, ...]) -> bool:
        cards = [2 * won - total for won, total in zip(wins, values, strict=True)]
        return sum(wins) == 3 and all(
            left >= 3 - won and (left == 0) == (won == 3) for left, won in zip(cards, wins, strict=True)
        )

    assert (check_totals(totals(*values)) == []) is any(map(can_be, product(range(4), repeat=len(values))))


# --- VA14 on a report


def test_check_report_asks_for_stage_totals_only_once_all_rounds_are_in():
    before = table(4, game(1, 0, 0, 4, 4, winner=1))

    assert check_report(before, stage(4), game(2, 0, 3, 4, 4)) == []


def test_check_report_asks_for_a_reason_where_two_empty_hands_count():
    # Seat 2: 0, 0 and 0 from three empty hands it did not win, a total that needs one win
    before = table(4, game(1, 0, 0, 4, 4, winner=1), game(2, 0, 0, 4, 4, winner=1))

    assert check_report(before, stage(4), game(3, 0, 0, 1, 1, winner=1)) == [
        Finding("VA14", Severity.OVERRIDE, (1, 2, 3, 4), {"reason": "too_many_wins", "wins": 4, "games": 3})
    ]


def test_check_report_puts_the_sent_result_in_place_of_what_counted():
    level = game(3, 0, 0, 1, 1, winner=1)
    before = table(4, game(1, 0, 0, 4, 4, winner=1), game(2, 0, 0, 4, 4, winner=1), level)

    correction = replace(level, lines=game(3, 0, 9, 1, 1).lines)

    assert check_report(before, stage(4), correction) == []


def test_check_report_never_counts_deciding_games():
    before = table(4, game(1, 0, 3, 3, 9), game(2, 3, 0, 3, 9), game(3, 3, 3, 0, 9))

    assert check_report(before, stage(4), game(1, 0, 1, 1, None, place=1)) == []


def test_check_report_leaves_a_missing_winner_to_the_cards():
    before = table(4, game(1, 0, 3, 3, 9), game(2, 3, 0, 3, 9))

    assert check_report(before, stage(4), game(3, 1, 3, 3, 9, winner=7)) == []


def test_check_report_of_a_void_result_finds_nothing():
    assert check_report(table(3), stage(4), replace(game(1, 0, 3, 3), outcome=Outcome.VOID)) == []


def test_check_report_drops_the_games_of_the_disqualified():
    # Seat 1 is disqualified after its three wins: nobody else needs one, and three games still had a winner
    before = table(
        4, game(1, 0, 2, 3, 4), game(2, 0, 2, 3, 4), exits=(Exit(11, ExitKind.DISQUALIFICATION, after_round=3),)
    )

    assert check_report(before, stage(4), game(3, 0, 2, 3, 4)) == []


@st.composite
def played_tables(draw) -> tuple[TableState, StageFormat]:
    """Tables that played all their rounds by the rules: with absences, withdrawals and called-off rounds."""
    size = draw(st.integers(3, 6))
    leaver = draw(st.none() | st.integers(1, size)) if size > 3 else None
    leaves_after = draw(st.integers(0, 2))
    results = []
    for number in range(1, 4):
        playing = [seat for seat in range(1, size + 1) if seat != leaver or number <= leaves_after]
        if len(playing) > 3 and draw(st.booleans()):
            playing.remove(draw(st.sampled_from(playing)))
        is_called_off = draw(st.integers(0, 9)) == 0
        winner = None if is_called_off else draw(st.sampled_from(playing))
        lines = [
            SeatLine(
                seat, 10 + seat, None if seat not in playing else 0 if seat == winner else draw(st.integers(1, 30))
            )
            for seat in range(1, size + 1)
        ]
        outcome = Outcome.CALLED_OFF if is_called_off else Outcome.WON
        results.append(RoundResult(0, number, tuple(lines), winner, outcome))
    kind = draw(st.sampled_from([ExitKind.WITHDRAWAL, ExitKind.DISQUALIFICATION]))
    exits = (Exit(10 + leaver, kind, leaves_after),) if leaver else ()
    return table(size, *results, exits=exits), stage(size)


@given(played_tables())
@settings(max_examples=100)
def test_check_report_never_trips_on_rounds_played_by_the_rules(played):
    state, its_stage = played

    assert check_report(state, its_stage, state.results[-1]) == []


# --- VA2


@pytest.mark.parametrize("size", [4, 5])
def test_check_report_accepts_the_usual_tables_va2(size):
    assert check_report(table(size), stage(5), game(1, 0, *[4] * (size - 1))) == []


@pytest.mark.parametrize("size", [3, 6])
def test_check_report_accepts_the_size_the_format_approves_va2(size):
    assert check_report(table(size), stage(size), game(1, 0, *[4] * (size - 1))) == []


@pytest.mark.parametrize(("size", "planned"), [(3, 4), (6, 5), (2, 4)])
def test_check_report_asks_for_a_reason_for_another_size_va2(size, planned):
    assert check_report(table(size), stage(planned), game(1, 0, *[4] * (size - 1))) == [
        Finding("VA2", Severity.OVERRIDE, (), {"size": size, "planned": planned})
    ]


def test_check_report_counts_who_sits_there_not_who_missed_a_round_va2():
    assert check_report(table(4), stage(4), game(1, 0, 4, 4, None)) == []


def test_check_report_asks_of_a_table_beyond_the_plan_va2():
    state = replace(table(3), number=2)

    assert check_report(state, stage(4), game(1, 0, 3, 3)) == [
        Finding("VA2", Severity.OVERRIDE, (), {"size": 3, "planned": None})
    ]


def test_check_report_does_not_ask_for_the_size_after_a_withdrawal_va2():
    left = Exit(14, ExitKind.WITHDRAWAL, after_round=1)
    state = TableState(1, (11, 12, 13), exits=(left,))

    assert check_report(state, stage(4), game(2, 0, 3, 3)) == []
    assert [finding.code for finding in check_report(state, stage(4), game(1, 0, 3, 3))] == ["VA2"]


def test_check_report_does_not_ask_for_the_size_where_a_ruling_emptied_a_seat_va2():
    """A stage begins with every seat taken but those: somebody was moved to another table."""
    state = TableState(1, (11, 12, 13, None))

    assert check_report(state, stage(4), game(1, 0, 3, 3)) == []


def test_check_report_does_not_ask_for_the_size_in_a_deciding_game_v18():
    sent = RoundResult(1, 1, (SeatLine(1, 11, 0), SeatLine(2, 12, 4)), winner=1)

    assert check_report(table(3), stage(4), sent) == []


def test_check_report_does_not_ask_for_the_size_under_penalty_scoring():
    sent = RoundResult(0, 1, (SeatLine(1, 11, 0), SeatLine(2, 12, 4, 22)), winner=1)

    assert check_report(table(2), stage(9, system=System.PENALTY, rounds=6), sent) == []


# --- VA15


def penalty_round(
    points: int | None, *, cards: int = 4, won_points: int | None = None, place: int = 0
) -> RoundResult:
    lines = (SeatLine(1, 11, 0, won_points), SeatLine(2, 12, cards, points), SeatLine(3, 13, None))
    return RoundResult(place, 1, lines, winner=1)


def test_check_report_refuses_more_points_than_the_cards_can_have_v15():
    one_table = stage(3, system=System.PENALTY, rounds=6)
    sent = penalty_round(45)

    assert check_report(table(3), one_table, sent) == [
        Finding("VA15", Severity.HARD, (2,), {"points": 45, "cards": 4, "low": 4, "high": 40})
    ]
    assert check_report(table(3), one_table, sent, dearest_card=15) == []


@pytest.mark.parametrize("points", [4, 40])
def test_check_penalty_points_accepts_both_ends(points):
    assert check_penalty_points(penalty_round(points)) == []


@pytest.mark.parametrize("points", [None, 3, 41, 0, -100])
def test_check_penalty_points_refuses_what_four_cards_cannot_be(points):
    assert check_penalty_points(penalty_round(points)) == [
        Finding("VA15", Severity.HARD, (2,), {"points": points, "cards": 4, "low": 4, "high": 40})
    ]


@pytest.mark.parametrize("points", [None, 0, -100])
def test_check_penalty_points_accepts_the_winner(points):
    assert check_penalty_points(penalty_round(20, won_points=points)) == []


@pytest.mark.parametrize("points", [5, -99])
def test_check_penalty_points_refuses_another_worth_of_the_win(points):
    assert check_penalty_points(penalty_round(20, won_points=points)) == [
        Finding("VA15", Severity.HARD, (1,), {"points": points, "cards": 0, "low": -100, "high": -100})
    ]


def test_check_penalty_points_needs_none_in_a_tie_break_round():
    assert check_penalty_points(penalty_round(None, place=1)) == []
    assert [finding.code for finding in check_penalty_points(penalty_round(41, place=1))] == ["VA15"]


def test_check_report_asks_for_no_points_of_a_called_off_round():
    sent = RoundResult(0, 2, (SeatLine(1, 11, None), SeatLine(2, 12, None)), None, Outcome.CALLED_OFF)

    assert check_report(table(2), stage(2, system=System.PENALTY), sent) == []
