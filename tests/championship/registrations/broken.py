"""Broken files made up for tests, beside those of fixtures/imports/bad: bytes, and what a person is told."""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile
import zlib
from collections.abc import Callable

from championship.registrations import Doubt, Refusal
from tests.championship.registrations.lists import MAIN, packed, relations, sheet, workbook, workbook_parts

HEADINGS = ("שם פרטי", "שם משפחה", "גיל")
PLAYER = ("נועה", "כהן", 9)
CSV = "שם פרטי,שם משפחה,גיל\nנועה,כהן,9\n"
COMPOUND = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504)


def _wide(name: str) -> bytes:
    return name.encode("utf-16-le")


def _with_part(part: str, content: str | bytes, *, drop: str = "") -> bytes:
    """Return a sound workbook with one part exchanged, or added, and one left out."""
    parts: dict[str, str | bytes] = dict(workbook_parts({"Players": sheet([HEADINGS, PLAYER])}))
    parts[part] = content
    parts.pop(drop, None)
    return packed(parts)


def _bomb(part: str) -> bytes:
    entities = '<!DOCTYPE x [<!ENTITY a "אאאאאאאאאא"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    return _with_part(part, f'{entities}<worksheet xmlns="{MAIN}">&b;</worksheet>')


def _encrypted() -> bytes:
    """Return a workbook whose archive says that its parts need a password."""
    data = bytearray(workbook(HEADINGS, PLAYER))
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + place] |= 1
            at = data.find(signature, at + 4)
    return bytes(data)


def _wrong_sum() -> bytes:
    """Return a workbook one of whose parts is not what its checksum says."""
    parts = workbook_parts({"Players": sheet([HEADINGS, PLAYER])})
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue().replace("נועה".encode(), "נעוה".encode())


def _large_part() -> bytes:
    return _with_part("xl/worksheets/sheet1.xml", b"<worksheet>" + b" " * 30_000_000)


def _many_sheets() -> bytes:
    """Return a workbook of sheets that unpack to 80 million bytes together, each within its limit."""
    large = f'<worksheet xmlns="{MAIN}"><sheetData>{" " * 16_000_000}</sheetData></worksheet>'
    return packed(workbook_parts({f"Sheet {number}": large for number in range(5)}))


def _no_sheets() -> bytes:
    return _with_part("xl/workbook.xml", f'<workbook xmlns="{MAIN}"><sheets/></workbook>')


def _charts_only() -> bytes:
    chart = f'<chartsheet xmlns="{MAIN}"/>'
    return packed(workbook_parts({"Chart": chart}, kinds={"Chart": "chartsheet"}))


def _hidden_only() -> bytes:
    parts = workbook_parts(
        {"Players": sheet([HEADINGS, PLAYER]), "Front": sheet([["Welcome"]])}, states={"Players": "veryHidden"}
    )
    return packed(parts)


