"""Sending reports: what becomes of them, and the same answer however often they are sent (design.md §4)."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from championship.api.throttles import ByPass
from championship.enums import Role, RulingKind
from championship.models import Report, Seat
from championship.services import passes, rulings
from scoring.formats import classic
from tests.championship.api.calls import address, body_of, error_of, post
from tests.factories import (
    make_actor,
    make_pass,
    make_published,
    make_report,
    make_started,
    make_user,
    organiser_of,
    play_stage,
    play_table,
    table_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Two tables of four, started."""
    return make_started(players=8)


@pytest.fixture
def table_pass(hall):
    return make_pass(hall, [1])


def entries(hall, table=1):
    return list(table_of(hall, table).seats.order_by("position").values_list("entry__number", flat=True))


def confirm_table(hall):
    table, by = table_of(hall), organiser_of(hall)
    rulings.make(table.stage, RulingKind.TABLE_CONFIRMED, client_id=uuid4(), reason="all agree", by=by, table=table)


def test_report_counts_and_says_so(hall, table_pass):
    body = body_of(hall)

    response = post(hall, body, by=table_pass)

    assert response.status_code == 201
    report = Report.objects.get()
    assert response.json() == {
        "id": report.pk,
        "client_id": body["client_id"],
        "stage": "qualifiers",
        "table": 1,
        "place": 0,
        "number": 1,
        "outcome": "won",
        "winner": 1,
        "lines": [
            {"seat": seat, "entry": entry, "cards": cards, "points": None, "hand": []}
            for seat, entry, cards in zip((1, 2, 3, 4), entries(hall), (0, 3, 4, 5), strict=True)
        ],
        "seen": 0,
        "revision": 1,
        "kept_because": "",
        "sentence": "Saved, and it counts.",
        "findings": [],
        "received_at": report.received_at.isoformat(),
    }
    assert response.headers["Cache-Control"] == "no-store"


def test_report_tells_its_warnings(hall, table_pass):
    response = post(hall, body_of(hall, (0, 4, 4, 4)), by=table_pass)

    assert response.status_code == 201
    assert response.json()["findings"] == [
        {
            "code": "VA16",
            "severity": "W",
            "seats": [2, 3, 4],
            "values": {"problem": "all_equal", "cards": 4},
            "sentence": (
                "Seats \u20662\u2069, \u20663\u2069 and \u20664\u2069: everybody has 4 cards left, which is unusual. "
                "Please look once more; it can be saved as it is."
            ),
        }
    ]


def test_report_takes_an_override_with_its_reason(hall, table_pass):
    """VA5: two empty hands can come of a chain of last 2+."""
    refused = post(hall, body_of(hall, (0, 0, 4, 5)), by=table_pass)
    taken = post(hall, body_of(hall, (0, 0, 4, 5), overrides={"VA5": "2+ on 2+, both out"}), by=table_pass)

    assert refused.status_code == 422
    assert taken.status_code == 201
    assert [finding["code"] for finding in taken.json()["findings"]] == ["VA5"]


def test_report_takes_hand_facts_and_an_absent_player(hall, table_pass):
    body = body_of(hall, (0, 2, None, 5), facts={"last_card": "r5", "turns": {"1": 9}, "duration_seconds": 400})
    body["lines"][1]["hand"] = ["r5", "g2+"]

    response = post(hall, body, by=table_pass)

    assert response.status_code == 201
    assert [(line["cards"], line["hand"]) for line in response.json()["lines"]] == [
        (0, []),
        (2, ["r5", "g2+"]),
        (None, []),
        (5, []),
    ]
    assert Report.objects.get().facts == body["facts"]


def test_report_sent_again_gets_the_same_bytes(hall, table_pass):
    """O07: after a lost answer the same report is sent again."""
    body = body_of(hall, (0, 4, 4, 4))
    first = post(hall, body, by=table_pass)

    again = post(hall, body, by=table_pass)

    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert Report.objects.count() == 1


def test_report_sent_again_gets_the_same_bytes_after_the_table_moved_on(hall, table_pass):
    body = body_of(hall)
    first = post(hall, body, by=table_pass)
    make_report(hall, cards=(4, 0, 3, 5), seen=1, reason="seats were mixed up")
    make_report(hall, number=2)
    make_report(hall, number=3)
    confirm_table(hall)

    again = post(hall, body, by=table_pass)

    assert (again.status_code, again.content) == (201, first.content)


