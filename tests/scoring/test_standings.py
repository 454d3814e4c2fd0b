"""A table's ranking (rules.md §5.1, §6.7; cases of §10.2)."""

from dataclasses import replace

import pytest

from scoring import standings
from scoring.formats import StageFormat, System
from scoring.results import ExitKind, Outcome, RoundResult, SeatLine, TableState
from scoring.standings import State
from tests.scoring.builders import called_off, left, stage, stage_format, table, won

A, B, C, D, E = 1, 2, 3, 4, 5
FIRST_ONLY = stage_format(played_off=(1,))
SHARED = stage_format(played_off=())


def places(standing):
    return {row.entry: row.place for row in standing.rows}


def totals(standing):
    return {row.entry: row.total for row in standing.rows}


# round 1: A +2 B -3 C -1 D -7; round 2: A -3 B +2 C -1 D -1; round 3: A +2 B -1 C -7 D -4
ROUNDS = [{A: 0, B: 3, C: 1, D: 7}, {A: 3, B: 0, C: 1, D: 1}, {A: 0, B: 1, C: 7, D: 4}]


@pytest.mark.parametrize("changes", [{}, {"is_started": False}, {"rounds": 2}], ids=["table", "started", "format"])
def test_of_changed_stage_is_that_of_the_stage(changes):
    """Whatever changed: what is taken over is what would be worked out."""
    first, second = table([A, B, C, D], ROUNDS[:1]), table([5, 6, 7, 8], number=2)
    before = stage(first, second)
    after = stage(table([A, B, C, D], ROUNDS), second, **changes)
    were = standings.of_stage(before)

    are = standings.of_changed_stage(after, before, were)

    assert are == standings.of_stage(after)
    assert (are[2] is were[2]) == (not changes)


def test_of_table_adds_up_rounds_and_ranks_by_total():
    standing = standings.of_table(table([A, B, C, D], ROUNDS), FIRST_ONLY)

    assert [(r.entry, r.rounds, r.total, r.place) for r in standing.rows] == [
        (A, (2, -3, 2), 1, 1),
        (B, (-3, 2, -1), -2, 2),
        (C, (-1, -1, -7), -9, 3),
        (D, (-7, -1, -4), -12, 4),
    ]
    assert standing.state is State.DECIDED
    assert standing.holder(1) == A


def test_of_table_c3_owes_a_tie_break_round_to_the_level_two_alone():
    # A 2 -4 2 = 0, B -1 2 -1 = 0, C -4 -4 -1 = -9, D -3 -5 -4 = -12
    rounds = [{A: 0, B: 1, C: 4, D: 3}, {A: 4, B: 0, C: 4, D: 5}, {A: 0, B: 1, C: 1, D: 4}]
    level = table([A, B, C, D], rounds)

    standing = standings.of_table(level, FIRST_ONLY)

    assert totals(standing) == {A: 0, B: 0, C: -9, D: -12}
    assert [(tie.place, tie.number, tie.entries) for tie in standing.owed] == [(1, 1, (A, B))]
    assert standing.state is State.TIED
    assert standing.holder(1) is None

    settled = standings.of_table(table([A, B, C, D], rounds, {(1, 1): {A: 6, B: 0}}), FIRST_ONLY)

    assert places(settled) == {B: 1, A: 2, C: 3, D: 4}
    assert totals(settled) == {A: 0, B: 0, C: -9, D: -12}


def test_of_table_c4_ranks_the_rest_of_a_tie_break_round_by_cards():
    # A, B and C at -2 after three rounds, D at -14
    rounds = [{A: 0, B: 2, C: 2, D: 4}, {A: 2, B: 0, C: 2, D: 5}, {A: 2, B: 2, C: 0, D: 5}]
    stage = stage_format(played_off=(1, 2))

    standing = standings.of_table(table([A, B, C, D], rounds, {(1, 1): {A: 0, B: 4, C: 2}}), stage)

    assert totals(standing) == {A: -2, B: -2, C: -2, D: -14}
    assert places(standing) == {A: 1, C: 2, B: 3, D: 4}
    assert standing.owed == ()


def test_of_table_equal_cards_play_again_where_the_place_matters_and_share_it_where_not():
    rounds = [{A: 0, B: 2, C: 2, D: 4}, {A: 2, B: 0, C: 2, D: 5}, {A: 2, B: 2, C: 0, D: 5}]
    level = table([A, B, C, D], rounds, {(1, 1): {A: 0, B: 3, C: 3}})

    matters = standings.of_table(level, stage_format(played_off=(1, 2)))
    shared = standings.of_table(level, FIRST_ONLY)

    assert [(tie.place, tie.number, tie.entries) for tie in matters.owed] == [(2, 1, (B, C))]
    assert matters.holder(1) == A
    assert places(shared) == {A: 1, B: 2, C: 2, D: 4}
    assert [row.is_shared for row in shared.rows] == [False, True, True, False]


