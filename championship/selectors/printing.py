"""What is put on paper, read at one version; and which of the prints made so far say something else by now.

Names are the public ones: a scoresheet lies open on its table, a poster hangs on the wall (design.md §1).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from championship.enums import PrintKind
from championship.models import Championship, Printout, Pulse
from championship.selectors import people, standings
from championship.selectors.board import ATTEMPTS
from championship.selectors.standings import StageView
from engine.bracket import Bracket, BracketTable, Edge
from scoring import standings as rankings
from scoring.formats import System
from scoring.points import round_points
from scoring.results import Outcome, RoundResult
from scoring.standings import Standing, TableStanding

TableKey = tuple[str, int]
"""A table by its stage's key and its number."""


@dataclass(frozen=True)
class PaperSeat:
    """A seat; without ``number`` nobody sits there yet, without ``name`` the public knows the number only.

    ``total`` is None before the first round, ``place`` until it is decided; ``penalty`` are a ruling's points.
    ``is_through``: it has a seat further on, or has won the championship.
    """

    position: int
    number: int | None = None
    name: str = ""
    total: int | None = None
    place: int | None = None
    penalty: int | None = None
    left_by: str = ""
    is_through: bool = False


@dataclass(frozen=True)
class PaperRound:
    """A round that counts: points by seat in the table's order, None for who did not play it."""

    place: int
    number: int
    results: tuple[int | None, ...]
    is_called_off: bool = False


@dataclass(frozen=True)
class PaperTicket:
    """Where a place of the table leads."""

    place: int
    stage: str
    table: int
    seat: int


@dataclass(frozen=True)
class PaperTable:
    """A table as it stands: everything that any print says of it."""

    stage: str
    number: int
    hall: str
    starts_at: datetime | None
    round_count: int
    system: System
    seats: tuple[PaperSeat, ...]
    rounds: tuple[PaperRound, ...]
    tie_breaks: tuple[PaperRound, ...]
    tickets: tuple[PaperTicket, ...]
    is_confirmed: bool


@dataclass(frozen=True)
class Snapshot:
    """A championship on paper, at one version. ``stages`` are keys in playing order."""

    championship: Championship
    version: int
    stages: tuple[str, ...]
    tables: Mapping[TableKey, PaperTable]
    tickets: tuple[Edge, ...]

    @property
    def bracket(self) -> Bracket:
        """The tables and the tickets between them, as a graph."""
        tables = tuple(BracketTable(*key, len(table.seats)) for key, table in self.tables.items())
        return Bracket(self.stages, tables, self.tickets)


@dataclass(frozen=True)
class Outdated:
    """A print that says something else than what is so now, and the tables it is about."""

    printout: Printout
    tables: tuple[str, ...]


def snapshot(championship: Championship) -> Snapshot:
    """Read what can be printed: the version before and after, again if a change came between (design.md §4)."""
    for _attempt in range(ATTEMPTS):
        pulse = Pulse.objects.select_related("championship").get(championship=championship.pk)
        views = standings.championship_views(pulse.championship)
        names = people.public_names(pulse.championship)
        if Pulse.objects.filter(pk=pulse.pk, version=pulse.version, epoch=pulse.epoch).exists():
            tables = {
                (key, number): _table(view, number, standing, names)
                for key, view in views.items()
                for number, standing in rankings.of_stage(view.state).items()
            }
            return Snapshot(pulse.championship, pulse.version, tuple(views), tables, _tickets(views))
    raise RuntimeError(f"championship {championship.pk} changed {ATTEMPTS} times while it was read")


def subject(table: TableKey) -> str:
    """Return how a print names a table: ``qualifiers-3``."""
    return f"{table[0]}-{table[1]}"


def digests(read: Snapshot, kind: str, tables: Iterable[TableKey]) -> dict[str, str]:
    """Return, by table, what tells one content of a print of *kind* from another (see ``Printout.subjects``).

    A blank scoresheet is about who sits down where and where places lead: what follows is written by hand. The
    bracket has who won a place of the first stage, and everybody further on.
    """
    first = read.stages[:1]
    return {subject(key): _digest(_said(read.tables[key], kind, is_first=key[0] in first)) for key in tables}


