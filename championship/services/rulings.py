"""Rulings: acts that results do not explain, undone by other rulings (design.md §2, §4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import RulingKind
from championship.errors import NotAllowed, NotConfirmed, OutOfStep
from championship.models import Entry, Remark, Ruling, Seat, Stage, Table
from championship.selectors import standings
from championship.selectors.standings import EXITS, StageView
from championship.services import live, reseating, seating
from championship.services.live import Act, Actor
from championship.services.sent import digest_of, same_or_refuse
from scoring import consequence as consequences
from scoring import standings as rankings
from scoring import tickets
from scoring.consequence import Consequence


def make(
    stage: Stage,
    kind: RulingKind,
    *,
    client_id: UUID,
    reason: str,
    by: Actor,
    table: Table | None = None,
    entry: Entry | None = None,
    values: Mapping[str, Any] | None = None,
    confirm: str = "",
) -> Ruling:
    """Rule, and let everything follow from it; the same id gives the same ruling however often it is sent.

    ``values`` by kind: withdrawal, no-show, disqualification ``{"after_round": n}``; penalty
    ``{"points": -2}``; lot ``{"place": p, "order": [entries]}``; seat given, seat moved ``{"position": s}``;
    seats exchanged ``{"other": number}``; substitute ``{"position": s, "after_round": n}``. Raises NotAllowed,
    OutOfStep if it cannot be, NotConfirmed if it would move somebody and *confirm* does not name just that.
    """
    _must_rule(by, reason)
    values = dict(values or {})
    with live.writing(stage.championship_id, by=by) as act:
        digest = digest_of([kind, stage.pk, table and table.pk, entry and entry.pk, values, reason])
        if earlier := Ruling.objects.filter(client_id=client_id).first():
            same_or_refuse(earlier.digest, digest, client_id)
            return earlier
        ruling = Ruling(
            championship_id=stage.championship_id,
            kind=kind,
            stage=stage,
            table=table,
            entry=entry,
            values=values,
            client_id=client_id,
            digest=digest,
            by_user=by.user,
        )
        _rule(act, ruling, reason, confirm)
    return ruling


def undo(ruling: Ruling, *, client_id: UUID, reason: str, by: Actor, confirm: str = "") -> Ruling:
    """Take a ruling back by another one; its effects follow. A ruling is undone once."""
    _must_rule(by, reason)
    with live.writing(ruling.championship_id, by=by) as act:
        digest = digest_of(["undo", ruling.pk, reason])
        if earlier := Ruling.objects.filter(client_id=client_id).first():
            same_or_refuse(earlier.digest, digest, client_id)
            return earlier
        undoing = _undoing(ruling, client_id, digest, by)
        _undo(act, undoing, reason, confirm)
    return undoing


def consequence(
    stage: Stage,
    kind: RulingKind,
    *,
    by: Actor,
    table: Table | None = None,
    entry: Entry | None = None,
    values: Mapping[str, Any] | None = None,
    confirm: str = "",
) -> Consequence:
    """Say what ``make`` would do; it is done and taken back, so nothing is stored. Raises what ``make`` raises."""
    _must_rule(by, ASKED)
    ruling = Ruling(
        championship_id=stage.championship_id,
        kind=kind,
        stage=stage,
        table=table,
        entry=entry,
        values=dict(values or {}),
        client_id=uuid4(),
        by_user=by.user,
    )
    return _tried(ruling.championship_id, by, lambda act: _rule(act, ruling, ASKED, confirm))


def undo_consequence(ruling: Ruling, *, by: Actor) -> Consequence:
    """Say what ``undo`` would do, in the same way."""
    _must_rule(by, ASKED)
    undoing = _undoing(ruling, uuid4(), "", by)
    return _tried(ruling.championship_id, by, lambda act: _undo(act, undoing, ASKED, ""))


ASKED = "asked"
"""Stands for a reason while only the consequence is asked for."""


class _TakenBack(Exception):
    """Leaves a transaction that only asked what would follow."""


def _tried(championship_id: int, by: Actor, do: Callable[[Act], Consequence]) -> Consequence:
    """Return what *do* says, and undo it."""
    follows: list[Consequence] = []
    try:
        with live.writing(championship_id, by=by) as act:
            try:
                follows.append(do(act))
            except NotConfirmed as refused:
                follows.append(refused.consequence)
            raise _TakenBack
    except _TakenBack:
        return follows[0]


def _rule(act: Act, ruling: Ruling, reason: str, confirm: str) -> Consequence:
    """Store a new ruling and let everything follow; returns what followed."""
    before = standings.stage_view(ruling.stage)
    kind = RulingKind(ruling.kind)
    _must_make_sense(before, kind, ruling.table, ruling.entry, ruling.values)
    if kind in reseating.KINDS:
        ruling.values = reseating.changes(before, ruling, confirm)
    ruling.reason = Remark.objects.create(text=reason.strip()[:500])
    ruling.save()
    if kind == RulingKind.SEAT_GIVEN:
        _give_seat(ruling, confirm)
    elif kind in reseating.KINDS:
        reseating.apply(ruling)
    follows = _follow(act, before, ruling, confirm)
    act.note(f"ruling.{kind}", _subject(ruling), public=True, ruling=ruling.pk, **ruling.values)
    return follows


def _undoing(ruling: Ruling, client_id: UUID, digest: str, by: Actor) -> Ruling:
    return Ruling(
        championship_id=ruling.championship_id,
        kind=ruling.kind,
        stage=ruling.stage,
        table=ruling.table,
        entry=ruling.entry,
        values={},
        undoes=ruling,
        client_id=client_id,
        digest=digest,
        by_user=by.user,
    )


def _undo(act: Act, undoing: Ruling, reason: str, confirm: str) -> Consequence:
    """Store a ruling that takes another one back, and let everything follow; returns what followed."""
    ruling = undoing.undoes
    assert ruling is not None  # made by _undoing
    if ruling.undoes_id or Ruling.objects.filter(undoes=ruling).exists():
        raise OutOfStep(_("This ruling was already undone."), code="already_undone")
    before = standings.stage_view(ruling.stage)
    undoing.reason = Remark.objects.create(text=reason.strip()[:500])
    undoing.save()
    if ruling.kind == RulingKind.SEAT_GIVEN:
        _take_seat_back(ruling)
    elif ruling.kind in reseating.KINDS:
        reseating.take_back(ruling)
    follows = _follow(act, before, undoing, confirm)
    act.note("ruling.undone", _subject(ruling), public=True, ruling=ruling.pk)
    return follows


def _must_rule(by: Actor, reason: str) -> None:
    if not by.is_head:
        raise NotAllowed(_("Only the head referee or the organiser can rule."))
    if not reason.strip():
        raise OutOfStep(_("A ruling needs its reason."), code="ruling_needs_reason")


def _must_make_sense(
    view: StageView, kind: RulingKind, table: Table | None, entry: Entry | None, values: Mapping[str, Any]
) -> None:
    """Raise OutOfStep for a ruling that has nothing to rule on, naming what is missing."""
    state = view.state.table(table.number) if table else None
    if (kind in EXITS or kind == RulingKind.PENALTY) and (
        state is None or entry is None or entry.number not in state.entries
    ):
        raise OutOfStep(_("Choose a player who sits at this table."), code="not_at_this_table")
    if kind in EXITS:
        assert state is not None  # said just above
        assert entry is not None
        if any(exit_.entry == entry.number for exit_ in state.exits):
            raise OutOfStep(
                _("#%(number)s has already left this table.") % {"number": entry.number}, code="already_left"
            )
        played = [r.number for r in state.results if r.place == 0 and entry.number in r.players]
        if values.get("after_round", 0) < max(played, default=0) and kind != RulingKind.DISQUALIFICATION:
            raise OutOfStep(
                _("#%(number)s played round %(round)s, so the player left after it at the earliest.")
                % {"number": entry.number, "round": max(played)},
                code="played_later",
            )
    if kind == RulingKind.PENALTY and not isinstance(values.get("points"), int):
        raise OutOfStep(_("Say how many points, as a whole number."), code="points_missing")
    if kind == RulingKind.LOT:
        _must_be_a_lot(view, table, values)
    if kind == RulingKind.TABLE_CONFIRMED and (
        state is None or not rankings.of_table(state, view.state.format).is_complete
    ):
        raise OutOfStep(_("A table is confirmed when all its rounds are in."), code="not_complete")
    if kind == RulingKind.STAGE_CLOSED:
        ranking = rankings.of_stage(view.state)
        if unfinished := [n for n, standing in ranking.items() if not standing.is_complete or standing.owed]:
            raise OutOfStep(
                _("These tables are not decided yet: %(tables)s.") % {"tables": ", ".join(map(str, unfinished))},
                code="tables_open",
                tables=unfinished,
            )


def _must_be_a_lot(view: StageView, table: Table | None, values: Mapping[str, Any]) -> None:
    """A lot orders just the players who are level: at a table, or among the stage's wild cards."""
    ranking = rankings.of_stage(view.state)
    if table:
        owed = {tie.place: set(tie.entries) for tie in ranking[table.number].owed}
    else:
        owed = {place: set(level) for place, level in tickets.lots_owed(view.state, ranking).items()}
    level = owed.get(values.get("place", 0), set())
    if not level or set(values.get("order", [])) != level or len(values["order"]) != len(level):
        raise OutOfStep(
            _("A lot is drawn among the players who are level: %(numbers)s.")
            % {"numbers": ", ".join(f"#{number}" for number in sorted(level)) or _("nobody is")},
            code="lot_does_not_fit",
        )


