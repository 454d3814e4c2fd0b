"""The end at the desk: final places, the protocol, the roll of winners, and names taken away for good."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship.enums import HEADS, ORGANISER
from championship.errors import ChampionshipError
from championship.selectors import endings as selectors
from championship.selectors import people, standings
from championship.services import endings
from championship.views.staff import Desk, attempt, desk_page, show

IN_THE_WAY = 409


@desk_page(HEADS)
@require_GET
def end(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody's place, and what is left to do: close the stages, print the protocol, write the roll."""
    names = people.full_names(desk.championship)
    views = standings.championship_views(desk.championship, with_prints=False)
    return show(
        request,
        desk,
        "end.html",
        places=[(row, names.get(row.entry, "")) for row in selectors.places_of(views)],
        stages=[
            {"key": key, "is_started": view.state.is_started, "is_closed": view.state.is_closed}
            for key, view in views.items()
        ],
        winners=list(desk.championship.winners.all()),
        is_over=bool(views) and next(reversed(views.values())).state.is_closed,
    )


@desk_page(ORGANISER)
@require_POST
def winners(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Put those on the podium on the roll of winners."""
    said = _("The winners stand on the roll, on the home page.")
    attempt(request, lambda: endings.publish_winners(desk.championship, by=desk.actor), said)
    return redirect("desk_end", slug=desk.slug)


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def anonymise(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Say what goes for good; do it for whoever types the championship's name."""
    typed, status = request.POST.get("typed", "").replace("\0", "")[:200], 200
    if request.method == "POST":
        try:
            endings.anonymise(desk.championship, typed=typed, by=desk.actor)
        except ChampionshipError as refused:
            messages.error(request, refused.message)
            status = IN_THE_WAY
        else:
            messages.success(request, _("The names are gone. Results, numbers, log and the roll of winners stay."))
            return redirect("desk_end", slug=desk.slug)
    goes = selectors.would_be_forgotten(desk.championship)
    return show(request, desk, "anonymise.html", status=status, goes=goes, typed=typed if status != 200 else "")
