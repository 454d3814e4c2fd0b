import pytest

from engine.errors import GameError
from engine.findings import Severity
from engine.taki.bots import play_game, random_move, sensible_move
from engine.taki.editions import EDITIONS
from engine.taki.game import Game
from engine.taki.game_text import write_game
from engine.taki.hands import PlayedRound, check
from engine.taki.log_check import check_log
from engine.taki.notation import read_position
from engine.taki.scorekeeping import report_of


def played(position, *actions):
    """A game from a position, after moves of the seats to act, or such as "B LEAVE"."""
    game = Game(read_position(position))
    for action in actions:
        if action.endswith(" LEAVE"):
            game.withdraw("ABC".index(action[0]))
        else:
            game.push(action)
    return game


def test_report_tells_everything_of_a_game():
    start = "he-2015 top=r9 A=r5,r3 B=b1,g4 C=y4,y5 pile=r8,gD,90?"
    game = played(start, "r5!", "DRAW", "DRAW", "r3")
    assert report_of(game) == PlayedRound(
        {1: 0, 2: 3, 3: 3},
        1,
        hands={1: [], 2: ["r8", "b1", "g4"], 3: ["gD", "y4", "y5"]},
        turns={1: 2, 2: 1, 3: 1},
        direction=1,
        last_card="r3",
        top="r3",
        plus3_laid=0,
        plus3_answers=[],
        is_crazy_laid=False,
        is_declared=True,
    )


def test_turn_that_a_plus_three_gives_back_counts_again():
    start = "he-2015 top=r9 A=r5,r7,+3 B=b1,b3,b4 C=y1,y3,y4"
    report = report_of(played(start, "+3", "PASS", "PASS", "r5!", "DRAW", "DRAW", "r7"))
    assert (report.turns, report.plus3_laid, report.plus3_answers) == ({1: 3, 2: 1, 3: 1}, 1, [])


def test_report_tells_the_answers_to_a_last_two_plus():
    start = "he-2015 top=r9 A=r2+ B=b2+,y1 C=y1,y3 declared=A"
    report = report_of(played(start, "r2+", "b2+!", "DRAW"))
    assert (report.winner, report.last_card, report.chain_answers, report.turns) == (
        1,
        "r2+",
        [2],
        {1: 1, 2: 1, 3: 1},
    )


def test_report_tells_what_a_last_b3_answered():
    start = "he-2015 top=r9 A=+3,r1 B=B3 C=y1,y3 declared=B"
    report = report_of(played(start, "+3!", "BREAK"))
    assert (report.winner, report.last_card, report.plus3_by, report.plus3_answers) == (2, "B3", 1, [2])


def test_report_tells_who_passed_the_empty_hand_on():
    report = report_of(played("en-classic top=r9 A=CZ B=8? C=8? declared=A", "CZ(+)"))
    assert (report.winner, report.last_card, report.crazy_by, report.lines) == (2, "CZ", 1, {1: 8, 2: 0, 3: 8})


def test_seat_that_left_has_no_line_and_ends_no_turn_of_others():
    game = played("he-2015 top=r9 A=r5 B=b1,g4 C=y4,y5", "DECLARE_LAST", "B LEAVE", "r5")
    report = report_of(game)
    assert (report.lines, report.turns) == ({1: 0, 2: None, 3: 2}, {1: 1, 3: 0})


def test_report_names_seats_as_they_are_named_at_the_table():
    """A tie-break round is played by the tied alone, who keep their seats."""
    start = "he-2015 top=r9 A=r2+ B=b2+,y1 C=y1,y3 declared=A"
    report = report_of(played(start, "r2+", "b2+!", "DRAW"), (2, 4, 5))
    assert (report.winner, report.lines, report.turns) == (2, {2: 0, 4: 1, 5: 6}, {2: 1, 4: 1, 5: 1})
    assert (list(report.hands), report.chain_answers) == ([2, 4, 5], [4])
    crazy = report_of(played("en-classic top=r9 A=CZ B=8? C=8? declared=A", "CZ(+)"), (2, 4, 5))
    assert (crazy.winner, crazy.crazy_by) == (4, 2)


@pytest.mark.parametrize("name", EDITIONS)
def test_report_of_a_played_game_is_found_right_with_its_log(name):
    rules = EDITIONS[name]
    for number in range(8):
        bots = [random_move if number % 2 else sensible_move] * (2 + number)
        game = play_game(bots, rules, seed=f"report {number}")
        report = report_of(game)
        assert [each for each in check(report, rules) if each.severity is Severity.HARD] == []
        assert [each for each in check_log(write_game(game), rules, report) if each.severity is Severity.HARD] == []


def test_game_that_nobody_has_won_has_no_report():
    with pytest.raises(GameError) as refused:
        report_of(Game.deal(EDITIONS["he-2015"], 4, "x"))
    assert refused.value.code == "no_winner"
