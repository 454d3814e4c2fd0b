"""The examples of docs/engine-cli.md are run: what they print, and how they exit."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from engine.__main__ import COMMANDS, main
from engine.taki.played import PlayedRound
from engine.taki.report_json import BY_LINE, FACTS

GUIDE = (Path(__file__).parent.parent / "docs" / "engine-cli.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json (\w+) exit=(\d)\n(.*?)```\n```json answer\n(.*?)```", GUIDE, re.S)


@pytest.mark.parametrize(("command", "code", "given", "answer"), EXAMPLES)
def test_example_of_the_guide_prints_what_it_says(monkeypatch, capsys, command, code, given, answer):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    exit_code = main([command])
    printed = capsys.readouterr()
    assert (exit_code, json.loads(printed.out or printed.err)) == (int(code), json.loads(answer))


def test_guide_has_an_example_of_each_command_that_is_asked_about_taki():
    assert {command for command, *_ in EXAMPLES} == {"hands", "replay", "simulate", "position"}


def test_guide_names_every_command_and_every_part_of_a_report():
    assert [name for name in COMMANDS if f"| `{name}` |" not in GUIDE] == []
    assert [name for name in (*FACTS, *BY_LINE) if f"`{name}`" not in GUIDE] == []
    assert set(FACTS) | set(BY_LINE.values()) == set(PlayedRound.__dataclass_fields__)
