"""The cases of rules.md §10.1 about runs."""

from engine.taki.cards import Colour

from .conformance import ALL, EN, HE, OFFICIAL, PL, case, code, given, lead, legal, play, to_act


@case("T13", HE)
def test_T13_2plus_that_ends_a_run_is_void(edition):
    state = play(given(edition, top="r9", A="rT,r5,r2+,b1"), "A rT; A r5; A r2+!; A CLOSE")
    assert (state.pending, to_act(state), lead(state)) == (0, "B TURN", "r2+")


@case("T14", OFFICIAL)
def test_T14_2plus_that_ends_a_run_is_active(edition):
    state = play(given(edition, top="r9", A="rT,r5,r2+,b1"), "A rT; A r5; A r2+!; A CLOSE")
    assert (state.pending, to_act(state)) == (1, "B PENDING2")
    assert play(state, "B DRAW").counts == (1, 10, 8)


@case("T15", *ALL)
def test_T15_2plus_inside_a_run_is_cancelled(edition):
    state = play(given(edition, top="r9", A="rT,r2+,r5,b1"), "A rT; A r2+; A r5!; A CLOSE")
    assert (state.pending, to_act(state)) == (0, "B TURN")


@case("T22", HE, OFFICIAL)
def test_T22_plus_that_ends_a_run_plays_again(edition):
    state = play(given(edition, top="r9", A="rT,r3,rP,b8"), "A rT; A r3; A rP!")
    assert code(state, "A END_OPEN") == "plus_unmet"
    play(state, "A CLOSE")
    assert (to_act(state), code(state, "A b8")) == ("A AFTER_PLUS", "no_match")
    assert (play(state, "A DRAW").counts[0], to_act(state)) == (2, "B TURN")


@case("T25", *ALL)
def test_T25_stop_counts_at_the_end_of_a_run_alone(edition):
    state = given(edition, top="r9", A="rT,rS,r4,b1")
    assert to_act(play(state.copy(), "A rT; A rS; A r4!; A CLOSE")) == "B TURN"
    assert to_act(play(state, "A rT; A r4; A rS!; A CLOSE")) == "C TURN"


@case("T27", OFFICIAL, HE)
def test_T27_change_colour_ends_a_run_where_it_may(edition):
    state = play(given(edition, top="r9", A="rT,r4,CC,y3,b1"), "A rT; A r4")
    if edition == HE:
        assert code(state, "A CC(y)") == "colourless_in_run"
        return
    play(state, "A CC(y)")
    assert (to_act(state), lead(state), state.run) == ("B TURN", "y", None)
    assert code(state, "A y3") == "not_your_turn"


@case("T28", HE, OFFICIAL, PL)
def test_T28_super_taki_inherits_its_colour(edition):
    state = given(edition, top="b7", A="ST,b5,r5")
    assert code(state, "A ST(b)") == "colour_forbidden"
    play(state, "A ST")
    assert (state.run, code(state, "A r5"), code(state, "A b5")) == (Colour.BLUE, "wrong_run_colour", None)


@case("T29", EN)
def test_T29_super_taki_chooses_its_colour(edition):
    state = given(edition, top="b7", A="ST,r5,b1")
    assert code(state, "A ST") == "colour_required"
    assert legal(play(state, "A ST(r)"), "r5")


@case("T30", HE, OFFICIAL)
def test_T30_super_taki_on_a_king_names_its_colour(edition):
    state = play(given(edition, top="r9", A="K,ST,y3,b1"), "A K")
    assert code(state, "A ST") == "colour_required"
    assert legal(play(state, "A ST(y)"), "y3")


@case("T31", HE, OFFICIAL)
def test_T31_super_taki_joins_a_run(edition):
    state = play(given(edition, top="r9", A="rT,ST,r3,b1"), "A rT; A ST")
    assert (state.run, to_act(state), legal(state, "r3")) == (Colour.RED, "A RUN", True)


@case("T32", HE, OFFICIAL)
def test_T32_super_taki_takes_the_colour_declared(edition):
    state = play(given(edition, top="CC", lead="y", A="ST,y3,r3"), "A ST")
    assert (state.run, code(state, "A r3"), code(state, "A y3")) == (Colour.YELLOW, "wrong_run_colour", None)


@case("T33", *ALL)
def test_T33_taki_of_another_colour_does_not_join(edition):
    assert code(play(given(edition, top="r9", A="rT,bT,r1"), "A rT"), "A bT") == "wrong_run_colour"


