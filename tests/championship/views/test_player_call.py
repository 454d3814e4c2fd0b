"""A player's page calls the head referee where the organiser allows it, and not without end."""

from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from championship.models import Call
from championship.selectors import board
from championship.views import player_call
from tests import factories
from tests.championship.views.pages import main

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader():
    board.forget()
    cache.clear()
    client = Client()
    client.cookies["mapal_language"] = "en"
    return client


def at(hall, page="call/", seat=1, table=1):
    entry = factories.table_of(hall, table).seats.get(position=seat).entry
    return f"/c/{hall.slug}/players/{entry.number}/{page}"


def test_it_is_off_by_default(reader):
    hall = factories.make_started(players=8)
    assert "Call the head referee" not in reader.get(at(hall, "")).content.decode()
    assert reader.get(at(hall)).status_code == 404
    assert reader.post(at(hall), {"kind": "deck"}).status_code == 404


def test_player_calls_from_the_own_page_while_the_table_plays(reader):
    hall = factories.make_started(players=8, players_call=True)
    assert f'href="{at(hall)}"' in reader.get(at(hall, "")).content.decode()

    called = reader.post(at(hall), {"kind": "unwell", "client_id": str(uuid4())})

    assert "The head referee is called to table 1. Stay there, please." in main(called.content.decode())
    assert [(call.kind, call.entry.number, call.by_pass) for call in Call.objects.all()] == [
        ("unwell", factories.table_of(hall).seats.get(position=1).entry.number, None)
    ]
    factories.play_table(hall, 2)
    late = reader.post(at(hall, table=2), {"kind": "deck"})
    assert (late.status_code, Call.objects.count()) == (409, 1)
    assert reader.post(at(hall), {"kind": "pizza"}).status_code == 404


def test_pranks_are_slow(reader, monkeypatch):
    monkeypatch.setattr(player_call, "MOST", 2)
    hall = factories.make_started(players=8, players_call=True)
    statuses = [reader.post(at(hall, seat=seat), {"kind": "deck"}).status_code for seat in (1, 2, 3)]
    assert (statuses, Call.objects.count()) == ([200, 200, 429], 1)  # one table calls for one thing once


def test_seat_taken_through_a_dispute_is_marked_in_public(reader):
    hall = factories.make_started(players=8)
    factories.play_table(hall, 1)
    phone = factories.holder_of(factories.make_pass(hall, [1]))
    factories.make_report(hall, 1, 3, cards=(9, 0, 9, 9), by=phone)
    page = main(reader.get(f"/c/{hall.slug}/tables/final-1/").content.decode())
    leader = main(reader.get(f"/c/{hall.slug}/").content.decode())
    assert "seat in dispute" in page + leader
