"""A stage's clock: set, paused, resumed, and extra minutes for one table; each act is a row and a line of the log."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import ClockKind
from championship.errors import NotAllowed, OutOfStep
from championship.models import ClockAct, Stage, Table
from championship.services import live, passes
from championship.services.live import Act, Actor
from championship.services.sent import digest_of, same_or_refuse

MOST_MINUTES = 600
"""Of a limit, or of extra time: no stage takes longer than ten hours."""


def set_limit(stage: Stage, minutes: int, *, is_per_round: bool, client_id: UUID, by: Actor) -> None:
    """Give *stage* so many minutes, for the whole of it or for each round; 0 takes the clock away."""
    _must_be_head(by)
    _must_fit(minutes, least=0)
    with live.writing(stage.championship_id, by=by) as act:
        _note(act, stage, None, ClockKind.SET, client_id, by, minutes=minutes, is_per_round=is_per_round)


def pause(stage: Stage, *, table: Table | None = None, client_id: UUID, by: Actor) -> None:
    """Stop the clock of *table*, or of all; one that stands stays as it is. Raises OutOfStep before the start."""
    with live.writing(stage.championship_id, by=by) as act:
        _may_stop(by, table)
        stage.refresh_from_db()
        if stage.started_at is None:
            raise OutOfStep(_("This stage has not begun, so there is nothing to pause."), code="stage_not_started")
        if not is_paused(stage, table):
            _note(act, stage, table, ClockKind.PAUSED, client_id, by)


def resume(stage: Stage, *, table: Table | None = None, client_id: UUID, by: Actor) -> None:
    """Let the clock of *table*, or of all, go on; one that goes stays as it is."""
    with live.writing(stage.championship_id, by=by) as act:
        _may_stop(by, table)
        if is_paused(stage, table):
            _note(act, stage, table, ClockKind.RESUMED, client_id, by)


def extend(stage: Stage, minutes: int, *, table: Table | None = None, client_id: UUID, by: Actor) -> None:
    """Give *table*, or all, extra minutes; the same id gives them once."""
    _must_be_head(by)
    _must_fit(minutes, least=1)
    with live.writing(stage.championship_id, by=by) as act:
        _note(act, stage, table, ClockKind.EXTENDED, client_id, by, minutes=minutes)


def is_paused(stage: Stage, table: Table | None) -> bool:
    """Whether the clock of just *table* stands (None: that of all)."""
    kinds = (ClockKind.PAUSED, ClockKind.RESUMED)
    last = ClockAct.objects.filter(stage=stage, table=table, kind__in=kinds).order_by("-pk").first()
    return last is not None and last.kind == ClockKind.PAUSED


def _note(
    act: Act,
    stage: Stage,
    table: Table | None,
    kind: ClockKind,
    client_id: UUID,
    by: Actor,
    *,
    minutes: int = 0,
    is_per_round: bool = False,
) -> None:
    """Store the act, once: the same id with other content is refused."""
    content = [stage.pk, table and table.pk, kind.value, minutes, is_per_round]
    if earlier := ClockAct.objects.filter(client_id=client_id).first():
        stored = [earlier.stage_id, earlier.table_id, earlier.kind, earlier.minutes, earlier.is_per_round]
        same_or_refuse(digest_of(stored), digest_of(content), client_id)
        return
    ClockAct.objects.create(
        stage=stage,
        table=table,
        kind=kind,
        minutes=minutes,
        is_per_round=is_per_round,
        client_id=client_id,
        at=timezone.now(),
        by_pass=by.held,
        by_user=by.user,
    )
    act.note(f"clock.{kind.value}", table or stage.key, public=True, **({"minutes": minutes} if minutes else {}))


def _may_stop(by: Actor, table: Table | None) -> None:
    """A pass stops and starts the clock of its own tables, the head referee every clock."""
    if by.held and table is not None:
        passes.must_open(by.held, table)
    else:
        _must_be_head(by)


def _must_be_head(by: Actor) -> None:
    if not by.is_head:
        raise NotAllowed(_("Only the head referee or the organiser can do this."))


def _must_fit(minutes: int, *, least: int) -> None:
    if not least <= minutes <= MOST_MINUTES:
        raise OutOfStep(
            _("Give between %(least)s and %(most)s minutes.") % {"least": least, "most": MOST_MINUTES},
            code="minutes_out_of_range",
        )
