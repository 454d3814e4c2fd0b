import pytest

from scoring.formats import FINAL, QUALIFIERS, SECOND, StageFormat, System, WildCards
from scoring.outlook import in_danger
from scoring.results import Exit, ExitKind, RoundResult, SeatLine, StageState, TableState, TicketState
from scoring.standings import of_table

ENTRIES = (11, 12, 13, 14)
TO_SECOND = (TicketState(1, 1, SECOND, 1, 1),)


def result(number, *cards, points=(None,) * 4):
    lines = tuple(SeatLine(i, ENTRIES[i - 1], left, points[i - 1]) for i, left in enumerate(cards, start=1))
    return RoundResult(0, number, lines, winner=cards.index(0) + 1)


def endangered(*results, tickets=TO_SECOND, exits=(), wild_cards=(), system=System.LUNADA, rounds=3):
    table = TableState(1, ENTRIES, results, exits)
    stage = StageState(StageFormat(QUALIFIERS, (4,), rounds, system), (table,), tickets, wild_cards, is_started=True)
    return in_danger(stage, of_table(table, stage.format, is_started=True))


# after round 1: +2 −1 −7 −8. Two rounds left: a rival who wins both gains 4 while the leader loses 2 at least,
# so up to 6 behind is safe; 12 is 3 behind, 13 is 9 behind, 14 is 10 behind.
def test_in_danger_needs_others_to_lose_more():
    assert endangered(result(1, 0, 1, 7, 8)) == {13, 14}


# one round left: 3 behind can draw level (a tie-break round), 4 behind cannot
@pytest.mark.parametrize(("cards", "expected"), [(1, set()), (2, {12})], ids=["level at best", "behind at best"])
def test_in_danger_of_being_level_is_none(cards, expected):
    # totals before the last round: 11 has 2−1 = +1, 12 has −cards−1; 12 can reach +2 more, 11 keeps 0 at best
    totals = endangered(result(1, 0, cards, 1, 1), result(2, 1, 1, 1, 0), tickets=TO_SECOND)

    assert totals & {12} == expected


def test_in_danger_counts_every_place_that_leads_on():
    both = (*TO_SECOND, TicketState(1, 2, SECOND, 2, 1))
    wild = (WildCards(QUALIFIERS, 2, 1, SECOND),)

    # totals +2 −1 −7 −8: 13 is 6 behind the second and can catch up with two wins, 14 is 7 behind
    assert endangered(result(1, 0, 1, 7, 8), tickets=both) == {14}
    assert endangered(result(1, 0, 1, 7, 8), wild_cards=wild) == {14}


def test_in_danger_is_nobody_before_the_first_round_and_after_the_last():
    assert endangered() == frozenset()
    assert endangered(*(result(number, 0, 9, 9, 9) for number in (1, 2, 3))) == frozenset()


def test_in_danger_leaves_out_who_left():
    gone = (Exit(14, ExitKind.WITHDRAWAL, 1),)

    assert endangered(result(1, 0, 1, 7, 8), exits=gone) == {13}


# penalty points: −100, 5, 9, 40 after the first of two. A win brings −100 and costs the others 1 at least:
# 12 would have −95 against −99, and is in danger with all the rest.
def test_in_danger_by_penalty_points_counts_downwards():
    played = result(1, 0, 1, 2, 5, points=(None, 5, 9, 40))

    assert endangered(played, system=System.PENALTY, rounds=2) == {12, 13, 14}
    assert endangered(played, system=System.PENALTY, rounds=3) == frozenset()


def test_in_danger_in_the_final_is_measured_by_the_first_place():
    table = TableState(1, ENTRIES, (result(1, 0, 1, 7, 8), result(2, 0, 1, 1, 1)))
    stage = StageState(StageFormat(FINAL, (4,)), (table,), is_started=True)

    # totals +4 −2 −8 −9 with one round left: 6 behind is out of reach
    assert in_danger(stage, of_table(table, stage.format)) == {12, 13, 14}
