from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from bidi import get_display

from championship.prints import bidi
from championship.prints.bidi import LTR, RTL, Run, display, isolate, isolate_ltr, keep_numbers
from championship.prints.typefaces import fonts

UNICODE_DATA = [Path(os.environ.get("UNICODE_DATA", "")), Path("/usr/share/unicode")]
LETTERS = "אבגדהאבג" + "abcŻółć" + "0123456789" + "٣٤" + "+-.,:/%₪#$" + "()[]{}<>()" + "   '\"!?*"


def unicode_lines(name: str) -> list[str]:
    """Return the lines of a file of the Unicode Character Database, without comments."""
    for directory in UNICODE_DATA:
        if (directory / name).is_file():
            lines = (directory / name).read_text(encoding="utf-8").splitlines()
            return [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]
    pytest.skip(f"no {name}: install Debian's unicode-data, or name its directory by UNICODE_DATA")


def test_levels_of_unicodes_own_cases():
    wrong = []
    for line in unicode_lines("BidiCharacterTest.txt")[::10]:  # every tenth of 91,000: the rest takes long
        codes, direction, base_level, expected_levels, order = line.split(";")
        text = "".join(chr(int(code, 16)) for code in codes.split())
        base = bidi.base_level(text) if direction == "2" else int(direction)
        levels = bidi.line_levels(text, bidi.levels(text, base), base)
        expected = [None if level == "x" else int(level) for level in expected_levels.split()]
        if (base, levels, bidi.visual_order(levels)) != (int(base_level), expected, [int(i) for i in order.split()]):
            wrong.append(line)
    assert wrong == []


@pytest.mark.parametrize(("base", "name"), [(LTR, "L"), (RTL, "R")], ids=["left to right", "right to left"])
def test_order_agrees_with_python_bidi(base, name):
    texts = [random_text(random.Random(seed)) for seed in range(4000)]
    wrong = [text for text in texts if drawn(text, base) != without_marks(get_display(text, base_dir=name))]
    assert wrong == []


def random_text(rng: random.Random) -> str:
    """Return a mixed text with brackets or with balanced isolates.

    Not with both, nor with an open isolate: there python-bidi differs from UAX #9; Unicode's own cases have them.
    """
    isolates = rng.randint(0, 2)
    letters = [char for char in LETTERS if not (isolates and char in bidi.BRACKETS)]
    text = "".join(rng.choice(letters) for _ in range(rng.randint(1, 20)))
    for _ in range(isolates):
        start, end = sorted(rng.choices(range(len(text) + 1), k=2))
        if text[start:end].count(bidi.PDI) == sum(text[start:end].count(sign) for sign in "\u2066\u2067\u2068"):
            text = text[:start] + rng.choice("\u2066\u2067\u2068") + text[start:end] + bidi.PDI + text[end:]
    return text


def drawn(text: str, base: int) -> str:
    """Return *text* in visual order without mirroring, which python-bidi leaves out."""
    return "".join(run.text[::-1] if run.is_rtl else run.text for run in bidi.runs(text, base))


def without_marks(text: str) -> str:
    return "".join(char for char in text if char not in bidi.CONTROLS)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("דוד (השחור) לוי", "יול (רוחשה) דוד"),
        ("דוד [השחור] \"המלך\" לוי", "יול \"ךלמה\" [רוחשה] דוד"),
        ("קבוצה <b> א", "א <b> הצובק"),
        ("שולחן 12, מקצה 3", "3 הצקמ ,12 ןחלוש"),
        ("תוצאה 2:3", "2:3 האצות"),
        ("תאריך 19.10.2027", "19.10.2027 ךיראת"),
        ("גילים 12-15", "12-15 םיליג"),
        ("Łukasz (PL) מנצח", "חצנמ Łukasz (PL)"),
        ("בֶּן־דָּוִד", "דוִדָּ־ןבֶּ"),
        (f"ניקוד {isolate_ltr('+3')}", "+3 דוקינ"),
        (f"ניקוד {isolate_ltr('−3')}", "−3 דוקינ"),
        (f"שופט: {isolate('Łukasz (PL)')}!", "!Łukasz (PL) :טפוש"),
        (f"שופט: {isolate('O’Neil & <b>')}.", ".O’Neil & <b> :טפוש"),
    ],
    ids=[
        "brackets", "square brackets, quotes", "tag", "numbers and comma", "score", "date", "range",
        "Latin in brackets", "niqqud", "plus", "minus", "Latin name in a sentence", "Latin name with signs",
    ],
)  # fmt: skip
def test_display_of_a_hebrew_line(text, seen):
    assert display(text, RTL) == seen


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Judge: אבי (כהן)", "Judge: (ןהכ) יבא"),
        (f"Judge {isolate('אבי כהן')}, table 3", "Judge ןהכ יבא, table 3"),
        ("−3 and +3", "−3 and +3"),
    ],
    ids=["Hebrew at the end", "Hebrew name in a sentence", "signs"],
)
def test_display_of_an_english_line(text, seen):
    assert display(text, LTR) == seen


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("אביב (+3)", "(+3) ביבא"),
        ("אביב -3", "-3 ביבא"),
        ("קלף 2+", "2+ ףלק"),
        ("בן-3", "3-ןב"),
        ("קבוצה 3:2", "3:2 הצובק"),
        ("נועה א1", "1א העונ"),
    ],
    ids=["plus", "minus", "2+ card", "hyphen", "score", "letter and figure"],
)
def test_keep_numbers_in_a_hebrew_name(name, seen):
    assert display(keep_numbers(name), RTL) == seen


def test_isolate_stops_what_a_name_brings_along():
    hostile = "אבי\u202eכהן\u2069\u2067"
    assert display(f"{isolate(hostile)} 3, table 4", LTR) == "ןהכיבא 3, table 4"


def test_runs_of_a_broken_line_keep_the_paragraphs_order():
    text = "אליפות TAKI, 2027 בלונדע"
    first, second = bidi.runs(text, RTL, end=13), bidi.runs(text, RTL, start=13)
    assert first == [Run(" ", 1), Run("TAKI,", 2), Run("אליפות ", 1)]
    assert second == [Run(" בלונדע", 1), Run("2027", 2)]


def test_runs_of_nothing():
    assert bidi.runs("", RTL) == []
    assert bidi.runs(isolate(""), RTL) == []


def test_brackets_are_unicodes():
    pairs = [line.split("; ") for line in unicode_lines("BidiBrackets.txt")]
    expected = {(chr(int(char, 16)), chr(int(partner, 16))) for char, partner, kind in pairs if kind == "o"}
    listed = bidi.BRACKETS
    assert set(zip(listed[::2], listed[1::2], strict=True)) == expected


def test_mirror_is_unicodes_for_signs_of_names():
    pairs = (line.split("; ") for line in unicode_lines("BidiMirroring.txt"))
    mirrored = {chr(int(char, 16)): chr(int(partner, 16)) for char, partner in pairs}
    keyboard = [chr(code) for code in range(0x20, 0x2100) if any(font.has(chr(code)) for font in fonts(bold=False))]
    assert {char: bidi.mirror(char) for char in keyboard} == {char: mirrored.get(char, char) for char in keyboard}
