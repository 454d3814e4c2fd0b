"""From a file to its preview: every row in one bin, with its reasons, and what is to be said of the whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from championship.registrations import families, files, rows, twins
from championship.registrations.codes import REFUSING, Bin, Doubt, Field, NoteKind
from championship.registrations.delimited import MOST_COLUMNS
from championship.registrations.headings import Vocabulary
from championship.registrations.registration import (
    Change,
    Event,
    Group,
    Like,
    Note,
    Preview,
    Reason,
    Registered,
    Registration,
    Row,
)
from championship.registrations.rows import Draft
from championship.registrations.text import letters, shown
from championship.registrations.twins import Person, Verdict

_UNITED = (Field.CITY, Field.SCHOOL, Field.CLUB)


def preview(
    data: bytes,
    filename: str,
    *,
    event: Event,
    registered: Sequence[Registered] = (),
    column_map: Mapping[str, str] | None = None,
    encoding: str = "",
) -> Preview:
    """Return what importing *data* into *event* would do; nothing is saved.

    *registered* are the entries there are already. *column_map* says what columns are that we do not know: heading,
    or position as "#1", -> field ("" for none). *encoding* is what a person said a text is written in
    (``encodings.NAMED``). Raises FileRefused, and ValueError for a field or an encoding that does not exist.
    """
    sheet = files.read(data, Vocabulary.with_map(column_map), encoding=encoding)
    drafts = [rows.read(line, sheet, event) for line in sheet.lines]
    drafts, notes = _in_one_spelling(drafts, registered)
    verdicts = _verdicts(drafts, registered)
    known = {each.number: each.registration for each in registered}
    lines = {draft.line.line: draft.registration for draft in drafts}
    found = tuple(_row(draft, verdict, known, lines) for draft, verdict in zip(drafts, verdicts, strict=True))
    absent = _absent(found, registered)
    return Preview(
        filename=shown(filename),
        digest=hashlib.sha256(data).hexdigest(),
        encoding=sheet.encoding,
        delimiter=sheet.delimiter,
        sheet=sheet.name,
        header_line=sheet.header_line,
        columns=sheet.headings.columns,
        rows=found,
        families=_families(found, registered),
        absent=absent,
        notes=(*sheet.notes, *_column_notes(sheet), *notes, *_people_notes(found, event, registered, absent)),
    )


def _is_refused(draft: Draft) -> bool:
    return any(reason.code in REFUSING for reason in draft.reasons)


def _in_one_spelling(drafts: list[Draft], registered: Sequence[Registered]) -> tuple[list[Draft], list[Note]]:
    """Return the rows with one spelling for each club, school and city, and notes of what was changed for it."""
    notes = []
    for field in _UNITED:
        name = field.value
        chosen = families.one_spelling(
            (getattr(draft.registration, name) for draft in drafts),
            known=(getattr(each.registration, name) for each in registered),
        )
        if not chosen:
            continue
        drafts = [
            replace(draft, registration=_with_text(draft.registration, field, chosen[text]))
            if (text := getattr(draft.registration, name)) in chosen
            else draft
            for draft in drafts
        ]
        for usual in dict.fromkeys(chosen.values()):
            others = tuple(text for text, kept in chosen.items() if kept == usual)
            notes.append(Note(NoteKind.SPELLINGS_UNITED, {"field": field, "kept": usual, "others": others}))
    return drafts, notes


def _with_text(registration: Registration, field: Field, text: str) -> Registration:
    values: dict[str, Any] = {field.value: text}
    return replace(registration, **values)


def _verdicts(drafts: Sequence[Draft], registered: Sequence[Registered]) -> list[Verdict]:
    """Return whom each row is or is like; nobody and rows that are refused are compared with nobody."""
    compared = [at for at, draft in enumerate(drafts) if not draft.is_nobody and not _is_refused(draft)]
    people = [Person.of(Like(line=drafts[at].line.line), drafts[at].registration) for at in compared]
    verdicts = [Verdict() for _ in drafts]
    for at, verdict in zip(compared, twins.compare(people, registered), strict=True):
        verdicts[at] = verdict
    return verdicts


def _row(draft: Draft, verdict: Verdict, known: Mapping[int, Registration], lines: Mapping[int, Registration]) -> Row:
    reasons = draft.reasons
    if verdict.code and verdict.like:
        line, entry = verdict.like.line, verdict.like.entry
        other = lines[line] if line is not None else known[entry] if entry is not None else Registration()
        names = {"name": shown(draft.registration.full_name), "like_name": shown(other.full_name)}
        reasons = (*reasons, Reason(verdict.code, names))
    changes: tuple[Change, ...] = ()
    if verdict.entry is not None:
        changes = _changes(known[verdict.entry], draft.registration)
    return Row(
        line=draft.line.line,
        last_line=draft.line.last_line,
        bin=_bin(draft, reasons, verdict, changes),
        reasons=reasons,
        registration=draft.registration,
        cells=draft.cells,
        like=verdict.like,
        entry=verdict.entry,
        changes=changes,
    )


def _bin(draft: Draft, reasons: Sequence[Reason], verdict: Verdict, changes: Sequence[Change]) -> Bin:
    if draft.is_nobody:
        return Bin.SKIPPED
    if _is_refused(draft):
        return Bin.REFUSED
    if reasons:
        return Bin.DOUBTFUL
    if verdict.entry is None:
        return Bin.NEW
    return Bin.CHANGED if changes else Bin.UNCHANGED


def _changes(before: Registration, after: Registration) -> tuple[Change, ...]:
    """Return where the file says something else than the register; what it leaves empty changes nothing.

    A date of birth is compared only where one is kept: else the age says it.
    """
    changes = []
    for field in fields(Registration):
        old, new = getattr(before, field.name), getattr(after, field.name)
        is_said = new not in ("", None) and not (field.name == Field.BIRTH and old is None)
        if is_said and old != new:
            changes.append(Change(Field(field.name), old, new))
    return tuple(changes)


def _absent(found: Sequence[Row], registered: Sequence[Registered]) -> tuple[int, ...]:
    """Return entries that the file does not have, not even in a row that is doubtful or refused."""
    present = {row.entry for row in found}
    present |= {row.like.entry for row in found if row.like and Doubt.SAME_PERSON in row.codes}
    refused = {letters(row.registration.full_name) for row in found if row.bin is Bin.REFUSED}
    return tuple(
        each.number
        for each in registered
        if each.number not in present and letters(each.registration.full_name) not in refused
    )


def _families(found: Sequence[Row], registered: Sequence[Registered]) -> tuple[Group, ...]:
    """Return the families among all players; a row that is most likely somebody else's once more is left out."""
    people = [
        Person.of(Like(line=row.line, entry=row.entry), row.registration)
        for row in found
        if row.bin not in (Bin.SKIPPED, Bin.REFUSED) and Doubt.SAME_PERSON not in row.codes
    ]
    in_file = {person.like.entry for person in people}
    entries = [
        Person.of(Like(entry=each.number), each.registration) for each in registered if each.number not in in_file
    ]
    return families.families([*people, *entries])


