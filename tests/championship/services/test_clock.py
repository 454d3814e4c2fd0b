"""A stage's clock: set, paused for all or for one table, extended; stored as moments (scoring.clock)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from championship.enums import Role
from championship.errors import ClientIdReused, NotAllowed, OutOfStep, PassRefused
from championship.models import ClockAct, LogLine, Pulse
from championship.selectors import clock as selectors
from championship.selectors import standings
from championship.services import clock
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return factories.make_started(players=8)


@pytest.fixture
def head(hall):
    return factories.make_actor(hall, Role.HEAD_REFEREE)


def stage_of(hall):
    return hall.stages.get(key="qualifiers")


def read(hall, table=1):
    view = standings.stage_view(stage_of(hall))
    return selectors.of_table(view, table, selectors.acts([view.stage])[view.stage.pk])


def test_limit_counts_from_the_start_and_everybody_sees_it(hall, head):
    version = Pulse.objects.get(championship=hall).version
    clock.set_limit(stage_of(hall), 90, is_per_round=False, client_id=uuid4(), by=head)

    assert read(hall).ends_at == stage_of(hall).started_at + timedelta(minutes=90)
    assert Pulse.objects.get(championship=hall).version == version + 1


def test_limit_for_a_round_begins_again_with_each_first_report_and_with_no_correction(hall, head):
    clock.set_limit(stage_of(hall), 30, is_per_round=True, client_id=uuid4(), by=head)
    first = factories.make_report(hall, 1, 1)
    factories.make_report(hall, 1, 1, cards=(0, 1, 1, 1), seen=1, reason="a slip")

    assert read(hall, 1).ends_at == first.received_at + timedelta(minutes=30)
    assert read(hall, 2).ends_at == stage_of(hall).started_at + timedelta(minutes=30)


def test_pause_stops_the_table_and_twice_is_once(hall, head):
    clock.set_limit(stage_of(hall), 90, is_per_round=False, client_id=uuid4(), by=head)
    phone = factories.holder_of(factories.make_pass(hall, [1]))
    table = factories.table_of(hall, 1)
    one = uuid4()

    clock.pause(stage_of(hall), table=table, client_id=one, by=phone)
    clock.pause(stage_of(hall), table=table, client_id=uuid4(), by=head)
    assert read(hall, 1).is_own_pause
    assert not read(hall, 2).is_paused

    clock.resume(stage_of(hall), table=table, client_id=uuid4(), by=phone)
    clock.pause(stage_of(hall), table=table, client_id=one, by=phone)  # sent once more by a bad network
    assert not read(hall, 1).is_paused
    assert list(LogLine.objects.filter(act__startswith="clock").order_by("pk").values_list("act", "subject")) == [
        ("clock.set", "qualifiers"),
        ("clock.paused", "qualifiers-1"),
        ("clock.resumed", "qualifiers-1"),
    ]


def test_pass_stops_its_own_table_alone_and_gives_no_time(hall):
    phone = factories.holder_of(factories.make_pass(hall, [1]))
    stage = stage_of(hall)
    with pytest.raises(PassRefused):
        clock.pause(stage, table=factories.table_of(hall, 2), client_id=uuid4(), by=phone)
    for act in (clock.pause, clock.resume):
        with pytest.raises(NotAllowed):
            act(stage, client_id=uuid4(), by=phone)
    with pytest.raises(NotAllowed):
        clock.extend(stage, 5, table=factories.table_of(hall, 1), client_id=uuid4(), by=phone)
    assert ClockAct.objects.count() == 0


def test_extra_minutes_sent_twice_are_given_once(hall, head):
    clock.set_limit(stage_of(hall), 90, is_per_round=False, client_id=uuid4(), by=head)
    table, one = factories.table_of(hall, 1), uuid4()
    for _again in range(2):
        clock.extend(stage_of(hall), 5, table=table, client_id=one, by=head)

    assert (read(hall, 1).extra, read(hall, 2).extra) == (5, 0)
    with pytest.raises(ClientIdReused):
        clock.extend(stage_of(hall), 10, table=table, client_id=one, by=head)


@pytest.mark.parametrize("minutes", [0, -1, 601])
def test_extra_time_is_between_a_minute_and_ten_hours(hall, head, minutes):
    with pytest.raises(OutOfStep):
        clock.extend(stage_of(hall), minutes, client_id=uuid4(), by=head)


def test_stage_that_has_not_begun_cannot_be_paused(hall, head):
    final = hall.stages.get(key="final")
    with pytest.raises(OutOfStep):
        clock.pause(final, client_id=uuid4(), by=head)
