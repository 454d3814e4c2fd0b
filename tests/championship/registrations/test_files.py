"""What a file is, by its content; headings, delimiters and lines of text."""

from __future__ import annotations

import pytest

from championship.registrations import FileRefused, Note, NoteKind, Refusal
from tests.championship.registrations.lists import IMPORTS, read


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_delimiter_and_line_ends_are_found(delimiter, ending):
    lines = ["First name,Last name,Notes", 'Noa,Cohen,"a;b', 'c"', "Dana,Levi,x"]
    found = read(ending.join(lines).replace(",", delimiter))

    assert (found.delimiter, [(row.line, row.last_line) for row in found.rows]) == (delimiter, [(2, 3), (4, 4)])


def test_headings_may_stand_below_a_title_and_a_line_of_excel():
    found = read("sep=;\nChampionship, autumn\n\nFirst name;Last name\nNoa;Cohen\n")

    assert (found.delimiter, found.header_line, [row.line for row in found.rows]) == (";", 4, [5])


def test_headings_below_the_thirtieth_line_are_not_looked_for():
    with pytest.raises(FileRefused) as refused:
        read("x\n" * 30 + "First name,Last name\nNoa,Cohen\n")

    assert refused.value.code == Refusal.HEADINGS_UNKNOWN


def test_mixed_encodings_are_said():
    found = read("שם פרטי,שם משפחה\nנועה,כהן\n".encode() + "דנה,לוי\n".encode("cp1255"))

    assert [row.registration.full_name for row in found.rows] == ["נועה כהן", "דנה לוי"]
    assert found.notes == (Note(NoteKind.ENCODING_MIXED, {"lines": (3,)}),)


def test_columns_that_mean_nothing_are_named():
    found = read("No.,First name,Last name,Shoe size\n1,Noa,Cohen,34\n")

    assert found.notes == (Note(NoteKind.COLUMNS_NOT_READ, {"columns": ("No.", "Shoe size")}),)


def test_headings_unknown_shows_the_first_rows_for_a_person_to_name_the_columns():
    with pytest.raises(FileRefused) as refused:
        read("\nנועה;כהן;9\n\nדנה;לוי;8\n")

    assert refused.value.values == {"rows": [["נועה", "כהן", "9"], ["דנה", "לוי", "8"]], "hidden": []}


@pytest.mark.parametrize("name", ["players_96.xlsx", "bad/workbook_named.csv"])
def test_workbook_is_told_by_its_content(name):
    assert read((IMPORTS / name).read_bytes()).sheet == "נרשמים"


def test_five_thousand_players_are_taken():
    names = [f"{a}{b}{c}" for a in "אבגדהוזחטיכל" for b in "אבגדהוזחטיכלמנסעפצקרשת" for c in "אבגדהוזחטיכלמנסעפצקר"]
    found = read("שם פרטי,שם משפחה\n" + "".join(f"{name},כהן\n" for name in names[:5_000]))

    assert len(found.rows) == 5_000
