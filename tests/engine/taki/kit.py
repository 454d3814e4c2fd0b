"""One kit of checks for every edition and number of seats: random games, looked at after every step."""

from random import Random

import pytest

from engine.errors import IllegalMove
from engine.taki.editions import Edition
from engine.taki.game import Game
from engine.taki.game_text import read_game, write_game
from engine.taki.legality import legal_moves, why_illegal
from engine.taki.moves import DECLARE_LAST, DRAW, MOVES, Move
from engine.taki.notation import read_position, write_position
from engine.taki.piles import beneath
from engine.taki.play import apply, push
from engine.taki.situations import Phase
from engine.taki.state import DECK, PLACE, GameState

CAP = 500
"""Steps after which a random game is stopped."""
WINDOWS = (Phase.PLUS3, Phase.CLAIM)


def choose(state: GameState, rng: Random) -> tuple[int, Move]:
    """Return a seat and a legal move of it: drawing seldom by choice, out of turn now and then."""
    if rng.random() < 0.15:
        out_of_turn = [
            (seat, move) for seat in state.players if seat != state.seat for move in legal_moves(state, seat)
        ]
        if out_of_turn:
            return rng.choice(out_of_turn)
    legal = list(legal_moves(state))
    if len(legal) > 1 and rng.random() < 0.98:
        legal = [move for move in legal if move != DRAW]
    if legal[-1] == DECLARE_LAST and len(legal) > 1 and rng.random() < 0.7:
        return state.seat, legal[-1]
    return state.seat, rng.choice(legal)


def random_game(edition: Edition, seats: int, seed: str, *, leave: float = 0.0, watch=None) -> Game:
    """Return a game played to its end, a stalemate or ``CAP``; *watch* is called with it after every step.

    *leave* is the chance that somebody leaves before a step.
    """
    rng = Random(f"{edition.id} {seats} {seed}")
    game = Game.deal(edition, seats, seed, starter=rng.randrange(seats))
    while not game.is_over:
        if len(game.steps) >= CAP:
            game.stop("cap")
        elif game.is_stuck:
            game.stop("stalemate")
        elif rng.random() < leave:
            game.withdraw(rng.choice(game.state.players))
        else:
            seat, move = choose(game.state, rng)
            game.push(move, seat)
        if watch:
            watch(game)
    return game


def check_cards(state: GameState) -> None:
    """Hands, draw pile and discards are the deck; what must stay on top lies in the discard pile."""
    hands = [state.numbers(seat) for seat in range(state.seats)]
    pile = state.fields[DECK][state.fields[PLACE] :]
    lying = [*beneath(state), *state.facts.kept]
    assert bytes(sorted([*pile, *lying, *(number for hand in hands for number in hand)])) == state.rules.whole
    assert (len(pile), len(lying)) == (state.pile_size, state.discard_size)
    assert state.counts == tuple(map(len, hands))


def check_turn(state: GameState) -> None:
    """Somebody has a move, or it is over and nothing is open or owed."""
    if state.is_over:
        assert all(legal_moves(state, seat) == () for seat in range(state.seats))
        assert (state.pending, state.run, state.by, state.waiting, state.extras.wins) == (0, None, None, (), ())
    else:
        assert state.seat in state.players
        assert legal_moves(state)
        assert (state.waiting != ()) == (state.phase in WINDOWS)


def check_values(state: GameState) -> None:
    """A copy is equal, so is what is read from its text; asking changes nothing."""
    before = list(state.fields)
    twin = state.copy()
    assert (twin, hash(twin)) == (state, hash(state))
    text = write_position(state)
    again = read_position(text)
    assert again == state
    assert write_position(again) == text
    assert legal_moves(again) == legal_moves(state)
    assert state.fields == before


def check_moves(state: GameState, rng: Random) -> None:
    """The list of moves is the mask's; legal ones can be made and change the position, others are refused."""
    rules = state.rules
    for seat in state.players:
        legal = legal_moves(state, seat)
        assert list(legal) == sorted(set(legal))
        for move in rng.sample(sorted(MOVES), 12):
            assert (move in legal) == (why_illegal(state, MOVES[move], seat) is None)
        for move in rng.sample(list(legal), min(3, len(legal))):
            assert apply(state, move, seat) != state
        move = MOVES[rng.choice(sorted(MOVES))]
        if move not in legal:
            before = list(state.fields)
            with pytest.raises(IllegalMove) as refused:
                push(state, move, seat)
            assert refused.value.code == why_illegal(state, move, seat)
            assert refused.value.values["legal"] == [str(other) for other in legal]
            assert state.fields == before
    key = state.fields[state.fields[1]] & state.situation.mask
    assert [int(move) for move in rules.moves_of(key)] == sorted(rules._numbers(key))


def check_game(game: Game) -> None:
    """The text of a game is that game again; every step can be taken back and comes the same once more."""
    text = write_game(game)
    again = read_game(text)
    assert (again.start, again.steps, again.state, again.reason) == (game.start, game.steps, game.state, game.reason)
    assert write_game(again) == text
    steps, end = list(game.steps), game.state.copy()
    for _ in range(min(len(steps), 40)):
        again.pop()
    for step in steps[len(again.steps) :]:
        done = again.withdraw(step.seat) if step.move is None else again.push(step.move, step.seat)
        assert done == step
    assert again.state == end
    while again.steps:
        again.pop()
    assert again.state == game.start
