"""What the head referee's board shows: every table at a glance, and what waits for a person (design.md §7)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import F

from championship.models import Call, Championship, Flight, Pass, PassUse, Pulse, Report, TableConfirmation
from championship.selectors import clock as clocks
from championship.selectors import repairs, rulings, standings
from championship.selectors.desk import DECIDED
from championship.selectors.repairs import Misplaced
from championship.selectors.rounds import URGENCY, Glance, glances
from championship.selectors.standings import StageView
from scoring import clock, consequence
from scoring.clock import ClockAct, Reading
from scoring.consequence import Consequence


class Late(StrEnum):
    """Why a table is late."""

    OVER = "over"
    """Its clock has run out."""
    BEHIND = "behind"
    """Two rounds behind the others."""
    SLOW = "slow"
    """Its round takes clearly longer than the others' rounds took."""


@dataclass(frozen=True)
class Card:
    """A table on the board. ``since``: when the round that is due began; ``doubtful`` are seats taken through a
    table in dispute; ``second_phones`` passes of this table that more than one phone uses.
    """

    glance: Glance
    flight: Flight
    since: datetime | None
    clock: Reading
    late: Late | None
    calls: tuple[Call, ...] = ()
    second_phones: tuple[Pass, ...] = ()
    confirmed: int = 0
    doubtful: tuple[int, ...] = ()

    @property
    def order(self) -> tuple[bool, int, float, int]:
        """Sort key: late ones first, then what needs a person, then who plays longest."""
        since = self.since.timestamp() if self.since else 0.0
        return self.late is None, URGENCY.index(self.glance.state), since, self.glance.number


@dataclass(frozen=True)
class Question:
    """A round that waits for the head referee: what counts, what was kept, and what the newest of these would do."""

    stage: str
    table: int
    place: int
    number: int
    counting: Report | None
    kept: tuple[Report, ...]
    follows: Consequence


@dataclass(frozen=True)
class StageFloor:
    """One stage on the board; ``hall_pause`` is since when all its tables stand still."""

    key: str
    is_started: bool
    is_closed: bool
    limit: ClockAct | None
    hall_pause: datetime | None
    cards: tuple[Card, ...]

    @property
    def decided(self) -> int:
        return sum(card.glance.state in DECIDED for card in self.cards)

    @property
    def late(self) -> int:
        return sum(card.late is not None for card in self.cards)

    @property
    def is_running(self) -> bool:
        return self.is_started and not self.is_closed


@dataclass(frozen=True)
class Floor:
    """The board as it stood at ``read_at``; ``mark`` names what was read, for the next poll."""

    mark: str
    read_at: datetime
    stages: tuple[StageFloor, ...]
    calls: tuple[Call, ...]
    questions: tuple[Question, ...]
    misplaced: tuple[Misplaced, ...]
    lots: tuple[tuple[str, int, tuple[int, ...]], ...]
    second_phones: tuple[tuple[Pass, datetime], ...]
    """Passes that more than one phone uses, with when the newest of these came."""

    @property
    def waits(self) -> int:
        """How many things wait for a person."""
        return sum(map(len, (self.calls, self.questions, self.misplaced, self.lots, self.second_phones)))

    @property
    def running(self) -> tuple[StageFloor, ...]:
        """Stages that play, the last to start first; where none does, those that may begin next."""
        running = [stage for stage in self.stages if stage.is_running]
        return tuple(reversed(running)) or tuple(stage for stage in self.stages if not stage.is_started)[:1]


def mark(championship: Championship) -> str:
    """Return what names the present state for the staff: it changes with every write. One query."""
    epoch, counter = Pulse.objects.values_list("epoch", "counter").get(championship=championship)
    return f"{epoch}.{counter}"


