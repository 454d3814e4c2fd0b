"""Reports with hands: level B, and penalty points that nobody need add up (rules.md §5.2, §7.2)."""

from dataclasses import replace

import pytest

from championship.enums import Hands
from championship.errors import ReportRefused
from championship.models import Report
from championship.services import findings, reports
from championship.services.sent import SentLine
from engine.findings import Finding, Severity
from engine.taki.editions import edition
from scoring.formats import classic
from tests.factories import address_of, holder_of, make_pass, make_sent, make_started

pytestmark = pytest.mark.django_db

HANDS = ("", "r1 rS K", "g4 g5 CC yT", "b9 b9 y1 y3 y4")


@pytest.fixture
def hall():
    return make_started(players=8)


@pytest.fixture
def penalty_hall():
    """One table of four under penalty scoring."""
    return make_started(players=4, format_=classic(4))


def lines(*hands, points=(None,) * 4, cards=None):
    """A line a seat from hands with spaces between the cards; None for a hand that nobody wrote down."""
    return tuple(
        SentLine(
            seat,
            len(hand.split()) if cards is None else cards[seat - 1],
            hand=tuple(hand.split()),
            points=points[seat - 1],
        )
        for seat, hand in enumerate(hands, start=1)
    )


def submit(hall, *hands, number=1, facts=None, **more):
    sent = make_sent(lines=lines(*hands, **more), winner=1, facts=facts or {})
    return reports.submit(address_of(hall, number=number), sent=sent, by=holder_of(make_pass(hall)))


def refused(hall, *hands, **more):
    with pytest.raises(ReportRefused) as error:
        submit(hall, *hands, **more)
    assert not Report.objects.exists()
    return [(finding.code, finding.seats) for finding in error.value.findings]


def test_report_with_hands_that_fit_is_stored_with_them(hall):
    report = submit(hall, *HANDS, facts={"last_card": "g9", "direction": 1, "top": "g9"})

    assert (report.revision, report.findings) == (1, [])
    assert [line.hand for line in report.lines.order_by("seat__position")] == list(HANDS)


def test_o08_numbers_of_the_next_table_are_a_warning_that_names_it(hall):
    reports.submit(address_of(hall, 1), sent=make_sent((0, 3, 4, 5)), by=holder_of(make_pass(hall)))

    same = reports.submit(address_of(hall, 2), sent=make_sent((0, 3, 4, 5)), by=holder_of(make_pass(hall)))

    expected = {"code": "VM1", "severity": "W", "seats": [], "values": {"table": 1}}
    assert (same.revision, same.findings) == (1, [expected])


@pytest.mark.parametrize(
    ("number", "cards"), [(2, (0, 3, 4, 5)), (1, (0, 3, 4, 6)), (1, (3, 0, 4, 5))], ids=["round", "count", "winner"]
)
def test_o08_other_numbers_than_the_next_table_are_no_warning(hall, number, cards):
    reports.submit(address_of(hall, 1), sent=make_sent((0, 3, 4, 5)), by=holder_of(make_pass(hall)))

    report = reports.submit(address_of(hall, 2, number), sent=make_sent(cards), by=holder_of(make_pass(hall)))

    assert report.findings == []


def test_hands_that_the_organiser_asks_for_are_given_or_there_is_a_reason():
    hall = make_started(players=8, hands=Hands.REQUIRED)
    by, some = holder_of(make_pass(hall)), make_sent(lines=lines(*HANDS[:3], "", cards=(0, 3, 4, 5)), winner=1)
    some = replace(some, lines=(*some.lines[:3], SentLine(4, 5)))

    with pytest.raises(ReportRefused) as error:
        reports.submit(address_of(hall), sent=some, by=by)
    assert [(finding.code, finding.seats) for finding in error.value.findings] == [("VM2", (4,))]

    reasoned = replace(some, overrides={"VM2": "shuffled already"})
    assert reports.submit(address_of(hall), sent=reasoned, by=by).revision == 1


def test_last_card_that_was_claimed_does_not_win(hall):
    assert refused(hall, *HANDS, facts={"last_card": "g9", "said": "claimed"}) == [("VM3", (1,))]
    assert submit(hall, *HANDS, facts={"last_card": "g9", "said": "undeclared"}).facts["said"] == "undeclared"


