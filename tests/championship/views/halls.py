"""What the tests of the public pages share: addresses, readers, championships drawn and reported."""

import pytest
from django.test import Client

from championship import rendering
from championship.selectors import board
from championship.services import draws, people, stages
from championship.services.sent import SentLine
from scoring import advisor
from tests import factories

PAGES = ("", "bracket/", "tables/{first}-1/", "players/1/")


@pytest.fixture
def english():
    """A reader of English, in front of a process that holds no board yet."""
    board.forget()
    rendering.forget()
    client = Client()
    client.cookies["mapal_language"] = "en"
    return client


def address(championship, page=""):
    return f"/c/{championship.slug}/" + page.format(first=factories.first_key(championship))


def read(client, championship, page=""):
    response = client.get(address(championship, page))
    assert response.status_code == 200
    return response.content.decode()


def reported(championship, *rounds, table=1, stage=""):
    for number, cards in enumerate(rounds, start=1):
        factories.make_report(championship, table, number, cards=cards, stage=stage)


def drawn_with(*players, others=3, **fields):
    """A drawn championship of *others* and *players*, dictionaries of what is known, who have the last numbers."""
    championship = factories.make_championship(**fields)
    factories.make_entries(championship, others)
    for player in players:
        factories.make_entry(championship, **player)
    by = factories.organiser_of(championship)
    numbers = list(range(1, others + len(players) + 1))
    stages.choose_format(championship, advisor.plan(len(numbers)), by=by)
    stages.publish_plan(championship, by=by)
    people.check_in(championship, numbers, by=by)
    draws.publish(draws.make(championship, seed="test", by=by), by=by)
    championship.refresh_from_db()
    return championship


def lines_of(*pairs):
    return tuple(SentLine(seat, cards) for seat, cards in pairs)


def one_table(**fields):
    """A championship of one table of four: its final."""
    return factories.make_started(players=4, **fields)