def test_of_table_o02_shares_places_and_skips_the_next():
    # totals 0, 0, -1, -9 and nothing is played off
    rounds = [{A: 0, B: 1, C: 1, D: 3}, {A: 1, B: 0, C: 2, D: 3}, {A: 1, B: 1, C: 0, D: 3}]

    standing = standings.of_table(table([A, B, C, D], rounds), SHARED)

    assert totals(standing) == {A: 0, B: 0, C: -1, D: -9}
    assert places(standing) == {A: 1, B: 1, C: 3, D: 4}


def test_of_table_c9_penalty_points_lowest_wins_and_ties_are_shared():
    stage = StageFormat(key="final", sizes=(3,), rounds=2, system=System.PENALTY, played_off=())
    first = (SeatLine(1, A, 0), SeatLine(2, B, 3, points=30), SeatLine(3, C, 9, points=80))
    second = (SeatLine(1, A, 3, points=30), SeatLine(2, B, 0), SeatLine(3, C, 9, points=90))
    results = (RoundResult(0, 1, first, winner=1), RoundResult(0, 2, second, winner=2))

    standing = standings.of_table(TableState(1, (A, B, C), results), stage)

    assert totals(standing) == {A: -70, B: -70, C: 170}
    assert places(standing) == {A: 1, B: 1, C: 3}


def test_of_table_c17_who_left_keeps_finished_rounds_and_ranks_last():
    # E leaves after round 1 with one card left; the others end with 3, -1, -4, -9
    rounds = [{A: 0, B: 1, C: 2, D: 3, E: 1}, {A: 1, B: 0, C: 3, D: 2}, {A: 0, B: 2, C: 1, D: 4}]

    standing = standings.of_table(table([A, B, C, D, E], rounds, exits=(left(E, 1),)), FIRST_ONLY)

    assert totals(standing) == {A: 3, B: -1, C: -6, D: -9, E: -1}
    assert places(standing) == {A: 1, B: 2, C: 3, D: 4, E: 5}
    last = standing.row(E)
    assert (last.rounds, last.missed, last.left_by) == ((-1, None, None), (2, 3), ExitKind.WITHDRAWAL)


def test_of_table_c18_a_called_off_round_counts_for_nobody():
    rounds = [{A: 0, B: 1, C: 1, D: 1}, {A: 0, B: 1, C: 1, D: 2}, None]

    standing = standings.of_table(table([A, B, C, D], rounds), FIRST_ONLY)

    assert totals(standing) == {A: 4, B: -2, C: -2, D: -3}
    assert standing.is_complete
    assert standing.row(A).rounds == (2, 2, None)


def test_of_table_a_round_missed_by_one_who_plays_on_is_worth_the_worst():
    # staying away is never better than losing (design.md §5)
    rounds = [{A: 0, B: 1, C: 2, D: 9}, {A: 0, B: 1, C: 2}, {A: 0, B: 1, C: 2, D: 3}]

    standing = standings.of_table(table([A, B, C, D], rounds), FIRST_ONLY)

    assert standing.row(D).rounds == (-9, -2, -3)
    assert standing.row(D).missed == (2,)


def test_of_table_the_disqualified_have_no_points_and_no_place():
    gone = left(A, 3, ExitKind.DISQUALIFICATION)

    standing = standings.of_table(table([A, B, C, D], ROUNDS, exits=(gone,)), FIRST_ONLY)

    assert places(standing) == {B: 1, C: 2, D: 3, A: None}
    assert (standing.row(A).total, standing.row(A).rounds) == (None, (None, None, None))
    assert standing.holder(1) == B
    assert totals(standing)[B] == -2  # the others keep their results


def test_of_table_o05_an_unfinished_table_is_provisional():
    standing = standings.of_table(table([A, B, C, D], ROUNDS[:2]), FIRST_ONLY)

    assert not standing.is_complete
    assert standing.state is State.PLAYING
    assert totals(standing) == {A: -1, B: -1, C: -2, D: -8}
    assert [row.is_decided for row in standing.rows] == [False] * 4
    assert standing.owed == ()
    assert standing.leaders == (A, B)
    assert standing.row(A).rounds == (2, -3, None)


