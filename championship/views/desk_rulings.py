"""Rulings at the desk: what would follow is shown first, then the same is confirmed (design.md §3, §4.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from championship.enums import HEADS, RulingKind
from championship.errors import ChampionshipError, NotConfirmed, OutOfStep
from championship.forms.rulings import FORMS, OF_STAGE, LotForm, RulingForm
from championship.models import Entry, Ruling, Stage, Table
from championship.selectors import people, standings
from championship.selectors import rulings as selectors
from championship.selectors.stages import stage_name
from championship.sentences import consequence_lines, signed
from championship.sentences import rulings as words
from championship.sentences.words import people as people_words
from championship.services import rulings
from championship.services.sent import digest_of
from championship.views.staff import Desk, desk_page, show
from scoring import standings as rankings
from scoring.consequence import Consequence

IN_THE_WAY, REFUSED = 409, 422


@dataclass
class Ahead:
    """What would follow from a ruling, in sentences; ``confirm`` names it if it moves somebody."""

    lines: list[str]
    shown: str
    confirm: str = ""

    @property
    def moves_somebody(self) -> bool:
        return bool(self.confirm)


@desk_page(HEADS)
@require_GET
def listed(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every ruling with its reason, and what can be ruled on a whole stage."""
    views = standings.championship_views(desk.championship)
    names = people.full_names(desk.championship)
    return show(
        request,
        desk,
        "rulings.html",
        rulings=[_row(ruling) for ruling in selectors.listed(desk.championship)],
        lots=[(key, place, people_words(level, names)) for key, place, level in selectors.owed_lots(views)],
        closable=[key for key, view in views.items() if view.state.is_started and not view.state.is_closed],
    )


@desk_page(HEADS)
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, desk: Desk, kind: str, stage: str, number: int | None = None) -> HttpResponse:
    """Ask for what a ruling needs, show what would follow, and make it once that was seen."""
    if kind not in FORMS or (number is None and kind not in OF_STAGE):
        raise Http404
    view = standings.stage_view(get_object_or_404(Stage, championship=desk.championship, key=stage))
    if number is not None and number not in view.tables:
        raise Http404
    form = _form(request, RulingKind(kind), view, number, people.full_names(desk.championship))
    context: dict[str, Any] = {"client_id": _client_id(request)}
    status = 200
    if request.method == "POST":
        status = REFUSED
        if form.is_valid():
            response, status = _ruled(request, desk, RulingKind(kind), form, context)
            if response:
                return response
    where = (
        stage_name(stage) if number is None else f"{stage_name(stage)} · {_('table %(table)s') % {'table': number}}"
    )
    return show(
        request,
        desk,
        "rule.html",
        status=status,
        form=form,
        kind=kind,
        title=RulingKind(kind).label,
        where=where,
        stage_key=stage,
        number=number,
        help_words=words.HELP.get(RulingKind(kind), ""),
        reserves=_reserves(desk, stage, number) if kind == RulingKind.SEAT_GIVEN and number is not None else [],
        **context,
    )


def _reserves(desk: Desk, stage: str, number: int) -> list[dict[str, Any]]:
    """Who is next in rank for each seat of a table further on, should its player not come."""
    names = people.full_names(desk.championship)
    return [
        {
            "seat": seat,
            "holder": people_words([holder], names),
            "next": [words.candidate_words(candidate, names) for candidate in found],
        }
        for seat, holder, found in selectors.reserves(standings.championship_views(desk.championship), stage, number)
    ]