def _rows_out_of_order() -> bytes:
    rows = '<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>'
    return _with_part(
        "xl/worksheets/sheet1.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    )


def _spreadsheet_2003() -> bytes:
    return (
        b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'
        b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>'
    )


def _noise() -> bytes:
    return random.Random(7).randbytes(4_000)


REFUSED: dict[str, tuple[Callable[[], bytes], Refusal, str]] = {
    "nothing but quotes": (lambda: b'"""",""",",""",\n",",","""\n' * 40, Refusal.EMPTY, "The file is empty"),
    "quote salad": (
        lambda: b'"a""",b""",",""c,\n",",d","""\n' * 40,
        Refusal.HEADINGS_UNKNOWN,
        "say which column is what",
    ),
    "only delimiters": (lambda: b",,,,;;;;\r\n\t\t||\r\n", Refusal.EMPTY, "The file is empty"),
    "only NUL bytes": (lambda: bytes(5_000), Refusal.EMPTY, "The file is empty"),
    "mark of UTF-16 and nothing else": (lambda: b"\xff\xfe", Refusal.EMPTY, "The file is empty"),
    "mark of UTF-32 and blank lines": (lambda: "\ufeff\n \n".encode("utf-32-le"), Refusal.EMPTY, "The file is empty"),
    "JSON": (
        lambda: json.dumps([{"first": "נועה", "last": "כהן"}], indent=1).encode(),
        Refusal.HEADINGS_UNKNOWN,
        "No line of the file has headings",
    ),
    "a letter instead of a list": (
        lambda: b"Dear desk,\n\nplease find the list attached; it has names, ages and phones.\n",
        Refusal.HEADINGS_UNKNOWN,
        "No line of the file has headings",
    ),
    "web page saved as .xls": (
        lambda: b"<html><table><tr><td>First name</td></tr></table></html>",
        Refusal.NOT_A_WORKBOOK,
        "This is a web page",
    ),
    "web page of an intranet": (
        lambda: b"\xef\xbb\xbf\r\n<!DOCTYPE html><html>",
        Refusal.NOT_A_WORKBOOK,
        "This is a web page",
    ),
    "XML of 2003": (_spreadsheet_2003, Refusal.NOT_A_WORKBOOK, "This is an XML file"),
    "workbook of 1997": (lambda: COMPOUND + _wide("Workbook"), Refusal.NOT_A_WORKBOOK, "before 2007"),
    "workbook of 1995": (lambda: COMPOUND + _wide("Book"), Refusal.NOT_A_WORKBOOK, "before 2007"),
    "compound file of something else": (lambda: COMPOUND, Refusal.NOT_A_WORKBOOK, "cannot be opened"),
    "PDF": (lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", Refusal.NOT_TEXT, "This is a PDF"),
    "photograph": (lambda: b"\xff\xd8\xff\xe0\0\x10JFIF" + _noise(), Refusal.NOT_TEXT, "This is a picture"),
    "picture of a phone": (lambda: b"\0\0\0\x18ftypheic" + _noise(), Refusal.NOT_TEXT, "This is a picture"),
    "packed list renamed": (lambda: gzip.compress(CSV.encode(), mtime=0), Refusal.NOT_TEXT, "This is a packed file"),
    "rich text": (lambda: rb"{\rtf1\ansi\ansicpg1255 First name, Last name}", Refusal.NOT_TEXT, "text document"),
    "database": (lambda: b"SQLite format 3\0" + bytes(84), Refusal.NOT_TEXT, "This is a database"),
    "program": (lambda: b"\x7fELF" + _noise(), Refusal.NOT_TEXT, "This is a program"),
    "noise": (_noise, Refusal.NOT_TEXT, "This is not a text file"),
    "packed without its frame": (lambda: zlib.compress(_noise()), Refusal.NOT_TEXT, "This is not a text file"),
    "archive of lists": (
        lambda: packed({"may/players.csv": CSV}),
        Refusal.NOT_A_WORKBOOK,
        "archive with lists in it",
    ),
    "archive of nothing": (lambda: packed({}), Refusal.NOT_A_WORKBOOK, "This is an archive"),
    "letter (DOCX)": (
        lambda: packed(
            {
                "[Content_Types].xml": "<Types/>",
                "_rels/.rels": relations(("rId1", "officeDocument", "word/document.xml")),
                "word/document.xml": "<w:document/>",
            }
        ),
        Refusal.NOT_A_WORKBOOK,
        "This is a text document",
    ),
    "binary workbook (XLSB)": (
        lambda: packed({"[Content_Types].xml": "<Types/>", "xl/workbook.bin": b"\x83\x01"}),
        Refusal.NOT_A_WORKBOOK,
        "binary workbook",
    ),
    "OpenDocument": (
        lambda: packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}),
        Refusal.NOT_A_WORKBOOK,
        "OpenDocument",
    ),
    "Apple Numbers": (lambda: packed({"Index/Document.iwa": b"\0"}), Refusal.NOT_A_WORKBOOK, "Apple Numbers"),
    "first bytes of an archive": (lambda: b"PK\x03\x04", Refusal.NOT_A_WORKBOOK, "cannot be opened as a workbook"),
    "archive with a password": (_encrypted, Refusal.PROTECTED, "needs a password"),
    "workbook with a wrong checksum": (_wrong_sum, Refusal.NOT_A_WORKBOOK, "cannot be opened as a workbook"),
    "workbook without sheets": (_no_sheets, Refusal.NOT_A_WORKBOOK, "no sheet with cells"),
    "workbook of charts": (_charts_only, Refusal.NOT_A_WORKBOOK, "no sheet with cells"),
    "workbook whose list is hidden": (
        _hidden_only,
        Refusal.HEADINGS_UNKNOWN,
        "there are hidden ones (“\u2068Players",
    ),
    "workbook whose sheet is missing": (
        lambda: _with_part("x", "", drop="xl/worksheets/sheet1.xml"),
        Refusal.NOT_A_WORKBOOK,
        "cannot be opened",
    ),
    "workbook without cells": (lambda: workbook(), Refusal.EMPTY, "The file is empty"),
    "workbook of headings": (lambda: workbook(HEADINGS), Refusal.NO_ROWS, "not a single player"),
    "workbook without headings": (lambda: workbook(PLAYER, PLAYER), Refusal.HEADINGS_UNKNOWN, "say which column"),
    "workbook with rows out of order": (_rows_out_of_order, Refusal.NOT_A_WORKBOOK, "cannot be opened"),
    "workbook with a column beyond the last": (
        lambda: workbook(['<c r="ABCD1"><v>1</v></c>']),
        Refusal.NOT_A_WORKBOOK,
        "cannot be opened",
    ),
    "workbook with a number that is none": (
        lambda: workbook(['<c r="A1"><v>ten</v></c>']),
        Refusal.NOT_A_WORKBOOK,
        "cannot be opened",
    ),
    "XML bomb in the sheet": (
        lambda: _bomb("xl/worksheets/sheet1.xml"),
        Refusal.NOT_A_WORKBOOK,
        "no spreadsheet program writes",
    ),
    "XML bomb in the book": (
        lambda: _bomb("xl/workbook.xml"),
        Refusal.NOT_A_WORKBOOK,
        "no spreadsheet program writes",
    ),
    "document type in the sheet": (
        lambda: _with_part("xl/worksheets/sheet1.xml", "<!DOCTYPE x>" + sheet([HEADINGS, PLAYER])),
        Refusal.NOT_A_WORKBOOK,
        "no spreadsheet program writes",
    ),
    "XML bomb in the styles": (
        lambda: _bomb("xl/styles.xml"),
        Refusal.NOT_A_WORKBOOK,
        "no spreadsheet program writes",
    ),
    "sheet that unpacks to 30 million bytes": (_large_part, Refusal.TOO_LARGE, "at most 20000000"),
    "five sheets that do so together": (_many_sheets, Refusal.TOO_LARGE, "at most 60000000"),
    "list of ten million bytes": (
        lambda: CSV.encode() + b"," * 10_000_000,
        Refusal.TOO_LARGE,
        "at most 10000000",
    ),
    "text of five million letters": (
        lambda: CSV.encode() + b"Noa " * 1_250_000,
        Refusal.TOO_LARGE,
        "at most 5000000",
    ),
    "list of 5,001 players": (
        lambda: ("First name,Last name\n" + "Noa,Cohen\n" * 5_001).encode(),
        Refusal.TOO_MANY_ROWS,
        "The list has 5001 rows; at most 5000",
    ),
    "workbook of 5,001 players": (
        lambda: workbook(HEADINGS, *[PLAYER] * 5_001),
        Refusal.TOO_MANY_ROWS,
        "The list has 5001 rows; at most 5000",
    ),
    "list of 50,001 empty lines": (
        lambda: CSV.encode() + b",,\n" * 50_001,
        Refusal.TOO_MANY_ROWS,
        "The list has 50002 rows",
    ),
    "half of the rows by semicolons": (
        lambda: b"First name,Last name,Age\nNoa,Cohen,9\nDana;Levi;8\n",
        Refusal.DELIMITER_MIXED,
        "The headings are cut by “,”, but rows by another sign (1 of 2)",
    ),
    "headings with tabs, rows with semicolons": (
        lambda: b"First name\tLast name\tAge\nNoa;Cohen;9\nDana;Levi;8\n",
        Refusal.DELIMITER_MIXED,
        "The headings are cut by “tab”, but rows by another sign (2 of 2)",
    ),
}
"""Name -> (its bytes, why it is refused, words of the sentence)."""


