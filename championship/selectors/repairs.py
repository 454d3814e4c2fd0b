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
