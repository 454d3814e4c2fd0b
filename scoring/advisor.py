"""Workable plans for a number of players, with what is good and bad in each (rules.md §6.3–§6.5; design.md §5).

No number is refused silently and no plan is made up silently: what does not fit raises NoPlan with the reason,
numbers near by and what else can be done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import log

from scoring.errors import NoPlan
from scoring.formats import FIRST_STAGE_TABLES, FULL, Format, StageFormat
from scoring.shapes import SHAPES, build, single_table, split

FEWEST, MOST = 4, 5 * FIRST_STAGE_TABLES
"""Players of a championship: from one table of four to 24 tables of five (§6.3)."""

PREFERENCE = (*range(16, 21), 12, 13, 8, 9, 10, 4, 5, 6, 7, *range(21, 25), 1, 2, 3, 14, 15)
"""First-stage table counts in the order in which they are recommended (§6.5): the first that is feasible. Where 14
or 15 are, a better one is too; 11 is missing, since its winners cannot be split."""

SMALL = {6: (1, 2), 7: (2,), 11: (3,)}
"""Table counts for the numbers that do not split into tables of 4 and 5: the rest is E3 or E6 (§6.5)."""

ROUND_MINUTES = 20
"""How long a game takes (§2.2)."""

SLOWEST_OF_22 = 1.6
"""How long the slowest of 22 tables takes, in averages (simulated, like the chances below; design.md §5)."""

TIE_CHANCE, TIE_CHANCE_WITH_SECONDS = 2 / 22, 1 - 0.4 ** (1 / 4)
"""How often a table owes a tie-break round: two of 22 for the first place; at least one of four second-stage
tables, where the second place matters too, in three of five championships."""

WILD_CARD_TIE = 33
"""Per cent of championships in which the best seconds are level at the cut."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing good or bad about a plan: a code with the numbers its sentence needs."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advice:
    """A workable plan, and what speaks for and against it beside the others for the same number of players."""

    format: Format
    is_recommended: bool
    pros: tuple[Remark, ...] = ()
    cons: tuple[Remark, ...] = ()

    @property
    def key(self) -> str:
        """The plan's name among the alternatives: tables of each stage, "16-4-1-1"."""
        return "-".join(str(len(stage.sizes)) for stage in self.format.stages)

    @property
    def tables(self) -> int:
        """Tables of the first stage: so many decks and referees are needed at once."""
        return len(self.format.stages[0].sizes)

    @property
    def rounds_on_end(self) -> int:
        """Rounds played one after another from the first card to the champion, tie-breaks aside."""
        return _rounds(self.format)

    @property
    def exceptions(self) -> tuple[str, ...]:
        """Codes of §6.4 that the organiser approves with the plan."""
        return self.format.exceptions

    @property
    def tie_breaks(self) -> int:
        """Tie-break rounds to reckon with, over all tables."""
        return round(sum(len(stage.sizes) * _tie_chance(stage) for stage in self.format.stages))

    @property
    def minutes(self) -> int:
        """Minutes of play to reckon with, at the usual minutes a round (``minutes_at``)."""
        return self.minutes_at(ROUND_MINUTES)

    def minutes_at(self, round_minutes: int) -> int:
        """Return the minutes of play: a stage waits for its slowest table and its ties; breaks aside."""
        return sum(_stage_minutes(stage, round_minutes) for stage in self.format.stages)


