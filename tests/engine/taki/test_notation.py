import pytest

from engine.errors import AmbiguousMove, BadNotation
from engine.taki.moves import parse_move
from engine.taki.notation import find_move, parse_action, write_action, write_position

from .conformance import EN, HE, SUPER, given, play


@pytest.mark.parametrize("text", ["A r5", "J DRAW", "B CC(g)!", "C LEAVE", "D rP+r3"])
def test_action_is_read_back_from_its_text(text):
    assert write_action(*parse_action(text)) == text


@pytest.mark.parametrize("text", ["", "r5", "K r5", "a r5", "A  r5", "A r5 ", "A", "A r2", None, 3, ("A", "r5")])
def test_text_that_is_no_action_is_refused(text):
    with pytest.raises(BadNotation):
        parse_action(text)


@pytest.mark.parametrize(
    ("edition", "words", "hand", "short", "move"),
    [
        (HE, "top=r9", "CC,r5,r6", "CC(b)", "CC(b)"),
        (HE, "top=r9", "ST,r5,r6", "ST", "ST"),
        (EN, "top=r9", "rP,r3,b1,b4", "+3", "rP+r3"),
        (SUPER, "top=r9", "rP,r3,b1", "+3!", "rP+r3!"),
        (HE, "top=r9", "+3,r3,b1", "+3", "+3"),
        (f"{EN}[crazy=fixed_dir]", "top=r9", "CZ-,r5,r6", "CZ", "CZ(-)"),
    ],
)
def test_short_text_means_the_only_such_move(edition, words, hand, short, move):
    assert find_move(given(edition, words, A=hand), short) is parse_move(move)


def test_short_break_means_the_only_combination():
    state = play(given(EN, top="r9", A="rP,r3,b1,b4", B="gP,g3,y4", C="gP,g3,yP,y3"), "A rP+r3")
    assert find_move(state, "BREAK", 1) is parse_move("BREAK(g)")
    with pytest.raises(AmbiguousMove) as refused:
        find_move(state, "BREAK", 2)
    assert refused.value.values["meant"] == ["BREAK(g)", "BREAK(y)"]


@pytest.mark.parametrize(
    ("edition", "hand", "short", "code", "meant"),
    [
        (HE, "CC,r5,r6", "CC", "colour_required", ["CC(r)", "CC(b)", "CC(g)", "CC(y)"]),
        (HE, "CC,r5", "CC!", "colour_required", ["CC(r)!", "CC(b)!", "CC(g)!", "CC(y)!"]),
        (EN, "ST,r5,r6", "ST", "colour_required", ["ST(r)", "ST(b)", "ST(g)", "ST(y)"]),
        (EN, "CZ,r5,r6", "CZ", "direction_required", ["CZ(+)", "CZ(-)"]),
        (f"{EN}[crazy=fixed_dir]", "CZ+,CZ-,r6", "CZ", "direction_required", ["CZ(+)", "CZ(-)"]),
        (EN, "rP,r3,gP,g3", "+3", "ambiguous", ["rP+r3", "gP+g3"]),
    ],
)
def test_short_text_of_several_moves_is_ambiguous(edition, hand, short, code, meant):
    state = given(edition, top="rP", A=hand)
    with pytest.raises(AmbiguousMove) as refused:
        find_move(state, short)
    values = refused.value.values
    assert (refused.value.code, values["meant"], values["position"]) == (code, meant, write_position(state))
    assert set(meant) <= set(values["legal"])


def test_move_in_full_is_found_whether_it_is_legal_or_not():
    assert find_move(given(HE, top="r9", A="r5,r6"), "K") is parse_move("K")
    with pytest.raises(BadNotation):
        find_move(given(HE, top="r9", A="r5,r6"), "k")
