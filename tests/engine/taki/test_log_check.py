"""Level C: the whole log of a game, with open and with hidden draws (rules.md §7.3)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.findings import Finding, Severity
from engine.taki.editions import EDITIONS, edition
from engine.taki.game_text import parse_game, write_game
from engine.taki.log_check import check_log, play_again
from engine.taki.played import PlayedRound

from .real_games import PlayedGame, hidden

HARD, OVERRIDE, WARNING = Severity
HE = edition("he-2015")
START = "taki 1\nhe-2015 top=r9 "


def problems(text, rules=HE, reported=None):
    """What was found, without messages: code, problem or card, step."""
    return [
        (each.code, each.values.get("problem") or each.values.get("card"), each.values.get("step", 0))
        for each in check_log(text, rules, reported)
    ]


def test_third_king_of_a_hidden_log_is_a_vb2_v12():
    log = START + "A=8? B=8?\nA K\nA PASS\nB r3\n"
    report = PlayedRound({1: 7, 2: 7}, is_called_off=True, hands={1: ["K", "K", *["r1", "r3", "r4", "r5", "r6"]]})
    assert check_log(log, HE, report) == [
        Finding("VB2", HARD, (1,), {"card": "K", "held": 2, "laid": 1, "copies": 2, "step": 3})
    ]


def test_card_laid_more_often_than_it_exists_is_named_with_its_step():
    log = START + "A=8? B=8? C=8?\nA r5\nB r5\nC r5\nA r6\n"
    assert check_log(log, HE) == [
        Finding("VB2", HARD, (3,), {"card": "r5", "copies": 2, "step": 3, "line": 5}),
    ]


def test_card_of_another_deck_in_a_hidden_log_is_a_vb1():
    log = "taki 1\nen-classic top=r9 A=8? B=8?\nA +3\n"

    found = check_log(log, edition("en-classic"))

    foreign = {"problem": "not_in_deck", "field": "log", "cards": ["+3"], "step": 1, "line": 3}
    assert Finding("VB1", HARD, (1,), foreign) in found


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("A r5\nB b5\nC b6", []),
        ("A b5", [("VC2", "no_match", 1)]),
        ("A r5\nA r6", [("VC2", "not_your_turn", 2)]),
        ("A r2+\nB r5\nB DRAW {B 2?}\nC r1", [("VC2", "must_answer_2plus", 2)]),
        ("A r2+\nB DRAW {B 4?}\nC r1", [("VC3", "took", 2)]),
        ("A DRAW {A 1?}\nB DRAW {C 1?}", [("VC3", "took", 2)]),
        ("A rT\nA r5\nA b3\nA CLOSE\nB r1", [("VC2", "wrong_run_colour", 3)]),
        ("A rT\nA CLOSE", [("VC2", "cannot_close_taki", 2)]),
        ("A CC", [("VC2", "colour_required", 1)]),
        ("A B r5", [("VC1", "bad_notation", 0)]),
        ("A r5\nB r4\nover A out", [("VC4", "result", 0)]),
        ("A r5\nB r4\nover - cap", []),
        ("over - cap\nA r5", [("VC1", "after_over", 0)]),
        ("A CLAIM", [("VC2", "bad_phase", 1)]),
    ],
)
def test_hidden_log_is_judged_step_by_step(steps, expected):
    assert problems(START + "A=8? B=8? C=8?\n" + steps) == expected


def test_hand_cannot_give_what_it_does_not_hold():
    log = START + "A=r5,2? B=8?\nA b9\nB g9\nA y9\nB y8\nA y4\n"
    known = START + "A=r5,b9 B=8?\nA b9\nB g9\nA y9\n"
    assert problems(log) == [("VC2", "not_in_hand", 5)]
    assert problems(known) == [("VC2", "not_in_hand", 3)]


def test_last_card_is_found_in_a_log_and_nothing_follows_it():
    log = "taki 1\nen-classic top=r9 A=2? B=8?\nA r5!\nB r4\nA r3\nB r1\nover A out\n"
    assert problems(log, edition("en-classic")) == [("VC2", "bad_phase", 4)]


def test_draw_of_somebody_who_may_have_had_to_play_is_a_warning():
    rules = edition(voluntary_draw="forbidden")
    log = (
        "taki 1\nhe-2015[voluntary_draw=forbidden] top=r9 A=r5 B=b1,b3 C=8? pile=y4,y5,60?\nA DRAW\nB DRAW\nC DRAW\n"
    )
    assert problems(log, rules) == [("VC2", "must_play", 1), ("VC5", "must_play", 3)]


def test_log_that_hides_draws_under_same_turn_cannot_be_judged():
    rules = edition(drawn_playable="same_turn")
    log = "taki 1\nhe-2015[drawn_playable=same_turn] top=r9 A=8? B=8?\nA DRAW {A 1?}\n"
    assert problems(log, rules) == [("VC5", "drawn_playable", 0)]


def test_covered_plus_needs_its_cover_in_the_same_hidden_hand():
    log = "taki 1\nen-classic top=r9 A=8? B=8?\nA rT\nA rP\nA r5\nA CLOSE\nB r1\n"
    assert problems(log, edition("en-classic")) == []


def test_crazy_card_passes_on_what_is_known_of_a_hand():
    log = "taki 1\nen-classic top=r9 A=CZ,r5,r5 B=8? C=8?\nA CZ(+)\nB r5\nC r1\nA r3\nB r5\n"
    assert problems(log, edition("en-classic")) == []
    third = log.replace("C r1", "C r5")
    assert problems(third, edition("en-classic")) == [("VB2", "r5", 3)]


def changed(report, **changes):
    return replace(report, **changes)


GAME = next(game for seed in range(50) if (game := PlayedGame(HE, 3, seed)).report and game.report.last_card > "b")
TEXT, REPORT = write_game(GAME.game), GAME.report
LOSER = next(seat for seat, cards in REPORT.lines.items() if cards > 1)


@pytest.mark.parametrize("text", [TEXT, hidden(TEXT)], ids=["open", "hidden"])
def test_log_and_report_are_held_against_each_other(text):
    other = next(seat for seat in REPORT.lines if seat not in (REPORT.winner, LOSER))
    fewer = {**REPORT.lines, LOSER: REPORT.lines[LOSER] - 1}
    hands = {**REPORT.hands, LOSER: REPORT.hands[LOSER][1:]}

    def found(report, rules=HE):
        return [(code, problem) for code, problem, _ in problems(text, rules, report) if code == "VC4"]

    assert found(REPORT) == []
    assert found(changed(REPORT, lines=fewer, hands=hands)) == [("VC4", "cards"), ("VC4", "hand")]
    assert found(changed(REPORT, winner=other))[0] == ("VC4", "winner")
    assert found(changed(REPORT, last_card="r1" if REPORT.last_card != "r1" else "r3")) == [("VC4", "last_card")]
    assert found(PlayedRound({1: 0, 2: 4}, 1)) == [("VC4", "seats")]
    assert found(REPORT, edition("pl-wiki")) == [("VC4", "edition")]
    assert found(PlayedRound({}, seated=[1, 2, 3], is_called_off=True)) == [("VC4", "winner")]


def test_log_that_stops_in_the_middle_is_no_round_that_was_won():
    text = "\n".join(TEXT.splitlines()[:-3])
    assert ("VC4", "not_over", 0) in problems(text, HE, REPORT)


def test_parsed_game_is_judged_as_its_text():
    assert check_log(parse_game(TEXT), HE, REPORT) == check_log(TEXT, HE, REPORT)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(EDITIONS.values())), st.integers(2, 6), st.integers(0, 10_000))
def test_game_that_was_played_is_right_in_the_open_and_hidden(rules, seats, seed):
    game = PlayedGame(rules, seats, seed)
    text = write_game(game.game)
    for log in (text, hidden(text)):
        assert [each for each in check_log(log, rules, game.report) if each.stops() and each.code != "VA5"] == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 500), st.data())
def test_hidden_log_with_a_step_left_out_or_twice_is_noticed_or_still_a_game(seed, data):
    lines = hidden(write_game(PlayedGame(HE, 3, seed).game)).splitlines()
    at = data.draw(st.integers(2, len(lines) - 1))
    twice = "\n".join([*lines[: at + 1], *lines[at:]])
    left_out = "\n".join([*lines[:at], *lines[at + 1 :]])
    for text in (twice, left_out):
        for finding in check_log(text, HE):
            assert finding.code in {"VC1", "VC2", "VC3", "VC4", "VB2"}


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.sampled_from(TEXT.splitlines()) | st.none() | st.integers(), st.data())
def test_check_log_never_raises(line, data):
    lines = data.draw(st.sampled_from([TEXT, hidden(TEXT)])).splitlines()
    at = data.draw(st.integers(0, len(lines)))
    for log in (line, "\n".join([*lines[:at], str(line), *lines[at:]])):
        assert all(isinstance(finding, Finding) for finding in check_log(log, HE, REPORT))


def test_position_of_a_hidden_game_tells_what_is_known():
    checked = play_again(START + "A=r5,7? B=8?\nA DRAW {A g4}\nB r1\n")
    assert checked.position == "he-2015 A+ top=r1 A=r5,g4,7? B=7? pile=98?"
    assert play_again("nothing").position is None
