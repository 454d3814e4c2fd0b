"""Seating at the desk: a plan chosen and published, seats drawn and published, a stage started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from championship.enums import HEADS, ORGANISER, DrawState
from championship.errors import ChampionshipError
from championship.forms.seating import DrawForm, PlayersForm
from championship.models import Draw, Stage
from championship.selectors import entries, people
from championship.selectors.stages import stage_name
from championship.sentences import listed
from championship.sentences.draws import kind_words, meeting_words, unmet_sentence
from championship.sentences.plans import no_plan_sentence, remark_sentence, stages_sentence
from championship.services import draws, stages
from championship.views.staff import Desk, attempt, desk_page, show
from scoring import advisor
from scoring.advisor import Advice
from scoring.errors import NoPlan

IN_THE_WAY = 409


@dataclass(frozen=True)
class Offer:
    """A plan that can be chosen, in words."""

    advice: Advice
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
    wanted = counts["here"] if counts["here"] >= advisor.FEWEST else counts["registered"]
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
    published = desk.championship.seat_plans.select_related("reason").order_by("-number").first()
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
        plan=published,
        plan_stages=stages_sentence(desk.championship.format) if desk.championship.format else [],
        is_played=desk.championship.stages.filter(tables__rounds__isnull=False).exists(),
        chosen=request.POST.get("key", ""),
        reason=request.POST.get("reason", ""),
    )


def _publish(request: HttpRequest, desk: Desk) -> HttpResponse | None:
    """Publish the chosen plan in one act; None if it was refused, which is said."""
    players, key = _number(request.POST.get("players", "")), request.POST.get("key", "")
    reason = request.POST.get("reason", "").replace("\0", "").strip()[:500]
    chosen = next((advice for advice in _advice(players) if advice.key == key), None)
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


def _advice(players: int) -> list[Advice]:
    try:
        return advisor.alternatives(players)
    except NoPlan:
        return []


def _offers(desk: Desk, players: int) -> tuple[list[Offer], str]:
    """Plans for so many players, the recommended one first; else why there is none."""
    try:
        found = advisor.alternatives(players)
    except NoPlan as refused:
        return [], no_plan_sentence(refused)
    now = desk.championship.format
    return [
        Offer(
            advice=advice,
            stages=stages_sentence(advice.format),
            pros=[remark_sentence(remark) for remark in advice.pros],
            cons=[remark_sentence(remark) for remark in advice.cons],
            is_chosen=advice.format == now,
        )
        for advice in found
    ], ""


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw, and look at it before anybody else can; publishing it is another press."""
    stage = desk.championship.stages.order_by("order").first()
    form = DrawForm(request.POST if request.method == "POST" else None, initial={"apart": list(draws.APART)})
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            draws.make(
                desk.championship,
                by=desk.actor,
                apart=form.cleaned_data["apart"],
                reason=form.cleaned_data["reason"].replace("\0", ""),
            )
        except ChampionshipError as refused:
            messages.error(request, refused.message)
            status = IN_THE_WAY
        else:
            return redirect("desk_draw", slug=desk.slug)
    drawn = stage.draws.exclude(state=DrawState.DISCARDED).order_by("-number").first() if stage else None
    counts = entries.counts(desk.championship)
    return show(
        request,
        desk,
        "draw.html",
        status=status,
        form=form,
        stage=stage,
        seats=stage.seats.count() if stage else 0,
        counts=counts,
        drawn=drawn,
        is_published=drawn is not None and drawn.state == DrawState.PUBLISHED,
        earlier=list(stage.draws.select_related("reason", "made_by").order_by("number")) if stage else [],
        **(_drawn(desk, drawn) if drawn else {}),
    )


@desk_page(ORGANISER)
@require_POST
def draw_publish(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Let the drawn players take their seats, for everybody to see."""
    drawn = get_object_or_404(Draw, pk=pk, stage__championship=desk.championship)
    said = _("The draw is published: seats stand on every phone and on the wall.")
    if attempt(request, lambda: draws.publish(drawn, by=desk.actor), said):
        return redirect("desk_home", slug=desk.slug)
    return redirect("desk_draw", slug=desk.slug)


@desk_page(HEADS)
@require_POST
def start(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Let a stage begin."""
    key = request.POST.get("stage", "").replace("\0", "")
    stage = get_object_or_404(Stage, championship=desk.championship, key=key)
    said = _("%(stage)s: results can be entered now.") % {"stage": stage_name(stage.key)}
    attempt(request, lambda: stages.start(stage, by=desk.actor), said)
    return redirect("desk_tables", slug=desk.slug)


def _drawn(desk: Desk, drawn: Draw) -> dict[str, Any]:
    """A draw in words: tables with names, wishes that were not met."""
    names = people.full_names(desk.championship)
    broken: Mapping[int, list[int]] = _together(drawn)
    return {
        "tables": [
            (
                number,
                [
                    (seat, entry, names.get(entry, ""), entry in broken.get(number, ()))
                    for seat, entry in enumerate(seated, 1)
                ],
            )
            for number, seated in enumerate(drawn.result["seats"], start=1)
        ],
        "unmet": [unmet_sentence(each, names) for each in drawn.result["unmet"]],
        "meetings": [meeting_words(kind, pairs) for kind, pairs in drawn.result["meetings"].items()],
        "kinds": listed([kind_words(kind) for kind in sorted({group["kind"] for group in drawn.request["groups"]})]),
    }


def _together(drawn: Draw) -> dict[int, list[int]]:
    """Players who sit together against a wish, by table."""
    found: dict[int, list[int]] = {}
    for each in drawn.result["unmet"]:
        found.setdefault(each["table"], []).extend(each["members"])
    return found


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 5 else 0
