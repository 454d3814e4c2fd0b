"""A position of Mini-Tactico: an immutable value (rules.md §9.4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.minitactico.cards import DECK_SIZE, Card
from engine.minitactico.field import Field, Placed

SEAT_LETTERS = "ABCDEFGHI"
SPECIALS = 2
"""Special turns a player has in a game (rules.md §9.5)."""
MAX_RECYCLES = 5
"""How often the deck is renewed before the game ends (rules.md §9.9)."""


class Phase(StrEnum):
    """What the seat to act has to decide."""

    TURN = "TURN"
    """Draw for a regular turn, or announce a special one."""
    CARD = "CARD"
    """Attack, defend or change with the card drawn."""
    BONUS = "BONUS"
    """Swap, flip, or leave the bonus."""
    OVER = "OVER"


class Fall(NamedTuple):
    """A flag that fell: whose, and to which attacker."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class GameState:
    """A position: dealt by ``play.deal``, read by ``reading.parse_position``, or what ``play.apply`` makes of one.

    Seats count from 0, clockwise; letters name them in texts. A card that is None is hidden: the position was
    written down for one player, or nobody cared to tell it.
    """

    fields: tuple[Field | None, ...]
    """By seat; None when it has left the table. The field whose fall ends the game stays to be looked at."""
    deck: tuple[Card | None, ...]
    """The next card to be drawn first."""
    seat: int
    """The seat to act, after the end the one that acted last."""
    specials: tuple[int, ...]
    """Special turns left, by seat."""
    phase: Phase = Phase.TURN
    card: Card | None = None
    """In CARD, the card drawn."""
    fallen: tuple[Fall, ...] = ()
    """Flags that fell, the first first."""
    aside: tuple[Placed, ...] = ()
    """Cards of fields that left the table, which the next renewal of the deck takes in (rules.md §9.8)."""
    recycles: int = 0
    """How often the deck was renewed."""
    max_recycles: int = MAX_RECYCLES
    decks: int = 1
    """Decks of 52 in the game."""
    winner: int | None = None
    """In OVER, who won; None: a draw."""
    reason: str = ""
    """In OVER: ``flags``, one is left standing, or ``recycles``, the deck was used up too often."""
    seed: str = ""
    """What every shuffle follows from; empty in what a player may know."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.phase is Phase.OVER

    @property
    def seats(self) -> int:
        """The number of seats at the deal."""
        return len(self.fields)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats whose flag stands."""
        out = [fall.seat for fall in self.fallen]
        return tuple(seat for seat in range(len(self.fields)) if seat not in out)

    @property
    def everyone(self) -> int:
        """All seats as bits."""
        return (1 << len(self.fields)) - 1

    @property
    def size(self) -> int:
        """The number of cards in the game."""
        return DECK_SIZE * self.decks

    def field(self, seat: int) -> Field:
        """Return the field of a seat, which must be on the table."""
        field = self.fields[seat]
        if field is None:
            raise LookupError(f"the field of {SEAT_LETTERS[seat]} has left the table")
        return field

    def with_field(self, seat: int, field: Field | None) -> tuple[Field | None, ...]:
        """Return the fields with another one at *seat*."""
        return (*self.fields[:seat], field, *self.fields[seat + 1 :])
