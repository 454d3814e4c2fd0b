"""The end at the desk: places, the roll on the home page, the protocol asked for, names taken away."""

import pytest
from django.test import Client

from championship.enums import Role
from championship.models import Printout
from tests import factories
from tests.championship.services.test_endings import close
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import main, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    hall = factories.make_started(players=4, name_en="Over and done")
    factories.play_table(hall, 1, winners=(1, 1, 2))
    return hall


def test_end_is_walked_to_the_roll_on_the_home_page(hall):
    client = desk_of(hall)
    before = text(client.get(at(hall, "end/")).content.decode())
    close(hall)

    after = main(client.get(at(hall, "end/")).content.decode())
    done = client.post(at(hall, "end/winners/"), follow=True)
    english = Client()
    english.cookies["mapal_language"] = "en"
    home = main(english.get("/").content.decode())

    assert "After the last stage is closed." in before
    assert "Put the winners on the roll" in after
    assert "stand on the roll" in said(done)[0]
    winner = factories.table_of(hall).seats.get(position=1).entry.player.full_name
    assert f"2027 Over and done Champion {winner}" in home or f"2027 Over and done {winner}" in home


def test_names_are_taken_away_by_typing_the_name(hall):
    close(hall)
    client, address = desk_of(hall), at(hall, "end/anonymise/")
    assert "cannot be undone" in text(client.get(address).content.decode())

    wrong = client.post(address, {"typed": "over and done"})
    right = client.post(address, {"typed": "Over and done"}, follow=True)

    assert wrong.status_code == 409
    assert "The names are gone" in said(right)[0]
    assert {player.full_name for player in (entry.player for entry in hall.entries.all())} == {""}
    assert client.get(at(hall, "players/")).status_code == 200
    assert client.get(at(hall, "log/")).status_code == 200
    assert "names of this championship were taken away" in text(client.get(address).content.decode())


def test_protocol_is_asked_for_at_the_end(hall):
    desk_of(hall, Role.HEAD_REFEREE).post(at(hall, "prints/"), {"kind": "results", "language": "he"})

    assert list(Printout.objects.values_list("kind", "language")) == [("results", "he")]
