"""The consequence first: what would follow from something that is not saved yet (design.md §3).

``between`` compares a stage before and after, whatever changed it; ``of_report`` puts a report in place
first. What follows is given as values and, for three lines on a phone, as the facts that matter most.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scoring import standings as rankings
from scoring import tickets
from scoring.results import RoundResult, StageState
from scoring.standings import TableStanding
from scoring.tickets import Move
from scoring.ties import Owed

LINES = 3
"""Facts shown before saving; if more follows, the first of them by ``FactCode`` (design.md §3)."""


class FactCode(StrEnum):
    """What a line of a consequence can say, in the order in which they matter."""

    SITS = "sits"
    """A ruling gives a seat, or empties it: stage, table, seat, before, after."""
    SHORT = "short"
    """A table goes on with so few that somebody should look: table, players."""
    UNSEATS = "unseats"
    """Somebody who already sits further on moves: seat, before, after, is_blocked."""
    TIE_BREAK = "tie_break"
    """A tie-break round is owed: place, number, entries."""
    LOT = "lot"
    """A lot is owed for a wild card: place, entries."""
    DECIDES = "decides"
    """A place is decided: place, entry, the seat it takes if it takes one, is_shared if others hold it too."""
    OUTDATES = "outdates"
    """A print no longer tells the truth: print."""
    LEADS = "leads"
    """Who stands first so far: entries, total, rounds_left."""
    GOES_TO = "goes_to"
    """Where the table's winner will sit: place, to_stage, to_table, to_seat."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a consequence, as a code with JSON values; the door makes the sentence."""

    code: FactCode
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a change at table ``table`` would do: its new standing, and what differs from before.

    ``decided`` are places that become decided (place, entry); ``undecided`` those that were and no longer
    are. ``moves`` are seats further on that change hands, ``owed`` tie-break rounds that would be new.
    """

    table: int
    standing: TableStanding
    decided: tuple[tuple[int, int], ...] = ()
    undecided: tuple[tuple[int, int], ...] = ()
    moves: tuple[Move, ...] = ()
    owed: tuple[Owed, ...] = ()
    lots_owed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()

    @property
    def unseats(self) -> bool:
        """Whether a player who has a seat further on would lose it: nothing may change unasked (design.md §4.8)."""
        return any(move.unseats for move in self.moves)

    @property
    def lines(self) -> tuple[Fact, ...]:
        """The facts that are shown: three at most."""
        return self.facts[:LINES]

    @property
    def token(self) -> str:
        """A digest of what would follow: a confirmation names it, and if by now another would, that is shown."""
        shown = [[fact.code, fact.values] for fact in self.facts]
        return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:16]


def with_result(stage: StageState, table: int, result: RoundResult) -> StageState:
    """Return *stage* as if *result* counted for its round at table *table*."""
    others = (r for r in stage.table(table).results if r.key != result.key)
    return _with_results(stage, table, (*others, result))


def without_result(stage: StageState, table: int, key: tuple[int, int]) -> StageState:
    """Return *stage* as if the round *key* of table *table* had no result."""
    return _with_results(stage, table, tuple(r for r in stage.table(table).results if r.key != key))


def of_report(stage: StageState, table: int, result: RoundResult) -> Consequence:
    """Say what would follow if *result* counted for its round."""
    return between(stage, with_result(stage, table, result), table)


def between(before: StageState, after: StageState, table: int) -> Consequence:
    """Say what differs between two states of a stage, seen from table *table*.

    The tickets of *after* hold who sits further on now; what should change there is in ``moves``.
    """
    were = rankings.of_stage(before)
    are = rankings.of_changed_stage(after, before, were)
    old, new = were[table], are[table]
    moves = tickets.moves(after, are)
    owed = tuple(tie for tie in new.owed if tie not in old.owed)
    lots = {
        place: entries
        for place, entries in tickets.lots_owed(after, are).items()
        if tickets.lots_owed(before, were).get(place) != entries
    }
    held, holds = _held(old), _held(new)
    consequence = Consequence(
        table=table,
        standing=new,
        decided=tuple(sorted(holds - held)),
        undecided=tuple(sorted(held - holds)),
        moves=moves,
        owed=owed,
        lots_owed=lots,
    )
    return replace(consequence, facts=tuple(_facts(consequence, after)))


def _with_results(stage: StageState, table: int, results: tuple[RoundResult, ...]) -> StageState:
    tables = tuple(replace(t, results=results) if t.number == table else t for t in stage.tables)
    return replace(stage, tables=tables)


def _held(standing: TableStanding) -> set[tuple[int, int]]:
    """Decided places of players who stayed, as (place, entry)."""
    return {
        (row.place, row.entry)
        for row in standing.rows
        if row.is_decided and row.place is not None and row.left_by is None
    }


def _facts(consequence: Consequence, stage: StageState) -> list[Fact]:
    """Every fact of a consequence, those that matter most first."""
    facts = [Fact(FactCode.UNSEATS, _seat(move)) for move in consequence.moves if move.unseats]
    facts += [
        Fact(FactCode.TIE_BREAK, {"place": tie.place, "number": tie.number, "entries": list(tie.entries)})
        for tie in consequence.owed
    ]
    facts += [
        Fact(FactCode.LOT, {"place": place, "entries": list(entries)})
        for place, entries in consequence.lots_owed.items()
    ]
    facts += _decisions(consequence, stage)
    prints = sorted({name for move in consequence.moves for name in move.ticket.printed})
    facts += [Fact(FactCode.OUTDATES, {"print": name}) for name in prints]
    if not consequence.standing.is_complete:
        facts += _outlook(consequence.standing, stage)
    return facts


def _decisions(consequence: Consequence, stage: StageState) -> list[Fact]:
    """Places decided, with the seats they take: those that lead somewhere, or the win where nothing does."""
    seats = {move.after: _seat(move) for move in consequence.moves if move.after is not None}
    leads_on = {ticket.place for ticket in stage.tickets if ticket.table == consequence.table} or {1}
    facts = [
        Fact(
            FactCode.DECIDES,
            {"place": place, "entry": entry, "seat": seats.get(entry), **_shared(consequence, entry)},
        )
        for place, entry in consequence.decided
        if place in leads_on or entry in seats
    ]
    own = {entry for _, entry in consequence.decided}
    facts += [
        Fact(FactCode.DECIDES, {"place": move.ticket.place, "entry": move.after, "seat": _seat(move)})
        for move in consequence.moves
        if move.after is not None and move.after not in own and not move.unseats
    ]
    return facts


def _shared(consequence: Consequence, entry: int) -> dict[str, bool]:
    """``is_shared`` where others hold the same place, nothing else."""
    return {"is_shared": True} if consequence.standing.row(entry).is_shared else {}


def _outlook(standing: TableStanding, stage: StageState) -> list[Fact]:
    """Who leads while rounds are left, unless all are level; and where the winner will sit."""
    if not standing.leaders:
        return []
    total = standing.row(standing.leaders[0]).total
    left = stage.format.rounds - standing.rounds_played
    facts = []
    if len(standing.leaders) < sum(row.left_by is None for row in standing.rows):
        facts.append(Fact(FactCode.LEADS, {"entries": list(standing.leaders), "total": total, "rounds_left": left}))
    facts += [
        Fact(
            FactCode.GOES_TO,
            {"place": t.place, "to_stage": t.to_stage, "to_table": t.to_table, "to_seat": t.to_seat},
        )
        for t in stage.tickets
        if t.table == standing.number and t.place == 1
    ]
    return facts


def _seat(move: Move) -> dict[str, object]:
    """A move as JSON values."""
    return {
        "to_stage": move.ticket.to_stage,
        "to_table": move.ticket.to_table,
        "to_seat": move.ticket.to_seat,
        "before": move.before,
        "after": move.after,
        "is_blocked": move.is_blocked,
    }
