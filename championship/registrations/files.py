"""A file's bytes to one sheet of rows: what it is, told by its content and never by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from championship.registrations import delimited, encodings
from championship.registrations.codes import NoteKind, Refusal
from championship.registrations.delimited import DELIMITERS, MOST_COLUMNS, Line
from championship.registrations.headings import LAST_ROW, Headings, Vocabulary
from championship.registrations.refusals import FileRefused
from championship.registrations.registration import Note
from championship.registrations.text import shown
from championship.registrations.values import as_text, is_blank
from championship.registrations.workbook import SheetName, Workbook

MOST_ROWS = 5_000
"""Rows under the headings that a list may have."""
MOST_LINES = 50_000
"""Lines in all, the empty ones too."""
MOST_BYTES = 10_000_000
"""Bytes of any file; a workbook may have pictures in it."""
MOST_BYTES_OF_TEXT = 5_000_000
"""Bytes of a text file; 5,000 players with everything are less than one million."""
_SHOWN_ROWS, _SHOWN_CELLS = 5, 20


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows under the headings, what the columns are, and what is to be said about the file.

    ``encoding`` and ``delimiter`` are None for a workbook, ``name`` for text. ``header_line`` is 0 if there are no
    headings. ``guessed_lines`` are lines in another encoding than the rest. ``mixed`` are lines that another
    delimiter cuts.
    """

    lines: tuple[Line, ...]
    headings: Headings
    header_line: int
    notes: tuple[Note, ...]
    encoding: str | None = None
    delimiter: str | None = None
    name: str | None = None
    guessed_lines: frozenset[int] = frozenset()
    mixed: frozenset[int] = frozenset()


def read(data: bytes, vocabulary: Vocabulary, *, encoding: str = "") -> Sheet:
    """Return the list that *data* holds, whatever its name says. Raises FileRefused.

    *encoding* is what a person said a text is written in (``encodings.NAMED``); a workbook says it itself.
    """
    if not data.strip(b"\0 \t\r\n\v\f"):
        raise FileRefused(Refusal.EMPTY)
    if len(data) > MOST_BYTES:
        raise FileRefused(Refusal.TOO_LARGE, bytes=len(data), limit=MOST_BYTES)
    if data.startswith(b"PK"):
        return _read_workbook(data, vocabulary)
    if data.startswith(_COMPOUND):
        raise _compound_refused(data)
    for kind, signature in _SIGNATURES.items():
        if re.match(signature, data, re.DOTALL):
            raise FileRefused(Refusal.NOT_TEXT, kind=kind)
    return _read_text(data, vocabulary, encoding)


_COMPOUND = bytes.fromhex("d0cf11e0a1b11ae1")
_SIGNATURES = {
    "picture": (
        rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP"
        rb"|.{4}ftyp(?:heic|mif1|avif)"
    ),
    "pdf": rb"\s*%PDF-",
    "packed": rb"\x1f\x8b|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|BZh[1-9]1AY|\xfd7zXZ\0|\x28\xb5\x2f\xfd",
    "program": rb"\x7fELF|MZ.{58}",
    "document": rb"\{\\rtf",
    "database": rb"SQLite format 3\0",
}
"""Files that are no text, by how they begin."""


def _compound_refused(data: bytes) -> FileRefused:
    """Return why a compound file is refused: it needs a password, or is a workbook of before 2007."""
    if "EncryptedPackage".encode("utf-16-le") in data or "EncryptionInfo".encode("utf-16-le") in data:
        return FileRefused(Refusal.PROTECTED)
    is_old = "Workbook".encode("utf-16-le") in data or "Book".encode("utf-16-le") in data
    return FileRefused(Refusal.NOT_A_WORKBOOK, kind="xls" if is_old else "broken")


# Text

_BLANKS = '\0\ufeff\u00a0\v\f" ' + "".join(DELIMITERS)


