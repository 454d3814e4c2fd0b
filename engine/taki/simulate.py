"""Many games from one seed: how they end, how long they take, how many cards are left and which seat wins.

found = simulate(edition("he-2015"), seats=4, games=1000, seed="spring", bots=[sensible_move] * 4)
print(found.reasons, found.wins, found.cards_left)
game = play_numbered(17, edition("he-2015"), seats=4, seed="spring", bots=[sensible_move] * 4)   # the 17th alone

Game number n (from 1) is ``bots.play_game`` with the seed ``game_seed(seed, n)``, whatever was played before it. The
first seat starts. Players at random, the usual ones, are played in a faster way that comes to the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.errors import GameError, shown
from engine.taki.bots import CAP, Bot, next_action, play_game, random_move
from engine.taki.dealing import deal
from engine.taki.dice import Dice
from engine.taki.editions import Edition
from engine.taki.game import Game
from engine.taki.moves import DRAW
from engine.taki.play import push
from engine.taki.random_play import play_random
from engine.taki.scorekeeping import goes_on
from engine.taki.state import DECK, PLACE, GameState

REASONS = ("out", "stalemate", "cap")
"""Why a game is over: somebody has won, a whole circle of draws has brought no card, it has become too long."""
MOST_MOVES = 1_000_000
"""The highest cap: more than any deck makes sense of."""


class Outcome(NamedTuple):
    """How one game ended."""

    number: int
    reason: str
    """One of ``REASONS``."""
    winner: int | None
    cards: tuple[int, ...]
    """Cards left, by seat."""
    moves: int
    turns: int
    """Turns begun, as a report counts them (rules.md §7)."""


@dataclass(slots=True)
class Simulation:
    """What many games came to; a count by value in each distribution."""

    edition: Edition
    seats: int
    seed: str
    cap: int
    games: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    """By seat; seat 0 starts."""
    cards_left: Counter[int] = field(default_factory=Counter)
    """The cards of each loser, in games that somebody won."""
    moves: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count one more game."""
        self.games += 1
        self.reasons[outcome.reason] += 1
        self.moves[outcome.moves] += 1
        self.turns[outcome.turns] += 1
        if outcome.winner is not None:
            self.wins[outcome.winner] += 1
            cards = self.cards_left
            for seat, left in enumerate(outcome.cards):
                if seat != outcome.winner:
                    cards[left] += 1


def game_seed(seed: str, number: int) -> str:
    """Return the seed of one game of a simulation."""
    return f"{seed}/{number}"


def simulate(
    edition: Edition, seats: int, games: int, seed: str, bots: Sequence[Bot] | None = None, cap: int = CAP
) -> Simulation:
    """Return what *games* games come to, one bot a seat; without *bots* all play at random.

    A game ends when somebody goes out, nobody can take a card any more, or after *cap* moves. Raises GameError for
    what cannot be played: ``seats`` and what ``dealing.deal`` refuses, ``games``, ``cap``, ``bots`` (not one a seat).
    """
    if type(games) is not int or games < 0:
        raise GameError(f"{shown(games)!r} games: a number from 0 is wanted", code="games", games=shown(games))
    found = Simulation(edition, seats, seed, cap)
    for outcome in outcomes(edition, seats, seed, bots, cap, range(1, games + 1)):
        found.add(outcome)
    return found


def outcomes(
    edition: Edition, seats: int, seed: str, bots: Sequence[Bot] | None, cap: int, numbers: Sequence[int]
) -> Iterator[Outcome]:
    """Yield how the games of these numbers end, each as it is played; raises as ``simulate`` does."""
    deal(edition, seats, seed)  # refuses what cannot be dealt, even for no games at all
    bots = _bots(seats, bots)
    if type(cap) is not int or not 1 <= cap <= MOST_MOVES:
        raise GameError(f"cap {shown(cap)!r}: 1 to {MOST_MOVES} moves are wanted", code="cap", cap=shown(cap))
    is_random = all(bot is random_move for bot in bots)
    for number in numbers:
        own = game_seed(seed, number)
        state, dice = deal(edition, seats, own), Dice(own)
        moves, turns, reason = play_random(state, dice, cap) if is_random else _play(state, bots, dice, cap)
        yield Outcome(number, reason, state.winner, state.counts, moves, turns)


def play_numbered(
    number: int, edition: Edition, seats: int, seed: str, bots: Sequence[Bot] | None = None, cap: int = CAP
) -> Game:
    """Return one game of a simulation with its whole record; raises as ``simulate`` does."""
    return play_game(_bots(seats, bots), edition, seed=game_seed(seed, number), cap=cap)


def _bots(seats: int, bots: Sequence[Bot] | None) -> Sequence[Bot]:
    if bots is None:
        return [random_move] * seats
    if len(bots) != seats:
        raise GameError(f"{len(bots)} bots for {seats} seats: one a seat is wanted", code="bots", bots=len(bots))
    return bots


def _play(state: GameState, bots: Sequence[Bot], dice: Dice, cap: int) -> tuple[int, int, str]:
    """Play to the end as ``bots.play_on`` does, without a record; return as ``play_random`` does."""
    fields = state.fields
    moves, turns, dry = 0, 1, 0
    while not state.is_over:
        if dry == len(state.players):
            return moves, turns, "stalemate"
        if moves == cap:
            return moves, turns, "cap"
        seat, move = next_action(state, bots, dice)
        before, deck, place = state.copy(), fields[DECK], fields[PLACE]
        push(state, move, seat)
        moves += 1
        dry = dry + 1 if move == DRAW and fields[DECK] is deck and fields[PLACE] == place else 0
        if not state.is_over and state.situation.begins and not goes_on(before, move, seat):
            turns += 1
    return moves, turns, state.reason
