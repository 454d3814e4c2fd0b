"""What went wrong in other card engines, by row of the collected reports: piles, chains, turns, colours."""

import pytest

from engine.errors import BadNotation, GameError, IllegalMove
from engine.taki.dealing import deal
from engine.taki.editions import edition as edition_of
from engine.taki.game import Game
from engine.taki.game_text import parse_game, replay
from engine.taki.legality import legal_moves, why_illegal
from engine.taki.moves import MOVES, parse_move
from engine.taki.notation import find_move, read_position, write_position
from engine.taki.play import apply, push, withdraw
from engine.taki.timeouts import timeout_move

from .conformance import ALL, EN, HE, OFFICIAL, PL, code, given, hand, lead, legal, play, to_act

# A. Draw pile and reshuffling


def test_row_1_lead_survives_a_reshuffle():
    state = given(HE, top="r9", A="CC,r1,r3", B="r4,r5,r6", C="?", pile="1?", laid="9?")
    play(state, "A CC(b); B DRAW; C DRAW")
    assert (state.extras.shuffles, lead(state), str(state.top)) == (1, "b", "CC")


@pytest.mark.parametrize("edition", ALL)
def test_row_2_owed_cards_that_no_pile_has_are_waived(edition):
    state = given(edition, "B+", top="r2+", p="3", B="r3,r4", C="?", pile="-", laid="-")
    assert [str(move) for move in legal_moves(state)] == ["DRAW"]
    play(state, "B DRAW")
    assert (state.counts[1], state.pending, to_act(state)) == (2, 0, "C TURN")


@pytest.mark.parametrize("pile", ["-", "b8"])
def test_row_3_draw_ends_the_turn_whatever_the_pile(pile):
    state = given(HE, "B+", top="r9", B="b1,b3", C="?", pile=pile, laid="-")
    assert to_act(play(state, "B DRAW")) == "C TURN"


def test_row_4_circle_without_a_card_is_a_stalemate():
    text = f"{HE} top=r9 pile=- laid=- J=? " + " ".join(f"{seat}=8?" for seat in "ABCDEFGHI")
    game = Game(read_position(text))
    for _ in range(9):
        game.push("DRAW")
    assert (game.is_stuck, game.state.extras.is_exhausted) == (False, True)
    game.push("DRAW")
    assert game.is_stuck
    game.stop("stalemate")
    with pytest.raises(GameError) as refused:
        game.push("DRAW")
    assert (refused.value.code, game.reason, game.is_over, game.state.winner) == ("stopped", "stalemate", True, None)


def test_row_5_top_stays_where_it_is():
    state = given(HE, "B+", top="r2+", p="2", B="r4,r5,r6", C="?", pile="1?", laid="r3,7?")
    assert str(play(state, "B DRAW").top) == "r2+"
    assert hand(state, "B").split().count("r2+") == 0


def test_row_5_everything_down_to_the_lead_stays_under_transparent_cards():
    state = given(OFFICIAL, "B+", top="b7,+3,B3", B="g1,g3", C="?", pile="-", laid="9?")
    play(state, "B DRAW")
    assert (state.pile_size, state.discard_size, lead(state)) == (8, 3, "b7")


def test_row_6_card_has_no_memory():
    state = given(HE, top="r9", A="CC,r1,r3", B="y4,y5,y6", C="y7,y8,y9", pile="CC,40?")
    play(state, "A CC(y); B y4; C y7; A DRAW; B DRAW; C DRAW")
    assert hand(state, "A") == "r1 r3 CC"
    assert lead(play(state, "A CC(b)")) == "b"


def test_row_7_and_67_cards_are_neither_lost_nor_made_when_a_seat_leaves():
    state = deal(edition_of(HE), 5, "row 7")
    withdraw(state, 2)
    assert (state.counts[2], state.pile_size, sum(state.counts) + state.pile_size + state.discard_size) == (
        0,
        83,
        116,
    )


def test_row_8_card_that_does_not_exist_is_a_fault_of_the_log():
    log = parse_game(f"taki 1\n{HE} top=r9 A=b1,b3 B=8? pile=40?\nA DRAW {{A r9}}\nB DRAW {{B r9}}\n")
    assert [(fault.step, fault.code) for fault in replay(log).faults] == [(2, "took")]


def test_row_9_declared_colour_stays_over_a_draw():
    state = given(HE, "B+", top="CC", lead="g", B="r1,r3", C="g5,b8,b9", A="r5,b1,b3")
    play(state, "B DRAW; C DRAW")
    assert (code(state, "A r5"), lead(state)) == ("no_match", "g")


def test_row_10_and_65_discard_pile_is_never_empty():
    state = given(HE, "B+", top="r2+", p="2", B="r4,r5", C="?", pile="-", laid="4?")
    play(state, "B DRAW")
    assert (state.counts[1], state.pile_size, state.discard_size, str(state.top)) == (6, 0, 1, "r2+")


# B. Chains of 2+


