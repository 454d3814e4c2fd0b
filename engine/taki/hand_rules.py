"""What a hand means under an edition: the marks of few cards, moves with two cards, and from bits to moves.

A key is a hand ANDed with the mask of a situation (engine.taki.holding); the bits that are left are its moves.
"""

from __future__ import annotations

from engine.taki import holding, moves
from engine.taki.editions import Edition
from engine.taki.holding import IN_COLOUR, IN_TYPE, PLUSES
from engine.taki.moves import CARDS, CARDS_OF, DECLARABLE, LAYING, MOVES, Move

MOST_KEYS = 50_000
"""Lists of legal moves that are remembered for an edition; then they are forgotten, all at once."""


class HandRules:
    """An edition's rules about a hand alone, with two players left or with more."""

    __slots__ = (
        "cards",
        "copies",
        "edition",
        "few",
        "first",
        "forbidden_last",
        "has_combos",
        "has_pairs",
        "holds",
        "is_simple",
        "is_two",
        "legal",
        "stops_last",
        "whole",
    )

    def __init__(self, edition: Edition, is_two: bool) -> None:
        self.edition = edition
        self.is_two = is_two
        self.is_simple = edition.mode == "single"
        """Whether few cards mean the same in every seat; in pyramid mode it depends on the stage."""
        numbers = {CARDS[number]: number for number in reversed(range(len(CARDS)))}
        self.copies = {numbers[card]: count for card, count in edition.cards.items()}
        first = list(holding.FIRST)
        if edition.crazy == "fixed_dir":  # one CZ shows each direction
            self.copies |= {moves.CRAZY_CARD: 1, moves.CRAZY_BACK_CARD: 1}
            first[moves.CRAZY_CARD] = (1 << moves.CRAZY) + holding.CARD
        self.first = tuple(first)
        """As ``holding.FIRST``, for this edition."""
        self.cards = tuple(sorted(self.copies))
        self.holds = sum(holding.HOLDS[card] for card in self.cards)
        """The bits of a hand that say which cards it holds."""
        self.whole = bytes(number for number in self.cards for _ in range(self.copies[number]))
        """Every card of the deck by number, in order."""
        self.has_pairs = edition.plus_mode == "pair_only"
        self.has_combos = edition.plus_three == "combination"
        self.few = holding.FEW_WITH_PAIRS if self.has_pairs or self.has_combos else holding.FEW
        """A hand below this has so few cards that they mean more than each alone."""
        stops = [moves.STOP] if is_two else []
        if is_two and edition.two_player_reverse == "extra_turn":
            stops.append(moves.DIRECTION)
        self.stops_last = frozenset(stops)
        """Types that give the same player another turn, so that ``stop_last_2p`` speaks of them (§4.2)."""
        forbidden = 0
        if edition.plus_mode == "again_or_draw" and edition.plus_last == "forbidden":
            forbidden |= PLUSES
        if edition.stop_last_2p == "forbidden":
            forbidden |= sum(IN_TYPE[type_] for type_ in stops)
        self.forbidden_last = forbidden
        """The cards that may not empty a hand."""
        self.legal: dict[int, tuple[Move, ...]] = {}
        """The moves of keys that were asked for."""

    def hand(self, cards: bytes) -> int:
        """Return a hand of these cards by number, yet to be settled."""
        return self.with_cards(holding.NO_CARDS, cards)

    def with_cards(self, hand: int, cards: bytes) -> int:
        """Return a hand with more cards, yet to be settled."""
        first, unit, holds = self.first, holding.UNIT, holding.HOLDS
        for card in cards:
            hand += unit[card] if hand & holds[card] else first[card]
        return hand

    def cards_of(self, hand: int) -> list[int]:
        """Return the cards of a hand by number, in order."""
        cards = []
        held = hand & self.holds
        while held:
            bit = held & -held
            held ^= bit
            card = holding.CARD_OF[bit]
            cards.append(card)
            if hand & holding.EXTRA[card]:
                cards += [card] * holding.extra_copies(hand, card)
        return cards

    def settled(self, hand: int, is_final: bool = True) -> int:
        """Return *hand* with the marks that few cards make, as if it had just come to them.

        Not *is_final* where to empty it is not to win, but to go on to another stage.
        """
        settled = hand & holding.UNMARKED
        if hand >= self.few:
            return settled
        settled |= holding.MARKS_OF[hand >> holding.COUNT]
        if settled & holding.ONE and hand & holding.HOLDS[moves.CC_CARD]:
            settled |= holding.UNNAMED
        return settled if is_final else settled & ~holding.FINAL

    def pairs(self, hand: int, pluses: int) -> int:
        """Return the bits of the moves that Pluses make with other cards of the hand, for these of its Pluses.

        With two cards the one that would follow must be one that may be the last.
        """
        found, held = 0, hand & pluses
        while held:
            plus = held & -held
            held ^= plus
            colour, second, three, combos = _BY_PLUS[plus]
            others = hand & IN_COLOUR[colour]
            if not hand & second:
                others ^= plus
            if hand & holding.TWO and hand & holding.FINAL:
                others &= ~self.forbidden_last
            if self.has_pairs and others:
                found |= others << moves.PAIR | 1 << holding.FOLLOWED + colour
            if self.has_combos and others & three:
                found |= combos
        return found

    def moves_of(self, key: int) -> tuple[Move, ...]:
        """Return the moves of a key, in order of their numbers."""
        found = self.legal.get(key)
        if found is None:
            if len(self.legal) >= MOST_KEYS:
                self.legal.clear()
            if key < PLAIN and self.edition.voluntary_draw == "allowed":
                found = plain_moves(key)
            else:
                found = tuple(MOVES[number] for number in sorted(self._numbers(key)))
            self.legal[key] = found
        return found

    def _numbers(self, key: int) -> set[int]:
        if key & holding.ONE and key & holding.FINAL:
            key &= ~self.forbidden_last
        numbers = set(_bits(key & ~_NO_MOVES))
        numbers |= {13 * colour + moves.PLUS for colour in range(4) if key >> holding.FOLLOWED + colour & 1}
        if self.edition.voluntary_draw == "forbidden" and not key & holding.OWED and numbers & LAYING:
            numbers.discard(moves.DRAW)
        left = 1 if key & holding.TWO else 2 if key & holding.THREE else 0
        saying = {number + moves.DECLARED for number in numbers & DECLARABLE if len(CARDS_OF[number]) == left}
        return numbers | saying


