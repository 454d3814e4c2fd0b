"""What may still become of a table before its last round: who can no longer go on by winning alone (look.md).

A mark for the public, never a decision (design.md §11).
"""

from __future__ import annotations

from scoring.formats import System
from scoring.points import LUNADA_WIN, PENALTY_WIN
from scoring.results import StageState
from scoring.standings import TableStanding

LEAST_LOSS = 1
"""What a loser of a round is left with at least: one card, the cheapest of which is worth one (rules.md §5)."""


def in_danger(stage: StageState, standing: TableStanding) -> frozenset[int]:
    """Return the entries in danger of not going on: winning every round that is left would not be enough.

    Those ahead would then lose all of them, each time with the fewest cards; whoever needs them to lose with
    more is in danger. Empty before the first round and after the last.
    """
    left = stage.format.rounds - standing.rounds_played
    if standing.is_complete or not standing.rounds_played:
        return frozenset()
    win, loss = (LUNADA_WIN, -LEAST_LOSS) if stage.format.system is System.LUNADA else (-PENALTY_WIN, -LEAST_LOSS)
    sign = 1 if stage.format.system is System.LUNADA else -1  # penalty points: the lowest total wins
    worth = {row.entry: sign * (row.total or 0) for row in standing.rows if row.left_by is None}
    seats = _places_that_lead_on(stage, standing.number)
    return frozenset(
        entry
        for entry, total in worth.items()
        if sum(other + loss * left > total + win * left for rival, other in worth.items() if rival != entry) >= seats
    )


def _places_that_lead_on(stage: StageState, table: int) -> int:
    """The last place of *table* that may lead further; the first where nothing leads on."""
    tickets = [ticket.place for ticket in stage.tickets if ticket.table == table]
    return max([*tickets, *(wild.place for wild in stage.wild_cards)], default=1)
