"""A game with its record: what was done, what chance did, and a way back (engine.taki.game_text writes it).

game = Game.deal(edition("he-2015"), seats=4, seed="spring")
game.push("r5")
print(game.state.phase, [str(move) for move in game.legal_moves])
game.pop()
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.errors import GameError
from engine.taki import moves, play
from engine.taki.editions import Edition
from engine.taki.legality import legal_moves, why_illegal
from engine.taki.moves import Move
from engine.taki.notation import find_move
from engine.taki.state import Chance, GameState
from engine.taki.writing import write_position

STOPPED = ("stalemate", "cap")
"""Why whoever drives a game may stop it before the rules end it: nothing can change, or it has become too long."""


class ListenedState(GameState):
    """A position that tells somebody what chance does in it; a copy of it tells nobody."""

    __slots__ = ("chance",)

    def __init__(self, fields: list[Any], chance: Chance) -> None:
        super().__init__(fields)
        self.chance = chance


@dataclass(frozen=True, slots=True)
class Took:
    """Cards by number that a seat took, and how many that nobody wrote down."""

    seat: int
    cards: bytes
    hidden: int = 0

    @property
    def count(self) -> int:
        """How many cards it took."""
        return len(self.cards) + self.hidden


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game with what chance did in it."""

    seat: int
    move: Move | None
    """None for a seat that left."""
    took: tuple[Took, ...] = ()
    """Who took cards, in order."""
    piles: tuple[bytes, ...] = ()
    """Each new draw pile by number, top first, after a shuffle."""


@dataclass(slots=True)
class Record:
    """Writes down what chance does during one action; a shuffle may be told its outcome beforehand."""

    taken: list[Took] = field(default_factory=list)
    piles: list[bytes] = field(default_factory=list)
    given: list[bytes] = field(default_factory=list)
    """The outcomes of the next shuffles, where they are known."""
    wanted: bytes = b""
    """The cards that are known to be drawn after a shuffle whose outcome is not."""

    def took(self, seat: int, cards: bytes) -> None:
        """Write down who took which cards."""
        self.taken.append(Took(seat, cards))

    def shuffled(self, order: bytes) -> bytes:
        """Write down a shuffle, and return its outcome."""
        given = self.given.pop(0) if self.given else None
        if given is not None and sorted(given) == sorted(order):
            order = given
        elif self.wanted:
            order = with_top(order, self.wanted)
        self.piles.append(order)
        return order

    def clear(self) -> None:
        """Begin the next action."""
        self.taken, self.piles, self.given, self.wanted = [], [], [], b""


def with_top(pile: bytes, wanted: bytes) -> bytes:
    """Return *pile* with these cards on top in this order, as it is if it does not hold them all."""
    rest = bytearray(pile)
    for card in wanted:
        if card not in rest:
            return pile
        rest.remove(card)
    return wanted + bytes(rest)


class Game:
    """A game in progress: its position, and every step since the start."""

    def __init__(self, start: GameState) -> None:
        self.start = start.copy()
        self.steps: list[Step] = []
        self.stopped = ""
        """Why it was stopped before its end, one of ``STOPPED``; empty if it was not."""
        self.record = Record()
        self.state: GameState = ListenedState(start.fields[:], self.record)
        """The position; to be changed through the game alone."""
        self._before: list[list[Any]] = []

    @classmethod
    def deal(cls, edition: Edition, seats: int, seed: str, starter: int = 0) -> Game:
        """Return a new game; raises as ``play.deal`` does."""
        return cls(play.deal(edition, seats, seed, starter))

    @property
    def is_stuck(self) -> bool:
        """Whether a whole circle of draws has brought no card: a stalemate, if whoever drives the game says so.

        The rules name no end for it (§3.14.2 lets play go on).
        """
        circle = self.steps[-len(self.state.players) :]
        return len(circle) == len(self.state.players) and all(
            step.move == moves.DRAW and not step.took and not step.piles for step in circle
        )

    @property
    def states(self) -> Iterator[GameState]:
        """Every position so far, from the start to where it stands: one more than steps."""
        return map(GameState, (fields[:] for fields in [*self._before, self.state.fields]))

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the seat to act may do."""
        return legal_moves(self.state)

    @property
    def is_over(self) -> bool:
        """Whether it has ended or was stopped."""
        return self.state.is_over or bool(self.stopped)

    @property
    def reason(self) -> str:
        """Why it is over: ``out``, ``called_off``, ``stalemate`` or ``cap``; empty before."""
        return self.state.reason or self.stopped

    def why_illegal(self, move: Move | str, seat: int | None = None) -> str | None:
        """Return why a move, or what its text means here, may not be made; None if it may."""
        return why_illegal(self.state, self._move(move, seat), seat)

    def push(self, move: Move | str, seat: int | None = None) -> Step:
        """Make a move, given as such or as text, and return what happened.

        Raises IllegalMove, AmbiguousMove or BadNotation, GameError if it was stopped; the game is then as before.
        """
        self._must_go_on()
        move = self._move(move, seat)
        actor, before = self.state.seat if seat is None else seat, self.state.fields[:]
        play.push(self.state, move, seat)
        return self._note(actor, move, before)

    def withdraw(self, seat: int) -> Step:
        """Let a seat leave in the middle (rules.md §6.7); raises as ``play.withdraw`` does."""
        self._must_go_on()
        before = self.state.fields[:]
        play.withdraw(self.state, seat)
        return self._note(seat, None, before)

    def pop(self) -> Step:
        """Take the last step back, and return it; IndexError at the start."""
        if not self.steps:
            raise IndexError("no step to take back")
        self.state.fields[:] = self._before.pop()
        self.stopped = ""
        return self.steps.pop()

    def stop(self, reason: str) -> None:
        """Stop a game that does not end by itself, for one of ``STOPPED``."""
        self._must_go_on()
        if reason not in STOPPED or self.state.is_over:
            raise GameError(f"a game stops for {' or '.join(STOPPED)}, and before its end", code="stop")
        self.stopped = reason

    def _must_go_on(self) -> None:
        if self.stopped:
            raise GameError(f"the game was stopped ({self.stopped}) at {write_position(self.state)}", code="stopped")

    def _move(self, move: Move | str, seat: int | None) -> Move:
        return move if isinstance(move, Move) else find_move(self.state, move, seat)

    def _note(self, seat: int, move: Move | None, before: list[Any]) -> Step:
        step = Step(seat, move, tuple(self.record.taken), tuple(self.record.piles))
        self.record.clear()
        self.steps.append(step)
        self._before.append(before)
        return step