def feasible_tables(players: int) -> range:
    """Return the first-stage table counts at which *players* sit at tables of 4 and 5, at most 24 (§6.3)."""
    return range(max(1, -(-players // 5)), min(players // 4, FIRST_STAGE_TABLES) + 1)


def plan(players: int, *, tables: int | None = None) -> Format:
    """Return the recommended format for *players* (§6.5), or the one that *tables* first-stage tables make.

    Raises NoPlan: ``values['reason']`` is too_few, too_many, tables (they do not seat so many) or winners
    (those of 11 tables cannot be split); ``near`` are the nearest numbers of players that fit, and
    ``alternatives`` what else can be done.
    """
    _refuse_numbers(players)
    workable = _workable(players)
    if tables is None:
        tables = workable[0]
    elif tables not in workable:
        raise _no_such_tables(players, tables, workable)
    return _formats(players, tables)[0]


def alternatives(players: int) -> list[Advice]:
    """Return every workable plan for *players*, the recommended one first, then by number of tables.

    Raises NoPlan as ``plan`` does.
    """
    recommended = plan(players)
    formats = [format for tables in sorted(_workable(players)) for format in _formats(players, tables)]
    formats.sort(key=lambda format: format != recommended)  # stable: the others stay in order of tables
    return [
        Advice(format, format == recommended, tuple(_pros(format, formats)), tuple(_cons(format, formats)))
        for format in formats
    ]


def describe(sizes: Sequence[int]) -> str:
    """Return table sizes in short: "16×5 + 4×4"."""
    return " + ".join(f"{len(list(alike))}×{size}" for size, alike in groupby(sorted(sizes, reverse=True)))


def _workable(players: int) -> list[int]:
    """First-stage table counts with a plan for *players*, the recommended one first."""
    if players in SMALL:
        return list(SMALL[players])
    return sorted((t for t in feasible_tables(players) if t in PREFERENCE), key=PREFERENCE.index)


def _formats(players: int, tables: int) -> list[Format]:
    """The plans for *players* at *tables* first-stage tables, the recommended one first."""
    if tables == 1:
        return [single_table(players)]
    return [build(split(players, tables), shape) for shape in SHAPES[tables]]


def _refuse_numbers(players: int) -> None:
    """Raise NoPlan for fewer than four players and for more than the first stage can seat."""
    if players < FEWEST:
        raise NoPlan(
            f"{players} players are too few: a championship needs {FEWEST}",
            reason="too_few",
            players=players,
            fewest=FEWEST,
            near=[FEWEST],
            alternatives=[],
        )
    if players > MOST:
        needed = -(-players // 5)
        raise NoPlan(
            f"{players} players need {needed} first-stage tables, at most {FIRST_STAGE_TABLES} are allowed",
            reason="too_many",
            players=players,
            most=MOST,
            tables_needed=needed,
            tables_allowed=FIRST_STAGE_TABLES,
            near=[MOST],
            alternatives=[
                {"code": "waiting_list", "players": players - MOST},
                {"code": "flights", "flights": -(-players // MOST)},
            ],
        )


def _no_such_tables(players: int, tables: int, workable: Sequence[int]) -> NoPlan:
    """The refusal of a table count that does not seat *players*, or whose winners cannot be split."""
    others = [
        {"code": "tables", "tables": other, "exceptions": list(_formats(players, other)[0].exceptions)}
        for other in sorted(workable)
    ]
    values = {"players": players, "tables": tables, "alternatives": others}
    if tables in feasible_tables(players):
        message = f"{tables} winners cannot be split into tables of 4 and 5; choose another number of tables"
        return NoPlan(message, reason="winners", near=[], **values)
    near = [min(max(players, 4 * tables), 5 * tables)] if tables in PREFERENCE else []
    message = f"{players} players do not fit at {tables} tables of 4 and 5; choose among {sorted(workable)}"
    return NoPlan(message, reason="tables", near=near, **values)


def _pros(format: Format, formats: Sequence[Format]) -> Iterator[Remark]:
    """What speaks for *format* beside the other *formats* for the same number."""
    first = format.stages[0].sizes
    if format.code == FULL:
        yield Remark("official_shape")
    if len(set(first)) == 1:
        yield Remark("equal_tables", {"tables": len(first), "size": first[0]})
    counts = [len(other.stages[0].sizes) for other in formats]
    if len(first) == min(counts) < max(counts):
        yield Remark("fewest_tables", {"tables": len(first)})
    if _seconds_advancing(format):
        yield Remark("second_chance", {"players": _seconds_advancing(format)})
    rounds, longest = _rounds(format), max(map(_rounds, formats))
    if rounds < longest:
        yield Remark("shorter_day", {"rounds": rounds, "fewer": longest - rounds})


def _cons(format: Format, formats: Sequence[Format]) -> Iterator[Remark]:
    """What speaks against *format* beside the other *formats* for the same number."""
    first = format.stages[0].sizes
    for code in format.exceptions:
        yield Remark("exception", {"code": code, **_tables_of_exception(format, code)})
    if len(set(first)) > 1:
        chances = {str(size): round(100 / size) for size in sorted(set(first))}
        yield Remark("unequal_tables", {"percent_to_win": chances})
    fewest = min(len(other.stages[0].sizes) for other in formats)
    if len(first) > fewest:
        yield Remark("more_tables", {"tables": len(first), "more": len(first) - fewest})
    if len(format.stages) > 1 and not _seconds_advancing(format):
        yield Remark("no_second_chance")
    for wild in format.wild_cards:
        yield Remark("wild_card_tie", {"count": wild.count, "percent": WILD_CARD_TIE})
    rounds, shortest = _rounds(format), min(map(_rounds, formats))
    if rounds > shortest:
        yield Remark("longer_day", {"rounds": rounds, "more": rounds - shortest})


def _tables_of_exception(format: Format, code: str) -> dict[str, object]:
    """How many tables of all stages have the size that E3 or E6 names."""
    sizes = [size for stage in format.stages for size in stage.sizes]
    return {"tables": sizes.count(int(code[1:]))} if code in ("E3", "E6") else {}


def _seconds_advancing(format: Format) -> int:
    """Players who go on from a second place, by a route or as a wild card."""
    routed = sum(len(format.stage(route.source).sizes) for route in format.routes if route.place == 2)
    return routed + sum(wild.count for wild in format.wild_cards)


def _rounds(format: Format) -> int:
    return sum(stage.rounds for stage in format.stages)


def _tie_chance(stage: StageFormat) -> float:
    return TIE_CHANCE_WITH_SECONDS if 2 in stage.played_off else TIE_CHANCE


def _stage_minutes(stage: StageFormat, round_minutes: int) -> int:
    """Minutes until the slowest table is done, and its tie-break if one is to be expected; in fives."""
    tables = len(stage.sizes)
    slowest = 1 + (SLOWEST_OF_22 - 1) * log(tables) / log(22)
    tie_break = 1 - (1 - _tie_chance(stage)) ** tables
    return 5 * round(round_minutes * (stage.rounds * slowest + tie_break) / 5)
