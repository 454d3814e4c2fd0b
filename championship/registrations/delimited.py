"""Text to records: a delimited list as spreadsheets and hands write it, cut without losing a line.

Quotes are those of CSV: one opens a cell only at its beginning, two stand for one, and a quoted cell may go over
lines. What Python's own reader does not do: CR alone ends a line, a bare quote inside a cell is text, a cell may
have any length, and an opening quote without its end costs its own line and none of those below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from championship.registrations.values import Cell

DELIMITERS = (",", ";", "\t", "|")
MOST_COLUMNS = 256
"""Cells beyond are not kept; a list of players has a dozen columns."""
_MOST_LINES_IN_A_CELL = 500
_MOST_QUOTES_LEFT_OPEN = 16
"""In one record; more are text. So a line of nothing but quotes is not read again for each of them."""
_FEWEST_DELIMITERS = 5
"""Of a line that is taken for a record by them alone: a note may have a few commas too."""
_MOST_BARE_QUOTES = 32
"""In one cell that a quote opened; with more it is no cell."""
_INSIDE = re.compile(r'[^"]*+(?:""[^"]*+)*+')
_SPACES = re.compile(" *")
_OPENING = re.compile(r"[ \u00a0]*\"")


@dataclass(frozen=True, slots=True)
class Line:
    """One record: lines of the file from 1, or the row of a sheet; ``cells`` from the first column on.

    ``is_broken``: it has an opening quote without its end. ``has_more``: cells beyond ``MOST_COLUMNS``.
    """

    line: int
    last_line: int
    cells: tuple[Cell, ...]
    is_broken: bool = False
    has_more: bool = False


_KEPT_FROM_RUNNING = frozenset("=+-@\t＝＋－＠")
"""Before these an apostrophe says that the cell is text and no formula; our own files have it (O49)."""


def lines_of(text: str) -> list[str]:
    """Return the lines of *text* without their ends: CRLF, LF and CR each end a line, nothing else does."""
    lines = re.split(r"\r\n|\r|\n", text)
    if not lines[-1]:
        lines.pop()
    return lines


def records(lines: Sequence[str], delimiter: str, *, width: int = 0, start: int = 0) -> Iterator[Line]:
    """Yield the records from line *start* (from 0) on; *width* is the number of headings, 0 if not known yet."""
    most = max(width - 1, _FEWEST_DELIMITERS)
    at = start
    while at < len(lines):
        text = lines[at]
        if '"' not in text:
            cells = text.split(delimiter, MOST_COLUMNS)
            yield _record(at, at, cells, is_broken=False)
            at += 1
            continue
        cells, last, is_broken = _cut(lines, at, delimiter, most)
        yield _record(at, last, cells, is_broken)
        at = last + 1


def _record(first: int, last: int, cells: list[str], is_broken: bool) -> Line:
    has_more = any(cell.strip(",;|\t ") for cell in cells[MOST_COLUMNS:])
    kept = [cell[1:] if cell.startswith("'") and cell[1:2] in _KEPT_FROM_RUNNING else cell for cell in cells]
    del kept[MOST_COLUMNS:]
    while kept and not kept[-1]:
        kept.pop()
    return Line(first + 1, last + 1, tuple(kept), is_broken, has_more)


def _cut(lines: Sequence[str], at: int, delimiter: str, most: int) -> tuple[list[str], int, bool]:
    """Return the cells of the record that begins on line *at*, its last line, and whether a quote is left open."""
    cells: list[str] = []
    is_broken = False
    attempts = _MOST_QUOTES_LEFT_OPEN
    place = 0
    while True:
        text = lines[at]
        opening = _OPENING.match(text, place) if attempts else None
        if opening:
            closed = _quoted(lines, at, opening.end(), delimiter, most)
            if closed:
                cell, at, place = closed
                cells.append(cell)
                if place >= len(lines[at]):
                    return cells, at, is_broken
                place += 1
                continue
            attempts -= 1
        if not attempts and len(cells) > MOST_COLUMNS:
            cells.append(text[place:])
            return cells, at, is_broken
        end = text.find(delimiter, place)
        cell = text[place:] if end < 0 else text[place:end]
        if opening and cell.count('"') == 1:
            is_broken = True
            cell = cell.replace('"', "")
        cells.append(cell)
        if end < 0:
            return cells, at, is_broken
        place = end + 1


def _quoted(lines: Sequence[str], at: int, place: int, delimiter: str, most: int) -> tuple[str, int, int] | None:
    """Return a quoted cell, the line it ends on and the place after its end; None if it does not end.

    A quote that ends a cell stands before a delimiter or at the end of a line. On the first line others are text;
    further down they open a cell of another record, and so does a line with as many delimiters as a record has.
    """
    first = at
    parts: list[str] = []
    bare = 0
    while True:
        text = lines[at]
        inside = _INSIDE.match(text, place)
        assert inside is not None  # it matches nothing, too
        quote = inside.end()
        goes_on = quote == len(text)
        if goes_on and (bare or at + 1 >= len(lines) or at - first >= _MOST_LINES_IN_A_CELL):
            return None
        if at > first and inside[0].count(delimiter) >= most:
            return None
        parts.append(inside[0].replace('""', '"'))
        if goes_on:
            parts.append("\n")
            at, place = at + 1, 0
            continue
        place = _SPACES.match(text, quote + 1).end()  # type: ignore[union-attr]
        if place == len(text) or text.startswith(delimiter, place):
            return "".join(parts), at, place
        bare += 1
        if at > first or bare > _MOST_BARE_QUOTES:
            return None
        parts.append(text[quote:place])


def mixed_with(line: Line, delimiter: str, width: int) -> bool:
    """Whether another sign than *delimiter* cuts the record *line*, of which *width* cells are to be expected."""
    filled = [cell for cell in line.cells if isinstance(cell, str) and cell]
    if width < 3 or not filled or len(filled) > max(1, width // 3):
        return False
    return any(sum(cell.count(other) for cell in filled) >= width - 2 for other in DELIMITERS if other != delimiter)
