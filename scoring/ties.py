"""Which ties matter, and what a tie-break round decides (rules.md §5.1, §6.7).

Tie-break rounds are played by the level players only. The winner takes the place, the rest follow by fewer
cards left; equal counts share a place, unless a place among theirs is played off: then they play again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.results import Outcome, RoundResult, TableState


@dataclass(frozen=True, slots=True)
class Owed:
    """A tie-break round that is still to be played: for ``place``, the ``number``-th for it, by ``entries``."""

    place: int
    number: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of level players: ``places`` by entry, and the tie-break rounds they owe.

    Several entries with one place share it. While a round is owed its players stand level at the best of
    the places in question.
    """

    places: Mapping[int, int]
    owed: tuple[Owed, ...] = ()


def settle(group: Sequence[int], place: int, table: TableState, played_off: Iterable[int]) -> Settled:
    """Place level entries from *place* on, by lots and tie-break rounds that count.

    *group* are entries in seat order that are level so far; *played_off* the places that may not be shared.
    A tie-break round is looked at only if exactly the players who are level now played it: one that was
    played over other totals decides nothing (rules.md §5.1).
    """
    matter = sorted(p for p in played_off if place <= p < place + len(group))
    if len(group) == 1 or not matter:
        return Settled(dict.fromkeys(group, place))
    decides = matter[0]
    order = _lot(group, table, decides) or _round_order(group, table, decides)
    if order is None:
        owed = Owed(decides, _next_number(table, decides), tuple(group))
        return Settled(dict.fromkeys(group, place), (owed,))
    places: dict[int, int] = {}
    owed_rounds: list[Owed] = []
    for level in order:
        rest = settle(level, place, table, played_off)
        places.update(rest.places)
        owed_rounds.extend(rest.owed)
        place += len(level)
    return Settled(places, tuple(owed_rounds))


def tie_break_order(result: RoundResult) -> list[list[int]]:
    """Return the entries of a won tie-break round, best first; equal counts stand together (rules.md §5.1)."""
    by_cards: dict[int, list[int]] = {}
    for line in result.lines:
        if line.cards is not None:
            by_cards.setdefault(-1 if line.seat == result.winner else line.cards, []).append(line.entry)
    return [by_cards[cards] for cards in sorted(by_cards)]


def _lot(group: Sequence[int], table: TableState, place: int) -> list[list[int]] | None:
    """The order a lot gave exactly these entries for *place*, None if none was drawn."""
    lot = table.lots.get(place, ())
    return [[entry] for entry in lot] if set(lot) == set(group) else None


def _round_order(group: Sequence[int], table: TableState, place: int) -> list[list[int]] | None:
    """The order that the last won tie-break round of exactly these entries gave for *place*."""
    rounds = [r for r in table.results if r.place == place and r.outcome is Outcome.WON]
    for result in sorted(rounds, key=lambda r: -r.number):
        order = tie_break_order(result)
        if result.players == set(group) and order != [list(group)]:
            return order
    return None


def _next_number(table: TableState, place: int) -> int:
    """One more than the last tie-break round for *place* whose result stands, void ones being played again."""
    used = [r.number for r in table.results if r.place == place and r.outcome is not Outcome.VOID]
    return max(used, default=0) + 1
