"""People at the desk: the list, one player, walk-ins, and check-in, a family in one press."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship.enums import DESK
from championship.errors import ChampionshipError
from championship.forms.people import FamilyForm, PlayerForm, WalkInForm
from championship.models import Entry, Seat
from championship.registrations.text import clean
from championship.selectors import entries as selectors
from championship.sentences import isolated, listed
from championship.services import people
from championship.views.htmx import is_swap, page_or_partial
from championship.views.staff import Desk, attempt, desk_page, show

LONGEST_QUESTION = 200
SCANNED = re.compile(r"/players/(\d{1,8})/?$")


@desk_page(DESK)
@require_GET
def players(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody, or those who are asked for."""
    q = _question(request)
    status = request.GET.get("status", "")
    found = selectors.listed(desk.championship, text=q, status=status)
    context = {
        "desk": desk,
        "championship": desk.championship,
        "entries": found,
        "counts": selectors.counts(desk.championship),
        "q": q,
        "status": status,
    }
    return page_or_partial(request, "championship/desk/players.html", "championship/desk/_players.html", context)


@desk_page(DESK)
@require_http_methods(["GET", "HEAD", "POST"])
def player_new(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Register a walk-in, and check them in at once."""
    if request.method != "POST":
        return show(request, desk, "player_new.html", form=WalkInForm(initial={"has_consent": False}))
    form = WalkInForm(request.POST, registered=selectors.names(desk.championship))
    if form.is_valid():
        try:
            entry = people.register(desk.championship, by=desk.actor, **form.fields_of_entry())
        except ChampionshipError as refused:
            messages.error(request, refused.message)
        else:
            _welcome(request, desk, entry, is_here=form.cleaned_data["is_here"])
            return redirect("desk_check_in", slug=desk.slug)
    return show(request, desk, "player_new.html", status=422, form=form)


@desk_page(DESK)
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """One player's details, as the desk alone sees them."""
    entry = selectors.entry(desk.championship, number)
    if entry is None:
        raise Http404
    form = PlayerForm(request.POST) if request.method == "POST" else PlayerForm.of(entry)
    if not desk.is_organiser:
        form = form.without_contact()
    if request.method == "POST" and form.is_valid():
        fields = form.fields_of_entry()
        if attempt(request, lambda: people.change(desk.championship, number, by=desk.actor, **fields), _("Saved.")):
            return redirect("desk_player", slug=desk.slug, number=number)
    seats = Seat.objects.filter(entry=entry).select_related("table", "stage").order_by("stage__order")
    family = selectors.family(entry)
    numbers = {"others": ", ".join(str(other.number) for other in family)}
    return show(
        request,
        desk,
        "player.html",
        status=422 if form.errors else 200,
        form=form,
        entry=entry,
        seats=seats,
        family=family,
        family_form=FamilyForm(initial=numbers),
    )


@desk_page(DESK)
@require_POST
def player_family(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Note who are brothers and sisters."""
    form = FamilyForm(request.POST)
    if form.is_valid():
        others = form.cleaned_data["others"]
        attempt(request, lambda: people.unite(desk.championship, number, others, by=desk.actor), _("Saved."))
    else:
        messages.error(request, str(form.errors["others"][0]))
    return redirect("desk_player", slug=desk.slug, number=number)


@desk_page(DESK)
@require_POST
def player_status(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Admit somebody from the waiting list, or cancel an entry."""
    act = people.admit if request.POST.get("act") == "admit" else people.cancel
    said = _("#%(number)s is in.") if act is people.admit else _("#%(number)s is cancelled.")
    attempt(request, lambda: act(desk.championship, number, by=desk.actor), said % {"number": number})
    return redirect("desk_player", slug=desk.slug, number=number)


@dataclass(frozen=True)
class Family:
    """Players who come up together: one, or the whole family of one that was found."""

    members: tuple[Entry, ...]

    @property
    def missing(self) -> list[Entry]:
        """Those not here yet who may be checked in."""
        return [entry for entry in self.members if entry.status == "registered" and not entry.checked_in_at]


@desk_page(DESK)
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One box takes a name or a number; a family comes up together, with one press for all."""
    if request.method == "POST":
        return _check_in(request, desk)
    q = _question(request)
    context = {
        "desk": desk,
        "championship": desk.championship,
        "q": q,
        "families": _families(selectors.with_families(desk.championship, q)) if q else [],
        "counts": selectors.counts(desk.championship),
        "latest": selectors.latest_here(desk.championship),
        "is_partial": is_swap(request),
    }
    return page_or_partial(request, "championship/desk/check_in.html", "championship/desk/_families.html", context)


@desk_page(DESK)
@require_GET
def check_in_counts(request: HttpRequest, desk: Desk) -> HttpResponse:
    """How many are here by now, from whichever desk; the page asks for it again and again."""
    return show(request, desk, "_here_count.html", counts=selectors.counts(desk.championship))


@desk_page(DESK)
@require_POST
def check_in_undo(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    said = _("#%(number)s is not here any more.") % {"number": number}
    attempt(request, lambda: people.undo_check_in(desk.championship, number, by=desk.actor), said)
    return redirect("desk_check_in", slug=desk.slug)


def _check_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    numbers = [int(text) for text in request.POST.getlist("number") if text.isdecimal() and len(text) < 9]
    try:
        people.check_in(desk.championship, numbers, by=desk.actor)
    except ChampionshipError as refused:
        messages.error(request, refused.message)
        where = reverse("desk_check_in", args=[desk.slug])
        return redirect(f"{where}?q={numbers[0]}" if numbers else where)
    messages.success(request, _read_back(selectors.of_numbers(desk.championship, numbers)))
    return redirect("desk_check_in", slug=desk.slug)


def _read_back(entries: Sequence[Entry]) -> str:
    """Say who is here, each name as it will stand on the certificate."""
    names = listed([isolated(f"{entry.player.full_name} (#{entry.number})") for entry in entries])
    return ngettext(
        "Here now: %(names)s. Read the name back.", "Here now: %(names)s. Read the names back.", len(entries)
    ) % {"names": names}


def _families(found: Sequence[Entry]) -> list[Family]:
    """Group those found by family, in the order in which they were found."""
    families: dict[object, list[Entry]] = {}
    for entry in found:
        families.setdefault(entry.family or f"alone-{entry.pk}", []).append(entry)
    return [Family(tuple(members)) for members in families.values()]


def _welcome(request: HttpRequest, desk: Desk, entry: Entry, *, is_here: bool) -> None:
    """Say what became of a walk-in: registered and here, or on the waiting list."""
    values = {"name": isolated(entry.player.full_name), "number": entry.number}
    if entry.status == "waiting":
        messages.warning(
            request, _("%(name)s is #%(number)s and on the waiting list: every place is taken.") % values
        )
        return
    messages.success(request, _("%(name)s is registered as #%(number)s.") % values)
    if is_here:
        said = _read_back([entry])
        attempt(request, lambda: people.check_in(desk.championship, [entry.number], by=desk.actor), said)


def _question(request: HttpRequest) -> str:
    """What is looked for: a name, a number, or the address that a scanned code holds, which ends in the number."""
    asked = clean(request.GET.get("q", ""))[:LONGEST_QUESTION]
    scanned = SCANNED.search(asked)
    return scanned[1] if scanned else asked
