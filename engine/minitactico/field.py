"""A field of nine: piles around a flag, and who has seen which card (rules.md §9.1, §9.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from engine.minitactico.cards import Card

Square: TypeAlias = tuple[int, int]
"""Row and column, 1 to 3."""
FLAG: Square = (2, 2)
SQUARES: tuple[Square, ...] = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3))
"""The squares that can be attacked, in reading order."""
_PLACES = {square: place for place, square in enumerate(SQUARES)}


class Placed(NamedTuple):
    """A card on the table; ``card`` is None where a position does not tell it."""

    card: Card | None
    seen: int = 0
    """The seats that have seen it since it was last shuffled, as bits; everybody knows which seats these are."""


class Pile(NamedTuple):
    """The cards of one square, bottom first; face down while nobody has captured it."""

    cards: tuple[Placed, ...]
    captor: int | None = None
    """The seat that captured the square."""

    @property
    def is_up(self) -> bool:
        """Whether it is captured, its top card face up."""
        return self.captor is not None

    @property
    def kept(self) -> Placed:
        """The card that counts: of a face-down pile the bottom one, which defends, else the top one, which shows."""
        return self.cards[0] if self.captor is None else self.cards[-1]

    @property
    def loose(self) -> tuple[Placed, ...]:
        """The other cards, which go when the deck is renewed (rules.md §9.7)."""
        return self.cards[1:] if self.captor is None else self.cards[:-1]


class Field(NamedTuple):
    """One player's field: the flag, which all see, and eight piles in the order of ``SQUARES``."""

    flag: Card
    piles: tuple[Pile, ...]

    def pile(self, square: Square) -> Pile:
        """Return the pile on *square*."""
        return self.piles[_PLACES[square]]

    def with_pile(self, square: Square, pile: Pile) -> Field:
        """Return this field with *pile* on *square*."""
        place = _PLACES[square]
        return Field(self.flag, (*self.piles[:place], pile, *self.piles[place + 1 :]))

    def with_cards(self, change: Callable[[Placed], Placed]) -> Field:
        """Return this field with every card but the flag as *change* makes it."""
        piles = (Pile(tuple(change(placed) for placed in pile.cards), pile.captor) for pile in self.piles)
        return Field(self.flag, tuple(piles))

    @property
    def up(self) -> frozenset[Square]:
        """The captured squares."""
        return frozenset(square for square, pile in zip(SQUARES, self.piles, strict=True) if pile.is_up)

    def placed(self) -> Iterator[Placed]:
        """Yield every card but the flag, square by square, bottom first."""
        for pile in self.piles:
            yield from pile.cards
