"""What a referee's phone has beneath a round: calling the head referee, pausing, and players who confirm."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from championship import paces
from championship.enums import CallKind
from championship.errors import ChampionshipError
from championship.models import Call, Table
from championship.selectors import clock as clocks
from championship.selectors import confirmations as confirmation_selectors
from championship.selectors import people, standings
from championship.selectors import reports as report_selectors
from championship.services import calls, clock, confirmations
from championship.views.htmx import is_swap, page_or_partial
from championship.views.referee import closed_to_phone, door_of
from championship.views.round_page import Door
from championship.views.secret import secret
from scoring import standings as rankings
from scoring.clock import standing_since

ANSWERED_SHOWN = timedelta(minutes=10)
"""So long the phone says that somebody is coming."""
MOST_A_MINUTE = 30
"""Calls, pauses and ticks of one pass: a table in trouble needs a tenth of it."""
PAGE, PART = "championship/referee/calls.html", "championship/referee/_calls.html"
IN_THE_WAY = 409


@secret
@require_GET
def row(request: HttpRequest, stage: str, number: int) -> HttpResponse:
    """Who was called to the table, whether somebody comes, and how its clock stands."""
    door = door_of(request, stage, number)
    return _show(request, door, stage, number) if door else closed_to_phone(request, number)


@secret
@require_POST
def call(request: HttpRequest, stage: str, number: int) -> HttpResponse:
    """Call the head referee: one tap says what for."""
    kind = request.POST.get("kind", "")

    def act(door: Door, table: Table) -> None:
        calls.make(table, CallKind(kind), client_id=_sent_id(request), by=door.actor)

    return _done(request, stage, number, act if kind in CallKind else None)


@secret
@require_POST
def pause(request: HttpRequest, stage: str, number: int) -> HttpResponse:
    """Stop the table's clock, or let it go on."""
    change = {"pause": clock.pause, "resume": clock.resume}.get(request.POST.get("act", ""))

    def act(door: Door, table: Table) -> None:
        assert change is not None  # else it is not called
        change(table.stage, table=table, client_id=_sent_id(request), by=door.actor)

    return _done(request, stage, number, act if change else None)


@secret
@require_POST
def confirm(request: HttpRequest, stage: str, number: int) -> HttpResponse:
    """Players tick their names under the sheet they see."""
    entries = [int(text) for text in request.POST.getlist("entry") if text.isdecimal() and len(text) < 10]
    digest = request.POST.get("sheet", "")

    def act(door: Door, table: Table) -> None:
        confirmations.confirm(table, entries, digest=digest, by=door.actor)

    return _done(request, stage, number, act)


def _done(request: HttpRequest, stage: str, number: int, act: Callable[[Door, Table], None] | None) -> HttpResponse:
    """Do *act* at the table and show the row as it is then; what was in the way is said in it."""
    door = door_of(request, stage, number)
    if door is None:
        return closed_to_phone(request, number)
    table = report_selectors.table(door.championship, stage, number)
    if act is None or table is None:
        return HttpResponseBadRequest()
    if door.actor.held and not paces.is_within("floor", f"pass-{door.actor.held.pk}", MOST_A_MINUTE):
        return _show(request, door, stage, number, _("This was pressed very often. Wait a minute, please."))
    try:
        act(door, table)
    except ChampionshipError as refused:
        return _show(request, door, stage, number, refused.message)
    if not is_swap(request):
        return redirect("referee_calls", stage=stage, number=number)
    return _show(request, door, stage, number)


def _show(request: HttpRequest, door: Door, stage: str, number: int, problem: str = "") -> HttpResponse:
    table = report_selectors.table(door.championship, stage, number)
    if table is None:
        raise Http404
    view = standings.stage_view(table.stage)
    noted = clocks.acts([table.stage])[table.stage_id]
    recent = Call.objects.filter(table=table).exclude(answered_at__lt=timezone.now() - ANSWERED_SHOWN)
    shown = list(recent.order_by("pk"))
    context: dict[str, Any] = {
        "door": door,
        "table": table,
        "kinds": CallKind.choices,
        "waiting": [(call, call.get_kind_display()) for call in shown if call.answered_at is None],
        "answered": [(call, call.get_kind_display()) for call in shown if call.answered_at is not None],
        "clock": clocks.of_table(view, number, noted),
        "hall_pause": standing_since(noted),
        "is_started": view.state.is_started,
        "is_complete": rankings.of_stage(view.state)[number].is_complete,
        "problem": problem,
        **_sheet(door, view, table),
    }
    if problem and not is_swap(request):
        return render(request, PAGE, context, status=IN_THE_WAY)
    return page_or_partial(request, PAGE, PART, context)


def _sheet(door: Door, view: standings.StageView, table: Table) -> dict[str, Any]:
    """The players who confirm, with what they confirm; empty where nobody is asked, or nothing is ready."""
    sheet = confirmation_selectors.sheet(view, table.number)
    state = view.state.table(table.number)
    if not door.championship.players_confirm or not sheet.is_ready:
        return {}
    names = people.full_names(door.championship)
    done = confirmation_selectors.confirmed(table.pk, sheet.digest)
    standing = rankings.of_stage(view.state)[table.number]
    return {
        "sheet": sheet.digest,
        "is_confirmed": state.is_confirmed,
        "players": [
            (standing.row(entry), names.get(entry, f"#{entry}"), entry in done or state.is_confirmed)
            for entry in sheet.needed
        ],
    }


def _sent_id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("client_id", ""))
    except ValueError:
        return uuid4()
