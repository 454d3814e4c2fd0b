"""Reads of the log, for people; nothing else reads it (design.md §4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from championship.models import Championship, Line, LogLine, Remark, Report, Ruling


def lines(championship: Championship) -> QuerySet[LogLine]:
    """Return the lines of a championship, the newest first, with their authors. One query."""
    return championship.log.select_related("by_user", "by_pass").order_by("-pk")


KINDS: Mapping[str, tuple[str, ...]] = {
    "results": ("report.", "table."),
    "rulings": ("ruling.",),
    "seats": ("seat.", "seats.", "draw.", "plan.", "format.", "flights.", "proof."),
    "players": ("entry.", "import.", "call."),
    "stages": ("stage.", "clock.", "roll."),
    "papers": ("print.", "pass."),
    "staff": ("staff.", "championship."),
}
"""What the log can be narrowed to: beginnings of acts."""


@dataclass(frozen=True)
class Wanted:
    """What is looked for: a player's number, a table ("qualifiers-3" or its number), a kind, minutes of the day."""

    entry: int = 0
    table: str = ""
    kind: str = ""
    since: datetime | None = None
    until: datetime | None = None


def search(championship: Championship, wanted: Wanted) -> QuerySet[LogLine]:
    """Return the lines that *wanted* names, the newest first. Two queries at most before the lines themselves.

    A player's lines are those about the number, of rounds that the player played, and of seats given or taken.
    """
    found = lines(championship)
    if wanted.kind in KINDS:
        kinds = [Q(act__startswith=beginning) for beginning in KINDS[wanted.kind]]
        found = found.filter(reduce(or_, kinds))
    if wanted.since:
        found = found.filter(at__gte=wanted.since)
    if wanted.until:
        found = found.filter(at__lt=wanted.until)
    if not wanted.entry and not wanted.table:
        return found
    played = _reports_of(championship, wanted.entry) if wanted.entry else frozenset()
    keys = [
        pk
        for pk, subject, values in found.values_list("pk", "subject", "values")
        if (not wanted.table or _is_at(subject, values, wanted.table))
        and (not wanted.entry or _is_about(subject, values, wanted.entry, played))
    ]
    return found.filter(pk__in=keys[:MOST_FOUND])


MOST_FOUND = 5000
"""Lines that a search shows; a database takes so many keys in one question."""


def _reports_of(championship: Championship, entry: int) -> frozenset[int]:
    rows = Line.objects.filter(entry__championship=championship, entry__number=entry)
    return frozenset(rows.values_list("report", flat=True))


def _is_about(subject: str, values: Mapping[str, Any], entry: int, played: frozenset[int]) -> bool:
    named = {values.get(key) for key in ("before", "after", "other", "entry", "kept", "gone")}
    named |= set(values.get("entries") or ()) | set(values.get("order") or ())
    named |= {number for seat in values.get("seats") or () for number in seat[2:]}
    return entry in named or f"{subject} ".find(f"entry {entry} ") >= 0 or values.get("report") in played


def _is_at(subject: str, values: Mapping[str, Any], table: str) -> bool:
    """Whether a line is about a table; a bare number is a table of any stage."""
    number = table.rpartition("-")[2]
    where = subject.split(" ")[0]
    is_there = where == table if "-" in table else where.rpartition("-")[2] == number
    return is_there or any(str(seat[0]) == number for seat in values.get("seats") or ())


def reasons(shown: Iterable[LogLine]) -> dict[int, str]:
    """Return the reasons of reports and rulings among *shown*, by line: the log has no free text. Three queries."""
    rows = list(shown)
    reports = {row.values["report"] for row in rows if "report" in row.values}
    rulings = {row.values["ruling"] for row in rows if "ruling" in row.values}
    texts: dict[tuple[str, int], str] = {
        ("report", pk): text
        for pk, text in Report.objects.filter(pk__in=reports, reason__isnull=False).values_list("pk", "reason__text")
    }
    named = Ruling.objects.filter(Q(pk__in=rulings) | Q(undoes__in=rulings))
    for pk, undone, text in named.values_list("pk", "undoes", "reason__text"):
        # The line of a ruling that was taken back names that one; the reason is the undoing's own.
        texts["undone" if undone else "ruling", undone or pk] = text
    remarks = {row.values["remark"] for row in rows if "remark" in row.values}
    texts.update(
        (("remark", pk), text) for pk, text in Remark.objects.filter(pk__in=remarks).values_list("pk", "text")
    )
    return {row.pk: text for row in rows if (text := _text(row, texts))}


def _text(row: LogLine, texts: Mapping[tuple[str, int], str]) -> str:
    if "remark" in row.values:
        return texts.get(("remark", row.values["remark"]), "")
    if "report" in row.values:
        return texts.get(("report", row.values["report"]), "")
    kind = "undone" if row.act == "ruling.undone" else "ruling"
    return texts.get((kind, row.values.get("ruling", 0)), "")
