"""Laws of every game, checked after every step of random ones: 2 to 9 seats, one deck or two."""

import copy
import pickle
from collections import Counter
from itertools import pairwise

import pytest

from engine.minitactico import knowledge, outcome, play
from engine.minitactico.cards import Card
from engine.minitactico.legality import legal_moves, why_illegal
from engine.minitactico.moves import ALL_MOVES, Kind
from engine.minitactico.notation import write_position
from engine.minitactico.reading import parse_position
from engine.minitactico.state import Phase
from engine.minitactico.status import status
from tests.engine.minitactico.games import positions

GAMES = [
    *((2, {"max_recycles": number % 6}, f"two {number}") for number in range(60)),
    *((3, {}, f"three {number}") for number in range(10)),
    *((4, {"max_recycles": 1}, f"four {number}") for number in range(6)),
    *((seats, {"max_recycles": 1}, "more") for seats in range(5, 10)),
    (2, {"decks": 2, "peek_at_setup": True}, "two decks"),
]


@pytest.mark.parametrize(("seats", "options", "seed"), GAMES, ids=[seed for _, _, seed in GAMES])
def test_laws_hold_after_every_step(seats, options, seed):
    played = list(positions(seats, seed, **options))
    deck = Counter(dict.fromkeys(Card, 4 * played[0][0].decks))
    for number, (state, move) in enumerate(played):
        assert knowledge.told(state) == deck  # no card lost, none made
        assert knowledge.hidden(state) == 0
        assert status(state) == ()
        assert state.recycles <= state.max_recycles
        assert all(0 <= left <= 2 for left in state.specials)
        if number % 5 == 0 or move is None:
            check_moves(state)
            assert parse_position(write_position(state)) == state
        if move is not None:
            assert play.apply(state, move, state.seat) == played[number + 1][0] == play.apply_unchecked(state, move)
            check_step(state, move, played[number + 1][0])
    end = played[-1][0]
    assert (end.phase, legal_moves(end)) == (Phase.OVER, ())
    assert sum(outcome.scores(end)) >= 1


def check_moves(state):
    """The list of legal moves is those for which there is no reason against, in the fixed order, each once."""
    moves = legal_moves(state)
    assert moves == tuple(move for move in ALL_MOVES if why_illegal(state, move) is None)
    assert bool(moves) == (not state.is_over)
    for seat in range(state.seats):
        if seat != state.seat:
            assert legal_moves(state, seat) == ()
            assert all(why_illegal(state, move, seat) for move in ALL_MOVES)
        assert legal_moves(knowledge.observe(state, seat)) == moves


def check_step(before, move, after):
    """A turn uses one card; nobody's captures change but where the move says so; the turn goes clockwise."""
    drew = move.kind in (Kind.DRAW, Kind.SPECIAL)
    if before.deck:
        assert len(after.deck) == len(before.deck) - drew
    if before.phase is Phase.BONUS or move.kind in (Kind.DEFEND, Kind.CHANGE):
        assert after.phase in (Phase.TURN, Phase.OVER)
    changed = [seat for seat in range(before.seats) if before.fields[seat] != after.fields[seat]]
    if before.recycles == after.recycles:
        owner = before.seat if move.seat is None else move.seat
        assert changed in ([], [owner])
    if after.phase is Phase.TURN:
        following = [(before.seat + step) % before.seats for step in range(1, before.seats + 1)]
        assert after.seat == next(seat for seat in following if seat in after.players)
    elif not after.is_over:
        assert after.seat == before.seat


def test_two_players_renew_thirty_four_cards_always():
    sizes = set()
    for number in range(20):
        states = [state for state, _move in positions(2, f"two {number}")]
        for before, after in pairwise(states):
            if after.recycles > before.recycles:
                sizes.add(len(after.deck) + 1)
    assert sizes == {34}


def test_copies_are_equal_and_share_nothing_that_changes():
    state = next(state for state, move in positions(3, "copy") if move and move.kind is Kind.ATTACK)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert (twin, hash(twin)) == (state, hash(state))


def test_two_games_side_by_side_do_not_meet():
    alone = [state for state, _move in positions(2, "left")]
    left, right = positions(2, "left"), positions(4, "right", max_recycles=1)
    together = []
    for (state, _), _other in zip(left, right, strict=False):
        together.append(state)
    assert together == alone[: len(together)]
    assert len(together) > 20