def read(championship: Championship, now: datetime) -> Floor:
    """Read the whole board as of *now*. The number of queries does not grow with tables or players."""
    named = mark(championship)  # before everything else: what changes meanwhile is news to the next poll
    views = standings.championship_views(championship)
    noted = clocks.acts(view.stage for view in views.values())
    calls = tuple(open_calls(championship))
    phones = second_phones(championship)
    confirmed = Counter(
        TableConfirmation.objects.filter(table__stage__championship=championship)
        .values_list("table_id", "entry_id")
        .distinct()
        .values_list("table_id", flat=True)
    )
    seen = glances(views)
    doubtful = repairs.doubtful_seats(views)
    stages = []
    for key, view in views.items():
        acts = noted[view.stage.pk]
        mine = [glance for glance in seen if glance.stage == key]
        late = _late(view, mine, acts, now)
        cards = []
        for glance in mine:
            table = view.tables[glance.number]
            known = clocks.moments(view, glance.number)
            cards.append(
                Card(
                    glance=glance,
                    flight=table.flight,
                    since=known[-1] if known and glance.waits_for_entry else None,
                    clock=clocks.of_table(view, glance.number, acts) if glance.waits_for_entry else Reading(),
                    late=late.get(glance.number),
                    calls=tuple(call for call in calls if call.table_id == table.pk),
                    second_phones=tuple(held for held, _at in phones if table in held.tables.all()),
                    confirmed=confirmed[table.pk],
                    doubtful=doubtful[key, glance.number],
                )
            )
        stages.append(
            StageFloor(
                key=key,
                is_started=view.state.is_started,
                is_closed=view.state.is_closed,
                limit=clock.limit(acts),
                hall_pause=clock.standing_since(acts),
                cards=tuple(sorted(cards, key=lambda card: card.order)),
            )
        )
    return Floor(
        mark=named,
        read_at=now,
        stages=tuple(stages),
        calls=calls,
        questions=tuple(_questions(views)),
        misplaced=tuple(repairs.misplaced(views)),
        lots=tuple(rulings.owed_lots(views)),
        second_phones=tuple(phones),
    )


def open_calls(championship: Championship) -> list[Call]:
    """Return the calls that nobody has answered, the longest waiting first. One query."""
    waiting = Call.objects.filter(table__stage__championship=championship, answered_at=None)
    return list(waiting.select_related("table__stage", "entry", "by_pass").order_by("pk"))


def second_phones(championship: Championship) -> list[tuple[Pass, datetime]]:
    """Return the living passes that more than one phone uses and nobody found in order, with when the last came.

    A referee's own pass is theirs on every phone. Two queries, and two more if there are any.
    """
    uses: defaultdict[int, list[PassUse]] = defaultdict(list)
    living = PassUse.objects.filter(held__championship=championship, held__revoked_at=None, held__user=None)
    for use in living.order_by("pk"):
        uses[use.held_id].append(use)
    found = {pk: own[-1].first_at for pk, own in uses.items() if len(own) > 1 and own[-1].accepted_at is None}
    rows = Pass.objects.filter(pk__in=found).prefetch_related("tables__stage").order_by("pk")
    return [(held, found[held.pk]) for held in rows]


def _late(view: StageView, seen: list[Glance], acts: list[ClockAct], now: datetime) -> dict[int, Late]:
    """Which tables of a stage are late, and why; one that stands still on purpose is not."""
    lengths = {glance.number: clocks.lengths(view, glance.number, acts) for glance in seen}
    found: dict[int, Late] = {}
    for glance in seen:
        known = clocks.moments(view, glance.number)
        read_clock = clocks.of_table(view, glance.number, acts)
        if not known or not glance.waits_for_entry or known[0] > now or read_clock.is_paused:
            continue
        others = [other for other in seen if other.number != glance.number]
        lasted = clock.played(acts, glance.number, known[-1], now)
        if read_clock.is_over(now):
            found[glance.number] = Late.OVER
        elif clock.is_behind(glance.rounds_played, [other.rounds_played for other in others]):
            found[glance.number] = Late.BEHIND
        elif clock.is_slow(lasted, [length for other in others for length in lengths[other.number]]):
            found[glance.number] = Late.SLOW
    return found


def _questions(views: Mapping[str, StageView]) -> list[Question]:
    """The rounds that wait for a decision, with authors and lines of what was kept. Three queries."""
    rounds = [(view, key) for view in views.values() for key in sorted(view.reports) if view.waiting(*key)]
    wanted = [report.pk for view, key in rounds for report in view.reports[key]]
    rows = Report.objects.filter(pk__in=wanted).select_related("round", "by_pass", "by_user", "winner")
    told = {row.pk: row for row in rows.prefetch_related("lines__seat", "lines__entry").order_by(F("pk").asc())}
    return [_question(view, key, told) for view, key in rounds]


def _question(view: StageView, key: tuple[int, int, int], told: Mapping[int, Report]) -> Question:
    counting = view.counting(*key)
    kept = tuple(told[report.pk] for report in view.waiting(*key))
    positions = {seat.pk: seat.position for seat in view.seats.values()}
    lines = standings.seat_lines(kept[-1])
    return Question(
        stage=view.stage.key,
        table=key[0],
        place=key[1],
        number=key[2],
        counting=told[counting.pk] if counting else None,
        kept=kept,
        follows=consequence.of_report(view.state, key[0], standings.round_result(kept[-1], lines, positions)),
    )
