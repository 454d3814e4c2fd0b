"""Whether a report counts, or is kept and why (design.md §4)."""

from dataclasses import replace

import pytest

from scoring import verdict
from scoring.results import Outcome, RoundResult
from scoring.verdict import KeptBecause
from tests.scoring.builders import stage, table, to_final, won

A, B, C, D = 1, 2, 3, 4
SEATS = [A, B, C, D]
ROUNDS = [{A: 0, B: 3, C: 1, D: 7}, {A: 3, B: 0, C: 1, D: 1}, {A: 0, B: 1, C: 7, D: 4}]
SENT = won(0, 1, ROUNDS[0], SEATS)
OTHER = won(0, 1, {A: 0, B: 4, C: 1, D: 7}, SEATS)
B_WINS = won(0, 3, {A: 9, B: 0, C: 7, D: 4}, SEATS)


def judge(state, sent, *, seen=0, latest=0, by_head=False):
    judged = verdict.of_report(state, 1, sent, seen=seen, latest=latest, by_head=by_head)
    return judged.revision or judged.kept_because


def test_the_first_report_of_a_round_counts():
    assert judge(stage(table(SEATS)), SENT) == 1


def test_a_second_report_is_a_dispute_if_it_differs_and_none_if_it_agrees():
    state = stage(table(SEATS, ROUNDS[:1]))

    assert judge(state, OTHER, latest=1) is KeptBecause.DIFFERS
    assert judge(state, SENT, latest=1) is KeptBecause.AGREES


def test_a_correction_follows_the_revision_its_author_saw():
    state = stage(table(SEATS, ROUNDS[:1]))

    assert judge(state, OTHER, seen=1, latest=1) == 2
    assert judge(state, OTHER, seen=1, latest=2) is KeptBecause.DIFFERS


def test_an_unchanged_correction_changes_nothing():
    assert judge(stage(table(SEATS, ROUNDS[:1])), SENT, seen=1, latest=1) is KeptBecause.AGREES


def test_the_head_referee_decides_a_dispute_for_what_counts_too():
    state = stage(table(SEATS, ROUNDS[:1], has_dispute=True))

    assert judge(state, SENT, seen=1, latest=1, by_head=True) == 2
    assert judge(state, OTHER, seen=1, latest=1, by_head=True) == 2


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (stage(table(SEATS, ROUNDS, is_confirmed=True)), KeptBecause.CONFIRMED),
        (stage(table(SEATS, ROUNDS), is_closed=True), KeptBecause.CLOSED),
        (stage(table(SEATS, ROUNDS), tickets=[to_final(holder=A)]), KeptBecause.WOULD_MOVE),
    ],
    ids=["confirmed", "closed", "would_move"],
)
def test_what_only_the_head_referee_may_do_is_kept(state, reason):
    assert judge(state, B_WINS, seen=1, latest=1) is reason
    assert judge(state, B_WINS, seen=1, latest=1, by_head=True) == 2


# after two rounds' worth of ties: A and B level at 0 for first place
LEVEL = [{A: 0, B: 1, C: 4, D: 3}, {A: 4, B: 0, C: 4, D: 5}, {A: 0, B: 1, C: 1, D: 4}]


@pytest.mark.parametrize(
    ("rounds", "sent", "expected"),
    [
        (LEVEL, won(1, 1, {A: 0, B: 4}, SEATS), 1),
        (LEVEL, won(1, 1, {A: 0, C: 4}, SEATS), KeptBecause.NO_TIE),
        (LEVEL, won(1, 1, {A: 0, B: 4, C: 1}, SEATS), KeptBecause.NO_TIE),
        (LEVEL, won(2, 1, {A: 0, B: 4}, SEATS), KeptBecause.NO_TIE),
        (LEVEL[:2], won(1, 1, {A: 0, B: 4}, SEATS), KeptBecause.NO_TIE),
        (ROUNDS, won(1, 1, {A: 0, B: 4}, SEATS), KeptBecause.NO_TIE),
    ],
    ids=["level", "not_level", "one_too_many", "other_place", "too_early", "clear_winner"],
)
def test_a_tie_break_round_counts_if_just_its_players_are_level(rounds, sent, expected):
    assert judge(stage(table(SEATS, rounds)), sent) == expected


def test_a_tie_break_round_can_be_corrected():
    played = table(SEATS, LEVEL, {(1, 1): {A: 0, B: 4}})

    assert judge(stage(played), won(1, 1, {A: 2, B: 0}, SEATS), seen=1, latest=1) == 2


def test_a_saved_round_can_be_called_void():
    state = stage(table(SEATS, ROUNDS[:1]))
    void = RoundResult(0, 1, (), outcome=Outcome.VOID)

    assert judge(state, void, seen=1, latest=1, by_head=True) == 2


@pytest.mark.parametrize(
    ("change", "agrees"),
    [
        ({}, True),
        ({"winner": 2}, False),
        ({"outcome": Outcome.CALLED_OFF, "winner": None}, False),
        ({"lines": SENT.lines[::-1]}, True),
        ({"lines": SENT.lines[:3]}, False),
        ({"revision": 5}, True),
    ],
    ids=["same", "winner", "called_off", "order", "line_missing", "revision"],
)
def test_says_the_same_compares_what_was_reported(change, agrees):
    assert verdict.says_the_same(SENT, replace(SENT, **change)) is agrees
