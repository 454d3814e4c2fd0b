"""The desk's home: one's championships, a new one, the day at a glance, what is said about the event."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship.enums import ORGANISER
from championship.forms.championships import DetailsForm, NewChampionshipForm
from championship.models import Championship
from championship.selectors import desk as desk_selectors
from championship.selectors import people, rounds
from championship.selectors import stages as stage_selectors
from championship.selectors.desk import Day, Step
from championship.sentences import desk as words
from championship.sentences import person
from championship.services import staff, stages
from championship.views.staff import Desk, attempt, desk_page, may_open, show, signed_in
from scoring.formats import CLASSIC, LUNADA

DECISION_PAGES = {
    "doubtful": "desk_import",
    "waiting": "desk_players",
    "unmet": "desk_draw",
    "misplaced": "floor",
    "disputes": "floor",
    "ties": "desk_tables",
    "lots": "desk_rulings",
    "outdated": "desk_prints",
}
STEP_PAGES = {
    Step.IMPORT: "desk_import",
    Step.CHECK_IN: "desk_check_in",
    Step.PLAN: "desk_plan",
    Step.PUBLISH_PLAN: "desk_plan",
    Step.DRAW: "desk_draw",
    Step.PUBLISH_DRAW: "desk_draw",
    Step.LOTS: "desk_rulings",
    Step.START: "desk_tables",
    Step.PLAY: "desk_tables",
    Step.OVER: "desk_prints",
}


@never_cache
@login_required
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    """The championships one works in."""
    return render(
        request, "championship/desk/mine.html", {"championships": list(stage_selectors.of_user(request.user))}
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a championship; its maker is its organiser."""
    mine = list(stage_selectors.organised_by(request.user))
    source = next((row for row in mine if row.slug == request.GET.get("from")), None)
    form = NewChampionshipForm(request.POST or None, initial=_last_years(source) if source else {})
    if request.method == "POST" and form.is_valid():
        made = stages.create(
            by_user=signed_in(request), source=source, format_=form.format(), **form.fields_of_championship()
        )
        messages.success(request, _("The championship is made. Nobody else sees it yet."))
        return redirect("desk_home", slug=made.slug)
    context = {"form": form, "mine": mine, "source": source}
    return render(request, "championship/desk/new.html", context, status=422 if form.errors else 200)


def _last_years(source: Championship) -> dict[str, Any]:
    """What a form begins with when it copies *source*: everything but its address and its day."""
    names = ("name_he", "name_en", "name_pl", "venue", "language", "name_policy", "capacity", "round_minutes")
    format_ = source.format
    shape = (
        {"preset": CLASSIC if format_.preset == CLASSIC else LUNADA, "players": format_.players} if format_ else {}
    )
    return {**{name: getattr(source, name) for name in names}, **shape}


@desk_page()
@require_GET
def home(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The day as a line, the one next thing to do, and what needs a decision."""
    day = desk_selectors.day(desk.championship)
    button, why = words.step_words(day)
    address = _address_of_step(desk, day)
    names = people.full_names(desk.championship) if day.champion else {}
    return show(
        request,
        desk,
        "home.html",
        day=day,
        parts=[(part, words.part_words(part), words.part_count(part)) for part in day.parts],
        button=button,
        why=why,
        address=address if may_open(desk, address) else "",
        start=day.next_stage.key if day.step is Step.START and day.next_stage and desk.is_head else "",
        decisions=[
            (words.decision_words(decision), where)
            for decision in day.decisions
            if may_open(desk, where := reverse(DECISION_PAGES[decision.code], args=[desk.slug]))
        ],
        champion=person(day.champion, names) if day.champion else "",
    )


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What is said about the event, and whether the public sees it."""
    form = DetailsForm(request.POST or None, instance=desk.championship)
    if request.method == "POST" and form.is_valid():
        fields = {name: form.cleaned_data[name] for name in form.fields}
        if attempt(request, lambda: staff.describe(desk.championship, by=desk.actor, **fields), _("Saved.")):
            return redirect("desk_settings", slug=desk.slug)
    return show(request, desk, "settings.html", form=form, status=422 if form.errors else 200)


@desk_page(ORGANISER)
@require_POST
def visibility(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the championship to the public, or hide it."""
    is_public = request.POST.get("is_public") == "1"
    said = _("Everybody can see it now.") if is_public else _("Only its staff can see it now.")
    attempt(request, lambda: stages.show(desk.championship, is_public=is_public, by=desk.actor), said)
    return redirect("desk_settings", slug=desk.slug)


def _address_of_step(desk: Desk, day: Day) -> str:
    """Where the button of the next thing leads: to the dispute itself, to the ruling that closes the stage."""
    if day.step is Step.DISPUTES:
        glance = day.disputed[0]
        place, number = glance.disputes[0]
        where = {"stage": glance.stage, "number": glance.number, "place": place, "game": number}
        return reverse("desk_round", kwargs={"slug": desk.slug, **where})
    if day.step is Step.CLOSE:
        return reverse("desk_rule_stage", args=[desk.slug, "stage_closed", day.stages[-1].key])
    return reverse(STEP_PAGES[day.step], args=[desk.slug])


def tables_in_order(seen: list[rounds.Glance]) -> list[rounds.Glance]:
    """Return tables with what needs a person first."""
    return sorted(seen, key=lambda glance: (rounds.URGENCY.index(glance.state), glance.number))
