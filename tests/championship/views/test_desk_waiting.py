"""The waiting list, no-shows, families and marks at the desk."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from championship.enums import Role
from championship.services import people
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    """Four places: 1 to 4 have them, 5 to 7 wait; two are here."""
    championship = factories.make_championship(capacity=4)
    factories.make_entries(championship, 7)
    people.check_in(championship, [1, 3], by=factories.organiser_of(championship))
    return championship


@pytest.fixture
def client(championship):
    return desk_of(championship)


def page_of(client, championship, page):
    return text(client.get(at(championship, page)).content.decode())


def test_waiting_list_is_called_in_with_one_press(championship, client):
    assert "Every place is taken" in page_of(client, championship, "waiting/")
    people.cancel(championship, 2, by=factories.organiser_of(championship))
    assert "1 place free" in page_of(client, championship, "waiting/")

    response = client.post(at(championship, "waiting/call-in/"), {"count": "1"}, follow=True)

    assert "#5" in said(response)[0]
    assert championship.entries.get(number=5).status == "registered"
    refused = client.post(at(championship, "waiting/call-in/"), {"count": "x"}, follow=True)
    assert "0 places are free" in said(refused)[0]


def test_no_shows_are_named_with_who_comes_in_before_anything_happens(championship, client):
    page = page_of(client, championship, "check-in/no-shows/")
    assert "2 lose their places" in page
    assert "2 come in from the waiting list" in page
    assert championship.entries.filter(status="cancelled").count() == 0

    stale = client.post(at(championship, "check-in/no-shows/"), {"number": ["2"]}, follow=True)
    assert "Look at the list again" in said(stale)[0]
    done = client.post(at(championship, "check-in/no-shows/"), {"number": ["2", "4"]}, follow=True)

    assert said(done)[0] == "2 places were given up."
    assert sorted(championship.entries.filter(status="registered").values_list("number", flat=True)) == [1, 3, 5, 6]


def test_count_of_those_here_follows_the_other_desk(championship, client):
    other = desk_of(championship, Role.DESK_HELPER)
    assert "2 of 4 here" in page_of(client, championship, "check-in/counts/")

    other.post(at(championship, "check-in/"), {"number": "2"})

    assert "3 of 4 here" in page_of(client, championship, "check-in/counts/")


def test_scanned_code_finds_the_player(championship, client):
    page = client.get(at(championship, "check-in/"), {"q": f"https://taki.example/c/{championship.slug}/players/3/"})

    assert "#3" in text(page.content.decode())


def test_marks_show_what_is_still_owed_once_the_desk_uses_them(championship, client):
    found = at(championship, "check-in/?q=4")
    assert "not paid" not in client.get(found).content.decode()

    form = {
        "first_name": "Noa",
        "is_paid": "on",
        "is_eligible": "on",
        "has_consent": "on",
        "spectators": "2",
        "pot": "1",
    }
    client.post(at(championship, "players/1/"), form)

    page = client.get(found).content.decode()
    assert "not paid" in page
    assert "nothing declared" in page
    entry = championship.entries.get(number=1)
    assert (entry.is_paid, entry.is_eligible, entry.spectators, entry.pot) == (True, True, 2, 1)
    assert (
        client.post(at(championship, "players/1/"), {**form, "spectators": "3"}).status_code == 422
    )  # rules.md §6.1


def test_family_is_noted_by_numbers(championship, client):
    client.post(at(championship, "players/1/family/"), {"others": "3, #5"})

    assert set(championship.entries.filter(family=1).values_list("number", flat=True)) == {1, 3, 5}
    assert 'value="3, 5"' in client.get(at(championship, "players/1/")).content.decode()
    refused = client.post(at(championship, "players/1/family/"), {"others": "Noa"}, follow=True)
    assert "parted by commas" in said(refused)[-1]


@pytest.mark.parametrize("page", ["waiting/", "check-in/no-shows/", "check-in/counts/", "export/registrations.csv"])
def test_queries_do_not_grow_with_the_players(page):
    counts = []
    for players in (4, 24):
        hall = factories.make_championship(capacity=players // 2)
        factories.make_entries(hall, players)
        client = desk_of(hall)
        client.get(at(hall, page))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(at(hall, page))
        counts.append(len(queries))
    assert counts[0] == counts[1]
