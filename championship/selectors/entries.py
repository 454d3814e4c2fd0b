"""Reads about entries for the desk: lists, families, who is here. Contact details leave it for nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from championship.enums import EntryStatus
from championship.models import Championship, Entry, Seat
from championship.selectors import people

LATEST = 6
"""Check-ins shown again, to be taken back if a wrong child was pressed."""


def entry(championship: Championship, number: int) -> Entry | None:
    """Return one entry with its player; None if there is none such."""
    return championship.entries.select_related("player").filter(number=number).first()


def family(entry: Entry) -> list[Entry]:
    """Return the brothers and sisters of *entry*, by number. One query; none for a player without family."""
    if not entry.family:
        return []
    others = Entry.objects.filter(championship=entry.championship_id, family=entry.family).exclude(pk=entry.pk)
    return list(others.exclude(status=EntryStatus.CANCELLED).select_related("player").order_by("number"))


def of_numbers(championship: Championship, numbers: Iterable[int]) -> list[Entry]:
    """Return the entries with these numbers, in their order. One query."""
    return list(championship.entries.select_related("player").filter(number__in=list(numbers)).order_by("number"))


def names(championship: Championship) -> list[tuple[str, int]]:
    """Return (full name, number) of everybody who is registered or waits. One query."""
    entries = championship.entries.exclude(status=EntryStatus.CANCELLED).select_related("player")
    return [(entry.player.full_name, entry.number) for entry in entries]


def listed(championship: Championship, *, text: str = "", status: str = "") -> list[Entry]:
    """Return entries for the desk's list, by number, each with ``table`` (its latest seat's, or None). Two queries.

    *status* narrows it to those here, not here, waiting or cancelled; "all" has those cancelled too.
    """
    found = people.search(championship, text) if text else championship.entries.select_related("player")
    entries = sorted(found, key=lambda entry: entry.number)
    keep = {
        "here": lambda entry: entry.checked_in_at is not None,
        "missing": lambda entry: entry.status == EntryStatus.REGISTERED and entry.checked_in_at is None,
        "waiting": lambda entry: entry.status == EntryStatus.WAITING,
        "cancelled": lambda entry: entry.status == EntryStatus.CANCELLED,
        "all": lambda entry: True,
    }.get(status, lambda entry: bool(text) or entry.status != EntryStatus.CANCELLED)
    entries = [entry for entry in entries if keep(entry)]
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(entry__in=[entry.pk for entry in entries])
        .select_related("table", "stage")
        .order_by("stage__order")
    }
    for row in entries:
        row.seat = seats.get(row.pk)  # type: ignore[attr-defined]
    return entries


def with_families(championship: Championship, text: str) -> list[Entry]:
    """Return who is found by *text*, each followed by the rest of the family. Two queries."""
    found = list(people.search(championship, text))
    families = {entry.family for entry in found if entry.family}
    others = (
        championship.entries.filter(family__in=families)
        .exclude(status=EntryStatus.CANCELLED)
        .exclude(pk__in=[entry.pk for entry in found])
        .select_related("player")
        .order_by("number")
    )
    relatives: dict[int | None, list[Entry]] = {}
    for other in others if families else ():
        relatives.setdefault(other.family, []).append(other)
    ordered: list[Entry] = []
    for entry in found:
        ordered.append(entry)
        ordered += relatives.pop(entry.family, [])
    return ordered


def latest_here(championship: Championship) -> Sequence[Entry]:
    """Return who was checked in last, the newest first. One query."""
    here = championship.entries.filter(checked_in_at__isnull=False).select_related("player")
    return list(here.order_by("-checked_in_at", "-number")[:LATEST])


def waiting(championship: Championship) -> list[Entry]:
    """Return the waiting list, first come first: by number. One query."""
    return list(championship.entries.filter(status=EntryStatus.WAITING).select_related("player").order_by("number"))


def missing(championship: Championship) -> list[Entry]:
    """Return those who have a place, are not here, and sit nowhere yet, by number. One query."""
    return list(
        people.playing(championship)
        .filter(checked_in_at=None, seats=None)
        .select_related("player")
        .order_by("number")
    )


def free_places(championship: Championship) -> int:
    """Return how many places nobody has; none, and not fewer, if more were let in than there are. One query."""
    return max(0, championship.capacity - people.playing(championship).count())


def counts(championship: Championship) -> dict[str, int]:
    """Return how many are registered, here, waiting, cancelled; have ``paid``, are ``eligible``. One query."""
    rows = list(championship.entries.values_list("status", "checked_in_at", "is_paid", "is_eligible"))
    registered = [row for row in rows if row[0] == EntryStatus.REGISTERED]
    return {
        "registered": len(registered),
        "here": sum(row[1] is not None for row in rows),
        "waiting": sum(row[0] == EntryStatus.WAITING for row in rows),
        "cancelled": sum(row[0] == EntryStatus.CANCELLED for row in rows),
        "paid": sum(row[2] for row in registered),
        "eligible": sum(row[3] for row in registered),
    }
