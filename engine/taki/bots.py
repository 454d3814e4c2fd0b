"""Players for practice and simulation: one at random, one sensible. Both look at their own view alone.

A bot is given the view of a seat (engine.taki.knowledge.observe), never the position, and answers with one of its
legal moves. A whole game of four, recorded step by step:

game = play_game([sensible_move] * 4, edition("he-2015"), seed="spring")
print(game.reason, game.state.winner, game.state.counts)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from engine.taki.cards import Card, Sign
from engine.taki.dice import Dice
from engine.taki.editions import Edition, edition
from engine.taki.game import Game
from engine.taki.knowledge import View, observe
from engine.taki.moves import DECLARE_LAST, DRAW, MOVES, Kind, Move
from engine.taki.situations import Phase
from engine.taki.state import FIRST_SEAT, SILENT, GameState

CAP = 5000
"""Moves after which a game is stopped unless another cap is asked for; bots seldom take more than 500."""


class Rng(Protocol):
    """Random numbers, as engine.rng.SeededRng and engine.taki.dice.Dice give them."""

    def below(self, n: int) -> int:
        """Return a whole number in 0 … n−1, each equally likely."""


Bot: TypeAlias = Callable[[View, Rng], "Move | None"]
"""From a view and random numbers to one of the view's legal moves.

Out of turn (``view.is_asked`` is false) None says nothing; the seat to act has to move.
"""


def random_move(view: View, rng: Rng) -> Move:
    """Return a legal move, each equally likely; but it draws only when nothing else is legal, and never forgets to
    say "last card": a player that draws at will never comes to an end.
    """
    moves = sought(view.legal)
    return moves[0] if len(moves) == 1 else moves[rng.below(len(moves))]


def sought(legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return those of the legal moves that ``random_move`` chooses from, in their order."""
    if DECLARE_LAST in legal:
        return (MOVES[DECLARE_LAST],)
    kept = tuple(move for move in legal if move != DRAW)
    if kept and kept[-1].declares:  # legal moves are in order, and those that declare come last
        said = {move.cards for move in kept if move.declares}
        kept = tuple(move for move in kept if move.declares or move.cards not in said)
    return kept or legal


def sensible_move(view: View, rng: Rng) -> Move:
    """Return the legal move that promises most by what the seat may know; level ones by lot.

    It empties its hand by runs, with what matters at their end laid last; holds a King, CC and Super TAKI for need;
    turns 2+, Stop, Direction and +3 against seats with few cards; says "last card" and claims when others forget it;
    answers a +3 when that leaves it better off.
    """
    mind = _Mind(view)
    values = [(mind.value(move), move) for move in view.legal]
    best = max(value for value, _ in values)
    level = [move for value, move in values if value == best]
    return level[rng.below(len(level))]


def play_game(
    bots: Sequence[Bot], rules: Edition | None = None, *, seed: str, starter: int = 0, cap: int = CAP
) -> Game:
    """Return a whole game with its record, one bot a seat; it follows from *seed*. Raises as ``dealing.deal`` does.

    It is over because somebody went out, or it was stopped: as a stalemate, or after *cap* moves (``game.reason``).
    """
    game = Game.deal(rules or edition(), len(bots), seed, starter)
    play_on(game, bots, Dice(seed), cap=cap)
    return game


def play_on(game: Game, bots: Sequence[Bot], rng: Rng, *, cap: int = CAP) -> None:
    """Play *game* from where it stands to its end, or until it is stopped as in ``play_game``; one bot a seat."""
    while not game.is_over:
        if game.is_stuck:
            game.stop("stalemate")
        elif len(game.steps) >= cap:
            game.stop("cap")
        else:
            seat, move = next_action(game.state, bots, rng)
            game.push(move, seat)


def next_action(state: GameState, bots: Sequence[Bot], rng: Rng) -> tuple[int, Move]:
    """Return who acts and how: seats whose last card is undeclared may say so before the seat to act moves."""
    for seat in state.players if state.fields[SILENT] else ():
        if seat != state.seat and state.fields[SILENT] >> FIRST_SEAT + seat & 1:
            view = observe(state, seat)
            spoken = bots[seat](view, rng) if view.legal else None
            if spoken is not None:
                return seat, spoken
    move = bots[state.seat](observe(state, state.seat), rng)
    if move is None:
        raise ValueError("the seat to act has to move; None is for a seat that is asked out of turn")
    return state.seat, move


_WINS = 1000.0
"""What going out is worth: more than anything else."""
_KEPT = {
    Sign.KING: 3.0,
    Sign.SUPER_TAKI: 1.5,
    Sign.CHANGE_COLOUR: 1.5,
    Sign.PLUS_THREE: 0.5,
    Sign.BREAK_THREE: -1.0,
    Sign.TWO_PLUS: 0.5,
}
"""What holding a card is worth, in cards laid: it gets its holder out of a need. A B3 held to the end costs three."""
_FOLLOWING = 0.15
"""What a card left in the hand is worth that follows the one laid."""
_NO_CHANCE = -50.0
"""A last card that gives the win away."""


def _fear(count: int) -> float:
    """Return how much a seat with so many cards is to be feared: what a card in its hand is worth to all others."""
    return (3.0, 2.0, 1.2, 0.7)[count] if count < 4 else 0.35