def _read_text(data: bytes, vocabulary: Vocabulary, encoding: str) -> Sheet:
    if len(data) > MOST_BYTES_OF_TEXT:
        raise FileRefused(Refusal.TOO_LARGE, bytes=len(data), limit=MOST_BYTES_OF_TEXT)
    decoded = encodings.decode(data, encoding)
    if decoded is None:
        raise FileRefused(Refusal.NOT_TEXT, kind="binary")
    if markup := re.match(r"\s*(?:<\?xml|<!doctype|<html|<table|<meta|<head)", decoded.text, re.IGNORECASE):
        kind = "xml" if "xml" in markup[0] else "html"
        raise FileRefused(Refusal.NOT_A_WORKBOOK, kind=kind)
    lines = delimited.lines_of(decoded.text)
    if not any(line.strip(_BLANKS) for line in lines):
        raise FileRefused(Refusal.EMPTY)
    if len(lines) > MOST_LINES:
        filled_lines = sum(not is_blank(line) for line in lines[1:])
        raise _too_many(filled_lines if filled_lines > MOST_ROWS else len(lines) - 1)
    delimiter, header = _find_headings(lines, vocabulary)
    if header is None:
        headings = _unheaded(delimited.records(lines, delimiter), vocabulary)
        found = tuple(delimited.records(lines, delimiter, width=headings.width))
    else:
        headings = vocabulary.read(header.cells)
        found = tuple(delimited.records(lines, delimiter, width=headings.width, start=header.last_line))
    mixed = frozenset(line.line for line in found if delimited.mixed_with(line, delimiter, headings.width))
    filled = _must_have_rows(found)
    if 2 * len(mixed) >= filled:
        raise FileRefused(Refusal.DELIMITER_MIXED, delimiter=delimiter, rows=len(mixed), filled=filled)
    notes = []
    if decoded.is_guess:
        notes.append(Note(NoteKind.ENCODING_GUESSED, {"encoding": decoded.encoding}))
    if decoded.guessed_lines:
        notes.append(Note(NoteKind.ENCODING_MIXED, {"lines": tuple(sorted(decoded.guessed_lines))}))
    return Sheet(
        lines=found,
        headings=headings,
        header_line=header.line if header else 0,
        notes=tuple(notes),
        encoding=decoded.encoding,
        delimiter=delimiter,
        guessed_lines=decoded.guessed_lines,
        mixed=mixed,
    )


def _find_headings(lines: Sequence[str], vocabulary: Vocabulary) -> tuple[str, Line | None]:
    """Return the delimiter under which most headings are known and the line of headings, None without one.

    Raises FileRefused if there are no headings and nobody has named the columns by their position.
    """
    best: tuple[int, str, Line | None] = (0, _likely_delimiter(lines), None)
    for delimiter in DELIMITERS:
        for line in islice(delimited.records(lines, delimiter), LAST_ROW):
            known = vocabulary.known(line.cells)
            if known > best[0]:
                best = known, delimiter, line
    _, delimiter, header = best
    if header is None and not vocabulary.by_position:
        raise _unknown(delimited.records(lines, delimiter))
    return delimiter, header


def _likely_delimiter(lines: Sequence[str]) -> str:
    """Return the sign that stands most often in the first lines, the comma if none does."""
    sample = lines[:LAST_ROW]
    return max(DELIMITERS, key=lambda delimiter: sum(line.count(delimiter) for line in sample))


# Workbooks


def _read_workbook(data: bytes, vocabulary: Vocabulary) -> Sheet:
    """Return the first visible sheet that has known headings and rows under them; others are named in a note."""
    book = Workbook(data)
    shown_sheets = [sheet for sheet in book.sheets if sheet.is_visible and sheet.part]
    if not shown_sheets and not any(sheet.part for sheet in book.sheets):
        raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="no_sheets")
    starts = {sheet: book.rows(sheet, first=LAST_ROW).lines for sheet in shown_sheets}
    lists = [sheet for sheet in shown_sheets if any(vocabulary.known(line.cells) for line in starts[sheet])]
    filled = [sheet for sheet in shown_sheets if starts[sheet]]
    if not filled:
        hidden = [sheet.name for sheet in book.sheets if not sheet.is_visible]
        if hidden:
            raise FileRefused(Refusal.HEADINGS_UNKNOWN, rows=[], hidden=hidden)
        raise FileRefused(Refusal.EMPTY)
    if lists:
        chosen = next((sheet for sheet in lists if _has_rows(starts[sheet], vocabulary)), lists[0])
    elif vocabulary.by_position:
        chosen = filled[0]
    else:
        hidden = [sheet.name for sheet in book.sheets if not sheet.is_visible]
        raise _unknown(starts[filled[0]], hidden=hidden)
    return _read_sheet(book, chosen, lists, vocabulary)


