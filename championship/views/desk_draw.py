"""The draw at the desk: promised, looked at, its list frozen, cards cut, seats exchanged, published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from championship.enums import ORGANISER, DrawState
from championship.errors import ChampionshipError
from championship.forms.draws import CardsForm, DrawForm, ReasonForm, SwapForm
from championship.models import Draw, Stage
from championship.selectors import draws as selectors
from championship.selectors import entries, people
from championship.sentences import listed
from championship.sentences.draws import kind_words, meeting_words, together_sentence, unmet_sentence
from championship.services import draws, proofs
from championship.views.staff import Desk, attempt, desk_page, show

IN_THE_WAY = 409


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw, and look at it before anybody else can; publishing it is another press."""
    if request.method != "POST":
        return _page(request, desk)
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _page(request, desk, form=form, status=422)
    try:
        draws.make(
            desk.championship,
            by=desk.actor,
            apart=form.cleaned_data["apart"],
            fixed=_kept(request, desk),
            reason=form.cleaned_data["reason"],
        )
    except ChampionshipError as refused:
        messages.error(request, refused.message)
        return _page(request, desk, form=form, status=IN_THE_WAY)
    return redirect("desk_draw", slug=desk.slug)


@desk_page(ORGANISER)
@require_POST
def promise(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Publish the commitment to a draw that can be checked; a repeat says why."""
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    said = _("The commitment is published: everybody can see it on the page about the draw.")
    attempt(request, lambda: proofs.promise(desk.championship, by=desk.actor, reason=reason), said)
    return redirect("desk_draw", slug=desk.slug)


@desk_page(ORGANISER)
@require_POST
def freeze(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Freeze the list of those who are here, with the wishes and seats that are ticked."""
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _page(request, desk, form=form, status=422)
    apart, fixed = form.cleaned_data["apart"], _kept(request, desk)
    said = _("The list is frozen and its digest shown. Now let a child cut the cards.")
    attempt(request, lambda: proofs.freeze(desk.championship, by=desk.actor, apart=apart, fixed=fixed), said)
    return redirect("desk_draw", slug=desk.slug)


@desk_page(ORGANISER)
@require_POST
def cut(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw with the cards that were cut; this is done once."""
    form = CardsForm(request.POST)
    if not form.is_valid():
        return _page(request, desk, cards=form, status=422)
    try:
        proofs.cut(desk.championship, form.cleaned_data["cards"], by=desk.actor)
    except ChampionshipError as refused:
        messages.error(request, refused.message)
        return _page(request, desk, cards=form, status=IN_THE_WAY)
    messages.success(request, _("The draw is made. Look at it, then publish it."))
    return redirect("desk_draw", slug=desk.slug)


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Let two players of a draft change places: what follows first, then with a reason."""
    drawn = get_object_or_404(Draw, pk=pk, stage__championship=desk.championship)
    form = SwapForm(request.POST if request.method == "POST" else request.GET, places=_choices(desk, drawn))
    if not form.is_valid():
        return _page(request, desk, swap=form, status=422)
    one, other, reason = (form.cleaned_data[name] for name in ("one", "other", "reason"))
    if request.method == "POST":
        said = _("They have changed places.")
        if attempt(request, lambda: draws.swap(drawn, one, other, reason=reason, by=desk.actor), said):
            return redirect("desk_draw", slug=desk.slug)
    try:
        draws.must_be_swappable(drawn, one, other)
    except ChampionshipError as refused:
        if request.method != "POST":
            messages.error(request, refused.message)
        return redirect("desk_draw", slug=desk.slug)
    names = people.full_names(desk.championship)
    before, after = selectors.judged(drawn), selectors.judged(drawn, (one, other))
    places = selectors.places(after["seats"])
    return show(
        request,
        desk,
        "draw_swap.html",
        status=IN_THE_WAY if request.method == "POST" else 200,
        drawn=drawn,
        moves=[(names.get(entry, ""), entry, *places[entry]) for entry in (one, other)],
        now=[meeting_words(kind, pairs) for kind, pairs in before["meetings"].items()],
        then=[meeting_words(kind, pairs) for kind, pairs in after["meetings"].items()],
        worse=[
            together_sentence(each, names)
            for each in after["unmet"]
            if each not in before["unmet"] and {one, other} & set(each["members"])
        ],
        one=one,
        other=other,
        form=ReasonForm(initial={"reason": reason}),
    )


@desk_page(ORGANISER)
@require_POST
def draw_publish(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Let the drawn players take their seats, for everybody to see."""
    drawn = get_object_or_404(Draw, pk=pk, stage__championship=desk.championship)
    said = _("The draw is published: seats stand on every phone and on the wall.")
    if attempt(request, lambda: draws.publish(drawn, by=desk.actor), said):
        return redirect("desk_home", slug=desk.slug)
    return redirect("desk_draw", slug=desk.slug)


def _page(
    request: HttpRequest,
    desk: Desk,
    *,
    form: DrawForm | None = None,
    cards: CardsForm | None = None,
    swap: SwapForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of the draw; a form that was refused stands in it as it was sent."""
    stage = desk.championship.stages.order_by("order").first()
    drawn = _current(stage)
    proof = selectors.latest_proof(desk.championship)
    counts = entries.counts(desk.championship)
    seats = stage.seats.count() if stage else 0
    is_published = drawn is not None and drawn.state == DrawState.PUBLISHED
    apart = sorted({group["kind"] for group in drawn.request["groups"]}) if drawn else []
    is_open = drawn is not None and not is_published
    return show(
        request,
        desk,
        "draw.html",
        status=status,
        form=form or DrawForm(initial={"apart": apart or list(draws.APART)}),
        cards=cards or CardsForm(),
        swap=(swap or SwapForm(places=_choices(desk, drawn))) if drawn and is_open and not drawn.is_preview else None,
        repeat=ReasonForm(),
        stage=stage,
        seats=seats,
        counts=counts,
        fits=seats == counts["here"],
        drawn=drawn,
        proof=proof,
        is_drawn=proof is not None and bool(proof.cards),
        may_keep=is_open and not (drawn and drawn.proof_id),
        is_published=is_published,
        earlier=list(stage.draws.select_related("reason", "made_by").order_by("number")) if stage else [],
        **(_drawn(desk, drawn) if drawn else {}),
    )


def _current(stage: Stage | None) -> Draw | None:
    if stage is None:
        return None
    return stage.draws.exclude(state=DrawState.DISCARDED).select_related("proof").order_by("-number").first()


def _kept(request: HttpRequest, desk: Desk) -> dict[int, tuple[int, int]]:
    """The seats that were ticked to be kept, as they stand in the draft that was looked at."""
    drawn = _current(desk.championship.stages.order_by("order").first())
    if drawn is None or drawn.state != DrawState.DRAFT:
        return {}
    ticked = {int(text) for text in request.POST.getlist("keep") if text.isdecimal() and len(text) < 9}
    return {entry: place for entry, place in selectors.places(selectors.seats_of(drawn)).items() if entry in ticked}


def _choices(desk: Desk, drawn: Draw) -> list[tuple[str, str]]:
    """Everybody who was drawn, by seat, for a box to choose from."""
    names = people.full_names(desk.championship)
    places = selectors.places(selectors.seats_of(drawn))
    return [
        (
            str(entry),
            _("table %(table)s, seat %(seat)s: %(name)s #%(number)s")
            % {"table": table, "seat": seat, "name": names.get(entry, ""), "number": entry},
        )
        for entry, (table, seat) in sorted(places.items(), key=lambda item: item[1])
    ]


def _drawn(desk: Desk, drawn: Draw) -> dict[str, Any]:
    """A draw in words: tables with names, wishes that were not met, seats that were fixed or exchanged."""
    names = people.full_names(desk.championship)
    judged = selectors.judged(drawn)
    together: dict[int, list[int]] = {}
    for each in judged["unmet"]:
        together.setdefault(each["table"], []).extend(each["members"])
    fixed = {each["entry"] for each in drawn.request.get("fixed", ())}
    return {
        "tables": [
            (number, _seats(seated, names, together.get(number, []), fixed))
            for number, seated in enumerate(judged["seats"], start=1)
        ],
        "unmet": [unmet_sentence(each, names) for each in judged["unmet"]],
        "meetings": [meeting_words(kind, pairs) for kind, pairs in judged["meetings"].items()],
        "kinds": listed([kind_words(kind) for kind in sorted({group["kind"] for group in drawn.request["groups"]})]),
        "swaps": [
            (names.get(s.one, ""), s.one, names.get(s.other, ""), s.other, s.reason.text)
            for s in drawn.swaps.select_related("reason")
        ],
    }


def _seats(
    seated: list[int], names: Mapping[int, str], together: list[int], fixed: set[int]
) -> list[tuple[int, int, str, bool, bool]]:
    """One table: seat, entry, name, whether it meets against a wish, whether the seat was fixed."""
    return [
        (seat, entry, names.get(entry, ""), entry in together, entry in fixed) for seat, entry in enumerate(seated, 1)
    ]