class _Mind:
    """How one seat values its moves in one view: in cards, those it gets rid of and those others get."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.colours = Counter(card.colour for card in view.hand if card.colour is not None)
        self.next = view.others[0] if view.others else view.seat
        self.last = view.others[-1] if view.others else view.seat

    def value(self, move: Move) -> float:
        """Return what *move* promises."""
        match move.kind:
            case Kind.DECLARE_LAST | Kind.CLAIM:
                return 2 * _WINS  # first of all
            case Kind.DRAW:
                return -1.0 - max(self.view.owed, 1)
            case Kind.CLOSE:
                return 1.0
            case Kind.BREAK | Kind.SHIELD:
                return self.answer(move)
            case Kind.PLAY | Kind.PLAY_PAIR | Kind.PLAY_COMBO:
                return self.lay(move)
            case _:
                return 0.0

    def lay(self, move: Move) -> float:
        """Return what it is worth to lay the cards of *move*."""
        left = list(self.view.hand)
        for card in move.cards:
            left.remove(card)
        card = move.cards[-1]
        said = 0.5 * move.declares
        if not left:
            return self.go_out(move, card)
        if len(left) == 1 and card.sign is Sign.KING and self.can_be_last(left[0]):
            return _WINS / 2 + said  # whatever is left may be laid at once
        if self.view.phase is Phase.RUN:
            return said + self.lay_in_run(move, card, left)
        kept = sum(_KEPT.get(other.sign, 0.0) for other in move.cards)
        return said + len(move.cards) - kept + self.effect(move, card, left)

    def lay_in_run(self, move: Move, card: Card, left: list[Card]) -> float:
        """Return what it is worth to lay a card in a run: all of the colour go, what counts at its end last."""
        if card.colour is None:
            return 2.0 if len(left) == 1 else 0.5 - _KEPT.get(card.sign, 0.0)
        if card.sign is Sign.TAKI:
            return 9.0  # on top it could not be closed
        if card.sign is Sign.PLUS:
            return 8.0
        return 6.0 - min(4.0, max(-1.0, self.effect(move, card, [])))

    def effect(self, move: Move, card: Card, left: list[Card]) -> float:
        """Return what the effect of the top card laid is worth, and how the rest of the hand follows it."""
        counts = self.view.counts
        following = _FOLLOWING * sum(self.follows(other, move, card) for other in left)
        match card.sign:
            case Sign.TWO_PLUS if self.view.phase is Phase.RUN and self.view.edition.run_two_plus == "void":
                return following
            case Sign.TWO_PLUS:
                return following + (2.0 + self.view.owed) * _fear(counts[self.next])
            case Sign.STOP:
                again = 1.0 if len(self.view.others) == 1 else 0.0
                return following + again + _fear(counts[self.next])
            case Sign.DIRECTION:
                return following + _fear(counts[self.next]) - _fear(counts[self.last])
            case Sign.PLUS if move.kind is Kind.PLAY:
                return 1.0 if any(self.follows(other, move, card) for other in left) else -2.0
            case Sign.TAKI | Sign.SUPER_TAKI:
                colour = card.colour or move.colour or self.view.run or self.view.lead.colour
                return float(sum(other.colour == colour for other in left))
            case Sign.KING:
                return 1.0 + self.view.owed
            case Sign.PLUS_THREE:
                return 3 * sum(_fear(counts[other]) for other in self.view.others) / 2
            case Sign.THREE if move.kind is Kind.PLAY_COMBO:
                return 3 * sum(_fear(counts[other]) for other in self.view.others) / 2
            case Sign.BREAK_THREE:
                return -3.0
            case Sign.CRAZY:
                giver = self.last if move.direction == self.view.direction else self.next
                return float(len(left) - counts[giver])
            case _:
                return following

    def follows(self, other: Card, move: Move, card: Card) -> bool:
        """Whether *other* may be laid on *card*, as far as the two tell."""
        if other.colour is None:
            return other.sign is not Sign.BREAK_THREE
        return other.colour == (card.colour or move.colour) or other.sign is card.sign

    def go_out(self, move: Move, card: Card) -> float:
        """Return what it is worth to lay the last cards: mostly the game."""
        if card.sign is Sign.CRAZY:
            return _NO_CHANCE
        if card.sign is Sign.CHANGE_COLOUR and move.colour is None:
            return _NO_CHANCE
        if not self.can_be_last(card) and move.kind is Kind.PLAY:
            return -0.5
        return _WINS - (1.0 if card.sign in (Sign.TWO_PLUS, Sign.PLUS_THREE) else 0.0)  # these can be answered

    def can_be_last(self, card: Card) -> bool:
        """Whether laying *card* last can win, as far as the rules tell of one card (§4.2)."""
        rules = self.view.edition
        if card.sign in (Sign.PLUS, Sign.BREAK_THREE, Sign.CRAZY):
            return False
        stops = {Sign.STOP} | ({Sign.DIRECTION} if rules.two_player_reverse == "extra_turn" else set())
        return not (card.sign in stops and len(self.view.others) == 1 and rules.stop_last_2p != "wins")

    def answer(self, move: Move) -> float:
        """Return what an answer to a +3 is worth, compared with letting it go: above 0 if it pays."""
        counts, by = self.view.counts, self.view.by
        assert by is not None
        mine = len(self.view.hand)
        if mine == len(move.cards):
            return _WINS
        spared = 3.0 + len(move.cards) - sum(_KEPT.get(card.sign, 0.0) for card in move.cards)
        if move.kind is Kind.SHIELD:
            return spared
        others = sum(3 * _fear(counts[seat]) for seat in self.view.others if seat != by)
        return spared + 3 * _fear(counts[by]) - others / 2
