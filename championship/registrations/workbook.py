"""XLSX to rows, as a stream: what a list needs is read, and no file costs more than its parts may unpack to.

A workbook is read here and not by openpyxl, which lays out the whole rectangle that a sheet claims (one stray cell
in the last corner is 17 thousand million cells), stops at styles it does not know, and hides what the preview has
to say: hidden columns, error values, formulas that were never worked out. Number formats are openpyxl's.
"""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.expatreader import create_parser  # type: ignore[import-untyped]
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

from championship.registrations.codes import Refusal
from championship.registrations.refusals import FileRefused
from championship.registrations.sheets import SheetReader, bare, unescaped

if TYPE_CHECKING:
    from xml.sax.xmlreader import AttributesImpl

LARGEST_PART = 20_000_000
"""Bytes that one part of a workbook may unpack to; a list of 5,000 players needs four million."""
MOST_UNPACKED = 60_000_000
"""Bytes that all of it may unpack to, however many sheets there are."""
_LONGEST_STRING = 32_767
"""Letters in a cell; spreadsheets have no more."""
_CHUNK = 1 << 16
_BROKEN_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""What the standard library raises at archives that are not sound."""


@dataclass(frozen=True, slots=True)
class SheetName:
    """A sheet of a workbook: its name, whether it can be seen, and its part (None: a chart)."""

    name: str
    is_visible: bool
    part: str | None


class Workbook:
    """An opened workbook; ``sheets`` in their order, ``rows`` of one of them.

    Raises FileRefused: not_a_workbook, protected or too_large, here and while rows are read.
    """

    def __init__(self, data: bytes) -> None:
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN_ARCHIVE as error:
            raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="broken") from error
        self._left = MOST_UNPACKED
        self._parts = {name.lstrip("/").casefold(): name for name in self._archive.namelist()}
        book = self._main_part()
        handler = _Book()
        self._parse(book, handler)
        if not handler.sheets:
            raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="no_sheets")
        relations = self._relations(book)
        self.sheets = tuple(
            SheetName(name, is_visible, _worksheet(relations.get(identity)))
            for name, is_visible, identity in handler.sheets
        )
        self._starts_1904 = handler.starts_1904
        kinds = dict(relations.values())
        self._date_styles = self._read_styles(kinds.get("styles"))
        self._strings: list[str] | None = None
        self._strings_part = kinds.get("sharedStrings")

    def rows(self, sheet: SheetName, *, first: int | None = None) -> SheetReader:
        """Read *sheet* and return its rows, hidden columns and merged cells; only the *first* rows if asked."""
        if self._strings is None:
            strings = _Strings()
            if self._strings_part and self._has(self._strings_part):
                self._parse(self._strings_part, strings)
            self._strings = strings.found
        reader = SheetReader(self._strings, self._date_styles, starts_1904=self._starts_1904, first=first)
        assert sheet.part is not None
        self._parse(sheet.part, reader, until=lambda: reader.has_enough)
        return reader

    def _main_part(self) -> str:
        targets = [target for kind, target in self._relations("").values() if kind == "officeDocument"]
        for part in (*targets, "xl/workbook.xml"):
            if self._has(part) and part.endswith(".xml") and not part.startswith(("word/", "ppt/")):
                return part
        raise FileRefused(Refusal.NOT_A_WORKBOOK, kind=self._foreign_kind())

    def _foreign_kind(self) -> str:
        for kind, marks in _FOREIGN.items():
            if any(name.startswith(mark) or name.endswith(mark) for mark in marks for name in self._parts):
                return kind
        return "archive"

    def _has(self, part: str) -> bool:
        return part.casefold() in self._parts

    def _relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return what *part* refers to: identity -> (kind, part)."""
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self._has(relations):
            return {}
        handler = _Relations()
        self._parse(relations, handler)
        return {
            identity: (kind, posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/"))
            for identity, kind, target in handler.found
        }

    def _read_styles(self, part: str | None) -> frozenset[int]:
        """Return the cell styles that show a number as a date."""
        handler = _Styles()
        if part and self._has(part):
            self._parse(part, handler)
        return frozenset(
            style
            for style, number_format in enumerate(handler.cell_formats)
            if is_date_format(handler.formats.get(number_format) or BUILTIN_FORMATS.get(number_format))
        )

    def _parse(self, part: str, handler: ContentHandler, *, until: Callable[[], bool] = lambda: False) -> None:
        """Send *part* through *handler* until it has enough; document types and entities are refused."""
        parser = create_parser(forbid_dtd=True)
        parser.setContentHandler(handler)
        try:
            for chunk in self._chunks(part):
                parser.feed(chunk)
                if until():
                    return
            parser.close()
        except DefusedXmlException as error:
            raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="entities") from error
        except (SAXException, UnicodeError, LookupError, ValueError, OverflowError) as error:
            raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="broken") from error

    def _chunks(self, part: str) -> Iterator[bytes]:
        name = self._parts.get(part.casefold())
        if name is None:
            raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="broken")
        info = self._archive.getinfo(name)
        if info.flag_bits & 0x1:
            raise FileRefused(Refusal.PROTECTED)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # what workbooks are packed with
            raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="broken")
        if info.file_size > LARGEST_PART:
            raise FileRefused(Refusal.TOO_LARGE, bytes=info.file_size, limit=LARGEST_PART)
        try:
            with self._archive.open(info) as stream:
                while chunk := stream.read(_CHUNK):
                    self._left -= len(chunk)
                    if self._left < 0:
                        raise FileRefused(Refusal.TOO_LARGE, bytes=MOST_UNPACKED, limit=MOST_UNPACKED)
                    yield chunk
        except _BROKEN_ARCHIVE as error:
            raise FileRefused(Refusal.NOT_A_WORKBOOK, kind="broken") from error


