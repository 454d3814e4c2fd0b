"""A stage's clock: how long a table still has, with pauses and extra minutes, from the acts that were noted.

The acts are stored as moments and never changed; everything else is worked out from them, so a page that holds a
``Reading`` counts by itself (design.md §7). Moments are aware datetimes, lengths of time ``timedelta``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median

EVERYBODY = 0
"""Instead of a table's number: the act is for the whole stage."""


class ClockKind(StrEnum):
    """What can be done to a clock."""

    SET = "set"
    """So many minutes for the stage or for each round; 0 takes the clock away."""
    PAUSED = "paused"
    RESUMED = "resumed"
    EXTENDED = "extended"


@dataclass(frozen=True, slots=True)
class ClockAct:
    """One act: when, at which table (``EVERYBODY``: at all), ``minutes`` of a set or extended clock."""

    kind: ClockKind
    at: datetime
    table: int = EVERYBODY
    minutes: int = 0
    is_per_round: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A table's clock: it runs out at ``ends_at``, or is paused with ``left`` on it; both None without a clock.

    ``paused_since`` is when play stopped, ``is_own_pause`` whether only this table stands still; ``extra`` are the
    minutes given beyond the limit.
    """

    ends_at: datetime | None = None
    paused_since: datetime | None = None
    is_own_pause: bool = False
    left: timedelta | None = None
    extra: int = 0

    @property
    def is_paused(self) -> bool:
        return self.paused_since is not None

    def is_over(self, now: datetime) -> bool:
        """Whether the time has run out."""
        if self.left is not None:
            return self.left <= timedelta()
        return self.ends_at is not None and self.ends_at <= now


def limit(acts: Iterable[ClockAct]) -> ClockAct | None:
    """Return the act that set the clock which holds; None if there is none, or it was taken away."""
    last = next((act for act in reversed(list(acts)) if act.kind is ClockKind.SET), None)
    return last if last and last.minutes else None


def reading(acts: Iterable[ClockAct], table: int, *, stage_began: datetime, round_began: datetime) -> Reading:
    """Return the clock of *table*, *acts* being those of its stage in the order they came.

    The limit counts from *stage_began*, or with a limit for each round from *round_began*. Pauses do not count,
    and extra minutes given since then are added.
    """
    acts = [act for act in acts if act.table in (EVERYBODY, table)]
    held = limit(acts)
    began = round_began if held and held.is_per_round else stage_began
    pauses, open_since, own = _pauses(acts, table)
    extra = sum(act.minutes for act in acts if act.kind is ClockKind.EXTENDED and act.at >= began)
    if held is None:
        return Reading(paused_since=open_since, is_own_pause=own, extra=extra)
    stood = sum((_within(since, until, began) for since, until in pauses), timedelta())
    ends_at = began + timedelta(minutes=held.minutes + extra) + stood
    if open_since is None:
        return Reading(ends_at=ends_at, extra=extra)
    return Reading(paused_since=open_since, is_own_pause=own, left=ends_at - max(open_since, began), extra=extra)


def standing_since(acts: Iterable[ClockAct]) -> datetime | None:
    """Return since when all tables of a stage stand still; None while the hall plays."""
    return _pauses([act for act in acts if act.table == EVERYBODY], EVERYBODY)[1]


def played(acts: Iterable[ClockAct], table: int, since: datetime, until: datetime) -> timedelta:
    """Return how long *table* played between two moments: pauses do not count."""
    pauses, open_since, _own = _pauses([act for act in acts if act.table in (EVERYBODY, table)], table)
    if open_since is not None:
        pauses.append((open_since, until))
    stood = sum((_within(start, min(end, until), since) for start, end in pauses), timedelta())
    return max(until - since - stood, timedelta())


SLOW = 1.6
"""A round this many times the others' is late: so much slower is the slowest of 22 tables usually (design.md §5)."""
LEAST_SLOWER = timedelta(minutes=3)
"""A difference that nobody in the hall would notice makes no table late."""
FEWEST_TO_COMPARE = 3
"""With fewer rounds of others a median says nothing."""
ROUNDS_BEHIND = 2


def is_slow(lasted: timedelta, others: Iterable[timedelta]) -> bool:
    """Whether a round that has *lasted* so long is clearly beyond the median of the *others'* finished rounds."""
    seconds = [length.total_seconds() for length in others]
    if len(seconds) < FEWEST_TO_COMPARE:
        return False
    usual = median(seconds)
    return lasted.total_seconds() > max(SLOW * usual, usual + LEAST_SLOWER.total_seconds())


def is_behind(rounds_played: int, others: Iterable[int]) -> bool:
    """Whether a table has played clearly fewer rounds than the median of the *others*."""
    counts = list(others)
    return len(counts) >= FEWEST_TO_COMPARE and rounds_played <= median(counts) - ROUNDS_BEHIND


def _pauses(acts: list[ClockAct], table: int) -> tuple[list[tuple[datetime, datetime]], datetime | None, bool]:
    """When play at *table* stood still: finished pauses, since when it stands now, and whether it does so alone.

    The hall's pause and the table's own may overlap: they are one, until both are over.
    """
    finished: list[tuple[datetime, datetime]] = []
    standing: set[int] = set()
    since: datetime | None = None
    for act in acts:
        if act.kind is ClockKind.PAUSED:
            since = since or act.at
            standing.add(act.table)
        elif act.kind is ClockKind.RESUMED and act.table in standing:
            standing.remove(act.table)
            if not standing and since is not None:
                finished.append((since, act.at))
                since = None
    return finished, since, standing == {table}


def _within(since: datetime, until: datetime, began: datetime) -> timedelta:
    """How much of a pause lies after *began*."""
    return max(until - max(since, began), timedelta())
