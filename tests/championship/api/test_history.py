"""Every version of a table's rounds: which counts, which waits, who sent it and why (design.md §4.1)."""

import pytest
from django.test import Client

from championship.enums import Role
from championship.services import passes
from tests.championship.api.calls import address, body_of, error_of, post
from tests.factories import holder_of, make_actor, make_pass, make_report, make_started, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return make_started(players=8)


@pytest.fixture
def table_pass(hall):
    return make_pass(hall, [1], label="Table 1")


def history(hall, by=None, table="qualifiers-1", client=None):
    headers = {"Authorization": f"Pass {by.token}"} if by else {}
    return (client or Client()).get(address(hall, f"tables/{table}/reports/?language=en"), headers=headers)


def test_history_tells_every_version_with_who_and_why(hall, table_pass):
    """O26: every version is listed with who and when."""
    referee, head = holder_of(table_pass), make_actor(hall, Role.HEAD_REFEREE)
    first = make_report(hall, by=referee)
    differs = make_report(hall, cards=(3, 0, 4, 5), by=referee)
    decided = make_report(hall, cards=(3, 0, 4, 5), seen=1, reason="the sheet says so", by=head)
    late = make_report(hall, cards=(3, 4, 0, 5), by=referee)
    second = make_report(hall, number=2, by=referee)

    response = history(hall, table_pass)

    assert response.status_code == 200
    told = [
        (row["id"], row["number"], row["revision"], row["counts"], row["kept_because"], row["waits"], row["reason"])
        for row in response.json()
    ]
    assert told == [
        (first.pk, 1, 1, False, "", False, ""),
        (differs.pk, 1, None, False, "differs", False, ""),
        (decided.pk, 1, 2, True, "", False, "the sheet says so"),
        (late.pk, 1, None, False, "differs", True, ""),
        (second.pk, 2, 1, True, "", False, ""),
    ]
    assert [row["by"] for row in response.json()] == [
        {"kind": "pass", "label": "Table 1"},
        {"kind": "pass", "label": "Table 1"},
        {"kind": "role", "label": "head_referee"},
        {"kind": "pass", "label": "Table 1"},
        {"kind": "pass", "label": "Table 1"},
    ]
    assert response.headers["Cache-Control"] == "no-store"


def test_history_holds_what_was_answered(hall, table_pass):
    answered = post(hall, body_of(hall), by=table_pass).json()

    (row,) = history(hall, table_pass).json()

    assert {name: row[name] for name in answered} == answered


def test_history_tells_what_was_overridden_and_why(hall, table_pass):
    """rules.md §7: an override stores its rule and reason."""
    post(hall, body_of(hall, (0, 0, 4, 5), overrides={"VA5": "2+ on 2+, both out"}), by=table_pass)

    (row,) = history(hall, table_pass).json()

    assert (row["overrides"], row["reason"]) == ({"VA5": "2+ on 2+, both out"}, "")


def test_history_is_for_those_who_may_report_at_the_table(hall, table_pass):
    make_report(hall)
    other, revoked = make_pass(hall, [2]), make_pass(hall, [1])
    passes.revoke(revoked.row, by=organiser_of(hall))

    answers = [history(hall, by) for by in (other, revoked, make_pass(make_started(players=4)), None)]

    assert [(answer.status_code, error_of(answer)["code"]) for answer in answers] == [
        (403, "pass_for_other_tables"),
        (401, "pass_revoked"),
        (403, "pass_for_other_championship"),
        (401, "pass_missing"),
    ]


def test_history_needs_no_header_with_a_cookie(hall, table_pass):
    phone = Client()
    phone.post("/api/v1/passes/", {"token": table_pass.token}, content_type="application/json")

    assert history(hall, client=phone).status_code == 200


def test_history_is_for_the_desk_too(hall):
    make_report(hall)
    desk = Client()
    desk.force_login(organiser_of(hall).user)

    assert [row["by"] for row in history(hall, client=desk).json()] == [{"kind": "role", "label": "organiser"}]


def test_history_of_no_table_is_404(hall):
    response = history(hall, make_pass(hall), table="second-1")

    assert (response.status_code, error_of(response)["code"]) == (404, "unknown_round")


def test_history_takes_as_many_queries_with_9_reports_as_with_1(hall, table_pass, django_assert_num_queries):
    make_report(hall)
    with django_assert_num_queries(7):
        history(hall, table_pass)
    for number in (2, 3):
        for _again in range(4):
            make_report(hall, number=number)

    with django_assert_num_queries(7):
        assert len(history(hall, table_pass).json()) == 9
