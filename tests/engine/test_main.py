"""``python -m engine``: JSON in, JSON out, and what the exit codes promise."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main

CHECKOUT = Path(__file__).parents[2]
GOLDEN = json.loads((Path(__file__).parent / "golden" / "draw_24.json").read_text(encoding="utf-8"))
PLAN = {
    "stages": [{"key": "מוקדמות", "sizes": [4, 4]}, {"key": "final", "sizes": [2]}],
    "routes": [{"source": "מוקדמות", "place": 1, "target": "final"}],
}


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command line on some bytes of standard input; gives exit code, and both outputs as JSON or ''."""

    def run(*arguments, given=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main(arguments)
        printed = capsys.readouterr()
        return code, *(json.loads(text) if text else "" for text in (printed.out, printed.err))

    return run


def test_draw_from_standard_input(run):
    given = json.dumps(GOLDEN["request"]).encode()
    assert run("draw", given=given) == (0, GOLDEN["result"], "")
    assert run("draw", "-", given=b"\xef\xbb\xbf" + given) == (0, GOLDEN["result"], "")


def test_draw_from_a_file(run, tmp_path):
    file = tmp_path / "request.json"
    file.write_text(json.dumps(GOLDEN["request"]), encoding="utf-8")
    assert run("draw", str(file)) == (0, GOLDEN["result"], "")


def test_bracket_prints_tables_and_edges(run):
    code, printed, error = run("bracket", given=json.dumps(PLAN, ensure_ascii=False).encode())
    edge = {"from_stage": "מוקדמות", "place": 1, "rank": 0, "to_stage": "final", "to_table": 1}
    assert (code, error) == (0, "")
    assert printed == {
        "stages": ["מוקדמות", "final"],
        "tables": [
            {"stage": "מוקדמות", "number": 1, "seats": 4},
            {"stage": "מוקדמות", "number": 2, "seats": 4},
            {"stage": "final", "number": 1, "seats": 2},
        ],
        "edges": [{**edge, "from_table": 1, "to_seat": 1}, {**edge, "from_table": 2, "to_seat": 2}],
    }


@pytest.mark.parametrize(
    ("command", "given", "code", "values"),
    [
        (
            "draw",
            {"entries": [1, 2, 3], "sizes": [4], "seed": "x"},
            "entries_do_not_fill_seats",
            {"entries": 3, "seats": 4},
        ),
        (
            "draw",
            {"entries": [1], "sizes": [1], "seed": "x", "groups": [{"kind": "club", "members": [2]}]},
            "group_member_unknown",
            {"kind": "club", "group": [2], "members": [2]},
        ),
        (
            "bracket",
            {"stages": [{"key": "a", "sizes": [4]}, {"key": "b", "sizes": [1]}]},
            "bracket",
            {
                "problems": [
                    {
                        "code": "seat_not_filled",
                        "message": "no edge to seat 1 of table 1 of 'b'",
                        "values": {"stage": "b", "table": 1, "seat": 1},
                    }
                ]
            },
        ),
    ],
)
def test_a_refusal_exits_with_3(run, command, given, code, values):
    exit_code, printed, error = run(command, given=json.dumps(given).encode())
    assert (exit_code, printed) == (3, "")
    assert (error["error"]["code"], error["error"]["values"]) == (code, values)


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (b"", ""),
        (b"{", ""),
        (b"\xff{}", ""),
        (b"[" * 100_000, ""),
        (b"1" * 5000, ""),
        (b'{"seed": "a", "seed": "b"}', ""),
        (b"[]", ""),
        (b"null", ""),
        (b"{}", "entries"),
        (b'{"entries": 3}', "entries"),
        (b'{"entries": [1, true]}', "entries[1]"),
        (b'{"entries": [1.0]}', "entries[0]"),
        (b'{"entries": [NaN]}', "entries[0]"),
        (b'{"entries": [1e400]}', "entries[0]"),
        (b'{"entries": [null]}', "entries[0]"),
        (b'{"entries": [1], "sizes": [1]}', "seed"),
        (b'{"entries": [1], "sizes": [1], "seed": 7}', "seed"),
        (b'{"entries": [1], "sizes": [1], "seed": "x", "group": []}', "group"),
        (b'{"entries": [1], "sizes": [1], "seed": "x", "groups": [[1]]}', "groups[0]"),
        (b'{"entries": [1], "sizes": [1], "seed": "x", "groups": [{"members": [1]}]}', "groups[0].kind"),
        (b'{"entries": [1], "sizes": [1], "seed": "x", "fixed": [{"entry": 1, "table": 1}]}', "fixed[0].seat"),
        (
            b'{"entries": [1], "sizes": [1], "seed": "x", "fixed": '
            b'[{"entry": 1, "table": 1, "seat": 1}, {"entry": 1, "table": 1, "seat": 1}]}',
            "fixed[1].entry",
        ),
    ],
)
def test_bad_input_exits_with_2_and_says_where(run, given, path):
    exit_code, printed, error = run("draw", given=given)
    assert (exit_code, printed) == (2, "")
    assert (error["error"]["code"], error["error"]["values"]) == ("bad_input", {"path": path})


