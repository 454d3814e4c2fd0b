"""Cards as codes: what is printed on them (rules.md §0.3, §1)."""

from engine.taki.editions import Edition

COLOURS = ("r", "b", "g", "y")
NUMBERS = ("1", "3", "4", "5", "6", "7", "8", "9")
ACTIONS = ("2+", "S", "D", "P", "T")
COLOURED = tuple(colour + sign for colour in COLOURS for sign in NUMBERS + ACTIONS)
TRANSPARENT = ("+3", "B3", "CZ", "CZ+", "CZ-")


def colour_of(card: str) -> str | None:
    """The colour of a card, None on a colourless one (§0.3)."""
    return card[0] if card in COLOURED else None


def kind_of(card: str) -> str:
    """What a card is besides its colour: its number, its sign, or the code of a colourless one (§1.2)."""
    if card in COLOURED:
        return card[1:]
    return "CZ" if card in ("CZ+", "CZ-") else card


def is_number(card: str) -> bool:
    """Whether it is a number card; the 2+ is none (§1.1)."""
    return kind_of(card) in NUMBERS


def is_transparent(card: str) -> bool:
    """Whether the lead stays what it was under this card (§3.3)."""
    return card in TRANSPARENT


def full_deck(edition: Edition) -> list[str]:
    """Every card of the edition's deck, copies included (§1.3); two CZ of fixed_dir are one of each (§2.1)."""
    cards = [str(card) for card, copies in edition.cards.items() for _ in range(copies)]
    if edition.crazy == "fixed_dir":
        cards = [card for card in cards if card != "CZ"] + ["CZ+", "CZ-"]
    return cards
