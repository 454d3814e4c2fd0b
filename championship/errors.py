"""What services refuse: an error has a stable code, a sentence for people, and the values behind it.

Each sentence names the thing, what stands in the way and the way out (style.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.findings import Finding
from scoring.consequence import Consequence


class ChampionshipError(Exception):
    """Base of everything a service refuses; nothing was stored."""

    code = "refused"

    def __init__(self, message: str, *, code: str = "", **values: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.values: Mapping[str, Any] = values


class ReportRefused(ChampionshipError):
    """A report that cannot be right, with every finding (rules.md §7); the way out is at the marked seats."""

    code = "report_refused"

    def __init__(self, message: str, *, findings: Iterable[Finding] = (), **values: Any) -> None:
        super().__init__(message, **values)
        self.findings = list(findings)


class ClientIdReused(ChampionshipError):
    """A known client UUID came with other content (design.md §4.3)."""

    code = "client_id_reused"


class NotConfirmed(ChampionshipError):
    """The change would move somebody who has a seat, or not as it was shown; confirm what is shown now."""

    code = "not_confirmed"

    def __init__(self, message: str, *, consequence: Consequence, **values: Any) -> None:
        super().__init__(message, **values)
        self.consequence = consequence


class PassRefused(ChampionshipError):
    """A pass that does not open this: unknown, revoked, expired, or for other tables."""

    code = "pass_refused"


class NotAllowed(ChampionshipError):
    """The user has no such role in this championship."""

    code = "not_allowed"


class OutOfStep(ChampionshipError):
    """An act whose time has not come or has passed: the numbers and the way out are in the sentence."""

    code = "out_of_step"


class StaleView(ChampionshipError):
    """Somebody else changed it meanwhile; look again."""

    code = "stale_view"
