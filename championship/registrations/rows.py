"""One row of a list to one registration, with everything about it that a person should look at."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from championship.registrations import values
from championship.registrations.codes import Doubt, Field
from championship.registrations.delimited import Line
from championship.registrations.files import Sheet
from championship.registrations.headings import Headings, repeats
from championship.registrations.registration import Event, Reason, Registration
from championship.registrations.text import (
    clean,
    cut,
    has_control_characters,
    is_odd_name,
    is_printable,
    letters,
    shown,
)
from championship.registrations.values import Cell, Unknown, Unreadable, as_text, is_blank

T = TypeVar("T")
LONGEST_NAME = 100
LONGEST_TEXT = 100
"""Letters in a city, a school or a club."""
LONGEST_NOTE = 2_000
_LONGEST_CELL = 32_767
"""Letters that a spreadsheet's cell can have; of longer ones the rest is not looked at."""
_TOTALS = frozenset(
    map(
        letters,
        ('סה"כ', "סך הכל", "סך הכול", "סיכום", "total", "totals", "sum", "grand total", "razem", "suma", "łącznie"),
    )
)
_PARTICLES = frozenset(
    map(letters, ("בן", "בר", "אבו", "אל", "ben", "bar", "abu", "al", "el", "de", "van", "von", "der"))
)
"""Words that begin a last name of more than one word."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A row as far as it can be read alone: who it is, what stood there, and the reasons to look at it.

    ``is_nobody``: its reason says why there is nobody in it, and the registration is empty.
    """

    line: Line
    registration: Registration
    cells: Mapping[Field, str]
    reasons: tuple[Reason, ...]
    is_nobody: bool = False


def read(line: Line, sheet: Sheet, event: Event) -> Draft:
    """Return what *line* of *sheet* says, held against *event*."""
    positions = sheet.headings.positions
    lengths = {field: len(cell) for field, at in positions.items() if isinstance(cell := _cell(line, at), str)}
    line = _shortened(line)
    cells = {field: _cell(line, at) for field, at in positions.items()}
    if nobody := _nobody(line, cells, sheet.headings):
        return Draft(line, Registration(), {}, (Reason(nobody),), is_nobody=True)
    reader = _Reader(cells, event, country="48" if sheet.headings.is_polish else "972")
    for field, length in lengths.items():
        if length > _LONGEST_CELL:
            reader.doubt(Doubt.CELL_TOO_LONG, field=field, letters=length, limit=_longest(field))
    registration = reader.registration(_extra(line, sheet))
    if line.line in sheet.mixed:
        reader.doubt(Doubt.DELIMITER_MIXED, delimiter=sheet.delimiter)
    if line.is_broken:
        reader.doubt(Doubt.QUOTE_NOT_CLOSED)
    if not sheet.guessed_lines.isdisjoint(range(line.line, line.last_line + 1)):
        reader.doubt(Doubt.LETTERS_GUESSED)
    if extra := _extra_text(line, sheet.headings):
        reader.doubt(Doubt.TOO_MANY_CELLS, text=shown(extra), columns=sheet.headings.width)
    texts = {field: shown(as_text(cell)) for field, cell in cells.items() if not is_blank(cell)}
    return Draft(line, registration, texts, tuple(reader.reasons))


def _shortened(line: Line) -> Line:
    """Return *line* with cells that are whole books cut, so that nothing reads them letter by letter."""
    if all(not isinstance(cell, str) or len(cell) <= _LONGEST_CELL for cell in line.cells):
        return line
    cells = (cell[:_LONGEST_CELL] if isinstance(cell, str) else cell for cell in line.cells)
    return replace(line, cells=tuple(cells))


def _longest(field: Field) -> int:
    return LONGEST_NOTE if field is Field.NOTE else LONGEST_TEXT


def _cell(line: Line, at: int) -> Cell:
    return line.cells[at] if at < len(line.cells) else None