def test_of_table_points_of_a_ruling_enter_the_total_alone():
    standing = standings.of_table(table([A, B, C, D], ROUNDS, penalties={A: -4}), FIRST_ONLY)

    assert (standing.row(A).total, standing.row(A).rounds) == (-3, (2, -3, 2))
    assert places(standing) == {B: 1, A: 2, C: 3, D: 4}


def test_of_table_when_all_but_one_left_the_last_has_won():
    gone = tuple(left(entry, 1) for entry in (B, C, D))

    standing = standings.of_table(table([A, B, C, D], ROUNDS[:1], exits=gone), FIRST_ONLY)

    assert standing.is_complete
    assert standing.holder(1) == A


def test_of_table_a_place_of_somebody_who_left_is_nobodys():
    gone = tuple(left(entry, 1) for entry in (B, C, D))

    standing = standings.of_table(table([A, B, C, D], ROUNDS[:1], exits=gone), FIRST_ONLY)

    assert standing.holder(2) is None


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"seats": (A, B, C, None), "results": ()}, State.WAITING),
        ({"results": ()}, State.WAITING),
        ({"has_dispute": True}, State.DISPUTED),
        ({"is_confirmed": True}, State.CONFIRMED),
        ({}, State.DECIDED),
    ],
    ids=["seats_open", "not_begun", "dispute", "confirmed", "decided"],
)
def test_of_table_says_its_state_in_one_word(fields, state):
    changed = replace(table([A, B, C, D], ROUNDS), **fields)

    assert standings.of_table(changed, FIRST_ONLY).state is state


def test_of_table_begins_to_play_when_the_stage_has_started():
    waiting = table([A, B, C, D])

    assert standings.of_table(waiting, FIRST_ONLY, is_started=True).state is State.PLAYING


def test_of_table_a_void_result_is_no_result():
    voided = RoundResult(0, 2, (), outcome=Outcome.VOID)
    whole = table([A, B, C, D], ROUNDS)
    results = (whole.results[0], voided, whole.results[2])

    standing = standings.of_table(replace(whole, results=results), FIRST_ONLY)

    assert not standing.is_complete
    assert standing.rounds_played == 2


def test_tie_break_labels_count_in_the_order_of_the_places():
    played = table([A, B, C, D], ROUNDS, {(2, 1): {B: 0, C: 1}, (1, 1): {A: 0, B: 1, C: 1}})

    assert standings.tie_break_labels(played) == {(1, 1): "T1", (2, 1): "T2"}


def test_tie_break_round_called_off_is_owed_again_with_the_next_number():
    rounds = [{A: 0, B: 1, C: 4, D: 3}, {A: 4, B: 0, C: 4, D: 5}, {A: 0, B: 1, C: 1, D: 4}]
    whole = table([A, B, C, D], rounds)
    results = (*whole.results, called_off(1, 1))

    standing = standings.of_table(replace(whole, results=results), FIRST_ONLY)

    assert [(tie.place, tie.number) for tie in standing.owed] == [(1, 2)]


def test_tie_break_round_over_other_totals_decides_nothing():
    # the tie-break was played by A and B; by a correction A, B and C are level now
    rounds = [{A: 0, B: 2, C: 2, D: 4}, {A: 2, B: 0, C: 2, D: 5}, {A: 2, B: 2, C: 0, D: 5}]

    standing = standings.of_table(table([A, B, C, D], rounds, {(1, 1): {A: 0, B: 4}}), FIRST_ONLY)

    assert [(tie.place, tie.number, tie.entries) for tie in standing.owed] == [(1, 2, (A, B, C))]


def test_a_lot_takes_the_place_of_a_tie_break_round():
    rounds = [{A: 0, B: 1, C: 4, D: 3}, {A: 4, B: 0, C: 4, D: 5}, {A: 0, B: 1, C: 1, D: 4}]

    standing = standings.of_table(table([A, B, C, D], rounds, lots={1: (B, A)}), FIRST_ONLY)

    assert standing.owed == ()
    assert places(standing) == {B: 1, A: 2, C: 3, D: 4}


def test_two_empty_hands_the_named_winner_has_the_points():
    named = RoundResult(0, 1, won(0, 1, {A: 0, B: 0, C: 4, D: 2}, [A, B, C, D]).lines, winner=2)

    standing = standings.of_table(TableState(1, (A, B, C, D), (named,)), FIRST_ONLY)

    assert totals(standing) == {B: 2, A: 0, D: -2, C: -4}
