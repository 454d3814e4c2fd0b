"""The final order: by stage reached, then place at its table, then that table's total (design.md §11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import standings as rankings
from scoring.formats import System
from scoring.results import StageState


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """Where a player ended: ``place`` is None for one without a place at their last table (disqualified)."""

    entry: int
    place: int | None
    is_shared: bool
    stage: str
    table: int
    table_place: int | None
    total: int | None


def final_order(stages: Mapping[str, StageState]) -> tuple[FinalPlace, ...]:
    """Return everybody who sat at a table, best first; *stages* by key in playing order.

    Level players share the place and the next skips: 1, 2, 2, 4. A seat further on that was never played for does
    not count: the last stage that began does.
    """
    reached: dict[int, tuple[tuple[int, int, int], FinalPlace]] = {}
    for order, (key, state) in enumerate(stages.items()):
        if not state.is_started:
            continue
        sign = 1 if state.format.system is System.PENALTY else -1
        for number, standing in rankings.of_stage(state).items():
            for row in standing.rows:
                found = FinalPlace(row.entry, None, False, key, number, row.place, row.total)
                score = (-order, row.place or 0, sign * (row.total or 0))
                reached[row.entry] = score, found
    placed = sorted((score, p.entry, p) for score, p in reached.values() if p.table_place is not None)
    without = [p for _score, p in reached.values() if p.table_place is None]
    scores = [score for score, _entry, _place in placed]
    ranked = [
        FinalPlace(
            entry,
            scores.index(score) + 1,
            scores.count(score) > 1,
            place.stage,
            place.table,
            place.table_place,
            place.total,
        )
        for score, entry, place in placed
    ]
    return (*ranked, *sorted(without, key=lambda place: place.entry))
