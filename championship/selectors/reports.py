"""Reads about reports: every version of a round, and the rounds that wait for the head referee."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from championship.enums import Role
from championship.models import Championship, Line, Override, Report, Table
from championship.selectors.standings import StageView


def versions(table: Table, place: int, number: int) -> QuerySet[Report]:
    """Return all reports of one round in the order they came, with lines, author and reasons. Six queries."""
    return (
        Report.objects.filter(round__table=table, round__place=place, round__number=number)
        .select_related("winner", "by_pass", "by_user", "reason")
        .prefetch_related("lines__seat", "lines__entry", "overrides__reason")
        .order_by("pk")
    )


def disputed_rounds(view: StageView) -> list[tuple[int, int, int]]:
    """Return the rounds of a stage that wait for the head referee, as (table number, place, number)."""
    return sorted(key for key in view.reports if view.waiting(*key))


def saved(client_id: UUID) -> tuple[Report, list[Line]]:
    """Return one report and its lines as they are stored, with all that an answer to its sender tells.

    One query; a second one for a report without lines.
    """
    lines = list(
        Line.objects.select_related("report__round__table__stage", "report__winner", "seat", "entry")
        .filter(report__client_id=client_id)
        .order_by("seat__position")
    )
    return (lines[0].report if lines else _told().get(client_id=client_id)), lines


def table(championship: Championship, stage: str, number: int) -> Table | None:
    """Return a table by its address; None if there is none such. One query."""
    tables = Table.objects.select_related("stage")
    return tables.filter(stage__championship=championship, stage__key=stage, number=number).first()


def of_table(table: Table) -> QuerySet[Report]:
    """Return every report of a table, by round and in the order they came, with author and reasons. Three queries."""
    lines = Prefetch("lines", Line.objects.select_related("seat", "entry").order_by("seat__position"))
    overrides = Prefetch("overrides", Override.objects.select_related("reason").order_by("rule"))
    told = _told().select_related("by_pass", "by_user", "reason").prefetch_related(lines, overrides)
    return told.filter(round__table=table).order_by("round__place", "round__number", "pk")


def roles(championship: Championship) -> Mapping[int, str]:
    """Return the roles in a championship by the user's primary key. One query."""
    return {user: Role(role).value for user, role in championship.memberships.values_list("user_id", "role")}


def _told() -> QuerySet[Report]:
    return Report.objects.select_related("round__table__stage", "winner")
