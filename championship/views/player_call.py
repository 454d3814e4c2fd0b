"""A player's page calls the head referee: off unless the organiser allows it, and slow for pranks."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from championship import paces
from championship.enums import CallKind
from championship.errors import ChampionshipError
from championship.models import Entry
from championship.services import calls
from championship.views import language

MOST = 3
"""Calls from one address in a minute: a hall is one address, and a table calls for one thing once anyway."""
TOO_MANY, IN_THE_WAY = 429, 409


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask what for, and call. A championship that does not allow it has no such page."""
    entries = Entry.objects.select_related("championship").filter(championship__is_public=True)
    entry = get_object_or_404(entries, championship__slug=slug, number=number, championship__players_call=True)
    language.speak(request, entry.championship.language)
    context = {"entry": entry, "kinds": CallKind.choices, "client_id": uuid4()}
    status = 200
    if request.method == "POST":
        kind = request.POST.get("kind", "")
        if kind not in CallKind:
            raise Http404
        try:
            if not paces.is_within("player-calls", request.META.get("REMOTE_ADDR", ""), MOST):
                status, context["problem"] = TOO_MANY, _("Many calls came from here. Raise your hand, please.")
            else:
                context["made"] = calls.make_by_player(entry, CallKind(kind), client_id=_sent_id(request))
        except ChampionshipError as refused:
            status, context["problem"] = IN_THE_WAY, refused.message
    return render(request, "championship/public/call.html", context, status=status)


def _sent_id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("client_id", ""))
    except ValueError:
        return uuid4()
