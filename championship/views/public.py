"""The public pages: each is drawn from the board of one version, in one query when this process has it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, get_language_bidi
from django.views.decorators.http import require_safe

from championship import rendering
from championship.models import Championship
from championship.selectors import archive, draws, public, roll
from championship.selectors import board as boards
from championship.selectors.board import Board
from championship.templatetags.mapal import SHAPES
from championship.views.bracket_picture import picture
from championship.views.htmx import page_or_partial
from championship.views.language import speak

LONGEST_QUESTION = 80


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    events = archive.events()
    running = [event for event in events if event.is_running(today)]
    past = [event for event in events if event.is_past(today)]
    context = {
        "running": running,
        "coming": [event for event in reversed(events) if event not in running and event not in past],
        "past": past,
        "roll": roll.years(),
    }
    return render(request, "championship/public/home.html", context)


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """The leaderboard; ``?q=`` finds players by name or number, without JavaScript too."""
    board = _board(request, slug)
    q = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_QUESTION]
    context = _context(board, "leaderboard", q=q, found=public.found(board.data, q), suits=list(SHAPES.items()))
    if not request.htmx:  # type: ignore[attr-defined]
        # Our own template, escaped there: rendered once for everybody who reads this version.
        context["fragment"] = mark_safe(rendering.leaderboard_fragment(board, get_language() or board.language))  # noqa: S308
    return page_or_partial(
        request, "championship/public/leaderboard.html", "championship/public/_found.html", context
    )


@require_safe
def table(request: HttpRequest, slug: str, stage: str, number: str) -> HttpResponse:
    board = _board(request, slug)
    shown = public.table(board.data, stage, int(number))
    if shown is None:
        raise Http404
    context = _context(board, "", table=shown, rounds=range(1, shown.rounds + 1))
    return render(request, "championship/public/table.html", context)


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    board = _board(request, slug)
    journey = public.journey(board.data, number)
    if journey is None:
        raise Http404
    return render(request, "championship/public/player.html", _context(board, "", journey=journey))


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    board = _board(request, slug)
    shown = public.leaderboard(board.data)
    drawn = picture(board.data, shown.stages, is_mirrored=get_language_bidi())
    context = _context(board, "bracket", picture=drawn, stages=shown.in_playing_order)
    return render(request, "championship/public/bracket.html", context)


@require_safe
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """How the seats were drawn, and how anybody can check it."""
    board = _board(request, slug)
    shown = draws.public(Championship.objects.get(pk=board.championship_id))
    return render(request, "championship/public/draw.html", _context(board, "draw", draws=shown))


@require_safe
def draw_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The published draw as ``python -m engine draw`` takes it: entry numbers, sizes, groups, seed."""
    board = _board(request, slug)
    published = draws.public(Championship.objects.get(pk=board.championship_id)).published
    if published is None:
        raise Http404
    return _download(published.request, f"draw-{slug}.json")


@require_safe
def proof_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What of a promised draw may be known by now; whole once the draw is published."""
    board = _board(request, slug)
    proof = draws.proof_file(Championship.objects.get(pk=board.championship_id), number)
    if proof is None:
        raise Http404
    return _download(proof, f"proof-{slug}-{number}.json")


def _download(data: Any, name: str) -> HttpResponse:
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _board(request: HttpRequest, slug: str) -> Board:
    """The newest board of a championship the public may see, else 404; its language unless the reader chose one."""
    board = boards.current(slug)
    if board is None:
        raise Http404
    speak(request, board.language)
    return board


def _context(board: Board, tab: str, **more: Any) -> dict[str, Any]:
    return {"board": board.data, "token": f"{board.epoch}.{board.version}", "tab": tab, **more}
