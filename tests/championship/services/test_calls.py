"""Calls: seen at once, made once, answered by one press (look.md)."""

from uuid import uuid4

import pytest

from championship.enums import CallKind, Role
from championship.errors import ClientIdReused, NotAllowed, OutOfStep, PassRefused
from championship.models import Call, LogLine, Pulse
from championship.services import calls, passes
from championship.services.live import Actor
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return factories.make_started(players=8)


def call(hall, kind=CallKind.RULES, *, table=1, client_id=None, by=None):
    by = by or factories.holder_of(factories.make_pass(hall, [table]))
    return calls.make(factories.table_of(hall, table), kind, client_id=client_id or uuid4(), by=by)


def pulse(hall):
    return Pulse.objects.filter(championship=hall).values_list("version", "counter").get()


def acts(hall):
    return list(LogLine.objects.filter(championship=hall, act__startswith="call").values_list("act", "subject"))


def test_call_raises_the_counter_of_the_staff_and_not_the_public_version(hall):
    phone = factories.holder_of(factories.make_pass(hall, [1]))
    version, counter = pulse(hall)

    made = call(hall, CallKind.UNWELL, by=phone)

    assert pulse(hall) == (version, counter + 1)
    assert (made.table.number, made.kind, made.by_pass, made.answered_at) == (1, "unwell", phone.held, None)
    assert acts(hall) == [("call.made", "qualifiers-1")]


def test_call_sent_twice_is_one_call_and_its_id_is_for_nothing_else(hall):
    phone, one = factories.holder_of(factories.make_pass(hall)), uuid4()
    first = call(hall, client_id=one, by=phone)

    assert call(hall, client_id=one, by=phone) == first
    with pytest.raises(ClientIdReused):
        call(hall, CallKind.DECK, client_id=one, by=phone)
    with pytest.raises(ClientIdReused):
        call(hall, client_id=one, table=2, by=phone)
    assert Call.objects.count() == 1


def test_second_call_of_one_kind_is_the_one_that_waits(hall):
    waiting = call(hall)
    assert call(hall) == waiting
    assert call(hall, CallKind.DECK) != waiting

    calls.answer(waiting, by=factories.organiser_of(hall))
    assert call(hall) != waiting


def test_answer_is_one_press_and_a_second_one_changes_nothing(hall):
    head, other = factories.make_actor(hall, Role.HEAD_REFEREE), factories.organiser_of(hall)
    made = call(hall)

    calls.answer(made, by=head)
    at = Call.objects.get().answered_at
    calls.answer(made, by=other)

    made.refresh_from_db()
    assert (made.answered_by, made.answered_at) == (head.user, at)
    assert acts(hall) == [("call.answered", "qualifiers-1"), ("call.made", "qualifiers-1")]
    with pytest.raises(NotAllowed):
        calls.answer(made, by=Actor(user=factories.make_user()))


def test_pass_calls_only_to_its_tables_and_only_while_it_lives(hall):
    new = factories.make_pass(hall, [1])
    with pytest.raises(PassRefused):
        call(hall, table=2, by=factories.holder_of(new))
    passes.revoke(new.row, by=factories.organiser_of(hall))
    with pytest.raises(PassRefused):
        call(hall, by=factories.holder_of(new))
    with pytest.raises(NotAllowed):
        call(hall, by=Actor(user=factories.make_user()))
    assert Call.objects.count() == 0


def test_player_calls_only_where_it_is_allowed_and_while_the_table_plays(hall):
    seated = factories.table_of(hall, 2).seats.get(position=1).entry

    def by_player():
        return calls.make_by_player(seated, CallKind.OTHER, client_id=uuid4())

    with pytest.raises(OutOfStep) as refused:
        by_player()
    assert refused.value.code == "players_do_not_call"

    hall.players_call = True
    hall.save(update_fields=["players_call"])
    made = by_player()
    assert (made.table.number, made.entry, made.by_pass, made.by_user) == (2, seated, None, None)

    factories.play_table(hall, 2)
    with pytest.raises(OutOfStep) as refused:
        by_player()
    assert refused.value.code == "not_playing"
