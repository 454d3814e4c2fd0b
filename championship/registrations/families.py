"""Who belongs together: families by phone and by note, and clubs, schools and cities by one spelling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from championship.registrations.registration import Group
from championship.registrations.text import letters
from championship.registrations.twins import Person

_RELATIONS = (
    re.compile(r"(?:^|\W)(?:אח|אחות|תאומ(?:ה|ו|ת)|תאום)\b[^,.;\n]{0,20}?\bשל\s+(.+)"),
    re.compile(r"(?:^|\W)(?:אחיו|אחותו|אחיה|אחותה)\s+(.+)"),
    re.compile(r"\b(?:brother|sister|sibling|twin)s?\b[^,.;\n]{0,15}?\b(?:of|to|with)\s+(.+)", re.IGNORECASE),
    re.compile(r"\b(?:brat|bratem|siostra|siostrą|bliźniak|bliźniaczka)\s+(.+)", re.IGNORECASE),
)
_MOST_WORDS = 4
_POLISH_ENDING = re.compile(r"(?:iego|ego|iej|ej|[aeiouy]+)$")


def families(people: Sequence[Person]) -> tuple[Group, ...]:
    """Return the groups of siblings among *people*, rows and entries alike, in order of their first line.

    Siblings have the same phone, or the note of one names the other ("אח של אביטל טגניה"). A group has at least one
    line of the file.
    """
    joined = _Joined(len(people))
    by_phone: dict[str, int] = {}
    for at, person in enumerate(people):
        if phone := person.registration.phone:
            first = by_phone.setdefault(phone, at)
            if first != at:
                joined.join(first, at, "phone")
    for one, other in _named_in_notes(people):
        joined.join(one, other, "note")
    groups = []
    for members, by in joined.groups():
        likes = [people[at].like for at in members]
        lines = tuple(like.line for like in likes if like.line is not None)
        entries = tuple(like.entry for like in likes if like.line is None and like.entry is not None)
        if lines:
            groups.append(Group(lines, entries, by))
    return tuple(sorted(groups, key=lambda group: group.lines))


class _Joined:
    """Sets that grow together; each remembers by what it was joined."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))
        self._by: dict[int, set[str]] = {}

    def _root(self, at: int) -> int:
        while self._parent[at] != at:
            self._parent[at] = self._parent[self._parent[at]]
            at = self._parent[at]
        return at

    def join(self, one: int, other: int, by: str) -> None:
        first, second = sorted((self._root(one), self._root(other)))
        self._parent[second] = first
        self._by.setdefault(first, set()).update({by}, self._by.pop(second, ()) if first != second else ())

    def groups(self) -> Iterator[tuple[list[int], frozenset[str]]]:
        """Yield (members in order, by what) of each set of two or more."""
        members: dict[int, list[int]] = {}
        for at in range(len(self._parent)):
            members.setdefault(self._root(at), []).append(at)
        for root, found in members.items():
            if len(found) > 1:
                yield found, frozenset(self._by[root])


def _named_in_notes(people: Sequence[Person]) -> Iterator[tuple[int, int]]:
    """Yield pairs of which the note of the first names the second, if only one player can be meant."""
    by_name: dict[str, list[int]] = {}
    for at, person in enumerate(people):
        for key in _keys(person.registration.first.split(), person.registration.last.split()):
            by_name.setdefault(key, []).append(at)
    for at, person in enumerate(people):
        for words in _relatives(person.registration.note):
            found = _meant(words, person, by_name, at)
            if found is not None:
                yield at, found


def _relatives(note: str) -> Iterator[list[str]]:
    """Yield the words in which *note* names a brother or a sister."""
    for relation in _RELATIONS:
        if found := relation.search(note[:500]):
            words = re.split(r"[\s,;.]+", found[1].strip())[:_MOST_WORDS]
            if words and words[0]:
                yield words
            return


def _meant(words: Sequence[str], person: Person, by_name: dict[str, list[int]], at: int) -> int | None:
    """Return the one whose full name *words* begin with, or whose first name with the last name of *person*."""
    last = person.registration.last.split()
    for count in range(len(words), 0, -1):
        for given, family in ((words[:count], []), (words[:count], last)):
            for key in _keys(given, family):
                found = [other for other in by_name.get(key, ()) if other != at]
                if len(found) == 1:
                    return found[0]
    return None


def _keys(first: Sequence[str], last: Sequence[str]) -> Iterator[str]:
    """Yield the keys of a name: its letters, and for Latin letters also without the endings of Polish cases."""
    words = [letters(word) for word in (*first, *last)]
    name = "".join(words)
    if name:
        yield name
    if name.isascii() and len(words) > 1:
        yield " ".join(_POLISH_ENDING.sub("", word) for word in words)


def one_spelling(texts: Iterable[str], *, known: Iterable[str] = ()) -> dict[str, str]:
    """Return text -> the spelling to use, for those of *texts* that differ from another only in signs and case.

    A spelling already in use (*known*) wins, then the one used most, then the first.
    """
    uses: dict[str, Counter[str]] = {}
    for text in texts:
        if text:
            uses.setdefault(letters(text), Counter())[text] += 1
    settled: dict[str, str] = {}
    for text in known:
        settled.setdefault(letters(text), text)
    chosen: dict[str, str] = {}
    for key, spellings in uses.items():
        usual = settled.get(key) or max(spellings, key=lambda text: spellings[text])
        chosen.update({text: usual for text in spellings if key and text != usual})
    return chosen