def test_report_sent_again_with_a_new_pass_gets_the_same_bytes(hall, table_pass):
    body = body_of(hall)
    first = post(hall, body, by=table_pass)
    passes.revoke(table_pass.row, by=organiser_of(hall))

    assert post(hall, body, by=table_pass).status_code == 401
    again = post(hall, body, by=make_pass(hall, [1]))
    assert (again.status_code, again.content) == (201, first.content)


def test_report_sent_again_may_name_its_lines_in_another_order(hall, table_pass):
    body = body_of(hall)
    first = post(hall, body, by=table_pass)

    again = post(hall, {**body, "lines": body["lines"][::-1]}, by=table_pass)

    assert again.content == first.content


def test_report_with_a_known_id_and_other_content_is_a_conflict_with_what_is_stored(hall, table_pass):
    """O06: the second writer gets a conflict answer with the stored values."""
    body = body_of(hall)
    first = post(hall, body, by=table_pass)

    response = post(hall, {**body, "lines": body_of(hall, (0, 3, 4, 6))["lines"]}, by=table_pass)

    assert response.status_code == 409
    error = error_of(response)
    assert (error["code"], error["values"]) == ("client_id_reused", {"stored": first.json()})
    assert Report.objects.count() == 1


def test_report_with_the_id_of_another_tables_report_does_not_show_it(hall, table_pass):
    other = post(hall, body_of(hall, table=2), by=make_pass(hall, [2])).json()

    response = post(hall, body_of(hall, client_id=other["client_id"]), by=table_pass)

    assert response.status_code == 409
    assert (error_of(response)["code"], error_of(response)["values"]) == ("client_id_reused", {})


def test_report_that_differs_is_kept_and_says_why(hall, table_pass):
    post(hall, body_of(hall), by=table_pass)

    response = post(hall, body_of(hall, (3, 0, 4, 5)), by=table_pass)

    assert response.status_code == 201
    answer = response.json()
    assert (answer["revision"], answer["kept_because"]) == (None, "differs")
    assert answer["sentence"] == (
        "Saved, but it does not count yet: another report of this round says something else. "
        "The head referee compares both and decides."
    )


def test_report_that_agrees_is_kept_without_a_dispute(hall, table_pass):
    post(hall, body_of(hall), by=table_pass)

    response = post(hall, body_of(hall), by=table_pass)

    assert (response.status_code, response.json()["kept_because"]) == (201, "agrees")


def test_report_corrects_what_its_author_saw_and_needs_a_reason(hall, table_pass):
    post(hall, body_of(hall), by=table_pass)

    without = post(hall, body_of(hall, (3, 0, 4, 5), seen=1), by=table_pass)
    with_reason = post(hall, body_of(hall, (3, 0, 4, 5), seen=1, reason="read from the sheet"), by=table_pass)

    assert (without.status_code, error_of(without)["code"]) == (422, "correction_needs_reason")
    assert (with_reason.status_code, with_reason.json()["revision"]) == (201, 2)


def test_report_of_a_tie_break_round_nobody_owes_is_kept(hall, table_pass):
    body = body_of(hall, place=1, lines=[{"seat": 1, "cards": 0}, {"seat": 2, "cards": 3}], winner=1)

    response = post(hall, body, by=table_pass)

    assert (response.status_code, response.json()["kept_because"]) == (201, "no_tie")


def test_report_by_the_phones_cookie_needs_our_header(hall, table_pass):
    phone = Client()
    phone.post("/api/v1/passes/", {"token": table_pass.token}, content_type="application/json")

    without = post(hall, body_of(hall), client=phone)
    with_header = post(hall, body_of(hall), client=phone, X_Mapal="1")

    assert (without.status_code, error_of(without)["code"]) == (403, "header_missing")
    assert with_header.status_code == 201
    assert Report.objects.get().by_pass == table_pass.row


def test_report_from_a_form_of_another_site_is_refused(hall, table_pass):
    """A form cannot send JSON as such, nor our header."""
    phone = Client()
    phone.post("/api/v1/passes/", {"token": table_pass.token}, content_type="application/json")
    body = json.dumps(body_of(hall))

    as_text = phone.post(address(hall, "reports/"), body, content_type="text/plain")
    as_form = phone.post(address(hall, "reports/"), {"report": body}, headers={"X-Mapal": "1"})

    assert (as_text.status_code, as_form.status_code) == (403, 415)
    assert error_of(as_form)["code"] == "unsupported_media_type"
    assert not Report.objects.exists()


