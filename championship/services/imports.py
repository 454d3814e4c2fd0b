"""Registration files: received, looked at, saved whole; rows that need a person wait for one.

Reading and judging a file is ``championship.registrations``; here its preview meets the database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from championship import registrations
from championship.enums import EntryStatus
from championship.errors import OutOfStep
from championship.models import Championship, Entry, Player, RegistrationFile
from championship.registrations.codes import Bin, Field
from championship.registrations.registration import Event, Preview, Registered, Registration, Row
from championship.registrations.text import clean
from championship.selectors.merges import ENTRY_FIELDS, PLAYER_FIELDS, registration_of
from championship.services import live
from championship.services.live import Act, Actor
from championship.services.people import PUBLIC_FIELDS, must_work_here, status_of_next


def receive(
    championship: Championship, data: bytes, filename: str, *, by: Actor, column_map: Mapping[str, str] | None = None
) -> RegistrationFile:
    """Keep an uploaded file for its preview. Raises FileRefused if it is no list; nothing is kept then."""
    must_work_here(by)
    look(championship, data, filename, column_map=column_map)
    return RegistrationFile.objects.create(
        championship=championship,
        filename=filename[:200],
        digest=hashlib.sha256(data).hexdigest(),
        content=data,
        column_map=dict(column_map or {}),
        by_user=by.user,
    )


def preview(file: RegistrationFile) -> Preview:
    """Return what saving *file* would do now. Raises OutOfStep if it was saved already."""
    if file.content is None:
        raise OutOfStep(
            _("This file was saved already. Upload it again to see what is new in it."), code="file_saved"
        )
    return look(
        file.championship, bytes(file.content), file.filename, column_map=file.column_map, encoding=file.encoding
    )


def read_as(file: RegistrationFile, *, encoding: str, column_map: Mapping[str, str], by: Actor) -> None:
    """Read an unsaved file as a person says it is to be read: its encoding ("" for a guess), its columns.

    *column_map* is by position ("#1") or heading, and replaces what was said of the same before. Raises FileRefused
    if nothing can be read that way, and OutOfStep if the file was saved already; it is then read as before.
    """
    must_work_here(by)
    with live.writing(file.championship_id, by=by):
        file.refresh_from_db()
        file.encoding, file.column_map = encoding, {**file.column_map, **column_map}
        preview(file)
        file.save(update_fields=["encoding", "column_map"])


def look(
    championship: Championship,
    data: bytes,
    filename: str,
    *,
    column_map: Mapping[str, str] | None = None,
    encoding: str = "",
) -> Preview:
    """Return what importing *data* would do; raises FileRefused. Nothing is stored."""
    event = Event(
        qualifiers=championship.day,
        capacity=championship.capacity,
        youngest=championship.youngest,
        oldest=championship.oldest,
    )
    registered = [
        Registered(entry.number, registration_of(entry))
        for entry in championship.entries.exclude(status=EntryStatus.CANCELLED).select_related("player")
    ]
    return registrations.preview(
        data, filename, event=event, registered=registered, column_map=column_map, encoding=encoding
    )


def save(file: RegistrationFile, *, by: Actor, accept: Collection[int] = ()) -> dict[str, int]:
    """Save the new and changed players of *file*, and the doubtful ones whose lines are in *accept*, all or none.

    Returns how many were ``added``, ``changed`` and ``left_out``; those left out stay with the file. A second
    save of the same file changes nothing and returns the first one's numbers.
    """
    must_work_here(by)
    with live.writing(file.championship_id, by=by) as act:
        file.refresh_from_db()
        if file.saved_at is not None:
            return dict(file.counts)
        seen = preview(file)
        chosen = [row for row in seen.rows if row.bin is Bin.NEW or (row.bin is Bin.DOUBTFUL and row.line in accept)]
        added = _add(file.championship, chosen)
        _keep_families_together(file.championship, seen, added)
        changed = [row for row in seen.rows if row.bin is Bin.CHANGED]
        for row in changed:
            _change(file.championship, row)
        left = [row for row in seen.rows if row.bin in {Bin.DOUBTFUL, Bin.REFUSED} and row.line not in added]
        file.left_out = [_left_out(row) for row in left]
        file.counts = {"added": len(added), "changed": len(changed), "left_out": len(left)}
        file.content, file.saved_at = None, timezone.now()
        file.save()
        is_public = bool(added) or any(_is_public(change.field) for row in changed for change in row.changes)
        _note(act, file, sorted(entry.number for entry in added.values()), public=is_public)
    return dict(file.counts)


def settle(
    file: RegistrationFile, line: int, *, take: bool, by: Actor, corrected: Mapping[str, Any] | None = None
) -> Entry | None:
    """Settle one row that was left out: register the player, or drop the row. Returns the entry, if any.

    With *corrected*, fields of player and entry as a person put them right, even a refused row is registered. Raises
    OutOfStep if the row waits no more, or has no name to be registered under.
    """
    must_work_here(by)
    with live.writing(file.championship_id, by=by) as act:
        file.refresh_from_db()
        row = next((row for row in file.left_out if row["line"] == line), None)
        if row is None:
            raise OutOfStep(_("Line %(line)s was settled already.") % {"line": line}, code="line_settled")
        entry = None
        if take:
            player, fields = dict(row["player"]), dict(row["entry"])
            for name, value in (corrected or {}).items():
                (player if name in player else fields)[name] = clean(value) if isinstance(value, str) else value
            if not player["first_name"] or (row["bin"] == Bin.REFUSED and corrected is None):
                raise OutOfStep(
                    _("Line %(line)s cannot be registered as it is. Register the player at the desk instead.")
                    % {"line": line},
                    code="line_incomplete",
                )
            entry = _create(file.championship, player, fields, _next_number(file.championship))
        file.left_out = [other for other in file.left_out if other["line"] != line]
        file.save(update_fields=["left_out"])
        act.note("import.settled", f"line {line}", public=entry is not None, entry=entry.number if entry else None)
    return entry


def _add(championship: Championship, rows: list[Row]) -> dict[int, Entry]:
    """Register the players of *rows*; returns their entries by line."""
    number = _next_number(championship)
    added = {}
    for offset, row in enumerate(rows):
        player = {name: getattr(row.registration, field.value) for field, name in PLAYER_FIELDS.items()}
        added[row.line] = _create(championship, player, _entry_fields(row.registration), number + offset)
    return added


def _create(championship: Championship, player: Mapping[str, Any], fields: Mapping[str, Any], number: int) -> Entry:
    """Store one player; beyond the places there are, on the waiting list."""
    return Entry.objects.create(
        championship=championship,
        player=Player.objects.create(**player),
        number=number,
        status=status_of_next(championship),
        **fields,
    )


def _entry_fields(registration: Registration) -> dict[str, Any]:
    """What an entry stores; where the file says nothing, the model's default stands."""
    values = {name: getattr(registration, field.value) for field, name in ENTRY_FIELDS.items()}
    return {name: value for name, value in values.items() if value is not None}


