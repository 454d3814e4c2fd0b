"""Flights: the tables of a stage shared out over days, hours and halls; their numbers run through (design.md §5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from championship.errors import OutOfStep
from championship.models import Flight, Stage, Table
from championship.services import live
from championship.services.live import Actor
from championship.services.stages import must_organise


@dataclass(frozen=True)
class Part:
    """A flight as it is asked for: its first table, its hall, and when it starts; it goes to the next one's first."""

    first_table: int
    hall: str = ""
    starts_at: datetime | None = None


def arrange(stage: Stage, parts: Sequence[Part], *, by: Actor) -> list[Flight]:
    """Share the tables of a stage out over *parts*, in the order of their first tables.

    Seats and results stay as they are: only the hall and the hour change, on every page and print. Raises OutOfStep
    where the first part does not begin with table 1, or two begin with the same table, or at one that is not there.
    """
    must_organise(by)
    ordered = sorted(parts, key=lambda part: part.first_table)
    with live.writing(stage.championship_id, by=by) as act:
        numbers = set(stage.tables.values_list("number", flat=True))
        firsts = [part.first_table for part in ordered]
        if not firsts or firsts[0] != 1 or len(set(firsts)) != len(firsts) or not numbers.issuperset(firsts):
            raise OutOfStep(
                _("Flights begin at different tables of this stage (1 to %(tables)s), the first of them at table 1.")
                % {"tables": len(numbers)},
                code="flights_do_not_fit",
            )
        flights = [
            Flight.objects.update_or_create(
                stage=stage, number=number, defaults={"hall": part.hall[:80], "starts_at": part.starts_at}
            )[0]
            for number, part in enumerate(ordered, start=1)
        ]
        for flight, first, end in zip(flights, firsts, [*firsts[1:], None], strict=True):
            tables = Table.objects.filter(stage=stage, number__gte=first)
            (tables.filter(number__lt=end) if end else tables).update(flight=flight)
        stage.flights.filter(number__gt=len(flights)).delete()
        act.note("flights.arranged", stage.key, public=True, firsts=firsts)
    return flights
