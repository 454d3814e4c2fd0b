"""Headings of a registration list, in Hebrew, English and Polish: which column is what."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from championship.registrations.codes import Field
from championship.registrations.registration import Column
from championship.registrations.text import clean, letters, shown
from championship.registrations.values import Cell, as_text, is_blank

_ALIASES: Mapping[Field, str] = {
    Field.FIRST: """
        שם פרטי|פרטי|שם פרטי של הילד|שם פרטי של המשתתף|שם הילד פרטי
        |first name|first|given name|forename|child's first name|player's first name
        |imię|imię dziecka|imię gracza|imię zawodnika|imię uczestnika""",
    Field.LAST: """
        שם משפחה|משפחה|שם משפחה של הילד|שם משפחה של המשתתף
        |last name|last|surname|family name|child's last name|player's last name
        |nazwisko|nazwisko dziecka|nazwisko gracza|nazwisko zawodnika|nazwisko uczestnika""",
    Field.NAME: """
        שם|שם מלא|שם ושם משפחה|שם פרטי ומשפחה|שם פרטי ושם משפחה
        |שם המשתתף|שם המשתתפת|שם השחקן|שם השחקנית|שם הילד|שם הילדה
        |name|full name|player|player name|player's name|participant|participant name|child name|child's name
        |imię i nazwisko|nazwisko i imię|gracz|zawodnik|uczestnik|imię i nazwisko dziecka""",
    Field.AGE: "גיל|גיל הילד|גיל המשתתף|age|child's age|player's age|years|wiek|wiek dziecka|lat",
    Field.BIRTH: """
        תאריך לידה|ת. לידה|ת לידה|יום הולדת|תאריך הלידה|תאריך לידה של הילד
        |date of birth|birth date|birthday|born|dob|d.o.b.|birth
        |data urodzenia|ur.|urodzony|urodzona""",
    Field.PHONE: """
        טלפון|טל|טל'|נייד|טלפון נייד|מס טלפון|מספר טלפון|פלאפון
        |טלפון הורה|טלפון הורים|טלפון של הורה|נייד הורה|טלפון ליצירת קשר
        |phone|telephone|tel|mobile|mobile phone|cell|cell phone|phone number
        |parent phone|parent's phone|contact phone
        |telefon|tel.|nr telefonu|numer telefonu|telefon rodzica|telefon kontaktowy|komórka""",
    Field.EMAIL: """
        דוא"ל|דואר אלקטרוני|אימייל|מייל|כתובת מייל|כתובת דוא"ל|כתובת אימייל|אי-מייל
        |e-mail|email|mail|e-mail address|email address|parent e-mail
        |adres e-mail|poczta|poczta elektroniczna|adres email""",
    Field.CITY: """
        עיר|ישוב|יישוב|עיר מגורים|מקום מגורים|city|town|place|city of residence
        |miasto|miejscowość|miejsce zamieszkania""",
    Field.SCHOOL: 'בית ספר|בי"ס|ביה"ס|בית הספר|שם בית הספר|מוסד לימודים|school|school name|szkoła|nazwa szkoły',
    Field.CLUB: 'מועדון|חוג|קבוצה|מתנ"ס|ארגון|club|team|group|klub|drużyna|grupa',
    Field.PAID: "שולם|שילם|תשלום|האם שולם|paid|payment|fee paid|opłacone|opłata|wpisowe|zapłacono",
    Field.CONSENT: """
        אישור הורים|הסכמת הורים|אישור הורה|אישור פרסום שם|אישור פרסום
        |parental consent|parents' consent|parent consent|consent|consent to be named
        |zgoda rodzica|zgoda rodziców|zgoda|zgoda opiekuna""",
    Field.PHOTO: """
        אישור צילום|הסכמה לצילום|צילום|אישור פרסום תמונות
        |photo consent|photos|photo|photo permission|consent to photos
        |zgoda na zdjęcia|zdjęcia|zgoda na wizerunek|wizerunek""",
    Field.SPECTATORS: """
        מלווים|מספר מלווים|כמה מלווים|צופים|מלווה
        |spectators|companions|guests|number of spectators|accompanying
        |osoby towarzyszące|liczba osób towarzyszących|widzowie|opiekunowie""",
    Field.REGISTERED: """
        תאריך הרשמה|נרשם|נרשם בתאריך|תאריך רישום|חותמת זמן|מועד הרשמה
        |registered|registered on|registration date|date registered|timestamp|signed up|date
        |data zgłoszenia|data rejestracji|sygnatura czasowa|zgłoszono""",
    Field.NOTE: """
        הערות|הערה|הערות נוספות|בקשות|בקשות מיוחדות
        |notes|note|remarks|comments|comment|remark|special requests
        |uwagi|uwaga|komentarz|notatki|dodatkowe informacje""",
}
_FIELDS = {letters(alias): found for found, aliases in _ALIASES.items() for alias in aliases.split("|")}
_POLISH = re.compile(r"imi[eę]|nazwisko|telefon|wiek|szko[lł]a|miasto|uwagi|klub", re.IGNORECASE)
_LONGEST_HEADING = 80
LAST_ROW = 30
"""Headings are looked for in the first rows of a file; above them may stand a title."""


@dataclass(frozen=True, slots=True)
class Headings:
    """What the columns of a file are; ``positions`` count from 0.

    ``twice`` are pairs of columns that are read as the same: the first is taken, the second left unread.
    ``width`` is how many columns have a heading, or stand before one that has.
    """

    columns: tuple[Column, ...]
    positions: Mapping[Field, int]
    twice: tuple[tuple[Column, Column], ...]
    width: int
    is_polish: bool

    @property
    def unread(self) -> tuple[Column, ...]:
        """Columns with a heading that means nothing to us."""
        left = [column for _, column in self.twice]
        return tuple(column for column in self.columns if column.field is None and column not in left)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The headings we know, and those a person explained: ``named`` by heading, or by position as "#1".

    A position says more than a heading; None is a column that is not to be read.
    """

    named: Mapping[str, Field | None] = field(default_factory=dict)

    @classmethod
    def with_map(cls, column_map: Mapping[str, str] | None) -> Vocabulary:
        """Return a vocabulary that also knows *column_map*: heading (or "#1") -> field, "" for none.

        Raises ValueError for a field that does not exist.
        """
        return cls({_key(heading): Field(name) if name else None for heading, name in (column_map or {}).items()})

    @property
    def by_position(self) -> Mapping[int, Field]:
        """What a person said of columns, by position from 0."""
        return {int(key[1:]) - 1: found for key, found in self.named.items() if key.startswith("#") and found}

    def _field(self, cell: Cell) -> Field | None:
        if not isinstance(cell, str) or len(cell) > _LONGEST_HEADING:
            return None
        key = _key(cell)
        if key in self.named:
            return self.named[key]
        return _FIELDS.get(key) or _FIELDS.get(_key(re.sub(r"[(\[].*", "", cell)))

    def known(self, cells: Sequence[Cell]) -> int:
        """Return how many headings are known if *cells* are headings, else 0: a list has names and something more."""
        fields = {found for cell in cells if (found := self._field(cell))}
        is_list = (
            {Field.FIRST, Field.LAST} <= fields
            or (Field.NAME in fields and (len(fields) > 1 or sum(not is_blank(cell) for cell in cells) == 1))
            or (len(fields) > 1 and not fields.isdisjoint({Field.FIRST, Field.LAST}))
        )
        return len(fields) if is_list else 0

    def read(self, cells: Sequence[Cell]) -> Headings:
        """Return what the columns under the headings *cells* are; of two alike the first is taken."""
        positions: dict[Field, int] = {}
        columns: list[Column] = []
        taken: dict[Field, Column] = {}
        twice: list[tuple[Column, Column]] = []
        width = 0
        for position, (cell, found) in enumerate(zip(cells, self._fields(cells), strict=True)):
            if is_blank(cell):
                continue
            width = position + 1
            column = Column(position + 1, shown(as_text(cell)), None if found in taken else found)
            columns.append(column)
            if found in taken:
                twice.append((taken[found], column))
            elif found is not None:
                taken[found] = column
                positions[found] = position
        is_polish = any(_POLISH.search(column.heading) for column in columns if column.field)
        return Headings(tuple(columns), positions, tuple(twice), width, is_polish)

    def _fields(self, cells: Sequence[Cell]) -> list[Field | None]:
        """Return the field of each heading; beside a last name, "name" means the first name."""
        found = [
            self.named[place] if (place := f"#{position}") in self.named else self._field(cell)
            for position, cell in enumerate(cells, start=1)
        ]
        if Field.LAST not in found:
            return found
        name = None if Field.FIRST in found else Field.FIRST
        return [name if each is Field.NAME else each for each in found]

    def unheaded(self, width: int) -> Headings:
        """Return the columns as a person named them by position, for a file without headings."""
        columns = tuple(Column(at + 1, "", self.by_position.get(at)) for at in range(width))
        positions: dict[Field, int] = {}
        for column in columns:
            if column.field is not None:
                positions.setdefault(column.field, column.position - 1)
        return Headings(columns, positions, (), width, is_polish=False)


def repeats(cells: Sequence[Cell], headings: Headings) -> bool:
    """Whether the row *cells* is the headings once more."""
    read = [column for column in headings.columns if column.field]
    same = sum(
        column.position <= len(cells) and letters(as_text(cells[column.position - 1])) == letters(column.heading)
        for column in read
        if column.heading
    )
    return same >= 2 and 2 * same > len(read)


def _key(heading: str) -> str:
    return heading if re.fullmatch(r"#[1-9]\d{0,3}", heading) else letters(heading) or clean(heading)
