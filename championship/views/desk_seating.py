"""Seating at the desk: a plan chosen and published, a stage started; the draw is ``desk_draw``."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from championship.enums import HEADS, ORGANISER
from championship.forms.seating import PlayersForm
from championship.models import Stage
from championship.selectors import entries
from championship.selectors.stages import stage_name
from championship.sentences.plans import no_plan_sentence, remark_sentence, stages_sentence
from championship.services import stages
from championship.views.staff import Desk, attempt, desk_page, show
from scoring import advisor
from scoring.advisor import Advice
from scoring.errors import NoPlan
from scoring.formats import CLASSIC, CUSTOM

IN_THE_WAY = 409


@dataclass(frozen=True)
class Offer:
    """A plan that can be chosen, in words."""

    key: str
    advice: Advice
    minutes: int
    stages: list[tuple[str, str]]
    pros: list[str]
    cons: list[str]
    is_chosen: bool

    @property
    def needs_reason(self) -> bool:
        return bool(self.advice.exceptions)


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the workable plans for a number of players; a post publishes one of them."""
    counts = entries.counts(desk.championship)
    form = PlayersForm(request.GET if "players" in request.GET else None)
    chosen_for = desk.championship.format.players if desk.championship.format else 0
    wanted = counts["here"] if counts["here"] >= advisor.FEWEST else counts["registered"] or chosen_for
    if form.is_bound and form.is_valid():
        wanted = form.cleaned_data["players"]
    status = 200
    if request.method == "POST":
        response = _publish(request, desk)
        if response:
            return response
        status = IN_THE_WAY
        wanted = _number(request.POST.get("players", "")) or wanted
    offers, refusal = _offers(desk, wanted) if wanted else ([], "")
    versions = list(desk.championship.seat_plans.select_related("reason", "published_by").order_by("-number"))
    return show(
        request,
        desk,
        "plan.html",
        status=status,
        form=form if form.errors else PlayersForm(initial={"players": wanted}),
        wanted=wanted,
        counts=counts,
        offers=offers,
        refusal=refusal,
        plan=versions[0] if versions else None,
        versions=versions,
        stage_keys=list(desk.championship.stages.order_by("order").values_list("key", flat=True)),
        plan_stages=stages_sentence(desk.championship.format) if desk.championship.format else [],
        is_played=desk.championship.stages.filter(tables__rounds__isnull=False).exists(),
        chosen=request.POST.get("key", ""),
        reason=request.POST.get("reason", ""),
    )


def _publish(request: HttpRequest, desk: Desk) -> HttpResponse | None:
    """Publish the chosen plan in one act; None if it was refused, which is said."""
    players, key = _number(request.POST.get("players", "")), request.POST.get("key", "")
    reason = request.POST.get("reason", "").replace("\0", "").strip()[:500]
    chosen = _advice(desk, players).get(key)
    if chosen is None:
        messages.error(request, _("This plan is not offered any more. Choose one of those below."))
        return None
    if chosen.exceptions and not reason:
        messages.error(request, _("This plan has exceptions from the official shape: say why they are approved."))
        return None
    said = _("The seat plan is published: everybody can see where each place leads.")
    is_done = attempt(
        request,
        lambda: stages.publish_plan(desk.championship, by=desk.actor, reason=reason, format_=chosen.format),
        said,
    )
    return redirect("desk_home", slug=desk.slug) if is_done else None


def _advice(desk: Desk, players: int) -> dict[str, Advice]:
    """Plans for so many players by key; the championship's own, if it is of a shape that is not advised."""
    found: dict[str, Advice] = {}
    own = desk.championship.format
    if own is not None and own.preset in {CLASSIC, CUSTOM} and own.players == players:
        found["own"] = Advice(own, is_recommended=True)
    with suppress(NoPlan):
        for advice in advisor.alternatives(players):
            found[advice.key] = replace(advice, is_recommended=advice.is_recommended and "own" not in found)
    return found


def _offers(desk: Desk, players: int) -> tuple[list[Offer], str]:
    """Plans for so many players, the recommended one first; else why there is none."""
    found = _advice(desk, players)
    if not found:
        try:
            advisor.alternatives(players)
        except NoPlan as refused:
            return [], no_plan_sentence(refused)
    now = desk.championship.format
    return [
        Offer(
            key=key,
            advice=advice,
            minutes=advice.minutes_at(desk.championship.round_minutes),
            stages=stages_sentence(advice.format),
            pros=[remark_sentence(remark) for remark in advice.pros],
            cons=[remark_sentence(remark) for remark in advice.cons],
            is_chosen=advice.format == now,
        )
        for key, advice in found.items()
    ], ""


@desk_page(HEADS)
@require_POST
def start(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Let a stage begin."""
    key = request.POST.get("stage", "").replace("\0", "")
    stage = get_object_or_404(Stage, championship=desk.championship, key=key)
    said = _("%(stage)s: results can be entered now.") % {"stage": stage_name(stage.key)}
    attempt(request, lambda: stages.start(stage, by=desk.actor), said)
    return redirect("desk_tables", slug=desk.slug)


@desk_page(HEADS)
@require_http_methods(["GET", "HEAD", "POST"])
def start_undo(request: HttpRequest, desk: Desk, stage: str) -> HttpResponse:
    """Take the start of a stage back, with a reason, while nothing has been played in it."""
    row = get_object_or_404(Stage, championship=desk.championship, key=stage)
    reason, status = request.POST.get("reason", "").replace("\0", ""), 200
    if request.method == "POST":
        said = _("%(stage)s: the start is taken back.") % {"stage": stage_name(stage)}
        if attempt(request, lambda: stages.take_back_start(row, reason=reason, by=desk.actor), said):
            return redirect("desk_tables", slug=desk.slug)
        status = IN_THE_WAY
    return show(request, desk, "start_undo.html", status=status, name=stage_name(stage), reason=reason)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 5 else 0
