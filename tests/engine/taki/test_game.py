import pytest

from engine.errors import GameError, IllegalMove
from engine.taki.editions import edition
from engine.taki.game import Game, Step, Took
from engine.taki.moves import parse_move
from engine.taki.notation import write_position
from engine.taki.writing import card_names

from .conformance import EN, HE, OFFICIAL, given


def test_push_tells_what_happened():
    game = Game(given(OFFICIAL, top="r9", A="+3,r1,r3", pile="b1,b3,b4,g1,g3,g4,20?"))
    blue, green = (bytes(card_names(game.state.edition)[colour + sign] for sign in "134") for colour in "bg")
    steps = [game.push("+3"), game.push("PASS"), game.push("PASS")]
    assert steps == [
        Step(0, parse_move("+3")),
        Step(1, parse_move("PASS")),
        Step(2, parse_move("PASS"), (Took(1, blue), Took(2, green))),
    ]
    assert steps == game.steps


def test_pop_takes_steps_back():
    game = Game(given(HE, top="r9", A="r5,r6,r7"))
    before = write_position(game.state)
    game.push("r5")
    game.withdraw(2)
    left = game.steps[-1]
    assert (game.pop(), left.seat, left.move, len(left.piles[0])) == (left, 2, None, 104)
    game.pop()
    assert (write_position(game.state), game.steps) == (before, [])
    with pytest.raises(IndexError):
        game.pop()


def test_refused_move_leaves_the_game_as_it_was():
    game = Game.deal(edition(EN), 3, "refused")
    before = write_position(game.state)
    with pytest.raises(IllegalMove):
        game.push("PASS")
    assert (write_position(game.state), game.steps, game.why_illegal("PASS")) == (before, [], "bad_phase")


def test_start_is_not_changed_by_play():
    start = given(HE, top="r9", A="r5,r6,r7")
    before = write_position(start)
    game = Game(start)
    game.push("r5")
    assert write_position(start) == write_position(game.start) == before


@pytest.mark.parametrize("reason", ["out", "", "tired"])
def test_game_stops_for_known_reasons_alone(reason):
    with pytest.raises(GameError) as refused:
        Game.deal(edition(HE), 3, "x").stop(reason)
    assert refused.value.code == "stop"


def test_stopped_game_goes_on_after_a_step_back():
    game = Game.deal(edition(HE), 3, "x")
    game.push("DRAW")
    game.stop("cap")
    game.pop()
    assert (game.is_over, game.reason) == (False, "")
    game.push("DRAW")


def test_copy_of_a_position_in_a_game_tells_nobody():
    game = Game(given(HE, top="r9", A="r5,r6,r7"))
    twin = game.state.copy()
    assert (twin.chance, twin == game.state) == (None, True)
