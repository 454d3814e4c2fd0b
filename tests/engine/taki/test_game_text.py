from contextlib import suppress

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from engine.errors import BadGame
from engine.taki.editions import EDITIONS, edition
from engine.taki.game import Game
from engine.taki.game_text import parse_game, read_game, replay, write_game

from . import kit
from .conformance import HE, OFFICIAL

START = f"taki 1\n{HE} top=r9 A=r5,r6,b1 B=r1,b3,b4 C=g1,g3,g4 pile=y1,y3,y4,40?\n"


def faults(text):
    return [(fault.step, fault.line, fault.code) for fault in replay(parse_game(text)).faults]


def test_game_is_written_step_by_step():
    text = START + "A r5  # a comment\n\nB DRAW {B y1}\nC DRAW\nB LEAVE\n"
    game = read_game(text)
    lines = write_game(game).splitlines()
    assert lines[0] == "taki 1"
    assert lines[2:5] == ["A r5", "B DRAW {B y1}", "C DRAW {C y3}"]
    assert lines[5].startswith("B LEAVE {shuffle ")
    assert write_game(read_game(write_game(game))) == write_game(game)


def test_draws_tell_the_order_of_a_pile_that_nobody_knows():
    text = START.replace("y1,y3,y4,40?", "43?") + "A DRAW {A gT}\nB DRAW {B K}\nC DRAW {C 1?}\nA DRAW {A yT}\n"
    game = read_game(text)
    assert "gT" in map(str, game.state.hand(0))
    assert "K" in map(str, game.state.hand(1))


def test_draws_through_a_reshuffle_tell_the_new_order():
    start = f"taki 1\n{HE} B+ top=r2+ p=2 A=8? B=r4,r5 C=? pile=r1 laid=g1,g3,g4,b3\n"
    game = read_game(start + "B DRAW {B r1,g4,b3,g1}\n")
    assert sorted(map(str, game.state.hand(1))) == ["b3", "g1", "g4", "r1", "r4", "r5"]


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ("A r5\nA r6\nB r1\n", [(2, 4, "not_your_turn")]),
        ("A b1\nB r1\n", [(1, 3, "no_match"), (2, 4, "not_your_turn")]),
        ("A DRAW {A y3}\n", [(1, 3, "took")]),
        ("A DRAW {A y1,y3}\n", [(1, 3, "took")]),
        ("A DRAW {B y1}\n", [(1, 3, "took")]),
        ("A DRAW {A 2?}\n", [(1, 3, "took")]),
        ("A r5 {A y1}\n", [(1, 3, "took")]),
        ("A r5 {shuffle r1,r3}\n", [(1, 3, "shuffle")]),
        ("D LEAVE\n", [(1, 3, "seat_left")]),
        ("A r5\nover A out\n", [(0, 4, "result")]),
        ("over - called_off\n", [(0, 0, "result")]),
        ("A r5\nover - cap\n", []),
        ("A r5\n", []),
    ],
)
def test_what_does_not_fit_is_told_with_its_step(actions, expected):
    assert faults(START + actions) == expected


def test_step_that_is_not_possible_is_left_out():
    played = replay(parse_game(START + "A r5\nC r9\nB r1\n"))
    assert ([str(step.move) for step in played.game.steps], len(played.faults)) == (["r5", "r1"], 1)


def test_nothing_is_played_after_the_end():
    text = f"taki 1\n{OFFICIAL} top=r9 A=r5 B=8? declared=A\nA r5\nB DRAW\n"
    assert faults(text) == [(2, 4, "bad_phase")]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["format"]),
        ("taki 2\nhe-2015 top=r9 A=8? B=8?\n", ["format"]),
        ("taki 1\n", ["format"]),
        ("taki 1\nhe-2015 top=r9 A=8?\n", ["seats"]),
        (START + "A r5 {B}\nwhat\nA r2\n", ["bad_notation", "bad_notation", "bad_notation"]),
        (START + "A DRAW {A r2}\n", ["bad_notation"]),
        (START + "A DRAW {shuffle 3?}\n", ["bad_notation"]),
        (START + "A CC(x)\n", ["colour_required"]),
        (START + "over A out\nA r5\n", ["after_over"]),
        (START + "over A tired\n", ["bad_notation"]),
    ],
)
def test_text_that_is_no_game_is_refused_with_everything_wrong(text, codes):
    with pytest.raises(BadGame) as refused:
        parse_game(text)
    assert [problem.code for problem in refused.value.problems] == codes


@pytest.mark.parametrize("value", [None, 5, b"taki 1", ["taki 1"], "x" * 2_000_001])
def test_what_is_no_text_is_no_game(value):
    with pytest.raises(BadGame) as refused:
        parse_game(value)
    assert [problem.code for problem in refused.value.problems] == ["text"]


def test_read_game_refuses_what_does_not_fit():
    with pytest.raises(BadGame) as refused:
        read_game(START + "A b1\n")
    assert [(problem.code, problem.values) for problem in refused.value.problems] == [
        ("no_match", {"line": 3, "step": 1})
    ]


@settings(max_examples=60, deadline=None)
@given_any(st.sampled_from(sorted(EDITIONS)), st.integers(0, 40), st.integers(0, 4000), st.text(max_size=12))
def test_garbled_game_is_refused_or_read(name, seed, place, text):
    game = Game.deal(edition(name), 3, str(seed))
    for _ in range(12):
        game.push(game.legal_moves[seed % len(game.legal_moves)])
        if game.is_over:
            break
    whole = write_game(game)
    for garbled in (text, whole[:place] + text + whole[place:], whole[:place] + whole[place + 7 :]):
        with suppress(BadGame):
            kit.check_cards(replay(parse_game(garbled)).game.state)
