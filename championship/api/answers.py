"""What the write side answers, as JSON values (championship.api.shapes has their shapes)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from championship import sentences
from championship.enums import Kept, Role
from championship.models import Call, Line, Report
from championship.selectors.standings import waiting_reports
from engine.findings import Finding, Severity
from scoring.consequence import Consequence
from scoring.standings import TableStanding
from scoring.verdict import Verdict


def finding(noticed: Finding, names_by_seat: Mapping[int, str] | None = None) -> dict[str, Any]:
    """Return a finding with its sentence; without *names_by_seat* the seats are numbers."""
    return {
        "code": noticed.code,
        "severity": Severity(noticed.severity).value,
        "seats": list(noticed.seats),
        "values": dict(noticed.values),
        "sentence": sentences.finding_sentence(noticed, names_by_seat or {}),
    }


def stored(report: Report, lines: Iterable[Line]) -> dict[str, Any]:
    """Return what became of a report, from what is stored with it alone.

    So the answer is the same however often the report is sent, whatever the table has become meanwhile
    (design.md §4.3): no names, no reason, no standing. Both come from ``selectors.reports``.
    """
    table = report.round.table
    return {
        "id": report.pk,
        "client_id": str(report.client_id),
        "stage": table.stage.key,
        "table": table.number,
        "place": report.round.place,
        "number": report.round.number,
        "outcome": report.outcome,
        "winner": report.winner.position if report.winner else None,
        "lines": [_line(line) for line in lines],
        "seen": report.seen,
        "revision": report.revision,
        "kept_because": report.kept_because,
        "sentence": sentences.kept_sentence(report.kept_because),
        "findings": [finding(Finding(**said)) for said in report.findings],
        "received_at": report.received_at.isoformat(),
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "seat": line.seat.position,
        "entry": line.entry.number,
        "cards": line.cards,
        "points": line.points,
        "hand": line.hand.split(),
    }


def history(reports: Iterable[Report], roles: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return every version of a table's rounds: whether it counts now, or waits for the head referee; who and why.

    *reports* are in order of their rounds. Who is a pass by its label, or a role (*roles* by user): no names.
    """
    told = []
    for _round, versions in groupby(reports, key=lambda report: report.round_id):
        own = list(versions)
        latest = max((report.revision or 0 for report in own), default=0)
        waiting = {report.pk for report in waiting_reports(own)}
        told += [
            {
                **stored(report, report.lines.all()),
                "counts": report.revision is not None and report.revision == latest,
                "waits": report.pk in waiting,
                "reason": report.reason.text if report.reason else "",
                "overrides": {override.rule: override.reason.text for override in report.overrides.all()},
                "by": _author(report, roles),
            }
            for report in own
        ]
    return told


def _author(report: Report, roles: Mapping[int, str]) -> dict[str, str]:
    if report.by_pass:
        return {"kind": "pass", "label": report.by_pass.label}
    return {"kind": "role", "label": roles.get(report.by_user_id or 0, Role.ORGANISER.value)}


def foreseen(verdict: Verdict, found: list[Finding], names: Mapping[int, str], *, has_reason: bool) -> dict[str, Any]:
    """Return what saving a report would do; *names* are display names by entry number.

    ``confirm`` names the consequence that has to be agreed to, if it moves somebody and would count.
    """
    follows = verdict.consequence
    by_seat = {row.seat: names.get(row.entry, f"#{row.entry}") for row in reversed(follows.standing.rows)}
    would_count = verdict.revision is not None
    return {
        "revision": verdict.revision,
        "kept_because": verdict.kept_because.value if verdict.kept_because else "",
        "sentence": str(Kept(verdict.kept_because).label) if verdict.kept_because else "",
        "findings": [finding(noticed, by_seat) for noticed in found],
        "consequence": consequence(follows, names),
        "confirm": follows.token if would_count and follows.unseats else "",
        "needs_reason": (verdict.revision or 0) > 1 and not has_reason,
        "standing": standing(follows.standing, names),
    }


def consequence(follows: Consequence, names: Mapping[int, str]) -> dict[str, Any]:
    """Return what follows: three sentences at most, and every fact as its code and values."""
    return {
        "lines": sentences.consequence_lines(follows, names),
        "facts": [{"code": fact.code.value, "values": dict(fact.values)} for fact in follows.facts],
        "moves_somebody": follows.unseats,
    }


def standing(ranked: TableStanding, names: Mapping[int, str]) -> dict[str, Any]:
    """Return a table's ranking, rows in order of place."""
    return {
        "state": ranked.state.value,
        "is_complete": ranked.is_complete,
        "rounds_played": ranked.rounds_played,
        "rows": [
            {
                "seat": row.seat,
                "entry": row.entry,
                "name": names.get(row.entry, f"#{row.entry}"),
                "rounds": list(row.rounds),
                "total": row.total,
                "place": row.place,
                "is_shared": row.is_shared,
                "is_decided": row.is_decided,
            }
            for row in ranked.rows
        ],
        "owed": [{"place": tie.place, "number": tie.number, "entries": list(tie.entries)} for tie in ranked.owed],
    }


def call(made: Call) -> dict[str, Any]:
    """A call to the head referee, as it waits or was answered."""
    return {
        "client_id": str(made.client_id),
        "stage": made.table.stage.key,
        "table": made.table.number,
        "kind": made.kind,
        "made_at": made.made_at.isoformat(),
        "answered_at": made.answered_at.isoformat() if made.answered_at else None,
    }