@case("T34", *ALL)
def test_T34_lone_taki_stays_open(edition):
    state = play(given(edition, top="r9", A="rT,b1,b3", B="bT,b6,r5,g1"), "A rT")
    assert code(state, "A CLOSE") == "cannot_close_taki"
    play(state, "A END_OPEN")
    assert (to_act(state), legal(state, "r5", "bT")) == ("B OPEN", True)
    play(state, "B bT")
    assert (to_act(state), state.run) == ("B RUN", Colour.BLUE)


@case("T35", *ALL)
def test_T35_next_player_uses_and_closes_the_run(edition):
    state = given(edition, top="r9", A="rT,r3,b1", B="r5,r6,b3")
    play(state, "A rT; A r3!; A END_OPEN; B r5; B r6!; B CLOSE")
    assert (to_act(state), state.run) == ("C TURN", None)


@case("T36", *ALL)
def test_T36_another_colour_closes_the_run(edition):
    state = play(given(edition, "B+ OPEN", top="r3", run="r", B="b3,r6,b4"), "B b3")
    assert (to_act(state), state.run, lead(state)) == ("C TURN", None, "b3")


@case("T37", *ALL)
def test_T37_run_stays_open_until_somebody_declares(edition):
    state = given(edition, "B+ OPEN", top="r3", run="r", B="r6,b4,b5", C="r7,r8,b5")
    play(state, "B r6; B END_OPEN")
    assert (to_act(state), state.run) == ("C OPEN", Colour.RED)
    play(state, "C r7; C r8!; C CLOSE")
    assert (to_act(state), state.run) == ("A TURN", None)


@case("T38", *ALL)
def test_T38_run_stays_open_over_a_draw(edition):
    state = play(given(edition, "B+ OPEN", top="r3", run="r", B="b4,g5"), "B DRAW")
    assert (to_act(state), state.run) == ("C OPEN", Colour.RED)


@case("T39", OFFICIAL)
def test_T39_penalty_comes_before_the_open_run(edition):
    state = given(edition, top="g9", A="gT,g2+,b1", C="g5,g6,b1")
    play(state, "A gT; A g2+!; A END_OPEN; B DRAW")
    assert (state.counts, to_act(state), legal(state, "g5")) == ((1, 10, 3), "C OPEN", True)


@case("T40", HE)
def test_T40_2plus_of_the_run_colour_belongs_to_the_run(edition):
    state = play(given(edition, "B+ OPEN", top="g3", run="g", B="g2+,r1"), "B g2+!; B END_OPEN")
    assert (state.pending, to_act(state), state.run) == (0, "C OPEN", Colour.GREEN)


@case("T50", HE, OFFICIAL, PL)
def test_T50_plus_three_enters_no_run(edition):
    assert code(play(given(edition, top="r9", A="rT,+3,r1"), "A rT"), "A +3") == "colourless_in_run"


@case("T83", HE)
def test_T83_run_stays_open_over_a_plus_three(edition):
    state = given(edition, "B+ OPEN", top="r3", run="r", B="+3,r6,b1")
    play(state, "B +3; C PASS; A PASS")
    assert to_act(state) == "B OPEN"
    assert (to_act(play(state, "B r6!")), state.run) == ("B RUN", Colour.RED)


@case("T84", EN)
def test_T84_plus_in_a_run_needs_a_follower(edition):
    state = play(given(edition, top="r9", A="rT,r3,rP,b1,b3"), "A rT; A r3")
    assert code(state, "A rP") == "pair_required"
    both = play(given(edition, top="r9", A="rT,r3,rP,rP,b1,b3"), "A rT; A r3; A rP")
    assert [code(both, f"A {move}") for move in ("CLOSE", "END_OPEN")] == ["pair_required", "pair_required"]
    assert to_act(play(both, "A rP; A CLOSE")) == "B TURN"


@case("T85", EN)
def test_T85_super_taki_in_an_open_run_chooses(edition):
    state = given(edition, "B+ OPEN", top="r3", run="r", B="ST,b5,r6,g1")
    blue = play(state.copy(), "B ST(b)")
    assert (blue.run, code(blue, "B r6"), code(blue, "B b5")) == (Colour.BLUE, "wrong_run_colour", None)
    red = play(state, "B ST(r)")
    assert (red.run, code(red, "B r6")) == (Colour.RED, None)