def _list(*rows: str) -> bytes:
    return "\n".join(["First name,Last name,Age,Phone,School,Paid,Date of birth,Notes", *rows]).encode()


def _cells(number: str = "", *, kind: str = "", formula: str = "", value: str = "") -> bytes:
    """Return a workbook of which the first name in row 2 is made of its parts."""
    inside = (f"<f>{formula}</f>" if formula else "") + (f"<v>{value}</v>" if value else "")
    return workbook(HEADINGS, [f'<c r="A2"{kind}{number}>{inside}</c>', "כהן", 9])


DOUBTFUL: dict[str, tuple[Callable[[], bytes], int, list[Doubt], str]] = {
    "no such day": (lambda: _list("Noa,Cohen,,,,,31/02/2018,"), 2, [Doubt.AGE_UNREADABLE], "31/02/2018"),
    "month first": (lambda: _list("Noa,Cohen,,,,,08/25/2018,"), 2, [Doubt.AGE_UNREADABLE], "08/25/2018"),
    "day zero": (lambda: _list("Noa,Cohen,,,,,00/00/0000,"), 2, [Doubt.AGE_UNREADABLE], "00/00/0000"),
    "born tomorrow": (lambda: _list("Noa,Cohen,,,,,01/01/2031,"), 2, [Doubt.AGE_UNREADABLE], "01/01/2031"),
    "date in words": (lambda: _list("Noa,Cohen,,,,,last Purim,"), 2, [Doubt.AGE_UNREADABLE], "last Purim"),
    "age against date": (lambda: _list("Noa,Cohen,14,,,,01/01/2018,"), 2, [Doubt.AGE_DISAGREES], "it is 9"),
    "age below nothing": (lambda: _list("Noa,Cohen,-9,,,,,"), 2, [Doubt.AGE_UNREADABLE], "-9"),
    "two phones in one cell": (
        lambda: _list("Noa,Cohen,9,052-555-0103/052-555-0104,,,,"),
        2,
        [Doubt.PHONE_UNREADABLE],
        "is not a phone number",
    ),
    "phone that a spreadsheet rounded": (
        lambda: _list("Noa,Cohen,9,5.3E+08,,,,"),
        2,
        [Doubt.PHONE_UNREADABLE],
        "5.3E+08",
    ),
    "perhaps paid": (lambda: _list("Noa,Cohen,9,,,half,,"), 2, [Doubt.ANSWER_UNREADABLE], "(paid)"),
    "number for a name": (lambda: _list("12345,Cohen,9,,,,,"), 2, [Doubt.ODD_NAME], "12345"),
    "surrogate sign lost": (lambda: _list("No\ufffda,Cohen,9,,,,,"), 2, [Doubt.LETTERS_LOST], "(first name)"),
    "bell in a school": (lambda: _list("Noa,Cohen,9,,Rambam\x07,,,"), 2, [Doubt.CONTROL_CHARACTERS], "(school)"),
    "school of a thousand letters": (
        lambda: _list(f"Noa,Cohen,9,,{'x' * 1_000},,,"),
        2,
        [Doubt.CELL_TOO_LONG],
        "1000 letters (school)",
    ),
    "quote left open, every line": (
        lambda: _list(*[f'Noa{each},Cohen,9,052-555-010{each},"Rambam,,,' for each in "abc"]),
        3,
        [Doubt.PHONE_UNREADABLE, Doubt.QUOTE_NOT_CLOSED],
        "opening quote",
    ),
    "one row by semicolons": (
        lambda: _list("Noa,Cohen,9,,,,,", "Dana;Levi;8;;;;;", "Tal,Gil,7,,,,,"),
        3,
        [Doubt.ODD_NAME, Doubt.NAME_INCOMPLETE, Doubt.DELIMITER_MIXED],
        "cut by another sign",
    ),
    "line in another encoding": (
        lambda: CSV.encode() + "טל,גיל,8\n".encode("cp1255"),
        3,
        [Doubt.LETTERS_GUESSED],
        "another encoding",
    ),
    "file cut in the middle of a letter": (
        lambda: (CSV + "טל,שלום,8\nדן,לוי").encode()[:-1],
        4,
        [Doubt.LETTERS_LOST],
        "letter was lost",
    ),
    "letters of a script that prints have not": (
        lambda: _list("花子,Tanaka,9,,,,,"),
        2,
        [Doubt.NOT_PRINTABLE],
        "cannot be printed",
    ),
    "formula without a result": (
        lambda: _cells(formula="B9"),
        2,
        [Doubt.CELL_ERROR, Doubt.NAME_INCOMPLETE],
        "a formula of the workbook has no result (first name)",
    ),
    "formula that failed": (
        lambda: _cells(kind=' t="e"', formula="B9", value="#REF!"),
        2,
        [Doubt.CELL_ERROR, Doubt.NAME_INCOMPLETE],
        "a formula of the workbook has no result (first name)",
    ),
    "text that is not there": (
        lambda: _cells(kind=' t="s"', value="4711"),
        2,
        [Doubt.CELL_ERROR, Doubt.NAME_INCOMPLETE],
        "first name",
    ),
    "date for a name": (lambda: _cells(' s="1"', value="43101"), 2, [Doubt.ODD_NAME], "01/01/2018"),
    "date before all dates": (
        lambda: _cells(' s="1"', value="-4e9"),
        2,
        [Doubt.CELL_ERROR, Doubt.NAME_INCOMPLETE],
        "first name",
    ),
    "truth for a name": (lambda: _cells(kind=' t="b"', value="1"), 2, [Doubt.ODD_NAME], "TRUE"),
    "number for a name in a workbook": (lambda: _cells(value="7"), 2, [Doubt.ODD_NAME], "“\u20687\u2069”"),
    "NUL in a workbook": (
        lambda: workbook(HEADINGS, ["נועה_x0000_", "כהן", 9]),
        2,
        [Doubt.CONTROL_CHARACTERS],
        "control characters",
    ),
    "half a sign in a workbook": (
        lambda: workbook(HEADINGS, ["נועה_xD83C_", "כהן", 9]),
        2,
        [Doubt.CONTROL_CHARACTERS],
        "control characters",
    ),
}
"""Name -> (its bytes, the line that is not all right, its reasons, words of the first or last sentence)."""
