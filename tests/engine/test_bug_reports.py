"""Every row of the collected bug reports of other engines is a test that names it: ``test_rows_59_60_and_68_…``."""

import re
from pathlib import Path

import pytest

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.rglob("test_*.py")))
NAMED = {
    int(row)
    for rows in re.findall(r"^def test_rows?_(\d+(?:_(?:and_)?\d+)*)_", SOURCES, re.M)
    for row in re.findall(r"\d+", rows)
}
ROWS = range(1, 69)
"""Row 69 tells what became of a wrapper of RLCard, without an input."""


@pytest.mark.parametrize("row", ROWS)
def test_row_is_a_test_that_names_it(row):
    assert row in NAMED


def test_no_test_names_a_row_that_there_is_not():
    assert set(ROWS) == NAMED
