"""The referee's side: a pass scanned or typed, the tables it opens, and one screen a round (look.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from championship import guesses, paces, pass_cookie
from championship.errors import PassRefused
from championship.models import Pass, Table
from championship.selectors import people, rounds, standings
from championship.selectors.rounds import Glance, referee_order
from championship.sentences import person, state_word
from championship.sentences.rounds import round_words
from championship.services import passes
from championship.services.live import Actor
from championship.views import language
from championship.views import rounds as round_views
from championship.views.htmx import is_swap
from championship.views.round_page import Door
from championship.views.secret import secret

CODE_PAGE = "championship/referee/code.html"


@secret
@require_GET
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the token of a QR code for a cookie; it never stays in the address."""
    try:
        new = passes.find(token=token)
    except PassRefused as refused:
        is_guessing = guesses.are_too_many(request)
        guesses.count(request)
        return render(request, CODE_PAGE, {"error": refused.message, "held": []}, status=429 if is_guessing else 403)
    return _entered(request, new)


@secret
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Take the short code that stands beneath the QR code."""
    held = pass_cookie.held(request)
    if held:
        language.speak(request, held[0].championship.language)
    if request.method != "POST":
        return render(request, CODE_PAGE, {"held": held})
    typed = request.POST.get("code", "")[:40]
    if guesses.are_too_many(request):
        error = _("Too many wrong codes came from this network. Scan the QR code, or wait a minute and try again.")
        return render(request, CODE_PAGE, {"error": error, "typed": typed, "held": held}, status=429)
    try:
        new = passes.find(code=typed)
    except PassRefused as refused:
        guesses.count(request)
        return render(request, CODE_PAGE, {"error": refused.message, "typed": typed, "held": held}, status=403)
    return _entered(request, new)


@secret
@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Let the phone forget its passes."""
    response = redirect("referee_code")
    pass_cookie.take(response)
    return response


@secret
@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    """List the tables that the phone opens, those waiting for an entry first; a single one opens by itself."""
    held = pass_cookie.held(request)
    if not held:
        return redirect("referee_code")
    championship = held[0].championship
    language.speak(request, championship.language)
    mine = _open_to(held)
    if len(mine) == 1:
        return redirect("referee_round", stage=mine[0].stage, number=mine[0].number)
    names = people.full_names(championship)
    rows = [_row(glance, names) for glance in sorted(mine, key=referee_order)]
    return render(request, "championship/referee/tables.html", {"championship": championship, "rows": rows})


@secret
@require_http_methods(["GET", "HEAD", "POST"])
def table_round(
    request: HttpRequest, stage: str, number: int, place: int | None = None, game: int = 0
) -> HttpResponse:
    door = door_of(request, stage, number)
    if door is None:
        return closed_to_phone(request, number)
    return _too_fast(request, door) or round_views.screen(request, door, stage, number, place, game)


@secret
@require_POST
def consequence(request: HttpRequest, stage: str, number: int, place: int, game: int) -> HttpResponse:
    door = door_of(request, stage, number)
    if door is None:
        return closed_to_phone(request, number)
    return _too_fast(request, door) or round_views.consequence(request, door, stage, number, place, game)


@secret
@require_GET
def saved(request: HttpRequest, stage: str, number: int, client_id: UUID) -> HttpResponse:
    door = door_of(request, stage, number)
    return round_views.saved(request, door, stage, number, client_id) if door else closed_to_phone(request, number)


def _row(glance: Glance, names: Mapping[int, str]) -> dict[str, Any]:
    """A table in the phone's list: the round that is due, else who won it."""
    if glance.due:
        title = round_words(*glance.due, glance.rounds)
    else:
        title = person(glance.winner, names) if glance.winner else state_word(glance.state)
    return {
        "glance": glance,
        "title": title,
        "address": reverse("referee_round", kwargs={"stage": glance.stage, "number": glance.number}),
    }


def _entered(request: HttpRequest, new: Pass) -> HttpResponse:
    response = redirect("referee_tables")
    pass_cookie.give(request, response, new)
    return response


def _open_to(held: list[Pass]) -> list[Glance]:
    """The tables that the passes open together, at a glance."""
    opens_all = any(row.opens_all for row in held)
    only = None if opens_all else set(Table.objects.filter(passes__in=held).values_list("pk", flat=True))
    return rounds.glances(standings.championship_views(held[0].championship), only=only)


def door_of(request: HttpRequest, stage: str, number: int) -> Door | None:
    """How the phone comes to a table; None if no pass it holds opens it."""
    held = pass_cookie.held(request)
    if not held:
        return None
    championship = held[0].championship
    language.speak(request, championship.language)
    table = (
        Table.objects.select_related("stage")
        .filter(stage__championship=championship, stage__key=stage, number=number)
        .first()
    )
    opening = pass_cookie.opening(held, table) if table else None
    if opening is None:
        return None
    has_list = opening.opens_all or Table.objects.filter(passes__in=held).distinct().count() > 1
    return Door(Actor(held=opening), championship, has_list=has_list)


def _too_fast(request: HttpRequest, door: Door) -> HttpResponse | None:
    """Stop a pass that posts faster than a whole hall; the same count as the API's."""
    held = door.actor.held
    if request.method != "POST" or held is None or paces.is_within("reports", f"pass-{held.pk}", paces.MOST_REPORTS):
        return None
    error = _("This phone asks too often. Wait a minute, then save once more: nothing is lost.")
    response = render(request, CODE_PAGE, {"error": error, "held": [held]}, status=429)
    response.headers["Retry-After"] = str(round(paces.wait()) + 1)
    return response


def closed_to_phone(request: HttpRequest, number: int) -> HttpResponse:
    """No pass of the phone opens the table: say what happened to it, or how to get one."""
    if is_swap(request):
        return HttpResponseClientRedirect(reverse("referee_code"))
    held = pass_cookie.held(request)
    error = _("This phone does not open table %(table)s. Scan the code on its scoresheet, or type the short code.")
    ended = "" if held else pass_cookie.why_ended(request)
    context = {"error": ended or error % {"table": number}, "held": held}
    return render(request, CODE_PAGE, context, status=403)
