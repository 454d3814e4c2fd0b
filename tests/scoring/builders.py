"""Tables and stages written by hand for scoring's tests: entries are numbers, seats follow their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats import StageFormat, WildCards
from scoring.results import Exit, ExitKind, Outcome, RoundResult, SeatLine, StageState, TableState, TicketState


def won(place: int, number: int, cards: Mapping[int, int | None], seats: Sequence[int], **fields: Any) -> RoundResult:
    """A round that the entry with 0 cards won; *cards* by entry, None for an absent one."""
    winner = next(entry for entry, count in cards.items() if count == 0)
    lines = tuple(SeatLine(seats.index(entry) + 1, entry, count) for entry, count in cards.items())
    return RoundResult(place, number, lines, winner=seats.index(winner) + 1, **fields)


def called_off(place: int, number: int) -> RoundResult:
    return RoundResult(place, number, (), outcome=Outcome.CALLED_OFF)


def table(
    entries: Sequence[int | None],
    rounds: Sequence[Mapping[int, int | None] | None] = (),
    tie_breaks: Mapping[tuple[int, int], Mapping[int, int]] | None = None,
    **fields: Any,
) -> TableState:
    """A table of *entries*: its regular rounds as cards left by entry (None: called off), and tie-break rounds."""
    results = [
        called_off(0, number) if cards is None else won(0, number, cards, entries)
        for number, cards in enumerate(rounds, start=1)
    ]
    results += [won(place, number, cards, entries) for (place, number), cards in (tie_breaks or {}).items()]
    return TableState(number=fields.pop("number", 1), seats=tuple(entries), results=tuple(results), **fields)


def left(entry: int, after: int, kind: ExitKind = ExitKind.WITHDRAWAL) -> Exit:
    return Exit(entry, kind, after)


def stage_format(**fields: Any) -> StageFormat:
    return StageFormat(**{"key": "second", "sizes": (4,), "played_off": (1, 2), **fields})


def stage(
    *tables: TableState,
    tickets: Sequence[TicketState] = (),
    wild_cards: Sequence[WildCards] = (),
    is_started: bool = True,
    lots: Mapping[int, tuple[int, ...]] | None = None,
    is_closed: bool = False,
    **fields: Any,
) -> StageState:
    sizes = tuple(len(t.seats) for t in tables)
    return StageState(
        format=stage_format(sizes=sizes, **fields),
        tables=tables,
        tickets=tuple(tickets),
        wild_cards=tuple(wild_cards),
        lots=lots or {},
        is_started=is_started,
        is_closed=is_closed,
    )


def to_final(table_number: int = 1, **fields: Any) -> TicketState:
    """The ticket of a table's winner to the final."""
    return TicketState(table_number, 1, "final", 1, table_number, **fields)


def to_playoff(table_number: int = 1, **fields: Any) -> TicketState:
    return TicketState(table_number, 2, "playoff", 1, table_number, **fields)
