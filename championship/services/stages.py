"""Championships and their stages: made, planned, published, started."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import Role
from championship.errors import NotAllowed, OutOfStep
from championship.models import (
    Championship,
    Flight,
    Membership,
    Pulse,
    Remark,
    Round,
    Seat,
    SeatPlan,
    Stage,
    Table,
    Ticket,
)
from championship.services import live
from championship.services.live import Act, Actor
from championship.services.sent import digest_of
from engine import bracket
from scoring.format_json import to_json
from scoring.formats import Format

COPIED = ("edition", "edition_flags", "hands", "youngest", "oldest", "players_confirm", "players_call", "format_json")
"""What a championship takes over from last year's beside what its form shows."""


def create(
    *, by_user: User, source: Championship | None = None, format_: Format | None = None, **fields: Any
) -> Championship:
    """Make a championship with its pulse; its maker is its organiser. It is hidden until it is shown.

    Rules and format are those of *source*, last year's, unless *format_* or *fields* say otherwise; nobody's name
    comes along.
    """
    with transaction.atomic():
        copied = {name: getattr(source, name) for name in COPIED} if source else {}
        championship = Championship(**{**copied, **fields})
        if format_ is not None:
            championship.format_json = to_json(format_)
        championship.full_clean()
        championship.save()
        Pulse.objects.create(championship=championship)
        Membership.objects.create(championship=championship, user=by_user, role=Role.ORGANISER)
    return championship


def must_organise(by: Actor) -> None:
    """Raise NotAllowed unless *by* is the organiser."""
    if not by.is_organiser:
        raise NotAllowed(_("Only the organiser of this championship can do this."))


def choose_format(championship: Championship, format_: Format, *, by: Actor) -> None:
    """Give the championship its own copy of a format. Raises OutOfStep once results are in."""
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        _must_be_unplayed(championship)
        championship.format_json = to_json(format_)
        championship.save(update_fields=["format_json"])
        act.note("format.chosen", format_.preset, public=False, players=format_.players, codes=format_.exceptions)


def publish_plan(
    championship: Championship, *, by: Actor, reason: str = "", format_: Format | None = None
) -> SeatPlan:
    """Publish the seat plan: make the stages, tables, seats and tickets of the format, and show the championship.

    The format is *format_*, chosen in the same act, else the one chosen before. The first version needs no
    reason; the next replaces it, says why, and is possible until a round has been reported (design.md §4.7).
    Raises OutOfStep without a format, or when it is too late.
    """
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        if format_ is not None:
            championship.format_json = to_json(format_)
            championship.save(update_fields=["format_json"])
            act.note("format.chosen", format_.preset, public=False, players=format_.players, codes=format_.exceptions)
        else:
            format_ = championship.format
        if format_ is None:
            raise OutOfStep(_("Choose a plan first: how many tables, and who goes on from them."), code="no_format")
        _must_be_unplayed(championship)
        number = championship.seat_plans.count() + 1
        if number > 1 and not reason.strip():
            raise OutOfStep(
                _("The seat plan is already published. To publish another one, say why it changes."),
                code="plan_needs_reason",
            )
        championship.stages.all().delete()
        _make_rows(championship, format_)
        plan = SeatPlan.objects.create(
            championship=championship,
            number=number,
            format_json=championship.format_json,
            digest=digest_of(championship.format_json),
            reason=Remark.objects.create(text=reason.strip()[:500]) if reason.strip() else None,
            published_by=by.user,
        )
        _show(championship, act, is_public=True)
        act.note("plan.published", f"version {number}", public=True, digest=plan.digest)
    return plan


def show(championship: Championship, *, is_public: bool, by: Actor) -> None:
    """Show the championship to the public, or hide it; nothing else changes."""
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        _show(championship, act, is_public=is_public)


