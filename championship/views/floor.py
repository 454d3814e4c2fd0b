"""The head referee's board: every table at a glance, live, and what waits for a person (design.md §7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from championship.enums import HEADS
from championship.models import Call, Pass, Stage, Table
from championship.selectors import floor as selectors
from championship.selectors import people
from championship.selectors.desk import DECIDED
from championship.selectors.floor import Card, Floor, Question, StageFloor
from championship.sentences import consequence_lines
from championship.sentences.floor import (
    author_words,
    caller_words,
    late_words,
    limit_words,
    misplaced_words,
    second_phone_words,
)
from championship.sentences.rounds import round_short, round_words
from championship.sentences.words import people as people_words
from championship.services import calls, clock, passes
from championship.views.htmx import is_swap, page_or_partial
from championship.views.staff import Desk, attempt, desk_page

FRESH_SECONDS = 60
"""A board with nothing new is made anew this often all the same: a table becomes late without anybody's act."""
EXTRA_MINUTES = (5, 10)
PAGE, PART = "championship/floor/board.html", "championship/floor/_board.html"


@desk_page(HEADS)
@require_GET
def board(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The whole board; to a poll that shows the newest already, 204."""
    now = timezone.now()
    if is_swap(request) and _is_current(request, desk, now.timestamp()):
        return HttpResponse(status=204)
    floor = selectors.read(desk.championship, now)
    names = people.full_names(desk.championship)
    chosen = _chosen(request.GET, floor)
    context = {
        "desk": desk,
        "championship": desk.championship,
        "floor": floor,
        "at": int(now.timestamp()),
        "filters": _filters(floor, chosen),
        "chosen": chosen,
        "calls": [(call, call.get_kind_display(), caller_words(call, names)) for call in floor.calls],
        "questions": [_question(question, names) for question in floor.questions],
        "misplaced": [(each, misplaced_words(each, names)) for each in floor.misplaced],
        "lots": [(key, people_words(level, names)) for key, _place, level in floor.lots],
        "phones": [(held, at, second_phone_words(held)) for held, at in floor.second_phones],
        "stages": [_stage(stage, chosen) for stage in floor.running],
        "done": [stage.key for stage in floor.stages if stage.is_closed],
    }
    return page_or_partial(request, PAGE, PART, context)


@desk_page(HEADS)
@require_POST
def answer(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    call = get_object_or_404(Call, pk=pk, table__stage__championship=desk.championship)
    attempt(request, lambda: calls.answer(call, by=desk.actor), _("The table's phone sees that somebody comes."))
    return back(request, desk)


@desk_page(HEADS)
@require_POST
def accept_phones(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """A second phone on a pass was looked at, and is in order."""
    held = get_object_or_404(Pass, pk=pk, championship=desk.championship)
    attempt(request, lambda: passes.accept_phones(held, by=desk.actor))
    return back(request, desk)


@desk_page(HEADS)
@require_POST
def stage_clock(request: HttpRequest, desk: Desk, stage: str) -> HttpResponse:
    """Set, stop or start the clock of a whole stage, or give all its tables extra minutes."""
    row = get_object_or_404(Stage, championship=desk.championship, key=stage)
    act_on_clock(request, desk, row, None)
    return back(request, desk)


def act_on_clock(request: HttpRequest, desk: Desk, stage: Stage, table: Table | None) -> None:
    """Do what the pressed button of a clock's form says; its number of minutes is what was typed or pressed."""
    client_id = sent_id(request)
    by = desk.actor
    acts: dict[str, tuple[Callable[[], None], str]] = {
        "pause": (lambda: clock.pause(stage, table=table, client_id=client_id, by=by), _("The clock stands still.")),
        "resume": (lambda: clock.resume(stage, table=table, client_id=client_id, by=by), _("The clock goes on.")),
        "extend": (
            lambda: clock.extend(stage, _minutes(request), table=table, client_id=client_id, by=by),
            _("Extra time is given."),
        ),
        "limit": (
            lambda: clock.set_limit(
                stage,
                _minutes(request),
                is_per_round=request.POST.get("per") == "round",
                client_id=client_id,
                by=by,
            ),
            _("The clock is set."),
        ),
    }
    act = acts.get(request.POST.get("act", ""))
    if act is None or (table is not None and request.POST["act"] == "limit"):
        raise Http404
    attempt(request, *act)


def sent_id(request: HttpRequest) -> UUID:
    """Return the id that a form brings, so that what is sent twice is done once."""
    try:
        return UUID(request.POST.get("client_id", ""))
    except ValueError:
        return uuid4()


def back(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Go back to the board as it was looked at."""
    query = QueryDict(request.POST.get("query", "")[:400])
    kept = {name: query.get(name, "") for name in ("hall", "flight") if query.get(name)}
    where = reverse("floor", args=[desk.slug])
    return redirect(f"{where}?{urlencode(kept)}" if kept else where)


def _minutes(request: HttpRequest) -> int:
    """The minutes that were typed; −1, which no clock takes, for what is no number."""
    text = request.POST.get("minutes", "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1


def _is_current(request: HttpRequest, desk: Desk, now: float) -> bool:
    made = request.GET.get("at", "")
    is_fresh = made.isdecimal() and len(made) < 12 and now - int(made) < FRESH_SECONDS
    return is_fresh and request.GET.get("seen") == selectors.mark(desk.championship)


def _chosen(query: QueryDict, floor: Floor) -> dict[str, str]:
    """The filter that holds: one hall, or one flight; none if what was asked for is not there."""
    cards = [card for stage in floor.stages for card in stage.cards]
    if (hall := query.get("hall", "")) and any(card.flight.hall == hall for card in cards):
        return {"hall": hall}
    if (flight := query.get("flight", "")) and any(str(card.flight.pk) == flight for card in cards):
        return {"flight": flight}
    return {}


def _filters(floor: Floor, chosen: dict[str, str]) -> list[dict[str, Any]]:
    """What the board can be narrowed to: each hall if there are several, each flight of a stage that has several."""
    cards = [card for stage in floor.running for card in stage.cards]
    halls = sorted({card.flight.hall for card in cards if card.flight.hall})
    found: list[tuple[str, dict[str, str]]] = [(hall, {"hall": hall}) for hall in halls] if len(halls) > 1 else []
    for stage in floor.running:
        flights = {card.flight.pk: card.flight for card in stage.cards}
        if len(flights) > 1:
            rows = sorted(flights.values(), key=lambda flight: flight.number)
            found += [(_("Flight %(number)s") % {"number": row.number}, {"flight": str(row.pk)}) for row in rows]
    links = [(_("All tables"), {}), *found] if found else []
    return [
        {"words": words, "address": f"?{urlencode(query)}", "is_chosen": query == chosen} for words, query in links
    ]


def _fits(card: Card, chosen: dict[str, str]) -> bool:
    return card.flight.hall == chosen.get("hall", card.flight.hall) and str(card.flight.pk) == chosen.get(
        "flight", str(card.flight.pk)
    )


def _stage(stage: StageFloor, chosen: dict[str, str]) -> dict[str, Any]:
    """A stage with its tables in two heaps: those that want an eye, and those that are done and quiet."""
    cards = [card for card in stage.cards if _fits(card, chosen)]
    quiet = [card for card in cards if card.glance.state in DECIDED and not (card.calls or card.doubtful)]
    return {
        "floor": stage,
        "limit": limit_words(stage.limit),
        "cards": [_card(card) for card in cards if card not in quiet],
        "done": [_card(card) for card in sorted(quiet, key=lambda card: card.glance.number)],
    }


def _card(card: Card) -> dict[str, Any]:
    glance = card.glance
    return {
        "card": card,
        "due": round_words(*glance.due, glance.rounds) if glance.due and glance.is_open else "",
        "late": late_words(card.late) if card.late else "",
        "calls": [call.get_kind_display() for call in card.calls],
        "players": len(glance.entries) - glance.free_seats,
    }


def _question(question: Question, names: dict[int, str]) -> dict[str, Any]:
    """A round that waits, in words: who says otherwise, and what would follow from it."""
    return {
        "question": question,
        "round": round_short(question.place, question.number),
        "authors": [
            (author_words(report), report.received_at, report.get_kept_because_display()) for report in question.kept
        ],
        "lines": consequence_lines(question.follows, names),
        "moves_somebody": question.follows.unseats,
    }


def show_floor(request: HttpRequest, desk: Desk, template: str, /, status: int = 200, **context: Any) -> HttpResponse:
    """Render a page of the floor."""
    page = f"championship/floor/{template}"
    return render(request, page, {"desk": desk, "championship": desk.championship, **context}, status=status)
