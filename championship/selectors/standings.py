"""The state of stages as scoring's values, read in a fixed number of queries (design.md §3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, QuerySet

from championship.enums import Kept, RulingKind
from championship.models import Championship, Line, Printout, Report, Ruling, Seat, Stage, Table, Ticket
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

EXITS = {RulingKind.WITHDRAWAL, RulingKind.NO_SHOW, RulingKind.DISQUALIFICATION}


@dataclass(frozen=True)
class StageView:
    """A stage as scoring sees it, and the rows behind it.

    ``seats`` by (table number, position), ``tables`` by number, ``entries`` are primary keys by entry number,
    ``corrected`` the rounds whose result is not their first report, by table number.
    """

    stage: Stage
    state: StageState
    tables: Mapping[int, Table]
    seats: Mapping[tuple[int, int], Seat]
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


def championship_views(championship: Championship) -> dict[str, StageView]:
    """Read all stages of a championship, by key, in playing order. Eight queries."""
    return views(championship, list(championship.stages.order_by("order")))


def views(championship: Championship, stages: list[Stage]) -> dict[str, StageView]:
    """Read *stages* of *championship*, by key."""
    format_ = championship.format
    if format_ is None or not stages:
        return {}
    ids = [stage.pk for stage in stages]
    tables = _by_stage(Table.objects.filter(stage__in=ids).select_related("flight").order_by("number"))
    seats = _by_stage(Seat.objects.filter(stage__in=ids).select_related("entry", "table").order_by("position"))
    reports = list(
        Report.objects.filter(round__table__stage__in=ids)
        .select_related("round", "winner")
        .prefetch_related("lines__seat", "lines__entry")
        .order_by("pk")
    )
    rulings = list(
        Ruling.objects.filter(stage__in=ids, undoes=None, undone_by=None).select_related("entry").order_by("pk")
    )
    tickets = _by_stage(_tickets(ids))
    printed = _printed(championship)
    keys = {stage.pk: stage for stage in championship.stages.all()} if any(tickets.values()) else {}
    return {
        stage.key: _view(
            stage, format_, tables[stage.pk], seats[stage.pk], reports, rulings, tickets[stage.pk], printed, keys
        )
        for stage in stages
    }


def _view(
    stage: Stage,
    format_: Format,
    tables: list[Table],
    seats: list[Seat],
    reports: list[Report],
    rulings: list[Ruling],
    tickets: list[Ticket],
    printed: Mapping[str, tuple[str, ...]],
    stages: Mapping[int, Stage],
) -> StageView:
    numbers = {table.pk: table.number for table in tables}
    seat_rows = {(numbers[seat.table_id], seat.position): seat for seat in seats}
    by_round: dict[tuple[int, int, int], list[Report]] = defaultdict(list)
    for report in reports:
        if report.round.table_id in numbers:
            key = (numbers[report.round.table_id], report.round.place, report.round.number)
            by_round[key].append(report)
    own_rulings = [ruling for ruling in rulings if ruling.stage_id == stage.pk]
    state = StageState(
        format=format_.stage(stage.key),
        tables=tuple(_table_state(table, seats, by_round, own_rulings) for table in tables),
        tickets=tuple(_ticket_state(ticket, numbers, stages, printed) for ticket in tickets),
        wild_cards=tuple(w for w in format_.wild_cards if w.source == stage.key),
        lots=_lots(r for r in own_rulings if r.table_id is None),
        is_started=stage.started_at is not None,
        is_closed=any(r.kind == RulingKind.STAGE_CLOSED for r in own_rulings),
    )
    entries = {seat.entry.number: seat.entry_id for seat in seats if seat.entry}
    for report in reports:
        entries.update({line.entry.number: line.entry_id for line in report.lines.all()})
    return StageView(stage, state, {t.number: t for t in tables}, seat_rows, entries, by_round)


def _table_state(table, seats, by_round, rulings) -> TableState:
    own = [ruling for ruling in rulings if ruling.table_id == table.pk]
    results, has_dispute = [], False
    for (number, _place, _number), reports in by_round.items():
        if number != table.number:
            continue
        counting = max((r for r in reports if r.revision), key=lambda r: r.revision, default=None)
        if counting:
            results.append(round_result(counting))
        has_dispute = has_dispute or bool(waiting_reports(reports))
    penalties: dict[int, int] = defaultdict(int)
    for ruling in own:
        if ruling.kind == RulingKind.PENALTY:
            penalties[ruling.entry.number] += ruling.values["points"]
    return TableState(
        number=table.number,
        seats=tuple(seat.entry.number if seat.entry else None for seat in seats if seat.table_id == table.pk),
        results=tuple(sorted(results, key=lambda result: result.key)),
        exits=tuple(
            Exit(r.entry.number, ExitKind(r.kind), r.values.get("after_round", 0)) for r in own if r.kind in EXITS
        ),
        penalties=dict(penalties),
        lots=_lots(own),
        is_confirmed=any(r.kind == RulingKind.TABLE_CONFIRMED for r in own),
        has_dispute=has_dispute,
    )


def round_result(report: Report) -> RoundResult:
    """Return a stored report as scoring's value. Its round, winner and lines must be loaded."""
    return RoundResult(
        place=report.round.place,
        number=report.round.number,
        lines=tuple(_seat_line(line) for line in sorted(report.lines.all(), key=lambda line: line.seat.position)),
        winner=report.winner.position if report.winner else None,
        outcome=Outcome(report.outcome),
        revision=report.revision or 0,
    )


