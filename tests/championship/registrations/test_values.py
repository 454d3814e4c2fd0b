"""Single cells: phones, addresses, ages, dates and answers as people write them."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from championship.registrations import values
from championship.registrations.values import Unknown, Unreadable

DAY = date(2027, 10, 19)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("050-555-0148", "+972505550148"),
        ("0525550131", "+972525550131"),
        ("+972-52-555-0134", "+972525550134"),
        ("972525550134", "+972525550134"),
        ("00972 52 555 0134", "+972525550134"),
        ("+972 (0)52-555-0134", "+972525550134"),
        ("525550131", "+972525550131"),
        (525550131, "+972525550131"),
        (525550131.0, "+972525550131"),
        ("525550131.0", "+972525550131"),
        ("08-555-0101", "+97285550101"),
        ("85550101", "+97285550101"),
        ("077-555-0101", "+972775550101"),
        ("+48 505 550 108", "+48505550108"),
        ("0048505550108", "+48505550108"),
        ("48505550108", "+48505550108"),
        ("+44 20 7946 0018", "+442079460018"),
        ("טל: 050-555-0148", "+972505550148"),
        ("\u200f050-555-0148\u200e", "+972505550148"),
        ("٠٥٠٥٥٥٠١٤٨", "+972505550148"),
        ("", ""),
        (None, ""),
        ("-", ""),
        ("אין", ""),
    ],
)
def test_phone(cell, expected):
    assert values.phone(cell) == expected


def test_phone_without_prefix_is_of_the_country_of_the_list():
    assert values.phone("505 550 108", country="48") == "+48505550108"
    assert values.phone("505 550 108", country="972") == "+972505550108"


@pytest.mark.parametrize(
    "cell",
    [
        "052-555",
        "050-555-01489",
        "0505550148 0505550149",
        "call me",
        "5.05E+08",
        "+48 505 550",
        "601234567",
        True,
        "1" * 400,
    ],
)
def test_phone_unreadable(cell):
    with pytest.raises(Unreadable):
        values.phone(cell)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("parent048@example.org", "parent048@example.org"),
        ("  <a.b+c@mail.example.org>. ", "a.b+c@mail.example.org"),
        ("mailto:a@example.org", "a@example.org"),
        ("", ""),
        ("brak", ""),
    ],
)
def test_email(cell, expected):
    assert values.email(cell) == expected


@pytest.mark.parametrize(
    "cell",
    ["hana.example.org", "a@b", "a b@example.org", "a@example.org; b@example.org", "@", f"{'a' * 250}@example.org"],
)
def test_email_unreadable(cell):
    with pytest.raises(Unreadable):
        values.email(cell)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("9", 9),
        (9, 9),
        (9.0, 9),
        ("9.5", 9),
        ("בת 9", 9),
        ("9 lat", 9),
        ("9 years old", 9),
        ("45", 45),
        ("", None),
        (None, None),
    ],
)
def test_age(cell, expected):
    assert values.age(cell) == expected


@pytest.mark.parametrize("cell", ["שמונה", "-9", "9-10", "2018", True, Unknown("#N/A"), 2018, -1, "9" * 400])
def test_age_unreadable(cell):
    with pytest.raises(Unreadable):
        values.age(cell)


@pytest.mark.parametrize(
    ("birth", "expected"),
    [
        (date(2017, 10, 19), 10),
        (date(2017, 10, 20), 9),
        (date(2020, 2, 29), 7),
        (date(2027, 10, 19), 0),
        (date(2027, 10, 20), -1),
    ],
)
def test_age_on_the_day(birth, expected):
    assert values.age_on(DAY, birth) == expected


def test_age_of_a_child_born_on_the_leap_day_rises_in_march():
    assert values.age_on(date(2027, 2, 28), date(2020, 2, 29)) == 6
    assert values.age_on(date(2027, 3, 1), date(2020, 2, 29)) == 7


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("03/04/2017", date(2017, 4, 3)),
        ("3.4.2017", date(2017, 4, 3)),
        ("3-4-17", date(2017, 4, 3)),
        ("3 / 4 / 2017", date(2017, 4, 3)),
        ("2017-04-03", date(2017, 4, 3)),
        ("2017-04-03 10:22:33", date(2017, 4, 3)),
        ("3/4/2017, 10:22", date(2017, 4, 3)),
        ("1/1/28", date(1928, 1, 1)),
        ("3 באפריל 2017", date(2017, 4, 3)),
        ("3 Apr 2017", date(2017, 4, 3)),
        ("3rd April, 2017", date(2017, 4, 3)),
        ("3 sierpnia 2017", date(2017, 8, 3)),
        (date(2017, 4, 3), date(2017, 4, 3)),
        (datetime(2017, 4, 3, 10, 22), date(2017, 4, 3)),
        (42828, date(2017, 4, 3)),
        ("", None),
        (None, None),
    ],
)
def test_day_is_read_day_first(cell, expected):
    assert values.day(cell, latest=DAY) == expected


@pytest.mark.parametrize(
    "cell",
    [
        "08/25/2017",
        "31/02/2017",
        "29.2.2017",
        "2017",
        "42828",
        "soon",
        7,
        True,
        time(9),
        Unknown(""),
        "3 Foo 2017",
        "T" * 100_000,
    ],
)
def test_day_unreadable(cell):
    with pytest.raises(Unreadable):
        values.day(cell, latest=DAY)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("כן", True),
        ("YES", True),
        ("tak", True),
        ("✓", True),
        ("40 ₪", True),
        (1, True),
        (True, True),
        ("לא", False),
        ("No.", False),
        ("nie", False),
        ("לא שולם", False),
        ("0", False),
        (0, False),
        ("", None),
        ("-", None),
        (None, None),
    ],
)
def test_answer(cell, expected):
    assert values.answer(cell) is expected


@pytest.mark.parametrize("cell", ["half", "x", date(2017, 4, 3), Unknown("#N/A"), "כן ולא"])
def test_answer_unreadable(cell):
    with pytest.raises(Unreadable):
        values.answer(cell)


@pytest.mark.parametrize(
    ("cell", "expected"), [("2", 2), (4, 4), (0.0, 0), ("אין", 0), ("לא", 0), ("", None), ("-", None)]
)
def test_count(cell, expected):
    assert values.count(cell) == expected


@pytest.mark.parametrize("cell", ["two", "-1", -1, 1.5, True, "1000000"])
def test_count_unreadable(cell):
    with pytest.raises(Unreadable):
        values.count(cell)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (None, ""),
        ("נועה", "נועה"),
        (9.0, "9"),
        (9.5, "9.5"),
        (True, "TRUE"),
        (date(2017, 4, 3), "03/04/2017"),
        (datetime(2017, 4, 3), "03/04/2017"),
        (datetime(2017, 4, 3, 10, 22), "03/04/2017 10:22"),
        (Unknown("#REF!"), "#REF!"),
    ],
)
def test_as_text(cell, expected):
    assert values.as_text(cell) == expected
