"""The state of stages as scoring's values, read in a fixed number of queries (design.md §3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from championship.enums import Kept, RulingKind
from championship.models import (
    Championship,
    Entry,
    Line,
    Printout,
    Report,
    Ruling,
    Stage,
    Table,
    TableConfirmation,
)
from championship.selectors import seat_rows
from championship.selectors.seat_rows import SeatRow, TicketRow
from scoring.formats import Format
from scoring.results import (
    Exit,
    ExitKind,
    Outcome,
    RoundResult,
    SeatLine,
    StageState,
    TableState,
    TicketState,
)

DISPUTES = frozenset({Kept.DIFFERS, Kept.WOULD_MOVE, Kept.CONFIRMED, Kept.CLOSED, Kept.NO_TIE})
"""Kept reports that wait for the head referee; one that agrees needs nobody."""

Reports: TypeAlias = dict[tuple[int, int, int], list[Report]]
"""Reports by round: (table number, place, number), in the order they came."""

EXITS = {RulingKind.WITHDRAWAL, RulingKind.NO_SHOW, RulingKind.DISQUALIFICATION}


@dataclass(frozen=True)
class StageView:
    """A stage as scoring sees it, and the rows behind it.

    ``seats`` by (table number, position), ``tables`` by number; ``entries`` are primary keys by entry number.
    """

    stage: Stage
    state: StageState
    tables: Mapping[int, Table]
    seats: Mapping[tuple[int, int], SeatRow]
    entries: Mapping[int, int]
    reports: Mapping[tuple[int, int, int], list[Report]] = field(default_factory=dict)

    def latest(self, table: int, place: int, number: int) -> int:
        """Return the highest revision of a round, 0 if no report counts."""
        return max((r.revision or 0 for r in self.reports.get((table, place, number), [])), default=0)

    def counting(self, table: int, place: int, number: int) -> Report | None:
        """Return the report that counts for a round; None if none does."""
        reports = [r for r in self.reports.get((table, place, number), []) if r.revision]
        return max(reports, key=lambda r: r.revision or 0, default=None)

    def waiting(self, table: int, place: int, number: int) -> list[Report]:
        """Return the kept reports of a round that no later act of the head referee has answered."""
        return waiting_reports(self.reports.get((table, place, number), []))


def waiting_reports(reports: list[Report]) -> list[Report]:
    """Return the kept ones of a round's *reports* that wait for the head referee (design.md §4).

    A later report by a user that counts answers all kept before it.
    """
    answered = max((r.pk for r in reports if r.revision and r.by_user_id), default=0)
    return [r for r in reports if r.kept_because in DISPUTES and r.pk > answered]


def stage_view(stage: Stage) -> StageView:
    """Read one stage. Seven queries, whatever the number of players."""
    return views(stage.championship, [stage])[stage.key]


def championship_views(championship: Championship, *, with_prints: bool = True) -> dict[str, StageView]:
    """Read all stages of a championship, by key, in playing order. Eight queries, one less without prints."""
    return views(championship, list(championship.stages.order_by("order")), with_prints=with_prints)


def views(championship: Championship, stages: list[Stage], *, with_prints: bool = True) -> dict[str, StageView]:
    """Read *stages* of *championship*, by key.

    Seven queries, one less without what is printed of them, one more where players confirm their tables.
    """
    format_ = championship.format
    if format_ is None or not stages:
        return {}
    ids = [stage.pk for stage in stages]
    tables = _by_stage(Table.objects.filter(stage__in=ids).select_related("flight").order_by("number"))
    everywhere = seat_rows.seats(championship, ids)
    seats = _by_stage(everywhere)
    given = frozenset((seat.stage_key, seat.number) for seat in everywhere if seat.ruling_id and seat.number)
    told = Report.objects.defer("digest", "facts", "findings")
    reports = list(told.filter(round__table__stage__in=ids).select_related("round").order_by("pk"))
    rulings = _by_stage(
        Ruling.objects.filter(stage__in=ids, undoes=None, undone_by=None).select_related("entry").order_by("pk")
    )
    exchanges = _exchanges((r for own in rulings.values() for r in own), tables, everywhere)
    lines = _lines(ids, {seat.pk: seat.position for seat in everywhere}, exchanges)
    tickets = _by_stage(seat_rows.tickets(ids))
    printed = printed_kinds(championship) if with_prints else {}
    confirmed = _confirmed_by_players(ids) if championship.players_confirm else frozenset()
    return {
        stage.key: _view(
            stage,
            format_,
            tables[stage.pk],
            seats[stage.pk],
            _by_round(reports, {table.pk: table.number for table in tables[stage.pk]}),
            lines,
            rulings[stage.pk],
            tickets[stage.pk],
            printed,
            given,
            confirmed,
        )
        for stage in stages
    }


def _view(
    stage: Stage,
    format_: Format,
    tables: list[Table],
    seats: list[SeatRow],
    reports: Reports,
    lines: Mapping[int, list[SeatLine]],
    rulings: list[Ruling],
    tickets: list[TicketRow],
    printed: Mapping[str, tuple[str, ...]],
    given: frozenset[tuple[str, int]],
    confirmed: frozenset[int],
) -> StageView:
    numbers = {table.pk: table.number for table in tables}
    positions = {seat.pk: seat.position for seat in seats}
    at_table = _by_table(seats)
    results: dict[int, list[RoundResult]] = defaultdict(list)
    for key, versions in sorted(reports.items()):
        if counting := max((r for r in versions if r.revision), key=lambda r: r.revision or 0, default=None):
            results[key[0]].append(round_result(counting, lines[counting.pk], positions))
    disputed = {key[0] for key, versions in reports.items() if waiting_reports(versions)}
    state = StageState(
        format=format_.stage(stage.key),
        tables=tuple(
            _table_state(
                table,
                at_table[table.pk],
                results[table.number],
                rulings,
                has_dispute=table.number in disputed,
                is_confirmed_by_players=table.pk in confirmed,
            )
            for table in tables
        ),
        tickets=tuple(_ticket_state(ticket, numbers, printed) for ticket in tickets),
        wild_cards=tuple(w for w in format_.wild_cards if w.source == stage.key),
        lots=_lots(r for r in rulings if r.table_id is None),
        given=given,
        is_started=stage.started_at is not None,
        is_closed=any(r.kind == RulingKind.STAGE_CLOSED for r in rulings),
        needs_confirmation=stage.championship.players_confirm,
    )
    return StageView(
        stage=stage,
        state=state,
        tables={table.number: table for table in tables},
        seats={(numbers[seat.table_id], seat.position): seat for seat in seats},
        entries={
            **_replaced_entries(stage, rulings),
            **{seat.number: seat.entry_id for seat in seats if seat.number and seat.entry_id},
        },
        reports=reports,
    )


def _by_round(reports: Iterable[Report], numbers: Mapping[int, int]) -> Reports:
    """Group the reports of one stage by (table number, place, number), in the order they came."""
    grouped: Reports = defaultdict(list)
    for report in reports:
        if report.round.table_id in numbers:
            grouped[numbers[report.round.table_id], report.round.place, report.round.number].append(report)
    return grouped


def _exchanges(
    rulings: Iterable[Ruling], tables: Mapping[int, list[Table]], seats: Iterable[SeatRow]
) -> list[dict[tuple[int, int], int]]:
    """For each exchange of seats, whose lines at a seat are really whose: {(seat's key, entry): entry}."""
    exchanged = [ruling for ruling in rulings if ruling.kind == RulingKind.SEATS_EXCHANGED]
    if not exchanged:
        return []
    numbers = {table.pk: table.number for rows in tables.values() for table in rows}
    keys = {(seat.stage_id, numbers.get(seat.table_id), seat.position): seat.pk for seat in seats}
    return [
        {(keys[r.stage_id, table, position], before): after for table, position, before, after in r.values["seats"]}
        for r in exchanged
    ]


def _lines(
    stage_ids: list[int], positions: Mapping[int, int], exchanges: Iterable[Mapping[tuple[int, int], int]]
) -> defaultdict[int, list[SeatLine]]:
    """Lines of the reports that count or counted, by report, in seat order.

    Who sat in another's seat keeps what they played: the lines of exchanged seats are the other player's.
    """
    lines: defaultdict[int, list[SeatLine]] = defaultdict(list)
    rows = Line.objects.filter(report__round__table__stage__in=stage_ids, report__revision__isnull=False)
    for report, seat, number, cards, points in rows.values_list(
        "report_id", "seat_id", "entry__number", "cards", "points"
    ):
        for exchange in exchanges:
            number = exchange.get((seat, number), number)
        lines[report].append(SeatLine(positions[seat], number, cards, points))
    for own in lines.values():
        own.sort(key=lambda line: line.seat)
    return lines


def _table_state(
    table: Table,
    seats: Iterable[SeatRow],
    results: Iterable[RoundResult],
    rulings: Iterable[Ruling],
    *,
    has_dispute: bool,
    is_confirmed_by_players: bool,
) -> TableState:
    own = [ruling for ruling in rulings if ruling.table_id == table.pk]
    substituted = [_substituted(ruling) for ruling in own if ruling.kind == RulingKind.SUBSTITUTE]
    penalties: dict[int, int] = defaultdict(int)
    for ruling in own:
        if ruling.kind == RulingKind.PENALTY and ruling.entry:
            penalties[ruling.entry.number] += ruling.values["points"]
    return TableState(
        number=table.number,
        seats=tuple(seat.number for seat in seats),
        results=tuple(results),
        exits=tuple(
            Exit(ruling.entry.number, ExitKind(ruling.kind), ruling.values.get("after_round", 0))
            for ruling in own
            if ruling.kind in EXITS and ruling.entry
        )
        + tuple(Exit(leaves, ExitKind.SUBSTITUTE, after) for leaves, _position, after in substituted),
        replaced={leaves: position for leaves, position, _after in substituted},
        penalties=dict(penalties),
        lots=_lots(own),
        is_confirmed=is_confirmed_by_players or any(ruling.kind == RulingKind.TABLE_CONFIRMED for ruling in own),
        has_dispute=has_dispute,
    )


def _substituted(ruling: Ruling) -> tuple[int, int, int]:
    """(who leaves, position of the seat, after which round) of a substitution."""
    ((_table, position, leaves, _comes),) = ruling.values["seats"]
    return leaves, position, ruling.values["after_round"]


def _replaced_entries(stage: Stage, rulings: Iterable[Ruling]) -> dict[int, int]:
    """Primary keys of players whom a substitute replaced, by entry number. A query only where there are some."""
    numbers = [_substituted(ruling)[0] for ruling in rulings if ruling.kind == RulingKind.SUBSTITUTE]
    if not numbers:
        return {}
    entries = Entry.objects.filter(championship=stage.championship_id, number__in=numbers)
    return dict(entries.values_list("number", "pk"))


def round_result(report: Report, lines: Iterable[SeatLine], positions: Mapping[int, int]) -> RoundResult:
    """Return a stored report as scoring's value, with its lines; *positions* are those of seats by primary key."""
    return RoundResult(
        place=report.round.place,
        number=report.round.number,
        lines=tuple(lines),
        winner=positions[report.winner_id] if report.winner_id else None,
        outcome=Outcome(report.outcome),
        revision=report.revision or 0,
    )


def seat_lines(report: Report) -> list[SeatLine]:
    """Return the lines of one stored report as scoring's values, in seat order; its lines are loaded."""
    lines = [SeatLine(line.seat.position, line.entry.number, line.cards, line.points) for line in report.lines.all()]
    return sorted(lines, key=lambda line: line.seat)


def _ticket_state(
    ticket: TicketRow, numbers: Mapping[int, int], printed: Mapping[str, tuple[str, ...]]
) -> TicketState:
    shown = printed.get(f"{ticket.to_stage}-{ticket.to_table}", ()) if ticket.holder else ()
    return TicketState(
        table=numbers[ticket.table_id] if ticket.table_id else 0,
        place=ticket.place,
        to_stage=ticket.to_stage,
        to_table=ticket.to_table,
        to_seat=ticket.to_seat,
        rank=ticket.rank or 0,
        holder=ticket.holder,
        is_given=ticket.ruling_id is not None,
        has_begun=ticket.has_begun,
        printed=shown,
    )


def _confirmed_by_players(stage_ids: list[int]) -> frozenset[int]:
    """Primary keys of the tables that all their players have confirmed. One query."""
    rows = TableConfirmation.objects.filter(table__stage__in=stage_ids, completes=True)
    return frozenset(rows.values_list("table_id", flat=True))


def printed_kinds(championship: Championship) -> dict[str, tuple[str, ...]]:
    """Return the kinds of the prints made so far, by the table they show ("second-3"). One query."""
    kinds: dict[str, set[str]] = defaultdict(set)
    prints = Printout.objects.filter(championship=championship, made_at__isnull=False)
    for kind, subjects in prints.values_list("kind", "subjects"):
        for subject in subjects:
            kinds[subject].add(kind)
    return {subject: tuple(sorted(names)) for subject, names in kinds.items()}


def _lots(rulings: Iterable[Ruling]) -> dict[int, tuple[int, ...]]:
    """Orders drawn by lot, by place; the last lot for a place holds."""
    return {r.values["place"]: tuple(r.values["order"]) for r in rulings if r.kind == RulingKind.LOT}


def _by_table(seats: Iterable[SeatRow]) -> defaultdict[int, list[SeatRow]]:
    grouped: defaultdict[int, list[SeatRow]] = defaultdict(list)
    for seat in seats:
        grouped[seat.table_id].append(seat)
    return grouped


def _by_stage(rows: Iterable[Any]) -> defaultdict[int, list[Any]]:
    grouped: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows:
        grouped[row.stage_id].append(row)
    return grouped
