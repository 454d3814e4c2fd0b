"""Random games for tests, with a position after every move."""

from itertools import islice

from engine.minitactico import play
from engine.minitactico.legality import legal_moves
from engine.rng import SeededRng


def most_moves(state):
    """Return a number of moves that no game goes beyond: each turn uses a card, and has three moves at most."""
    return 3 * state.size * (state.max_recycles + 1)


def positions(seats, seed, **options):
    """Yield the positions of one random game, the deal first, each with the move that leads on, None at the end."""
    rng = SeededRng(f"moves of {seed}")
    state = play.deal(seats, seed=seed, **options)
    for _ in range(most_moves(state)):
        moves = legal_moves(state)
        if not moves:
            yield state, None
            return
        move = moves[rng.below(len(moves))]
        yield state, move
        state = play.apply(state, move)
    raise AssertionError("a game without an end")


def somewhere(seats, seed, step, **options):
    """Return the position after so many moves of one random game, or its last."""
    states = [state for state, _move in islice(positions(seats, seed, **options), step + 1)]
    return states[-1]
