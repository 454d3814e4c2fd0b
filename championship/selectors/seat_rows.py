"""Seats and tickets as ``standings`` reads them: as plain values, for each report reads a hundred of them."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from championship.enums import Outcome
from championship.models import Championship, Report, Seat, Ticket


class SeatRow(NamedTuple):
    """What is read of a seat; ``number`` is that of the entry who sits there, ``ruling_id`` of who was put there."""

    pk: int
    stage_id: int
    stage_key: str
    table_id: int
    position: int
    entry_id: int | None
    number: int | None
    ruling_id: int | None


class TicketRow(NamedTuple):
    """What is read of a ticket and of the seat it leads to; ``holder`` is the number of the entry who sits there."""

    stage_id: int
    table_id: int | None
    place: int
    rank: int | None
    to_stage: str
    to_table: int
    to_seat: int
    holder: int | None
    ruling_id: int | None
    has_begun: bool


def seats(championship: Championship, stage_ids: list[int]) -> list[SeatRow]:
    """Read the seats of some stages, and those of the championship that a ruling gave, by position."""
    by_ruling = Q(ruling__isnull=False, stage__championship=championship)
    rows = Seat.objects.filter(Q(stage__in=stage_ids) | by_ruling).order_by("position")
    columns = ("pk", "stage_id", "stage__key", "table_id", "position", "entry_id", "entry__number", "ruling_id")
    return [SeatRow(*row) for row in rows.values_list(*columns)]


def tickets(stage_ids: list[int]) -> list[TicketRow]:
    """Read the tickets of some stages, in order of place, table and rank."""
    newer = Report.objects.filter(round=OuterRef("round"), revision__gt=OuterRef("revision"))
    counting = Report.objects.filter(~Exists(newer), revision__isnull=False).exclude(outcome=Outcome.VOID)
    begun = counting.filter(round__table=OuterRef("to_seat__table"))  # where all rounds are void nothing has
    seat = [
        f"to_seat__{column}" for column in ("stage__key", "table__number", "position", "entry__number", "ruling_id")
    ]
    rows = (
        Ticket.objects.filter(stage__in=stage_ids)
        .annotate(has_begun=Exists(begun))
        .order_by("place", "table__number", "rank")
        .values_list("stage_id", "table_id", "place", "rank", *seat, "has_begun")
    )
    return [TicketRow(*row) for row in rows]
