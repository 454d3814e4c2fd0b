"""Reads about players who confirm their table: the sheet as it stands, who has to, and who did."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from championship.models import TableConfirmation
from championship.selectors.standings import StageView
from scoring import standings as rankings


@dataclass(frozen=True)
class Sheet:
    """A table's sheet: ``digest`` names it as it stands, ``needed`` are the players (by number) who confirm it.

    ``is_ready``: every round counts, no tie-break is owed, and nothing is in dispute.
    """

    digest: str
    needed: tuple[int, ...]
    is_ready: bool


def sheet(view: StageView, number: int) -> Sheet:
    """Return the sheet of a table; any correction or ruling that changes it gives it another digest."""
    table = view.state.table(number)
    standing = rankings.of_table(table, view.state.format, view.state.is_started)
    counting = [
        [*key[1:], report.pk]
        for key in sorted(view.reports)
        if key[0] == number and (report := view.counting(*key)) is not None
    ]
    content = [counting, [[row.entry, row.total, row.place] for row in standing.rows]]
    gone = {exit_.entry for exit_ in table.exits}
    return Sheet(
        digest=hashlib.sha256(json.dumps(content).encode()).hexdigest(),
        needed=tuple(entry for entry in table.entries if entry not in gone),
        is_ready=standing.is_complete and not standing.owed and not table.has_dispute,
    )


def confirmed(table_pk: int, digest: str) -> frozenset[int]:
    """Return who has confirmed the sheet with this digest, by number. One query."""
    rows = TableConfirmation.objects.filter(table=table_pk, digest=digest)
    return frozenset(rows.values_list("entry__number", flat=True))
