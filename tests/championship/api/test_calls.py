"""Calling the head referee through the API: once however often it is sent, and not without end."""

from uuid import uuid4

import pytest

from championship.api import examples
from championship.api.throttles import ByPass, CallsByPass
from championship.models import Call
from championship.services import passes
from tests.championship.api.calls import body_of, error_of, post
from tests.championship.api.test_schema import must_fit
from tests.factories import make_pass, make_started, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return make_started(players=8)


def call(hall, by, **fields):
    return post(hall, {**examples.CALL, "client_id": str(uuid4()), **fields}, by=by, what="calls/")


def test_call_sent_twice_is_answered_the_same(hall):
    by, one = make_pass(hall, [1]), str(uuid4())
    first, again = (call(hall, by, client_id=one) for _twice in range(2))

    must_fit(first, "call_head_referee", 201)
    assert (first.json(), Call.objects.count()) == (again.json(), 1)
    assert (first.json()["client_id"], first.json()["answered_at"]) == (one, None)
    assert error_of(call(hall, by, client_id=one, kind="deck"))["code"] == "client_id_reused"


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"kind": "pizza"}, 400), ({"table": 99}, 404), ({"table": 2}, 403), ({"text": "free words"}, 400)],
    ids=["kind", "no_such_table", "another_table", "no_free_text"],
)
def test_call_that_cannot_be_is_refused(hall, fields, status):
    assert call(hall, make_pass(hall, [1]), **fields).status_code == status
    assert Call.objects.count() == 0


def test_revoked_pass_calls_nobody(hall):
    by = make_pass(hall, [1])
    passes.revoke(by.row, by=organiser_of(hall))
    assert call(hall, by).status_code == 401


def test_calls_are_limited_and_reports_go_on(hall, monkeypatch):
    monkeypatch.setattr(CallsByPass, "most", 2)
    by = make_pass(hall, [1])
    assert [call(hall, by).status_code for _often in range(3)] == [201, 201, 429]
    assert post(hall, body_of(hall), by=by).status_code == 201
    assert ByPass.most == 600
