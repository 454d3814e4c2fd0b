"""Text made clean, folded to letters, and looked at for what is no name."""

from __future__ import annotations

import pytest

from championship.registrations import text


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("  נועה   כהן ", "נועה כהן"),
        ("אור\u00a0לי", "אור לי"),
        ("\ufeffמיכל\u200f", "מיכל"),
        ("\u202bמיכל\u202c \u2067סגל\u2069", "מיכל סגל"),
        ("No\u200ba\u00ad", "Noa"),
        ("N\0oa\x07", "Noa"),
        ("Zo\u0308e", "Zöe"),
        ("a\tb\r\nc", "a b c"),
        ("\u3164\u2800", ""),
        ("\ud83c", ""),
        ("דָּנִיֵּאל", "דָּנִיֵּאל"),
    ],
)
def test_clean(typed, expected):
    assert text.clean(typed) == expected


def test_clean_keeps_lines_of_a_note():
    assert text.clean(" one \r\n\r\n two\u200f \n", keep_lines=True) == "one\n\ntwo"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("בן־שושן", "בן-שושן"),
        ("בן־שושן", "בן שושן"),
        ("ג'מילה", "ג׳מילה"),
        ("ג'מילה", "ג’מילה"),
        ("רותם קפלן", "רותמ קפלנ"),
        ("דָּנִיֵּאל", "דניאל"),
        ("Łucja Żółć", "lucja zolc"),
        ("Zoë", "ZOE"),
        ('מתנ"ס', "מתנ״ס"),
        ("\ufb2a\ufb1d", "שי"),
    ],
)
def test_letters_leave_signs_case_and_marks_out(one, other):
    assert text.letters(one) == text.letters(other)


def test_letters_keep_letters_and_figures_apart():
    assert text.letters("SP nr 3") != text.letters("SP nr 12")
    assert text.letters("טל") != text.letters("גל")


@pytest.mark.parametrize(
    "name", ["נועה", "ג'אד", "בן־שושן", "O'Neil", "Anna-Maria", "J. R.", 'צה"ל', "דָּנִיֵּאל", "Żółć", "נועה (נוני)", ""]
)
def test_name_is_not_odd(name):
    assert not text.is_odd_name(name)


@pytest.mark.parametrize(
    "name",
    ["7", "נועה 2", "=1+1", "+1", "-3", "@x", "<b>", "a/b", "www.example.org", "a_b", "נועה; דנה", "&", "-נועה"],
)
def test_name_is_odd(name):
    assert text.is_odd_name(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("נועה", True),
        ("Żółć", True),
        ("Иван", True),
        ("محمد", True),
        ("לי🌟", False),
        ("花子", False),
        ("♥", False),
        ("\ufffd", True),
    ],
)
def test_is_printable(name, expected):
    assert text.is_printable(name) is expected


@pytest.mark.parametrize(
    ("typed", "expected"), [("a\tb\nc", False), ("a\0", True), ("a\x1f", True), ("\ud83c", True), ("נועה", False)]
)
def test_has_control_characters(typed, expected):
    assert text.has_control_characters(typed) is expected


def test_cut_leaves_a_sign():
    assert text.cut("abcdef", 6) == "abcdef"
    assert text.cut("abc def", 5) == "abc…"
    assert len(text.shown("א" * 5_000)) == 200