def _has_rows(lines: Sequence[Line], vocabulary: Vocabulary) -> bool:
    header = _best_header(lines, vocabulary)
    return header is not None and any(line.line > header.line for line in lines)


def _best_header(lines: Iterable[Line], vocabulary: Vocabulary) -> Line | None:
    known, header = 0, None
    for line in islice(lines, LAST_ROW):
        if (found := vocabulary.known(line.cells)) > known:
            known, header = found, line
    return header


def _read_sheet(book: Workbook, chosen: SheetName, lists: Sequence[SheetName], vocabulary: Vocabulary) -> Sheet:
    reader = book.rows(chosen)
    header = _best_header(reader.lines, vocabulary)
    if header is None:
        headings = _unheaded(reader.lines, vocabulary)
        found = tuple(reader.lines)
    else:
        headings = vocabulary.read(header.cells)
        found = tuple(line for line in reader.lines if line.line > header.line)
        for row, _, last in reader.merged:
            if row == header.line and last > headings.width:
                headings = replace(headings, width=min(last, MOST_COLUMNS))
    above = len(reader.lines) - len(found)
    if reader.total - above > MOST_ROWS:
        raise _too_many(reader.total - above)
    _must_have_rows(found)
    notes = []
    if unread := [sheet for sheet in book.sheets if sheet is not chosen]:
        values = {
            "sheet": chosen.name,
            "sheets": tuple(sheet.name for sheet in unread),
            "lists": tuple(sheet.name for sheet in unread if sheet in lists),
            "hidden": tuple(sheet.name for sheet in unread if not sheet.is_visible),
        }
        notes.append(Note(NoteKind.SHEETS_NOT_READ, values))
    hidden = [
        column.heading
        for column in headings.columns
        if column.field and any(column.position in columns for columns in reader.hidden_columns)
    ]
    if hidden:
        notes.append(Note(NoteKind.HIDDEN_COLUMNS, {"columns": tuple(hidden)}))
    if reader.hidden_rows:
        notes.append(Note(NoteKind.HIDDEN_ROWS, {"rows": reader.hidden_rows}))
    return Sheet(found, headings, header.line if header else 0, tuple(notes), name=chosen.name)


# Both


def _unheaded(lines: Iterable[Line], vocabulary: Vocabulary) -> Headings:
    widths = [len(line.cells) for line in islice(lines, LAST_ROW)]
    return vocabulary.unheaded(max(widths, default=0))


def _must_have_rows(lines: Sequence[Line]) -> int:
    """Return how many of *lines* have something in them. Raises FileRefused if none has, or too many."""
    filled = sum(any(not is_blank(cell) for cell in line.cells) or line.has_more for line in lines)
    if not filled:
        raise FileRefused(Refusal.NO_ROWS)
    if filled > MOST_ROWS:
        raise _too_many(filled)
    return filled


def _too_many(rows: int) -> FileRefused:
    return FileRefused(Refusal.TOO_MANY_ROWS, rows=rows, limit=MOST_ROWS)


def _unknown(lines: Iterable[Line], *, hidden: Sequence[str] = ()) -> FileRefused:
    filled = (line for line in lines if any(not is_blank(cell) for cell in line.cells))
    rows = [[shown(as_text(cell)) for cell in line.cells[:_SHOWN_CELLS]] for line in islice(filled, _SHOWN_ROWS)]
    return FileRefused(Refusal.HEADINGS_UNKNOWN, rows=rows, hidden=list(hidden))