def outdated(championship: Championship) -> list[Outdated]:
    """Return the prints that no longer hold, the newest first, with the tables concerned in playing order.

    Of prints of one kind and language only the last one of a table is looked at: it took the others' place.
    """
    made = list(championship.printouts.filter(made_at__isnull=False).defer("content").order_by("-pk"))
    if not made:
        return []
    read = snapshot(championship)
    now = {kind: digests(read, kind, read.tables) for kind in {printout.kind for printout in made}}
    order = {subject(key): place for place, key in enumerate(read.tables)}
    seen: set[tuple[str, str, str]] = set()
    found = []
    for printout in made:
        newest = [name for name in printout.subjects if (printout.kind, printout.language, name) not in seen]
        seen.update((printout.kind, printout.language, name) for name in newest)
        changed = [name for name in newest if now[printout.kind].get(name) != printout.subjects[name]]
        changed.sort(key=lambda name: (order.get(name, len(order)), name))  # PostgreSQL keeps no order of keys
        if changed:
            found.append(Outdated(printout, tuple(changed)))
    return found


def _said(table: PaperTable, kind: str, *, is_first: bool) -> object:
    if kind == PrintKind.SCORESHEETS:
        seats = [(seat.position, seat.number, seat.name, _left_before_play(table, seat)) for seat in table.seats]
        tickets = [asdict(ticket) for ticket in table.tickets]
        return [table.hall, str(table.starts_at), table.round_count, seats, tickets]
    if kind == PrintKind.BRACKET:
        shown = [seat for seat in table.seats if seat.place is not None or not is_first]
        return [(seat.number, seat.name, seat.total, seat.place, seat.is_through) for seat in shown]
    return asdict(table)


def _left_before_play(table: PaperTable, seat: PaperSeat) -> bool:
    """Whether the sheet names somebody who will not come; who leaves later is noted by hand (bug report O17)."""
    return bool(seat.left_by) and all(played.results[seat.position - 1] is None for played in table.rounds)


def _digest(content: object) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _table(view: StageView, number: int, standing: TableStanding, names: Mapping[int, str]) -> PaperTable:
    state = view.state.table(number)
    flight = view.tables[number].flight
    rows = {row.seat: row for row in reversed(standing.rows)}  # a substitute's, not that of whom they replaced
    through = {ticket.holder for ticket in view.state.tickets if ticket.holder is not None}
    if not view.state.tickets and (champion := standing.holder(1)) is not None:
        through.add(champion)
    seats = tuple(
        _seat(position, entry, rows.get(position), standing, names, through, state.penalties.get(entry or 0))
        for position, entry in enumerate(state.seats, start=1)
    )
    system = view.state.format.system
    counting = [result for result in state.results if result.outcome is not Outcome.VOID]
    return PaperTable(
        stage=view.stage.key,
        number=number,
        hall=flight.hall,
        starts_at=flight.starts_at,
        round_count=view.state.format.rounds,
        system=system,
        seats=seats,
        rounds=tuple(_regular_round(result, state.seats, rows) for result in counting if result.place == 0),
        tie_breaks=tuple(_tie_break_round(result, state.seats, system) for result in counting if result.place > 0),
        tickets=tuple(
            PaperTicket(ticket.place, ticket.to_stage, ticket.to_table, ticket.to_seat)
            for ticket in view.state.tickets
            if ticket.table == number
        ),
        is_confirmed=state.is_confirmed,
    )


def _seat(
    position: int,
    entry: int | None,
    row: Standing | None,
    standing: TableStanding,
    names: Mapping[int, str],
    through: set[int],
    penalty: int | None,
) -> PaperSeat:
    if entry is None or row is None:
        return PaperSeat(position)
    public = names.get(entry, "")
    return PaperSeat(
        position=position,
        number=entry,
        name="" if public == f"#{entry}" else public,
        total=row.total if standing.rounds_played else None,
        place=row.place if row.is_decided else None,
        penalty=penalty,
        left_by=row.left_by.value if row.left_by else "",
        is_through=entry in through,
    )


def _regular_round(result: RoundResult, seats: tuple[int | None, ...], rows: Mapping[int, Standing]) -> PaperRound:
    """The points that count: who missed it and plays on has the worst of the round (design.md §5)."""
    values = tuple(
        rows[position].rounds[result.number - 1] if position in rows else None
        for position, _entry in enumerate(seats, start=1)
    )
    return PaperRound(0, result.number, values, is_called_off=result.outcome is Outcome.CALLED_OFF)


def _tie_break_round(result: RoundResult, seats: tuple[int | None, ...], system: System) -> PaperRound:
    points = round_points(result, system)
    values = tuple(points.get(entry) if entry is not None else None for entry in seats)
    return PaperRound(result.place, result.number, values, is_called_off=result.outcome is Outcome.CALLED_OFF)


def _tickets(views: Mapping[str, StageView]) -> tuple[Edge, ...]:
    return tuple(
        Edge(key, t.table, t.place, t.rank, t.to_stage, t.to_table, t.to_seat)
        for key, view in views.items()
        for t in view.state.tickets
    )
