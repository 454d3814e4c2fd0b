"""Seeing at once that a report is in order: most are, and then no rule has to be asked (rules.md §7).

Cards are counted in one big int, a byte a card; added slack sets the top bit of a byte with a copy too many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter, is_
from typing import Any, NamedTuple

from engine.taki.cards import NUMBERS, Card, Sign, deck, deck_size
from engine.taki.editions import Edition
from engine.taki.played import HIGHEST_SEAT, PlayedRound

_LISTS = frozenset({tuple, list})
HAND = 8
MANY_CARDS = 30
_TOP_BIT = 128
_HARMLESS = NUMBERS | {Sign.TAKI, Sign.SUPER_TAKI, Sign.KING}
"""Signs of last cards that always win and of which no rule asks anything else."""
_HARMLESS_WITH_MORE = _HARMLESS | {Sign.STOP, Sign.DIRECTION}
"""The same with three players or more."""
_TOLD = frozenset({"lines", "winner", "seated", "last_card", "direction", "hands"})
_REST = [field for field in fields(PlayedRound) if field.name not in _TOLD]
_rest_of = attrgetter(*(field.name for field in _REST))
_UNTOLD = tuple(field.default for field in _REST)


class _Deck(NamedTuple):
    """A deck as counters: the unit of each card, by itself and by its text, slack, and the top bits of all bytes."""

    units: Mapping[object, int]
    slack: int
    top_bits: int
    size: int
    harmless: Mapping[bool, frozenset[object]]
    """Last cards of which nothing is asked, with two players and with more."""


@cache
def _deck(deck_id: str, half_sets: int) -> _Deck:
    cards = deck(deck_id, half_sets)
    units: dict[object, int] = {}
    slack = top_bits = 0
    for place, (card, copies) in enumerate(cards.items()):
        units[card] = units[str(card)] = 1 << 8 * place
        slack += (_TOP_BIT - 1 - copies) << 8 * place
        top_bits += _TOP_BIT << 8 * place
    harmless = {is_two: _both(cards, _HARMLESS if is_two else _HARMLESS_WITH_MORE) for is_two in (True, False)}
    return _Deck(units, slack, top_bits, deck_size(deck_id, half_sets), harmless)


def _both(cards: Mapping[Card, int], signs: frozenset[Sign]) -> frozenset[object]:
    chosen = [card for card in cards if card.sign in signs]
    return frozenset([*chosen, *map(str, chosen)])


def is_plain(report: PlayedRound, edition: Edition) -> bool:
    """Whether it is plain that no rule finds anything in *report*; False says nothing. Never raises.

    Plain is: well-typed seats and counts, one winner, a last card that does nothing, nothing unusual told, and
    either no hands or a hand for every loser.
    """
    known = _deck(edition.deck, edition.half_sets)
    counts = _counts(report.lines, edition.most_players)
    if counts is None or not _is_won(counts, report.winner, known.size):
        return False
    last, direction = report.last_card, report.direction
    try:
        if report.seated is not None and not _seats_are(report.seated, counts):
            return False
        if last is not None and last not in known.harmless[len(counts) == 2]:
            return False
        if direction is not None and (type(direction) is not int or direction not in (1, -1)):
            return False
        return all(map(is_, _rest_of(report), _UNTOLD)) and _fit(report.hands, counts, last, known)
    except (KeyError, TypeError):  # no card of the deck, or something of no use as a key
        return False


def _counts(lines: Any, most_players: int) -> dict[int, int] | None:
    """Return the counts by seat if all are well-typed and no seat stands twice."""
    pairs = tuple(lines.items()) if type(lines) is dict else lines
    if type(pairs) not in _LISTS or not 2 <= len(pairs) <= most_players:
        return None
    counts: dict[int, int] = {}
    for pair in pairs:
        if type(pair) not in _LISTS or len(pair) != 2:
            return None
        seat, cards = pair
        if type(seat) is not int or type(cards) is not int:
            return None
        if not (1 <= seat <= HIGHEST_SEAT and 0 <= cards <= MANY_CARDS):
            return None
        counts[seat] = cards
    return counts if len(counts) == len(pairs) else None


def _is_won(counts: Mapping[int, int], winner: object, size: int) -> bool:
    """Whether the winner alone has no cards, and the losers not all the same nor too many."""
    if type(winner) is not int or counts.get(winner) != 0:
        return False
    numbers = list(counts.values())
    if numbers.count(0) != 1 or sum(numbers) > size - 1 - HAND:
        return False
    return len(numbers) == 2 or len(set(numbers)) > 2


def _seats_are(seated: Any, counts: Mapping[int, int]) -> bool:
    if type(seated) not in _LISTS or len(seated) != len(counts):
        return False
    return set(seated) == counts.keys() and all(type(seat) is int for seat in seated)


def _fit(hands: Any, counts: Mapping[int, int], last: object, known: _Deck) -> bool:
    """Whether hands, if there are any, hold what the counts say and no copy too many."""
    if hands is None:
        return True
    if type(hands) is not dict:
        return False
    unit = known.units.__getitem__
    total = known.slack if last is None else known.slack + unit(last)
    for seat, cards in counts.items():
        hand = hands.get(seat, ())
        if type(hand) not in _LISTS or len(hand) != cards:
            return False
        total += sum(map(unit, hand))
    if not hands.keys() <= counts.keys() or not all(type(seat) is int for seat in hands):
        return False
    return not total & known.top_bits
