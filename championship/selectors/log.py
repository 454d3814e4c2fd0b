"""Reads of the log, for people; nothing else reads it (design.md §4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet

from championship.models import Championship, LogLine, Remark, Report, Ruling


def lines(championship: Championship) -> QuerySet[LogLine]:
    """Return the lines of a championship, the newest first, with their authors. One query."""
    return championship.log.select_related("by_user", "by_pass").order_by("-pk")


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
