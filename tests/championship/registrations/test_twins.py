"""Who is who: twins in a file, siblings, namesakes, and entries registered before."""

from __future__ import annotations

import pytest

from championship.registrations import Bin, Doubt, Like, Registered, Registration
from championship.registrations.codes import Field
from championship.registrations.registration import Change
from championship.registrations.twins import Person, Verdict, compare
from tests.championship.registrations.lists import read

PHONE, OTHER = "+972505550148", "+972505550149"


def person(first: str, last: str, line: int = 0, **more: object) -> Person:
    return Person.of(Like(line=line), Registration(first=first, last=last, **more))  # type: ignore[arg-type]


def verdict(one: Person, other: Person) -> Verdict:
    """Return what comparing finds of *other*, on line 2, after *one*, on line 1."""
    rows = [Person.of(Like(line=line), each.registration) for line, each in enumerate((one, other), start=1)]
    return compare(rows, [])[1]


SAME = Verdict(code=Doubt.SAME_PERSON, like=Like(line=1))
NAMESAKE = Verdict(code=Doubt.SAME_NAME, like=Like(line=1))
NOBODY = Verdict()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (person("נועה", "כהן"), person("נועה", "כהן"), SAME),
        (person("נועה", "כהן", phone=PHONE), person("נועה", "כהן"), SAME),
        (person("נועה", "כהן"), person("נועה", "כהן", phone=PHONE), SAME),
        (person("נועה", "כהן", phone=PHONE, age=9), person("כהן", "נועה", phone=PHONE, age=12), SAME),
        (person("נועה כהן", ""), person("נועה", "כהן"), SAME),
        (person("נועה", "כהן"), person("", "כהן נועה"), SAME),
        (person("Łucja", "Żółć"), person("lucja", "ZOLC"), SAME),
        (person("נועה", "כהן", phone=PHONE), person("נועה", "כהן", phone=OTHER), NAMESAKE),
        (person("נועה", "כהן", phone=PHONE), person("כהן", "נועה", phone=OTHER), NAMESAKE),
        (person("איתי", "לוי", phone=PHONE), person("איתיי", "לוי", phone=PHONE), SAME),
        (person("איתיי", "לוי", phone=PHONE), person("איתי", "לוי", phone=PHONE), SAME),
        (person("טל", "אוחיון", phone=PHONE), person("גל", "אוחיון", phone=PHONE), SAME),
        (person("טל", "אוחיון", phone=PHONE), person("גל", "אוחיון", phone=OTHER), NOBODY),
        (person("טל", "אוחיון", phone=PHONE), person("גל", "אוחיון", phone=PHONE, note="תאומה של טל"), NOBODY),
        (person("טל", "אוחיון", phone=PHONE, note="a twin"), person("גל", "אוחיון", phone=PHONE), NOBODY),
        (person("טל", "אוחיון", phone=PHONE, age=9), person("גל", "אוחיון", phone=PHONE, age=12), NOBODY),
        (person("טל", "אוחיון", phone=PHONE, age=9), person("טל", "אוחיו", phone=PHONE, age=10), SAME),
        (person("Noa", "Cohen", phone=PHONE, age=9), person("נועה", "כהן", phone=PHONE, age=9), SAME),
        (person("Noa", "Cohen", phone=PHONE, age=9), person("Dana", "Cohen", phone=PHONE, age=8), NOBODY),
        (person("Noa", "Cohen", phone=PHONE, age=9), person("Dana", "Cohen", phone=PHONE), NOBODY),
        (person("Noa", "Cohen", age=9), person("Dana", "Cohen", age=9), NOBODY),
        (person("abcx", "", phone=PHONE), person("xabc", "", phone=PHONE), NOBODY),
        (person("ab", "", phone=PHONE), person("ac", "", phone=PHONE), NOBODY),
    ],
)
def test_verdict(one, other, expected):
    assert verdict(one, other) == expected