def _seat_line(line: Line) -> SeatLine:
    return SeatLine(line.seat.position, line.entry.number, line.cards, line.points)


def _tickets(stage_ids: list[int]) -> QuerySet[Ticket]:
    begun = Report.objects.filter(round__table=OuterRef("to_seat__table"), revision__isnull=False)
    return (
        Ticket.objects.filter(stage__in=stage_ids)
        .select_related("to_seat__table", "to_seat__entry")
        .annotate(has_begun=Exists(begun))
        .order_by("place", "table__number", "rank")
    )


def _ticket_state(
    ticket: Ticket, numbers: Mapping[int, int], stages: Mapping[int, Stage], printed: Mapping[str, tuple[str, ...]]
) -> TicketState:
    seat = ticket.to_seat
    target = stages[seat.stage_id].key
    return TicketState(
        table=numbers[ticket.table_id] if ticket.table_id else 0,
        place=ticket.place,
        to_stage=target,
        to_table=seat.table.number,
        to_seat=seat.position,
        rank=ticket.rank or 0,
        holder=seat.entry.number if seat.entry else None,
        is_given=seat.ruling_id is not None,
        has_begun=ticket.has_begun,
        printed=printed.get(f"{target}-{seat.table.number}", ()) if seat.entry else (),
    )


def _printed(championship: Championship) -> dict[str, tuple[str, ...]]:
    """Kinds of the prints made so far, by the table they show ("second-3")."""
    kinds: dict[str, set[str]] = defaultdict(set)
    prints = Printout.objects.filter(championship=championship, made_at__isnull=False)
    for kind, subjects in prints.values_list("kind", "subjects"):
        for subject in subjects:
            kinds[subject].add(kind)
    return {subject: tuple(sorted(names)) for subject, names in kinds.items()}


def _lots(rulings) -> dict[int, tuple[int, ...]]:
    """Orders drawn by lot, by place; the last lot for a place holds."""
    return {r.values["place"]: tuple(r.values["order"]) for r in rulings if r.kind == RulingKind.LOT}


def _by_stage(rows) -> defaultdict[int, list]:
    grouped: defaultdict[int, list] = defaultdict(list)
    for row in rows:
        grouped[row.stage_id].append(row)
    return grouped
