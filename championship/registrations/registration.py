"""The values that a registration file is read into; all frozen, so a preview can be shown, kept and saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from championship.registrations.codes import Bin, Doubt, Field, NoteKind


@dataclass(frozen=True, slots=True)
class Registration:
    """One player as the file has them; text is "" and everything else None where it says nothing.

    ``age`` is whole years on the day of the qualifiers; ``phone`` is international (+972…), no spaces. Text is
    without invisible signs and control characters; line breaks are left in ``note`` alone.
    """

    first: str = ""
    last: str = ""
    age: int | None = None
    birth: date | None = None
    phone: str = ""
    email: str = ""
    city: str = ""
    school: str = ""
    club: str = ""
    paid: bool | None = None
    consent: bool | None = None
    photo: bool | None = None
    spectators: int | None = None
    registered: date | None = None
    note: str = ""

    @property
    def full_name(self) -> str:
        return f"{self.first} {self.last}".strip()


@dataclass(frozen=True, slots=True)
class Registered:
    """An entry of the championship before the file: its number and what is known of the player."""

    number: int
    registration: Registration


@dataclass(frozen=True, slots=True)
class Event:
    """What a registration is held against: the day of the qualifiers, the places, ages that may play."""

    qualifiers: date
    capacity: int
    youngest: int = 5
    oldest: int = 18
    spectators: int = 2
    """Spectators a player may bring (rules.md §6.1)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row is in its bin: a code and the values its sentence needs."""

    code: Doubt
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be said about the file: a code and the values its sentence needs."""

    code: NoteKind
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Like:
    """Whom a row is like: an earlier ``line`` of the file or an ``entry`` registered before; the other is None."""

    line: int | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One field in which the file differs from the register; an empty cell is never a change."""

    field: Field
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file: ``position`` from 1, its heading as typed, and what it is read as (None: not read)."""

    position: int
    heading: str
    field: Field | None


@dataclass(frozen=True, slots=True)
class Row:
    """One record of the file and what should become of it.

    ``line`` to ``last_line`` are lines of the file, or the row of the sheet. ``cells`` is what stood there, by
    field, for people to read. ``entry`` is the number of the entry that it is, if it is registered already.
    """

    line: int
    last_line: int
    bin: Bin
    reasons: tuple[Reason, ...] = ()
    registration: Registration = Registration()
    cells: Mapping[Field, str] = field(default_factory=dict)
    like: Like | None = None
    entry: int | None = None
    changes: tuple[Change, ...] = ()

    @property
    def codes(self) -> tuple[Doubt, ...]:
        """The codes of its reasons, in order."""
        return tuple(reason.code for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class Group:
    """Players to keep apart in the draw: lines of the file, and entries that are not in it.

    ``by`` says how they were recognised: "phone", "note" or both; for a club it is "club", and so on.
    """

    lines: tuple[int, ...]
    entries: tuple[int, ...] = ()
    by: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Preview:
    """What importing a file would do; nothing is saved yet.

    ``digest`` is the SHA-256 of the file. ``encoding`` and ``delimiter`` are None for a workbook, ``sheet`` for
    a text file. ``header_line`` is 0 if the file has no headings and a person named the columns. ``absent`` are
    entries registered before that the file does not have: they stay.
    """

    filename: str
    digest: str
    encoding: str | None
    delimiter: str | None
    sheet: str | None
    header_line: int
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    families: tuple[Group, ...]
    absent: tuple[int, ...]
    notes: tuple[Note, ...]

    @property
    def counts(self) -> dict[Bin, int]:
        """How many rows are in each bin; every bin is there."""
        totals = dict.fromkeys(Bin, 0)
        for row in self.rows:
            totals[row.bin] += 1
        return totals

    def alike(self, field: Field) -> dict[str, tuple[int, ...]]:
        """Lines of players who share a club, school or city (*field*), by its name; those alone are left out."""
        lines: dict[str, list[int]] = {}
        for row in self.rows:
            text = getattr(row.registration, field.value)
            if text and row.bin not in (Bin.SKIPPED, Bin.REFUSED):
                lines.setdefault(text, []).append(row.line)
        return {text: tuple(numbers) for text, numbers in lines.items() if len(numbers) > 1}
