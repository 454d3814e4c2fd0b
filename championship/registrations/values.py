"""One cell's value: phones, e-mail addresses, ages, dates and answers in the ways people write them.

A cell is text, or in a workbook also a number, a truth value, a date or ``Unknown`` (an error, a formula that was
never worked out). Readers return None for an empty cell and raise ``Unreadable`` for one that says something else.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as time_of_day

from championship.registrations.text import clean, letters


@dataclass(frozen=True, slots=True)
class Unknown:
    """A cell that has no value to read: ``#REF!`` and its like, or ``""`` for a formula that was not worked out."""

    error: str


_LONGEST_VALUE = 300
Cell = str | int | float | bool | date | datetime | time_of_day | timedelta | Unknown | None


class Unreadable(ValueError):
    """The cell says something that is not what its column is for."""


def as_text(cell: Cell) -> str:
    """Return what the cell shows, as text: 9.0 is "9", a date day first."""
    match cell:
        case None:
            return ""
        case str():
            return cell
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else str(cell)
        case datetime() if cell.time() == time_of_day():
            return f"{cell:%d/%m/%Y}"
        case datetime():
            return f"{cell:%d/%m/%Y %H:%M}"
        case date():
            return f"{cell:%d/%m/%Y}"
        case Unknown():
            return cell.error
        case _:
            return str(cell)


def is_blank(cell: Cell) -> bool:
    """Whether the cell shows nothing."""
    if isinstance(cell, str):
        return not cell[:1].isalnum() and not clean(cell[:_LONGEST_VALUE]) and not clean(cell[_LONGEST_VALUE:])
    return cell is None


_NOTHING = frozenset(map(letters, ("אין", "ללא", "לא ידוע", "none", "n/a", "unknown", "brak", "nie ma")))


def _words(cell: Cell) -> str:
    """Return the cell's clean text, "" if it says that there is nothing to say; Unreadable if it is a whole page."""
    text = as_text(cell)
    if len(text) > _LONGEST_VALUE:
        raise Unreadable(text[:_LONGEST_VALUE])
    text = clean(text)
    return "" if letters(text) in _NOTHING or not text.strip("-‐‑–—־.?") else text


# Phones

_FIGURES = re.compile(r"\+?\(?\d[\d\s().\-‐‑–—־/]*")
_PHONE_SIGNS = re.compile(r"[\s().\-‐‑–—־/]")


def phone(cell: Cell, *, country: str = "972") -> str:
    """Return the number as +972… or +48…, "" for an empty cell; figures without a prefix are *country*'s.

    Nine figures that begin with 5 have lost their zero in a spreadsheet. Raises Unreadable.
    """
    text = _words(cell)
    if not text:
        return ""
    figures = "".join(str(unicodedata.digit(sign)) if sign.isdigit() else sign for sign in text)
    figures = re.sub(r"^(?:tel|phone|טל|טלפון|נייד)[.:'׳ ]*", "", figures, flags=re.IGNORECASE)
    if not _FIGURES.fullmatch(figures):
        raise Unreadable(text)
    figures = re.sub(r"\.0$", "", figures)  # a number that went through a spreadsheet
    figures = _PHONE_SIGNS.sub("", figures)
    number = _international(figures) if figures.startswith(("+", "00")) else _national(figures, country)
    if number is None:
        raise Unreadable(text)
    return f"+{number}"


def _international(figures: str) -> str | None:
    figures = figures.removeprefix("+").removeprefix("00")
    if figures.startswith("972"):
        return _israeli(figures[3:].removeprefix("0"))
    if figures.startswith("48"):
        return figures if len(figures) == 11 else None
    return figures if 8 <= len(figures) <= 15 and figures[0] != "0" else None


def _national(figures: str, country: str) -> str | None:
    if figures.startswith("0"):
        return _israeli(figures[1:])
    if figures.startswith("972") and len(figures) > 10:
        return _israeli(figures[3:].removeprefix("0"))
    if figures.startswith("48") and len(figures) == 11:
        return figures
    if country == "48" and len(figures) == 9:
        return f"48{figures}"
    return _israeli(figures)


def _israeli(figures: str) -> str | None:
    """Return the number with its country: mobile and 07x numbers have nine figures, landlines eight."""
    is_number = re.fullmatch(r"[57]\d{8}|[23489]\d{7}", figures)
    return f"972{figures}" if is_number else None


# E-mail

_EMAIL = re.compile(r"[^\s@<>\"(),;:\\]+@[^\s@<>\"(),;:\\.]+(?:\.[^\s@<>\"(),;:\\.]+)+")
_LONGEST_EMAIL = 254


def email(cell: Cell) -> str:
    """Return the address, "" for an empty cell. Raises Unreadable."""
    text = _words(cell)
    bare = re.sub(r"^mailto:", "", text, flags=re.IGNORECASE).strip("<>. ")
    if bare and (len(bare) > _LONGEST_EMAIL or not _EMAIL.fullmatch(bare)):
        raise Unreadable(text)
    return bare


# Ages and dates

_AGE_WORDS = re.compile(r"\b(?:בן|בת|גיל|שנים|שנה|years?|yrs?|old|y\.?o\.?|lat|lata|rok|wiek)\b\.?", re.IGNORECASE)
_AGE = re.compile(r"(\d{1,3})(?:[.,]\d+)?")


