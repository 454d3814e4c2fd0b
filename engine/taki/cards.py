"""Cards and decks of TAKI, their text form and their penalty points (rules.md §0.3, §1, §5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from engine.errors import BadNotation, EditionError, shown


class Colour(StrEnum):
    """The four colours, in the order of rules.md §0.3."""

    RED = "r"
    BLUE = "b"
    GREEN = "g"
    YELLOW = "y"


class Sign(StrEnum):
    """What is printed on a card besides its colour; there is no plain 2 (rules.md §1.1)."""

    ONE = "1"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TWO_PLUS = "2+"
    STOP = "S"
    DIRECTION = "D"
    PLUS = "P"
    TAKI = "T"
    CHANGE_COLOUR = "CC"
    SUPER_TAKI = "ST"
    KING = "K"
    PLUS_THREE = "+3"
    BREAK_THREE = "B3"
    CRAZY = "CZ"


NUMBERS = frozenset(sign for sign in Sign if sign.isdigit())
"""Signs of the number cards."""
COLOURLESS = frozenset(
    {
        Sign.CHANGE_COLOUR,
        Sign.SUPER_TAKI,
        Sign.KING,
        Sign.PLUS_THREE,
        Sign.BREAK_THREE,
        Sign.CRAZY,
    }
)
"""Signs of the cards that bear no colour."""


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card; ``colour`` is None on a card that has none. ``str`` gives its text form (rules.md §0.3).

    Raises BadNotation for what is never printed: a number without a colour, a red King.
    """

    sign: Sign
    colour: Colour | None = None

    def __post_init__(self) -> None:
        is_typed = isinstance(self.sign, Sign) and isinstance(self.colour, Colour | None)
        if not is_typed or (self.colour is None) != (self.sign in COLOURLESS):
            sign, colour = shown(self.sign), shown(self.colour)
            raise BadNotation(f"no card has sign {sign!r} and colour {colour!r}", value=[colour, sign])

    def __str__(self) -> str:
        return f"{self.colour or ''}{self.sign}"


ALL_CARDS = tuple(Card(sign, colour) for colour in Colour for sign in Sign if sign not in COLOURLESS) + tuple(
    Card(sign) for sign in Sign if sign in COLOURLESS
)
"""Every card there is, once: colour by colour, then the colourless ones."""

_BY_TEXT: Mapping[str, Card] = {str(card): card for card in ALL_CARDS}


def parse_card(text: object) -> Card:
    """Return the card that *text* stands for, as ``str(card)`` writes it: ``r3``, ``r2+``, ``gT``, ``CC``, ``+3``.

    Raises BadNotation, naming the value, for anything else.
    """
    card = _BY_TEXT.get(text) if isinstance(text, str) else None
    if card is None:
        raise BadNotation(
            f"{shown(text)!r} is no card: a colour r, b, g or y before 1, 3 to 9, 2+, S, D, P or T, "
            f"or one of CC, ST, K, +3, B3, CZ alone",
            value=shown(text),
        )
    return card


# Copies in the whole deck, two half-sets (rules.md §1.3). D120 is history and no edition's deck (§1.4).
_COLOURED_COPIES = 2
_COLOURLESS_COPIES: Mapping[str, Mapping[Sign, int]] = {
    "D116": {
        Sign.CHANGE_COLOUR: 4,
        Sign.SUPER_TAKI: 2,
        Sign.KING: 2,
        Sign.PLUS_THREE: 2,
        Sign.BREAK_THREE: 2,
    },
    "D112K": {Sign.CHANGE_COLOUR: 4, Sign.SUPER_TAKI: 2, Sign.KING: 2},
    "D112C": {Sign.CHANGE_COLOUR: 4, Sign.SUPER_TAKI: 2, Sign.CRAZY: 2},
}


def _build_deck(colourless: Mapping[Sign, int], half_sets: int) -> Mapping[Card, int]:
    whole = {card: colourless.get(card.sign, 0) if card.colour is None else _COLOURED_COPIES for card in ALL_CARDS}
    return MappingProxyType({card: copies * half_sets // 2 for card, copies in whole.items() if copies})


_DECKS: Mapping[str, Mapping[int, Mapping[Card, int]]] = {
    name: {half_sets: _build_deck(colourless, half_sets) for half_sets in (1, 2)}
    for name, colourless in _COLOURLESS_COPIES.items()
}
_SIZES = {name: sum(halves[2].values()) for name, halves in _DECKS.items()}
DECKS = tuple(_DECKS)
"""Ids of the decks that editions use."""


def deck(deck_id: str, half_sets: int = 2) -> Mapping[Card, int]:
    """Return the copies of each card in a deck, which has two half-sets or is one of them (rules.md §1.3, §1.4).

    Cards that are not in the deck are no keys. Raises EditionError, listing what exists, for an unknown deck
    or another number of half-sets.
    """
    if deck_id not in DECKS:
        raise EditionError(
            f"no deck {shown(deck_id)!r}; there are {', '.join(DECKS)}", deck=shown(deck_id), known=list(DECKS)
        )
    if type(half_sets) is not int or half_sets not in (1, 2):
        raise EditionError(
            f"half_sets {shown(half_sets)!r}: a deck has 1 or 2", half_sets=shown(half_sets), known=[1, 2]
        )
    return _DECKS[deck_id][half_sets]


def deck_size(deck_id: str, half_sets: int = 2) -> int:
    """Return the number of cards of a deck; raises as ``deck`` does."""
    deck(deck_id, half_sets)
    return _SIZES[deck_id] * half_sets // 2


# "flat10": ten for whatever is no number. "flat10_15": a student project's list, completed (rules.md §5.2).
_ACTION_VALUES: Mapping[str, Mapping[Sign, int]] = {
    "flat10": {sign: 10 for sign in Sign if sign not in NUMBERS},
    "flat10_15": {
        sign: 15 if sign is Sign.TAKI or sign in COLOURLESS else 10 for sign in Sign if sign not in NUMBERS
    },
}
POINTS = tuple(_ACTION_VALUES)
"""The ways to count a hand in penalty points."""


def _values(points: str) -> Mapping[Sign, int]:
    if points not in POINTS:
        raise EditionError(
            f"no penalty points {shown(points)!r}; there are {', '.join(POINTS)}",
            points=shown(points),
            known=list(POINTS),
        )
    return _ACTION_VALUES[points]


def penalty_value(card: Card, points: str) -> int:
    """Return what *card* costs the player left with it, in penalty points (rules.md §5.2).

    Raises EditionError if *points* is none of ``POINTS``; an edition whose points are "none" has no values.
    """
    values = _values(points)
    return int(card.sign) if card.sign in NUMBERS else values[card.sign]


def penalty(hand: Iterable[Card], points: str) -> int:
    """Return the penalty points of a hand, the sum of its cards' values; raises as ``penalty_value`` does."""
    values = _values(points)
    return sum(int(card.sign) if card.sign in NUMBERS else values[card.sign] for card in hand)


def highest_value(points: str) -> int:
    """Return the value of the dearest card, which bounds a hand of known size (v of rules.md §5.2 and VA15)."""
    return max(_values(points).values())
