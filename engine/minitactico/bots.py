"""Players for practice and simulation: one at random, one sensible. Both look at their own view alone.

A bot is given the view of the seat to act (engine.minitactico.knowledge.observe), never the whole position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.minitactico import outcome
from engine.minitactico.cards import Card, beats
from engine.minitactico.dealing import deal
from engine.minitactico.field import Placed, Square
from engine.minitactico.game import Game
from engine.minitactico.knowledge import observe, untold
from engine.minitactico.legality import legal_moves
from engine.minitactico.moves import Kind, Move
from engine.minitactico.state import MAX_RECYCLES, GameState
from engine.rng import SeededRng

Bot: TypeAlias = Callable[[GameState, SeededRng], Move]
"""From a view and a stream of random numbers to a legal move."""

_STAKES = (1.0, 3.0, 9.0, 40.0)
"""What a square is worth by how many others of its + or × are captured; with three the flag is at stake."""
_LINE = 3.0
"""What a bonus is worth."""
_SEEN = 0.7
"""What is left of a defender's worth when an opponent has seen it, and attacks with a card that beats it."""
_SHOWN = 0.2
"""What a better card on a captured square is worth, of what a better defender would be: a SPECIAL must beat it."""


def random_move(view: GameState, rng: SeededRng) -> Move:
    """Return one of the legal moves, each equally likely."""
    moves = legal_moves(view)
    return moves[rng.below(len(moves))]


def sensible_move(view: GameState, rng: SeededRng) -> Move:
    """Return the legal move that promises most by what the seat may know; level ones by lot.

    It attacks where its card probably wins and most is at stake, keeps strong cards for squares in danger, announces
    a special turn when its flag is in danger and the odds are fair, and uses every bonus that helps.
    """
    mind = _Mind(view)
    values = [(mind.value(move), move) for move in legal_moves(view)]
    best = max(value for value, _ in values)
    level = [move for value, move in values if value == best]
    return level[rng.below(len(level))]


def play_game(
    bots: Sequence[Bot],
    *,
    seed: str,
    decks: int | None = None,
    starter: int | None = None,
    max_recycles: int = MAX_RECYCLES,
) -> Game:
    """Return a whole game, one bot a seat; it follows from *seed*. Raises as ``dealing.deal`` does.

    Every game ends: each turn uses a card, and the deck is renewed *max_recycles* times at most.
    """
    game = Game(deal(len(bots), seed=seed, decks=decks, starter=starter, max_recycles=max_recycles))
    streams = [SeededRng(seed).fork(f"bot {seat}") for seat in range(len(bots))]
    while not game.state.is_over:
        seat = game.state.seat
        game.push(bots[seat](observe(game.state, seat), streams[seat]))
    return game


class _Mind:
    """How one seat values its moves in one view."""

    def __init__(self, view: GameState) -> None:
        self.view = view
        self.seat = view.seat
        self.unknown: Counter[Card] = untold(view)
        self.total = max(1, self.unknown.total())
        self.others = sum(1 << seat for seat in view.players if seat != view.seat)

    def value(self, move: Move) -> float:
        """Return what *move* promises, 0 for one that changes nothing."""
        if move.kind is Kind.ATTACK and move.seat is not None:
            return self.attack(move.seat, move.squares[0])
        if move.kind is Kind.CHANGE and move.seat is not None:
            return self.change(move.seat, move.squares[0])
        if move.kind is Kind.SPECIAL:
            return self.special(move.squares[0])
        if move.kind is Kind.DRAW:
            return 0.5 * _STAKES[2]  # what a turn is worth, so that a special turn must promise more
        if move.kind is Kind.DEFEND:
            drawn = Placed(self.view.card, 1 << self.seat)
            return self.stake(self.seat, move.squares[0]) * (self.hold(drawn) - self.held(move.squares[0]))
        if move.kind is Kind.FLIP:
            pile = self.view.field(self.seat).pile(move.squares[0])
            return self.stake(self.seat, move.squares[0]) * (0.5 + self.hold(pile.cards[-1]))
        return self.swap(*move.squares) if move.kind is Kind.SWAP else 0.0

    def stake(self, owner: int, square: Square) -> float:
        """Return what is at stake on a square: more, the nearer its + or × is to being complete."""
        pattern = next(pattern for pattern in outcome.PATTERNS if square in pattern)
        return _STAKES[len((self.view.field(owner).up & pattern) - {square})]

    def wins(self, attacker: Card, defender: Placed) -> float:
        """Return how likely *attacker* beats a card that may be hidden."""
        if defender.card is not None:
            return float(beats(attacker, defender.card))
        return sum(count for card, count in self.unknown.items() if beats(attacker, card)) / self.total

    def beaten(self, card: Card) -> float:
        """Return how likely the next card beats *card*."""
        return sum(count for other, count in self.unknown.items() if beats(other, card)) / self.total

    def hold(self, defender: Placed) -> float:
        """Return how likely a defender stands an attack; an average one's chance if it is hidden."""
        if defender.card is None:
            return sum(count * (1 - self.beaten(card)) for card, count in self.unknown.items()) / self.total
        return (1 - self.beaten(defender.card)) * (_SEEN if defender.seen & self.others else 1.0)

    def held(self, square: Square) -> float:
        return self.hold(self.view.field(self.seat).pile(square).cards[0])

    def attack(self, owner: int, square: Square) -> float:
        assert self.view.card is not None
        field = self.view.field(owner)
        gain = self.stake(owner, square)
        if outcome.completes_line(field.up | {square}, square):
            gain += _LINE
        return gain * self.wins(self.view.card, field.pile(square).cards[0])

    def change(self, owner: int, square: Square) -> float:
        assert self.view.card is not None
        top = self.view.field(owner).pile(square).cards[-1].card
        assert top is not None
        return self.stake(owner, square) * _SHOWN * (self.beaten(top) - self.beaten(self.view.card))

    def special(self, square: Square) -> float:
        top = self.view.field(self.seat).pile(square).cards[-1].card
        assert top is not None
        others = self.stake(self.seat, square)
        in_danger = others == _STAKES[2]  # with this one, three of four are captured
        return self.beaten(top) * (_STAKES[3] / 3 if in_danger else others)

    def swap(self, first: Square, second: Square) -> float:
        """Return what it changes that two defenders change places."""
        difference = self.stake(self.seat, first) - self.stake(self.seat, second)
        return difference * (self.held(second) - self.held(first))
