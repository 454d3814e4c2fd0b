"""What the desk's home shows: how far the day has come, what comes next, what needs a decision (look.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from championship.enums import DrawState, EntryStatus
from championship.models import Championship, Draw, RegistrationFile
from championship.selectors import printing, repairs, standings
from championship.selectors.rounds import Glance, glances
from championship.selectors.standings import StageView
from scoring import standings as rankings
from scoring.standings import State
from scoring.tickets import lots_owed

DECIDED = frozenset({State.DECIDED, State.CONFIRMED})


class Phase(StrEnum):
    """How far one part of the day is."""

    DONE = "done"
    NOW = "now"
    AHEAD = "ahead"


class Step(StrEnum):
    """The one thing to do next."""

    IMPORT = "import"
    CHECK_IN = "check_in"
    PLAN = "plan"
    PUBLISH_PLAN = "publish_plan"
    DRAW = "draw"
    PUBLISH_DRAW = "publish_draw"
    START = "start"
    DISPUTES = "disputes"
    LOTS = "lots"
    PLAY = "play"
    CLOSE = "close"
    OVER = "over"


@dataclass(frozen=True)
class StageFacts:
    """A stage in numbers."""

    key: str
    tables: int
    decided: int
    seats: int
    taken: int
    is_started: bool
    is_closed: bool

    @property
    def is_decided(self) -> bool:
        return self.is_started and self.decided == self.tables


@dataclass(frozen=True)
class Part:
    """One part of the day: its name, how far it is, and ``done`` of ``total``; without a total there is no count."""

    key: str
    phase: Phase
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class Decision:
    """Something a person has to decide, and how many of it."""

    code: str
    count: int


@dataclass(frozen=True)
class Day:
    """Everything the home of the desk shows."""

    registered: int
    waiting: int
    here: int
    plan: int
    """Version of the published plan; 0 before."""
    plan_seats: int
    has_format: bool
    has_draft: bool
    unmet: int
    stages: tuple[StageFacts, ...]
    disputed: tuple[Glance, ...] = ()
    tied: tuple[Glance, ...] = ()
    lots: tuple[str, ...] = ()
    """Keys of the stages that owe a lot."""
    doubtful: int = 0
    outdated: int = 0
    misplaced: int = 0
    """Seats that a correction has left to the wrong player, at tables that have begun."""
    champion: int | None = None

    @property
    def first(self) -> StageFacts | None:
        return self.stages[0] if self.stages else None

    @property
    def is_seated(self) -> bool:
        """Whether everybody has a seat in the first stage."""
        return self.first is not None and self.first.taken == self.first.seats

    @property
    def has_begun(self) -> bool:
        return self.first is not None and self.first.is_started

    @property
    def next_stage(self) -> StageFacts | None:
        """The stage that can begin now: its seats are taken, or nothing more can take them."""
        for before, stage in zip((None, *self.stages), self.stages, strict=False):
            if stage.is_started:
                continue
            if before is None:
                return stage if self.is_seated else None
            earlier = self.stages[: self.stages.index(stage)]
            if stage.taken and (stage.taken == stage.seats or all(other.is_decided for other in earlier)):
                return stage
        return None

    @property
    def step(self) -> Step:
        """The one next thing to do."""
        if not self.registered:
            return Step.IMPORT
        if not self.plan:
            if self.here < self.registered:
                return Step.CHECK_IN
            return Step.PUBLISH_PLAN if self.has_format else Step.PLAN
        if not self.is_seated:
            return self._step_to_seats()
        if self.disputed:
            return Step.DISPUTES
        if self.lots:
            return Step.LOTS
        if self.next_stage:
            return Step.START
        if not all(stage.is_decided for stage in self.stages):
            return Step.PLAY
        return Step.OVER if self.stages[-1].is_closed else Step.CLOSE

    def _step_to_seats(self) -> Step:
        if self.has_draft:
            return Step.PUBLISH_DRAW
        if self.here == self.plan_seats:
            return Step.DRAW
        return Step.CHECK_IN if self.here < min(self.plan_seats, self.registered) else Step.PLAN

    @property
    def parts(self) -> list[Part]:
        """The day as a line from registration to final."""
        is_open = not self.is_seated
        parts = [
            Part("registration", _phase(self.registered > 0, is_open), self.registered),
            Part("check_in", _phase(not is_open, self.registered > 0), self.here, self.registered),
            Part("plan", _phase(self.plan > 0, self.here > 0), self.plan_seats),
            Part("draw", _phase(not is_open, self.plan > 0)),
        ]
        parts += [
            Part(stage.key, _phase(stage.is_decided, stage.is_started), stage.decided, stage.tables)
            for stage in self.stages
        ]
        return parts

    @property
    def decisions(self) -> list[Decision]:
        """What needs a person, with its count."""
        counts = {
            "doubtful": self.doubtful,
            "waiting": 0 if self.has_begun else self.waiting,
            "unmet": self.unmet,
            "misplaced": self.misplaced,
            "disputes": sum(len(glance.disputes) for glance in self.disputed),
            "ties": len(self.tied),
            "lots": len(self.lots),
            "outdated": self.outdated,
        }
        return [Decision(code, count) for code, count in counts.items() if count]


def day(championship: Championship) -> Day:
    """Read the day. The number of queries does not grow with players, tables or files."""
    entries = list(championship.entries.values_list("status", "checked_in_at"))
    registered = sum(status == EntryStatus.REGISTERED for status, _at in entries)
    views = standings.championship_views(championship)
    seen = glances(views)
    draw = (
        Draw.objects.filter(stage__championship=championship, is_preview=False)
        .exclude(state=DrawState.DISCARDED)
        .order_by("-number")
        .first()
    )
    plan = championship.seat_plans.order_by("-number").first()
    stages = tuple(_facts(view, [glance for glance in seen if glance.stage == key]) for key, view in views.items())
    left_out = RegistrationFile.objects.filter(championship=championship).values_list("left_out", flat=True)
    return Day(
        registered=registered,
        waiting=sum(status == EntryStatus.WAITING for status, _at in entries),
        here=sum(at is not None for _status, at in entries),
        plan=plan.number if plan else 0,
        plan_seats=stages[0].seats if stages else 0,
        has_format=championship.format is not None,
        has_draft=draw is not None and draw.state == DrawState.DRAFT,
        unmet=len(draw.result["unmet"]) if draw else 0,
        stages=stages,
        disputed=tuple(glance for glance in seen if glance.disputes),
        tied=tuple(glance for glance in seen if glance.state is State.TIED),
        lots=tuple(key for key, view in views.items() if lots_owed(view.state, rankings.of_stage(view.state))),
        doubtful=sum(len(rows) for rows in left_out),
        outdated=len(printing.outdated(championship)),
        misplaced=len(repairs.misplaced(views)),
        champion=_champion(views),
    )


def _facts(view: StageView, seen: list[Glance]) -> StageFacts:
    seats = [entry for glance in seen for entry in glance.entries]
    return StageFacts(
        key=view.stage.key,
        tables=len(seen),
        decided=sum(glance.state in DECIDED for glance in seen),
        seats=len(seats),
        taken=len(seats) - seats.count(None),
        is_started=view.state.is_started,
        is_closed=view.state.is_closed,
    )


def _champion(views: Mapping[str, StageView]) -> int | None:
    """The winner of the last stage's table, once decided."""
    if not views:
        return None
    last = list(views.values())[-1]
    standing = rankings.of_stage(last.state).get(1)
    return standing.holder(1) if standing else None


def _phase(is_done: bool, has_begun: bool) -> Phase:
    if is_done:
        return Phase.DONE
    return Phase.NOW if has_begun else Phase.AHEAD