def _give_seat(ruling: Ruling, confirm: str) -> None:
    """Put the ruling's player on its seat, whoever should sit there by the plan (design.md §4.6)."""
    seat = Seat.objects.filter(table=ruling.table, position=ruling.values.get("position")).first()
    if seat is None or ruling.entry is None:
        raise OutOfStep(_("Choose a seat of this table and a player."), code="no_such_seat")
    other = Seat.objects.filter(stage=ruling.stage, entry=ruling.entry).exclude(pk=seat.pk).first()
    if other:
        raise OutOfStep(
            _("#%(number)s already sits at table %(table)s of this stage.")
            % {"number": ruling.entry.number, "table": other.table.number},
            code="sits_already",
        )
    if seat.entry_id == ruling.entry_id:  # who sits there stays, whatever was played and whoever should
        Seat.objects.filter(pk=seat.pk).update(ruling=ruling)
        return
    if seat.entry_id and seat.lines.exists():
        raise OutOfStep(
            _("Somebody has played on this seat. What was played stays with who played it."), code="seat_was_played"
        )
    if seat.entry and confirm != f"seat-{seat.entry_id}":
        raise OutOfStep(
            _("#%(number)s sits there now and would lose the seat. Confirm it to go on.")
            % {"number": seat.entry.number},
            code="seat_is_taken",
            confirm=f"seat-{seat.entry_id}",
        )
    Seat.objects.filter(pk=seat.pk).update(entry=ruling.entry, ruling=ruling, taken_at=timezone.now())