@desk_page(HEADS)
@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Take a ruling back by another one; what would follow is shown first."""
    ruling = get_object_or_404(selectors.listed(desk.championship), pk=pk)
    reason = request.POST.get("reason", "").replace("\0", "").strip()[:500]
    context: dict[str, Any] = {"client_id": _client_id(request), "reason": reason}
    status = 200
    try:
        follows = rulings.undo_consequence(ruling, by=desk.actor)
        context["ahead"] = _ahead(desk, follows, digest_of([ruling.pk, follows.token]))
        if request.method == "POST":
            rulings.undo(
                ruling,
                client_id=context["client_id"],
                reason=reason,
                by=desk.actor,
                confirm=request.POST.get("confirm", ""),
            )
            messages.success(request, _("The ruling is taken back."))
            return redirect("desk_rulings", slug=desk.slug)
    except ChampionshipError as refused:
        messages.error(request, refused.message)
        status = IN_THE_WAY
    return show(request, desk, "undo.html", status=status, row=_row(ruling), **context)


def _ruled(
    request: HttpRequest, desk: Desk, kind: RulingKind, form: RulingForm, context: dict[str, Any]
) -> tuple[HttpResponse | None, int]:
    """Make the ruling if just this was shown, else show what would follow. Returns the way on, or a status."""
    stage: Stage = form.view.stage
    table: Table | None = form.view.tables[form.table] if form.table is not None else None
    entry = Entry.objects.filter(championship=desk.championship, number=form.entry_number or 0).first()
    if form.entry_number is not None and entry is None:
        messages.error(request, _("Nobody has the number %(number)s here.") % {"number": form.entry_number})
        return None, REFUSED
    asked: dict[str, Any] = {"table": table, "entry": entry, "values": form.values}
    content = digest_of([kind, stage.pk, form.table, form.entry_number, form.values])
    confirm = request.POST.get("confirm", "")
    try:
        if "save" in request.POST and request.POST.get("shown") == content:
            rulings.make(
                stage,
                kind,
                client_id=context["client_id"],
                reason=form.cleaned_data["reason"],
                by=desk.actor,
                confirm=confirm,
                **asked,
            )
            messages.success(request, _("Ruled: %(kind)s.") % {"kind": kind.label})
            return redirect("desk_rulings", slug=desk.slug), 200
        context["ahead"] = _ahead(desk, rulings.consequence(stage, kind, by=desk.actor, **asked), content)
    except NotConfirmed as refused:
        messages.error(request, refused.message)
        context["ahead"] = _ahead(desk, refused.consequence, content)
        return None, IN_THE_WAY
    except OutOfStep as refused:
        if "confirm" in refused.values:  # somebody sits there: the sentence is the consequence
            context["ahead"] = Ahead([refused.message], content, refused.values["confirm"])
            return None, 200
        messages.error(request, refused.message)
        return None, IN_THE_WAY
    except ChampionshipError as refused:
        messages.error(request, refused.message)
        return None, IN_THE_WAY
    return None, 200


def _ahead(desk: Desk, follows: Consequence, content: str) -> Ahead:
    lines = consequence_lines(follows, people.full_names(desk.championship))
    if not lines:
        lines = [_("No place and no seat changes by it.")]
    return Ahead(lines, content, follows.token if follows.unseats else "")


def _form(
    request: HttpRequest, kind: RulingKind, view: standings.StageView, table: int | None, names: dict[int, str]
) -> RulingForm:
    data = request.POST if request.method == "POST" else None
    if kind is not RulingKind.LOT:
        return FORMS[kind](data, view=view, table=table, names=names)
    place, level = _owed_lot(view, table)
    return LotForm(data, view=view, table=table, names=names, place=place, level=level)


def _owed_lot(view: standings.StageView, table: int | None) -> tuple[int, tuple[int, ...]]:
    """The lot that is owed, at a table or by the stage; 404 if none is."""
    if table is None:
        owed = [(place, level) for _key, place, level in selectors.owed_lots({view.stage.key: view})]
    else:
        owed = [(tie.place, tie.entries) for tie in rankings.of_stage(view.state)[table].owed]
    if not owed:
        raise Http404
    return owed[0]


def _row(ruling: Ruling) -> dict[str, Any]:
    """A ruling as the list shows it."""
    points = ruling.values.get("points")
    return {
        "ruling": ruling,
        "where": stage_name(ruling.stage.key),
        "points": signed(points) if isinstance(points, int) else "",
        "is_undoing": ruling.undoes_id is not None,
        "can_be_undone": ruling.undoes_id is None and not hasattr(ruling, "undone_by"),
    }


def _client_id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("client_id", ""))
    except ValueError:
        return uuid4()
