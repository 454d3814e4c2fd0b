from collections import Counter

import pytest

from engine.errors import GameError
from engine.minitactico import bots, play
from engine.minitactico.bots import play_game, random_move, sensible_move
from engine.minitactico.game import write_game
from engine.minitactico.knowledge import observe
from engine.minitactico.legality import legal_moves
from engine.minitactico.reading import parse_position
from engine.rng import SeededRng
from tests.engine.minitactico.positions import captured, line


def choose(text, seed="x"):
    state = parse_position(text)
    return str(sensible_move(observe(state, state.seat), SeededRng(seed)))


def test_random_move_is_any_legal_one():
    state = parse_position(line(card="9"))
    rng = SeededRng("x")
    assert {random_move(state, rng) for _ in range(400)} == set(legal_moves(state))


def test_same_seed_gives_the_same_game():
    games = [write_game(play_game([sensible_move, random_move], seed=seed)) for seed in ("a", "a", "b")]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_see_their_own_view_alone(seats):
    seen = []

    def watching(view, rng):
        seen.append(view)
        return sensible_move(view, rng)

    game = play_game([watching] * seats, seed="watch")
    assert seen == [observe(state, state.seat) for state in game.states[:-1]]
    assert all(set(view.deck) <= {None} and view.seed == "" for view in seen)


def test_sensible_beats_random_in_most_games():
    won = Counter()
    for number in range(40):
        players = [sensible_move, random_move] if number % 2 else [random_move, sensible_move]
        winner = play_game(players, seed=f"match {number}").state.winner
        won[None if winner is None else players[winner].__name__] += 1
    assert won["sensible_move"] >= 34, won


def test_sensible_takes_the_flag_when_it_can():
    given = line(card="9", b={"s32": "7*", "s33": "2*"} | captured("12", "21", "23"))
    assert choose(given) == "ATTACK(B32)"


def test_sensible_does_not_attack_what_it_knows_to_be_stronger():
    known = {
        f"s{square}": card for square, card in zip(("11", "12", "13", "21"), ("J*", "Q*", "K*", "10*"), strict=True)
    }
    known |= dict(zip(("s23", "s31", "s32", "s33"), ("J*", "Q*", "K*", "10*"), strict=True))
    assert not choose(line(card="9", b=known)).startswith("ATTACK")


def test_sensible_lays_a_strong_card_where_its_flag_is_in_danger():
    a = captured("12", "21", "23", by="B") | {"s32": "3*"}
    assert choose(line(card="K", a=a)) == "DEFEND(32)"


def test_sensible_announces_a_special_turn_when_its_flag_is_in_danger():
    a = {"s12": "?-3:B", "s21": "?-Q:B", "s23": "?-J:B"}
    assert choose(line(a=a)) == "SPECIAL(12)"
    assert choose(line(a={"s12": "?-3:B"})) == "DRAW"
    assert choose(line(a={"s12": "?-K:B", "s21": "?-Q:B", "s23": "?-J:B"})) == "DRAW"  # too unlikely


def test_sensible_flips_a_captured_square_in_a_bonus():
    a = {"s12": "2-K:B", "s21": "?-3:B", "s11": "?-Q:B"}
    assert choose(line("BONUS", a=a)) == "FLIP(12)"


def test_sensible_swaps_a_weak_defender_away_from_danger():
    a = {"s32": "3*", "s11": "Ka"}
    state = parse_position(line("BONUS", a=a, b=captured("12")))
    assert sensible_move(observe(state, 0), SeededRng("x")) in legal_moves(state)
    endangered = {"s12": "?-4:B", "s32": "3*", "s11": "Ka"}
    swap = bots._Mind(observe(parse_position(line("BONUS", a=endangered)), 0)).swap((1, 1), (3, 2))
    assert swap > 0


@pytest.mark.parametrize("seats", [2, 3, 5, 9])
def test_every_game_of_bots_ends(seats):
    state = play_game([sensible_move] * seats, seed=f"{seats}").state
    assert state.is_over
    assert state.reason in ("flags", "recycles")


def test_game_takes_the_options_of_the_deal():
    game = play_game([random_move] * 2, seed="x", decks=2, starter=1, max_recycles=0)
    assert game.start == play.deal(seed="x", decks=2, starter=1, max_recycles=0)
    with pytest.raises(GameError):
        play_game([random_move], seed="x")
