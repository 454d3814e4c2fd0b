"""Players confirm their table: each the own name, the sheet as it stands; then only the head referee changes it."""

import contextlib
from dataclasses import replace

import pytest

from championship.enums import Kept, Role
from championship.errors import NotAllowed, NotConfirmed, OutOfStep, PassRefused, StaleView
from championship.models import Seat, TableConfirmation
from championship.selectors import confirmations as selectors
from championship.selectors import standings
from championship.services import confirmations, reports
from championship.services.live import Actor
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Two tables and a final; players confirm."""
    return factories.make_started(players=8, players_confirm=True)


@pytest.fixture
def phone(hall):
    return factories.holder_of(factories.make_pass(hall, [1]))


def sheet(hall, table=1):
    return selectors.sheet(standings.stage_view(hall.stages.get(key="qualifiers")), table)


def confirm(hall, *entries, by, digest=""):
    return confirmations.confirm(factories.table_of(hall), entries, digest=digest or sheet(hall).digest, by=by)


def advanced(hall):
    return Seat.objects.filter(stage__championship=hall, stage__key="final", entry__isnull=False).count()


def is_confirmed(hall):
    return standings.stage_view(hall.stages.get(key="qualifiers")).state.table(1).is_confirmed


def test_seats_further_on_wait_until_the_last_player_has_confirmed(hall, phone):
    factories.play_table(hall, 1)
    first, *others = sheet(hall).needed
    assert advanced(hall) == 0

    assert not confirm(hall, first, by=phone)
    assert advanced(hall) == 0
    assert confirm(hall, first, *others, by=phone)

    assert (advanced(hall), is_confirmed(hall)) == (2, True)
    assert TableConfirmation.objects.count() == 4
    assert confirm(hall, first, by=phone)  # once more changes nothing
    assert TableConfirmation.objects.count() == 4


def test_correction_before_the_last_tick_makes_the_others_tick_again(hall, phone):
    factories.play_table(hall, 1)
    first, *others = sheet(hall).needed
    seen = sheet(hall).digest
    confirm(hall, first, by=phone)
    factories.make_report(hall, 1, 3, cards=(0, 1, 1, 1), seen=1, reason="misread")

    with pytest.raises(StaleView):
        confirm(hall, *others, by=phone, digest=seen)
    assert not confirm(hall, *others, by=phone)
    assert confirm(hall, first, by=phone)


def test_confirmed_table_is_changed_by_the_head_referee_alone(hall, phone):
    """O08: overwriting a confirmed result needs a reason and keeps the old version."""
    factories.play_table(hall, 1)
    confirm(hall, *sheet(hall).needed, by=phone)

    kept = factories.make_report(hall, 1, 1, cards=(0, 1, 1, 1), seen=1, reason="misread", by=phone)
    assert kept.kept_because == Kept.CONFIRMED

    head = factories.make_actor(hall, Role.HEAD_REFEREE)
    changed = factories.make_report(hall, 1, 1, cards=(0, 1, 1, 1), seen=1, reason="misread", by=head)
    assert (changed.revision, is_confirmed(hall), advanced(hall)) == (2, True, 2)
    assert changed.round.reports.count() == 3


@pytest.mark.parametrize("rounds", [0, 2])
def test_sheet_that_is_not_full_is_not_confirmed(hall, phone, rounds):
    factories.play_table(hall, 1, winners=(1,) * rounds)
    with pytest.raises(OutOfStep) as refused:
        confirm(hall, *sheet(hall).needed, by=phone)
    assert refused.value.code == "not_complete"


def test_nobody_else_confirms_and_only_who_sits_there(hall, phone):
    factories.play_table(hall, 1)
    elsewhere = factories.table_of(hall, 2).seats.first().entry.number
    with pytest.raises(OutOfStep):
        confirm(hall, elsewhere, by=phone)
    with pytest.raises(PassRefused):
        confirm(hall, by=factories.holder_of(factories.make_pass(hall, [2])))
    with pytest.raises(NotAllowed):
        confirm(hall, by=Actor(user=factories.make_user()))
    assert TableConfirmation.objects.count() == 0


def test_without_the_setting_nobody_is_asked_and_seats_are_taken_at_once():
    hall = factories.make_started(players=8)
    factories.play_table(hall, 1)
    assert advanced(hall) == 2
    with pytest.raises(OutOfStep):
        confirm(hall, *sheet(hall).needed, by=factories.organiser_of(hall))


def test_setting_that_comes_late_sends_nobody_away():
    hall = factories.make_started(players=8)
    factories.play_table(hall, 1)
    hall.players_confirm = True
    hall.save(update_fields=["players_confirm"])
    factories.play_table(hall, 2)

    assert advanced(hall) == 2
    head = factories.organiser_of(hall)
    for number in (2, 3):  # the head referee finds that seat 2 had won: the right one sits down, and nobody stands
        sent = factories.make_sent((2, 0, 4, 5), seen=1, reason="wrong child")
        address = factories.address_of(hall, 1, number)
        with contextlib.suppress(NotConfirmed):
            reports.submit(address, sent=sent, by=head)
            continue
        follows, _found = reports.consequence(address, sent=sent, by=head)
        reports.submit(address, sent=replace(sent, confirm=follows.consequence.token), by=head)
    winner = factories.table_of(hall, 1).seats.get(position=2).entry
    assert (advanced(hall), Seat.objects.get(stage__key="final", position=1).entry) == (2, winner)
    assert standings.stage_view(hall.stages.get(key="qualifiers")).state.table(2).is_confirmed is False
