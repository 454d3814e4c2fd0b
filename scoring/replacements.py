"""Who is next in rank for a seat whose player does not come (design.md §11; rules.md §6.7).

For a seat of a later stage: the next of the table that the ticket came from. For the final: the playoff's
second, then the best thirds of the stage before it. A seat of a wild card: the best of those who got none. It is
a list to choose from: nobody is seated by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring import standings as rankings
from scoring.formats import FINAL, PLAYOFF
from scoring.results import StageState, TicketState
from scoring.standings import Standing, TableStanding


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who may take the seat, and the place that speaks for it."""

    entry: int
    stage: str
    table: int
    place: int
    total: int


def candidates(stages: Mapping[str, StageState], source: str, ticket: TicketState) -> tuple[Candidate, ...]:
    """Return who may take the seat at the end of *ticket*, which leaves *source*, the next in rank first.

    *stages* are all stages by key, in playing order. Left out is who left a table, or has a seat in the target
    stage or a later one.
    """
    order = list(stages)
    taken = {
        entry
        for key in order[order.index(ticket.to_stage) :]
        for table in stages[key].tables
        for entry in table.everybody
    }
    taken |= {exit_.entry for state in stages.values() for table in state.tables for exit_ in table.exits}
    found: dict[int, Candidate] = {}
    for candidate in _in_order(stages, source, ticket):
        if candidate.entry not in taken:
            found.setdefault(candidate.entry, candidate)
    return tuple(found.values())


def _in_order(stages: Mapping[str, StageState], source: str, ticket: TicketState) -> Iterator[Candidate]:
    ranked = rankings.of_stage(stages[source])
    if ticket.to_stage == FINAL and PLAYOFF in stages:
        yield from _best(PLAYOFF, rankings.of_stage(stages[PLAYOFF]))
        before = next((key for key in reversed(list(stages)) if key not in {FINAL, PLAYOFF}), source)
        yield from _best(before, rankings.of_stage(stages[before]), from_place=3)
        return
    if ticket.table:
        yield from _of_table(source, ranked[ticket.table])
    yield from _best(source, ranked, from_place=2)


def _of_table(stage: str, standing: TableStanding) -> Iterator[Candidate]:
    for row in standing.rows:
        if row.place is not None and row.is_decided and row.left_by is None:
            yield _candidate(stage, standing.number, row)


def _best(stage: str, ranked: Mapping[int, TableStanding], *, from_place: int = 2) -> Iterator[Candidate]:
    """Players of all tables from *from_place* on: by place, then by total, then by table."""
    rows = [
        (row.place or 0, -(row.total or 0), number, row)
        for number, standing in ranked.items()
        for row in standing.rows
        if row.is_decided and row.left_by is None and (row.place or 0) >= from_place
    ]
    for _place, _total, number, row in sorted(rows, key=lambda found: found[:3]):
        yield _candidate(stage, number, row)


def _candidate(stage: str, table: int, row: Standing) -> Candidate:
    return Candidate(row.entry, stage, table, row.place or 0, row.total or 0)
