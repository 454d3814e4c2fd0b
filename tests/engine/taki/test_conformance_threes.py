"""The cases of rules.md §10.1 about +3, its breaker and combination, and the Crazy Card."""

import pytest

from .conformance import EN, HE, OFFICIAL, PL, SUPER, case, code, given, hand, lead, legal, play, to_act


@case("T44", HE)
def test_T44_plus_three_returns_the_turn(edition):
    state = play(given(edition, top="r9", A="+3,r1,b1"), "A +3; B PASS; C PASS")
    assert (state.counts, lead(state), to_act(state)) == ((2, 11, 11), "r9", "A TURN")
    assert legal(state, "r1")


@case("T45", OFFICIAL)
def test_T45_plus_three_passes_the_turn(edition):
    state = play(given(edition, top="r9", A="+3,r1,b1"), "A +3; B PASS; C PASS")
    assert (state.counts, lead(state), to_act(state)) == ((2, 11, 11), "r9", "B TURN")


@case("T46", HE, OFFICIAL)
def test_T46_plus_three_on_an_action(edition):
    expected = "plus3_needs_number" if edition == HE else None
    assert code(given(edition, top="rS", A="+3,r1"), "A +3") == expected


@case("T47", HE, OFFICIAL)
def test_T47_plus_three_on_an_active_2plus(edition):
    state = given(edition, top="r2+", p="2", A="+3,r1")
    if edition == HE:
        assert code(state, "A +3") == "must_answer_2plus"
        return
    play(state, "A +3!; B PASS; C PASS")
    assert (state.counts, to_act(state), state.pending) == ((1, 11, 11), "B PENDING2", 2)


@case("T48", HE, OFFICIAL, PL)
@pytest.mark.parametrize("breaker", ["B", "C"])
def test_T48_first_break_cancels_the_plus_three(edition, breaker):
    state = given(edition, top="r9", A="+3,r1,b1", B="B3,7?", C="B3,7?")
    play(state, f"A +3; {breaker} BREAK")
    counts = (5, 7, 8) if breaker == "B" else (5, 8, 7)
    assert (state.counts, to_act(state), lead(state)) == (counts, "B TURN", "r9")
    assert code(state, f"{'C' if breaker == 'B' else 'B'} BREAK") == "no_plus3_open"


@case("T49", HE, OFFICIAL)
def test_T49_breaker_on_the_own_turn_costs_three(edition):
    state = play(given(edition, top="r9", A="B3,r1,b1"), "A B3")
    assert (state.counts[0], to_act(state), lead(state)) == (5, "B TURN", "r9")
    assert code(given(edition, top="r2+", p="1", A="B3,r1,b1"), "A B3") == "must_answer_2plus"


@case("T51", EN)
def test_T51_combination_makes_the_others_draw(edition):
    state = play(given(edition, top="r9", A="rP,r3,g1,g5"), "A rP+r3; B PASS; C PASS")
    assert (state.counts, lead(state), to_act(state)) == ((2, 11, 11), "r3", "B TURN")


@case("T52", EN)
def test_T52_combination_is_answered_by_another(edition):
    state = play(given(edition, top="r9", A="rP,r3,g1,g5", C="gP,g3,b1,b5"), "A rP+r3; C BREAK(g)")
    assert (state.counts, lead(state), to_act(state)) == ((5, 8, 2), "g3", "B TURN")


@case("T54", EN)
def test_T54_crazy_card_moves_the_hands(edition):
    state = play(given(edition, top="r9", A="CZ,r1,r3", B="b4,b5,b6", C="y1", declared="C"), "A CZ(+)")
    assert [hand(state, seat) for seat in "ABC"] == ["y1", "r1 r3", "b4 b5 b6"]
    assert (lead(state), to_act(state)) == ("r9", "B TURN")
    assert (state.has_declared(0), code(state, "A DECLARE_LAST")) == (False, None)
    assert play(state, "B DRAW").counts == (5, 3, 3)


@case("T55", EN)
def test_T55_crazy_card_sets_the_direction(edition):
    state = play(given(edition, top="r9", A="CZ,r1"), "A CZ(-)")
    assert (state.direction, to_act(state), hand(state, "C")) == (-1, "C TURN", "r1")


@case("T56", EN)
def test_T56_neighbour_wins_with_the_empty_hand(edition):
    state = play(given(edition, top="r9", A="CZ", B="b4,b5", C="y1,y3"), "A CZ(+)")
    assert (state.winner, hand(state, "A"), to_act(state)) == (1, "y1 y3", "B OVER")


@case("T57", EN)
def test_T57_crazy_card_answers_no_2plus(edition):
    assert code(given(edition, top="r2+", p="1", A="CZ,r1"), "A CZ(+)") == "must_answer_2plus"


@case("T82", HE)
def test_T82_plus_three_needs_a_number_under_it(edition):
    state = play(given(edition, top="g9", A="K,b1,b3", B="+3,y1,y3"), "A K; A PASS")
    assert (code(state, "B +3"), code(state, "B y1")) == ("plus3_needs_number", None)


@case("T87", SUPER)
def test_T87_combination_is_a_single_act(edition):
    state = given(edition, top="r9", A="rP,r3,g1,g4")
    apart = play(state.copy(), "A rP; A r3")
    assert (apart.counts, to_act(apart)) == ((2, 8, 8), "B TURN")
    together = play(state, "A rP+r3; B PASS; C PASS")
    assert (together.counts, to_act(together)) == ((2, 11, 11), "B TURN")
