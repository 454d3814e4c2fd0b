"""Who is who: rows that are an entry registered before, and rows that are most likely one person twice.

Nothing is compared each with each: people are looked up by the letters of their name and by their phone, so the
work grows with the number of rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from championship.registrations.codes import Doubt
from championship.registrations.registration import Like, Registered, Registration
from championship.registrations.text import letters

_TWINS = re.compile(r"תאו[מם]|\btwin|bliźnia", re.IGNORECASE)
_LONGEST_SLIP = 40
"""Letters of the names in which one wrong letter is looked for."""


@dataclass(frozen=True, slots=True)
class Person:
    """A row or an entry as it is compared: what is known, and the letters of first and last name."""

    like: Like
    registration: Registration
    first: str = ""
    last: str = ""

    @classmethod
    def of(cls, like: Like, registration: Registration) -> Person:
        return cls(like, registration, letters(registration.first), letters(registration.last))

    @property
    def is_twin(self) -> bool:
        """Whether the note says that there is a twin."""
        return _TWINS.search(self.registration.note) is not None

    @property
    def spelling(self) -> tuple[str, str]:
        return self.registration.first, self.registration.last


@dataclass(frozen=True, slots=True)
class Verdict:
    """What comparing a row found: the entry that it is, or whom it is like and why; all None for somebody new."""

    entry: int | None = None
    code: Doubt | None = None
    like: Like | None = None


def compare(rows: Sequence[Person], registered: Sequence[Registered]) -> list[Verdict]:
    """Return a verdict for each of *rows*, in order; of two twins the first is new and the later one doubtful."""
    entries = [Person.of(Like(entry=known.number), known.registration) for known in registered]
    claims = _claims(rows, entries)
    line_of_entry: dict[int, int] = {}
    people = _People()
    for entry in entries:
        people.add(entry)
    verdicts = []
    for at, row in enumerate(rows):
        if at in claims:
            verdict = Verdict(entry=claims[at])
            if row.like.line is not None:
                line_of_entry[claims[at]] = row.like.line
        else:
            verdict = people.verdict(row)
            if verdict.like and verdict.like.entry in line_of_entry:
                both = Like(line=line_of_entry[verdict.like.entry], entry=verdict.like.entry)
                verdict = Verdict(code=verdict.code, like=both)
            people.add(row)
        verdicts.append(verdict)
    return verdicts


# Entries registered before


def _claims(rows: Sequence[Person], entries: Sequence[Person]) -> dict[int, int]:
    """Return which row is which entry: index of the row -> number; each entry once, the surest rows first."""
    by_letters: dict[tuple[str, str], list[Person]] = {}
    for entry in entries:
        by_letters.setdefault((entry.first, entry.last), []).append(entry)
    claims: dict[int, int] = {}
    taken: set[int | None] = set()
    for is_sure in (_same_spelling_and_phone, _same_phone, _same_spelling_and_person, _same_person):
        for at, row in enumerate(rows):
            if at in claims:
                continue
            for entry in by_letters.get((row.first, row.last), ()):
                if entry.like.entry not in taken and is_sure(row.registration, entry.registration):
                    taken.add(entry.like.entry)
                    assert entry.like.entry is not None
                    claims[at] = entry.like.entry
                    break
    return claims


def _same_spelling(one: Registration, other: Registration) -> bool:
    return (one.first, one.last) == (other.first, other.last)


def _same_phone(one: Registration, other: Registration) -> bool:
    return bool(one.phone) and one.phone == other.phone


def _same_spelling_and_phone(one: Registration, other: Registration) -> bool:
    return _same_spelling(one, other) and _same_phone(one, other)


def _same_person(one: Registration, other: Registration) -> bool:
    """Whether two of the same name are one: by e-mail or birth, or because neither phone nor age differs."""
    if one.email and one.email.casefold() == other.email.casefold():
        return True
    if one.birth and one.birth == other.birth:
        return True
    return not _differ(one.phone, other.phone) and not _differ(one.age, other.age)


def _same_spelling_and_person(one: Registration, other: Registration) -> bool:
    return _same_spelling(one, other) and _same_person(one, other)


def _differ(one: str | int | None, other: str | int | None) -> bool:
    """Whether both are known and not the same."""
    return one not in ("", None) and other not in ("", None) and one != other


# People seen so far


@dataclass(slots=True)
class _Namesakes:
    """People of one name: the first of all, and the first with each phone ("" for those without)."""

    first: Person
    by_phone: dict[str, Person] = field(default_factory=dict)


class _People:
    """The people seen so far, to be found by the letters of their names and by phone."""

    def __init__(self) -> None:
        self._order: dict[Like, int] = {}
        self._by_letters: dict[str, _Namesakes] = {}
        self._by_slip: dict[tuple[str, int, str], list[Person]] = {}
        self._by_age: dict[tuple[str, int], Person] = {}

    def add(self, person: Person) -> None:
        self._order[person.like] = len(self._order)
        phone, age = person.registration.phone, person.registration.age
        for key in _orders(person):
            namesakes = self._by_letters.setdefault(key, _Namesakes(person))
            namesakes.by_phone.setdefault(phone, person)
        if not phone or person.is_twin:
            return
        for place, rest in _slips(person.first + person.last, whole=_WHOLE, longer=_LONGER):
            self._by_slip.setdefault((phone, place, rest), []).append(person)
        if age is not None:
            self._by_age.setdefault((phone, age), person)

    def verdict(self, row: Person) -> Verdict:
        """Return whom *row* is like: the same letters, one letter apart or the same age, as the phone allows."""
        phone = row.registration.phone
        namesakes = [found for key in _orders(row) if (found := self._by_letters.get(key))]
        same = [found for known in namesakes for found in self._no_differing_phone(known, phone)]
        if not same and phone and not row.is_twin:
            same = [found for found in self._one_letter_apart(row) if not _are_siblings(row, found)]
            if not same and row.registration.age is not None:
                of_age = self._by_age.get((phone, row.registration.age))
                same = [of_age] if of_age else []
        if same:
            return Verdict(code=Doubt.SAME_PERSON, like=self._earliest(same).like)
        if namesakes:
            return Verdict(code=Doubt.SAME_NAME, like=self._earliest([known.first for known in namesakes]).like)
        return Verdict()

    @staticmethod
    def _no_differing_phone(known: _Namesakes, phone: str) -> list[Person]:
        if not phone:
            return [known.first]
        return [found for each in (phone, "") if (found := known.by_phone.get(each))]

    def _one_letter_apart(self, row: Person) -> Iterator[Person]:
        for place, rest in _slips(row.first + row.last, whole=_LONGER, longer=_WHOLE):
            yield from self._by_slip.get((row.registration.phone, place, rest), ())

    def _earliest(self, people: Sequence[Person]) -> Person:
        return min(people, key=lambda person: self._order[person.like])


def _orders(person: Person) -> tuple[str, ...]:
    """Return the letters of the name in either order; none for a nameless row."""
    names = (person.first + person.last, person.last + person.first)
    return () if not names[0] else names[:1] if names[0] == names[1] else names


_WHOLE, _LONGER = -1, -2


def _slips(name: str, *, whole: int, longer: int) -> Iterator[tuple[int, str]]:
    """Yield what names one letter apart have in common: what is left without the letter at a place.

    A letter changed: both leave the same at one place. A letter more: what the longer leaves is the whole of the
    other; so what is kept as *whole* is looked up as *longer*, and the other way round.
    """
    if not 3 <= len(name) <= _LONGEST_SLIP:
        return
    yield whole, name
    for place in range(len(name)):
        rest = name[:place] + name[place + 1 :]
        yield place, rest
        yield longer, rest


def _are_siblings(one: Person, other: Person) -> bool:
    """Whether two with one phone have the same last name and different ages: siblings, whatever their names."""
    return one.last == other.last and _differ(one.registration.age, other.registration.age)
