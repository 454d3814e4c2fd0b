"""Championships and stages: made, planned, published, started (design.md §5, §4.7)."""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from championship.enums import Role, RulingKind
from championship.errors import NotAllowed, OutOfStep
from championship.models import Pulse, SeatPlan, Ticket
from championship.selectors import board, people
from championship.selectors import stages as stage_selectors
from championship.services import rulings, stages
from scoring import advisor
from tests.factories import (
    make_actor,
    make_championship,
    make_published,
    make_report,
    make_started,
    make_user,
    organiser_of,
    play_table,
    start_stage,
    table_of,
)

pytestmark = pytest.mark.django_db


def test_create_makes_a_hidden_championship_its_maker_organises():
    user = make_user()
    hall = make_championship(user=user)

    assert not hall.is_public
    assert people.role(user, hall) == Role.ORGANISER
    assert hall.pulse.version == 0
    assert list(stage_selectors.public()) == []
    assert list(stage_selectors.of_user(user)) == [hall]
    assert list(stage_selectors.of_user(make_user())) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"slug": "two words"},
        {"name_he": "", "name_en": "", "name_pl": ""},
        {"youngest": 19, "oldest": 5},
        {"day": "x"},
    ],
    ids=["address", "no_name", "ages", "day"],
)
def test_create_refuses_what_makes_no_sense(fields):
    with pytest.raises(ValidationError):
        make_championship(**fields)


def test_publish_plan_makes_tables_seats_and_tickets_of_the_format():
    hall = make_championship(players=96)

    plan = stages.publish_plan(hall, by=organiser_of(hall))

    shape = {s.key: [t.seats.count() for t in s.tables.all()] for s in hall.stages.all()}
    assert shape == {
        "qualifiers": [5] * 16 + [4] * 4,
        "second": [5] * 4,
        "playoff": [4],
        "final": [5],
    }
    winner_of_ten = Ticket.objects.get(table__number=10, stage__key="qualifiers", place=1).to_seat
    assert (winner_of_ten.table.number, winner_of_ten.position) == (2, 3)  # C11
    second_of_three = Ticket.objects.get(table__number=3, stage__key="second", place=2).to_seat
    assert (second_of_three.stage.key, second_of_three.position) == ("playoff", 3)  # C10
    hall.refresh_from_db()
    assert hall.is_public
    assert plan.number == 1


def test_publish_plan_without_a_plan_says_what_to_do_first():
    hall = make_championship()

    with pytest.raises(OutOfStep, match="Choose a plan first"):
        stages.publish_plan(hall, by=organiser_of(hall))


def test_publish_plan_again_needs_a_reason_and_shows_that_it_changed():
    hall = make_championship(players=8)
    by = organiser_of(hall)
    stages.publish_plan(hall, by=by)
    stages.choose_format(hall, advisor.plan(9), by=by)

    with pytest.raises(OutOfStep, match="say why"):
        stages.publish_plan(hall, by=by)
    second = stages.publish_plan(hall, by=by, reason="One more came")

    assert (second.number, second.reason.text) == (2, "One more came")
    assert board.current(hall.slug).data["plan"]["is_changed"]
    assert [table.seats.count() for table in hall.stages.get(order=1).tables.all()] == [5, 4]


def test_the_plan_is_fixed_from_the_first_report():
    hall = make_started(players=8)
    make_report(hall)

    for act in (
        lambda: stages.publish_plan(hall, by=organiser_of(hall), reason="why"),
        lambda: stages.choose_format(hall, advisor.plan(9), by=organiser_of(hall)),
    ):
        with pytest.raises(OutOfStep, match="fixed from the first"):
            act()
    assert SeatPlan.objects.filter(championship=hall).count() == 1


def test_the_plan_is_fixed_from_the_first_ruling_which_names_its_tables():
    hall = make_started(players=8)
    table = table_of(hall, 1)
    rulings.make(
        table.stage,
        RulingKind.NO_SHOW,
        client_id=uuid4(),
        reason="Not here",
        by=organiser_of(hall),
        table=table,
        entry=table.seats.get(position=1).entry,
        values={"after_round": 0},
    )

    with pytest.raises(OutOfStep) as refused:
        stages.publish_plan(hall, by=organiser_of(hall), reason="One is missing")

    assert refused.value.code == "already_ruled"
    assert SeatPlan.objects.filter(championship=hall).count() == 1


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, ""])
def test_publish_plan_is_the_organisers_alone(role):
    hall = make_championship(players=8)
    by = make_actor(hall, role) if role else make_actor(make_championship())

    with pytest.raises(NotAllowed):
        stages.publish_plan(hall, by=type(by)(user=by.user, role=people.role(by.user, hall)))
    assert not hall.stages.exists()


def test_start_needs_everybody_seated():
    hall = make_championship(players=8)
    stages.publish_plan(hall, by=organiser_of(hall))

    with pytest.raises(OutOfStep, match="8 seats and 0 of them") as refused:
        start_stage(hall)
    assert refused.value.values == {"seats": 8, "taken": 0}


def test_start_of_a_later_stage_needs_somebody():
    hall = make_started(players=8)

    with pytest.raises(OutOfStep, match="Nobody has a seat"):
        start_stage(hall, "final")
    play_table(hall, 1)
    assert start_stage(hall, "final").started_at


def test_start_twice_changes_nothing():
    hall = make_published(players=8)
    first = start_stage(hall).started_at
    version = Pulse.objects.get(championship=hall).version

    assert start_stage(hall).started_at == first
    assert Pulse.objects.get(championship=hall).version == version


def test_show_and_hide_are_a_switch_of_their_own_o35_o36():
    hall = make_published(players=8)
    by = organiser_of(hall)

    stages.show(hall, is_public=False, by=by)
    assert board.current(hall.slug) is None
    stages.show(hall, is_public=True, by=by)
    stages.show(hall, is_public=True, by=by)

    shown = board.current(hall.slug)
    assert sum(len(table["seats"]) for table in shown.data["stages"][0]["tables"]) == 8


def test_a_stage_needs_its_championship():
    hall = make_published(players=8)

    with pytest.raises(IntegrityError), transaction.atomic():
        hall.stages.create(key="qualifiers", order=9)
