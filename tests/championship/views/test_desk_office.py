"""The log, which says everything and is changed by nobody, and the people who work at a championship (O29)."""

import pytest

from championship.enums import Role
from championship.models import LogLine, Membership
from championship.services import draws, people, stages
from tests import factories
from tests.championship.views.desks import at, desk_of, said, signed_in
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_started(players=8)


@pytest.fixture
def client(championship):
    return desk_of(championship)


# The log


def test_log_says_who_did_what_and_why(championship, client):
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5))
    factories.make_report(championship, 1, 1, cards=(3, 0, 4, 5), seen=1, reason="two names mixed up")

    page = text(client.get(at(championship, "log/")).content.decode())

    assert "Result corrected · Qualifiers, table 1, Round 1" in page
    assert "two names mixed up" in page
    assert factories.organiser_of(championship).user.get_username() in page


def test_log_has_words_for_everything_that_is_done(championship, client):
    factories.play_until(championship)
    factories.play_stage(championship, "final")
    page = text(client.get(at(championship, "log/")).content.decode())

    acts = set(LogLine.objects.filter(championship=championship).values_list("act", flat=True))
    assert [act for act in acts if act in page] == []


def test_log_is_read_in_pages(championship, client):
    LogLine.objects.bulk_create(
        LogLine(championship=championship, act="pass.issued", subject=f"pass {number}", version=1)
        for number in range(250)
    )

    first = client.get(at(championship, "log/"))
    assert len(first.context["rows"]) == 100
    assert "Older" in text(first.content.decode())
    for page, rows in (("2", 100), ("99", None), ("x", 100)):
        response = client.get(at(championship, "log/"), {"page": page})
        assert response.status_code == 200
        assert rows is None or len(response.context["rows"]) == rows


def test_log_of_a_draft_tells_nothing_of_it():
    championship = factories.make_championship(players=8)
    by = factories.organiser_of(championship)
    stages.publish_plan(championship, by=by)
    people.check_in(championship, range(1, 9), by=by)
    drawn = draws.make(championship, seed="a secret seed", by=by)

    page = desk_of(championship, Role.HEAD_REFEREE).get(at(championship, "log/")).content.decode()

    assert "Draw made" in text(page)
    assert drawn.seed not in page
    assert drawn.result["digest"] not in page


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_o29_log_has_no_way_to_be_changed(championship, client, method):
    before = list(LogLine.objects.values_list("pk", flat=True))

    assert getattr(client, method)(at(championship, "log/")).status_code == 405

    assert list(LogLine.objects.values_list("pk", flat=True)) == before


# People


def test_user_is_appointed_promoted_and_dismissed(championship, client):
    user = factories.make_user("rina")
    address = at(championship, "people/")

    client.post(address, {"username": " rina ", "role": "head_referee"})
    row = Membership.objects.get(user=user)
    assert row.role == Role.HEAD_REFEREE
    assert signed_in(user).get(at(championship)).status_code == 200

    client.post(address, {"username": "rina", "role": "organiser"})
    row.refresh_from_db()
    assert row.role == Role.ORGANISER

    client.post(at(championship, f"people/{row.pk}/dismiss/"))
    assert signed_in(user).get(at(championship)).status_code == 404
    acts = championship.log.filter(act__startswith="staff.").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["staff.appointed", "staff.appointed", "staff.dismissed"]


@pytest.mark.parametrize("username", ["nobody", "", "x" * 300, "a\0b", "<script>"])
def test_unknown_user_is_named(championship, client, username):
    response = client.post(at(championship, "people/"), {"username": username, "role": "head_referee"})

    assert response.status_code == 409
    assert "There is no user" in said(response)[0]
    assert Membership.objects.count() == 1


def test_last_organiser_stays(championship, client):
    row = championship.memberships.get()

    response = client.post(at(championship, f"people/{row.pk}/dismiss/"), follow=True)

    assert "needs an organiser" in said(response)[0]
    demoted = client.post(at(championship, "people/"), {"username": row.user.username, "role": "head_referee"})
    assert demoted.status_code == 409
    assert Membership.objects.get().role == Role.ORGANISER
