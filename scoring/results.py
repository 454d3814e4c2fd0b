"""What the pure floor is given: one stage as it stands, and one report that is not saved yet.

Everything is a frozen value; players are their entry numbers, seats are positions from 1 at their table.
``championship.selectors`` makes these values from the database in a fixed number of queries, the phone gets
them as JSON, and tests write them by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.formats import StageFormat, WildCards


class Outcome(StrEnum):
    """How a round ended."""

    WON = "won"
    CALLED_OFF = "called_off"
    """Stopped, and recorded as such: nobody scores (rules.md §5.1)."""
    VOID = "void"
    """A saved result that the head referee took back: the round is to be played again."""


class ExitKind(StrEnum):
    """How a player leaves a table before its end (rules.md §6.7)."""

    WITHDRAWAL = "withdrawal"
    NO_SHOW = "no_show"
    DISQUALIFICATION = "disqualification"
    SUBSTITUTE = "substitute"
    """Somebody else plays on in the seat: each keeps the rounds they played."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat's part of a round: the entry that played it and the cards left; ``cards`` is None if absent.

    ``points`` are the penalty points of the hand where the system counts them (rules.md §5.2).
    """

    seat: int
    entry: int
    cards: int | None
    points: int | None = None

    @property
    def is_absent(self) -> bool:
        return self.cards is None


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What one round ended with: a report that counts, or one that is about to.

    ``place`` is 0 for a regular round, else the place a tie-break round decides; ``number`` counts from 1
    within it. ``winner`` is a seat, None unless the round was won. ``revision`` is 0 while unsaved.
    """

    place: int
    number: int
    lines: tuple[SeatLine, ...]
    winner: int | None = None
    outcome: Outcome = Outcome.WON
    revision: int = 0

    @property
    def key(self) -> tuple[int, int]:
        """(place, number): the round's address at its table."""
        return self.place, self.number

    @property
    def players(self) -> frozenset[int]:
        """Entries that played."""
        return frozenset(line.entry for line in self.lines if not line.is_absent)


@dataclass(frozen=True, slots=True)
class Exit:
    """A ruling that takes a player off a table; rounds up to ``after_round`` were still played."""

    entry: int
    kind: ExitKind
    after_round: int


@dataclass(frozen=True, slots=True)
class TableState:
    """One table: who sits where, the results that count, and the rulings that bear on it.

    ``seats[i]`` is the entry at seat i+1, None while it is free. ``penalties`` are points added by rulings,
    by entry (negative takes away). ``lots`` are orders drawn by lot, by place. ``replaced`` are players whose
    seat a substitute has, with that seat's position; each has an exit too.
    """

    number: int
    seats: tuple[int | None, ...]
    results: tuple[RoundResult, ...] = ()
    exits: tuple[Exit, ...] = ()
    penalties: Mapping[int, int] = field(default_factory=dict)
    lots: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    is_confirmed: bool = False
    has_dispute: bool = False
    replaced: Mapping[int, int] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries seated, in seat order."""
        return tuple(entry for entry in self.seats if entry is not None)

    @property
    def seated(self) -> dict[int, int]:
        """The entries seated, by position."""
        return {seat: entry for seat, entry in enumerate(self.seats, start=1) if entry is not None}

    @property
    def everybody(self) -> tuple[int, ...]:
        """The entries that play or played here: those seated, then those a substitute replaced."""
        return (*self.entries, *(entry for entry in self.replaced if entry not in self.seats))

    def players(self, place: int, number: int) -> dict[int, int]:
        """Return who plays a round, by position: those seated; before a substitution, whoever was replaced."""
        found = self.seated
        if place == 0:
            gone = [exit_ for exit_ in self.exits if exit_.entry in self.replaced and exit_.after_round >= number]
            for exit_ in sorted(gone, key=lambda exit_: -exit_.after_round):  # of several, who left first played it
                found[self.replaced[exit_.entry]] = exit_.entry
        return found

    def seat_of(self, entry: int) -> int:
        """Return the position of *entry*, for one who was replaced that of the seat they had; ValueError if none."""
        if entry in self.seats:
            return self.seats.index(entry) + 1
        if entry in self.replaced:
            return self.replaced[entry]
        raise ValueError(f"{entry!r} does not sit at table {self.number!r}")

    def result(self, place: int, number: int) -> RoundResult | None:
        """Return what counts for one round, None if it has not been played (or its result is void)."""
        for result in self.results:
            if result.key == (place, number):
                return None if result.outcome is Outcome.VOID else result
        return None


@dataclass(frozen=True, slots=True)
class TicketState:
    """One edge of the bracket: place ``place`` of ``table`` sits at (``to_stage``, ``to_table``, ``to_seat``).

    For a wild card ``table`` is 0 and ``rank`` its order among the best (from 1). ``holder`` sits there now;
    ``is_given`` says a ruling put that player there; ``has_begun`` that the target table has a result;
    ``printed`` names the prints that show the present holder.
    """

    table: int
    place: int
    to_stage: str
    to_table: int
    to_seat: int
    rank: int = 0
    holder: int | None = None
    is_given: bool = False
    has_begun: bool = False
    printed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageState:
    """One stage as it stands, with the tickets that leave it."""

    format: StageFormat
    tables: tuple[TableState, ...]
    tickets: tuple[TicketState, ...] = ()
    wild_cards: tuple[WildCards, ...] = ()
    lots: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Orders drawn by lot among a place's level players of several tables, by place (W1, W2)."""
    given: frozenset[tuple[str, int]] = frozenset()
    """Who sits by a ruling, and in which stage: nobody gets a second seat there."""
    is_started: bool = False
    is_closed: bool = False
    needs_confirmation: bool = False
    """Whether a seat further on is taken only from a confirmed table (design.md §11)."""

    def table(self, number: int) -> TableState:
        """Return table *number*; KeyError if the stage has none such."""
        for table in self.tables:
            if table.number == number:
                return table
        raise KeyError(number)
