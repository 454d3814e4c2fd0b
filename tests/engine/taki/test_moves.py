import pytest
from hypothesis import given as given_any
from hypothesis import strategies as st

from engine.errors import BadNotation
from engine.taki import moves
from engine.taki.cards import Card, Colour, Sign
from engine.taki.moves import MOVES, Kind, parse_move


def told(move):
    return (move.kind, " ".join(map(str, move.cards)), move.colour, move.direction, move.declares, move.lays)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r5", (Kind.PLAY, "r5", None, None, False, True)),
        ("r5!", (Kind.PLAY, "r5", None, None, True, True)),
        ("y2+", (Kind.PLAY, "y2+", None, None, False, True)),
        ("CC(b)", (Kind.PLAY, "CC", Colour.BLUE, None, False, True)),
        ("CC", (Kind.PLAY, "CC", None, None, False, True)),
        ("ST", (Kind.PLAY, "ST", None, None, False, True)),
        ("ST(y)!", (Kind.PLAY, "ST", Colour.YELLOW, None, True, True)),
        ("K", (Kind.PLAY, "K", None, None, False, True)),
        ("+3", (Kind.PLAY, "+3", None, None, False, True)),
        ("B3", (Kind.PLAY, "B3", None, None, False, True)),
        ("CZ(-)", (Kind.PLAY, "CZ", None, -1, False, True)),
        ("gP&gS", (Kind.PLAY_PAIR, "gP gS", None, None, False, True)),
        ("gP+g3!", (Kind.PLAY_COMBO, "gP g3", None, None, True, True)),
        ("BREAK", (Kind.BREAK, "B3", None, None, False, False)),
        ("BREAK(r)", (Kind.BREAK, "rP r3", Colour.RED, None, False, False)),
        ("SHIELD", (Kind.SHIELD, "K", None, None, False, False)),
        ("DRAW", (Kind.DRAW, "", None, None, False, False)),
        ("DECLARE_LAST", (Kind.DECLARE_LAST, "", None, None, False, False)),
    ],
)
def test_move_tells_what_it_is(text, expected):
    move = parse_move(text)
    assert (told(move), str(move), f"{move:>4}".strip()) == (expected, text, text)


def test_every_move_is_read_back_from_its_text():
    assert [parse_move(str(move)) for move in MOVES.values()] == list(MOVES.values())
    assert len({str(move) for move in MOVES.values()}) == len(MOVES)
    assert all(parse_move(str(move)) is move for move in MOVES.values())


def test_move_is_its_number():
    assert (parse_move("r1"), hash(parse_move("CC"))) == (0, hash(moves.CC))
    assert repr(parse_move("K")) == "<Move K>"


@pytest.mark.parametrize("text", ["B3!", "CZ(+)!", "CC!", "DRAW!", "BREAK!", "PASS!"])
def test_last_card_is_not_said_with_what_never_leaves_one(text):
    with pytest.raises(BadNotation):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_notation"),
        ("r2", "bad_notation"),
        ("R5", "bad_notation"),
        (" r5", "bad_notation"),
        ("rP&b5", "bad_notation"),
        ("rP+r4", "bad_notation"),
        (None, "bad_notation"),
        (5, "bad_notation"),
        (["r5"], "bad_notation"),
        ("CC(x)", "colour_required"),
        ("ST()", "colour_required"),
        ("r5(b)", "colour_forbidden"),
        ("K(r)!", "colour_forbidden"),
        ("CZ", "direction_required"),
        ("CZ(left)", "direction_required"),
    ],
)
def test_text_that_is_no_move_is_refused_with_a_code(text, code):
    with pytest.raises(BadNotation) as refused:
        parse_move(text)
    assert refused.value.code == code


def test_card_numbers_are_those_of_the_deck():
    assert moves.CARDS[13 * 2 + moves.TAKI] == Card(Sign.TAKI, Colour.GREEN)
    assert moves.CARDS[moves.K_CARD] == Card(Sign.KING)


PARTS = [
    "r5",
    "g2+",
    "rP",
    "r3",
    "CC",
    "ST",
    "CZ",
    "K",
    "+3",
    "BREAK",
    "(",
    ")",
    "(b)",
    "(+)",
    "&",
    "+",
    "!",
    " ",
    "\u05d0",
]


@given_any(
    st.text(max_size=8) | st.lists(st.sampled_from(PARTS), max_size=5).map("".join) | st.none() | st.integers()
)
def test_any_text_is_a_move_that_it_writes_or_bad_notation(text):
    move = next((move for move in MOVES.values() if str(move) == text), None)
    if move is not None:
        assert parse_move(text) is move
        return
    with pytest.raises(BadNotation) as refused:
        parse_move(text)
    assert refused.value.code in {"bad_notation", "colour_required", "colour_forbidden", "direction_required"}
