import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from engine.errors import GameError
from engine.minitactico import knowledge, play
from engine.minitactico.cards import Card, strongest
from engine.minitactico.dealing import decks_needed
from engine.minitactico.notation import write_position
from engine.minitactico.state import Phase
from engine.minitactico.status import status

CHECKOUT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("seats", "decks", "deck"), [(2, 1, 34), (3, 1, 25), (4, 1, 16), (5, 2, 59), (9, 2, 23), (2, 2, 86)]
)
def test_deal_gives_nine_cards_each_and_the_whole_deck(seats, decks, deck):
    state = play.deal(seats, seed="spring", decks=decks)

    assert knowledge.told(state) == Counter(dict.fromkeys(Card, 4 * decks))
    assert len(state.deck) == deck
    assert [[len(pile.cards) for pile in field.piles] for field in state.fields] == [[1] * 8] * seats
    assert not any(field.up for field in state.fields)
    assert (state.phase, state.specials, state.recycles) == (Phase.TURN, (2,) * seats, 0)
    assert status(state) == ()


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 2), (9, 2)])
def test_decks_needed(seats, decks):
    assert decks_needed(seats) == decks == play.deal(seats, seed="x").decks


def test_deal_follows_from_its_seed_alone():
    same, again, other = (play.deal(seed=seed) for seed in ("spring", "spring", "autumn"))
    assert same == again
    assert hash(same) == hash(again)
    assert same != other


def test_deal_is_the_same_in_another_process():
    code = "from engine.minitactico import bots, game\n"
    code += "print(game.write_game(bots.play_game([bots.sensible_move, bots.random_move], seed='spring')), end='')"
    printed = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=CHECKOUT,
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert write_position(play.deal(seed="spring")) in printed[0]


def test_strongest_flag_starts_and_lots_are_fair_enough():
    starts = Counter()
    for number in range(400):
        state = play.deal(seed=f"{number}")
        level = strongest([field.flag for field in state.fields])
        assert state.seat in level
        if len(level) == 2:
            starts[state.seat] += 1
    assert len(starts) == 2


def test_starter_can_be_named():
    assert [play.deal(3, seed="x", starter=seat).seat for seat in range(3)] == [0, 1, 2]


def test_nobody_has_looked_at_face_down_cards():
    state = play.deal(3, seed="x")
    assert [sum(p.card is not None for p in knowledge.observe(state, 1).field(s).placed()) for s in range(3)] == [
        0,
        0,
        0,
    ]


def test_peek_at_setup_shows_each_its_own_field():
    state = play.deal(3, seed="x", peek_at_setup=True)
    assert [sum(p.card is not None for p in knowledge.observe(state, 1).field(s).placed()) for s in range(3)] == [
        0,
        8,
        0,
    ]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"seats": 1}, "seats"),
        ({"seats": 10}, "seats"),
        ({"seats": "2"}, "seats"),
        ({"seats": True}, "seats"),
        ({"seats": 5, "decks": 1}, "decks"),
        ({"decks": 3}, "decks"),
        ({"decks": 0}, "decks"),
        ({"starter": 2}, "starter"),
        ({"starter": -1}, "starter"),
        ({"max_recycles": -1}, "max_recycles"),
        ({"max_recycles": 1.0}, "max_recycles"),
        ({"seed": 7}, "seed"),
        ({"seed": "\ud800"}, "seed"),
    ],
)
def test_deal_refuses(options, code):
    with pytest.raises(GameError) as refusal:
        play.deal(**{"seed": "x", **options})
    assert refusal.value.code == code


def test_an_unknown_option_is_an_error():
    with pytest.raises(TypeError):
        play.deal(seed="x", pieces=9)


def test_shuffle_leaves_equal_cards_together_as_often_as_chance_does():
    """Neighbours in a deck of 34 of 52: the chance that two are equal is 3/51."""
    pairs = equal = 0
    for number in range(300):
        deck = play.deal(seed=f"shuffle {number}").deck
        pairs += len(deck) - 1
        equal += sum(a == b for a, b in pairwise(deck))
    assert abs(equal / pairs - 3 / 51) < 0.01
