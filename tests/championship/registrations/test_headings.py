"""Headings in three languages, by hand and by their alias, and which rows are no headings."""

from __future__ import annotations

import pytest

from championship.registrations.codes import Field
from championship.registrations.headings import Vocabulary, repeats
from championship.registrations.registration import Column

KNOWN = Vocabulary()


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("שם פרטי", Field.FIRST),
        ("  שם  פרטי: ", Field.FIRST),
        ("\u200fשם פרטי\u200f", Field.FIRST),
        ("\ufeffשם פרטי", Field.FIRST),
        ("שם פרטי *", Field.FIRST),
        ("שם\nמשפחה", Field.LAST),
        ('דוא"ל', Field.EMAIL),
        ("דוא״ל", Field.EMAIL),
        ("FIRST NAME", Field.FIRST),
        ("first_name", Field.FIRST),
        ("E-Mail Address", Field.EMAIL),
        ("Date of birth (dd/mm/yyyy)", Field.BIRTH),
        ("תאריך לידה [יום/חודש/שנה]", Field.BIRTH),
        ("IMIĘ", Field.FIRST),
        ("imie", Field.FIRST),
        ("Data urodzenia", Field.BIRTH),
        ("Szkola", Field.SCHOOL),
        ("חותמת זמן", Field.REGISTERED),
    ],
)
def test_heading_is_known(heading, field):
    found = KNOWN.read(["x", heading])

    assert found.positions == {field: 1}


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("שם פרטי", "שם משפחה"), 2),
        (("First name", "Age"), 2),
        (("Name",), 1),
        (("שם", "משפחה", "גיל"), 3),
        (("First name",), 0),
        (("Name", "Something"), 0),
        (("Age", "Phone", "City"), 0),
        (("נועה", "כהן", "9"), 0),
        (("First name " + "x" * 100, "Last name"), 0),
        ((9, None, True), 0),
        ((), 0),
    ],
)
def test_known_headings_need_a_name_and_something_more(cells, expected):
    assert KNOWN.known(cells) == expected


def test_name_beside_a_last_name_is_the_first_name():
    assert KNOWN.read(["שם", "משפחה"]).positions == {Field.FIRST: 0, Field.LAST: 1}
    assert KNOWN.read(["שם פרטי", "שם", "משפחה"]).positions == {Field.FIRST: 0, Field.LAST: 2}


def test_headings_alike_leave_the_first_taken():
    found = KNOWN.read(["First name", "Last name", "Phone", "Mobile", "Shoe size", "", "Phone"])

    phone = Column(3, "Phone", Field.PHONE)
    assert found.positions == {Field.FIRST: 0, Field.LAST: 1, Field.PHONE: 2}
    assert found.twice == ((phone, Column(4, "Mobile", None)), (phone, Column(7, "Phone", None)))
    assert found.unread == (Column(5, "Shoe size", None),)
    assert found.width == 7


def test_column_map_adds_to_what_we_know():
    vocabulary = Vocabulary.with_map({"א": "first", "ב": "last", "Shoe size": "", "Age": "note"})

    found = vocabulary.read(["א", "ב", "Age", "Shoe size"])

    assert found.positions == {Field.FIRST: 0, Field.LAST: 1, Field.NOTE: 2}


def test_column_map_by_position():
    found = Vocabulary.with_map({"#2": "first", "#1": "last"}).unheaded(3)

    assert found.positions == {Field.LAST: 0, Field.FIRST: 1}
    assert [column.field for column in found.columns] == [Field.LAST, Field.FIRST, None]


def test_position_says_more_than_the_heading_and_may_say_nothing():
    vocabulary = Vocabulary.with_map({"#2": "club", "#3": "", "school": ""})

    headings = vocabulary.read(("name", "city", "age", "school"))

    assert headings.positions == {Field.NAME: 0, Field.CLUB: 1}


def test_column_map_with_an_unknown_field_is_an_error():
    with pytest.raises(ValueError, match="shoe"):
        Vocabulary.with_map({"Shoe size": "shoe"})


def test_headings_are_polish_only_with_polish_words():
    assert KNOWN.read(["Imię", "Nazwisko"]).is_polish
    assert not KNOWN.read(["First name", "Last name"]).is_polish


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("First name", "LAST NAME", "Age"), True),
        (("First name", "Last name", ""), True),
        (("Noa", "Last name", "9"), False),
        (("Noa", "Cohen", "9"), False),
        ((), False),
    ],
)
def test_repeats(cells, expected):
    assert repeats(cells, KNOWN.read(["First name", "Last name", "Age"])) is expected
