"""Looking ahead: what a report would do, and nothing stored (design.md §3, the consequence first)."""

import pytest
from django.test import Client

from championship.models import LogLine, Pulse, Report
from championship.services import passes
from tests.championship.api.calls import DROP, body_of, error_of, post
from tests.factories import make_pass, make_report, make_started, organiser_of, play_table, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return make_started(players=8)


@pytest.fixture
def table_pass(hall):
    return make_pass(hall, [1])


def ask(hall, body, **how):
    return post(hall, body, what="reports/preview/", **how)


def seats(hall):
    return list(table_of(hall).seats.order_by("position").select_related("entry__player"))


def test_preview_says_what_would_follow_and_stores_nothing(hall, table_pass):
    make_report(hall)
    make_report(hall, number=2)
    before = (Report.objects.count(), LogLine.objects.count(), list(Pulse.objects.values()))

    response = ask(hall, body_of(hall, number=3, client_id=DROP), by=table_pass)

    assert response.status_code == 200
    assert (Report.objects.count(), LogLine.objects.count(), list(Pulse.objects.values())) == before
    answer = response.json()
    first, second, third, fourth = seats(hall)
    assert answer["consequence"]["lines"] == [
        f"\u2068{first.entry.player.full_name}\u2069 takes 1st place and goes on to: Final, table 1, seat 1.",
        f"\u2068{second.entry.player.full_name}\u2069 takes 2nd place and goes on to: Final, table 1, seat 3.",
    ]
    assert [fact["code"] for fact in answer["consequence"]["facts"]] == ["decides", "decides"]
    assert (answer["revision"], answer["kept_because"], answer["confirm"], answer["needs_reason"]) == (
        1,
        "",
        "",
        False,
    )
    assert [(row["seat"], row["place"], row["total"]) for row in answer["standing"]["rows"]] == [
        (1, 1, 6),
        (2, 2, -9),
        (3, 3, -12),
        (4, 4, -15),
    ]
    assert answer["standing"]["state"] == "decided"
    assert [row["name"] for row in answer["standing"]["rows"]] == [
        seat.entry.player.full_name for seat in (first, second, third, fourth)
    ]


def test_preview_says_who_is_level_and_owes_a_tie_break(hall, table_pass):
    """Level for first place after the last round (rules.md §5.1)."""
    make_report(hall, number=1, cards=(0, 2, 4, 5))
    make_report(hall, number=2, cards=(2, 0, 4, 5))

    answer = ask(hall, body_of(hall, (3, 3, 0, 5), number=3), by=table_pass).json()

    one, two = (seat.entry for seat in seats(hall)[:2])
    assert answer["standing"]["state"] == "tied"
    assert answer["standing"]["owed"] == [{"place": 1, "number": 1, "entries": [one.number, two.number]}]
    assert answer["consequence"]["lines"] == [
        f"\u2068{one.player.full_name}\u2069 and \u2068{two.player.full_name}\u2069 are level for 1st place: "
        "they play a tie-break round."
    ]


def test_preview_names_what_needs_a_reason_without_refusing(hall, table_pass):
    """VA5 may be overridden: it is asked about before it is refused."""
    response = ask(hall, body_of(hall, (0, 0, 4, 5)), by=table_pass)

    assert response.status_code == 200
    one, two = seats(hall)[:2]
    (finding,) = response.json()["findings"]
    assert (finding["code"], finding["severity"], finding["seats"]) == ("VA5", "O", [1, 2])
    assert one.entry.player.full_name in finding["sentence"]
    assert two.entry.player.full_name in finding["sentence"]


def test_preview_of_what_cannot_be_right_is_refused(hall, table_pass):
    response = ask(hall, body_of(hall, (1, 3, 4, 5)), by=table_pass)

    assert (response.status_code, error_of(response)["code"]) == (422, "report_refused")


def test_preview_of_a_correction_asks_for_the_reason(hall, table_pass):
    make_report(hall)

    without = ask(hall, body_of(hall, (3, 0, 4, 5), seen=1), by=table_pass).json()
    with_reason = ask(hall, body_of(hall, (3, 0, 4, 5), seen=1, reason="mixed up"), by=table_pass).json()

    assert [(answer["revision"], answer["needs_reason"]) for answer in (without, with_reason)] == [
        (2, True),
        (2, False),
    ]


def test_preview_says_why_it_would_be_kept(hall, table_pass):
    make_report(hall)

    answer = ask(hall, body_of(hall, (3, 0, 4, 5)), by=table_pass).json()

    assert (answer["revision"], answer["kept_because"], answer["sentence"]) == (
        None,
        "differs",
        "Another report of this round says something else",
    )


def test_preview_for_the_head_referee_gives_what_to_confirm(hall):
    """design.md §4.8."""
    play_table(hall)
    head = Client()
    head.force_login(organiser_of(hall).user)
    correction = body_of(hall, (9, 0, 9, 9), seen=1, reason="mixed up")

    answer = ask(hall, correction, client=head, X_Mapal="1").json()

    assert answer["consequence"]["moves_somebody"] is True
    assert len(answer["consequence"]["lines"]) <= 3
    confirmed = post(hall, {**correction, "confirm": answer["confirm"]}, client=head, X_Mapal="1")
    assert (confirmed.status_code, confirmed.json()["revision"]) == (201, 2)


def test_preview_is_for_those_who_may_report(hall, table_pass):
    other, revoked = make_pass(hall, [2]), make_pass(hall, [1])
    passes.revoke(revoked.row, by=organiser_of(hall))

    statuses = [ask(hall, body_of(hall), by=by).status_code for by in (table_pass, other, revoked, None)]

    assert statuses == [200, 403, 401, 401]


def test_preview_takes_at_most_15_queries(hall, table_pass, django_assert_max_num_queries):
    with django_assert_max_num_queries(15):
        assert ask(hall, body_of(hall), by=table_pass).status_code == 200
