"""Rows that are written once stay as they were written, whatever way is tried (design.md §4.1, §11)."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import models, transaction

from championship.enums import Role, RulingKind
from championship.models import (
    ClockAct,
    Draw,
    DrawSwap,
    Line,
    LogLine,
    Override,
    Remark,
    Report,
    Ruling,
    SeatPlan,
    TableConfirmation,
)
from championship.models.append_only import AppendOnly, WrittenOnce
from championship.services import clock, people, rulings
from tests import factories

pytestmark = pytest.mark.django_db

FIELD = {
    ClockAct: "kind",
    DrawSwap: "one",
    Line: "hand",
    LogLine: "subject",
    Override: "rule",
    Report: "digest",
    Ruling: "digest",
    SeatPlan: "digest",
    TableConfirmation: "digest",
}
"""A field of every such model, to try to change."""


def written_once(base: type[models.Model] = AppendOnly) -> set[type[models.Model]]:
    """Return every concrete model below *base*, however deep."""
    found = set()
    for model in base.__subclasses__():
        found |= written_once(model) | (set() if model._meta.abstract else {model})
    return found


@pytest.fixture
def championship():
    """One with a row of every such model."""
    championship = factories.make_started(players=8)
    report = factories.make_report(championship, cards=(0, 0, 4, 5), winner=1, overrides={"VA5": "a chain"})
    table = report.round.table
    rulings.make(
        table.stage,
        RulingKind.PENALTY,
        client_id=uuid4(),
        reason="talked to a neighbour",
        by=factories.organiser_of(championship),
        table=table,
        entry=report.lines.first().entry,
        values={"points": -1},
    )
    clock.extend(table.stage, 5, table=table, client_id=uuid4(), by=factories.organiser_of(championship))
    TableConfirmation.objects.create(table=table, entry=report.lines.first().entry, digest="sheet")
    said = Remark.objects.create(text="near the door")
    DrawSwap.objects.create(draw=Draw.objects.get(stage=table.stage), one=1, other=2, reason=said)
    return championship


def test_models_written_once_are_these():
    assert written_once() == set(FIELD)


Attempt = Callable[[models.Model, str], object]

ATTEMPTS: dict[str, Attempt] = {
    "save": lambda row, field: row.save(),
    "save_of_one_field": lambda row, field: row.save(update_fields=[field]),
    "delete": lambda row, field: row.delete(),
    "update": lambda row, field: type(row).objects.update(**{field: "changed"}),
    "update_of_some": lambda row, field: type(row).objects.filter(pk=row.pk).update(**{field: "changed"}),
    "delete_of_some": lambda row, field: type(row).objects.filter(pk=row.pk).delete(),
    "bulk_update": lambda row, field: type(row).objects.bulk_update([row], [field]),
    "update_or_create": lambda row, field: type(row).objects.update_or_create({field: "changed"}, pk=row.pk),
    "bulk_create_over": lambda row, field: type(row).objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["pk"], update_fields=[field]
    ),
}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
@pytest.mark.parametrize("model", FIELD, ids=lambda model: model.__name__)
def test_row_written_once_refuses(championship, model, attempt):
    before = list(model.objects.order_by("pk").values())
    row = model.objects.order_by("pk").first()
    setattr(row, FIELD[model], "changed")
    with pytest.raises(WrittenOnce), transaction.atomic():
        attempt(row, FIELD[model])
    assert list(model.objects.order_by("pk").values()) == before


def test_rows_reached_from_another_row_refuse_too(championship):
    game_round = Report.objects.first().round
    for attempt in (game_round.reports.all().delete, lambda: game_round.reports.update(digest="changed")):
        with pytest.raises(WrittenOnce), transaction.atomic():
            attempt()
    assert game_round.reports.get().digest != "changed"


def test_championship_with_reports_cannot_be_deleted(championship):
    with pytest.raises((models.ProtectedError, models.RestrictedError)), transaction.atomic():
        championship.delete()
    assert Report.objects.count() == 1


def test_who_acted_is_not_deleted_so_the_log_goes_on_saying_who_it_was(championship):
    who = factories.organiser_of(championship).user
    before = list(LogLine.objects.filter(championship=championship).values_list("pk", "by_user", "by_pass"))

    helper = factories.make_actor(championship, Role.HEAD_REFEREE)
    people.change(championship, 1, by=helper, city="Haifa")
    for user in (who, helper.user):
        with pytest.raises(models.ProtectedError):
            user.delete()

    after = list(LogLine.objects.filter(championship=championship).values_list("pk", "by_user", "by_pass"))
    assert after[1:] == before
    assert after[0][1] == helper.user.pk
