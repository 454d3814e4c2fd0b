"""The draw at the desk: its numbers, its secrecy, its repeats (design.md §6, §4.10)."""

import json

import pytest

from championship.enums import DrawState
from championship.errors import NotAllowed, OutOfStep
from championship.models import Entry, Seat
from championship.selectors import board
from championship.services import draws, people, stages
from scoring import advisor
from tests.factories import holder_of, make_championship, make_pass, make_report, organiser_of, start_stage

pytestmark = pytest.mark.django_db


def ready(players=8, checked_in=None):
    """A published plan with *checked_in* (all, if not given) of the players in the hall."""
    hall = make_championship(players=players)
    by = organiser_of(hall)
    stages.publish_plan(hall, by=by)
    people.check_in(hall, list(range(1, 1 + (players if checked_in is None else checked_in))), by=by)
    hall.refresh_from_db()
    return hall


def test_make_is_a_draft_that_nobody_else_sees():
    hall = ready()
    before = board.current(hall.slug)

    drawn = draws.make(hall, by=organiser_of(hall), seed="one")

    assert drawn.state == DrawState.DRAFT
    assert not Seat.objects.filter(entry__isnull=False).exists()
    assert board.current(hall.slug) is before  # the public has no newer version
    assert sorted(number for table in drawn.result["seats"] for number in table) == list(range(1, 9))


def test_publish_seats_everybody_once_for_all_to_see():
    hall = ready()
    drawn = draws.make(hall, by=organiser_of(hall), seed="one")

    draws.publish(drawn, by=organiser_of(hall))
    draws.publish(drawn, by=organiser_of(hall))

    seated = Seat.objects.filter(stage__order=1, stage__championship=hall)
    assert [s.entry.number for s in seated.order_by("table__number", "position")] == [
        number for table in drawn.result["seats"] for number in table
    ]
    shown = board.current(hall.slug).data["stages"][0]["tables"]
    assert sum(seat["entry"] is not None for table in shown for seat in table["seats"]) == 8


def test_make_of_the_same_seed_is_the_same_draw():
    one, other = (draws.make(hall, by=organiser_of(hall), seed="same") for hall in (ready(), ready()))

    assert one.result["seats"] == other.result["seats"]
    assert one.request["seed"] == "same"


def test_make_again_needs_a_reason_and_replaces_the_draft():
    hall = ready()
    by = organiser_of(hall)
    first = draws.make(hall, by=by)

    with pytest.raises(OutOfStep, match="say why"):
        draws.make(hall, by=by)
    second = draws.make(hall, by=by, reason="Siblings at one table")

    first.refresh_from_db()
    assert (first.state, second.number, second.reason.text) == (DrawState.DISCARDED, 2, "Siblings at one table")
    with pytest.raises(OutOfStep, match="replaced"):
        draws.publish(first, by=by)


@pytest.mark.parametrize("checked_in", [7, 5])
def test_o21_make_with_other_numbers_than_the_plan_names_both_and_the_way_out(checked_in):
    hall = ready(players=8, checked_in=checked_in)

    with pytest.raises(OutOfStep, match=f"8 seats, and {checked_in} players are checked in") as refused:
        draws.make(hall, by=organiser_of(hall))
    assert refused.value.values == {"seats": 8, "players": checked_in}


def test_publish_when_somebody_left_the_hall_since_is_refused():
    hall = ready()
    by = organiser_of(hall)
    drawn = draws.make(hall, by=by)
    people.undo_check_in(hall, 3, by=by)

    with pytest.raises(OutOfStep, match="other players") as refused:
        draws.publish(drawn, by=by)
    assert refused.value.values == {"missing": [3], "added": []}
    assert not Seat.objects.filter(entry__isnull=False).exists()


def test_o30_siblings_never_share_a_table():
    hall = ready(players=24)
    Entry.objects.filter(championship=hall, number__in=[1, 2]).update(family=1)
    Entry.objects.filter(championship=hall, number__in=[3, 4, 5]).update(family=3)

    for seed in "abcdef":
        drawn = draws.make(hall, by=organiser_of(hall), seed=seed, reason="again")
        for table in drawn.result["seats"]:
            assert len({1, 2} & set(table)) <= 1
            assert len({3, 4, 5} & set(table)) <= 1
        assert drawn.result["unmet"] == []


