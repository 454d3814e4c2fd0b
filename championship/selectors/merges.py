"""Reads about entries that may be one person registered twice, and what merging two of them would do."""

from __future__ import annotations

from championship.enums import EntryStatus
from championship.models import Championship, Entry, EntryMerge
from championship.registrations import twins
from championship.registrations.codes import Doubt, Field
from championship.registrations.registration import Like, Registration

PLAYER_FIELDS = {
    Field.FIRST: "first_name",
    Field.LAST: "last_name",
    Field.PHONE: "phone",
    Field.EMAIL: "email",
    Field.CITY: "city",
    Field.SCHOOL: "school",
    Field.CLUB: "club",
}
ENTRY_FIELDS = {
    Field.AGE: "age",
    Field.CONSENT: "has_consent",
    Field.PHOTO: "has_photo_consent",
    Field.PAID: "is_paid",
    Field.SPECTATORS: "spectators",
    Field.REGISTERED: "registered_on",
    Field.NOTE: "note",
}
FILLED = ("age", "is_paid", "is_eligible", "spectators", "registered_on", "family", "pot", "note")
"""What an entry takes over; consent never: a child of whom one form says no stays a number."""


def registration_of(entry: Entry) -> Registration:
    """Return what is known of *entry* as a registration file would say it. Its player has to be loaded."""
    player = entry.player
    return Registration(
        **{field.value: getattr(player, name) for field, name in PLAYER_FIELDS.items()},
        **{field.value: getattr(entry, name) for field, name in ENTRY_FIELDS.items()},
    )


def suspects(championship: Championship) -> list[tuple[Entry, Entry]]:
    """Return pairs that are most likely one person, the earlier entry first. One query."""
    entries = list(
        championship.entries.exclude(status=EntryStatus.CANCELLED).select_related("player").order_by("number")
    )
    by_number = {entry.number: entry for entry in entries}
    people = [twins.Person.of(Like(entry=entry.number), registration_of(entry)) for entry in entries]
    return [
        (by_number[verdict.like.entry], entry)
        for entry, verdict in zip(entries, twins.compare(people, ()), strict=True)
        if verdict.code is Doubt.SAME_PERSON and verdict.like and verdict.like.entry
    ]


def filled_by(kept: Entry, gone: Entry) -> list[str]:
    """Return the fields that *kept* would take over from *gone*: what the one lacks and the other has."""
    names = [name for name in PLAYER_FIELDS.values() if not getattr(kept.player, name) and getattr(gone.player, name)]
    names += [name for name in FILLED if not getattr(kept, name) and getattr(gone, name)]
    if kept.status == EntryStatus.WAITING and gone.status == EntryStatus.REGISTERED:
        names.append("status")
    if not kept.checked_in_at and gone.checked_in_at:
        names.append("checked_in_at")
    return names


def made(championship: Championship) -> list[EntryMerge]:
    """Return the merges that were not taken back, the latest first. One query."""
    rows = EntryMerge.objects.filter(kept__championship=championship, undone_at=None)
    return list(rows.select_related("kept__player", "gone__player"))
