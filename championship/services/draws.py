"""The draw: who sits where in the first stage. A draft is the organiser's alone (design.md §6, §4.10)."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from championship.enums import DrawState
from championship.errors import OutOfStep, StaleView
from championship.models import Championship, Draw, Entry, Remark, Round, Seat, Stage
from championship.selectors import people
from championship.services import live
from championship.services.live import Actor
from championship.services.stages import must_organise
from engine import draw as engine_draw
from engine.draw import DrawRequest, Group

APART = ("family", "club", "school")
"""What keeps players apart unless the organiser chooses otherwise, strongest first."""


def make(
    championship: Championship, *, by: Actor, seed: str = "", apart: Iterable[str] = APART, reason: str = ""
) -> Draw:
    """Draw the checked-in players to the seats of the published plan; a draft that nobody else sees.

    *seed* is drawn by the machine if it is empty. A repeat takes the next number and says why. Raises
    OutOfStep without a plan, when the numbers do not fit (both are named), or once the draw is published.
    """
    must_organise(by)
    request = _request(championship, seed or secrets.token_hex(16), tuple(apart))
    result = engine_draw.draw(request)  # worked out before the lock, then checked against what it was made of
    with live.writing(championship.pk, by=by) as act:
        stage = _first_stage(championship)
        _must_be_open(stage)
        if _request(championship, request.seed, tuple(apart)) != request:
            raise StaleView(_("Somebody was checked in while the draw was made. Draw again."))
        number = stage.draws.count() + 1
        if number > 1 and not reason.strip():
            raise OutOfStep(_("There is a draw already. To draw again, say why."), code="draw_needs_reason")
        stage.draws.filter(state=DrawState.DRAFT).update(state=DrawState.DISCARDED)
        drawn = Draw.objects.create(
            stage=stage,
            number=number,
            seed=request.seed,
            request=_request_json(request),
            result=engine_draw.result_to_json(result),
            reason=Remark.objects.create(text=reason.strip()[:500]) if reason.strip() else None,
            made_by=by.user,
        )
        act.note("draw.made", f"draw {number}", public=False, digest=result.digest, unmet=len(result.unmet))
    return drawn


def publish(drawn: Draw, *, by: Actor) -> None:
    """Let the drawn players take their seats, for everybody to see. Publishing it again changes nothing.

    Raises OutOfStep if the draft was replaced, or if somebody left the hall since: the numbers are named.
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
        entries = {entry.number: entry.pk for entry in people.checked_in(championship)}
        seated = [number for table in drawn.result["seats"] for number in table]
        if set(entries) != set(seated):
            raise OutOfStep(
                _("The draw is for other players than those checked in now. Draw again."),
                code="draw_outdated",
                missing=sorted(set(seated) - set(entries)),
                added=sorted(set(entries) - set(seated)),
            )
        rows = {(seat.table.number, seat.position): seat for seat in drawn.stage.seats.select_related("table")}
        now = timezone.now()
        for table, numbers in enumerate(drawn.result["seats"], start=1):
            for position, number in enumerate(numbers, start=1):
                seat = rows[table, position]
                seat.entry_id, seat.taken_at = entries[number], now
        Seat.objects.bulk_update(rows.values(), ["entry", "taken_at"])
        drawn.state = DrawState.PUBLISHED
        drawn.save(update_fields=["state"])
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


def _first_stage(championship: Championship) -> Stage:
    stage = championship.stages.order_by("order").first()
    if stage is None:
        raise OutOfStep(_("Publish the seat plan first, then draw."), code="no_plan")
    return stage


def _must_be_open(stage: Stage) -> None:
    if stage.draws.filter(state=DrawState.PUBLISHED).exists():
        raise OutOfStep(
            _("The draw is published and everybody has seen it. Seats change by a ruling now."), code="draw_published"
        )
    if Round.objects.filter(table__stage=stage).exists():
        raise OutOfStep(
            _("Rounds have been reported in this stage: seats change by a ruling."), code="already_played"
        )


def _request(championship: Championship, seed: str, apart: tuple[str, ...]) -> DrawRequest:
    """Return what is drawn from: the players checked in, the sizes of the plan, and who is kept apart."""
    stage = _first_stage(championship)
    format_ = championship.format
    assert format_ is not None  # the plan is made of it
    entries = list(people.checked_in(championship).select_related("player").order_by("number"))
    sizes = format_.stage(stage.key).sizes
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
    return DrawRequest(
        entries=tuple(entry.number for entry in entries),
        sizes=sizes,
        seed=seed,
        groups=tuple(_groups(entries, apart)),
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
    if kind == "family":
        return entry.family
    return " ".join(str(getattr(entry.player, kind)).split()).casefold()


def _request_json(request: DrawRequest) -> dict[str, object]:
    """The request as ``python -m engine draw`` takes it."""
    return {
        "entries": list(request.entries),
        "sizes": list(request.sizes),
        "seed": request.seed,
        "groups": [{"kind": group.kind, "members": list(group.members)} for group in request.groups],
    }
