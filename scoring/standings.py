"""A table's ranking, computed from the reports that count and the rulings (rules.md §5.1, §6.7; design.md §5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from scoring.formats import StageFormat, System
from scoring.points import round_points, worst
from scoring.results import Exit, ExitKind, Outcome, StageState, TableState
from scoring.ties import Owed, settle


class State(StrEnum):
    """The six states of a table, everywhere (design.md §2)."""

    WAITING = "waiting"
    PLAYING = "playing"
    TIED = "tied"
    DISPUTED = "disputed"
    DECIDED = "decided"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a table's ranking.

    ``rounds[i]`` are the points that count for regular round i+1: None if it has none yet, was called off, or
    was missed by one who left. ``missed`` numbers the rounds not played. ``place`` is None for the
    disqualified; ``is_decided`` says that it cannot change without a correction. ``tie_breaks`` are the cards
    left in the tie-break rounds, by their key (place, number).
    """

    seat: int
    entry: int
    rounds: tuple[int | None, ...]
    total: int | None
    place: int | None
    is_shared: bool = False
    is_decided: bool = False
    missed: tuple[int, ...] = ()
    left_by: ExitKind | None = None
    tie_breaks: Mapping[tuple[int, int], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableStanding:
    """A table's ranking: ``rows`` in order of place, the tie-break rounds it owes, whether all rounds count."""

    number: int
    rows: tuple[Standing, ...]
    owed: tuple[Owed, ...]
    is_complete: bool
    rounds_played: int
    state: State

    def holder(self, place: int) -> int | None:
        """Return the entry that holds a decided, unshared *place* and did not leave; None while it is open."""
        for row in self.rows:
            if row.place == place and row.is_decided and not row.is_shared and row.left_by is None:
                return row.entry
        return None

    def row(self, entry: int) -> Standing:
        """Return the row of *entry*; KeyError if it does not sit at this table."""
        for row in self.rows:
            if row.entry == entry:
                return row
        raise KeyError(entry)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Entries at the best place, in seat order; none before the first round."""
        return tuple(row.entry for row in self.rows if row.place == 1) if self.rounds_played else ()


def of_stage(stage: StageState) -> dict[int, TableStanding]:
    """Return the standing of every table of *stage*, by table number."""
    return {table.number: of_table(table, stage.format, stage.is_started) for table in stage.tables}


def of_changed_stage(
    stage: StageState, before: StageState, were: Mapping[int, TableStanding]
) -> dict[int, TableStanding]:
    """Return what ``of_stage`` does, taking over from *were* those of tables that are as they were *before*."""
    if (stage.format, stage.is_started) != (before.format, before.is_started):
        return of_stage(stage)
    same = {table.number: table for table in before.tables}
    return {
        table.number: were[table.number]
        if same.get(table.number) is table
        else of_table(table, stage.format, stage.is_started)
        for table in stage.tables
    }


def of_table(table: TableState, stage: StageFormat, is_started: bool = False) -> TableStanding:
    """Rank one table.

    Players who stayed come first, by total; ties that cover a played-off place are settled by tie-break
    rounds (``ties``), others share (1, 2, 2, 4). Then those who left, by rounds finished and points; who was
    disqualified has neither points nor place (rules.md §6.7).
    """
    exits = {exit_.entry: exit_ for exit_ in table.exits}
    scores = [_round_scores(table, number, stage.system) for number in range(1, stage.rounds + 1)]
    played = sum(score is not None for score in scores)
    points = {entry: _points(entry, scores, exits, stage.system) for entry in table.everybody}
    totals = {
        entry: sum(p for p in points[entry] if p is not None) + table.penalties.get(entry, 0)
        for entry in table.everybody
    }
    staying = [entry for entry in table.entries if entry not in exits]
    is_complete = _is_complete(table, played == stage.rounds, staying)
    sign = 1 if stage.system is System.PENALTY else -1  # penalty points: the lowest total wins

    places: dict[int, int] = {}
    owed: list[Owed] = []
    for level in _levels(staying, lambda entry: (sign * totals[entry],)):
        settled = settle(level, len(places) + 1, table, stage.played_off if is_complete else ())
        places.update(settled.places)
        owed.extend(settled.owed)
    left = [entry for entry in exits if entry in points and exits[entry].kind is not ExitKind.DISQUALIFICATION]
    for level in _levels(left, lambda entry: (-exits[entry].after_round, sign * totals[entry])):
        places.update(dict.fromkeys(level, len(places) + 1))

    pending = {entry for tie in owed for entry in tie.entries}
    shared = Counter(places.values())
    rows = [
        Standing(
            seat=table.seat_of(entry),
            entry=entry,
            rounds=points[entry] if entry in places else (None,) * stage.rounds,
            total=totals[entry] if entry in places else None,
            place=places.get(entry),
            is_shared=entry in places and shared[places[entry]] > 1,
            is_decided=is_complete and entry in places and entry not in pending,
            missed=_missed(entry, table, stage.rounds),
            left_by=exits[entry].kind if entry in exits else None,
            tie_breaks=_tie_breaks(entry, table),
        )
        for entry in table.everybody
    ]
    rows.sort(key=lambda row: (row.place is None, row.place or 0, row.seat))
    state = _state(table, has_begun=is_started or played > 0, is_complete=is_complete, is_tied=bool(owed))
    return TableStanding(table.number, tuple(rows), tuple(owed), is_complete, played, state)


def tie_break_labels(table: TableState) -> dict[tuple[int, int], str]:
    """Name the tie-break rounds a table has played T1, T2 … by their key, in the order of the places they decide."""
    keys = sorted(result.key for result in table.results if result.place)
    return {key: f"T{number}" for number, key in enumerate(keys, start=1)}


def _round_scores(table: TableState, number: int, system: System) -> dict[int, int] | None:
    """Points of a regular round by entry; None until it has a result, empty if it was called off."""
    result = table.result(0, number)
    return None if result is None else round_points(result, system)


def _points(
    entry: int, scores: Sequence[dict[int, int] | None], exits: Mapping[int, Exit], system: System
) -> tuple[int | None, ...]:
    """What each regular round is worth to *entry*.

    A round missed by one who plays on counts as the worst score of that table and round: staying away is
    never better than losing (design.md §5). Who left has the finished rounds alone.
    """
    return tuple(
        None if not score or (entry in exits and entry not in score) else score.get(entry, worst(score, system))
        for score in scores
    )


def _is_complete(table: TableState, all_played: bool, staying: Sequence[int]) -> bool:
    """Whether every regular round counts; where all but one left there is nothing more to play (§6.7)."""
    is_walkover = bool(table.exits) and None not in table.seats and len(staying) < 2
    return all_played or is_walkover


def _levels(entries: Iterable[int], key: Callable[[int], tuple[int, ...]]) -> Iterator[list[int]]:
    """Group *entries* that are level by *key*, best first, each group in the order given."""
    ordered = sorted(entries, key=key)
    for _, level in groupby(ordered, key=key):
        yield list(level)


def _missed(entry: int, table: TableState, rounds: int) -> tuple[int, ...]:
    """Numbers of the regular rounds that were won without *entry*."""
    results = [table.result(0, number) for number in range(1, rounds + 1)]
    return tuple(r.number for r in results if r and r.outcome is Outcome.WON and entry not in r.players)


def _tie_breaks(entry: int, table: TableState) -> dict[tuple[int, int], int]:
    """Cards *entry* had left in each tie-break round, by the round's key."""
    return {
        result.key: line.cards
        for result in table.results
        for line in result.lines
        if result.place and line.entry == entry and line.cards is not None
    }


def _state(table: TableState, *, has_begun: bool, is_complete: bool, is_tied: bool) -> State:
    """The table's state in one word: what needs a person comes before what is done."""
    if table.has_dispute:
        return State.DISPUTED
    if is_complete and is_tied:
        return State.TIED
    if is_complete:
        return State.CONFIRMED if table.is_confirmed else State.DECIDED
    return State.PLAYING if table.results or (has_begun and None not in table.seats) else State.WAITING
