"""Reads of the clocks: the acts of stages, and what a table's clock says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from championship import models
from championship.selectors.standings import StageView
from scoring import clock
from scoring.clock import ClockAct, ClockKind, Reading


def acts(stages: Iterable[models.Stage]) -> defaultdict[int, list[ClockAct]]:
    """Return the acts on the clocks of *stages* as scoring's values, by the stage's primary key. One query."""
    found: defaultdict[int, list[ClockAct]] = defaultdict(list)
    rows = models.ClockAct.objects.filter(stage__in=[stage.pk for stage in stages]).order_by("pk")
    for stage, kind, at, table, minutes, is_per_round in rows.values_list(
        "stage_id", "kind", "at", "table__number", "minutes", "is_per_round"
    ):
        found[stage].append(ClockAct(ClockKind(kind), at, table or clock.EVERYBODY, minutes, is_per_round))
    return found


def moments(view: StageView, table: int) -> list[datetime]:
    """Return when play at a table began and when each of its rounds was reported first; empty before the start.

    A table of a later flight begins at that flight's hour. A correction moves no moment.
    """
    started, flight = view.stage.started_at, view.tables[table].flight
    if started is None:
        return []
    began = max(started, flight.starts_at or started)
    reported = [
        next(report.received_at for report in versions if report.revision)
        for (number, _place, _round), versions in view.reports.items()
        if number == table and any(report.revision for report in versions)
    ]
    return [began, *sorted(max(at, began) for at in reported)]


def of_table(view: StageView, table: int, noted: Sequence[ClockAct]) -> Reading:
    """Return the clock of a table, *noted* being the acts of its stage."""
    known = moments(view, table)
    if not known:
        return Reading()
    return clock.reading(noted, table, stage_began=known[0], round_began=known[-1])


def lengths(view: StageView, table: int, noted: Sequence[ClockAct]) -> list[timedelta]:
    """Return how long each reported round of a table was played, pauses left out."""
    known = moments(view, table)
    return [clock.played(noted, table, since, until) for since, until in pairwise(known)]
