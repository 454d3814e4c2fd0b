"""``python -m engine minitactico``: positions for programs in other languages."""

import io
import json
import sys

import pytest

from engine.__main__ import main
from tests.engine.minitactico.positions import line


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command on a JSON value; gives exit code, and both outputs as JSON or ''."""

    def run(value):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(value).encode())))
        code = main(["minitactico"])
        printed = capsys.readouterr()
        return code, *(json.loads(text) if text else "" for text in (printed.out, printed.err))

    return run


GIVEN = line(deck="9,33?", b={"s11": "7"})


def test_position_alone_lists_what_is_legal(run):
    code, answer, error = run({"position": line(a={"s12": "?-8:B"})})
    assert (code, error) == (0, "")
    assert answer == {
        "position": line("A", a={"s12": "?-8:B"}, deck="33?"),
        "seat": "A",
        "phase": "TURN",
        "legal": ["DRAW", "SPECIAL(12)"],
        "winner": None,
        "reason": "",
    }


def test_moves_are_made(run):
    code, answer, error = run({"position": GIVEN, "moves": ["DRAW", "ATTACK(B11)"]})
    assert (code, error) == (0, "")
    assert answer["position"] == line("B", b={"s11": "7*-9:A"}, deck="33?")
    assert answer["legal"] == ["DRAW", "SPECIAL(11)"]


def test_end_names_the_winner(run):
    given = line(card="9", b={"s12": "?-2:A", "s21": "?-2:A", "s23": "?-3:A", "s32": "7"})
    _code, answer, _error = run({"position": given, "moves": ["ATTACK(B32)"]})
    assert (answer["phase"], answer["winner"], answer["reason"], answer["legal"]) == ("OVER", "A", "flags", [])


def test_view_hides_what_the_seat_may_not_know(run):
    _code, answer, _error = run({"position": GIVEN, "moves": ["DRAW"], "view": "B"})
    assert answer["position"] == line("A", "CARD", "card=?", deck="33?")


def test_error_of_a_view_hides_it_too(run):
    code, answer, error = run({"position": GIVEN, "moves": ["DRAW", "DRAW"], "view": "B"})
    assert (code, answer, error["error"]["code"]) == (3, "", "bad_phase")
    assert error["error"]["values"]["position"] == line("A", "CARD", "card=?", deck="33?")


@pytest.mark.parametrize(
    ("value", "exit_code", "code"),
    [
        ({}, 2, "bad_input"),
        ([], 2, "bad_input"),
        ({"position": 5}, 2, "bad_input"),
        ({"position": GIVEN, "moves": "DRAW"}, 2, "bad_input"),
        ({"position": GIVEN, "moves": [1]}, 2, "bad_input"),
        ({"position": GIVEN, "view": "Z"}, 2, "bad_input"),
        ({"position": GIVEN, "view": "C"}, 2, "bad_input"),
        ({"position": GIVEN, "view": None}, 2, "bad_input"),
        ({"position": GIVEN, "move": []}, 2, "bad_input"),
        ({"position": "minitactico"}, 3, "bad_position"),
        ({"position": GIVEN, "moves": ["draw"]}, 3, "bad_notation"),
        ({"position": GIVEN, "moves": ["PASS"]}, 3, "bad_phase"),
        ({"position": line(card="?"), "moves": ["ATTACK(B11)"]}, 3, "hidden"),
    ],
)
def test_refusals(run, value, exit_code, code):
    found, answer, error = run(value)
    assert (found, answer, error["error"]["code"]) == (exit_code, "", code)
