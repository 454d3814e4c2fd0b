"""The cards of Mini-Tactico and which beats which; suits mean nothing (rules.md §9.1, §9.3)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.errors import BadNotation, shown


class Card(StrEnum):
    """A card of the 52, weakest number first; ``str`` gives its text form."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


COPIES = 4
"""Cards of each kind in one deck."""
DECK_SIZE = COPIES * len(Card)
ORDER: Mapping[Card, int] = {card: place for place, card in enumerate((Card.ACE, *tuple(Card)[:-1]))}
"""The straight order A < 2 < … < Q < K, where the circle of ``beats`` decides nothing (rules.md §9.1)."""


def parse_card(text: object) -> Card:
    """Return the card that *text* stands for: 2 to 10, J, Q, K or A. Raises BadNotation for anything else."""
    card = _BY_TEXT.get(text) if isinstance(text, str) else None
    if card is None:
        raise BadNotation(f"{shown(text)!r} is no card: 2 to 10, J, Q, K or A", value=shown(text))
    return card


_BY_TEXT = {str(card): card for card in Card}


def beats(attacker: Card, defender: Card) -> bool:
    """Whether *attacker* beats *defender* (rules.md §9.3).

    The higher card does, and level cards do not; but an A beats a K alone, and loses to all others but an A.
    """
    if attacker is Card.ACE:
        return defender is Card.KING
    if defender is Card.ACE:
        return attacker is not Card.KING
    return ORDER[attacker] > ORDER[defender]


def strongest(cards: list[Card]) -> list[int]:
    """Return the places in *cards* of the strongest, several if level (rules.md §9.1).

    That is whatever no other beats; if every card is beaten by another, in the circle A, K, Q, A, the highest
    with A lowest.
    """
    unbeaten = [i for i, card in enumerate(cards) if not any(beats(other, card) for other in cards)]
    if unbeaten:
        return unbeaten
    highest = max(ORDER[card] for card in cards)
    return [i for i, card in enumerate(cards) if ORDER[card] == highest]