def _change(championship: Championship, row: Row) -> None:
    """Write the fields in which the file differs; an empty cell changes nothing."""
    entry = Entry.objects.select_related("player").get(championship=championship, number=row.entry or 0)
    for change in row.changes:
        if change.field in PLAYER_FIELDS:
            setattr(entry.player, PLAYER_FIELDS[change.field], change.after)
        elif change.field in ENTRY_FIELDS:
            setattr(entry, ENTRY_FIELDS[change.field], change.after)
    entry.player.save()
    entry.save()


def _keep_families_together(championship: Championship, seen: Preview, added: Mapping[int, Entry]) -> None:
    """Note who belongs to one family, so that the draw keeps them apart; a family known before keeps its number."""
    by_number = {entry.number: entry for entry in championship.entries.all()}
    line_of = {row.line: by_number[row.entry] for row in seen.rows if row.entry in by_number}
    for family in seen.families:
        members = [added.get(line) or line_of.get(line) for line in family.lines]
        members += [by_number.get(number) for number in family.entries]
        known = [entry for entry in members if entry is not None]
        if len(known) < 2:
            continue
        numbers = [entry.family for entry in known if entry.family]
        number = min(numbers) if numbers else min(entry.number for entry in known)
        championship.entries.filter(pk__in=[entry.pk for entry in known]).update(family=number)


def _left_out(row: Row) -> dict[str, Any]:
    """A row that waits for a person, as JSON."""
    fields = _entry_fields(row.registration)
    registered = fields.get("registered_on")
    return {
        "line": row.line,
        "bin": row.bin.value,
        "reasons": [{"code": reason.code.value, "values": _plain(reason.values)} for reason in row.reasons],
        "like": {"line": row.like.line, "entry": row.like.entry} if row.like else None,
        "player": {name: getattr(row.registration, field.value)[:100] for field, name in PLAYER_FIELDS.items()},
        "entry": {**fields, **({"registered_on": registered.isoformat()} if registered else {})},
        "cells": {field.value: text[:500] for field, text in row.cells.items()},
    }


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value if isinstance(value, int | str) else str(value) for name, value in values.items()}


def _next_number(championship: Championship) -> int:
    return int(championship.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def _is_public(field: Field) -> bool:
    """Whether the public name is made of it."""
    return (PLAYER_FIELDS.get(field) or ENTRY_FIELDS.get(field)) in PUBLIC_FIELDS


def _note(act: Act, file: RegistrationFile, numbers: list[int], *, public: bool) -> None:
    act.note("import.saved", f"file {file.pk}", public=public, digest=file.digest, entries=numbers, **file.counts)