def test_report_by_a_phone_with_several_passes_uses_the_one_that_opens_the_table(hall, table_pass):
    phone = Client()
    for new in (make_pass(hall, [2], label="two"), table_pass, make_pass(make_started(players=4), label="elsewhere")):
        phone.post("/api/v1/passes/", {"token": new.token}, content_type="application/json")
    assert post(hall, body_of(hall), client=phone, X_Mapal="1").status_code == 403  # of another championship now
    for new in (make_pass(hall, [2], label="two"), table_pass):
        phone.post("/api/v1/passes/", {"token": new.token}, content_type="application/json")

    second = post(hall, body_of(hall, table=2), client=phone, X_Mapal="1")

    assert second.status_code == 201
    assert Report.objects.get().by_pass.label == "two"


def test_report_by_a_signed_in_head_referee_decides_a_dispute(hall, table_pass):
    head = make_actor(hall, Role.HEAD_REFEREE)
    post(hall, body_of(hall), by=table_pass)
    post(hall, body_of(hall, (3, 0, 4, 5)), by=table_pass)
    browser = Client()
    browser.force_login(head.user)

    without_header = post(hall, body_of(hall, (3, 0, 4, 5), seen=1, reason="the sheet says so"), client=browser)
    response = post(
        hall, body_of(hall, (3, 0, 4, 5), seen=1, reason="the sheet says so"), client=browser, X_Mapal="1"
    )

    assert without_header.status_code == 403
    assert (response.status_code, response.json()["revision"]) == (201, 2)
    assert Report.objects.order_by("pk").last().by_user == head.user


def test_report_that_moves_somebody_is_confirmed_by_what_was_shown(hall):
    """design.md §4.8: the confirmation names the consequence shown."""
    play_table(hall)
    head = Client()
    head.force_login(organiser_of(hall).user)
    correction = body_of(hall, (9, 0, 9, 9), seen=1, reason="seats 1 and 2 were mixed up")
    first, second = entries(hall)[:2]

    asked = post(hall, correction, client=head, X_Mapal="1")

    assert asked.status_code == 409
    error = error_of(asked)
    assert error["code"] == "not_confirmed"
    assert any("takes the seat of" in line for line in error["values"]["lines"])
    assert Report.objects.count() == 3
    assert Seat.objects.get(stage__key="final", position=1).entry.number == first

    wrong = post(hall, {**correction, "confirm": "seen-other"}, client=head, X_Mapal="1")
    confirmed = post(hall, {**correction, "confirm": error["values"]["confirm"]}, client=head, X_Mapal="1")

    assert (wrong.status_code, confirmed.status_code) == (409, 201)
    assert Seat.objects.get(stage__key="final", position=1).entry.number == second


def test_report_that_moves_somebody_is_kept_if_a_pass_sends_it(hall, table_pass):
    play_table(hall)

    response = post(hall, body_of(hall, (9, 0, 9, 9), seen=1, reason="mixed up"), by=table_pass)

    assert (response.status_code, response.json()["kept_because"]) == (201, "would_move")


def test_report_of_a_confirmed_table_is_kept(hall, table_pass):
    play_table(hall)
    confirm_table(hall)

    response = post(hall, body_of(hall, (0, 3, 4, 6), seen=1, reason="counted again"), by=table_pass)

    assert (response.status_code, response.json()["kept_because"]) == (201, "confirmed")


def test_report_of_a_closed_stage_is_kept(hall, table_pass):
    play_stage(hall)
    stage = table_of(hall).stage
    rulings.make(stage, RulingKind.STAGE_CLOSED, client_id=uuid4(), reason="protocol signed", by=organiser_of(hall))

    response = post(hall, body_of(hall, (0, 3, 4, 6), seen=1, reason="counted again"), by=table_pass)

    assert (response.status_code, response.json()["kept_because"]) == (201, "closed")


def test_report_of_a_hidden_championship_is_for_its_passes_only():
    hidden = make_started(players=4)
    hidden.is_public = False
    hidden.save()
    own, other = make_pass(hidden), make_pass(make_started(players=4))

    statuses = {
        "own": post(hidden, body_of(hidden), by=own).status_code,
        "other": post(hidden, body_of(hidden), by=other).status_code,
        "none": post(hidden, body_of(hidden), X_Mapal="1").status_code,
    }

    assert statuses == {"own": 201, "other": 404, "none": 404}


def test_report_before_the_stage_began_waits():
    early = make_published(players=8)

    response = post(early, body_of(early), by=make_pass(early))

    assert (response.status_code, error_of(response)["code"]) == (409, "stage_not_started")


def test_report_void_is_the_head_referees_alone(hall, table_pass):
    post(hall, body_of(hall), by=table_pass)
    void = body_of(hall, outcome="void", winner=None, lines=[], seen=1, reason="a card was missing")
    head = Client()
    head.force_login(make_actor(hall, Role.HEAD_REFEREE).user)

    by_pass, by_head = post(hall, void, by=table_pass), post(hall, void, client=head, X_Mapal="1")

    assert (by_pass.status_code, error_of(by_pass)["code"]) == (403, "not_allowed")
    assert (by_head.status_code, by_head.json()["outcome"], by_head.json()["lines"]) == (201, "void", [])


