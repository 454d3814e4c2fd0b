"""The end: winners on the roll, and names taken away: nothing of a name is left anywhere in the database."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.db import models

from championship.enums import NamePolicy, Role, RulingKind
from championship.errors import NotAllowed, OutOfStep
from championship.models import Entry, Player, Printout, RegistrationFile, Remark, Winner
from championship.prints import making
from championship.selectors import board, endings, people
from championship.services import endings as services
from championship.services import people as people_services
from championship.services import printing, rulings
from tests import factories

pytestmark = pytest.mark.django_db

SECRET = "Zebulonia"
"""A name like no other word of the product."""


def close(hall, key="final"):
    stage, by = hall.stages.get(key=key), factories.organiser_of(hall)
    rulings.make(stage, RulingKind.STAGE_CLOSED, client_id=uuid4(), reason=f"{SECRET} agreed", by=by)


@pytest.fixture
def hall():
    """A championship that is over: everybody is called Zebulonia something."""
    hall = factories.make_started(players=8)
    by = factories.organiser_of(hall)
    for entry in hall.entries.all():
        details = {"phone": f"{SECRET[:9]}{entry.number}", "email": f"{SECRET}{entry.number}@example.org"}
        words = dict.fromkeys(("city", "school", "club", "note"), f"{SECRET} town")
        name = {"first_name": f"{SECRET}{entry.number}", "last_name": f"{SECRET} Last"}
        people_services.change(hall, entry.number, by=by, **details, **words, **name)
    factories.play_stage(hall)
    factories.start_stage(hall, "final")
    factories.play_stage(hall, "final")
    factories.make_report(hall, 1, 1, cards=(0, 4, 5, 6), seen=1, reason=f"{SECRET} counted wrongly")
    close(hall)
    return hall


def places_of(text):
    """Where *text* stands in the database: model, field and key of every row, in every column."""
    found = []
    for model in apps.get_models():
        fields = [f for f in model._meta.fields if isinstance(f, TEXTS)]
        for row in model.objects.values("pk", *(f.name for f in fields)) if fields else ():
            for field in fields:
                value = row[field.name]
                value = bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)
                if text in value:
                    found.append((model.__name__, field.name))
    return found


TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)


def test_nothing_of_a_name_is_left_anywhere(hall):
    by = factories.organiser_of(hall)
    kept = {"content": SECRET.encode(), "left_out": [[SECRET]], "column_map": {"a": SECRET}}
    RegistrationFile.objects.create(championship=hall, filename=f"{SECRET}.csv", **kept)
    making.make_now(printing.request_results(hall, language="en", by=by, is_sent=False), by=by)
    factories.make_pass(hall, label=f"{SECRET}'s mother")
    assert {model for model, _field in places_of(SECRET)} >= {"Player", "Entry", "Remark", "RegistrationFile", "Pass"}
    before = [(r.entry, r.place, r.total) for r in endings.final_places(hall)], hall.log.count()

    services.anonymise(hall, typed=hall.name_en, by=by)

    assert places_of(SECRET) == []
    assert ([(r.entry, r.place, r.total) for r in endings.final_places(hall)], hall.log.count() - 1) == before
    assert people.public_names(hall) == {number: f"#{number}" for number in range(1, 9)}
    assert not Printout.objects.exclude(content=None).exists()
    assert hall.log.first().act == "championship.anonymised"
    assert SECRET not in str(board.current(hall.slug).data)


def test_names_of_all_rows_that_say_something_are_known():
    """A new model with a remark has its way to the championship in ``endings.REMARKS``."""
    fields = [field for model in apps.get_models() for field in model._meta.fields if field.related_model is Remark]

    assert {(field.model, field.name) for field in fields} == {(model, "reason") for model in services.REMARKS}


def test_player_of_another_championship_keeps_the_name_there(hall):
    other = factories.make_championship()
    player = hall.entries.get(number=1).player
    entry = Entry.objects.create(championship=other, player=player, number=1, has_consent=True)

    services.anonymise(hall, typed=hall.name_he, by=factories.organiser_of(hall))

    entry.refresh_from_db()
    assert entry.player.first_name == f"{SECRET}1"
    assert people.public_names(hall)[1] == "#1"
    assert Player.objects.exclude(first_name="").count() == 1


def test_anonymising_needs_the_end_the_name_and_the_organiser(hall):
    by = factories.organiser_of(hall)
    with pytest.raises(OutOfStep, match="Type the championship's name"):
        services.anonymise(hall, typed="another", by=by)
    with pytest.raises(NotAllowed):
        services.anonymise(hall, typed=hall.name_en, by=factories.make_actor(hall, Role.HEAD_REFEREE))
    open_one = factories.make_started(players=4)
    with pytest.raises(OutOfStep, match="not over"):
        services.anonymise(open_one, typed=open_one.name_en, by=factories.organiser_of(open_one))
    services.anonymise(hall, typed=f" {hall.name_en} ", by=by)
    with pytest.raises(OutOfStep, match="gone already"):
        services.anonymise(hall, typed=hall.name_en, by=by)


def test_winners_stand_on_the_roll_by_their_public_names_and_stay(hall):
    by = factories.organiser_of(hall)
    hall.name_policy = NamePolicy.INITIAL
    hall.save()
    first, *_others = endings.final_places(hall)
    second = endings.final_places(hall)[1].entry
    Entry.objects.filter(championship=hall, number=second).update(has_consent=False)

    services.publish_winners(hall, by=by)
    services.publish_winners(hall, by=by)
    services.anonymise(hall, typed=hall.name_en, by=by)

    rows = list(Winner.objects.filter(championship=hall).values_list("rank", "number", "name"))
    assert rows[:2] == [(1, first.entry, f"{SECRET}{first.entry} Z."), (2, second, f"#{second}")]
    assert len(rows) == 3
    with pytest.raises(OutOfStep, match="gone already"):
        services.publish_winners(hall, by=by)


def test_roll_waits_for_the_end():
    hall = factories.make_started(players=4)

    with pytest.raises(OutOfStep, match="close its last stage first"):
        services.publish_winners(hall, by=factories.organiser_of(hall))
