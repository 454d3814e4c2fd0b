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


def counts(championship: Championship) -> dict[str, int]:
    """Return how many are registered, here, waiting and cancelled. One query."""
    rows = list(championship.entries.values_list("status", "checked_in_at"))
    return {
        "registered": sum(status == EntryStatus.REGISTERED for status, _at in rows),
        "here": sum(at is not None for _status, at in rows),
        "waiting": sum(status == EntryStatus.WAITING for status, _at in rows),
        "cancelled": sum(status == EntryStatus.CANCELLED for status, _at in rows),
    }