def _column_notes(sheet: files.Sheet) -> list[Note]:
    headings = sheet.headings
    notes = [
        Note(
            NoteKind.HEADING_TWICE,
            {
                "heading": left.heading,
                "column": left.position,
                "taken": taken.heading,
                "taken_column": taken.position,
            },
        )
        for taken, left in headings.twice
    ]
    if headings.unread:
        notes.append(Note(NoteKind.COLUMNS_NOT_READ, {"columns": tuple(each.heading for each in headings.unread)}))
    if any(line.has_more for line in sheet.lines):
        notes.append(Note(NoteKind.COLUMNS_BEYOND, {"limit": MOST_COLUMNS}))
    return notes


def _people_notes(
    found: Sequence[Row], event: Event, registered: Sequence[Registered], absent: Sequence[int]
) -> list[Note]:
    notes = []
    new = sum(row.bin is Bin.NEW for row in found)
    waiting = min(new, len(registered) + new - event.capacity)
    if waiting > 0:
        notes.append(Note(NoteKind.WAITING_LIST, {"count": waiting, "capacity": event.capacity}))
    if absent:
        names = {each.number: each.registration.full_name for each in registered}
        entries = {"entries": tuple(absent), "names": tuple(names[number] for number in absent)}
        notes.append(Note(NoteKind.ABSENT, entries))
    return notes