def test_the_earliest_is_named_and_the_same_person_before_the_namesake():
    rows = [
        person("נועה", "כהן", 1, phone=PHONE),
        person("נועה", "כהן", 2, phone=OTHER),
        person("נועה", "כהן", 3, phone=OTHER),
        person("נועה", "כהן", 4),
    ]

    assert compare(rows, []) == [
        Verdict(),
        Verdict(code=Doubt.SAME_NAME, like=Like(line=1)),
        Verdict(code=Doubt.SAME_PERSON, like=Like(line=2)),
        Verdict(code=Doubt.SAME_PERSON, like=Like(line=1)),
    ]


@pytest.mark.parametrize(
    ("registered", "row", "expected"),
    [
        ({"phone": PHONE}, {"phone": PHONE}, Verdict(entry=7)),
        ({"phone": PHONE, "age": 9}, {"phone": PHONE, "age": 10}, Verdict(entry=7)),
        ({"phone": PHONE}, {}, Verdict(entry=7)),
        ({"age": 9}, {"age": 9, "phone": PHONE}, Verdict(entry=7)),
        ({"phone": PHONE, "email": "A@example.org"}, {"phone": OTHER, "email": "a@example.org"}, Verdict(entry=7)),
        ({"phone": PHONE}, {"phone": OTHER}, Verdict(code=Doubt.SAME_NAME, like=Like(entry=7))),
        ({"age": 9}, {"age": 12}, Verdict(code=Doubt.SAME_PERSON, like=Like(entry=7))),
    ],
)
def test_row_is_an_entry_registered_before(registered, row, expected):
    known = [Registered(7, Registration(first="נועה", last="כהן", **registered))]

    assert compare([person("נועה", "כהן", 2, **row)], known) == [expected]


def test_each_entry_is_one_row_and_the_surest_row_is_taken():
    known = [
        Registered(1, Registration(first="תמר", last="בן־שושן", phone=PHONE)),
        Registered(2, Registration(first="נועה", last="כהן", phone=PHONE)),
        Registered(3, Registration(first="נועה", last="כהן", phone=OTHER)),
    ]
    rows = [
        person("תמר", "בן-שושן", 2, phone=PHONE),
        person("תמר", "בן־שושן", 3, phone=PHONE),
        person("נועה", "כהן", 4, phone=OTHER),
        person("נועה", "כהן", 5, phone=PHONE),
        person("נועה", "כהן", 6, phone="+972505550150"),
    ]

    assert compare(rows, known) == [
        Verdict(code=Doubt.SAME_PERSON, like=Like(entry=1)),
        Verdict(entry=1),
        Verdict(entry=3),
        Verdict(entry=2),
        Verdict(code=Doubt.SAME_NAME, like=Like(line=5, entry=2)),
    ]


def test_phone_is_surer_than_the_spelling():
    known = [Registered(1, Registration(first="נועה", last="כהן", phone=PHONE))]
    rows = [person("נועה", "כהן", 2), person("נוֹעָה", "כהן", 3, phone=PHONE)]

    assert compare(rows, known) == [Verdict(code=Doubt.SAME_PERSON, like=Like(entry=1)), Verdict(entry=1)]


def test_two_children_of_one_name_stay_two():
    """bug_reports O47: two people with one name must not share one record."""
    first = read("First name,Last name,Age,Phone\nNoa,Cohen,8,052-555-0112\nNoa,Cohen,11,052-555-0113\n")
    registered = [Registered(number, row.registration) for number, row in enumerate(first.rows, start=1)]

    again = read(
        "First name,Last name,Age,Phone\nNoa,Cohen,11,052-555-0113\nNoa,Cohen,9,052-555-0112\n", registered=registered
    )

    assert [(row.entry, row.bin, row.changes) for row in again.rows] == [
        (2, Bin.UNCHANGED, ()),
        (1, Bin.CHANGED, (Change(Field.AGE, 8, 9),)),
    ]


def test_many_of_one_name_and_one_phone_are_compared_with_few():
    rows = [
        person("אב" + chr(0x5D0 + at % 27) * 3 + str(at), "כהן", at, phone=PHONE, age=at % 90) for at in range(3_000)
    ]
    same = [person("נועה", "כהן", at, phone=f"+9725{at:08}") for at in range(3_000)]

    assert {each.code for each in compare(rows, [])[90:]} == {Doubt.SAME_PERSON}
    assert {each.like for each in compare(same, [])[1:]} == {Like(line=0)}
