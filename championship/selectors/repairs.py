"""Seats that should change hands and cannot by themselves: their table has begun (design.md §3, §4.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from championship.selectors.standings import StageView
from scoring import standings as rankings
from scoring import tickets
from scoring.tickets import Move


@dataclass(frozen=True)
class Misplaced:
    """A seat at a table that has begun, whose ``move`` a correction in stage ``source`` calls for."""

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
        if move.is_blocked and move.before is not None
    ]