@pytest.mark.parametrize(
    ("edition_id", "code", "expected"),
    [
        ("he-2015", "VA9", ("chain_answers", "ends_run", "is_exhausted")),
        ("official-2018", "VA9", ("chain_answers", "is_exhausted")),
        ("he-2015", "VA10", ("is_exhausted",)),
        ("official-2018", "VA10", ("is_on_pending", "is_exhausted")),
        ("he-2015", "VA7", ("was_reshuffled",)),
        ("en-classic", "VB8", ("is_pair",)),
        ("he-2015", "VB8", ()),
        ("he-2015", "VA3", ()),
    ],
)
def test_facts_are_asked_for_where_they_can_explain_what_was_found(edition_id, code, expected):
    found = [Finding(code, Severity.OVERRIDE), Finding(code, Severity.OVERRIDE)]

    assert findings.facts_asked(found, edition(edition_id)) == expected


def test_every_fault_of_cards_and_counts_is_named_at_once(hall):
    hands = ("", "r5 r5 CZ", "r5 g1", "y1 y3 y4 y5 y6")

    found = refused(hall, *hands, cards=(0, 3, 4, 0), facts={"last_card": "rP"})

    expected = [("VA5", (1, 4)), ("VA8", (1,)), ("VB1", (2,)), ("VB2", (2, 3)), ("VB4", (3,)), ("VB4", (4,))]
    assert found == [*expected, ("VB8", (1,))]


def test_facts_of_the_end_are_judged_with_the_hands(hall):
    assert refused(hall, *HANDS, facts={"last_card": "g9", "top": "g8"}) == [("VB12", ())]


def test_facts_of_the_end_are_nothing_to_judge_without_hands(hall):
    sent = make_sent(facts={"last_card": "g9", "top": "g8"})

    report = reports.submit(address_of(hall), sent=sent, by=holder_of(make_pass(hall)))

    assert report.findings == []


def test_hands_come_to_their_penalty_points(penalty_hall):
    report = submit(penalty_hall, *HANDS)

    assert [line.points for line in report.lines.order_by("seat__position")] == [None, 21, 29, 26]


def test_hands_are_worth_the_usual_points_in_an_edition_without_any():
    hall = make_started(players=4, format_=classic(4), edition="official-2018")

    report = submit(hall, *HANDS)

    assert [line.points for line in report.lines.order_by("seat__position")] == [None, 21, 29, 26]


def test_points_that_were_typed_must_be_those_of_the_hand(penalty_hall):
    assert refused(penalty_hall, *HANDS, points=(None, 21, 30, None)) == [("VB11", (3,))]


def test_fault_of_a_hand_is_no_second_fault_of_points_nobody_typed(penalty_hall):
    hands = ("", "r2 rS K", "g4 g5 CC yT", "b9 b9 y1 y3 y4")

    assert refused(penalty_hall, *hands, cards=(0, 3, 2, 5)) == [("VB1", (2,)), ("VB4", (3,))]


def test_report_without_hands_needs_its_points(penalty_hall):
    with pytest.raises(ReportRefused) as error:
        reports.submit(address_of(penalty_hall), sent=make_sent(), by=holder_of(make_pass(penalty_hall)))

    assert [(finding.code, finding.seats) for finding in error.value.findings] == [
        ("VA15", (2,)),
        ("VA15", (3,)),
        ("VA15", (4,)),
    ]


def test_report_with_hands_sent_twice_is_one_report(penalty_hall):
    sent, by = make_sent(lines=lines(*HANDS), winner=1), holder_of(make_pass(penalty_hall))
    first = reports.submit(address_of(penalty_hall), sent=sent, by=by)

    assert reports.submit(address_of(penalty_hall), sent=sent, by=by) == first


def test_consequence_counts_the_points_of_hands_too(penalty_hall):
    sent, by = make_sent(lines=lines(*HANDS), winner=1), holder_of(make_pass(penalty_hall))

    verdict, found = reports.consequence(address_of(penalty_hall), sent=sent, by=by)

    assert (verdict.revision, found) == (1, [])
