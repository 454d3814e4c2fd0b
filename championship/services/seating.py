"""Seating: the plan is published, players are drawn to seats, and seats further on follow the places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils import timezone

from championship.models import Seat, Stage, Table, Ticket
from championship.selectors import standings
from championship.selectors.standings import StageView
from championship.services.live import Act
from scoring import standings as rankings
from scoring.tickets import Move, moves


def follow(act: Act, view: StageView, due: Iterable[Move]) -> list[Move]:
    """Let the seats further on follow: apply the difference between who should sit and who does (design.md §3).

    A table that has begun is reseated by a ruling only, so blocked moves stay undone. Returns what was done.
    """
    wanted = [move for move in due if not move.is_blocked]
    if not wanted:
        return []
    seats = {
        (seat.stage.key, seat.table.number, seat.position): seat
        for seat in Seat.objects.filter(ticket__stage=view.stage).select_related("stage", "table", "entry")
    }
    now = timezone.now()
    done = _possible(wanted, seats)
    targets = [(move, seats[move.ticket.to_stage, move.ticket.to_table, move.ticket.to_seat]) for move in done]
    leaving = [seat.pk for move, seat in targets if move.before is not None]
    if leaving:  # first everybody stands up: two players may change seats with each other
        Seat.objects.filter(pk__in=leaving).update(entry=None, taken_at=None)
    for move, seat in targets:
        seat.entry_id = view.entries[move.after] if move.after is not None else None
        seat.taken_at = now if move.after is not None else None
        act.note(
            "seat.moved" if move.unseats else "seat.taken",
            f"{seat.stage.key}-{seat.table.number} seat {seat.position}",
            public=True,
            before=move.before,
            after=move.after,
        )
    Seat.objects.bulk_update([seat for _move, seat in targets], ["entry", "taken_at"])
    return done


def _possible(wanted: list[Move], seats: Mapping[tuple[str, int, int], Seat]) -> list[Move]:
    """The moves that can be made now: nobody takes a second seat in a stage while a table that has begun holds them.

    What is left out waits with the seat that is in the way, for a ruling.
    """
    leaving = {(m.ticket.to_stage, m.ticket.to_table, m.ticket.to_seat) for m in wanted}
    staying = {(key[0], seat.entry.number) for key, seat in seats.items() if seat.entry and key not in leaving}
    possible = [move for move in wanted if (move.ticket.to_stage, move.after) not in staying]
    return possible if len(possible) == len(wanted) else _possible(possible, seats)


def follow_into(act: Act, stage: Stage) -> list[Move]:
    """Let the seats of *stage* follow the places of all stages that lead there; returns what was done."""
    done: list[Move] = []
    for source in Stage.objects.filter(tickets__to_seat__stage=stage).order_by("order").distinct():
        view = standings.stage_view(source)
        done += follow(act, view, moves(view.state, rankings.of_stage(view.state)))
    return done


def awaits_somebody(table: Table) -> bool:
    """Whether a seat of *table* is empty because a place elsewhere is open; a place nobody holds is no reason."""
    tickets = Ticket.objects.filter(to_seat__table=table, to_seat__entry=None).select_related("stage__championship")
    for stage in {ticket.stage for ticket in tickets}:
        ranking = rankings.of_stage(standings.stage_view(stage).state)
        sources = {t.table.number for t in tickets.select_related("table") if t.stage_id == stage.pk and t.table}
        open_tables = [n for n, standing in ranking.items() if not standing.is_complete or standing.owed]
        has_wild = any(t.rank for t in tickets if t.stage_id == stage.pk)
        if (has_wild and open_tables) or sources.intersection(open_tables):
            return True
    return False
