"""One row alone: names split, particulars read, and each thing to look at said once."""

from __future__ import annotations

from datetime import date

import pytest

from championship.registrations import Bin, Doubt, Registration, Row
from tests.championship.registrations.lists import read, workbook


def row_of(headings: str, line: str) -> Row:
    """Return the one row of a list."""
    (found,) = read(f"{headings}\n{line}\n").rows
    return found


def test_row_with_everything():
    found = row_of(
        "First name,Last name,Age,Date of birth,Phone,E-mail,City,School,Club,Paid,Consent,Photo,Spectators,"
        "Registered,Notes",
        'Noa,Cohen,9,03/04/2018,050-555-0148,a@example.org,Omer,Rambam,Chess,yes,no,,2,15/08/2027,"one\ntwo"',
    )

    assert found.bin is Bin.NEW
    assert found.registration == Registration(
        first="Noa",
        last="Cohen",
        age=9,
        birth=date(2018, 4, 3),
        phone="+972505550148",
        email="a@example.org",
        city="Omer",
        school="Rambam",
        club="Chess",
        paid=True,
        consent=False,
        photo=None,
        spectators=2,
        registered=date(2027, 8, 15),
        note="one\ntwo",
    )
    assert found.cells["birth"] == "03/04/2018"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("נועה כהן", ("נועה", "כהן")),
        ("אור לי שמש", ("אור לי", "שמש")),
        ("תמר בן שושן", ("תמר", "בן שושן")),
        ("רים אבו אל הווא", ("רים", "אבו אל הווא")),
        ("בן שושן", ("בן", "שושן")),
        ("Anna van der Berg", ("Anna", "van der Berg")),
    ],
)
def test_whole_name_is_split(name, expected):
    found = row_of("שם מלא,גיל", f"{name},9")

    assert (found.registration.first, found.registration.last) == expected
    assert found.bin is Bin.NEW


def test_whole_name_of_one_word_is_incomplete():
    assert row_of("Name,Age", "Noa,9").codes == (Doubt.NAME_INCOMPLETE,)


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("Noa,-,9", (Doubt.NAME_INCOMPLETE,)),
        (".,-,9", (Doubt.NAME_MISSING,)),
        ("No?,Cohen,9", (Doubt.LETTERS_LOST,)),
        ("🌟,Cohen,9", (Doubt.NOT_PRINTABLE, Doubt.NAME_INCOMPLETE)),
        ("7,8,9", (Doubt.ODD_NAME,)),
        (f"{'a' * 101},{'b' * 102},9", (Doubt.NAME_TOO_LONG,)),
        (f"{'a' * 100},Cohen,9", ()),
        ("Noa,Cohen,5", ()),
        ("Noa,Cohen,18", ()),
        ("Noa,Cohen,4", (Doubt.AGE_OUT_OF_RANGE,)),
        ("Noa,Cohen,19", (Doubt.AGE_OUT_OF_RANGE,)),
        ("Noa,Cohen,03/04/2018", ()),
        ("Noa,Cohen,2018", (Doubt.AGE_UNREADABLE,)),
    ],
)
def test_row_reasons(line, codes):
    assert row_of("First name,Last name,Age", line).codes == codes


def test_date_in_the_column_of_ages_is_a_date_of_birth():
    found = row_of("First name,Last name,Age", "Noa,Cohen,03/04/2018")

    assert (found.registration.age, found.registration.birth) == (9, date(2018, 4, 3))


def test_age_one_year_off_the_date_of_birth_is_no_doubt():
    found = row_of("First name,Last name,Age,Date of birth", "Noa,Cohen,10,03/04/2018")

    assert (found.bin, found.registration.age) == (Bin.NEW, 9)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (",,", Doubt.EMPTY_LINE),
        ("  ,\u00a0,\u200f", Doubt.EMPTY_LINE),
        ("", Doubt.EMPTY_LINE),
        ("First name,Last name,", Doubt.HEADINGS_AGAIN),
        ("Total,,94", Doubt.TOTALS),
        (",,,,x", Doubt.OUTSIDE_COLUMNS),
    ],
)
def test_row_that_is_nobody(line, code):
    found = read(f"First name,Last name,Age\nNoa,Cohen,9\n{line}\n").rows[1]

    assert (found.bin, found.codes, found.registration) == (Bin.SKIPPED, (code,), Registration())


def test_somebody_called_total_is_a_player():
    assert row_of("First name,Last name,Age", "Total,Cohen,9").bin is Bin.NEW


def test_note_cut_by_a_comma_is_put_together_again():
    found = row_of("First name,Last name,Notes", "Noa,Cohen,no fish, and by the window, please")

    assert found.registration.note == "no fish, and by the window, please"
    assert found.codes == (Doubt.TOO_MANY_CELLS,)


def test_cell_beyond_the_headings_is_not_taken_for_a_note_elsewhere():
    found = row_of("First name,Notes,Last name", "Noa,no fish,Cohen,x")

    assert (found.registration.note, found.codes) == ("no fish", (Doubt.TOO_MANY_CELLS,))


def test_long_note_is_cut_with_a_sign():
    found = row_of("First name,Last name,Notes", f"Noa,Cohen,{'a' * 2_001}")

    assert found.registration.note == "a" * 1_999 + "…"
    assert found.codes == (Doubt.CELL_TOO_LONG,)


def test_no_consent_and_no_age_are_no_doubt():
    found = row_of("First name,Last name,Age,Consent,Photo", "Noa,Cohen,,no,no")

    assert (found.bin, found.registration.consent, found.registration.photo) == (Bin.NEW, False, False)


def test_numbers_of_a_workbook_are_read_as_what_their_column_is():
    found = read(
        workbook(
            ("First name", "Last name", "Age", "Phone", "Paid", "Spectators", "School"),
            ("Noa", "Cohen", 9, 505550148, 40, 1, 12),
        )
    )

    (row,) = found.rows
    assert row.bin is Bin.NEW
    assert row.registration == Registration(
        first="Noa", last="Cohen", age=9, phone="+972505550148", paid=True, spectators=1, school="12"
    )
