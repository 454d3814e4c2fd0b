"""Rulings: what results do not explain, its consequence first, undone by another ruling (design.md §4)."""

from uuid import uuid4

import pytest

from championship.enums import Role, RulingKind
from championship.errors import ClientIdReused, NotAllowed, NotConfirmed, OutOfStep
from championship.models import Pulse, Ruling, Seat
from championship.selectors import standings
from championship.services import rulings
from championship.services.live import Actor
from scoring import standings as rankings
from tests.factories import (
    holder_of,
    make_actor,
    make_pass,
    make_report,
    make_started,
    make_user,
    organiser_of,
    play_stage,
    play_table,
    start_stage,
    table_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return make_started(players=8)


def entry_at(hall, seat, table=1, stage=""):
    return table_of(hall, table, stage).seats.get(position=seat).entry


def rule(hall, kind, *, by=None, table=1, stage="", seat=None, reason="because", confirm="", **values):
    where = table_of(hall, table, stage) if table else None
    return rulings.make(
        where.stage if where else hall.stages.get(order=1),
        kind,
        client_id=uuid4(),
        reason=reason,
        by=by or organiser_of(hall),
        table=where,
        entry=entry_at(hall, seat, table, stage) if seat else None,
        values=values,
        confirm=confirm,
    )


def standing(hall, table=1, stage="qualifiers"):
    return rankings.of_stage(standings.stage_view(hall.stages.get(key=stage)).state)[table]


def final_seats(hall):
    return [seat.entry for seat in Seat.objects.filter(stage__championship=hall, stage__key="final")]


def test_withdrawal_keeps_what_was_played_and_ranks_last(hall):
    leaver = entry_at(hall, 1)
    make_report(hall, 1, 1, cards=(0, 3, 4, 5))

    rule(hall, RulingKind.WITHDRAWAL, seat=1, after_round=1)
    make_report(hall, 1, 2, cards=(None, 0, 4, 5))
    make_report(hall, 1, 3, cards=(None, 0, 4, 5))

    row = standing(hall).rows[-1]
    assert (row.entry, row.rounds, row.place) == (leaver.number, (2, None, None), 4)
    assert leaver not in final_seats(hall)


def test_withdrawal_of_one_who_has_a_seat_further_on_is_shown_first(hall):
    play_table(hall, 1)
    winner = entry_at(hall, 1)
    assert winner in final_seats(hall)

    with pytest.raises(NotConfirmed) as shown:
        rule(hall, RulingKind.WITHDRAWAL, seat=1, after_round=3)
    assert not Ruling.objects.exists()
    assert winner in final_seats(hall)

    rule(hall, RulingKind.WITHDRAWAL, seat=1, after_round=3, confirm=shown.value.consequence.token)
    assert winner not in final_seats(hall)
    assert entry_at(hall, 2) in final_seats(hall)


def test_undo_gives_the_seat_back(hall):
    play_table(hall, 1)
    before = final_seats(hall)
    with pytest.raises(NotConfirmed) as shown:
        rule(hall, RulingKind.WITHDRAWAL, seat=1, after_round=3)
    ruling = rule(hall, RulingKind.WITHDRAWAL, seat=1, after_round=3, confirm=shown.value.consequence.token)

    with pytest.raises(NotConfirmed) as shown:
        rulings.undo(ruling, client_id=uuid4(), reason="A mistake", by=organiser_of(hall))
    rulings.undo(
        ruling,
        client_id=uuid4(),
        reason="A mistake",
        by=organiser_of(hall),
        confirm=shown.value.consequence.token,
    )

    assert final_seats(hall) == before
    with pytest.raises(OutOfStep, match="already undone"):
        rulings.undo(ruling, client_id=uuid4(), reason="again", by=organiser_of(hall))


def test_penalty_enters_the_total_and_the_places(hall):
    play_table(hall, 1)
    total = standing(hall).row(entry_at(hall, 1).number).total

    ruling = rule(hall, RulingKind.PENALTY, seat=1, points=-2)

    assert standing(hall).row(entry_at(hall, 1).number).total == total - 2
    assert ruling.reason.text == "because"


def test_disqualification_takes_points_and_place(hall):
    play_table(hall, 1)
    with pytest.raises(NotConfirmed) as shown:
        rule(hall, RulingKind.DISQUALIFICATION, seat=1, after_round=3)
    rule(hall, RulingKind.DISQUALIFICATION, seat=1, after_round=3, confirm=shown.value.consequence.token)

    row = standing(hall).rows[-1]
    assert (row.entry, row.total, row.place) == (entry_at(hall, 1).number, None, None)


def test_lot_settles_a_tie_that_the_clock_ended(hall):
    for number, cards in enumerate([(0, 3, 9, 9), (3, 0, 8, 9), (1, 1, 0, 9)], start=1):
        make_report(hall, 1, number, cards=cards)
    first, second = entry_at(hall, 1).number, entry_at(hall, 2).number
    assert standing(hall).owed

    rule(hall, RulingKind.LOT, place=1, order=[second, first])

    assert standing(hall).owed == ()
    assert (standing(hall).holder(1), standing(hall).holder(2)) == (second, first)


def test_lot_among_others_than_the_level_players_is_refused(hall):
    play_table(hall, 1)

    with pytest.raises(OutOfStep, match="level"):
        rule(hall, RulingKind.LOT, place=1, order=[entry_at(hall, 1).number, entry_at(hall, 2).number])


def test_seat_given_stays_whatever_the_places_say_o22(hall):
    play_table(hall, 1)
    guest = entry_at(hall, 4, 2)
    seat = table_of(hall, 1, "final").seats.get(position=2)

    ruling = rulings.make(
        seat.stage,
        RulingKind.SEAT_GIVEN,
        client_id=uuid4(),
        reason="The winner of table 2 went home",
        by=organiser_of(hall),
        table=seat.table,
        entry=guest,
        values={"position": 2},
    )
    play_table(hall, 2)

    seat.refresh_from_db()
    assert (seat.entry, seat.ruling) == (guest, ruling)

    rulings.undo(ruling, client_id=uuid4(), reason="Came back", by=organiser_of(hall))
    seat.refresh_from_db()
    assert (seat.entry, seat.ruling) == (entry_at(hall, 1, 2), None)


def test_seat_given_to_one_who_already_sits_there_is_refused(hall):
    play_table(hall, 1)
    seat = table_of(hall, 1, "final").seats.get(position=2)

    with pytest.raises(OutOfStep, match="already sits at table 1"):
        rulings.make(
            seat.stage,
            RulingKind.SEAT_GIVEN,
            client_id=uuid4(),
            reason="why not",
            by=organiser_of(hall),
            table=seat.table,
            entry=entry_at(hall, 1),
            values={"position": 2},
        )


def test_stage_closed_once_every_table_is_decided(hall):
    play_table(hall, 1)
    with pytest.raises(OutOfStep, match="2"):
        rule(hall, RulingKind.STAGE_CLOSED, table=None)
    play_table(hall, 2)

    rule(hall, RulingKind.STAGE_CLOSED, table=None)

    assert standings.stage_view(hall.stages.get(order=1)).state.is_closed


def test_make_sent_twice_rules_once(hall):
    client_id, stage, table = uuid4(), hall.stages.get(order=1), table_of(hall)
    make_report(hall, 1, 1)
    act = {"client_id": client_id, "by": organiser_of(hall), "table": table, "entry": entry_at(hall, 1)}

    first = rulings.make(stage, RulingKind.PENALTY, reason="late", values={"points": -1}, **act)
    again = rulings.make(stage, RulingKind.PENALTY, reason="late", values={"points": -1}, **act)

    assert first == again
    assert Ruling.objects.count() == 1
    with pytest.raises(ClientIdReused):
        rulings.make(stage, RulingKind.PENALTY, reason="late", values={"points": -2}, **act)


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        (RulingKind.WITHDRAWAL, {"after_round": 0}, "Choose a player"),
        (RulingKind.PENALTY, {"seat": 1}, "how many points"),
        (RulingKind.PENALTY, {"seat": 1, "points": "many"}, "how many points"),
        (RulingKind.WITHDRAWAL, {"seat": 1, "after_round": 0}, "played round 1"),
        (RulingKind.TABLE_CONFIRMED, {}, "all its rounds"),
        (RulingKind.WITHDRAWAL, {"seat": 1, "after_round": 1, "reason": "  "}, "needs its reason"),
    ],
    ids=["nobody", "no_points", "no_number", "played_later", "unfinished", "no_reason"],
)
def test_make_refuses_what_makes_no_sense(hall, kind, fields, message):
    make_report(hall, 1, 1)

    with pytest.raises(OutOfStep, match=message):
        rule(hall, kind, **fields)
    assert not Ruling.objects.exists()


