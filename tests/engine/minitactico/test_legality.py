import pytest

from engine.errors import IllegalMove
from engine.minitactico import play
from engine.minitactico.knowledge import observe
from engine.minitactico.legality import CODES, legal_moves, why_illegal
from engine.minitactico.moves import parse_move
from engine.minitactico.notation import write_position
from engine.minitactico.reading import parse_position
from tests.engine.minitactico.positions import captured, field, line, position

THREE = " ".join(
    [
        "minitactico A CARD card=9",
        f"A={field(s12='?-4:B')}",
        f"B={field(flag='5', s11='?-4:A', s12='?-6:C')}",
        f"C={field(flag='7')}",
    ]
)
FALLEN = f"minitactico A CARD card=9 A={field()} B=out C={field(flag='7', s11='?-4:B')} fallen=B:C"
OVER = line("OVER", b=captured("12", "21", "23", "32"), fallen="B:A", winner="A", reason="flags")

# code, position, who tries, move
REFUSED = [
    ("bad_phase", OVER, None, "DRAW"),
    ("bad_phase", line(), None, "ATTACK(B11)"),
    ("bad_phase", line(), None, "PASS"),
    ("bad_phase", THREE, None, "DRAW"),
    ("bad_phase", THREE, None, "SPECIAL(12)"),
    ("bad_phase", line("BONUS"), None, "DEFEND(11)"),
    ("no_such_seat", line(card="9"), None, "ATTACK(C11)"),
    ("no_such_seat", line(), 2, "DRAW"),
    ("no_such_seat", line(), -1, "DRAW"),
    ("seat_fallen", FALLEN, 1, "DRAW"),
    ("not_your_turn", line(), 1, "DRAW"),
    ("own_field", line(card="9"), None, "ATTACK(A11)"),
    ("own_field", THREE, None, "CHANGE(A12)"),
    ("field_fallen", FALLEN, None, "ATTACK(B11)"),
    ("no_specials_left", line(a=captured("12", by="B"), specials="0,2"), None, "SPECIAL(12)"),
    ("face_up", THREE, None, "ATTACK(B11)"),
    ("face_up", THREE, None, "ATTACK(B12)"),
    ("face_up", THREE, None, "DEFEND(12)"),
    ("face_up", line("BONUS", a=captured("12", by="B")), None, "SWAP(11,12)"),
    ("not_captured", line(), None, "SPECIAL(12)"),
    ("not_captured", THREE, None, "CHANGE(B13)"),
    ("not_captured", line("BONUS"), None, "FLIP(12)"),
    ("not_your_capture", THREE, None, "CHANGE(B12)"),
    ("not_your_capture", FALLEN, None, "CHANGE(C11)"),
]


@pytest.mark.parametrize(("code", "given", "seat", "text"), REFUSED)
def test_refusal_says_why_and_what_was_legal(code, given, seat, text):
    state, move = parse_position(given), parse_move(text)

    with pytest.raises(IllegalMove) as refusal:
        play.apply(state, move, seat)

    error = refusal.value
    assert why_illegal(state, move, seat) == error.code == code
    assert error.values == {
        "move": text,
        "seat": "ABC"[state.seat if seat is None else seat] if seat != -1 else "-1",
        "position": write_position(state),
        "legal": [str(other) for other in legal_moves(state, seat)],
    }


def test_every_code_has_a_case():
    assert {code for code, *_ in REFUSED} == set(CODES)


def test_position_with_a_card_offers_attack_defend_and_change():
    texts = [str(move) for move in legal_moves(parse_position(THREE))]
    assert texts == [
        *(f"ATTACK(B{square})" for square in ("13", "21", "23", "31", "32", "33")),
        *(f"ATTACK(C{square})" for square in ("11", "12", "13", "21", "23", "31", "32", "33")),
        *(f"DEFEND({square})" for square in ("11", "13", "21", "23", "31", "32", "33")),
        "CHANGE(B11)",
    ]


def test_asking_changes_nothing():
    state = parse_position(THREE)
    before = write_position(state)
    assert legal_moves(state) == legal_moves(state)
    assert write_position(state) == before


def test_others_have_no_moves():
    assert legal_moves(position(), seat=1) == ()
    assert legal_moves(position(), seat=0) == legal_moves(position())


def test_error_of_a_view_tells_the_view_alone():
    state = position(card="9", b={"s11": "7"})
    with pytest.raises(IllegalMove) as refusal:
        play.apply(observe(state, 1), parse_move("DRAW"))
    assert refusal.value.values["position"] == write_position(state, 1)
    assert "card=?" in refusal.value.values["position"]
