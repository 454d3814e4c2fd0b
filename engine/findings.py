"""Findings: what a check notices about a report, as codes with values (design.md §3, rules.md §7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How hard a finding stands in the way of a report (rules.md §7)."""

    HARD = "H"
    """Cannot be right: nothing is stored."""
    OVERRIDE = "O"
    """Refused unless the referee gives a reason for this rule."""
    WARNING = "W"
    """Accepted and flagged."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing noticed about a report.

    ``code`` is the rule's id (``VA3``); ``seats`` are the positions it concerns, ``values`` the numbers a
    sentence about it needs (JSON values only). The door that shows it makes the sentence.
    """

    code: str
    severity: Severity
    seats: tuple[int, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)

    def stops(self, overrides: Mapping[str, str] | None = None) -> bool:
        """Whether the report may not be stored: hard, or to be overridden without a reason in *overrides*."""
        if self.severity is Severity.HARD:
            return True
        return self.severity is Severity.OVERRIDE and not (overrides or {}).get(self.code, "").strip()
