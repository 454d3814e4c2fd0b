"""Flights: several days and halls of one stage, numbered through, that feed one second stage."""

from datetime import datetime

import pytest
from django.utils import timezone

from championship.enums import Role
from championship.errors import NotAllowed, OutOfStep
from championship.prints import making
from championship.selectors import board, printing
from championship.services import flights
from championship.services import printing as print_services
from championship.services.flights import Part
from tests import factories
from tests.championship.views.desks import at, desk_of

pytestmark = pytest.mark.django_db

SUNDAY = timezone.make_aware(datetime(2027, 10, 17, 10, 0))
MONDAY = timezone.make_aware(datetime(2027, 10, 18, 16, 30))


@pytest.fixture
def hall():
    """Eight tables of the first stage, whose winners meet at two of the second."""
    return factories.make_published(players=32, tables=8)


def arranged(hall, *parts, by=None):
    return flights.arrange(hall.stages.get(key="qualifiers"), parts, by=by or factories.organiser_of(hall))


def halls(hall):
    return list(hall.stages.get(key="qualifiers").tables.order_by("number").values_list("flight__hall", flat=True))


def test_two_days_and_halls_feed_one_second_stage(hall):
    before = list(hall.stages.get(key="qualifiers").seats.order_by("pk").values_list("entry", flat=True))

    arranged(hall, Part(1, "Blue", SUNDAY), Part(4, "Red", MONDAY))

    assert halls(hall) == ["Blue"] * 3 + ["Red"] * 5
    assert list(hall.stages.get(key="qualifiers").seats.order_by("pk").values_list("entry", flat=True)) == before
    factories.start_stage(hall)
    factories.play_stage(hall)
    later = hall.stages.order_by("order")[1]
    assert later.seats.filter(entry=None).count() == 0
    shown = board.current(hall.slug).data["stages"][0]["tables"]
    assert [(table["number"], table["hall"]) for table in shown][3:5] == [(4, "Red"), (5, "Red")]


def test_flights_change_and_prints_already_made_are_outdated(hall):
    by = factories.organiser_of(hall)
    stage = hall.stages.get(key="qualifiers")
    making.make_now(print_services.request_scoresheets(hall, stage=stage, language="en", by=by, is_sent=False), by=by)

    arranged(hall, Part(1, hall.venue), Part(8, "Red"))
    outdated = printing.outdated(hall)[0].tables
    arranged(hall, Part(1, hall.venue))

    assert outdated == ("qualifiers-8",)
    assert printing.outdated(hall) == []
    assert stage.flights.count() == 1
    assert hall.log.first().act == "flights.arranged"


@pytest.mark.parametrize("firsts", [(), (2,), (1, 1), (1, 9)])
def test_flights_that_do_not_fit_change_nothing(hall, firsts):
    with pytest.raises(OutOfStep, match="the first of them at table 1"):
        arranged(hall, *(Part(first, "X") for first in firsts))

    assert halls(hall) == [hall.venue] * 8


def test_only_the_organiser_arranges_flights(hall):
    with pytest.raises(NotAllowed):
        arranged(hall, Part(1), by=factories.make_actor(hall, Role.HEAD_REFEREE))


def test_flights_are_typed_at_the_desk(hall):
    client, address = desk_of(hall), at(hall, "plan/qualifiers/flights/")
    form = {"form-TOTAL_FORMS": "3", "form-INITIAL_FORMS": "1", "form-0-first_table": "1", "form-0-hall": "Blue"}
    second = {"form-1-first_table": "5", "form-1-hall": "Red", "form-1-starts_at": "2027-10-18T16:30"}

    wrong = client.post(address, {**form, "form-1-first_table": "99"})
    right = client.post(address, {**form, **second})

    assert client.get(address).status_code == 200
    assert (wrong.status_code, right.status_code) == (409, 302)
    assert halls(hall) == ["Blue"] * 4 + ["Red"] * 4
    assert hall.stages.get(key="qualifiers").flights.get(number=2).starts_at == MONDAY
    assert address in client.get(at(hall, "plan/")).content.decode()
