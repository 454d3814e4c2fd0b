import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadNotation
from engine.minitactico.field import FLAG, SQUARES
from engine.minitactico.moves import ALL_MOVES, BY_TEXT, Kind, Move, parse_move


def test_every_move_has_a_text_of_its_own_that_comes_back():
    assert len(ALL_MOVES) == len(BY_TEXT) == 1 + 8 + 9 * 8 + 8 + 9 * 8 + 28 + 8 + 1
    assert [parse_move(str(move)) for move in ALL_MOVES] == list(ALL_MOVES)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("DRAW", Move(Kind.DRAW)),
        ("SPECIAL(12)", Move(Kind.SPECIAL, ((1, 2),))),
        ("ATTACK(B12)", Move(Kind.ATTACK, ((1, 2),), 1)),
        ("DEFEND(33)", Move(Kind.DEFEND, ((3, 3),))),
        ("CHANGE(I21)", Move(Kind.CHANGE, ((2, 1),), 8)),
        ("SWAP(11,33)", Move(Kind.SWAP, ((1, 1), (3, 3)))),
        ("FLIP(12)", Move(Kind.FLIP, ((1, 2),))),
        ("PASS", Move(Kind.PASS)),
    ],
)
def test_text_of_a_move(text, move):
    assert (str(move), f"{move:>12}", parse_move(text)) == (text, text.rjust(12), move)


def test_squares_of_a_swap_may_come_in_either_order():
    assert str(parse_move("SWAP(33,11)")) == "SWAP(11,33)"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "draw",
            "DRAW ",
            "ATTACK(12)",
            "ATTACK(B22)",
            "ATTACK(b12)",
            "ATTACK(J12)",
            "DEFEND(A12)",
            "DEFEND(10)",
        ),
        *("SWAP(11,11)", "SWAP(11)", "SWAP(11,22)", "FLIP()", "SPECIAL", "PASS()", "CHANGE(B1٢)", None, 5, b"DRAW"),
    ],
)
def test_parse_move_refuses_all_else(text):
    with pytest.raises(BadNotation) as refusal:
        parse_move(text)
    assert refusal.value.code == "bad_notation"


@pytest.mark.parametrize(
    ("kind", "squares", "seat"),
    [
        (Kind.DRAW, ((1, 1),), None),
        (Kind.DRAW, (), 0),
        (Kind.ATTACK, ((1, 1),), None),
        (Kind.ATTACK, (FLAG,), 1),
        (Kind.ATTACK, ((1, 1),), 9),
        (Kind.DEFEND, ((1, 1),), 0),
        (Kind.SWAP, ((3, 3), (1, 1)), None),
        (Kind.SWAP, ((1, 1),), None),
        (Kind.FLIP, [(1, 1)], None),
        ("DRAW", (), None),
        ([], (), None),
    ],
)
def test_no_move_can_be_made_that_no_position_could_have(kind, squares, seat):
    with pytest.raises(BadNotation):
        Move(kind, squares, seat)


@given(st.text(alphabet="DRAWSPECILTKFNCHGOB(),123 9", max_size=14) | st.text(max_size=10))
def test_any_text_is_a_move_or_bad_notation(text):
    try:
        move = parse_move(text)
    except BadNotation:
        return
    assert move in ALL_MOVES
    assert all(square in SQUARES for square in move.squares)
