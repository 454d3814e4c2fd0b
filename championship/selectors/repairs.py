"""Seats that should change hands and cannot by themselves: their table has begun (design.md §3, §4.8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from championship.selectors.standings import StageView
from scoring import standings as rankings
from scoring import tickets
from scoring.tickets import Move


@dataclass(frozen=True)
class Misplaced:
    """A seat that should change hands by the results of stage ``source`` and has not: from whom to whom.

    Mostly its table has begun; where its rounds are void since, it waits for somebody to seat it anew.
    """

    source: str
    move: Move

    @property
    def stage(self) -> str:
        return self.move.ticket.to_stage

    @property
    def table(self) -> int:
        return self.move.ticket.to_table

    @property
    def seat(self) -> int:
        return self.move.ticket.to_seat


def misplaced(views: Mapping[str, StageView]) -> list[Misplaced]:
    """Return the seats that wait for a person's decision, in the order of the tickets."""
    return [
        Misplaced(key, move)
        for key, view in views.items()
        for move in tickets.moves(view.state, rankings.of_stage(view.state))
        if move.before is not None
    ]


def doubtful_seats(views: Mapping[str, StageView]) -> defaultdict[tuple[str, int], tuple[int, ...]]:
    """Return the seats that were taken through a table which is in dispute now, by (stage, table) they are at."""
    found: defaultdict[tuple[str, int], tuple[int, ...]] = defaultdict(tuple)
    for view in views.values():
        disputed = {table.number for table in view.state.tables if table.has_dispute}
        for ticket in view.state.tickets:
            if ticket.table in disputed and ticket.holder is not None and not ticket.is_given:
                found[ticket.to_stage, ticket.to_table] += (ticket.to_seat,)
    return found
