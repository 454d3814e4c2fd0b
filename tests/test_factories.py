"""The factories make what they say; tests that use them may rely on it."""

import pytest

from championship.models import Report, Seat
from scoring.formats import FINAL
from tests import factories

pytestmark = pytest.mark.django_db


def test_make_started_seats_every_player():
    championship = factories.make_started(players=8)
    seats = Seat.objects.filter(stage__key="qualifiers", stage__championship=championship)
    assert sorted(seats.values_list("entry__number", flat=True)) == list(range(1, 9))
    assert championship.is_public


def test_make_report_counts():
    championship = factories.make_started(players=8)
    report = factories.make_report(championship, table=2, number=1, cards=(4, 0, 2, 7))
    assert (report.revision, report.winner.position) == (1, 2)
    assert [line.cards for line in report.lines.order_by("seat__position")] == [4, 0, 2, 7]


def test_play_until_final_seats_the_final():
    championship = factories.make_started(players=24)
    factories.play_until(championship, FINAL)
    final = championship.stages.get(key=FINAL)
    assert final.started_at is not None
    assert not final.seats.filter(entry=None).exists()
    assert not Report.objects.filter(revision=None).exists()


def test_make_pass_opens_its_table_only():
    championship = factories.make_started(players=8)
    held = factories.make_pass(championship, [2])
    report = factories.make_report(championship, table=2, by=factories.holder_of(held))
    assert report.by_pass == held.row