def _nobody(line: Line, cells: Mapping[Field, Cell], headings: Headings) -> Doubt | None:
    """Return why there is nobody in the row, None if there is."""
    filled = [cell for cell in line.cells if not is_blank(cell)]
    if not filled:
        return Doubt.OUTSIDE_COLUMNS if line.has_more else Doubt.EMPTY_LINE
    if all(is_blank(cell) for cell in cells.values()):
        return Doubt.OUTSIDE_COLUMNS
    if repeats(line.cells, headings):
        return Doubt.HEADINGS_AGAIN
    if letters(as_text(filled[0])) in _TOTALS and is_blank(cells.get(Field.LAST)):
        return Doubt.TOTALS
    return None


def _extra(line: Line, sheet: Sheet) -> str:
    """Return the rest of a note that an unquoted delimiter cut off, with the delimiter; "" if there is none."""
    headings = sheet.headings
    rest = [as_text(cell) for cell in line.cells[headings.width :]]
    if sheet.delimiter is None or headings.positions.get(Field.NOTE) != headings.width - 1 or not any(rest):
        return ""
    return sheet.delimiter + sheet.delimiter.join(rest)


def _extra_text(line: Line, headings: Headings) -> str:
    rest = [as_text(cell) for cell in line.cells[headings.width :] if not is_blank(cell)]
    return " ".join(rest) or ("…" if line.has_more else "")


def _split_name(name: str) -> tuple[str, str]:
    """Return first and last name: the last word, and the words before it that belong to it (בן, אבו)."""
    words = name.split(" ")
    at = len(words) - 1
    while at > 1 and letters(words[at - 1]) in _PARTICLES:
        at -= 1
    return (" ".join(words[:at]), " ".join(words[at:])) if at else (name, "")


