"""The cases of rules.md §10.1 about the last card and going out."""

import pytest

from engine.taki.state import GameState

from .conformance import EN, HE, OFFICIAL, PL, case, code, given, hand, lead, legal, play, to_act

LENIENT = "[plus_last=draw_one]"


def won(state: GameState) -> tuple[str, tuple[int, ...]]:
    """Return who has won and the cards left."""
    return ("" if state.winner is None else "ABC"[state.winner]), state.counts


@case("T43", HE, OFFICIAL)
def test_T43_king_wins(edition):
    assert won(play(given(edition, top="r9", A="K", declared="A"), "A K")) == ("A", (0, 8, 8))


@case("T58", HE)
def test_T58_declaration_may_wait_until_the_last_card_is_laid(edition):
    state = play(given(edition, top="r9", A="r5,r6", B="r1,r3,r4", C="r7,r8,b5"), "A r5; B r4; C r7")
    assert won(play(state, "A DECLARE_LAST; A r6")) == ("A", (0, 2, 2))


@case("T59", EN, PL, OFFICIAL)
def test_T59_silence_costs_four_when_another_moves(edition):
    start = given(edition, top="r9", A="r5,b1", B="r4,b3,b5")
    silent = play(start.copy(), "A r5; B r4")
    assert (silent.counts, to_act(silent)) == ((5, 2, 8), "C TURN")
    assert play(start.copy(), "A r5!; B r4").counts == (1, 2, 8)
    assert play(start, "A r5; A DECLARE_LAST; B r4").counts == (1, 2, 8)


@case("T60", HE)
def test_T60_undeclared_last_card_may_be_claimed(edition):
    state = play(given(edition, top="r9", A="r5"), "A r5")
    assert to_act(state) == "B CLAIM"
    claimed = play(state.copy(), "C CLAIM")
    assert (won(claimed), to_act(claimed)) == (("", (4, 8, 8)), "B TURN")
    assert won(play(state, "B PASS; C PASS")) == ("A", (0, 8, 8))


@case("T61", HE)
def test_T61_change_colour_as_last_card_needs_both_declarations(edition):
    silent, said = given(edition, top="r9", A="CC"), given(edition, top="r9", A="CC", declared="A")
    assert won(play(said.copy(), "A CC(b)")) == ("A", (0, 8, 8))
    play(silent, "A CC(b)")
    assert (won(silent), to_act(silent), lead(silent)) == (("", (4, 8, 8)), "B TURN", "b")
    play(said, "A CC")
    assert (won(said), to_act(said), lead(said)) == (("", (4, 8, 8)), "B TURN", "r9")


@case("T62", EN, HE)
def test_T62_last_card_inside_a_run(edition):
    actions = "A rT; A r3; A r4"
    state = play(given(edition, top="r9", A="rT,r3,r4"), actions)
    if edition == EN:
        assert won(state) == ("A", (0, 8, 8))
        return
    assert to_act(state) == "B CLAIM"
    exempt = given(f"{edition}[last_card_in_run=exempt]", top="r9", A="rT,r3,r4")
    assert won(play(exempt, actions)) == ("A", (0, 8, 8))


@case("T63", HE, OFFICIAL)
def test_T63_declaration_lapses_when_cards_come(edition):
    state = given(edition, "B+", top="r9", A="r1", B="+3,7?", declared="A")
    play(state, "B +3; C PASS; A PASS")
    assert (state.counts[0], state.has_declared(0), code(state, "A DECLARE_LAST")) == (4, False, "nothing_to_declare")


@case("T64", HE)
def test_T64_2plus_as_last_card_is_drawn_first(edition):
    state = play(given(edition, top="r9", A="r2+", B="b1", declared="A,B"), "A r2+")
    assert (won(state), to_act(state)) == (("", (0, 1, 8)), "B PENDING2")
    assert won(play(state, "B DRAW")) == ("A", (0, 3, 8))


@case("T65", HE)
def test_T65_chain_comes_back_to_the_empty_hand(edition):
    state = given(edition, top="r9", A="r2+", B="b2+,b1", C="g2+,b1", declared="A")
    play(state, "A r2+; B b2+!; C g2+!")
    assert legal(state, "DRAW")
    assert code(state, "A PASS") == "bad_phase"
    play(state, "A DRAW")
    assert (won(state), to_act(state), lead(state)) == (("", (6, 1, 1)), "B TURN", "g2+")


