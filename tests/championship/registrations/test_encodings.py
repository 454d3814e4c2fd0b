"""Bytes to text: marks, wide encodings without one, and code pages guessed from their letters."""

from __future__ import annotations

import pytest

from championship.registrations import encodings
from championship.registrations.encodings import Decoded

HEBREW = "שם פרטי,שם משפחה\nצ'רלי,בן־דוד\nנועה,כהן\n"
POLISH = "Imię;Nazwisko\nŁucja;Źdźbło\nWaśka;Żółć\n"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (HEBREW.encode(), Decoded(HEBREW, "utf-8")),
        (HEBREW.encode("utf-8-sig"), Decoded(HEBREW, "utf-8-sig")),
        (b"\xff\xfe" + HEBREW.encode("utf-16-le"), Decoded(HEBREW, "utf-16-le")),
        (b"\xfe\xff" + HEBREW.encode("utf-16-be"), Decoded(HEBREW, "utf-16-be")),
        (b"\xff\xfe\0\0" + HEBREW.encode("utf-32-le"), Decoded(HEBREW, "utf-32-le")),
        (HEBREW.encode("utf-16-le"), Decoded(HEBREW, "utf-16-le", is_guess=True)),
        (HEBREW.encode("utf-16-be"), Decoded(HEBREW, "utf-16-be", is_guess=True)),
        (POLISH.encode("utf-16-le"), Decoded(POLISH, "utf-16-le", is_guess=True)),
        (HEBREW.encode("utf-32-le"), Decoded(HEBREW, "utf-32-le", is_guess=True)),
        (HEBREW.encode("utf-32-be"), Decoded(HEBREW, "utf-32-be", is_guess=True)),
        (HEBREW.encode("cp1255"), Decoded(HEBREW, "cp1255", is_guess=True)),
        (POLISH.encode("cp1250"), Decoded(POLISH, "cp1250", is_guess=True)),
        (POLISH.encode("iso8859_2"), Decoded(POLISH, "iso8859_2", is_guess=True)),
        (
            "Zoë,Muñoz\nJürgen,Müller\nAnaïs,Noël\n".encode("cp1252"),
            Decoded("Zoë,Muñoz\nJürgen,Müller\nAnaïs,Noël\n", "cp1252", is_guess=True),
        ),
        ("First name\nנועה\nשרה\n".encode("cp862"), Decoded("First name\nנועה\nשרה\n", "cp862", is_guess=True)),
    ],
    ids=lambda value: value.encoding if isinstance(value, Decoded) else "",
)
def test_decode_finds_the_encoding(data, expected):
    assert encodings.decode(data) == expected


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("First name;Last name\nNoa;כהן\n", "cp1255"),
        ("First name;Last name\nדָּנִיֵּאל;אֶזְרָחִי\n", "cp1255"),
        ("שם;עיר\nMiles;באר שבע\n", "cp1255"),
        ("Imię;Wiek\nŁ;9\n", "cp1250"),
        ("First name;Last name\nAnna;Żółć\n", "cp1250"),
        ("First name;Last name\nŻÓŁĆ;ŚĄ\n", "cp1250"),
        ("First name;Last name\nŽeljko;Čapek\n", "cp1250"),
    ],
)
def test_decode_tells_hebrew_from_polish_in_few_letters(text, encoding):
    assert encodings.decode(text.encode(encoding)) == Decoded(text, encoding, is_guess=True)


def test_decode_reads_a_line_in_another_encoding_and_says_which():
    data = HEBREW.encode() + "שרה,לוי\r".encode("cp1255") + "דן,שלום".encode()

    assert encodings.decode(data) == Decoded(HEBREW + "שרה,לוי\rדן,שלום", "utf-8", guessed_lines=frozenset({4}))


def test_decode_keeps_a_line_whose_last_letter_was_cut_in_two():
    decoded = encodings.decode(HEBREW.encode()[:-2])

    assert decoded == Decoded(HEBREW[:-2] + "\ufffd", "utf-8")


def test_decode_marks_what_the_code_page_does_not_have():
    assert encodings.decode("כהן,נועה\nלוי,ש".encode("cp1255") + b"\xff") == Decoded(
        "כהן,נועה\nלוי,ש\ufffd", "cp1255", is_guess=True
    )


def test_decode_lets_a_few_nul_bytes_through():
    assert encodings.decode(b"First name,Last name\nN\0oa,Cohen\0\n") == Decoded(
        "First name,Last name\nN\0oa,Cohen\0\n", "utf-8"
    )


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 4, b"\x01\x02\x03\x04\x05" * 20, b"\xff\xfe" + b"\x00\xd8" * 40]
)
def test_decode_of_no_text_is_none(data):
    assert encodings.decode(data) is None


def test_what_a_person_named_is_no_guess():
    data = "שלום".encode("cp862")

    assert encodings.decode(data, "cp862") == encodings.Decoded("שלום", "cp862")
    with pytest.raises(ValueError, match="utf-7"):
        encodings.decode(data, "utf-7")