def start(stage: Stage, *, by: Actor) -> None:
    """Let a stage begin: its tables may be reported from now on. A second start changes nothing.

    Raises OutOfStep while nobody sits there, with the numbers and the way out.
    """
    if not by.is_head:
        raise NotAllowed(_("Only the organiser or the head referee can start a stage."))
    with live.writing(stage.championship_id, by=by) as act:
        stage.refresh_from_db()
        if stage.started_at is not None:
            return
        seats = stage.seats.count()
        taken = stage.seats.filter(entry__isnull=False).count()
        emptied = stage.seats.filter(entry=None, ruling__isnull=False).count()  # a ruling moved who sat there
        if taken == 0 or (stage.order == 1 and taken + emptied < seats):
            raise OutOfStep(
                _("This stage has %(seats)s seats and %(taken)s of them are taken. Publish the draw first.")
                % {"seats": seats, "taken": taken}
                if stage.order == 1
                else _("Nobody has a seat in this stage yet: it begins when tables of the stage before are decided."),
                code="seats_open",
                seats=seats,
                taken=taken,
            )
        stage.started_at = timezone.now()
        stage.save(update_fields=["started_at"])
        act.note("stage.started", stage.key, public=True)


def take_back_start(stage: Stage, *, reason: str, by: Actor) -> None:
    """Undo the start of a stage in which nothing has been played; its seats stay and follow corrections.

    Raises OutOfStep once a round of it was reported, void ones too: from then on its tables change by rulings.
    """
    if not by.is_head:
        raise NotAllowed(_("Only the organiser or the head referee can start a stage."))
    if not reason.strip():
        raise OutOfStep(_("Say why the start is taken back."), code="reason_missing")
    with live.writing(stage.championship_id, by=by) as act:
        stage.refresh_from_db()
        if stage.started_at is None:
            return
        if Round.objects.filter(table__stage=stage).exists():
            raise OutOfStep(
                _("A round of this stage was reported, so it cannot be undone. Correct the round or make a ruling."),
                code="already_played",
            )
        if stage.championship.stages.filter(order__gt=stage.order, started_at__isnull=False).exists():
            raise OutOfStep(_("A later stage has begun. Take its start back first."), code="later_stage_begun")
        stage.started_at = None
        stage.save(update_fields=["started_at"])
        remark = Remark.objects.create(text=reason.strip()[:500])
        act.note("stage.start_taken_back", stage.key, public=True, remark=remark.pk)


def edges(format_: Format) -> tuple[bracket.Edge, ...]:
    """Return the tickets of a format (rules.md §6.6)."""
    return bracket.plan_edges(
        [(stage.key, stage.sizes) for stage in format_.stages],
        [(route.source, route.place, route.target, route.after) for route in format_.routes],
        [(wild.source, wild.place, wild.count, wild.target) for wild in format_.wild_cards],
    )


def _must_be_unplayed(championship: Championship) -> None:
    if Round.objects.filter(table__stage__championship=championship).exists():
        raise OutOfStep(
            _("Rounds have been reported: the plan is fixed from the first of them. What changes now is a ruling."),
            code="already_played",
        )
    if championship.rulings.exists():  # they name tables of the plan, and are never deleted
        raise OutOfStep(
            _("The draw is published and everybody has seen it. Seats change by a ruling now."), code="already_ruled"
        )


def _make_rows(championship: Championship, format_: Format) -> None:
    seats: dict[tuple[str, int, int], Seat] = {}
    stages: dict[str, Stage] = {}
    tables: dict[tuple[str, int], Table] = {}
    for order, stage_format in enumerate(format_.stages, start=1):
        stage = Stage.objects.create(championship=championship, key=stage_format.key, order=order)
        stages[stage.key] = stage
        flight = Flight.objects.create(stage=stage, hall=championship.venue)
        rows = Table.objects.bulk_create(
            Table(stage=stage, number=number, flight=flight) for number in range(1, len(stage_format.sizes) + 1)
        )
        tables.update({(stage.key, table.number): table for table in rows})
        made = Seat.objects.bulk_create(
            Seat(stage=stage, table=table, position=position)
            for table in rows
            for position in range(1, stage_format.sizes[table.number - 1] + 1)
        )
        seats.update({(stage.key, seat.table.number, seat.position): seat for seat in made})
    Ticket.objects.bulk_create(
        Ticket(
            stage=stages[edge.from_stage],
            table=tables[edge.from_stage, edge.from_table] if edge.from_table else None,
            place=edge.place,
            rank=edge.rank or None,
            to_seat=seats[edge.to_stage, edge.to_table, edge.to_seat],
        )
        for edge in edges(format_)
    )


def _show(championship: Championship, act: Act, *, is_public: bool) -> None:
    if championship.is_public != is_public:
        championship.is_public = is_public
        championship.save(update_fields=["is_public"])
        act.note("championship.shown" if is_public else "championship.hidden", championship.slug, public=True)