def test_row_11_each_penalty_is_drawn_once():
    state = given(HE, "", "ABCD", top="r9", A="r2+,g1,g3", C="r2+,g4,g5", B="b1,b3", D="b4,b5")
    play(state, "A r2+; B DRAW; C r2+; D DRAW")
    assert (state.counts, state.pending) == ((2, 4, 2, 4), 0)


def test_row_12_chain_opened_by_a_last_card_ends_the_game():
    state = given(HE, top="r9", A="r2+", B="b2+,g1", C="g3,g4", declared="A")
    play(state, "A r2+; B b2+!; C DRAW")
    assert (state.winner, state.counts, to_act(state)) == (0, (0, 1, 6), "A OVER")


@pytest.mark.parametrize("edition", ALL)
def test_row_13_drawing_for_a_chain_is_legal_whatever_the_flags(edition):
    state = given(f"{edition}[voluntary_draw=forbidden]", top="r2+", p="2", A="r2+,r4,r5")
    assert legal(state, "r2+", "DRAW")


def test_rows_14_and_15_penalty_is_one_act_that_ends_the_turn():
    state = given(HE, "B+", top="r2+", p="2", B="r2+,r4,r5")
    play(state, "B DRAW")
    assert (state.counts[1], to_act(state), code(state, "B r2+")) == (7, "C TURN", "not_your_turn")


def test_row_16_paid_chain_asks_nothing():
    state = play(given(HE, top="r9", A="r2+,g1,g3", B="b1,b3", C="r5,g2+"), "A r2+; B DRAW")
    assert legal(state, "r5", "g2+")


@pytest.mark.parametrize(("edition", "answers"), [(HE, {"K"}), (OFFICIAL, {"K", "+3"}), (PL, {"K"})])
def test_row_17_what_answers_a_2plus_is_the_editions(edition, answers):
    state = given(edition, top="r2+", p="1", A="+3,CC,ST,K,B3,r5,rT,rP")
    refused = {text: code(state, f"A {text}") for text in ("+3", "CC(b)", "ST", "K", "B3", "r5", "rT", "rP")}
    assert {text for text, why in refused.items() if why is None} == answers
    assert {why for why in refused.values() if why} == {"must_answer_2plus"}


def test_row_18_editions_share_nothing_side_by_side():
    he = given(HE, top="r9", A="rP", declared="A")
    official = given(OFFICIAL, top="r9", A="rP", declared="A")
    assert [code(state, "A rP") for state in (he, official, he)] == [
        "last_card_forbidden",
        None,
        "last_card_forbidden",
    ]


# C. Whose turn


def test_row_19_reverse_with_two_players_does_what_the_flag_says():
    plain = given(HE, "", "AB", top="r9", A="rD,b1,b3")
    assert to_act(play(plain, "A rD")) == "B TURN"
    extra = given(f"{HE}[two_player_reverse=extra_turn]", "", "AB", top="r9", A="rD,b1,b3")
    assert (to_act(play(extra, "A rD")), extra.direction) == ("A TURN", -1)


def test_row_20_reversal_takes_effect_at_once():
    state = given(HE, "B+", "ABCD", top="r9", B="rD,b1,b3")
    assert (to_act(play(state, "B rD")), state.direction) == ("A TURN", -1)


@pytest.mark.parametrize("direction", ["+", "-"])
@pytest.mark.parametrize("leaver", ["A", "B", "E"])
def test_row_21_leaving_out_of_turn_moves_nobodys_turn(direction, leaver):
    state = given(HE, f"D{direction}", "ABCDE", top="r9")
    withdraw(state, "ABCDE".index(leaver))
    assert to_act(state) == "D TURN"
    order = [seat for seat in "ABCDE" if seat != leaver]
    step = 1 if direction == "+" else -1
    following = order[(order.index("D") + step) % 4]
    assert to_act(play(state, "D DRAW")) == f"{following} TURN"


def test_row_22_turn_passes_on_in_the_direction_of_play():
    state = given(HE, "C-", "ABCD", top="r9")
    withdraw(state, 2)
    assert to_act(state) == "B TURN"


def test_row_23_leaving_twice_is_refused():
    state = given(HE, "C+", "ABCD", top="r9")
    withdraw(state, 1)
    before = write_position(state)
    with pytest.raises(GameError) as refused:
        withdraw(state, 1)
    assert (refused.value.code, write_position(state), to_act(state)) == ("seat_left", before, "C TURN")
    assert code(state, "B DRAW") == "seat_left"


@pytest.mark.parametrize(
    ("words", "expected", "run"),
    [
        ("TURN top=r9", "B TURN", None),
        ("RUN top=r4 run=r", "B OPEN", "r"),
        ("RUN top=rS run=r", "C OPEN", "r"),  # as END_OPEN would leave it, the Stop is carried out
        ("RUN top=rP run=r", "B OPEN", "r"),  # what it owed lapses
        ("OPEN top=r4 run=r", "B OPEN", "r"),
        ("AFTER_PLUS top=rP", "B TURN", None),
        ("AFTER_KING top=K", "B TURN", None),
        ("PENDING2 top=r2+ p=2", "B TURN", None),
        ("PENDING2 top=r2+ p=2 run=r", "B OPEN", "r"),
    ],
)
def test_row_24_somebody_is_to_act_when_the_current_seat_leaves(words, expected, run):
    state = given(HE, words, "ABCD")
    withdraw(state, 0)
    assert (to_act(state), state.run, state.pending) == (expected, run, 0)
    assert legal_moves(state)


