"""A position of TAKI in a compact form, and what can be asked of it (rules.md §3.1).

Everything is in one flat list of ints, bytes and shared immutable objects, so that a copy is a slice: the
situation, the slot of the seat to act, the order of play, the place in the deck, the deck, running deadlines, in
PLUS3 and CLAIM whose card it is about and who is waited for, what most positions do not need, then a hand a seat.
A slot is a place in that list: that of a seat is the place of its hand. Seats count from 0, clockwise; letters name
them in texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from engine.taki import holding
from engine.taki.cards import Card, Colour, Sign
from engine.taki.editions import Edition
from engine.taki.moves import CARDS, COLOURS, TYPES
from engine.taki.situations import NONE, Facts, Phase, Rules, Situation

SITUATION, SEAT, ORDER, PLACE, DECK, SILENT, BY, WAITING, EXTRAS, FIRST_SEAT = range(10)
SEAT_LETTERS = "ABCDEFGHIJ"
NOBODY = -1


def slot_of(seat: int) -> int:
    """Return the slot of a seat."""
    return FIRST_SEAT + seat


class Order:
    """Who follows whom in one direction, among the seats still in the game; by slot. Made by ``order`` only."""

    __slots__ = ("active", "direction", "flipped", "steps")

    flipped: Order
    """The other direction."""

    def __init__(self, seats: int, active: int, direction: int) -> None:
        self.active = active
        """Slots of the seats in the game, as bits."""
        self.direction = direction
        following = [0] * FIRST_SEAT
        for seat in range(seats):
            others = [(seat + direction * step) % seats + FIRST_SEAT for step in range(1, seats + 1)]
            following.append(next((slot for slot in others if active >> slot & 1), FIRST_SEAT + seat))
        self.steps = (
            tuple(range(FIRST_SEAT + seats)),
            tuple(following),
            tuple(following[slot] for slot in following),
        )
        """By seats to go on by (0, 1 or 2), the slot that follows each slot."""

    def from_next(self, slot: int) -> Iterator[int]:
        """Yield the other seats in the game in turn order, from the one after *slot*."""
        following = self.steps[1]
        other = following[slot]
        for _ in range((self.active & ~(1 << slot)).bit_count()):
            yield other
            other = following[other]


@cache
def _orders(seats: int, active: int) -> dict[int, Order]:
    made = {direction: Order(seats, active, direction) for direction in (1, -1)}
    made[1].flipped, made[-1].flipped = made[-1], made[1]
    return made


def order(seats: int, active: int, direction: int) -> Order:
    """Return the one ``Order`` of this direction for the seats whose slots are the bits of *active*."""
    return _orders(seats, active)[direction]


class Extras(NamedTuple):
    """What most positions do not need; seats by slot, sets of them as bits."""

    seed: str = ""
    """What every shuffle follows from."""
    shuffles: int = 0
    """How many there were since the deal."""
    wins: tuple[int, ...] = ()
    """``pending_win``: seats whose last card is not resolved yet, in order."""
    silent: int = 0
    """Those of them that laid it undeclared."""
    spared: int = 0
    """In PLUS3, who answered with a King."""
    then: int = NOBODY
    """In CLAIM, who goes on if it is upheld."""
    barred: int = 0
    """Seats that cannot win any more (``cc_last_bar``)."""
    stages: tuple[int, ...] = ()
    """In pyramid mode, the stage of each seat."""
    is_exhausted: bool = False
    """Cards were owed that no pile could give (§3.14.2)."""
    winner: int = NOBODY
    reason: str = ""
    """Why it is over: ``out`` or ``called_off``."""


class Chance(Protocol):
    """Listens to what chance does in a position, and may decide it; see engine.taki.game."""

    def took(self, seat: int, cards: bytes) -> None:
        """A seat took these cards from the draw pile."""

    def shuffled(self, order: bytes) -> bytes:
        """Return the order of a new draw pile instead of *order*, or *order*."""


_new = object.__new__


def new_state(situation: Situation, play_order: Order, seat: int, pile: bytes, extras: Extras) -> GameState:
    """Return a position in which nobody has cards yet."""
    hands = [holding.NO_CARDS] * len(play_order.steps[0][FIRST_SEAT:])
    return GameState([situation, FIRST_SEAT + seat, play_order, 0, pile, 0, NOBODY, 0, extras, *hands])


class Lead(NamedTuple):
    """What the next card has to match (rules.md §3.3)."""

    colour: Colour | None
    sign: Sign | None
    is_free: bool


class GameState:
    """A position: made by engine.taki.play.deal or read by engine.taki.notation, changed by engine.taki.play.push."""

    __slots__ = ("fields",)

    chance: Chance | None = None
    """Who listens to chance; nobody in an ordinary position."""

    def __init__(self, fields: list[Any]) -> None:
        self.fields = fields

    def copy(self) -> GameState:
        """Return an equal position that shares nothing that can change, with nobody listening to chance."""
        twin = _new(GameState)
        twin.fields = self.fields[:]
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        """Return what makes two positions equal: everything but the cards of the deck that are out."""
        fields = self.fields
        return (*fields[:PLACE], fields[DECK][fields[PLACE] :], *fields[SILENT:])

    @property
    def rules(self) -> Rules:
        """The edition in the form that play needs."""
        return self.situation.rules

    @property
    def edition(self) -> Edition:
        """The edition it is played by."""
        return self.situation.rules.edition

    @property
    def situation(self) -> Situation:
        """Phase, lead, run and what is owed, as one shared object."""
        situation: Situation = self.fields[SITUATION]
        return situation

    @property
    def facts(self) -> Facts:
        """The facts of its situation, by number."""
        return self.situation.facts

    @property
    def extras(self) -> Extras:
        """What most positions do not need."""
        extras: Extras = self.fields[EXTRAS]
        return extras

    @property
    def phase(self) -> Phase:
        """The phase of rules.md §3.4."""
        return self.facts.phase

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.facts.phase == Phase.OVER

    @property
    def winner(self) -> int | None:
        """The seat that has won, None while nobody has or if it was called off."""
        return None if self.extras.winner == NOBODY else self.extras.winner - FIRST_SEAT

    @property
    def reason(self) -> str:
        """Why it is over: ``out`` or ``called_off``; empty before."""
        return self.extras.reason

    @property
    def seat(self) -> int:
        """The seat to act: the current player, or in PLUS3 and CLAIM the next of those who have not answered."""
        slot: int = self.fields[SEAT]
        return slot - FIRST_SEAT

    @property
    def by(self) -> int | None:
        """In PLUS3 the seat that laid the +3, in CLAIM the one whose last card it is about."""
        slot: int = self.fields[BY]
        return None if slot == NOBODY else slot - FIRST_SEAT

    @property
    def waiting(self) -> tuple[int, ...]:
        """In PLUS3 and CLAIM, the seats that have not answered yet."""
        return self.seats_in(self.fields[WAITING])

    @property
    def direction(self) -> int:
        """1 for clockwise, -1 for the other way."""
        direction: int = self.fields[ORDER].direction
        return direction

    @property
    def seats(self) -> int:
        """The number of seats at the deal."""
        return len(self.fields) - FIRST_SEAT

    @property
    def players(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return self.seats_in(self.fields[ORDER].active)

    def seats_in(self, slots: int) -> tuple[int, ...]:
        """Return the seats whose slots are the bits of *slots*."""
        return tuple(seat for seat in range(self.seats) if slots >> FIRST_SEAT + seat & 1)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of a seat, in order of colour and sign, those without a colour last."""
        return tuple(CARDS[number] for number in self.numbers(seat))

    def numbers(self, seat: int) -> tuple[int, ...]:
        """Return the cards of a seat by number, in order."""
        return tuple(self.rules.cards_of(self.fields[FIRST_SEAT + seat]))

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of cards in each hand, by seat; 0 for a seat that left."""
        return tuple(holding.size(hand) for hand in self.fields[FIRST_SEAT:])

    @property
    def lead(self) -> Lead:
        """What the next card has to match."""
        facts = self.facts
        colour = None if facts.colour == NONE else COLOURS[facts.colour]
        return Lead(colour, None if facts.figure == NONE else TYPES[facts.figure], facts.is_free)

    @property
    def top(self) -> Card:
        """The topmost card of the discard pile."""
        return CARDS[self.facts.top]

    @property
    def run(self) -> Colour | None:
        """The colour of the open run; in RUN the seat to act owns it."""
        return None if self.facts.run == NONE else COLOURS[self.facts.run]

    @property
    def pending(self) -> int:
        """Unanswered 2+ cards: twice as many cards are owed, and three more for each of ``facts.threes``."""
        return self.facts.pending

    @property
    def pile_size(self) -> int:
        """The number of cards in the draw pile."""
        size: int = len(self.fields[DECK]) - self.fields[PLACE]
        return size

    @property
    def discard_size(self) -> int:
        """The number of cards in the discard pile."""
        return len(self.rules.whole) - self.pile_size - sum(self.counts)

    def has_declared(self, seat: int) -> bool:
        """Whether a seat has exactly one card and has said so."""
        hand: int = self.fields[FIRST_SEAT + seat]
        return bool(hand & holding.ONE) and not hand & holding.DECLARE

    @property
    def stages(self) -> Mapping[int, int]:
        """In pyramid mode the stage of each seat, else nothing (rules.md §8.5)."""
        return MappingProxyType(dict(enumerate(self.extras.stages)))

    def __repr__(self) -> str:
        letter = SEAT_LETTERS[self.seat]
        return f"<GameState {self.edition.id} {letter} {self.phase}, top {self.top}, cards {self.counts}>"
