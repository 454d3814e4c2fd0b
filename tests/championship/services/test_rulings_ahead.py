"""What a ruling would do is said before it is made: the same consequence, and nothing stored."""

from uuid import uuid4

import pytest

from championship.enums import Role, RulingKind
from championship.errors import NotAllowed, OutOfStep
from championship.models import LogLine, Pulse, Remark, Ruling, Seat
from championship.services import rulings
from championship.services.live import Actor
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    """Two tables, the first decided: its winner sits in the final."""
    championship = factories.make_started(players=8)
    factories.play_table(championship, 1)
    return championship


def asked(championship, kind, seat=1, **values):
    table = factories.table_of(championship, 1)
    return {
        "stage": championship.stages.get(key="qualifiers"),
        "kind": kind,
        "table": table,
        "entry": table.seats.get(position=seat).entry,
        "values": values,
        "by": factories.organiser_of(championship),
    }


def stored(championship):
    pulse = Pulse.objects.get(championship=championship)
    seats = list(Seat.objects.order_by("pk").values_list("entry", "ruling"))
    rows = [model.objects.count() for model in (Ruling, Remark, LogLine)]
    return pulse.version, pulse.counter, seats, rows


def test_consequence_says_who_moves_and_stores_nothing(championship):
    before = stored(championship)

    follows = rulings.consequence(**asked(championship, RulingKind.DISQUALIFICATION, after_round=3))

    assert [(move.before is not None, move.after is not None) for move in follows.moves] == [
        (True, True),
        (True, True),
    ]
    assert follows.unseats
    assert stored(championship) == before


def test_consequence_that_was_confirmed_is_what_happens(championship):
    ask = asked(championship, RulingKind.DISQUALIFICATION, after_round=3)
    follows = rulings.consequence(**ask)

    rulings.make(client_id=uuid4(), reason="cheated", confirm=follows.token, **ask)

    for move in follows.moves:
        seat = Seat.objects.get(
            stage__key=move.ticket.to_stage, table__number=move.ticket.to_table, position=move.ticket.to_seat
        )
        assert (seat.entry.number if seat.entry else None) == move.after


def test_undo_says_what_comes_back_and_stores_nothing(championship):
    ask = asked(championship, RulingKind.DISQUALIFICATION, after_round=3)
    there = rulings.consequence(**ask)
    ruling = rulings.make(client_id=uuid4(), reason="cheated", confirm=there.token, **ask)
    before = stored(championship)

    back = rulings.undo_consequence(ruling, by=ask["by"])

    assert [(move.before, move.after) for move in back.moves] == [(move.after, move.before) for move in there.moves]
    assert stored(championship) == before


def test_consequence_of_what_cannot_be_raises_what_making_it_would(championship):
    ask = asked(championship, RulingKind.WITHDRAWAL, after_round=0)

    with pytest.raises(OutOfStep, match="played round 3"):
        rulings.consequence(**ask)
    with pytest.raises(NotAllowed):
        rulings.consequence(**{**ask, "by": Actor(user=factories.make_user())})


def test_head_referee_may_ask(championship):
    ask = asked(championship, RulingKind.PENALTY, points=-2)

    follows = rulings.consequence(**{**ask, "by": factories.make_actor(championship, Role.HEAD_REFEREE)})

    assert follows.standing.row(ask["entry"].number).total == 4
