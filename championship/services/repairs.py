"""A seat put right at a table that has begun: its rounds are void, and the seats follow the places (bug report O23).

The two other ways out are rulings: let it stand, or exchange the seat from now on (``services.rulings``).
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from championship.errors import NotAllowed, OutOfStep, StaleView
from championship.models import Report, Seat, Table
from championship.services import live, reports, seating
from championship.services.live import Act, Actor
from championship.services.sent import RoundAddress, digest_of


@dataclass(frozen=True)
class Changed:
    """A seat that changes hands: where, and from whom to whom by number; None is an empty chair."""

    stage: str
    table: int
    seat: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Reseated:
    """What starting a table anew does: so many rounds become void, these seats change hands, at whatever table."""

    rounds: int
    seats: tuple[Changed, ...]

    @property
    def token(self) -> str:
        """What a confirmation names; if by now something else would follow, that is shown first."""
        return digest_of([self.rounds, [list(astuple(seat)) for seat in self.seats]])[:16]


class _TakenBack(Exception):
    """Leaves a transaction that only asked what would follow."""


def start_anew(table: Table, *, reason: str, client_id: UUID, by: Actor, confirm: str) -> None:
    """Call the rounds of *table* void and let its seats follow the places; the same id does it once.

    Raises StaleView if *confirm* does not name what would follow, NotAllowed, OutOfStep without a reason.
    """
    if not reason.strip():
        raise OutOfStep(_("Say why the table starts anew."), code="ruling_needs_reason")
    with live.writing(table.stage.championship_id, by=by) as act:
        if Report.objects.filter(client_id__in=_ids(table, client_id)).exists():
            return
        if _start_anew(act, table, reason, client_id, by).token != confirm:
            raise StaleView(_("Something has changed meanwhile. Look at what follows now, then confirm it."))


def consequence(table: Table, *, by: Actor) -> Reseated:
    """Say what ``start_anew`` would do; it is done and taken back, so nothing is stored."""
    found: list[Reseated] = []
    try:
        with live.writing(table.stage.championship_id, by=by) as act:
            found.append(_start_anew(act, table, "asked", uuid4(), by))
            raise _TakenBack
    except _TakenBack:
        return found[0]


def _start_anew(act: Act, table: Table, reason: str, client_id: UUID, by: Actor) -> Reseated:
    if not by.is_head:
        raise NotAllowed(_("Only the head referee or the organiser can do this."))
    before = _seated(table)
    rounds = reports.void_table(act, table.stage, table.number, reason=reason, client_id=client_id, by=by)
    seating.follow_into(act, table.stage)
    after = _seated(table)
    changed = [Changed(*where, entry, after[where]) for where, entry in before.items() if after[where] != entry]
    return Reseated(rounds, tuple(changed))


def _seated(table: Table) -> dict[tuple[str, int, int], int | None]:
    """Who sits where in the whole championship, by number."""
    seats = Seat.objects.filter(stage__championship=table.stage.championship_id)
    rows = seats.order_by("stage__order", "table__number", "position")
    return {
        (stage, number, position): entry
        for stage, number, position, entry in rows.values_list(
            "stage__key", "table__number", "position", "entry__number"
        )
    }


def _ids(table: Table, client_id: UUID) -> list[UUID]:
    """The ids that the reports of this act would have."""
    stage = table.stage
    return [
        reports.void_id(client_id, RoundAddress(stage.championship_id, stage.key, table.number, place, number))
        for place, number in table.rounds.values_list("place", "number")
    ]