class _Reader:
    """Reads the cells of one row and gathers the reasons to look at it."""

    def __init__(self, cells: Mapping[Field, Cell], event: Event, *, country: str) -> None:
        self.reasons: list[Reason] = []
        self._cells = cells
        self._event = event
        self._country = country

    def doubt(self, code: Doubt, **said: object) -> None:
        if code not in (reason.code for reason in self.reasons):
            self.reasons.append(Reason(code, said))

    def registration(self, rest_of_note: str) -> Registration:
        self._look_at_signs()
        first, last = self._names()
        age, birth = self._age()
        return Registration(
            first=first,
            last=last,
            age=age,
            birth=birth,
            phone=self._read(
                Field.PHONE, Doubt.PHONE_UNREADABLE, lambda cell: values.phone(cell, country=self._country)
            )
            or "",
            email=self._read(Field.EMAIL, Doubt.EMAIL_UNREADABLE, values.email) or "",
            city=self._text(Field.CITY),
            school=self._text(Field.SCHOOL),
            club=self._text(Field.CLUB),
            paid=self._read(Field.PAID, Doubt.ANSWER_UNREADABLE, values.answer),
            consent=self._read(Field.CONSENT, Doubt.ANSWER_UNREADABLE, values.answer),
            photo=self._read(Field.PHOTO, Doubt.ANSWER_UNREADABLE, values.answer),
            spectators=self._spectators(),
            registered=self._read(Field.REGISTERED, Doubt.DATE_UNREADABLE, self._day),
            note=self._text(Field.NOTE, rest_of_note),
        )

    def _look_at_signs(self) -> None:
        for field, cell in self._cells.items():
            if isinstance(cell, Unknown):
                self.doubt(Doubt.CELL_ERROR, field=field, text=shown(cell.error))
            if not isinstance(cell, str):
                continue
            if has_control_characters(cell):
                self.doubt(Doubt.CONTROL_CHARACTERS, field=field, text=shown(cell))
            if "\ufffd" in cell or (field in (Field.FIRST, Field.LAST, Field.NAME) and "?" in cell):
                self.doubt(Doubt.LETTERS_LOST, field=field, text=shown(cell))

    def _names(self) -> tuple[str, str]:
        first, last = self._name(Field.FIRST), self._name(Field.LAST)
        whole = self._name(Field.NAME)
        if whole and not (first and last):
            first, last = _split_name(whole)
        if not first and not last:
            self.doubt(Doubt.NAME_MISSING)
        elif not first or not last:
            self.doubt(Doubt.NAME_INCOMPLETE, name=shown(first or last), missing="first" if not first else "last")
        for name in (first, last):
            if len(name) > LONGEST_NAME:
                self.doubt(Doubt.NAME_TOO_LONG, name=shown(name), letters=len(name), limit=LONGEST_NAME)
            if not is_printable(name):
                self.doubt(Doubt.NOT_PRINTABLE, name=shown(name))
        return first, last

    def _name(self, field: Field) -> str:
        """Return a name, clean; a dash or another sign alone is none."""
        cell = self._cells.get(field)
        text = clean(as_text(cell))
        is_name = cell is None or isinstance(cell, str | Unknown)
        if isinstance(cell, Unknown) or not letters(text):
            if not is_printable(text):
                self.doubt(Doubt.NOT_PRINTABLE, name=shown(text))
            return ""
        if not is_name or is_odd_name(text):
            self.doubt(Doubt.ODD_NAME, name=shown(text))
        return text

    def _age(self) -> tuple[int | None, date | None]:
        """Return the age on the day of the qualifiers and the date of birth; an age may be written as a date."""
        birth = self._read(Field.BIRTH, Doubt.AGE_UNREADABLE, self._day)
        cell = self._cells.get(Field.AGE)
        age = None
        try:
            age = values.age(cell)
        except Unreadable as error:
            if isinstance(cell, date) or (isinstance(cell, str) and re.search(r"\d.*[./-]", cell)):
                birth = birth or self._read(Field.AGE, Doubt.AGE_UNREADABLE, self._day)
            elif not isinstance(cell, Unknown):
                self.doubt(Doubt.AGE_UNREADABLE, text=shown(str(error)))
        if birth is not None:
            reckoned = values.age_on(self._event.qualifiers, birth)
            if reckoned < 0:
                self.doubt(Doubt.AGE_UNREADABLE, text=f"{birth:%d/%m/%Y}")
                return age, None
            if age is not None and abs(age - reckoned) > 1:
                self.doubt(Doubt.AGE_DISAGREES, age=age, reckoned=reckoned)
            age = reckoned
        if age is not None and not self._event.youngest <= age <= self._event.oldest:
            limits = {"youngest": self._event.youngest, "oldest": self._event.oldest}
            self.doubt(Doubt.AGE_OUT_OF_RANGE, age=age, **limits)
        return age, birth

    def _day(self, cell: Cell) -> date | None:
        return values.day(cell, latest=self._event.qualifiers)

    def _spectators(self) -> int | None:
        count = self._read(Field.SPECTATORS, Doubt.ANSWER_UNREADABLE, values.count)
        if count is not None and count > self._event.spectators:
            self.doubt(Doubt.TOO_MANY_SPECTATORS, count=count, limit=self._event.spectators)
        return count

    def _text(self, field: Field, rest: str = "") -> str:
        cell, longest = self._cells.get(field), _longest(field)
        if isinstance(cell, Unknown):
            return ""
        text = clean(as_text(cell) + rest, keep_lines=field is Field.NOTE)
        if len(text) > longest:
            self.doubt(Doubt.CELL_TOO_LONG, field=field, letters=len(text), limit=longest)
        return cut(text, longest)

    def _read(self, field: Field, code: Doubt, reader: Callable[[Cell], T | None]) -> T | None:
        cell = self._cells.get(field)
        if isinstance(cell, Unknown):
            return None
        try:
            return reader(cell)
        except Unreadable as error:
            self.doubt(code, field=field, text=shown(str(error)))
            return None
