"""XLSX: what is read, what is said about it, and that sizes claimed are not believed."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time

import openpyxl
import pytest
from openpyxl.styles import Font

from championship.registrations import FileRefused, Note, NoteKind, Refusal
from championship.registrations.delimited import MOST_COLUMNS, Line
from championship.registrations.sheets import MOST_ROWS_KEPT
from championship.registrations.values import Unknown
from championship.registrations.workbook import Workbook
from tests.championship.registrations.lists import MAIN, packed, read, relations, sheet, workbook, workbook_parts

HEADINGS = ("First name", "Last name", "Age", "Phone")


def rows(data: bytes) -> list[tuple[object, ...]]:
    """Return the cells of the first sheet."""
    book = Workbook(data)
    return [line.cells for line in book.rows(book.sheets[0]).lines]


def saved(book: openpyxl.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_workbook_of_openpyxl_is_read_as_it_was_written():
    book = openpyxl.Workbook()
    cells = ["נועה", 9, 9.5, True, date(2017, 4, 3), datetime(2017, 4, 3, 10, 22), time(9, 30), "a & b < c", " x "]
    book.active.append(cells)

    (found,) = rows(saved(book))

    assert found == (
        "נועה",
        9,
        9.5,
        True,
        datetime(2017, 4, 3),
        datetime(2017, 4, 3, 10, 22),
        time(9, 30),
        "a & b < c",
        " x ",
    )


def test_workbook_with_fonts_hidden_columns_and_rows_says_so():
    book = openpyxl.Workbook()
    for row in (HEADINGS, ("Noa", "Cohen", 9, "050-555-0148"), ("Dana", "Levi", 8, "050-555-0149")):
        book.active.append(row)
    book.active["A1"].font = Font(bold=True)
    book.active.column_dimensions["D"].hidden = True
    book.active.row_dimensions[3].hidden = True

    found = read(saved(book))

    assert [row.registration.phone for row in found.rows] == ["+972505550148", "+972505550149"]
    assert found.notes == (
        Note(NoteKind.HIDDEN_COLUMNS, {"columns": ("Phone",)}),
        Note(NoteKind.HIDDEN_ROWS, {"rows": 1}),
    )


@pytest.mark.parametrize(
    ("xml", "value"),
    [
        ('<c r="A1" t="str"><f>B1</f><v>נועה</v></c>', "נועה"),
        ('<c r="A1"><f>1+1</f><v>2</v></c>', 2),
        ('<c r="A1"><f>1+1</f></c>', Unknown("")),
        ('<c r="A1" t="str"><f>B1</f><v></v></c>', Unknown("")),
        ('<c r="A1" t="e"><v>#REF!</v></c>', Unknown("#REF!")),
        ('<c r="A1" t="b"><v>0</v></c>', False),
        ('<c r="A1" t="d"><v>2017-04-03T00:00:00Z</v></c>', datetime(2017, 4, 3)),
        ('<c r="A1" t="d"><v>soon</v></c>', Unknown("soon")),
        ('<c r="A1" s="1"><v>42828</v></c>', datetime(2017, 4, 3)),
        ('<c r="A1" s="2"><v>42828.5</v></c>', datetime(2017, 4, 3, 12)),
        ('<c r="A1" s="99"><v>42828</v></c>', 42828),
        ('<c r="A1"><v>1e400</v></c>', Unknown("1e400")),
        ('<c r="A1"><v>9.0</v></c>', 9),
        ('<c t="inlineStr"><is><r><t>No</t></r><r><t>a</t></r><rPh><t>x</t></rPh></is></c>', "Noa"),
        ('<c r="A1" t="inlineStr"><is><t>a_x000D_b_x0041_</t></is></c>', "a\rbA"),
        ('<x:c xmlns:x="y" r="A1"><x:v>7</x:v></x:c>', 7),
    ],
)
def test_cell(xml, value):
    assert rows(workbook([xml])) == [(value,)]


def test_cells_are_placed_by_their_reference():
    assert rows(workbook(['<c r="B1"><v>1</v></c><c><v>2</v></c><c r="E1"><v>3</v></c>'])) == [(None, 1, 2, None, 3)]


def test_days_counted_from_1904():
    parts = workbook_parts({"A": sheet([['<c r="A1" s="1"><v>41366</v></c>']])})
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace("<sheets>", '<workbookPr date1904="1"/><sheets>')

    assert rows(packed(parts)) == [(datetime(2017, 4, 3),)]


def test_shared_strings_join_their_runs_and_leave_reading_aids_out():
    parts = workbook_parts({"A": sheet([['<c r="A1" t="s"><v>1</v></c>', '<c r="B1" t="s"><v>0</v></c>']])})
    parts["xl/sharedStrings.xml"] = (
        f'<sst xmlns="{MAIN}"><si><t>a</t></si><si><r><t>No</t></r><r><t>a</t></r><rPh><t>x</t></rPh></si></sst>'
    )
    parts["xl/_rels/workbook.xml.rels"] = relations(
        ("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId2", "sharedStrings", "/xl/sharedStrings.xml")
    )

    assert rows(packed(parts)) == [("Noa", "a")]


def test_workbook_elsewhere_in_the_archive_is_found_by_its_relations():
    parts = {
        "_rels/.rels": relations(("rId1", "officeDocument", "/book/main.xml")),
        "book/main.xml": workbook_parts({"A": ""})["xl/workbook.xml"],
        "book/_rels/main.xml.rels": relations(("rId1", "worksheet", "../s.xml")),
        "s.xml": sheet([["Noa"]]),
    }

    assert rows(packed(parts)) == [("Noa",)]


def test_row_keeps_its_number_and_rows_of_formats_are_none():
    xml = (
        f'<worksheet xmlns="{MAIN}"><dimension ref="A1:XFD1048576"/><sheetData><row r="1"/>'
        '<row r="4"><c r="A4" s="1"/></row>'
        '<row r="7"><c r="A7"><v>1</v></c></row><row><c><v>2</v></c></row>'
        '<row r="1048576"><c r="XFD1048576"><v>3</v></c></row></sheetData></worksheet>'
    )
    book = Workbook(packed(workbook_parts({"A": xml})))

    found = book.rows(book.sheets[0])

    assert found.lines == [Line(7, 7, (1,)), Line(8, 8, (2,)), Line(1048576, 1048576, (), has_more=True)]


def test_first_rows_alone_may_be_asked_for():
    data = workbook(*[["x" * 200]] * 3_000)
    book = Workbook(data)

    found = book.rows(book.sheets[0], first=30)

    assert 30 <= found.total < 1_000


def test_rows_beyond_the_most_are_counted_not_kept():
    book = Workbook(workbook(*[[1]] * (MOST_ROWS_KEPT + 9)))

    found = book.rows(book.sheets[0])

    assert (len(found.lines), found.total) == (MOST_ROWS_KEPT, MOST_ROWS_KEPT + 9)


def test_ten_thousand_columns_are_not_kept():
    wide = "".join(f"<c><v>{number}</v></c>" for number in range(10_000))
    found = read(workbook(HEADINGS, ("Noa", "Cohen", 9), [wide]))

    assert [row.bin for row in found.rows] == ["new", "doubtful"]
    assert found.notes == (Note(NoteKind.COLUMNS_BEYOND, {"limit": MOST_COLUMNS}),)


def test_headings_below_a_title_and_merged_over_an_empty_column():
    title = '<mergeCells><mergeCell ref="A1:E1"/><mergeCell ref="D3:E3"/><mergeCell ref="A5:A9"/></mergeCells>'
    found = read(workbook(["Championship"], [], HEADINGS, ("Noa", "Cohen", 9, None, "x"), behind=title))

    assert (found.header_line, [(row.line, row.bin) for row in found.rows]) == (3, [(4, "new")])


def test_first_visible_list_with_rows_is_read_and_the_others_are_named():
    parts = workbook_parts(
        {
            "Old": sheet([HEADINGS, ("Old", "Player", 9)]),
            "Read me": sheet([["Please fill in the next sheet"]]),
            "Chart": f'<chartsheet xmlns="{MAIN}"/>',
            "Template": sheet([HEADINGS]),
            "Monday": sheet([HEADINGS, ("Noa", "Cohen", 9)]),
            "Tuesday": sheet([HEADINGS, ("Dana", "Levi", 8)]),
        },
        states={"Old": "hidden"},
        kinds={"Chart": "chartsheet"},
    )

    found = read(packed(parts))

    assert (found.sheet, [row.registration.first for row in found.rows]) == ("Monday", ["Noa"])
    assert found.notes == (
        Note(
            NoteKind.SHEETS_NOT_READ,
            {
                "sheet": "Monday",
                "sheets": ("Old", "Read me", "Chart", "Template", "Tuesday"),
                "lists": ("Template", "Tuesday"),
                "hidden": ("Old",),
            },
        ),
    )


def test_column_map_opens_a_workbook_without_headings():
    data = workbook(("Noa", "Cohen", 9), ("Dana", "Levi", 8))

    found = read(data, column_map={"#1": "first", "#2": "last", "#3": "age"})

    assert (found.header_line, [row.registration.full_name for row in found.rows]) == (0, ["Noa Cohen", "Dana Levi"])


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packing_that_no_workbook_has_is_refused(method):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in workbook_parts({"A": sheet([HEADINGS])}).items():
            archive.writestr(name, content)

    with pytest.raises(FileRefused) as refused:
        read(buffer.getvalue())

    assert refused.value.code == Refusal.NOT_A_WORKBOOK
