"""Who may open the desk: its staff alone, each as far as their role goes (design.md §4.10)."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from championship.enums import Role
from championship.models import LogLine
from tests import factories
from tests.championship.views.desks import at, desk_of, signed_in

pytestmark = pytest.mark.django_db

STAFF_PAGES = (
    "",
    "players/",
    "players/new/",
    "players/1/",
    "check-in/",
    "tables/",
    "tables/qualifiers-1/",
    "tables/qualifiers-1/0-1/",
    "rulings/",
    "rulings/penalty/qualifiers-1/",
    "rulings/stage_closed/qualifiers/",
    "prints/",
    "passes/",
    "log/",
)
ORGANISER_PAGES = ("import/", "plan/", "draw/", "people/", "settings/")
ACTS = {
    "visibility/": {"is_public": "0"},
    "players/new/": {"first_name": "Noa"},
    "players/1/status/": {"act": "cancel"},
    "check-in/": {"number": "1"},
    "check-in/1/undo/": {},
    "plan/": {"players": "8", "key": "2-1"},
    "draw/": {},
    "draw/promise/": {},
    "draw/freeze/": {},
    "draw/cut/": {"cards": "red 5, blue 2, green stop"},
    "start/": {"stage": "qualifiers"},
    "rulings/stage_closed/qualifiers/": {"reason": "x"},
    "prints/": {"kind": "bracket"},
    "passes/": {"scope": "all"},
    "people/": {"username": "x", "role": "organiser"},
    "settings/": {"name_en": "x"},
}


@pytest.fixture
def championship():
    return factories.make_started(players=8)


@pytest.mark.parametrize("page", [*STAFF_PAGES, *ORGANISER_PAGES])
def test_page_is_for_the_staff(championship, page):
    stranger = signed_in(factories.make_user())
    elsewhere = desk_of(factories.make_championship())

    assert desk_of(championship).get(at(championship, page)).status_code == 200
    assert stranger.get(at(championship, page)).status_code == 404
    assert elsewhere.get(at(championship, page)).status_code == 404
    answer = Client().get(at(championship, page))
    assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={at(championship, page)}")


@pytest.mark.parametrize(("page", "status"), [*((p, 200) for p in STAFF_PAGES), *((p, 404) for p in ORGANISER_PAGES)])
def test_head_referee_has_no_page_of_the_organiser(championship, page, status):
    assert desk_of(championship, Role.HEAD_REFEREE).get(at(championship, page)).status_code == status


@pytest.mark.parametrize("page", ACTS)
def test_act_of_a_stranger_changes_nothing(championship, page):
    before = LogLine.objects.count()

    assert signed_in(factories.make_user()).post(at(championship, page), ACTS[page]).status_code == 404
    assert Client().post(at(championship, page), ACTS[page]).status_code == 302

    assert LogLine.objects.count() == before


@pytest.mark.parametrize(
    "page", ["draw/", "draw/promise/", "draw/freeze/", "draw/cut/", "plan/", "people/", "settings/", "visibility/"]
)
def test_act_of_the_organiser_is_not_the_head_referees(championship, page):
    before = LogLine.objects.count()

    assert desk_of(championship, Role.HEAD_REFEREE).post(at(championship, page), ACTS[page]).status_code == 404

    assert LogLine.objects.count() == before


def test_desk_lists_ones_own_championships_only():
    mine, other = factories.make_championship(name_en="Mine"), factories.make_championship(name_en="Other")

    page = desk_of(mine).get("/desk/").content.decode()

    assert "Mine" in page
    assert other.name_en not in page


@pytest.mark.parametrize("page", ["players/99/", "draw/99/publish/", "passes/99/revoke/", "import/99/", "prints/99/"])
def test_row_that_is_not_there_is_404(championship, page):
    client = desk_of(championship)
    is_act = page.endswith(("publish/", "revoke/"))

    response = client.post(at(championship, page)) if is_act else client.get(at(championship, page))

    assert response.status_code == 404


def test_rows_of_another_championship_are_404(championship):
    other = factories.make_published(players=8)
    new = factories.make_pass(other, [1])
    draw = other.stages.get(key="qualifiers").draws.get()
    member = other.memberships.get()
    client = desk_of(championship)

    acts = [f"passes/{new.row.pk}/revoke/", f"draw/{draw.pk}/publish/", f"people/{member.pk}/dismiss/"]
    assert [client.post(at(championship, page)).status_code for page in acts] == [404, 404, 404]
    new.row.refresh_from_db()
    assert new.row.revoked_at is None


@pytest.mark.parametrize(
    "page",
    [
        "",
        "players/",
        "tables/",
        "rulings/",
        "log/",
        "passes/",
        "prints/",
        "import/",
        "end/",
        "draw/",
        "check-in/?q=1",
    ],
)
def test_page_asks_as_often_for_one_row_as_for_three(page):
    """Names, tables and rulings cost no query each: eight players at two tables, then twenty-five at five."""
    counts = []
    for players in (8, 25):
        championship = factories.make_started(players=players)
        for _pass in range(players // 8):
            factories.make_pass(championship, [1, 2])
            factories.make_report(championship, 1, _pass + 1)
        client = desk_of(championship)
        with CaptureQueriesContext(connection) as asked:
            client.get(at(championship, page))
        counts.append(len(asked))

    assert counts[0] == counts[1]
    assert counts[0] <= 30
