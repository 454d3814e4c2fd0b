"""docs/engine.md: its examples run as printed, its lines are read, and it names every kind of move and field."""

import doctest
import re
from pathlib import Path

from engine.taki.line import _NAMES
from engine.taki.moves import Kind, parse_move
from engine.taki.notation import read_position
from engine.taki.state import SEAT_LETTERS

DOCUMENT = Path(__file__).parents[3] / "docs" / "engine.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_examples_run_as_printed():
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 40


def test_positions_of_the_document_are_positions():
    lines = re.findall(r"^    ((?:he-2015|official-2018)\S* .*top=.*)$", TEXT, re.M)
    whole = [line for line in lines if "…" not in line]
    assert len(whole) == 2
    assert [read_position(line).edition.id for line in whole] == ["he-2015", "official-2018"]


def test_moves_of_the_document_are_moves():
    table = TEXT.partition("## Moves")[2].partition("## Positions")[0]
    cells = re.findall(r"^\| (`.*?) \|", table, re.M)
    texts = [text for cell in cells for text in re.findall(r"`(.+?)`", cell)]
    assert [str(parse_move(text)) for text in texts] == texts
    assert {parse_move(text).kind for text in texts} == set(Kind)


def test_every_field_of_a_position_is_in_the_document():
    table = TEXT.partition("## Positions")[2].partition("## Games")[0]
    named = set(re.findall(r"`(\w+)=", table))
    assert set(_NAMES) - set(SEAT_LETTERS) <= named
