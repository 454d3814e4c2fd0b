"""What went wrong in other card engines, by row of the collected reports: set-up, going out, trust, replay, size."""

import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from engine.errors import BadNotation, GameError, IllegalMove
from engine.taki import moves
from engine.taki.dealing import deal
from engine.taki.editions import EDITIONS
from engine.taki.editions import edition as edition_of
from engine.taki.game import Game
from engine.taki.game_text import read_game, write_game
from engine.taki.legality import legal_moves
from engine.taki.moves import parse_move
from engine.taki.notation import read_position, write_position
from engine.taki.piles import shuffled
from engine.taki.play import push, push_unchecked
from engine.taki.situations import rules

from . import kit
from .conformance import ALL, DE, EN, HE, code, given, hand, lead, play, to_act
from .test_conformance import opening

GOLDEN = Path(__file__).parent / "golden"
SPRING = [4, 1, 9, 3, 5, 2, 6, 7, 8, 0]

# E. Set-up


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_row_36_first_card_turned_up_is_always_coloured(seats):
    tops = [deal(edition_of(HE), seats, str(seed)).top for seed in range(300)]
    assert all(top.colour for top in tops)


def test_row_36_free_lead_where_the_flag_says_so():
    states = [deal(edition_of(HE, opening_colourless="free_lead"), 3, str(seed)) for seed in range(100)]
    colourless = [state for state in states if not state.top.colour]
    assert {(to_act(state), lead(state)) for state in colourless} == {("A TURN", "*")}


@pytest.mark.parametrize(
    ("first", "expected"),
    [("r2+", "A PENDING2"), ("rS", "B TURN"), ("rD", "A TURN"), ("rP", "A TURN"), ("rT", "A OPEN")],
)
def test_row_37_opening_action_applies_or_not(first, expected):
    assert (to_act(opening(DE, first)), to_act(opening(HE, first))) == (expected, "A TURN")
    assert opening(DE, first).direction == (-1 if first == "rD" else 1)


@pytest.mark.parametrize("half_sets", [1, 2])
@pytest.mark.parametrize("name", EDITIONS)
def test_row_38_deck_is_complete_in_every_game(name, half_sets):
    rules_ = edition_of(name, half_sets=half_sets)
    state = deal(rules_, 4, "row 38")
    kit.check_cards(state)
    assert len(state.rules.whole) == rules_.deck_size


def test_row_39_shuffles_are_within_chance():
    deck = rules(edition_of(HE), False).whole
    pairs, places = 0, set()
    for seed in range(3000):
        order = shuffled(deck, str(seed), "deal")
        pairs += sum(one == other for one, other in pairwise(order))
        places.add(order.index(moves.K_CARD))
    # Equal neighbours in one shuffle: the sum of c(c-1)/116 over the kinds of card, (52*2 + 12 + 4*2)/116 = 1.069.
    assert 3040 < pairs < 3370  # five standard deviations
    assert len(places) > 90


def test_row_39_same_seed_gives_the_same_order_everywhere():
    assert list(shuffled(bytes(range(10)), "spring", "deal")) == SPRING


@pytest.mark.parametrize(("seats", "half_sets"), [(7, 1), (15, 2), (11, 2), (1, 2), (0, 1), (True, 2), ("4", 2)])
def test_row_40_deal_that_cannot_be_made_is_refused(seats, half_sets):
    with pytest.raises(GameError) as refused:
        deal(edition_of(HE, half_sets=half_sets), seats, "x")
    assert refused.value.code == "seats"
    assert refused.value.values["at_most"] == (10 if half_sets == 2 else 6)


@pytest.mark.parametrize("starter", [-1, 4, None, True])
def test_starter_who_has_no_seat_is_refused(starter):
    with pytest.raises(GameError) as refused:
        deal(edition_of(HE), 4, "x", starter)
    assert refused.value.code == "starter"


def test_seed_that_is_no_text_is_refused():
    with pytest.raises(GameError) as refused:
        deal(edition_of(HE), 4, "half a pair: \ud800")
    assert refused.value.code == "seed"


# F. Drawing, last card, going out


@pytest.mark.parametrize("edition", ALL)
def test_rows_41_and_42_draw_ends_the_turn(edition):
    state = play(given(edition, "B+", top="r9", B="b1,b3", pile="r5,40?"), "B DRAW")
    assert (to_act(state), code(state, "B r5"), code(state, "B DRAW")) == ("C TURN", "not_your_turn", "not_your_turn")


LAST = ["r5", "r2+", "rS", "rD", "rT", "CC(b)", "ST", "ST(r)", "K", "+3", "CZ(+)", "rP", "B3"]


