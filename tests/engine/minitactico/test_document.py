"""docs/minitactico.md: its examples run, its lines read, and it names every code and move."""

import doctest
import json
import re
import shlex
from pathlib import Path

from engine.minitactico.command import run
from engine.minitactico.game import parse_game, write_game
from engine.minitactico.legality import CODES
from engine.minitactico.moves import Kind
from engine.minitactico.notation import write_position
from engine.minitactico.reading import parse_position

DOCUMENT = Path(__file__).parents[3] / "docs" / "minitactico.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def block_with(start):
    """Return the lines, without their indent, of the block of code that begins so."""
    block = next(block for block in re.findall(r"(?:^    .*\n)+", TEXT, re.M) if block.startswith("    " + start))
    return re.sub(r"^    ", "", block, flags=re.M)


def test_examples_run_as_printed():
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert failed == 0
    assert tried > 15


def test_position_of_the_document_is_one():
    text = block_with("minitactico B CARD").strip()
    assert write_position(parse_position(text)) == text


def test_game_of_the_document_is_one():
    text = block_with("minitactico 1")
    assert write_game(parse_game(text)) == text


def test_command_of_the_document_runs():
    given = json.loads(shlex.split(block_with("echo").replace("\\\n", " "))[1])
    answer = run(given)
    assert (answer["phase"], answer["position"].split()[3]) == ("CARD", "card=?")


def test_every_move_and_every_code_is_in_the_document():
    words = set(re.findall(r"`(\w+)[`(]", TEXT))
    assert set(Kind) | set(CODES) <= words
