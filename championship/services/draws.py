"""The draw: who sits where in the first stage. A draft is the organiser's alone (design.md §6, §4.10)."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from championship.enums import DrawState
from championship.errors import OutOfStep, StaleView
from championship.models import Championship, Draw, DrawSwap, Entry, Remark, Round, Seat, Stage
from championship.registrations.text import clean
from championship.selectors import draws as draw_selectors
from championship.selectors import people
from championship.services import live
from championship.services.live import Actor
from championship.services.stages import must_organise
from engine import draw as engine_draw
from engine.draw import DrawRequest, Group

APART = ("family", "pot", "club", "school")
"""What keeps players apart unless the organiser chooses otherwise, strongest first."""


def make(
    championship: Championship,
    *,
    by: Actor,
    seed: str = "",
    apart: Iterable[str] = APART,
    fixed: Mapping[int, tuple[int, int]] | None = None,
    reason: str = "",
) -> Draw:
    """Draw the checked-in players to the seats of the published plan; a draft that nobody else sees.

    *seed* is drawn by the machine if it is empty; *fixed* gives an entry its (table, seat) beforehand. A repeat takes
    the next number and says why. Once a draw was promised this makes a preview, as often as one likes, which is
    never published. Raises OutOfStep without a plan, when the numbers do not fit (both are named), or once the draw
    with the cards is made or published.
    """
    must_organise(by)
    # Worked out before the lock, then checked against what it was made of.
    request = request_of(championship, seed=seed or secrets.token_hex(16), apart=tuple(apart), fixed=fixed or {})
    result = engine_draw.draw(request)
    with live.writing(championship.pk, by=by) as act:
        stage = first_stage(championship)
        _must_be_open(stage)
        if request_of(championship, seed=request.seed, apart=tuple(apart), fixed=fixed or {}) != request:
            raise StaleView(_("Somebody was checked in while the draw was made. Draw again."))
        promised = draw_selectors.latest_proof(championship)
        if promised and promised.cards:
            raise OutOfStep(
                _("The cards are cut and the draw is made. Publish it, or repeat it with a reason."),
                code="drawn_already",
            )
        number = stage.draws.count() + 1
        reason = clean(reason)[:500]
        if number > 1 and not reason and not promised:
            raise OutOfStep(_("There is a draw already. To draw again, say why."), code="draw_needs_reason")
        stage.draws.filter(state=DrawState.DRAFT).update(state=DrawState.DISCARDED)
        drawn = Draw.objects.create(
            stage=stage,
            number=number,
            is_preview=promised is not None,
            seed=request.seed,
            request=engine_draw.request_to_json(request),
            result=engine_draw.result_to_json(result),
            reason=Remark.objects.create(text=reason) if reason else None,
            made_by=by.user,
        )
        act.note(
            "draw.previewed" if promised else "draw.made",
            f"draw {number}",
            public=False,
            digest=result.digest,
            unmet=len(result.unmet),
        )
    return drawn


def swap(drawn: Draw, one: int, other: int, *, reason: str, by: Actor) -> None:
    """Let two players of a draft change places, with a reason that everybody can read once it is published.

    Raises OutOfStep for a preview, a draw that is no draft any more, players who are not in it, or without a reason.
    """
    must_organise(by)
    with live.writing(drawn.stage.championship_id, by=by) as act:
        drawn.refresh_from_db()
        must_be_swappable(drawn, one, other)
        if not (reason := clean(reason)[:500]):
            raise OutOfStep(
                _("Say why they change places: everybody can read it beside the draw."), code="swap_needs_reason"
            )
        said = Remark.objects.create(text=reason)
        DrawSwap.objects.create(draw=drawn, one=one, other=other, reason=said, by=by.user)
        act.note("draw.swapped", f"draw {drawn.number}", public=False, entries=[one, other])


def must_be_swappable(drawn: Draw, one: int, other: int) -> None:
    """Raise OutOfStep unless these two may change places in *drawn*."""
    if drawn.state == DrawState.PUBLISHED:
        _must_be_open(drawn.stage)
    if drawn.state != DrawState.DRAFT:
        raise OutOfStep(_("This draw was replaced by a later one. Publish that one."), code="draw_replaced")
    if drawn.is_preview:
        raise OutOfStep(
            _("This is a preview, which nobody will sit by. Fix seats in it, and draw the rest again."),
            code="is_preview",
        )
    if one == other or not {one, other} <= set(drawn.request["entries"]):
        raise OutOfStep(_("Choose two players of this draw."), code="swap_of_two")


def publish(drawn: Draw, *, by: Actor) -> None:
    """Let the drawn players take their seats, for everybody to see. Publishing it again changes nothing.

    A promised draw reveals its secret. Raises OutOfStep if the draft was replaced or is a preview, or if somebody
    left the hall since: the numbers are named.
    """
    must_organise(by)
    with live.writing(drawn.stage.championship_id, by=by) as act:
        drawn.refresh_from_db()
        if drawn.state == DrawState.PUBLISHED:
            return
        if drawn.state == DrawState.DISCARDED:
            raise OutOfStep(_("This draw was replaced by a later one. Publish that one."), code="draw_replaced")
        _must_be_open(drawn.stage)
        championship = drawn.stage.championship
        proof = drawn.proof
        if proof is None and championship.draw_proofs.exists():
            raise OutOfStep(
                _(
                    "A commitment is published: only the draw with the cards counts. "
                    "Freeze the list, then cut the cards."
                ),
                code="is_preview",
            )
        must_be_for(championship, drawn.request["entries"], drawn.request["sizes"])
        entries = {entry.number: entry.pk for entry in people.checked_in(championship)}
        rows = {(seat.table.number, seat.position): seat for seat in drawn.stage.seats.select_related("table")}
        now = timezone.now()
        for number, place in draw_selectors.places(draw_selectors.seats_of(drawn)).items():
            rows[place].entry_id, rows[place].taken_at = entries[number], now
        Seat.objects.bulk_update(rows.values(), ["entry", "taken_at"])
        drawn.state = DrawState.PUBLISHED
        drawn.save(update_fields=["state"])
        if proof is not None:
            proof.revealed_at = now
            proof.save(update_fields=["revealed_at"])
        act.note("draw.published", f"draw {drawn.number}", public=True, digest=drawn.result["digest"])


def seat_as_given(stage: Stage, seats: dict[tuple[int, int], int], *, by: Actor) -> None:
    """Seat players as a list says (a draw made elsewhere): entry numbers by (table, position), every seat once.

    Raises OutOfStep if the list and the plan differ, naming the seats.
    """
    must_organise(by)
    with live.writing(stage.championship_id, by=by) as act:
        _must_be_open(stage)
        rows = {(seat.table.number, seat.position): seat for seat in stage.seats.select_related("table")}
        entries = {entry.number: entry.pk for entry in people.playing(stage.championship)}
        wrong: list[object] = [*sorted(set(rows) ^ set(seats))] or [*sorted(set(seats.values()) - set(entries))]
        if wrong or len(set(seats.values())) != len(seats):
            raise OutOfStep(
                _("The list of seats does not fit the plan: %(wrong)s. Every seat needs one player of its own.")
                % {"wrong": ", ".join(map(str, wrong[:10])) or _("a player sits twice")},
                code="seats_do_not_fit",
            )
        now = timezone.now()
        for key, number in seats.items():
            rows[key].entry_id, rows[key].taken_at = entries[number], now
        Seat.objects.bulk_update(rows.values(), ["entry", "taken_at"])
        act.note("seats.given", stage.key, public=True)


def first_stage(championship: Championship) -> Stage:
    """Return the stage that is drawn. Raises OutOfStep before the plan is published."""
    stage = championship.stages.order_by("order").first()
    if stage is None:
        raise OutOfStep(_("Publish the seat plan first, then draw."), code="no_plan")
    return stage


def must_not_be_published(championship: Championship) -> None:
    """Raise OutOfStep once the draw is published, or a round of its stage is reported."""
    if stage := championship.stages.order_by("order").first():
        _must_be_open(stage)


def must_be_for(championship: Championship, drawn: Iterable[int], sizes: Iterable[int]) -> None:
    """Raise OutOfStep, naming them, unless those *drawn* are those here now, at tables of these *sizes*."""
    stage = first_stage(championship)
    here, seated = set(people.checked_in(championship).values_list("number", flat=True)), set(drawn)
    if here != seated or tuple(sizes) != stage.format.sizes:
        raise OutOfStep(
            _("The draw is for other players than those checked in now. Draw again."),
            code="draw_outdated",
            missing=sorted(seated - here),
            added=sorted(here - seated),
        )


def _must_be_open(stage: Stage) -> None:
    if stage.draws.filter(state=DrawState.PUBLISHED).exists():
        raise OutOfStep(
            _("The draw is published and everybody has seen it. Seats change by a ruling now."), code="draw_published"
        )
    if Round.objects.filter(table__stage=stage).exists():
        raise OutOfStep(
            _("Rounds have been reported in this stage: seats change by a ruling."), code="already_played"
        )


def request_of(
    championship: Championship, *, seed: str, apart: tuple[str, ...], fixed: Mapping[int, tuple[int, int]]
) -> DrawRequest:
    """Return what is drawn from: the players checked in, the sizes of the plan, who is kept apart, fixed seats.

    Raises OutOfStep when the numbers do not fit, with both and the way out (O21).
    """
    stage = first_stage(championship)
    entries = list(people.checked_in(championship).select_related("player").order_by("number"))
    sizes = stage.format.sizes
    if len(entries) != sum(sizes):
        raise OutOfStep(
            ngettext(
                "The plan has %(seats)s seats, and %(count)s player is checked in. "
                "Check in the rest, or choose the plan for %(count)s and publish it again.",
                "The plan has %(seats)s seats, and %(count)s players are checked in. "
                "Check in the rest, or choose the plan for %(count)s and publish it again.",
                len(entries),
            )
            % {"seats": sum(sizes), "count": len(entries)},
            code="seats_and_players_differ",
            seats=sum(sizes),
            players=len(entries),
        )
    numbers = {entry.number for entry in entries}
    return DrawRequest(
        entries=tuple(entry.number for entry in entries),
        sizes=sizes,
        seed=seed,
        groups=tuple(_groups(entries, apart)),
        fixed={
            number: (table, seat)
            for number, (table, seat) in fixed.items()
            if number in numbers and 1 <= table <= len(sizes) and 1 <= seat <= sizes[table - 1]
        },  # who went home since needs no seat
    )


def _groups(entries: list[Entry], apart: tuple[str, ...]) -> Iterable[Group]:
    for kind in apart:
        members: dict[object, list[int]] = defaultdict(list)
        for entry in entries:
            if value := _value(entry, kind):
                members[value].append(entry.number)
        for value in sorted(members, key=str):
            if len(members[value]) > 1:
                yield Group(kind, tuple(members[value]))


def _value(entry: Entry, kind: str) -> object:
    """What *entry* shares with those it is kept apart from; spelling, case and spaces aside."""
    if kind in {"family", "pot"}:
        return getattr(entry, kind)
    return " ".join(str(getattr(entry.player, kind)).split()).casefold()
