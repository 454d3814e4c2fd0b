"""One sheet of a workbook as its XML streams by: rows that have something in them, and what is hidden or merged."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from datetime import time as time_of_day
from typing import TYPE_CHECKING
from xml.sax.handler import ContentHandler

from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

from championship.registrations.delimited import MOST_COLUMNS, Line
from championship.registrations.values import Cell, Unknown

if TYPE_CHECKING:
    from xml.sax.xmlreader import AttributesImpl

MOST_ROWS_KEPT = 6_000
"""Rows beyond are counted, not kept; more than the limit of a list, with room for what stands above it."""
_LAST_ROW = 1_048_576
_LONGEST_TEXT = 32_767
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def bare(name: str) -> str:
    """Return an element's name without the prefix of its namespace."""
    return name.rpartition(":")[2]


def unescaped(text: str) -> str:
    """Return *text* with the characters that XML cannot hold, which workbooks write as ``_x000D_``."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def column_number(letters: str) -> int:
    """Return the number of a column from 1: A is 1, AA 27. ValueError for what is no column."""
    if not re.fullmatch(r"[A-Za-z]{1,3}", letters):
        raise ValueError(letters)
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


class SheetReader(ContentHandler):
    """Takes a sheet's XML; afterwards ``lines`` are its rows, ``total`` how many there were.

    A row that has only formats is none. ``hidden_columns`` and ``merged`` (row, first and last column) count from
    1; ``hidden_rows`` is the number of rows with something in them that are hidden.
    """

    def __init__(
        self, strings: Sequence[str], date_styles: frozenset[int], *, starts_1904: bool, first: int | None
    ) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.total = 0
        self.hidden_columns: list[range] = []
        self.hidden_rows = 0
        self.merged: list[tuple[int, int, int]] = []
        self._strings = strings
        self._date_styles = date_styles
        self._epoch = MAC_EPOCH if starts_1904 else WINDOWS_EPOCH
        self._first = first
        self._row = 0
        self._row_is_hidden = False
        self._cells: dict[int, Cell] = {}
        self._has_more = False
        self._column = 0
        self._type = ""
        self._style = 0
        self._has_formula = False
        self._text: list[str] = []
        self._length = 0
        self._takes_text = False
        self._is_aid = False

    @property
    def has_enough(self) -> bool:
        """Whether the rows asked for are there."""
        return self._first is not None and self.total >= self._first

    def startElement(self, name: str, attrs: AttributesImpl[str]) -> None:  # noqa: N802 - the interface's name
        match bare(name):
            case "c":
                self._start_cell(attrs)
            case "v" | "t":
                self._takes_text = not self._is_aid
            case "f":
                self._has_formula = True
            case "rPh":
                self._is_aid = True
            case "row":
                self._row = self._next_row(attrs.get("r"))
                self._row_is_hidden = attrs.get("hidden", "0") in ("1", "true")
                self._cells, self._has_more, self._column = {}, False, 0
            case "col":
                if attrs.get("hidden", "0") in ("1", "true"):
                    self.hidden_columns.append(range(int(attrs.get("min", "0")), int(attrs.get("max", "0")) + 1))
            case "mergeCell":
                self._merge(attrs.get("ref", ""))

    def _next_row(self, number: str | None) -> int:
        row = int(number) if number else self._row + 1
        if not self._row < row <= _LAST_ROW:
            raise ValueError(f"row {number!r} after row {self._row}")
        return row

    def _start_cell(self, attrs: AttributesImpl[str]) -> None:
        reference = attrs.get("r")
        self._column = column_number(reference.rstrip("0123456789")) if reference else self._column + 1
        self._type = attrs.get("t", "n")
        self._style = int(attrs.get("s", "0"))
        self._has_formula = False
        self._text, self._length = [], 0

    def _merge(self, reference: str) -> None:
        found = re.fullmatch(r"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})", reference)
        if found and found[2] == found[4] and len(self.merged) < MOST_COLUMNS:
            self.merged.append((int(found[2]), column_number(found[1]), column_number(found[3])))

    def characters(self, content: str) -> None:
        if self._takes_text and self._length < _LONGEST_TEXT:
            self._text.append(content[:_LONGEST_TEXT])
            self._length += len(content)

    def endElement(self, name: str) -> None:  # noqa: N802 - the interface's name
        match bare(name):
            case "v" | "t":
                self._takes_text = False
            case "rPh":
                self._is_aid = False
            case "c":
                cell = self._value()
                if cell is None or cell == "":
                    return
                if self._column > MOST_COLUMNS:
                    self._has_more = True
                else:
                    self._cells[self._column] = cell
            case "row":
                if self._cells or self._has_more:
                    self._finish_row()

    def _finish_row(self) -> None:
        self.total += 1
        self.hidden_rows += self._row_is_hidden
        if len(self.lines) >= MOST_ROWS_KEPT:
            return
        width = max(self._cells, default=0)
        cells = tuple(self._cells.get(column) for column in range(1, width + 1))
        self.lines.append(Line(self._row, self._row, cells, has_more=self._has_more))

    def _value(self) -> Cell:
        text = "".join(self._text)
        match self._type:
            case "s":
                index = int(text) if text else -1
                return self._strings[index] if 0 <= index < len(self._strings) else Unknown("")
            case "inlineStr":
                return unescaped(text)
            case "str":
                return unescaped(text) if text or not self._has_formula else Unknown("")
            case "b":
                return text == "1"
            case "e":
                return Unknown(text)
            case "d":
                return _iso(text)
        if not text:
            return Unknown("") if self._has_formula else None
        return self._number(text)

    def _number(self, text: str) -> Cell:
        number = float(text)
        if not math.isfinite(number):
            return Unknown(text)
        if self._style in self._date_styles:
            try:
                found = from_excel(number, self._epoch)
            except (ValueError, OverflowError):
                return Unknown(text)
            return found if isinstance(found, date | datetime | time_of_day | timedelta) else Unknown(text)
        return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _iso(text: str) -> Cell:
    try:
        return datetime.fromisoformat(text.removesuffix("Z"))
    except ValueError:
        return Unknown(text)