@case("T66", HE)
def test_T66_second_2plus_of_two_players_wins(edition):
    state = given(edition, "", "AB", top="r9", A="r2+", B="b2+", declared="A,B")
    assert won(play(state, "A r2+; B b2+; A DRAW")) == ("B", (4, 0))


@case("T67", HE)
def test_T67_first_of_two_empty_hands_wins(edition):
    state = given(edition, top="r9", A="r2+", B="b2+", C="y1,y3", declared="A,B")
    assert won(play(state, "A r2+; B b2+; C DRAW")) == ("A", (0, 0, 6))


@case("T68", HE)
def test_T68_king_on_a_last_2plus_ends_it(edition):
    state = given(edition, top="r9", A="r2+", B="K,y1", declared="A")
    assert won(play(state, "A r2+; B K!")) == ("A", (0, 1, 8))


@case("T69", HE, OFFICIAL)
def test_T69_2plus_ends_a_run_and_the_hand(edition):
    state = play(given(edition, top="r9", A="rT,r2+"), "A rT; A DECLARE_LAST; A r2+")
    if edition == HE:
        assert won(state) == ("A", (0, 8, 8))
        return
    assert (won(state), to_act(state)) == (("", (0, 8, 8)), "B PENDING2")
    assert won(play(state, "B DRAW")) == ("A", (0, 10, 8))


@case("T70", HE, OFFICIAL)
def test_T70_plus_does_not_win(edition):
    if edition == HE:
        state = given(edition, top="r9", A="rP", declared="A")
        assert (code(state, "A rP"), code(state, "A DRAW")) == ("last_card_forbidden", None)
        edition += LENIENT
    state = play(given(edition, top="r9", A="rP", declared="A"), "A rP")
    assert (won(state), to_act(state)) == (("", (1, 8, 8)), "B TURN")
    assert (state.has_declared(0), code(state, "A DECLARE_LAST")) == (False, None)


@case("T71", HE, EN)
def test_T71_stop_as_last_card(edition):
    two = given(edition, "", "AB", top="r9", A="rS", declared="A")
    if edition == HE:
        assert code(two, "A rS") == "last_card_forbidden"
        assert won(play(given(edition, top="r9", A="rS", declared="A"), "A rS")) == ("A", (0, 8, 8))
    else:
        assert won(play(two, "A rS")) == ("A", (0, 8))


@case("T72", HE)
def test_T72_plus_three_wins_unbroken(edition):
    state = given(edition, top="r9", A="+3", B="b1", C="b3,b4", declared="A,B")
    assert won(play(state, "A +3; B PASS; C PASS")) == ("A", (0, 4, 5))


@case("T73", HE)
@pytest.mark.parametrize(("held", "winner", "counts"), [("B3,y1", "", (3, 1, 8)), ("B3", "B", (3, 0, 8))])
def test_T73_broken_plus_three_does_not_win(edition, held, winner, counts):
    declared = "A,B" if held == "B3" else "A"
    state = play(given(edition, top="r9", A="+3", B=held, declared=declared), "A +3; B BREAK")
    assert (won(state), to_act(state)) == ((winner, counts), "B OVER" if winner else "B TURN")


@case("T74", HE, OFFICIAL)
def test_T74_breaker_on_the_own_turn_does_not_win(edition):
    state = play(given(edition, top="r9", A="B3", declared="A"), "A B3")
    assert (won(state), to_act(state)) == (("", (3, 8, 8)), "B TURN")


@case("T81", HE)
def test_T81_king_as_last_card_on_a_last_2plus(edition):
    state = given(edition, top="r9", A="r2+", B="K", declared="A,B")
    assert won(play(state, "A r2+; B K")) == ("A", (0, 0, 8))


@case("T86", PL)
def test_T86_2plus_wins_at_once(edition):
    state = given(edition, top="r2+", p="1", A="b2+", B="y2+,g1", declared="A")
    assert (won(play(state, "A b2+")), hand(state, "C") != "") == (("A", (0, 6, 8)), True)
