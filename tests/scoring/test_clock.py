"""A stage's clock is worked out from its acts: limits, pauses of the hall and of one table, extra minutes."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import clock
from scoring.clock import ClockAct, ClockKind, Reading

TEN = datetime(2027, 10, 19, 10, tzinfo=UTC)


def at(minute):
    return TEN + timedelta(minutes=minute)


def limit(minutes, *, at_minute=0, is_per_round=False):
    return ClockAct(ClockKind.SET, at(at_minute), minutes=minutes, is_per_round=is_per_round)


def paused(minute, table=clock.EVERYBODY):
    return ClockAct(ClockKind.PAUSED, at(minute), table)


def resumed(minute, table=clock.EVERYBODY):
    return ClockAct(ClockKind.RESUMED, at(minute), table)


def extended(minute, minutes, table=clock.EVERYBODY):
    return ClockAct(ClockKind.EXTENDED, at(minute), table, minutes)


def read(*acts, table=7, stage=0, game_round=0):
    return clock.reading(acts, table, stage_began=at(stage), round_began=at(game_round))


CASES = {
    # acts, when the stage and the round began, what the clock of table 7 says
    "no_clock": ([], 0, 0, Reading()),
    "stage": ([limit(90)], 0, 25, Reading(ends_at=at(90))),
    "set_late_counts_from_the_start": ([limit(90, at_minute=40)], 0, 25, Reading(ends_at=at(90))),
    "last_limit_holds": ([limit(90), limit(60, at_minute=5)], 0, 0, Reading(ends_at=at(60))),
    "taken_away": ([limit(90), limit(0, at_minute=5)], 0, 0, Reading()),
    "round": ([limit(30, is_per_round=True)], 0, 25, Reading(ends_at=at(55))),
    "pause_is_given_back": ([limit(90), paused(10), resumed(15)], 0, 0, Reading(ends_at=at(95))),
    "pause_of_another_table": ([limit(90), paused(10, 8), resumed(15, 8)], 0, 0, Reading(ends_at=at(90))),
    "pause_of_this_table": ([limit(90), paused(10, 7), resumed(15, 7)], 0, 0, Reading(ends_at=at(95))),
    "pause_before_the_round": (
        [limit(30, is_per_round=True), paused(10), resumed(15)], 0, 25, Reading(ends_at=at(55))
    ),
    "pause_into_the_round": (
        [limit(30, is_per_round=True), paused(20), resumed(27)], 0, 25, Reading(ends_at=at(57))
    ),
    # 10-20 the hall, 15-30 the table: it stands 20 minutes, not 25
    "pauses_that_overlap": (
        [limit(90), paused(10), paused(15, 7), resumed(20), resumed(30, 7)], 0, 0, Reading(ends_at=at(110))
    ),
    "stands_alone": (
        [limit(90), paused(60, 7)], 0, 0,
        Reading(paused_since=at(60), is_own_pause=True, left=timedelta(minutes=30)),
    ),
    "stands_with_all": ([limit(90), paused(60)], 0, 0, Reading(paused_since=at(60), left=timedelta(minutes=30))),
    "stands_without_a_clock": ([paused(60, 7)], 0, 0, Reading(paused_since=at(60), is_own_pause=True)),
    "extra": ([limit(90), extended(80, 5, 7), extended(85, 3)], 0, 0, Reading(ends_at=at(98), extra=8)),
    "extra_elsewhere": ([limit(90), extended(80, 5, 8)], 0, 0, Reading(ends_at=at(90))),
    "extra_of_an_earlier_round": (
        [limit(30, is_per_round=True), extended(10, 5, 7)], 0, 25, Reading(ends_at=at(55))
    ),
    "resumed_twice": ([limit(90), paused(10), resumed(15), resumed(20)], 0, 0, Reading(ends_at=at(95))),
}  # fmt: skip


@pytest.mark.parametrize(("acts", "stage", "game_round", "expected"), CASES.values(), ids=CASES.keys())
def test_reading_of_a_table(acts, stage, game_round, expected):
    assert read(*acts, stage=stage, game_round=game_round) == expected


def test_reading_is_over_when_its_time_has_run_out():
    assert not read(limit(90)).is_over(at(89))
    assert read(limit(90)).is_over(at(90))
    assert not read(limit(90), paused(89)).is_over(at(500))
    assert read(limit(90), paused(91)).is_over(at(91))
    assert not read().is_over(at(500))


@given(st.lists(st.tuples(st.integers(0, 100), st.booleans(), st.sampled_from([clock.EVERYBODY, 7])), max_size=12))
def test_a_table_plays_no_longer_than_time_passes_and_its_clock_gives_the_rest_back(drawn):
    acts = [paused(minute, table) if stops else resumed(minute, table) for minute, stops, table in sorted(drawn)]

    played = clock.played(acts, 7, at(0), at(100))

    assert timedelta() <= played <= timedelta(minutes=100)
    shown = read(limit(90), *acts)
    left = shown.left if shown.is_paused else shown.ends_at - at(100)
    assert left == timedelta(minutes=90) - played


@pytest.mark.parametrize(
    ("lasted", "others", "expected"),
    [
        (17, [10, 10, 10], True),
        (16, [10, 10, 10], False),
        (99, [10, 10], False),
        (17, [5, 10, 30], True),
        (3, [1, 1, 1], False),
    ],
    ids=["slow", "just_not", "too_few_to_compare", "median_not_mean", "nobody_would_notice"],
)
def test_round_is_slow_beside_the_median_of_the_others(lasted, others, expected):
    assert clock.is_slow(timedelta(minutes=lasted), [timedelta(minutes=m) for m in others]) is expected


@pytest.mark.parametrize(
    ("played", "others", "expected"),
    [(0, [2, 2, 2], True), (1, [2, 2, 2], False), (0, [2, 2], False), (1, [3, 3, 2], True)],
    ids=["two_behind", "one_behind", "too_few_to_compare", "median"],
)
def test_table_is_behind_the_median_of_the_others(played, others, expected):
    assert clock.is_behind(played, others) is expected
