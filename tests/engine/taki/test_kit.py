"""The kit over every edition, every number of seats and the flags that no edition uses."""

from random import Random

import pytest

from engine.errors import EditionError
from engine.taki.editions import EDITIONS, FLAGS, edition

from . import kit

SEATS = range(2, 11)
VARIANTS = [
    ("he-2015", {"voluntary_draw": "forbidden"}),
    ("he-2015", {"drawn_playable": "same_turn", "voluntary_draw": "forbidden"}),
    ("en-classic", {"drawn_playable": "same_turn"}),
    ("he-2015", {"two_player_reverse": "extra_turn", "plus_last": "draw_one", "stop_last_2p": "draw_one"}),
    ("en-classic", {"two_player_reverse": "extra_turn", "stop_last_2p": "forbidden"}),
    ("he-2015", {"open_taki": "ends_with_turn", "lone_taki": "closable", "opening_action": "applies"}),
    ("official-2018", {"plus3_on_pending": "adds_three", "king_shields_plus3": True}),
    ("pl-wiki", {"plus3_on_pending": "adds_three", "plus3_turn": "returns"}),
    ("official-2018", {"plus3_on_pending": "keeps_chain", "plus3_turn": "returns", "win_timing": "immediate"}),
    ("super-2011", {"king_shields_plus3": True, "plus3_turn": "returns"}),
    ("en-classic", {"crazy": "fixed_dir", "opening_colourless": "free_lead"}),
    ("he-2015", {"cc_last_bar": True, "opening_colourless": "free_lead"}),
    ("he-2015", {"last_card_penalty": "auto4", "last_card_in_run": "exempt"}),
    ("official-2018", {"last_card_penalty": "claim4"}),
    ("en-classic", {"last_card_deadline": "before_laying", "last_card_penalty": "claim4"}),
    ("en-classic", {"run_two_plus": "void", "run_colourless": "end_only", "supertaki_colour": "inherits"}),
    ("super-2011", {"plus_mode": "pair_only", "supertaki_colour": "chooses"}),
    *((name, {"mode": "pyramid"}) for name in EDITIONS),
    *((name, {"half_sets": 1}) for name in EDITIONS),
]


def check(rules, seats, games, leave=0.0):
    rng = Random(f"{rules.id} {rules.overrides} {seats}")

    def look(game):
        kit.check_cards(game.state)
        kit.check_turn(game.state)
        if rng.random() < 0.03:
            kit.check_values(game.state)
            kit.check_moves(game.state, rng)

    for number in range(games):
        game = kit.random_game(rules, seats, str(number), leave=leave, watch=look)
        kit.check_game(game)
        assert game.reason in ("out", "stalemate", "cap") or (leave and game.reason == "called_off")


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", EDITIONS)
def test_kit_of_every_edition_and_number_of_seats(name, seats):
    check(edition(name), seats, games=2)


@pytest.mark.parametrize(("name", "flags"), VARIANTS, ids=[f"{name}-{'-'.join(flags)}" for name, flags in VARIANTS])
def test_kit_of_flags_that_no_edition_uses(name, flags):
    for seats in (2, 3, 6):
        check(edition(name, **flags), seats, games=1)


@pytest.mark.parametrize("name", EDITIONS)
def test_kit_with_seats_that_leave(name):
    for seats in (2, 3, 5, 10):
        check(edition(name), seats, games=2, leave=0.02)


def test_kit_of_any_flags_together():
    rng = Random("flags")
    played = 0
    while played < 30:
        flags = {flag: rng.choice(FLAGS[flag]) for flag in rng.sample(sorted(FLAGS), 6)}
        try:
            rules = edition(rng.choice(list(EDITIONS)), **flags)
        except EditionError:
            continue
        check(rules, rng.randint(2, rules.most_players), games=1, leave=0.005)
        played += 1