def _take_seat_back(ruling: Ruling) -> None:
    """Free the seat that a ruling gave; who has played on it stays there, now by the places alone."""
    seat = Seat.objects.filter(ruling=ruling).first()
    if seat is None:
        return
    seat.ruling = None
    if not seat.lines.filter(entry=seat.entry).exists():
        seat.entry = seat.taken_at = None
    seat.save(update_fields=["ruling", "entry", "taken_at"])


def _follow(act: Act, before: StageView, ruling: Ruling, confirm: str) -> Consequence:
    """Let seats follow what the ruling changed: those its stage's tickets lead to, and the seat it gave."""
    after = standings.stage_view(ruling.stage)
    table = ruling.table.number if ruling.table else min(after.tables)  # a stage's ruling is told at its first table
    follows = _told(consequences.between(before.state, after.state, table), before, after, ruling)
    if follows.unseats and confirm != follows.token:
        raise NotConfirmed(
            _("This would move somebody who already has a seat further on. Look at what follows, then confirm it."),
            consequence=follows,
        )
    seating.follow(act, after, follows.moves)
    if ruling.kind in reseating.SEATING and ruling.undoes_id is not None:
        seating.follow_into(act, ruling.stage)
    return follows


def _told(follows: Consequence, before: StageView, after: StageView, ruling: Ruling) -> Consequence:
    """Add what a ruling about seats or an exit does at the stage's own tables."""
    if ruling.kind not in reseating.TELL_OF_TABLES:
        return follows
    known = {fact.values.get("print") for fact in follows.facts}
    printed = [fact for fact in reseating.printed_facts(before, after) if fact.values["print"] not in known]
    return replace(follows, facts=(*reseating.facts(before, after), *follows.facts, *printed))


def _subject(ruling: Ruling) -> str:
    where = str(ruling.table) if ruling.table else ruling.stage.key
    return f"{where} entry {ruling.entry.number}" if ruling.entry else where