def test_editions_reads_nothing(run):
    code, printed, error = run("editions", given=b"no JSON")
    assert (code, printed["default"], error) == (0, "he-2015", "")


@pytest.mark.parametrize(
    ("cards", "codes", "exit_code"),
    [(["r1", "r3", "r4"], [], 0), (["r1", "r3"], ["VB4"], 1), (["r1", "CZ", "CZ"], ["VB1"], 1)],
    ids=["nothing found", "a count that is wrong", "cards of another deck"],
)
def test_something_found_that_stops_a_report_exits_with_1(run, cards, codes, exit_code):
    lines = [{"seat": 1, "cards": 0}, {"seat": 2, "cards": 3, "hand": cards}, {"seat": 3, "cards": 4}]
    code, printed, error = run("hands", given=json.dumps({"report": {"winner": 1, "lines": lines}}).encode())
    assert (code, [each["code"] for each in printed["findings"]], error) == (exit_code, codes, "")


@pytest.mark.parametrize("arguments", [[], ["shuffle"], ["editions", "file"], ["draw", "a", "b"], ["draw", "--fast"]])
def test_wrong_usage_exits_with_2(run, arguments):
    exit_code, printed, error = run(*arguments)
    assert (exit_code, printed, error["error"]["code"]) == (2, "", "usage")


def test_a_file_that_cannot_be_read_exits_with_2(run, tmp_path):
    name = str(tmp_path / "missing.json")
    exit_code, printed, error = run("bracket", name)
    assert (exit_code, printed) == (2, "")
    assert error["error"] == {
        "code": "file_unreadable",
        "message": f"cannot read {name}: No such file or directory",
        "values": {"file": name},
    }


@pytest.mark.parametrize(
    ("given", "exit_code"),
    [(PLAN, 0), ({"stages": 1}, 2), ({"stages": [{"key": "a", "sizes": []}]}, 3)],
    ids=["done", "bad input", "refused"],
)
def test_python_m_engine_exits_as_documented(given, exit_code):
    command = [sys.executable, "-m", "engine", "bracket"]
    given_bytes = json.dumps(given).encode()
    done = subprocess.run(command, input=given_bytes, capture_output=True, check=False, cwd=CHECKOUT)
    assert done.returncode == exit_code
    assert (done.stdout == b"", done.stderr == b"") == (exit_code != 0, exit_code == 0)


@pytest.mark.parametrize("command", ["simulate", "position", "draw"])
def test_half_a_surrogate_pair_is_no_text(run, command):
    code, printed, error = run(command, given=b'{"seats": 2, "games": 1, "deal": {"seats": 2}, "seed": "\\uD800"}')
    assert (code, printed, error["error"]["code"]) == (2, "", "bad_input")
    assert error["error"]["message"] == "a text holds half a surrogate pair"


def test_whole_surrogate_pair_is_a_text(run):
    code, printed, _error = run("simulate", given=b'{"seats": 2, "games": 1, "seed": "\\ud83d\\ude00"}')
    assert (code, printed["games"]) == (0, 1)
