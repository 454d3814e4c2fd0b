"""The waiting list at the desk, and the places of those who did not come."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship.enums import DESK
from championship.models import Entry
from championship.selectors import entries
from championship.sentences import isolated, listed
from championship.services import waiting
from championship.views.staff import Desk, attempt, desk_page, show


@desk_page(DESK)
@require_GET
def waiting_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who waits, first come first, and how many places are free."""
    waits = entries.waiting(desk.championship)
    free = entries.free_places(desk.championship)
    return show(request, desk, "waiting.html", waiting=waits, free=free, may_come=min(free, len(waits)))


@desk_page(DESK)
@require_POST
def call_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Let the first of the waiting list in: one, or as many as there are places."""
    count = request.POST.get("count", "")
    called: list[Entry] = []

    def act() -> None:
        number = int(count) if count.isdecimal() and len(count) < 5 else 1
        called.extend(waiting.call_in(desk.championship, number, by=desk.actor))

    if attempt(request, act):
        _tell(request, called)
    return redirect("desk_waiting", slug=desk.slug)


@desk_page(DESK)
@require_http_methods(["GET", "HEAD", "POST"])
def no_shows(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Those who did not come lose their place, all in one act: who they are and who comes in first."""
    if request.method == "POST":
        numbers = {int(text) for text in request.POST.getlist("number") if text.isdecimal() and len(text) < 9}
        done: list[tuple[list[Entry], list[Entry]]] = []
        if attempt(request, lambda: done.append(waiting.give_up(desk.championship, numbers, by=desk.actor))):
            gone, called = done[0]
            _tell(request, called, gone)
            return redirect("desk_check_in", slug=desk.slug)
        return redirect("desk_no_shows", slug=desk.slug)
    missing = entries.missing(desk.championship)
    free = entries.free_places(desk.championship)
    waits = entries.waiting(desk.championship)[: free + len(missing)]
    return show(request, desk, "no_shows.html", missing=missing, called=waits)


def _tell(request: HttpRequest, called: Sequence[Entry], gone: Sequence[Entry] = ()) -> None:
    """Say who lost a place and who came in."""
    if gone:
        said = ngettext("%(count)s place was given up.", "%(count)s places were given up.", len(gone))
        messages.success(request, said % {"count": len(gone)})
    if called:
        names = listed([isolated(f"{entry.player.full_name} (#{entry.number})") for entry in called])
        said = _("In from the waiting list: %(names)s. Check them in when they stand here.")
        messages.success(request, said % {"names": names})
