"""Rulings: acts that results do not explain, undone by other rulings (design.md §2, §4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import RulingKind
from championship.errors import NotAllowed, NotConfirmed, OutOfStep
from championship.models import Entry, Remark, Ruling, Seat, Stage, Table
from championship.selectors import standings
from championship.selectors.standings import EXITS, StageView
from championship.services import live, seating
from championship.services.live import Act, Actor
from championship.services.sent import digest_of, same_or_refuse
from scoring import consequence, tickets
from scoring import standings as rankings


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
    ``{"points": -2}``; lot ``{"place": p, "order": [entries]}``; seat given ``{"position": s}``. Raises
    NotAllowed, OutOfStep if it cannot be, NotConfirmed if it would move somebody and *confirm* does not name
    just that.
    """
    _must_rule(by, reason)
    values = dict(values or {})
    with live.writing(stage.championship_id, by=by) as act:
        digest = digest_of([kind, stage.pk, table and table.pk, entry and entry.pk, values, reason])
        if earlier := Ruling.objects.filter(client_id=client_id).first():
            same_or_refuse(earlier.digest, digest, client_id)
            return earlier
        before = standings.stage_view(stage)
        _must_make_sense(before, kind, table, entry, values)
        ruling = Ruling.objects.create(
            championship_id=stage.championship_id,
            kind=kind,
            stage=stage,
            table=table,
            entry=entry,
            values=values,
            client_id=client_id,
            digest=digest,
            reason=Remark.objects.create(text=reason.strip()[:500]),
            by_user=by.user,
        )
        if kind == RulingKind.SEAT_GIVEN:
            _give_seat(ruling, confirm)
        _follow(act, before, ruling, confirm)
        act.note(f"ruling.{kind}", _subject(ruling), public=True, ruling=ruling.pk, **values)
    return ruling


def undo(ruling: Ruling, *, client_id: UUID, reason: str, by: Actor, confirm: str = "") -> Ruling:
    """Take a ruling back by another one; its effects follow. A ruling is undone once."""
    _must_rule(by, reason)
    with live.writing(ruling.championship_id, by=by) as act:
        digest = digest_of(["undo", ruling.pk, reason])
        if earlier := Ruling.objects.filter(client_id=client_id).first():
            same_or_refuse(earlier.digest, digest, client_id)
            return earlier
        if ruling.undoes_id or Ruling.objects.filter(undoes=ruling).exists():
            raise OutOfStep(_("This ruling was already undone."), code="already_undone")
        before = standings.stage_view(ruling.stage)
        undoing = Ruling.objects.create(
            championship_id=ruling.championship_id,
            kind=ruling.kind,
            stage=ruling.stage,
            table=ruling.table,
            entry=ruling.entry,
            values={},
            undoes=ruling,
            client_id=client_id,
            digest=digest,
            reason=Remark.objects.create(text=reason.strip()[:500]),
            by_user=by.user,
        )
        if ruling.kind == RulingKind.SEAT_GIVEN:
            Seat.objects.filter(ruling=ruling).update(ruling=None, entry=None, taken_at=None)
        _follow(act, before, undoing, confirm)
        act.note("ruling.undone", _subject(ruling), public=True, ruling=ruling.pk)
    return undoing


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
    level = owed.get(values.get("place"), set())
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
    if seat.entry_id and seat.lines.exists():
        raise OutOfStep(
            _("Somebody has played on this seat. What was played stays with who played it."), code="seat_was_played"
        )
    if seat.entry_id and seat.entry_id != ruling.entry_id and confirm != f"seat-{seat.entry_id}":
        raise OutOfStep(
            _("#%(number)s sits there now and would lose the seat. Confirm it to go on.")
            % {"number": seat.entry.number},
            code="seat_is_taken",
            confirm=f"seat-{seat.entry_id}",
        )
    Seat.objects.filter(pk=seat.pk).update(entry=ruling.entry, ruling=ruling, taken_at=timezone.now())


def _follow(act: Act, before: StageView, ruling: Ruling, confirm: str) -> None:
    """Let seats follow what the ruling changed: those its stage's tickets lead to, and the seat it gave."""
    after = standings.stage_view(ruling.stage)
    table = ruling.table.number if ruling.table else min(after.tables)  # a stage's ruling is told at its first table
    follows = consequence.between(before.state, after.state, table)
    if follows.unseats and confirm != follows.token:
        raise NotConfirmed(
            _("This would move somebody who already has a seat further on. Look at what follows, then confirm it."),
            consequence=follows,
        )
    seating.follow(act, after, follows.moves)
    if ruling.kind == RulingKind.SEAT_GIVEN and (ruling.undoes_id is not None):
        for source in Stage.objects.filter(tickets__to_seat__stage=ruling.stage).distinct():
            view = standings.stage_view(source)
            due = consequence.between(view.state, view.state, min(view.tables)).moves
            seating.follow(act, view, due)


def _subject(ruling: Ruling) -> str:
    where = str(ruling.table) if ruling.table else ruling.stage.key
    return f"{where} entry {ruling.entry.number}" if ruling.entry else where