def test_report_called_off_needs_no_counts(hall, table_pass):
    response = post(hall, body_of(hall, outcome="called_off", winner=None, lines=[]), by=table_pass)

    assert (response.status_code, response.json()["revision"]) == (201, 1)


def test_report_of_a_signed_in_stranger_is_refused(hall):
    stranger = Client()
    stranger.force_login(make_user())

    response = post(hall, body_of(hall), client=stranger, X_Mapal="1")

    assert (response.status_code, error_of(response)["code"]) == (401, "pass_missing")
    assert response.headers["WWW-Authenticate"] == 'Pass realm="mapal"'


def test_report_is_answered_in_the_language_asked_for_else_the_championships():
    hall = make_started(players=4, language="en")
    by = make_pass(hall)
    body = {**body_of(hall), "number": 9}

    said = {
        language: error_of(post(hall, body, by=by, language=language))["message"] for language in ("en", "", "xx")
    }

    assert said == dict.fromkeys(
        ("en", "", "xx"), "Table 1 has no round 9: it plays 3 rounds, then tie-break rounds."
    )
    assert post(hall, body, by=by, language="pl").headers["Content-Language"] == "pl"


def test_reports_of_one_pass_are_limited_and_of_no_other(hall, table_pass, monkeypatch):
    monkeypatch.setattr(ByPass, "most", 3)
    statuses = [post(hall, body_of(hall), by=table_pass).status_code for _turn in range(3)]

    stopped = post(hall, body_of(hall), by=table_pass)

    assert statuses == [201, 201, 201]
    assert (stopped.status_code, error_of(stopped)["code"]) == (429, "too_many_requests")
    assert 1 <= int(stopped.headers["Retry-After"]) <= 60
    assert post(hall, body_of(hall, table=2), by=make_pass(hall, [2])).status_code == 201


def test_report_is_taken_while_nothing_can_be_counted(hall, table_pass, settings):
    """A cache that is down must not cost a result."""
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",  # nobody listens there
        }
    }

    assert post(hall, body_of(hall), by=table_pass).status_code == 201


@pytest.mark.parametrize("way", ["header", "cookie"])
@pytest.mark.django_db(transaction=True)
def test_report_takes_at_most_25_queries(way, django_assert_max_num_queries):
    hall = make_started(players=8)
    pair, single = make_pass(hall, [1, 2]), make_pass(hall, [1])
    phone = Client()
    for new in (pair, single):
        phone.post("/api/v1/passes/", {"token": new.token}, content_type="application/json")
    how = {"by": single} if way == "header" else {"client": phone, "X_Mapal": "1"}

    for body in (
        body_of(hall),
        body_of(hall, (4, 0, 3, 5)),  # a dispute
        body_of(hall, (0, 3, 4, 6), seen=1, reason="counted again"),
        body_of(hall, number=2),
        body_of(hall, number=3),  # decides the table: two seats of the final are taken
    ):
        with django_assert_max_num_queries(25):
            assert post(hall, body, **how).status_code == 201


def test_report_with_hands_tells_their_penalty_points():
    """rules.md §5.2, C8: under the classic preset nobody adds up points."""
    hall = make_started(players=4, format_=classic(4), edition="en-classic")
    body = body_of(hall, (0, 3, 3, 1), facts={"last_card": "g7"})
    for line, hand in zip(body["lines"], ([], ["r9", "g1", "b2+"], ["CC", "ST", "y3"], ["gT"]), strict=True):
        line["hand"] = hand

    response = post(hall, body, by=make_pass(hall))

    assert response.status_code == 201
    assert [line["points"] for line in response.json()["lines"]] == [None, 20, 23, 10]


def test_report_with_points_that_are_not_those_of_the_hand_is_refused():
    """VB11."""
    hall = make_started(players=4, format_=classic(4), edition="en-classic")
    body = body_of(hall, (0, 1, 1, 1))
    for line, hand, points in zip(body["lines"], ([], ["r9"], ["CC"], ["gT"]), (None, 9, 8, 10), strict=True):
        line |= {"hand": hand} if points is None else {"hand": hand, "points": points}

    response = post(hall, body, by=make_pass(hall))

    assert response.status_code == 422
    assert [(each["code"], each["seats"]) for each in error_of(response)["findings"]] == [("VB11", [3])]
