"""Families by phone and by what a note says, and one spelling for one school."""

from __future__ import annotations

import pytest

from championship.registrations import Group, Like, Registration
from championship.registrations.families import families, one_spelling
from championship.registrations.twins import Person

PHONE = "+972505550148"


def row(line: int, first: str, last: str, *, phone: str = "", note: str = "") -> Person:
    return Person.of(Like(line=line), Registration(first=first, last=last, phone=phone, note=note))


def entry(number: int, first: str, last: str, *, phone: str = "", note: str = "") -> Person:
    return Person.of(Like(entry=number), Registration(first=first, last=last, phone=phone, note=note))


@pytest.mark.parametrize(
    ("note", "first", "last"),
    [
        ("אח של אביטל טגניה", "אביטל", "טגניה"),
        ("אחות תאומה של אביטל", "אביטל", "כהן"),
        ("אחות של אביטל, ואלרגיה לבוטנים", "אביטל", "כהן"),
        ("מגיעה עם אחותה אביטל", "אביטל", "כהן"),
        ("אח של תמר בן שושן", "תמר", "בן־שושן"),
        ("Twin sister of Emma Carrow.", "Emma", "Carrow"),
        ("brother of emma", "Emma", "כהן"),
        ("siostra Filipa Sęka", "Filip", "Sęk"),
        ("brat Grażyny Różańskiej", "Grażyna", "Różańska"),
    ],
)
def test_note_that_names_a_sibling_joins_them(note, first, last):
    people = [row(2, first, last), row(3, "נועה", "כהן", note=note), row(4, "דנה", "לוי")]

    assert families(people) == (Group((2, 3), by=frozenset({"note"})),)


@pytest.mark.parametrize(
    "note",
    ["אוכל צמחוני", "אח של דוד", "אחותו", "בליווי סבא", "brother of", "sister of Noa Cohen", "אחראית על אביטל"],
)
def test_note_that_names_nobody_else_joins_nobody(note):
    assert families([row(2, "אביטל", "טגניה"), row(3, "נועה", "כהן", note=note)]) == ()


def test_note_that_may_mean_two_joins_nobody():
    people = [row(2, "טל", "לוי"), row(3, "טל", "לוי"), row(4, "נועה", "כהן", note="אחות של טל לוי")]

    assert families(people) == ()


def test_phone_and_note_make_one_family_with_those_registered_before():
    people = [
        row(4, "נועה", "כהן", phone=PHONE),
        row(2, "דנה", "לוי", phone=PHONE),
        row(3, "יעל", "בר", note="אחות של דנה לוי"),
        entry(9, "רם", "כהן", phone=PHONE),
        entry(10, "גיל", "שי", phone="+972505550149"),
        entry(11, "גל", "שי", phone="+972505550149"),
    ]

    assert families(people) == (Group((4, 2, 3), (9,), frozenset({"phone", "note"})),)


def test_one_spelling_is_the_known_one_then_the_usual_then_the_first():
    assert one_spelling(["קלף על", "קלף־על", "קלף־על", "שח", "שח־", "", "יחיד"]) == {"קלף על": "קלף־על", "שח־": "שח"}
    assert one_spelling(["קלף על", "קלף־על", "קלף־על"], known=["קלף-על"]) == {"קלף על": "קלף-על", "קלף־על": "קלף-על"}
