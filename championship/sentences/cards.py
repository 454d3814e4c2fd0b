"""The cards of a deck by name, in the order in which a hand is sorted (rules.md §0.3, §1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.errors import BadNotation
from engine.taki.cards import NUMBERS, Card, Colour, Sign, parse_card, penalty_value
from engine.taki.editions import Edition

COLOURS: Mapping[Colour, Promise] = {
    Colour.RED: pgettext_lazy("colour of a card", "red"),
    Colour.BLUE: pgettext_lazy("colour of a card", "blue"),
    Colour.GREEN: pgettext_lazy("colour of a card", "green"),
    Colour.YELLOW: pgettext_lazy("colour of a card", "yellow"),
}
SIGNS: Mapping[Sign, Promise] = {
    Sign.TWO_PLUS: pgettext_lazy("card", "plus 2"),
    Sign.STOP: pgettext_lazy("card", "stop"),
    Sign.DIRECTION: pgettext_lazy("card", "change direction"),
    Sign.PLUS: pgettext_lazy("card", "plus"),
    Sign.TAKI: pgettext_lazy("card", "TAKI"),
    Sign.CHANGE_COLOUR: pgettext_lazy("card", "change colour"),
    Sign.SUPER_TAKI: pgettext_lazy("card", "super TAKI"),
    Sign.KING: pgettext_lazy("card", "king"),
    Sign.PLUS_THREE: pgettext_lazy("card", "plus 3"),
    Sign.BREAK_THREE: pgettext_lazy("card", "plus 3 breaker"),
    Sign.CRAZY: pgettext_lazy("card", "crazy card"),
}
PICTURES: Mapping[Sign, str] = {Sign.TWO_PLUS: "2plus", Sign.PLUS_THREE: "plus3"}
"""Where the name of a sign's picture is not its text form in small letters."""
SHAPES = {Colour.RED: "circle", Colour.BLUE: "diamond", Colour.GREEN: "triangle", Colour.YELLOW: "square"}
"""The shape that goes with each colour, everywhere."""


@dataclass(frozen=True)
class Face:
    """A card as it is drawn: its text form, its name, colour and shape by name (empty for none), and its picture.

    ``copies`` are those of the deck, ``points`` what it costs who is left with it; 0 where nothing is counted.
    """

    code: str
    label: str
    colour: str = ""
    shape: str = ""
    picture: str = ""
    copies: int = 0
    points: int = 0


def card_words(card: Card) -> str:
    """Return what people call *card*: "5, red"."""
    sign = str(SIGNS.get(card.sign, card.sign))
    if card.colour is None:
        return sign
    return f"{sign}, {COLOURS[card.colour]}"


def faces(codes: str) -> list[Face]:
    """Return the faces of a hand's *codes*, text forms with spaces between; what is no card keeps its text alone."""
    return [_face_of(code) for code in codes.split()]


def palette(rules: Edition) -> list[list[Face]]:
    """Return every card of the deck once: a list for each colour, then those without a colour."""
    cards = rules.cards
    rows = [[card for card in cards if card.colour == colour] for colour in (*Colour, None)]
    return [[_face(card, cards[card], _points(card, rules)) for card in row] for row in rows]


def _points(card: Card, rules: Edition) -> int:
    return 0 if rules.points == "none" else penalty_value(card, rules.points)


def _face_of(code: str) -> Face:
    try:
        return _face(parse_card(code))
    except BadNotation:
        return Face(code, code)


def _face(card: Card, copies: int = 0, points: int = 0) -> Face:
    return Face(
        code=str(card),
        label=card_words(card),
        colour=card.colour.name.lower() if card.colour else "",
        shape=SHAPES[card.colour] if card.colour else "",
        picture=str(card.sign) if card.sign in NUMBERS else PICTURES.get(card.sign, str(card.sign).lower()),
        copies=copies,
        points=points,
    )


FACTS: Mapping[str, Promise] = {
    "ends_run": gettext_lazy("The last card ended a TAKI run"),
    "chain_answers": gettext_lazy("Somebody answered the last 2+ with a 2+ or a king"),
    "is_exhausted": gettext_lazy("There were no cards left to draw"),
    "was_reshuffled": gettext_lazy("The pile was shuffled and drawn from again"),
    "is_declared": gettext_lazy("Colour and “last card” were both said before it"),
    "is_pair": gettext_lazy("It lay on another plus of its colour"),
    "is_on_pending": gettext_lazy("The +3 was laid on an open 2+"),
    "is_crazy_laid": gettext_lazy("A crazy card was laid"),
}
"""What may explain something odd, as a sentence to be ticked, by fact (``services.findings.ANSWERS``)."""
