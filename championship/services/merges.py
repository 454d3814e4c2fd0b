"""Two entries that are one person: merged, and taken apart again."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import EntryStatus
from championship.errors import OutOfStep
from championship.models import Championship, Entry, EntryMerge, Seat
from championship.selectors import entries, merges
from championship.services import live
from championship.services.live import Actor
from championship.services.stages import must_organise


def merge(championship: Championship, kept: int, gone: int, *, by: Actor) -> EntryMerge:
    """Cancel the entry *gone*, and let *kept* take over what it does not have itself: both are one person.

    Raises OutOfStep if one of them is not there, or the one to go already has a seat.
    """
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        stays, goes = (_one(championship, number) for number in (kept, gone))
        must_be_mergeable(stays, goes)
        filled = merges.filled_by(stays, goes)
        row = EntryMerge.objects.create(
            kept=stays,
            gone=goes,
            filled=filled,
            gone_status=goes.status,
            gone_here_at=goes.checked_in_at,
            made_by=by.user,
        )
        for name in filled:
            source, target = _rows(name, goes, stays)
            setattr(target, name, getattr(source, name))
        goes.status, goes.checked_in_at = EntryStatus.CANCELLED, None
        goes.save(update_fields=["status", "checked_in_at"])
        stays.player.save()
        stays.save()
        act.note("entry.merged", f"entry {kept}", public=True, entries=[gone], fields=filled)
    return row


def undo(row: EntryMerge, *, by: Actor) -> None:
    """Take a merge back: what was taken over leaves again, unless it was changed since; the other entry is in again.

    If its place was given to somebody meanwhile, it waits. Raises OutOfStep if it was taken back or let in already.
    """
    must_organise(by)
    championship = row.kept.championship
    with live.writing(championship.pk, by=by) as act:
        row = EntryMerge.objects.select_related("kept__player", "gone__player").get(pk=row.pk)
        stays, goes = row.kept, row.gone
        if row.undone_at or goes.status != EntryStatus.CANCELLED:
            raise OutOfStep(_("This merge was taken back already, or the player was let in again."), code="undone")
        before: dict[str, Any] = {
            "status": EntryStatus.WAITING,
            "checked_in_at": None,
            "is_paid": False,
            "is_eligible": False,
        }
        before |= {"spectators": 0, "note": "", **dict.fromkeys(("age", "registered_on", "family", "pot"))}
        was = {"status": row.gone_status, "checked_in_at": row.gone_here_at}
        for name in row.filled:
            if name == "checked_in_at" and Seat.objects.filter(entry=stays).exists():
                continue
            source, target = _rows(name, goes, stays)
            if getattr(target, name) == was.get(name, getattr(source, name)):
                setattr(target, name, before.get(name, ""))
        if stays.status != EntryStatus.REGISTERED:
            stays.checked_in_at = None
        stays.player.save()
        stays.save()
        has_place = row.gone_status == EntryStatus.REGISTERED and entries.free_places(championship) > 0
        goes.status = EntryStatus.REGISTERED if has_place else EntryStatus.WAITING
        goes.checked_in_at = row.gone_here_at if has_place else None
        goes.save(update_fields=["status", "checked_in_at"])
        row.undone_at = timezone.now()
        row.save(update_fields=["undone_at"])
        act.note("entry.merge_undone", f"entry {stays.number}", public=True, entries=[goes.number])


def must_be_mergeable(stays: Entry, goes: Entry) -> None:
    """Raise OutOfStep unless *goes* may be merged into *stays*."""
    if stays.pk == goes.pk:
        raise OutOfStep(_("Choose two different players."), code="same_entry")
    for entry in (stays, goes):
        if entry.status == EntryStatus.CANCELLED:
            raise OutOfStep(_("#%(number)s is cancelled.") % {"number": entry.number}, code="cancelled")
    if Seat.objects.filter(entry=goes).exists():
        raise OutOfStep(
            _("#%(number)s already has a seat, so this is the entry to keep.") % {"number": goes.number},
            code="has_a_seat",
        )


def _one(championship: Championship, number: int) -> Entry:
    entry = entries.entry(championship, number)
    if entry is None:
        raise OutOfStep(_("Nobody has the number %(number)s here.") % {"number": number}, code="no_such_entry")
    return entry


def _rows(name: str, goes: Entry, stays: Entry) -> tuple[object, object]:
    """Where the field *name* is read and written: the players of the two entries, or the entries."""
    if name in merges.PLAYER_FIELDS.values():
        return goes.player, stays.player
    return goes, stays
