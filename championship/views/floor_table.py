"""One table on the floor: its time, its calls, every report with who and when, and what can be ruled there."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from championship.enums import HEADS, RulingKind
from championship.models import Call, Table
from championship.selectors import clock as clocks
from championship.selectors import people, rounds, standings
from championship.selectors import reports as report_selectors
from championship.sentences.floor import author_words, caller_words, limit_words
from championship.sentences.rounds import round_short, round_words
from championship.services import rulings
from championship.views.desk_results import OF_TABLE
from championship.views.floor import EXTRA_MINUTES, act_on_clock, show_floor
from championship.views.staff import Desk, attempt, desk_page
from scoring import clock


@desk_page(HEADS)
@require_GET
def table(request: HttpRequest, desk: Desk, stage: str, number: int) -> HttpResponse:
    """Everything about one table on one page; its rounds are one press away."""
    row = _table(desk, stage, number)
    view = standings.stage_view(row.stage)
    noted = clocks.acts([row.stage])[row.stage_id]
    glance = rounds.glances({stage: view}, only=[row.pk])[0]
    names = people.full_names(desk.championship)
    known = clocks.moments(view, number)
    return show_floor(
        request,
        desk,
        "table.html",
        table=row,
        glance=glance,
        due=round_words(*glance.due, glance.rounds) if glance.due and glance.is_open else "",
        since=known[-1] if known and glance.waits_for_entry else None,
        clock=clocks.of_table(view, number, noted),
        hall_pause=clock.standing_since(noted),
        limit=limit_words(clock.limit(noted)),
        extra_minutes=EXTRA_MINUTES,
        players=[(seat, entry, names.get(entry or 0, "")) for seat, entry in enumerate(glance.entries, start=1)],
        calls=[
            (call, call.get_kind_display(), caller_words(call, names))
            for call in Call.objects.filter(table=row)
            .select_related("entry", "by_pass", "answered_by")
            .order_by("-pk")
        ],
        versions=[_version(report, view, number) for report in report_selectors.of_table(row)],
        rulings=_rulings(desk, glance),
        can_sign=not glance.due and glance.is_open and glance.state == "decided",
    )


@desk_page(HEADS)
@require_POST
def table_clock(request: HttpRequest, desk: Desk, stage: str, number: int) -> HttpResponse:
    """Stop or start the clock of one table, or give it extra minutes."""
    row = _table(desk, stage, number)
    act_on_clock(request, desk, row.stage, row)
    return redirect("floor_table", slug=desk.slug, stage=stage, number=number)


@desk_page(HEADS)
@require_POST
def signed(request: HttpRequest, desk: Desk, stage: str, number: int) -> HttpResponse:
    """The players have signed on paper: the table is confirmed by one press."""
    row = _table(desk, stage, number)
    attempt(
        request,
        lambda: rulings.make(
            row.stage,
            RulingKind.TABLE_CONFIRMED,
            client_id=uuid4(),
            reason=_("signed on paper"),
            by=desk.actor,
            table=row,
        ),
        _("The table is confirmed. Only you can change it now."),
    )
    return redirect("floor_table", slug=desk.slug, stage=stage, number=number)


def _table(desk: Desk, stage: str, number: int) -> Table:
    found = report_selectors.table(desk.championship, stage, number)
    if found is None:
        raise Http404
    return found


def _version(report: Any, view: standings.StageView, number: int) -> dict[str, Any]:
    """A report as a line of the table's history: which round, who and when, why, and what became of it."""
    key = (report.round.place, report.round.number)
    latest = view.latest(number, *key)
    waiting = {row.pk for row in view.waiting(number, *key)}
    return {
        "report": report,
        "key": key,
        "round": round_short(*key),
        "author": author_words(report),
        "cards": [(line.entry.number, line.cards, line.seat_id == report.winner_id) for line in report.lines.all()],
        "counts": report.revision is not None and report.revision == latest,
        "waits": report.pk in waiting,
        "reason": report.reason.text if report.reason else "",
    }


def _rulings(desk: Desk, glance: rounds.Glance) -> list[tuple[str, str]]:
    """What can be ruled on here, as (words, address)."""
    where = {"slug": desk.slug, "stage": glance.stage, "number": glance.number}
    kinds = [kind for kind in OF_TABLE if kind != RulingKind.TABLE_CONFIRMED or glance.due is None]
    return [(str(kind.label), reverse("desk_rule", kwargs={"kind": kind.value, **where})) for kind in kinds]
