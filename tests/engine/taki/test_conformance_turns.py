"""The cases of rules.md §10.1 about matching, 2+, Plus, Stop, Direction, CC and the King."""

import pytest

from engine.taki.cards import Colour, Sign
from engine.taki.editions import edition as edition_of
from engine.taki.legality import legal_moves

from .conformance import ALL, EN, HE, OFFICIAL, PL, SUPER, case, code, given, hand, lead, legal, play, to_act


@case("T1", *ALL)
def test_T1_colour_or_figure_matches(edition):
    state = given(edition, top="r9", A="r3,b9,g4")
    assert [code(state, f"A {card}") for card in ("r3", "b9", "g4")] == [None, None, "no_match"]


@case("T2", *ALL)
def test_T2_spent_stop_is_matched_by_figure(edition):
    state = given(edition, top="rS", A="bS,b5")
    assert code(state, "A b5") == "no_match"
    assert to_act(play(state, "A bS!")) == "C TURN"


@case("T3", HE)
def test_T3_actions_match_by_colour(edition):
    assert legal(given(edition, top="r9", A="rS,rT,rP,rD,r2+"), "rS", "rT", "rP", "rD", "r2+")


@case("T4", *ALL)
def test_T4_drawn_card_waits_for_the_next_turn(edition):
    state = given(edition, top="r9", A="g4,b5", pile="r7,60?")
    play(state, "A DRAW")
    assert (hand(state, "A"), to_act(state)) == ("r7 b5 g4", "B TURN")
    assert code(state, "A r7") == "not_your_turn"
    assert code(play(state, "B DRAW; C DRAW"), "A r7") is None


@case("T5", HE)
def test_T5_draw_in_spite_of_a_legal_card(edition):
    assert code(given(edition, top="r9", A="r3,g1"), "A DRAW") is None
    assert code(given(f"{edition}[voluntary_draw=forbidden]", top="r9", A="r3,g1"), "A DRAW") == "must_play"


@case("T6", HE, EN, SUPER)
def test_T6_deck_is_complete(edition):
    cards = edition_of(edition).cards
    assert sum(cards.values()) == (116 if edition == HE else 112)
    assert [sum(n for card, n in cards.items() if card.colour == colour) for colour in Colour] == [26] * 4
    assert {card.sign for card in cards if card.colour and card.sign.startswith("2")} == {Sign.TWO_PLUS}


@case("T7", *ALL)
def test_T7_chain_of_two_is_drawn_by_the_third(edition):
    state = given(edition, top="r9", A="r2+,g1", B="b2+,r5")
    play(state, "A r2+!")
    assert code(state, "B r5") == "must_answer_2plus"
    play(state, "B b2+!")
    assert (state.pending, to_act(state)) == (2, "C PENDING2")
    play(state, "C DRAW")
    assert (state.counts, to_act(state), lead(state), state.pending) == ((1, 1, 12), "A TURN", "b2+", 0)


@case("T8", *ALL)
def test_T8_paid_2plus_is_matched_and_active_again(edition):
    state = given(edition, top="r2+", A="b2+,r4,b4,g1")
    assert [code(state, f"A {card}") for card in ("b2+", "r4", "b4")] == [None, None, "no_match"]
    assert (play(state, "A b2+").pending, to_act(state)) == (1, "B PENDING2")


@case("T9", *ALL)
@pytest.mark.parametrize("move", ["CC(g)", "ST", "ST(g)"])
def test_T9_change_colour_and_super_taki_answer_no_2plus(edition, move):
    assert code(given(edition, top="r2+", p="1", A="CC,ST,g1"), f"A {move}") == "must_answer_2plus"


@case("T10", HE, OFFICIAL, PL)
def test_T10_king_cancels_the_chain(edition):
    state = play(given(edition, top="r2+", p="2", A="K,g7,b1"), "A K; A g7!")
    assert (state.counts, state.pending, to_act(state), lead(state)) == ((1, 8, 8), 0, "B TURN", "g7")


@case("T11", HE, OFFICIAL)
def test_T11_king_starts_a_new_chain(edition):
    state = play(given(edition, top="b2+", p="3", A="K,r2+,b1"), "A K; A r2+!")
    assert (state.pending, to_act(state)) == (1, "B PENDING2")


