from collections import Counter

import pytest

from engine.errors import GameError
from engine.taki.bots import play_game, random_move, sensible_move
from engine.taki.dealing import deal
from engine.taki.dice import Dice
from engine.taki.editions import EDITIONS, edition
from engine.taki.moves import DRAW, MOVES
from engine.taki.random_play import play_random
from engine.taki.scorekeeping import report_of
from engine.taki.simulate import Outcome, Simulation, game_seed, outcomes, play_numbered, simulate

HE = edition("he-2015")
FLAGS = [
    {"mode": "pyramid"},
    {"two_player_reverse": "extra_turn"},
    {"drawn_playable": "same_turn"},
    {"voluntary_draw": "forbidden"},
    {"king_shields_plus3": True, "plus3_on": "any", "plus3_on_pending": "adds_three"},
    {"last_card_deadline": "before_next_move", "last_card_penalty": "claim4"},
    {"half_sets": 1, "opening_action": "applies", "opening_colourless": "free_lead", "cc_last_bar": True},
]
RULES = [
    *EDITIONS.values(),
    *(edition("he-2015", **flags) for flags in FLAGS),
    edition("en-classic", crazy="fixed_dir"),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join([rules.id, *rules.overrides]))
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_fast_way_comes_to_the_same_as_the_game_with_its_record(rules, seats):
    for number in range(9):
        cap = (30, 200, 5000)[number % 3]
        game = play_game([random_move] * seats, rules, seed=str(number), cap=cap)
        state = deal(rules, seats, str(number))
        made, turns, reason = play_random(state, Dice(str(number)), cap)
        assert (made, reason, state) == (len(game.steps), game.reason, game.state)
        if reason == "out":
            assert turns == sum(report_of(game).turns.values())


@pytest.mark.parametrize("name", EDITIONS)
def test_each_game_can_be_played_alone_by_its_number(name):
    bots = [sensible_move, random_move, sensible_move]
    for given in (None, bots):
        played = list(outcomes(EDITIONS[name], 3, "spring", given, 60, range(1, 9)))
        for outcome in reversed(played):
            game = play_numbered(outcome.number, EDITIONS[name], 3, "spring", given, 60)
            assert (outcome.reason, outcome.winner) == (game.reason, game.state.winner)
            assert (outcome.moves, outcome.cards) == (len(game.steps), game.state.counts)
            if outcome.winner is not None:
                assert outcome.turns == sum(report_of(game).turns.values())


def test_distributions_count_the_games_that_were_played():
    found = simulate(HE, 4, 200, "spring", cap=60)
    played = list(outcomes(HE, 4, "spring", None, 60, range(1, 201)))
    assert found == Simulation(
        HE,
        4,
        "spring",
        60,
        games=200,
        reasons=Counter(each.reason for each in played),
        wins=Counter(each.winner for each in played if each.winner is not None),
        cards_left=Counter(
            cards
            for each in played
            if each.winner is not None
            for seat, cards in enumerate(each.cards)
            if seat != each.winner
        ),
        moves=Counter(each.moves for each in played),
        turns=Counter(each.turns for each in played),
    )
    assert set(found.reasons) == {"out", "cap"}
    assert max(found.moves) == 60


def test_same_seed_gives_the_same_simulation_and_another_seed_another():
    assert simulate(HE, 5, 30, "a") == simulate(HE, 5, 30, "a")
    assert simulate(HE, 5, 30, "a").moves != simulate(HE, 5, 30, "b").moves


def test_games_do_not_depend_on_how_many_are_played():
    assert list(outcomes(HE, 3, "x", None, 500, [7])) == list(outcomes(HE, 3, "x", None, 500, range(1, 8)))[6:]
    assert game_seed("x", 7) == "x/7"


def test_circle_of_draws_without_cards_is_a_stalemate():
    """engine_bug_reports 4 and 63: the round that can never end ends, and the result says why."""
    drawing = [lambda view, rng: MOVES[DRAW]] * 10
    (outcome,) = outcomes(HE, 10, "x", drawing, 5000, [1])
    drawn = HE.deck_size - 81  # all but hands and the card turned up
    assert (outcome.reason, outcome.winner) == ("stalemate", None)
    assert (outcome.moves, sum(outcome.cards)) == (drawn + 10, HE.deck_size - 1)
    assert play_numbered(1, HE, 10, "x", drawing).reason == "stalemate"


def test_random_game_against_the_clock_stops_at_its_cap():
    """engine_bug_reports 2: a simulation has a stated cap and says when it was reached."""
    (outcome,) = outcomes(HE, 4, "x", None, 5, [1])
    assert outcome == Outcome(1, "cap", None, outcome.cards, 5, outcome.turns)


@pytest.mark.parametrize(
    ("seats", "games", "more", "code"),
    [
        (1, 5, {}, "seats"),
        (11, 5, {}, "seats"),
        (11, 0, {}, "seats"),
        (4, -1, {}, "games"),
        (4, 2.0, {}, "games"),
        (4, 5, {"cap": 0}, "cap"),
        (4, 5, {"bots": [random_move] * 3}, "bots"),
    ],
)
def test_what_cannot_be_simulated_is_refused(seats, games, more, code):
    with pytest.raises(GameError) as refused:
        simulate(HE, seats, games, "x", **more)
    assert refused.value.code == code