_BY_PLUS = {
    1 << 13 * colour + moves.PLUS: (
        colour,
        holding.EXTRA[13 * colour + moves.PLUS],
        1 << 13 * colour + moves.THREE,
        (1 << moves.COMBO | 1 << moves.BREAK_WITH) << colour,
    )
    for colour in range(4)
}
"""By the bit of a Plus: its colour, the bit of a second one, that of the 3, and those of combinations with it."""
PLAIN = holding.ONE
"""A key below this says nothing but moves with one card or none."""
_NO_MOVES = holding.MARKS | holding.OWED | 0b1111 << holding.FOLLOWED


class _MovesByBits(dict[int, tuple[Move, ...]]):
    """The moves of a few bits of a key, by these bits; *first* is the number of the lowest."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first

    def __missing__(self, bits: int) -> tuple[Move, ...]:
        found = self[bits] = tuple(MOVES[self.first + place] for place in _bits(bits))
        return found


_MOVES_BY_BITS = tuple(map(_MovesByBits, (0, 13, 26, 39, 52)))
"""Colour by colour, then what has none: a key is new too often to work out every move of it."""


def plain_moves(key: int) -> tuple[Move, ...]:
    """Return the moves of a key below ``PLAIN``, in order of their numbers, those that no flag forbids."""
    red, blue, green, yellow, others = _MOVES_BY_BITS
    return (
        red[key & 8191]
        + blue[key >> 13 & 8191]
        + green[key >> 26 & 8191]
        + yellow[key >> 39 & 8191]
        + others[key >> 52]
    )


def _bits(number: int) -> list[int]:
    places = []
    while number:
        lowest = number & -number
        places.append(lowest.bit_length() - 1)
        number ^= lowest
    return places