def test_make_is_for_the_head_referee_and_the_organiser(hall):
    make_report(hall, 1, 1)
    head = make_actor(hall, Role.HEAD_REFEREE)

    for by in (Actor(user=make_user()), holder_of(make_pass(hall))):
        with pytest.raises(NotAllowed):
            rule(hall, RulingKind.PENALTY, by=by, seat=1, points=-1)
    assert rule(hall, RulingKind.PENALTY, by=head, seat=1, points=-1).by_user == head.user


def test_make_raises_the_version_by_one(hall):
    make_report(hall, 1, 1)
    before = Pulse.objects.get(championship=hall).version

    rule(hall, RulingKind.PENALTY, seat=1, points=-1)

    assert Pulse.objects.get(championship=hall).version == before + 1


def test_o33_the_seats_further_on_use_the_totals_of_the_public_page(hall):
    # seat 1 leads with 6; ten points off make it last of the table, and seat 2 goes on
    play_table(hall, 1, winners=(1, 1, 1))
    with pytest.raises(NotConfirmed) as shown:
        rule(hall, RulingKind.PENALTY, seat=1, points=-30)
    rule(hall, RulingKind.PENALTY, seat=1, points=-30, confirm=shown.value.consequence.token)

    assert final_seats(hall)[0] == entry_at(hall, 2)
    assert standing(hall).holder(1) == entry_at(hall, 2).number


def test_o18_a_winner_who_withdraws_meets_nobody_twice(hall):
    play_stage(hall)
    start_stage(hall, "final")
    seated = [seat.pk for seat in final_seats(hall)]

    assert len(seated) == len(set(seated)) == 4


def test_one_who_has_a_seat_by_a_ruling_gets_no_second_one_from_another_stage():
    hall = make_started(players=64)
    play_stage(hall)
    start_stage(hall, "second")
    guest = entry_at(hall, 1, 1, "second")
    seat = table_of(hall, 1, "final").seats.get(position=5)  # the seat of the playoff's winner
    rulings.make(
        seat.stage,
        RulingKind.SEAT_GIVEN,
        client_id=uuid4(),
        reason="A guest of honour",
        by=organiser_of(hall),
        table=seat.table,
        entry=guest,
        values={"position": 5},
    )

    play_table(hall, 1, stage="second")  # seat 1 wins it

    assert final_seats(hall) == [None, None, None, None, guest]