@case("T12", *ALL)
def test_T12_draw_in_spite_of_holding_2plus(edition):
    state = play(given(edition, top="y2+", p="1", A="r2+,b2+,g1"), "A DRAW")
    assert (state.counts[0], to_act(state)) == (5, "B TURN")


@case("T16", HE, OFFICIAL, PL)
def test_T16_plus_plays_again(edition):
    state = play(given(edition, top="r9", A="rP,r4,b7"), "A rP")
    assert (to_act(state), code(state, "A b7")) == ("A AFTER_PLUS", "no_match")
    assert to_act(play(state, "A r4!")) == "B TURN"


@case("T17", HE, OFFICIAL, PL)
def test_T17_plus_without_another_card_draws(edition):
    state = play(given(edition, top="r9", A="rP,b7,g1"), "A rP; A DRAW")
    assert (state.counts[0], to_act(state)) == (3, "B TURN")


@case("T18", HE)
def test_T18_plus_on_plus_repeats_the_duty(edition):
    state = play(given(edition, top="r9", A="rP,bP,b5,g1"), "A rP; A bP")
    assert to_act(state) == "A AFTER_PLUS"
    assert to_act(play(state, "A b5!")) == "B TURN"


@case("T19", EN)
def test_T19_plus_is_laid_as_a_pair(edition):
    state = given(edition, top="r9", A="rP,b7,r7,g1")
    assert code(state, "A rP") == "pair_required"
    assert (to_act(play(state, "A rP&r7")), str(state.top)) == ("B TURN", "r7")


@case("T20", EN)
def test_T20_pair_of_two_plus_is_complete(edition):
    assert to_act(play(given(edition, top="r9", A="rP,rP,g1,g3"), "A rP&rP")) == "B TURN"


@case("T21", EN)
def test_T21_stop_works_in_a_pair(edition):
    assert to_act(play(given(edition, top="r9", A="rP,rS,g1,g3"), "A rP&rS")) == "C TURN"


@case("T23", *ALL)
def test_T23_stop_skips(edition):
    assert to_act(play(given(edition, top="r9", A="rS,g1"), "A rS!")) == "C TURN"
    assert to_act(play(given(edition, "", "AB", top="r9", A="rS,g1"), "A rS!")) == "A TURN"


@case("T24", *ALL)
def test_T24_direction_is_reversed(edition):
    state = play(given(edition, top="r9", A="rD,g1"), "A rD!")
    assert (state.direction, to_act(state)) == (-1, "C TURN")
    assert to_act(play(given(edition, "", "AB", top="r9", A="rD,g1"), "A rD!")) == "B TURN"
    again = given(f"{edition}[two_player_reverse=extra_turn]", "", "AB", top="r9", A="rD,g1")
    assert to_act(play(again, "A rD!")) == "A TURN"


@case("T26", *ALL)
def test_T26_change_colour_must_be_followed_or_drawn(edition):
    state = given(edition, top="r9", A="CC,g1", B="r5,r2+,g9")
    assert code(state, "A CC") == "colour_required"
    play(state, "A CC(y)!")
    assert [str(move) for move in legal_moves(state)] == ["DRAW"]


@case("T41", HE, OFFICIAL)
def test_T41_king_passed_on_is_free(edition):
    state = play(given(edition, top="r9", A="K,b1", B="y6,b1"), "A K!; A PASS")
    assert (state.counts[0], to_act(state), lead(state)) == (1, "B TURN", "*")
    assert code(state, "B y6!") is None


@case("T42", HE, OFFICIAL)
def test_T42_king_is_followed_by_anything(edition):
    state = play(given(edition, top="r9", A="K,g2+,b1"), "A K; A g2+!")
    assert (state.pending, to_act(state)) == (1, "B PENDING2")
    assert code(play(given(edition, top="CC", lead="y", A="K,r5,b1"), "A K"), "A r5") is None


@case("T53", HE)
def test_T53_plus_and_three_are_nothing_special(edition):
    state = play(given(edition, top="r9", A="rP,r3,g1"), "A rP; A r3!")
    assert (state.counts, to_act(state)) == ((1, 8, 8), "B TURN")