@pytest.mark.parametrize("seats", ["AB", "ABC", "ABCD"])
@pytest.mark.parametrize("edition", ALL)
def test_row_43_nothing_is_left_pending_after_the_end(edition, seats):
    names = {str(card) for card in edition_of(edition).cards}
    ended = 0
    for text in LAST:
        card = text.partition("(")[0]
        if card not in names:
            continue
        others = dict.fromkeys(seats[1:], "3?")
        state = given(edition, "", seats, top="r9", A=card, declared="A", **others)
        if code(state, f"A {text}") is not None:
            continue
        play(state, f"A {text}")
        while not state.is_over and state.phase in ("PLUS3", "PENDING2"):
            push(state, legal_moves(state)[0])
        kit.check_turn(state)
        ended += state.is_over
    assert ended >= 7


@pytest.mark.parametrize(
    ("words", "hand_", "expected"),
    [
        ("top=r9", "rP", ["DRAW"]),
        ("AFTER_KING top=K", "rP", ["PASS"]),
        ("RUN top=r4 run=r", "rP", ["CLOSE", "END_OPEN"]),
        ("RUN top=rT run=r", "rP", ["END_OPEN"]),
        ("AFTER_PLUS top=rP", "rP", ["DRAW"]),
    ],
)
def test_row_44_forbidden_last_card_leaves_a_move(words, hand_, expected):
    state = given(HE, words, A=hand_, declared="A")
    assert [str(move) for move in legal_moves(state)] == expected


def test_row_44_stop_of_two_players_and_two_cards_that_cannot_both_go():
    state = given(HE, "", "AB", top="r9", A="rS", declared="A")
    assert [str(move) for move in legal_moves(state)] == ["DRAW"]
    state = play(given(HE, top="r9", A="rT,rP"), "A rT!")
    assert [str(move) for move in legal_moves(state)] == ["END_OPEN"]


def test_row_45_declaration_can_be_made_again():
    state = given(HE, "B+", top="r9", A="r1", B="r2+,b1,b3", C="b4,b5", declared="A")
    play(state, "B r2+; C DRAW; A DRAW; B DRAW; C DRAW")
    assert (state.counts[0], state.has_declared(0)) == (2, False)
    state = play(given(HE, top="r9", A="r1,r3"), "A r1; A DECLARE_LAST")
    assert (state.has_declared(0), code(state, "A DECLARE_LAST")) == (True, "nothing_to_declare")


def test_row_46_claims_are_made_once_and_for_something():
    state = given(HE, top="r9", A="r5", B="b1,b3")
    assert code(state, "B CLAIM") == "bad_phase"
    assert code(state, "B DECLARE_LAST") == "nothing_to_declare"
    play(state, "A r5; C CLAIM")
    assert [code(state, f"{seat} CLAIM") for seat in "ABC"] == ["bad_phase"] * 3
    assert state.counts == (4, 2, 8)


def test_row_47_last_seat_in_the_game_is_not_out_with_cards():
    game = Game(given(HE, top="r9"))
    game.withdraw(1)
    game.withdraw(2)
    assert (game.is_over, game.reason, game.state.winner, game.state.counts) == (True, "called_off", None, (8, 0, 0))


def test_row_47_last_seat_in_the_game_is_out_without_cards():
    game = Game(given(HE, "", "AB", top="r9", A="r2+", declared="A"))
    game.push("r2+")
    game.withdraw(1)
    assert (game.reason, game.state.winner) == ("out", 0)


def test_row_48_seat_without_cards_declares_nothing():
    state = play(given(HE, top="r9", A="r2+"), "A r2+")
    assert (state.counts[0], code(state, "A DECLARE_LAST")) == (0, "nothing_to_declare")
    assert to_act(play(state, "B DRAW")) == "B CLAIM"


# G. Trust and errors


@pytest.mark.parametrize("wanted", ["r6", "CC(b)", "K", "+3", "r9"])
def test_row_49_card_that_is_not_held_is_refused(wanted):
    state = given(HE, top="r9", A="r5,r5,b1")
    before = write_position(state)
    with pytest.raises(IllegalMove) as refused:
        push(state, parse_move(wanted))
    assert (refused.value.code, write_position(state)) == ("not_in_hand", before)


def test_row_50_four_kinds_of_wrong_card_have_four_codes():
    state = given(HE, top="r9", A="b5,r3,g1", B="r5,7?")
    codes = [code(state, "A r5"), code(state, "A b5")]
    for text in ("r2", "\x00¿", "r5(b)"):
        with pytest.raises(BadNotation) as unread:
            parse_move(text)
        codes.append(unread.value.code)
    assert codes == ["not_in_hand", "no_match", "bad_notation", "bad_notation", "colour_forbidden"]