def test_make_keeps_a_club_apart_whatever_its_spelling():
    hall = ready(players=16)
    for number, club in zip(range(1, 5), ("Chess", "chess ", "CHESS", " Chess"), strict=True):
        entry = Entry.objects.get(championship=hall, number=number)
        entry.player.club = club
        entry.player.save()

    drawn = draws.make(hall, by=organiser_of(hall), seed="x")

    assert {"kind": "club", "members": [1, 2, 3, 4]} in drawn.request["groups"]
    assert all(len({1, 2, 3, 4} & set(table)) == 1 for table in drawn.result["seats"])


def test_make_before_the_plan_is_published_says_so():
    hall = make_championship(players=8)

    with pytest.raises(OutOfStep, match="Publish the seat plan first"):
        draws.make(hall, by=organiser_of(hall))


def test_make_after_the_draw_is_public_is_refused():
    hall = ready()
    by = organiser_of(hall)
    draws.publish(draws.make(hall, by=by), by=by)

    with pytest.raises(OutOfStep, match="everybody has seen it"):
        draws.make(hall, by=by, reason="again")


def test_make_is_the_organisers_alone():
    hall = ready()

    with pytest.raises(NotAllowed):
        draws.make(hall, by=holder_of(make_pass(hall)))


def test_seat_as_given_seats_a_draw_made_elsewhere():
    hall = ready()
    stage = hall.stages.get(order=1)
    seats = {(table, seat): (table - 1) * 4 + seat for table in (1, 2) for seat in (1, 2, 3, 4)}

    draws.seat_as_given(stage, seats, by=organiser_of(hall))

    assert {(s.table.number, s.position): s.entry.number for s in stage.seats.all()} == seats


@pytest.mark.parametrize(
    "change",
    [{(1, 1): 2}, {(1, 1): 99}, {(3, 1): 1}, {(1, 1): None}],
    ids=["twice", "unknown", "no_such_table", "empty"],
)
def test_seat_as_given_refuses_a_list_that_does_not_fit(change):
    hall = ready()
    stage = hall.stages.get(order=1)
    seats = {(table, seat): (table - 1) * 4 + seat for table in (1, 2) for seat in (1, 2, 3, 4)}
    seats.update(change)

    with pytest.raises(OutOfStep, match="does not fit"):
        draws.seat_as_given(stage, {key: n for key, n in seats.items() if n}, by=organiser_of(hall))
    assert not stage.seats.filter(entry__isnull=False).exists()


def test_publish_after_a_round_was_reported_is_refused():
    hall = ready()
    by = organiser_of(hall)
    stage = hall.stages.get(order=1)
    seats = {(table, seat): (table - 1) * 4 + seat for table in (1, 2) for seat in (1, 2, 3, 4)}
    drawn = draws.make(hall, by=by)
    draws.seat_as_given(stage, seats, by=by)
    start_stage(hall)
    make_report(hall)

    with pytest.raises(OutOfStep, match="ruling"):
        draws.publish(drawn, by=by)


def test_o34_the_board_has_the_real_tables_and_every_player_once():
    hall = make_championship(players=28)
    by = organiser_of(hall)
    people.check_in(hall, list(range(1, 25)), by=by)  # four stay away
    stages.choose_format(hall, advisor.plan(24), by=by)
    stages.publish_plan(hall, by=by)
    draws.publish(draws.make(hall, by=by), by=by)

    tables = board.current(hall.slug).data["stages"][0]["tables"]
    seated = [seat["entry"] for table in tables for seat in table["seats"]]
    assert len(tables) == 5
    assert sorted(seated) == list(range(1, 25))


def test_nothing_of_a_draft_is_in_the_public_board():
    hall = ready()
    drawn = draws.make(hall, by=organiser_of(hall), seed="secret-seed")
    board.forget()

    assert drawn.seed not in json.dumps(board.current(hall.slug).data)
