"""Rows as a file that opens right in Excel: CSV and XLSX (bug reports O45, O46, O49).

Text stays text whatever it begins with, so nothing that somebody typed runs as a formula; numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import date
from typing import TypeAlias

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, TYPE_STRING, Cell, WriteOnlyCell
from openpyxl.styles import Font

Value: TypeAlias = str | int | date | None
Rows: TypeAlias = Sequence[Sequence[Value]]

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula, or for the way into one."""
SEMICOLON = frozenset({"pl"})
"""Languages whose Excel parts the columns of a CSV by semicolons."""
WIDEST = 60


def to_csv(rows: Rows, *, language: str) -> bytes:
    """Return *rows* as CSV: UTF-8 with its mark, so that Excel reads every letter, and text kept from running."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if language in SEMICOLON else ",", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_csv_cell(value) for value in row])
    return text.getvalue().encode("utf-8-sig")


def to_xlsx(rows: Rows, *, title: str, language: str) -> bytes:
    """Return *rows* as a workbook of one sheet called *title*, headings first; right to left in Hebrew."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_title(title))
    sheet.sheet_view.rightToLeft = language == "he"
    sheet.freeze_panes = "A2"
    for letter, column in zip(_letters(), zip(*rows, strict=True), strict=False):
        sheet.column_dimensions[letter].width = 2 + min(WIDEST, max(len(str(value or "")) for value in column))
    for number, row in enumerate(rows):
        sheet.append([_xlsx_cell(sheet, value, is_heading=number == 0) for value in row])
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def _csv_cell(value: Value) -> str | int:
    if value is None:
        return ""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA_SIGNS):
        return f"'{value}"
    return value


def _xlsx_cell(sheet: object, value: Value, *, is_heading: bool) -> Cell:
    cell = WriteOnlyCell(sheet, value=ILLEGAL_CHARACTERS_RE.sub("", value) if isinstance(value, str) else value)
    if isinstance(value, str):
        cell.data_type = TYPE_STRING  # openpyxl would take "=…" for a formula
    if is_heading:
        cell.font = Font(bold=True)
    return cell


def _sheet_title(title: str) -> str:
    return "".join(sign for sign in title if sign not in "[]:*?/\\")[:31] or "Mapal"


def _letters() -> list[str]:
    return [chr(ord("A") + number) for number in range(26)]
