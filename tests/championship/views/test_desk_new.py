"""Setting up: a championship from a shape and a number in one short form, or copied from last year's."""

from datetime import date

import pytest
from django.test import Client

from championship.enums import Role
from championship.models import Championship
from scoring import advisor
from scoring.formats import CLASSIC
from tests import factories
from tests.championship.views.desks import at, desk_of, said, signed_in
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db

FORM = {
    "name_en": "Cup",
    "slug": "cup",
    "day": "2027-10-19",
    "language": "he",
    "name_policy": "initial",
    "capacity": "96",
}


def made(**more):
    client = signed_in(factories.make_user())
    response = client.post("/desk/new/", {**FORM, **more})
    assert response.status_code == 302, text(response.content.decode())
    return client, Championship.objects.get(slug="cup")


def test_number_of_players_brings_a_plan_that_is_advised_anew_when_it_changes():
    client, cup = made(preset="lunada", players="80", round_minutes="30")

    expected = text(client.get(at(cup, "plan/")).content.decode())
    other = text(client.get(at(cup, "plan/?players=81")).content.decode())

    assert cup.format.players == 80
    assert "16 tables recommended chosen" in expected
    assert "17 tables recommended" in other
    usual = text(client.get(at(cup, "plan/")).content.decode())
    Championship.objects.update(round_minutes=10)
    assert usual != text(client.get(at(cup, "plan/")).content.decode())


def test_classic_is_one_table_and_is_published_as_it_is():
    client, cup = made(preset="classic", players="6")

    client.post(at(cup, "plan/"), {"players": "6", "key": "own"})

    cup.refresh_from_db()
    assert (cup.format.preset, cup.stages.count(), cup.seat_plans.count()) == (CLASSIC, 1, 1)


@pytest.mark.parametrize(("preset", "players"), [("classic", "20"), ("lunada", "3"), ("lunada", "500"), ("x", "20")])
def test_number_that_no_plan_fits_is_refused_before_anything_is_made(preset, players):
    client = signed_in(factories.make_user())

    assert client.post("/desk/new/", {**FORM, "preset": preset, "players": players}).status_code == 422
    assert not Championship.objects.exists()


def test_last_years_is_copied_without_its_people():
    last = factories.make_published(
        players=24, slug="last", name_en="Yearly", venue="Hall", day=date(2026, 10, 1), capacity=48, oldest=12
    )
    client = desk_of(last)
    page = client.get("/desk/new/?from=last").content.decode()
    assert 'value="Yearly"' in page
    assert 'value="48"' in page

    client.post("/desk/new/?from=last", {**FORM, "name_en": "Yearly", "capacity": "48"})

    new = Championship.objects.get(slug="cup")
    assert (new.oldest, new.format, new.is_public) == (12, last.format, False)
    assert (new.entries.count(), new.stages.count(), new.day) == (0, 0, date(2027, 10, 19))


def test_championship_of_others_is_not_copied():
    factories.make_published(players=24, slug="theirs", name_en="Secret name", oldest=12)
    mine = factories.make_championship()
    elsewhere = factories.make_championship(slug="helped", name_en="Where I help", oldest=9)
    client = desk_of(mine)
    elsewhere.memberships.create(user=factories.organiser_of(mine).user, role=Role.DESK_HELPER)

    for slug in ("theirs", "helped"):
        page = client.get(f"/desk/new/?from={slug}").content.decode()
        assert "Secret name" not in page
        assert "Where I help" not in page


def test_desk_says_that_it_is_made():
    client = signed_in(factories.make_user())

    assert said(client.post("/desk/new/", FORM, follow=True)) == [
        "The championship is made. Nobody else sees it yet."
    ]


def test_changed_plan_is_seen_by_everybody_and_every_version_says_why_at_the_desk():
    hall = factories.make_championship(players=24, name_en="Cup")
    client = desk_of(hall)
    stranger = Client()
    stranger.cookies["mapal_language"] = "en"
    pages = [f"/c/{hall.slug}/", f"/c/{hall.slug}/bracket/"]
    client.post(at(hall, "plan/"), {"players": "24", "key": advisor.alternatives(24)[0].key, "reason": "as usual"})
    before = ["seat plan was changed" in stranger.get(page).content.decode() for page in pages]

    client.post(
        at(hall, "plan/"), {"players": "24", "key": advisor.alternatives(24)[1].key, "reason": "a broken table"}
    )

    after = ["this is version 2" in text(stranger.get(page).content.decode()) for page in pages]
    assert (before, after) == ([False, False], [True, True])
    desk = text(client.get(at(hall, "plan/")).content.decode())
    assert "a broken table" in desk
    assert "as usual" in desk