_FOREIGN: Mapping[str, tuple[str, ...]] = {
    "xlsb": ("xl/workbook.bin",),
    "ods": ("content.xml",),
    "document": ("word/", "ppt/"),
    "numbers": ("index/document.iwa", "index.zip"),
    "lists": (".csv", ".tsv", ".xlsx"),
}
"""Archives that people take for a workbook, by what is in them; names are in lower case."""


def _worksheet(relation: tuple[str, str] | None) -> str | None:
    return relation[1] if relation and relation[0] == "worksheet" else None


class _Book(ContentHandler):
    """xl/workbook.xml: the sheets in order, and from when days are counted."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[tuple[str, bool, str]] = []
        self.starts_1904 = False

    def startElement(self, name: str, attrs: AttributesImpl[str]) -> None:  # noqa: N802 - the interface's name
        match bare(name):
            case "sheet":
                identity = next((value for key, value in attrs.items() if key.endswith(":id")), "")
                is_visible = attrs.get("state", "visible") == "visible"
                self.sheets.append((attrs.get("name", ""), is_visible, identity))
            case "workbookPr":
                self.starts_1904 = attrs.get("date1904", "0") in ("1", "true", "on")


class _Relations(ContentHandler):
    """A .rels part: (identity, last word of the type, target)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []

    def startElement(self, name: str, attrs: AttributesImpl[str]) -> None:  # noqa: N802 - the interface's name
        if bare(name) == "Relationship" and attrs.get("TargetMode") != "External":
            kind = attrs.get("Type", "").rpartition("/")[2]
            self.found.append((attrs.get("Id", ""), kind, attrs.get("Target", "")))


class _Styles(ContentHandler):
    """xl/styles.xml: number formats by their number, and the one that each cell style uses."""

    def __init__(self) -> None:
        super().__init__()
        self.formats: dict[int, str] = {}
        self.cell_formats: list[int] = []
        self._in_cells = False

    def startElement(self, name: str, attrs: AttributesImpl[str]) -> None:  # noqa: N802 - the interface's name
        match bare(name):
            case "numFmt":
                self.formats[int(attrs.get("numFmtId", "0"))] = attrs.get("formatCode", "")
            case "cellXfs":
                self._in_cells = True
            case "xf" if self._in_cells:
                self.cell_formats.append(int(attrs.get("numFmtId", "0")))

    def endElement(self, name: str) -> None:  # noqa: N802 - the interface's name
        if bare(name) == "cellXfs":
            self._in_cells = False


class _Strings(ContentHandler):
    """xl/sharedStrings.xml: texts in order, runs of one text joined, the reading aids of East Asian text left out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._parts: list[str] = []
        self._length = 0
        self._is_text = False
        self._is_aid = False

    def startElement(self, name: str, attrs: AttributesImpl[str]) -> None:  # noqa: N802 - the interface's name
        match bare(name):
            case "si":
                self._parts, self._length = [], 0
            case "rPh":
                self._is_aid = True
            case "t":
                self._is_text = not self._is_aid

    def endElement(self, name: str) -> None:  # noqa: N802 - the interface's name
        match bare(name):
            case "si":
                self.found.append(unescaped("".join(self._parts)))
            case "rPh":
                self._is_aid = False
            case "t":
                self._is_text = False

    def characters(self, content: str) -> None:
        if self._is_text and self._length < _LONGEST_STRING:
            self._parts.append(content[:_LONGEST_STRING])
            self._length += len(content)
