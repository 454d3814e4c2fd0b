"""Registered twice: who most likely is one person, merged with what follows shown first, and taken back."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from championship.enums import ORGANISER
from championship.models import Entry, EntryMerge
from championship.selectors import entries
from championship.selectors import merges as selectors
from championship.sentences import listed
from championship.sentences.merges import field_words
from championship.services import merges
from championship.views.staff import Desk, attempt, desk_page, show


@dataclass(frozen=True)
class Way:
    """One way to merge two entries: which stays, which goes, and what it takes over, in words."""

    kept: Entry
    gone: Entry
    takes: str


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def twice(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Pairs that are most likely one person, and any two that are asked for; a post merges one pair."""
    if request.method == "POST":
        kept, gone = (_number(request.POST.get(name, "")) for name in ("kept", "gone"))
        said = _("#%(gone)s is now part of #%(kept)s.") % {"gone": gone, "kept": kept}
        attempt(request, lambda: merges.merge(desk.championship, kept, gone, by=desk.actor), said)
        return redirect("desk_merges", slug=desk.slug)
    asked = entries.of_numbers(desk.championship, [_number(request.GET.get(name, "")) for name in ("one", "other")])
    pairs = selectors.suspects(desk.championship)
    if len(asked) == 2:
        pairs.insert(0, (asked[0], asked[1]))
    return show(
        request,
        desk,
        "merges.html",
        pairs=[(one, other, _ways(one, other)) for one, other in pairs],
        made=selectors.made(desk.championship),
        one=request.GET.get("one", ""),
        other=request.GET.get("other", ""),
    )


@desk_page(ORGANISER)
@require_POST
def undo(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Take a merge back."""
    row = get_object_or_404(EntryMerge.objects.select_related("kept"), pk=pk, kept__championship=desk.championship)
    attempt(request, lambda: merges.undo(row, by=desk.actor), _("Taken back: they are two players again."))
    return redirect("desk_merges", slug=desk.slug)


def _ways(one: Entry, other: Entry) -> list[Way]:
    return [
        Way(kept, gone, listed([field_words(name) for name in selectors.filled_by(kept, gone)]))
        for kept, gone in ((one, other), (other, one))
    ]


def _number(text: str) -> int:
    text = text.strip().lstrip("#")
    return int(text) if text.isdecimal() and len(text) < 9 else 0