def age(cell: Cell) -> int | None:
    """Return whole years, None for an empty cell. Raises Unreadable."""
    match cell:
        case bool() | Unknown():
            raise Unreadable(as_text(cell))
        case int() | float():
            if 0 <= cell < 1000:
                return int(cell)
            raise Unreadable(as_text(cell))
    text = _words(cell)
    if not text:
        return None
    found = _AGE.fullmatch(_AGE_WORDS.sub("", text).strip())
    if not found:
        raise Unreadable(text)
    return int(found[1])


def age_on(day: date, birth: date) -> int:
    """Return whole years from *birth* to *day*; negative before birth."""
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


_YEAR_FIRST = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})\s*[-./\s]\s*(\d{1,2})\s*[-./\s]\s*(\d{4}|\d{2})")
_NAMED_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[-.\s]*([^\W\d]{3,12})[-.,\s]*(\d{4})")
_TIME_AFTER = re.compile(r"[T\s,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[AaPp]\.?[Mm]\.?|Z)?$")
_MONTHS = {
    start: number
    for number, starts in enumerate(
        (
            "ינו jan sty",
            "פבר feb lut",
            "מרצ mar",
            "אפר apr kwi",
            "מאי may maj",
            "יונ jun cze",
            "יול jul lip",
            "אוג aug sie",
            "ספט sep wrz",
            "אוק oct paź paz",
            "נוב nov lis",
            "דצמ dec gru",
        ),
        start=1,
    )
    for start in starts.split()
}
_EPOCH = date(1899, 12, 30)
_SERIALS = range(15_000, 60_000)
"""Days since the epoch of spreadsheets that can be a date somebody meant: 1941 to 2064."""


def day(cell: Cell, *, latest: date) -> date | None:
    """Return a date, day first, None for an empty cell; two figures for a year are of *latest*'s century or before.

    A bare number in a workbook is a date that has lost its format. Raises Unreadable.
    """
    match cell:
        case datetime():
            return cell.date()
        case date():
            return cell
        case bool() | Unknown():
            raise Unreadable(as_text(cell))
        case int() | float():
            if int(cell) in _SERIALS:
                return _EPOCH + timedelta(days=int(cell))
            raise Unreadable(as_text(cell))
    text = _words(cell)
    if not text:
        return None
    try:
        return _written_day(_TIME_AFTER.sub("", text), latest)
    except ValueError:
        raise Unreadable(text) from None


def _written_day(text: str, latest: date) -> date:
    if found := _YEAR_FIRST.fullmatch(text):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if found := _DAY_FIRST.fullmatch(text):
        return date(_full_year(found[3], latest), int(found[2]), int(found[1]))
    if found := _NAMED_MONTH.fullmatch(text):
        return date(int(found[3]), _month(found[2]), int(found[1]))
    raise ValueError(text)


def _full_year(figures: str, latest: date) -> int:
    if len(figures) == 4:
        return int(figures)
    year = latest.year - latest.year % 100 + int(figures)
    return year if year <= latest.year else year - 100


def _month(word: str) -> int:
    plain = word.casefold().translate(str.maketrans("ץ", "צ"))
    for start in (plain[:3], plain[1:4]):  # Hebrew puts a letter before: באוגוסט
        if start in _MONTHS:
            return _MONTHS[start]
    raise ValueError(word)


# Answers

_YES = frozenset(
    map(
        letters,
        [
            "כן",
            "yes",
            "tak",
            "true",
            "y",
            "t",
            "v",
            "ok",
            "מאשר",
            "מאשרת",
            "מאשרים",
            "שולם",
            "שילם",
            "שילמה",
            "paid",
            "agree",
            "opłacone",
            "zgoda",
        ],
    )
)
_NO = frozenset(
    map(
        letters,
        (
            "לא",
            "no",
            "nie",
            "false",
            "n",
            "f",
            "אין",
            "לא שולם",
            "לא מאשר",
            "לא מאשרת",
            "unpaid",
            "brak",
            "brak zgody",
        ),
    )
)
_TICKS = frozenset("✓✔☑✅√")
_CROSSES = frozenset("✗✘☒❌☐")


def answer(cell: Cell) -> bool | None:
    """Return yes or no, in Hebrew, English or Polish, None for an empty cell; an amount paid is a yes.

    Raises Unreadable.
    """
    match cell:
        case bool():
            return cell
        case int() | float():
            return cell > 0
        case None:
            return None
        case str():
            pass
        case _:
            raise Unreadable(as_text(cell))
    if len(cell) > _LONGEST_VALUE:
        raise Unreadable(cell[:_LONGEST_VALUE])
    text = clean(cell)
    word = letters(text)
    if word in _YES or (text and set(text) <= _TICKS):
        return True
    if word in _NO or (text and set(text) <= _CROSSES):
        return False
    if re.fullmatch(r"\d{1,6}(?:[.,]\d{1,2})?\s*(?:₪|ש\"ח|nis|zł|pln)?", text, re.IGNORECASE):
        return re.search(r"[1-9]", text) is not None
    if word:
        raise Unreadable(text)
    return None


def count(cell: Cell) -> int | None:
    """Return a number of spectators, None for an empty cell. Raises Unreadable."""
    match cell:
        case bool() | Unknown():
            raise Unreadable(as_text(cell))
        case int() | float() if cell >= 0 and float(cell).is_integer() and cell < 1000:
            return int(cell)
    text = as_text(cell)
    if len(text) > _LONGEST_VALUE:
        raise Unreadable(text[:_LONGEST_VALUE])
    text = clean(text)
    if not letters(text):
        return None
    if letters(text) in _NOTHING | _NO:
        return 0
    if not re.fullmatch(r"\d{1,3}", text):
        raise Unreadable(text)
    return int(text)
