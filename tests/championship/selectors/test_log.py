"""The log is searched by player, table, kind and time; what a player did is found by the rounds they played."""

from datetime import timedelta

import pytest
from django.utils import timezone

from championship.enums import RulingKind
from championship.models import LogLine
from championship.selectors import log
from championship.selectors.log import KINDS, Wanted
from championship.sentences import log as words
from tests import factories
from tests.championship.services.halls import entry_at, rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    hall = factories.make_started(players=8)
    factories.make_report(hall, 1, 1)
    factories.make_report(hall, 2, 1)
    rule(hall, RulingKind.PENALTY, table=2, seat=2, points=-2)
    rule(hall, RulingKind.SEATS_EXCHANGED, table=1, seat=1, other=entry_at(hall, 1, 2).number)
    return hall


def acts(hall, **wanted):
    return [line.act for line in log.search(hall, Wanted(**wanted))]


def test_player_is_found_by_number_by_rounds_and_by_seats(hall):
    moved, fined = entry_at(hall, 1, 1).number, entry_at(hall, 2, 2).number

    assert acts(hall, entry=moved)[:2] == ["ruling.seats_exchanged", "report.counted"]
    assert acts(hall, entry=fined)[:2] == ["ruling.penalty", "report.counted"]
    assert "entry.registered" in acts(hall, entry=fined)
    assert acts(hall, entry=999) == []


def test_number_is_not_found_within_another(hall):
    for _late in range(5):
        factories.make_entry(hall)

    assert [line.subject for line in log.search(hall, Wanted(entry=1, kind="players"))][-1:] == ["entry 1"]
    assert "entry 13" not in [line.subject for line in log.search(hall, Wanted(entry=1))]


@pytest.mark.parametrize("table", ["2", "qualifiers-2"])
def test_table_is_found_in_its_stage_or_in_any(hall, table):
    assert acts(hall, table=table) == ["ruling.seats_exchanged", "ruling.penalty", "report.counted"]
    assert acts(hall, table="final-2") in ([], ["ruling.seats_exchanged"])


def test_kind_and_time_narrow_it(hall):
    now = timezone.now()

    assert acts(hall, kind="results") == ["report.counted", "report.counted"]
    assert acts(hall, since=now + timedelta(minutes=1)) == []
    assert acts(hall, until=now - timedelta(days=1)) == []
    assert len(acts(hall, since=now - timedelta(hours=1))) == LogLine.objects.filter(championship=hall).count()


def test_every_act_is_of_a_kind_with_words():
    beginnings = [beginning for group in KINDS.values() for beginning in group]

    assert [act for act in words.ACTS if not act.startswith(tuple(beginnings))] == []
    assert set(words.KINDS) == set(KINDS)
