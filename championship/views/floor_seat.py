"""A seat to put right at a table that has begun: the ways out, each with what follows from it (bug report O23)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from championship.enums import HEADS, RulingKind
from championship.errors import ChampionshipError
from championship.models import Entry, Table
from championship.selectors import people, repairs, standings
from championship.selectors.repairs import Misplaced
from championship.selectors.standings import StageView
from championship.sentences import consequence_lines, person, seat_words
from championship.sentences.floor import misplaced_words
from championship.services import repairs as repair_service
from championship.services import rulings
from championship.views.floor import sent_id, show_floor
from championship.views.staff import Desk, desk_page
from scoring.consequence import Consequence

IN_THE_WAY = 409


@dataclass(frozen=True)
class Way:
    """One way out: what its button says, what follows, and what confirms that."""

    code: str
    words: str
    lines: list[str] = field(default_factory=list)
    confirm: str = ""
    moves_somebody: bool = False


@desk_page(HEADS)
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, desk: Desk, stage: str, number: int, position: int) -> HttpResponse:
    """Show the ways out, and go the one that was chosen and seen."""
    views = standings.championship_views(desk.championship)
    wanted = (stage, number, position)
    each = next((e for e in repairs.misplaced(views) if (e.stage, e.table, e.seat) == wanted), None)
    if each is None:
        messages.info(request, _("This seat is in order: whoever should sit there does."))
        return redirect("floor", slug=desk.slug)
    view = views[stage]
    status = 200
    if request.method == "POST":
        try:
            _go(request, desk, each, view)
            messages.success(request, _("Done. Every phone and page shows it, and the log has it."))
            return redirect("floor", slug=desk.slug)
        except ChampionshipError as refused:
            messages.error(request, refused.message)
            status = IN_THE_WAY
    names = people.full_names(desk.championship)
    return show_floor(
        request,
        desk,
        "seat.html",
        status=status,
        each=each,
        words=misplaced_words(each, names),
        where=seat_words(stage, number, position),
        ways=_ways(desk, each, view, names),
        reason=_reason(request),
    )


def _ways(desk: Desk, each: Misplaced, view: StageView, names: dict[int, str]) -> list[Way]:
    before, after = person(each.move.before or 0, names), person(each.move.after or 0, names)
    ways = [
        Way(
            "stay",
            _("Let it stand"),
            [
                _("%(before)s keeps the seat, and every round played there stays.") % {"before": before},
                *([_("%(after)s does not play in this stage.") % {"after": after}] if each.move.after else []),
            ],
        )
    ]
    if each.move.after is not None and each.move.is_blocked:

        def follows() -> Consequence:
            ruling = _substitute(desk, each, view)
            return rulings.consequence(view.stage, RulingKind.SUBSTITUTE, by=desk.actor, **ruling)

        ways += _way(
            "exchange",
            _("Exchange from now on"),
            lambda: (
                [
                    _("%(after)s takes the seat for the rounds still to come; %(before)s leaves the table.")
                    % {"after": after, "before": before},
                    _("Rounds played stay with %(before)s; for %(after)s they count as missed.")
                    % {"after": after, "before": before},
                    *consequence_lines(follows(), names)[:1],
                ],
                "",
            ),
        )
    ways += _way("anew", _("Start the table anew"), lambda: _anew(desk, view.tables[each.table], names))
    return ways


def _way(code: str, words: str, follows: Callable[[], tuple[list[str], str]]) -> list[Way]:
    """A way, unless something stands in it."""
    try:
        lines, confirm = follows()
    except ChampionshipError:
        return []
    return [Way(code, words, lines, confirm, moves_somebody=True)]


def _anew(desk: Desk, table: Table, names: dict[int, str]) -> tuple[list[str], str]:
    follows = repair_service.consequence(table, by=desk.actor)
    lines = [
        ngettext("%(count)s round played there is void.", "%(count)s rounds played there are void.", follows.rounds)
        % {"count": follows.rounds}
    ]
    for changed in follows.seats:
        values = {
            "seat": seat_words(changed.stage, changed.table, changed.seat),
            "before": person(changed.before or 0, names),
            "after": person(changed.after or 0, names),
        }
        if changed.after is None:
            lines.append(_("%(before)s loses a seat further on: %(seat)s.") % values)
        elif changed.before is None:
            lines.append(_("%(after)s takes the seat: %(seat)s.") % values)
        else:
            lines.append(_("%(after)s takes the seat of %(before)s: %(seat)s.") % values)
    return lines, follows.token


def _substitute(desk: Desk, each: Misplaced, view: StageView) -> dict[str, Any]:
    """The ruling by which who should sit there plays on from now; each keeps what they played."""
    played = [result.number for result in view.state.table(each.table).results if result.place == 0]
    return {
        "table": view.tables[each.table],
        "entry": Entry.objects.get(championship=desk.championship, number=each.move.after or 0),
        "values": {"position": each.seat, "after_round": max(played, default=0)},
    }


def _go(request: HttpRequest, desk: Desk, each: Misplaced, view: StageView) -> None:
    table = view.tables[each.table]
    client_id: UUID = sent_id(request)
    told: dict[str, Any] = {"client_id": client_id, "reason": _reason(request), "by": desk.actor}
    match request.POST.get("way", ""):
        case "stay":
            holder = Entry.objects.get(championship=desk.championship, number=each.move.before or 0)
            values = {"position": each.seat}
            rulings.make(table.stage, RulingKind.SEAT_GIVEN, table=table, entry=holder, values=values, **told)
        case "exchange":
            rulings.make(view.stage, RulingKind.SUBSTITUTE, **_substitute(desk, each, view), **told)
        case "anew":
            repair_service.start_anew(table, confirm=request.POST.get("confirm", ""), **told)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").replace("\0", "").strip()[:500]
