"""What the tests of rulings share: who sits where, a ruling made, a ruling taken back."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from championship.enums import RulingKind
from championship.errors import NotConfirmed
from championship.models import Championship, Entry, Ruling
from championship.services import rulings
from tests import factories


def entry_at(hall: Championship, seat: int, table: int = 1, stage: str = "") -> Any:
    """Return who sits at a seat."""
    return factories.table_of(hall, table, stage).seats.get(position=seat).entry


def rule(
    hall: Championship,
    kind: RulingKind,
    *,
    table: int = 1,
    stage: str = "",
    seat: int = 0,
    entry: Entry | None = None,
    confirm: str = "",
    **values: Any,
) -> Ruling:
    """Rule as the organiser, about *entry* or whoever sits at *seat*; what moves somebody is agreed to."""
    where = factories.table_of(hall, table, stage)
    asked: dict[str, Any] = {
        "client_id": uuid4(),
        "reason": "as it happened",
        "by": factories.organiser_of(hall),
        "table": where,
        "entry": entry or (entry_at(hall, seat, table, stage) if seat else None),
        "values": values,
    }
    try:
        return rulings.make(where.stage, kind, confirm=confirm, **asked)
    except NotConfirmed as shown:
        return rulings.make(where.stage, kind, confirm=shown.consequence.token, **asked)


def undo(hall: Championship, ruling: Ruling) -> Ruling:
    """Take a ruling back as the organiser; what moves somebody is agreed to."""
    asked: dict[str, Any] = {"client_id": uuid4(), "reason": "a mistake", "by": factories.organiser_of(hall)}
    try:
        return rulings.undo(ruling, **asked)
    except NotConfirmed as shown:
        return rulings.undo(ruling, confirm=shown.consequence.token, **asked)
