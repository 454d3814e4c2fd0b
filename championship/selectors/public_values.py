"""What the public pages show, as values: a board's tables, rows and a player's way, without words of any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from scoring.standings import State

DONE = frozenset({State.DECIDED, State.CONFIRMED})


class Mark(StrEnum):
    """What stands beside a player at a table."""

    THROUGH = "through"
    """Goes on: the seat is in ``to``."""
    TIE_BREAK = "tie_break"
    """Owes a tie-break round."""
    DANGER = "danger"
    """Would not go on by winning all that is left (scoring.outlook)."""
    PENDING = "pending"
    """May still go on, as one of the best of the whole stage: known when all its tables are decided."""
    CHAMPION = "champion"
    LEFT = "left"
    """Withdrew, never came, or was disqualified."""


@dataclass(frozen=True)
class Where:
    """A seat, or with ``seat`` 0 a table."""

    stage: str
    table: int
    seat: int = 0


@dataclass(frozen=True)
class Feeder:
    """Where a free seat's player will come from: a place of a table, or the ``rank``-th best of a stage (table 0)."""

    stage: str
    table: int
    place: int
    rank: int


@dataclass(frozen=True)
class Cell:
    """A regular round for one player: its points, None if none count; ``is_missed``: played by the others only."""

    number: int
    points: int | None
    is_missed: bool


@dataclass(frozen=True)
class Row:
    """One seat at a table. A free one has no ``entry``; ``place`` is None until a round has been played."""

    seat: int
    entry: int | None
    name: str = ""
    place: int | None = None
    is_shared: bool = False
    total: int | None = None
    rounds: tuple[Cell, ...] = ()
    tie_breaks: tuple[int | None, ...] = ()
    mark: Mark | None = None
    to: Where | None = None
    left_by: str = ""
    feeder: Feeder | None = None
    is_doubtful: bool = False
    """Sits there through a table that is in dispute."""


@dataclass(frozen=True)
class Owed:
    """A tie-break round that is still to be played, with its players as (entry, name)."""

    place: int
    players: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Correction:
    """A round whose result was corrected; ``label`` is that of a tie-break round, else empty."""

    number: int
    label: str
    revision: int


@dataclass(frozen=True)
class TableView:
    """A table as the public sees it; rows in order of place, before play in seat order, free seats last.

    ``leads_to`` are the seats its places lead to, by place; ``tie_break_labels`` head the tie-break columns.
    """

    stage: str
    number: int
    state: State
    rounds: int
    rounds_played: int
    is_complete: bool
    rows: tuple[Row, ...]
    owed: tuple[Owed, ...]
    leads_to: tuple[tuple[int, Where], ...]
    corrections: tuple[Correction, ...]
    tie_break_labels: tuple[str, ...]
    hall: str
    starts_at: datetime | None
    changed_at: datetime | None
    is_latest: bool = False

    @property
    def key(self) -> str:
        """The table's address within its championship: "second-3"."""
        return f"{self.stage}-{self.number}"

    @property
    def round_now(self) -> int:
        """The regular round that is being played, or is next; the last one once all are."""
        return min(self.rounds_played + 1, self.rounds)

    @property
    def is_provisional(self) -> bool:
        """Whether its places may still change by play: some rounds count, not all."""
        return self.rounds_played > 0 and not (self.is_complete and not self.owed)


@dataclass(frozen=True)
class StageView:
    """A stage as the public sees it. ``is_now``: the one that is being played, or is next."""

    key: str
    order: int
    tables: tuple[TableView, ...]
    is_started: bool
    is_closed: bool
    is_now: bool
    started_at: datetime | None
    system: str

    @property
    def open_tables(self) -> int:
        """Tables that are not decided yet."""
        return sum(table.state not in DONE for table in self.tables)

    @property
    def is_done(self) -> bool:
        return self.is_started and not self.open_tables

    @property
    def is_seated(self) -> bool:
        """Whether anybody sits here."""
        return any(row.entry for table in self.tables for row in table.rows)


@dataclass(frozen=True)
class Leaderboard:
    """The whole board: stages as they are read (the one being played first), the podium once there is one."""

    slug: str
    token: str
    epoch: str
    version: int
    changed_at: datetime
    plan: int
    """Version of the published seat plan; above 1 it was changed."""
    stages: tuple[StageView, ...]
    podium: tuple[Mapping[str, Any], ...]
    players: int

    @property
    def now(self) -> StageView | None:
        """The stage that is being played, or is next; None without a seat plan."""
        return next((stage for stage in self.stages if stage.is_now), None)

    @property
    def in_playing_order(self) -> list[StageView]:
        return sorted(self.stages, key=lambda stage: stage.order)

    @property
    def ties(self) -> list[TableView]:
        """Tables that owe a tie-break round."""
        return [table for stage in self.in_playing_order for table in stage.tables if table.owed]


@dataclass(frozen=True)
class Stop:
    """A player's seat at one table of their way."""

    table: TableView
    row: Row


@dataclass(frozen=True)
class Journey:
    """One player's way: ``stops`` in playing order, the last one is where they sit now."""

    entry: int
    name: str
    stops: tuple[Stop, ...]

    @property
    def now(self) -> Stop | None:
        """Where the player sits now; None without a seat."""
        return self.stops[-1] if self.stops else None

    @property
    def past(self) -> tuple[Stop, ...]:
        return self.stops[:-1]

    @property
    def has_begun(self) -> bool:
        """Whether the table where they sit now has left the state of waiting."""
        return self.now is not None and self.now.table.state is not State.WAITING

    @property
    def is_over(self) -> bool:
        """Whether the player is out: nothing leads on from where they sit, and nothing is left to play."""
        if self.now is None:
            return False
        return self.now.row.mark is Mark.LEFT or (
            self.now.table.state in DONE and self.now.row.mark is not Mark.PENDING
        )