def test_row_25_thrower_of_a_plus_three_leaves():
    state = play(given(OFFICIAL, "", "ABCD", top="r9", A="+3,r1,r3", B="B3,b1,b3"), "A +3")
    withdraw(state, 0)
    broken = play(state.copy(), "B BREAK")
    assert (broken.counts, to_act(broken)) == ((0, 2, 8, 8), "B TURN")
    unbroken = play(state, "B PASS; C PASS; D PASS")
    assert (unbroken.counts, to_act(unbroken)) == ((0, 6, 11, 11), "B TURN")


def test_row_25_last_to_answer_leaves():
    state = play(given(OFFICIAL, "", "ABCD", top="r9", A="+3,r1,r3"), "A +3; B PASS; C PASS")
    withdraw(state, 3)
    assert (state.counts, to_act(state)) == ((2, 11, 11, 0), "B TURN")


# D. Declared colours and half-made moves


def test_row_26_colour_is_named_where_it_must_be():
    state = given(HE, top="r9", A="CC,r5,r6")
    before = write_position(state)
    with pytest.raises(IllegalMove) as refused:
        push(state, parse_move("CC"))
    codes = [refused.value.code]
    for text in ("CC(x)", "r5(b)"):
        with pytest.raises(BadNotation) as unread:
            parse_move(text)
        codes.append(unread.value.code)
    assert codes == ["colour_required", "colour_required", "colour_forbidden"]
    assert write_position(state) == before


def test_row_27_asking_changes_nothing():
    state = given(EN, top="r9", A="rP,r3,CZ,ST,CC")
    before, value = list(state.fields), hash(state)
    first = legal_moves(state)
    assert [why_illegal(state, move) is None for move in MOVES.values()].count(True) == len(first)
    assert (legal_moves(state), list(state.fields), hash(state)) == (first, before, value)


@pytest.mark.parametrize("colour", "rbgy")
def test_row_28_declared_colour_is_the_lead(colour):
    assert lead(play(given(HE, top="r9", A="CC,r5,r6"), f"A CC({colour})")) == colour


def test_row_29_colour_is_part_of_the_move():
    state = apply(given(HE, top="r9", A="CC,r5,r6"), parse_move("CC(g)"))
    assert (to_act(state), lead(state)) == ("B TURN", "g")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("RUN top=rT run=r", "END_OPEN"),
        ("RUN top=rP run=r", "CLOSE"),
        ("TURN top=r9", "DRAW"),
        ("AFTER_KING top=K", "PASS"),
        ("PENDING2 top=r2+ p=1", "DRAW"),
    ],
)
def test_row_30_timeout_has_a_documented_default(words, expected):
    state = given(HE, words)
    assert str(timeout_move(state)) == expected
    push(state, timeout_move(state))
    assert legal_moves(state)


def test_row_30_timeout_under_a_plus_that_must_be_covered():
    state = given(EN, "RUN", top="rP", run="r", A="b1,r5,r6")
    assert str(timeout_move(state)) == "r5"


def test_row_31_move_that_is_not_made_reserves_nothing():
    state = given(HE, top="r9", A="CC,r5,r6")
    assert find_move(state, "CC(b)") in legal_moves(state)
    assert to_act(play(state, "A r5")) == "B TURN"


def test_row_32_wild_on_wild_declares_again():
    state = given(HE, "B+", top="CC", lead="g", B="CC,K,ST,r1")
    assert legal(state, "CC(r)", "K", "ST")
    assert lead(play(state, "B CC(y)")) == "y"


def test_row_33_next_game_starts_afresh():
    over = play(given(HE, top="r9", A="CC", declared="A"), "A CC(b)")
    assert (to_act(over), lead(over)) == ("A OVER", "b")
    state = deal(edition_of(HE), 3, "next")
    assert (state.direction, state.pending, state.run, state.players) == (1, 0, None, (0, 1, 2))
    assert not any(state.has_declared(seat) for seat in range(3))
    assert state.lead.colour == state.top.colour


def test_row_34_colour_is_part_of_a_last_wild_too():
    state = given(OFFICIAL, top="r9", A="CC", declared="A")
    assert code(state, "A CC") == "colour_required"
    assert play(state, "A CC(b)").winner == 0


def test_row_35_error_shows_what_is_missing_and_legal_forms():
    state = given(HE, top="r9", A="CC,b5,b6")
    with pytest.raises(IllegalMove) as refused:
        push(state, parse_move("CC"))
    assert refused.value.code == "colour_required"
    assert refused.value.values["legal"] == ["CC(r)", "CC(b)", "CC(g)", "CC(y)", "DRAW"]
    assert refused.value.values["position"] == write_position(state)