def test_row_51_view_of_a_seat_holds_its_own_cards_alone():
    state = deal(edition_of(HE), 4, "row 51")
    views = [write_position(state, seat) for seat in range(4)]
    for seat, view in enumerate(views):
        fields = dict(word.split("=") for word in view.split() if "=" in word)
        others = [fields[letter] for letter in "ABCD" if letter != "ABCD"[seat]]
        assert (others, fields["pile"], "seed" in fields) == (["8?"] * 3, "83?", False)
        assert read_position(view).hand(seat) == state.hand(seat)


def test_row_51_attempt_out_of_turn_costs_nobody_anything():
    state = given(HE, top="r9", B="r5,r6,r7")
    before = write_position(state)
    with pytest.raises(IllegalMove) as refused:
        push(state, parse_move("r5"), 1)
    assert (refused.value.code, refused.value.values["seat"], write_position(state)) == ("not_your_turn", "B", before)


def test_row_52_codes_tell_a_wrong_card_from_a_wrong_turn():
    state = given(HE, top="r9", A="b5,r3,g1", B="r5,7?")
    assert (code(state, "A b5"), code(state, "B r5")) == ("no_match", "not_your_turn")


# H. Replay, seeds, speed


def long_game(seed):
    """Return a game with a reshuffle in it."""
    for number in range(50):
        game = kit.random_game(edition_of(HE), 9, f"{seed} {number}")
        if any(step.piles for step in game.steps):
            return game
    raise AssertionError("no game with a reshuffle")


def test_row_53_step_back_over_a_reshuffle_and_forward_again():
    game = long_game("row 53")
    where = next(number for number, step in enumerate(game.steps) if step.piles)
    steps, end = list(game.steps), write_position(game.state)
    while len(game.steps) > where:
        game.pop()
    for step in steps[where:]:
        assert game.push(step.move, step.seat) == step
    assert write_position(game.state) == end


@pytest.mark.parametrize("name", EDITIONS)
def test_row_54_logs_of_a_released_format_are_read_for_ever(name):
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert write_game(read_game(text)) == text
    assert text.splitlines()[0] == "taki 1"


def test_row_55_piles_of_a_replay_are_those_of_the_game():
    game = long_game("row 55")
    again, sizes = Game(game.start), []
    for step in game.steps:
        again.push(step.move, step.seat)
        sizes.append((again.state.pile_size, again.state.counts))
    twin, seen = Game(read_game(write_game(game)).start), []
    for step in game.steps:
        twin.push(step.move, step.seat)
        seen.append((twin.state.pile_size, twin.state.counts))
    assert seen == sizes


def test_row_56_same_seed_gives_the_same_game_after_other_random_use():
    first = write_game(kit.random_game(edition_of(HE), 4, "row 56"))
    random.random()
    deal(edition_of(EN), 3, "another")
    assert write_game(kit.random_game(edition_of(HE), 4, "row 56")) == first


def test_row_56_same_seed_gives_the_same_game_in_another_process():
    script = "from engine.taki.play import deal; from engine.taki.editions import edition\n"
    script += "from engine.taki.notation import write_position; print(write_position(deal(edition(), 5, 'row 56')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == write_position(deal(edition_of(), 5, "row 56"))


def test_row_57_copy_shares_nothing_that_changes():
    state = given(HE, top="r9", A="+3,r5,r6")
    twin, before = state.copy(), write_position(state)
    play(twin, "A +3; B PASS; C PASS; A r5!")
    assert write_position(state) == before


def test_rows_59_60_and_68_compound_moves_do_not_multiply_the_list():
    run = "rT,r1,r3,r4,r5,r6,r7,r8,r9,r2+,rS,rD,rP,K,ST"
    assert len(legal_moves(given(HE, top="r9,+3", A=run))) == 16
    after_king = given(HE, "AFTER_KING top=K", A=f"{run},CC,+3,B3,b1,g1,y1,bT,gT,yT")
    assert len(legal_moves(after_king)) < 64


# I. Seen while measuring others


def test_row_61_push_validates_and_the_unchecked_form_has_another_name():
    state = given(HE, top="r9", A="r5,b1,b3")
    with pytest.raises(IllegalMove):
        push(state, parse_move("PASS"))
    push_unchecked(state, parse_move("r5"))
    assert to_act(state) == "B TURN"


def test_row_63_result_says_why_it_ended():
    game = Game.deal(edition_of(HE), 4, "row 63")
    game.push("DRAW")
    game.stop("cap")
    assert (game.is_over, game.reason, game.state.winner) == (True, "cap", None)
    assert read_game(write_game(game)).reason == "cap"


def test_row_66_illegal_move_is_never_replaced_by_another():
    state = given(HE, top="r5", A="b1,b3,b4")
    with pytest.raises(IllegalMove) as refused:
        push(state, parse_move("b1"))
    assert (refused.value.code, hand(state, "A")) == ("no_match", "b1 b3 b4")
    with pytest.raises(IllegalMove):
        push(state, 9999)
