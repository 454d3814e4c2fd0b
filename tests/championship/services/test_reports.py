"""Reports: counted or kept, once however often sent, never lost (design.md §4, rules.md §7.1)."""

from dataclasses import replace
from uuid import uuid4

import pytest

from championship.enums import Kept, RulingKind
from championship.errors import ClientIdReused, NotAllowed, NotConfirmed, OutOfStep, PassRefused, ReportRefused
from championship.models import LogLine, Pulse, Report, Round, Seat
from championship.selectors import standings
from championship.services import passes, reports, rulings
from championship.services.reports import UnknownRound
from championship.services.sent import SentLine
from scoring import standings as rankings
from scoring.results import Outcome
from tests.factories import (
    address_of,
    holder_of,
    make_pass,
    make_published,
    make_report,
    make_sent,
    make_started,
    organiser_of,
    play_stage,
    play_table,
    start_stage,
    table_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Two tables of four, top two of each in the final; the qualifiers have begun."""
    return make_started(players=8)


@pytest.fixture
def phone(hall):
    return holder_of(make_pass(hall))


def submit(hall, by, *, table=1, number=1, place=0, stage="", **fields):
    return reports.submit(address_of(hall, table, number, stage=stage, place=place), sent=make_sent(**fields), by=by)


def seats_of(hall, stage):
    seats = Seat.objects.filter(stage__championship=hall, stage__key=stage).order_by("table__number", "position")
    return [seat.entry.number if seat.entry else None for seat in seats]


def holder(hall, table, place, stage="qualifiers"):
    view = standings.stage_view(hall.stages.get(key=stage))
    return rankings.of_stage(view.state)[table].holder(place)


def test_submit_stores_what_was_sent(hall, phone):
    report = submit(hall, phone, cards=(4, 0, 2, 9), facts={"last_card": "r5"})

    assert (report.revision, report.kept_because, report.winner.position) == (1, "", 2)
    assert [(line.seat.position, line.cards) for line in report.lines.order_by("seat__position")] == [
        (1, 4),
        (2, 0),
        (3, 2),
        (4, 9),
    ]
    assert report.by_pass == phone.held
    assert report.facts == {"last_card": "r5"}


def test_submit_sent_twice_keeps_one_report(hall, phone):
    sent = make_sent()
    first = reports.submit(address_of(hall), sent=sent, by=phone)

    again = reports.submit(address_of(hall), sent=sent, by=phone)

    assert again == first
    assert list(Report.objects.all()) == [first]


def test_submit_of_other_content_under_a_known_id_is_refused(hall, phone):
    sent = make_sent()
    reports.submit(address_of(hall), sent=sent, by=phone)

    with pytest.raises(ClientIdReused, match=str(sent.client_id)):
        reports.submit(address_of(hall), sent=replace(sent, lines=make_sent((0, 9, 9, 8)).lines), by=phone)
    with pytest.raises(ClientIdReused):
        reports.submit(address_of(hall, 1, 2), sent=sent, by=phone)
    assert Report.objects.count() == 1


def test_submit_of_a_second_differing_report_is_kept_as_a_dispute(hall, phone):
    submit(hall, phone, cards=(0, 3, 4, 5))

    second = submit(hall, holder_of(make_pass(hall)), cards=(0, 3, 4, 6))

    assert (second.revision, second.kept_because) == (None, Kept.DIFFERS)
    view = standings.stage_view(hall.stages.get(order=1))
    assert view.state.table(1).has_dispute
    assert view.state.table(1).result(0, 1).lines[3].cards == 5
    assert [report.pk for report in view.waiting(1, 0, 1)] == [second.pk]


def test_submit_of_a_second_equal_report_is_no_dispute(hall, phone):
    submit(hall, phone)

    second = submit(hall, holder_of(make_pass(hall)))

    assert second.kept_because == Kept.AGREES
    assert not standings.stage_view(hall.stages.get(order=1)).state.table(1).has_dispute


def test_the_head_referee_decides_a_dispute_and_answers_all_that_was_kept(hall, phone):
    submit(hall, phone, cards=(0, 3, 4, 5))
    submit(hall, holder_of(make_pass(hall)), cards=(0, 3, 4, 6))

    decided = submit(hall, organiser_of(hall), cards=(0, 3, 4, 6), seen=1, reason="The sheet says 6")

    assert decided.revision == 2
    state = standings.stage_view(hall.stages.get(order=1)).state.table(1)
    assert not state.has_dispute
    assert state.result(0, 1).lines[3].cards == 6


def test_submit_of_a_correction_needs_its_reason_and_what_it_saw(hall, phone):
    submit(hall, phone)

    with pytest.raises(ReportRefused, match="why"):
        submit(hall, phone, cards=(0, 3, 4, 9), seen=1)
    stale = submit(hall, phone, cards=(0, 3, 4, 9), seen=0, reason="a slip")
    follows = submit(hall, phone, cards=(0, 3, 4, 8), seen=1, reason="a slip")

    assert (stale.kept_because, follows.revision) == (Kept.DIFFERS, 2)
    assert follows.reason.text == "a slip"


def test_submit_of_an_unchanged_correction_changes_nothing(hall, phone):
    submit(hall, phone)

    again = submit(hall, phone, seen=1, reason="I looked again")

    assert (again.revision, again.kept_because) == (None, Kept.AGREES)


def test_submit_of_the_last_round_lets_the_seats_follow(hall):
    play_table(hall, 1, winners=(1, 1, 1))

    first, second = holder(hall, 1, 1), holder(hall, 1, 2)
    assert None not in {first, second}
    assert seats_of(hall, "final") == [first, None, second, None]


def test_submit_of_a_correction_that_moves_somebody_is_kept_and_needs_the_head_referees_yes(hall, phone):
    play_table(hall, 1, winners=(1, 1, 1))
    before = seats_of(hall, "final")
    change = {"cards": (9, 0, 20, 21), "number": 3, "seen": 1, "reason": "seat 2 went out"}
    big = {"cards": (19, 0, 20, 21), "number": 2, "seen": 1, "reason": "seat 2 went out"}
    submit(hall, phone, **change)

    kept = submit(hall, phone, **big)
    assert kept.kept_because == Kept.WOULD_MOVE
    assert seats_of(hall, "final") == before

    with pytest.raises(NotConfirmed) as shown:
        submit(hall, organiser_of(hall), **big)
    assert Report.objects.filter(by_user__isnull=False, revision=2).count() == 0

    follows = shown.value.consequence
    moved = submit(hall, organiser_of(hall), **big, confirm=follows.token)
    assert moved.revision == 2
    assert seats_of(hall, "final") == [holder(hall, 1, 1), None, holder(hall, 1, 2), None]
    assert seats_of(hall, "final") != before


def test_submit_with_an_old_confirmation_is_shown_what_would_follow_now(hall):
    play_table(hall, 1, winners=(1, 1, 1))
    big = {"cards": (99, 0, 100, 101), "number": 2, "seen": 1, "reason": "seat 2 went out", "overrides": {}}
    big["cards"] = (30, 0, 31, 32)

    with pytest.raises(NotConfirmed) as first:
        submit(hall, organiser_of(hall), **big, confirm="of-another-day")

    assert first.value.consequence.unseats


def test_submit_when_the_next_table_has_begun_moves_nobody(hall):
    play_stage(hall)
    start_stage(hall, "final")
    make_report(hall, 1, 1, stage="final")
    before = seats_of(hall, "final")

    with pytest.raises(NotConfirmed) as shown:
        submit(hall, organiser_of(hall), cards=(30, 0, 31, 32), number=2, seen=1, reason="wrong")
    submit(
        hall,
        organiser_of(hall),
        cards=(30, 0, 31, 32),
        number=2,
        seen=1,
        reason="wrong",
        confirm=shown.value.consequence.token,
    )

    assert all(move.is_blocked for move in shown.value.consequence.moves)
    assert seats_of(hall, "final") == before


def test_submit_of_a_tie_break_round_decides_the_place(hall, phone):
    # seats 1 and 2: 2 - 3 - 1 and - 3 + 2 - 1: level at -2; the others far behind
    for number, cards in enumerate([(0, 3, 9, 9), (3, 0, 8, 9), (1, 1, 0, 9)], start=1):
        submit(hall, phone, number=number, cards=cards)
    assert seats_of(hall, "final")[:1] == [None]

    report = reports.submit(
        address_of(hall, 1, 1, place=1),
        sent=make_sent(lines=(SentLine(1, 5), SentLine(2, 0)), winner=2),
        by=phone,
    )

    assert report.revision == 1
    seats = {s.position: s.entry.number for s in table_of(hall).seats.all()}
    assert (holder(hall, 1, 1), holder(hall, 1, 2)) == (seats[2], seats[1])
    assert seats_of(hall, "final") == [seats[2], None, seats[1], None]


def test_submit_of_a_tie_break_round_nobody_owes_is_kept(hall, phone):
    report = reports.submit(
        address_of(hall, 1, 1, place=1),
        sent=make_sent(lines=(SentLine(1, 5), SentLine(2, 0)), winner=2),
        by=phone,
    )

    assert report.kept_because == Kept.NO_TIE


def test_submit_at_a_confirmed_table_is_kept_for_the_head_referee(hall, phone):
    play_table(hall, 1)
    rulings.make(
        hall.stages.get(order=1),
        RulingKind.TABLE_CONFIRMED,
        client_id=uuid4(),
        reason="All signed",
        by=organiser_of(hall),
        table=table_of(hall),
    )

    kept = submit(hall, phone, cards=(0, 3, 4, 9), number=3, seen=1, reason="late")

    assert kept.kept_because == Kept.CONFIRMED


def test_a_void_result_leaves_the_round_to_be_played_again(hall, phone):
    submit(hall, phone)

    voided = submit(
        hall, organiser_of(hall), lines=(), winner=None, outcome=Outcome.VOID, seen=1, reason="Wrong deck"
    )
    again = submit(hall, phone, cards=(3, 0, 4, 5), seen=2, reason="Played again")

    assert (voided.revision, again.revision) == (2, 3)
    assert standings.stage_view(hall.stages.get(order=1)).state.table(1).result(0, 1).winner == 2


def test_a_called_off_round_counts_for_nobody(hall, phone):
    report = submit(hall, phone, cards=(None, None, None, None), winner=None, outcome=Outcome.CALLED_OFF)

    assert report.revision == 1
    standing = rankings.of_stage(standings.stage_view(hall.stages.get(order=1)).state)[1]
    assert [row.total for row in standing.rows] == [0, 0, 0, 0]
    assert standing.rounds_played == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"cards": (0, 3, 4)}, "VA1"),
        ({"lines": (SentLine(1, 0), SentLine(1, 3), SentLine(2, 4), SentLine(3, 4)), "winner": 1}, "VA1"),
        ({"lines": tuple(SentLine(s, s - 1, 99) for s in (1, 2, 3, 4)), "winner": 1}, "VA1"),
        ({"cards": (0, -3, 4, 5)}, "VA1"),
        ({"cards": (2, 3, 4, 5), "winner": 1}, "VA3"),
        ({"cards": (1, 3, 4, 5), "winner": 1}, "VA4"),
        ({"cards": (0, 0, 4, 5), "winner": 1}, "VA5"),
        ({"cards": (0, 50, 40, 30)}, "VA6"),
        ({"facts": {"last_card": "rP"}}, "VA8"),
        ({"facts": {"last_card": "+3"}, "cards": (0, 4, 2, 9)}, "VA10"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_submit_of_what_cannot_be_right_stores_nothing(hall, phone, fields, code):
    with pytest.raises(ReportRefused) as refused:
        submit(hall, phone, **fields)

    assert code in {finding.code for finding in refused.value.findings}
    assert not Report.objects.exists()
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"overrides": {"XXXXXXXXX": "?"}}, {"overrides": {"VA5\0": "?"}}, {"seen": 40000}], ids=str
)
def test_submit_of_what_no_column_holds_stores_nothing(hall, phone, fields):
    with pytest.raises(ReportRefused) as refused:
        submit(hall, phone, **fields)

    assert refused.value.code == "form_unreadable"
    assert not Report.objects.exists()


def test_submit_with_a_reason_overrides_what_may_be_overridden(hall, phone):
    report = submit(hall, phone, cards=(0, 0, 4, 5), winner=1, overrides={"VA5": "Both laid their last 2+"})

    assert report.revision == 1
    assert [finding["code"] for finding in report.findings] == ["VA5"]
    assert [(o.rule, o.reason.text) for o in report.overrides.all()] == [("VA5", "Both laid their last 2+")]


def test_submit_stores_a_warning_with_the_report(hall, phone):
    report = submit(hall, phone, cards=(0, 4, 4, 4))

    assert [(f["code"], f["severity"]) for f in report.findings] == [("VA16", "W")]


def test_submit_of_a_sum_that_cannot_be_is_refused_in_the_last_round(hall, phone):
    # two empty hands are overridden in every round: totals need the reason too (VA14)
    for number in (1, 2):
        submit(hall, phone, number=number, cards=(0, 0, 4, 5), winner=1, overrides={"VA5": "chain"})

    with pytest.raises(ReportRefused) as refused:
        submit(hall, phone, number=3, cards=(0, 0, 4, 5), winner=1, overrides={"VA5": "chain"})

    assert {finding.code for finding in refused.value.findings} == {"VA14"}


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"stage": "semifinal"}, "no stage"),
        ({"table": 9}, "no table 9"),
        ({"number": 4}, "no round 4"),
        ({"number": 0}, "no round 0"),
        ({"place": 9}, "no round 1"),
    ],
    ids=["stage", "table", "round_4", "round_0", "place"],
)
def test_submit_to_a_round_that_is_none_names_it(hall, phone, where, message):
    address = replace(address_of(hall), **where)

    with pytest.raises(UnknownRound, match=message):
        reports.submit(address, sent=make_sent(), by=phone)


def test_submit_before_the_stage_has_begun_says_the_way_out():
    hall = make_published(players=8)

    with pytest.raises(OutOfStep, match="Start it at the desk"):
        submit(hall, holder_of(make_pass(hall)))


def test_submit_at_a_table_that_waits_for_players_is_refused(hall, phone):
    play_table(hall, 1)
    start_stage(hall, "final")

    with pytest.raises(OutOfStep, match="still waits"):
        submit(hall, phone, stage="final")


def test_submit_with_a_pass_for_another_table_is_refused(hall):
    other = holder_of(make_pass(hall, [2]))

    with pytest.raises(PassRefused, match="other tables"):
        submit(hall, other)
    assert submit(hall, other, table=2).counts


def test_submit_with_a_revoked_pass_is_refused_at_once(hall, phone):
    passes.revoke(phone.held, by=organiser_of(hall))

    with pytest.raises(PassRefused, match="revoked"):
        submit(hall, phone)


def test_submit_raises_the_version_by_one_and_a_resend_by_nothing(hall, phone):
    sent = make_sent()
    before = Pulse.objects.get(championship=hall)

    reports.submit(address_of(hall), sent=sent, by=phone)
    reports.submit(address_of(hall), sent=sent, by=phone)

    after = Pulse.objects.get(championship=hall)
    assert (after.version, after.counter) == (before.version + 1, before.counter + 1)
    assert LogLine.objects.filter(version=after.version).values_list("act", flat=True)[0] == "report.counted"


def test_submit_of_a_report_that_agrees_is_nothing_the_public_sees(hall, phone):
    submit(hall, phone)
    before = Pulse.objects.get(championship=hall).version

    submit(hall, phone)

    assert Pulse.objects.get(championship=hall).version == before


def test_consequence_says_what_would_follow_and_stores_nothing(hall, phone):
    judged, found = reports.consequence(address_of(hall), sent=make_sent((0, 4, 4, 4)), by=phone)

    assert judged.revision == 1
    assert [finding.code for finding in found] == ["VA16"]
    assert [fact.code.value for fact in judged.consequence.lines] == ["leads", "goes_to"]
    assert not Report.objects.exists()


@pytest.mark.parametrize("number", [1, 3], ids=["in_the_middle", "the_last_round"])
def test_submit_takes_at_most_25_queries(hall, phone, number, django_assert_max_num_queries):
    for earlier in range(1, number):
        submit(hall, phone, number=earlier)

    with django_assert_max_num_queries(25):
        submit(hall, phone, number=number)


def test_submit_of_a_correction_that_moves_two_takes_at_most_25_queries(hall, django_assert_max_num_queries):
    play_table(hall, 1, winners=(1, 1, 1))
    big = {"cards": (30, 0, 31, 32), "number": 2, "seen": 1, "reason": "seat 2 went out"}
    with pytest.raises(NotConfirmed) as shown:
        submit(hall, organiser_of(hall), **big)

    by = organiser_of(hall)
    with django_assert_max_num_queries(25):
        submit(hall, by, **big, confirm=shown.value.consequence.token)


def test_only_the_head_referee_calls_a_saved_round_void(hall, phone):
    submit(hall, phone)

    with pytest.raises(NotAllowed, match="head referee"):
        submit(hall, phone, lines=(), winner=None, outcome=Outcome.VOID, seen=1, reason="Wrong deck")
    assert Report.objects.count() == 1


def test_submit_with_reasons_for_several_rules_takes_at_most_25_queries(hall, phone, django_assert_max_num_queries):
    reasons = {"VA5": "Both laid their last 2+", "VA9": "a chain", "VA10": "nobody noted it"}

    with django_assert_max_num_queries(25):
        report = submit(hall, phone, cards=(0, 0, 4, 5), winner=1, overrides=reasons)

    assert {o.rule: o.reason.text for o in report.overrides.all()} == reasons
