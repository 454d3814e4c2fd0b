"""What a door hands to the report service: values from outside, shaped but not yet believed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from championship.errors import ClientIdReused
from scoring.results import Outcome, RoundResult, SeatLine

RULE = re.compile(r"V[ABCM][0-9]{1,2}")
"""The id of a rule of rules.md §7, or of one of our own (VM)."""
SAID = ("declared", "undeclared", "claimed")
"""What a referee notes of the winner's last card: declared before it was laid, not declared and nobody claimed it,
or claimed, so that it did not win (rules.md §3.13.5)."""
MOST_SEEN = 9999
"""No round has so many revisions; a column holds what is smaller."""


@dataclass(frozen=True)
class RoundAddress:
    """Which round of which table; ``place`` is 0 for a regular round, else the place a tie-break round decides."""

    championship_id: int
    stage: str
    table: int
    place: int
    number: int

    def __str__(self) -> str:
        tie_break = f" place {self.place}" if self.place else ""
        return f"{self.stage}-{self.table}{tie_break} round {self.number}"


@dataclass(frozen=True)
class SentLine:
    """One seat as reported: cards left, None for an absent player. ``entry`` is who played, if the phone said so."""

    seat: int
    cards: int | None
    entry: int | None = None
    hand: tuple[str, ...] | None = None
    points: int | None = None


@dataclass(frozen=True)
class Sent:
    """A report as it was sent. ``winner`` is a seat; ``seen`` the revision its author had in view.

    ``overrides`` are reasons by rule (VA5 …), ``reason`` says why a correction was made, ``confirm`` names the
    consequence its author was shown and agreed to. ``facts`` are what else a round may tell: last card,
    direction, chain answers, turns (see ``engine.taki.hands``).
    """

    client_id: UUID
    lines: tuple[SentLine, ...] = ()
    winner: int | None = None
    outcome: Outcome = Outcome.WON
    seen: int = 0
    reason: str = ""
    overrides: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    confirm: str = ""

    def digest(self, address: RoundAddress) -> str:
        """Return the digest of what was sent and for which round; agreeing to a consequence is no content."""
        ordered = sorted(self.lines, key=lambda line: line.seat)
        content = {
            "address": [address.championship_id, address.stage, address.table, address.place, address.number],
            "lines": [[line.seat, line.cards, line.entry, line.hand, line.points] for line in ordered],
            "winner": self.winner,
            "outcome": self.outcome.value,
            "seen": self.seen,
            "reason": self.reason,
            "overrides": dict(self.overrides),
            "facts": dict(self.facts),
        }
        return digest_of(content)

    def result(self, address: RoundAddress, entries: Mapping[int, int]) -> RoundResult:
        """Return it as scoring's value, *entries* being the entry numbers that sit at the table by seat."""
        lines = tuple(
            SeatLine(line.seat, line.entry or entries[line.seat], line.cards, line.points)
            for line in sorted(self.lines, key=lambda line: line.seat)
        )
        return RoundResult(address.place, address.number, lines, self.winner, self.outcome)


def digest_of(content: Any) -> str:
    """Return the SHA-256 of JSON *content*, the same whatever the order of its keys."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def same_or_refuse(stored: str, digest: str, client_id: UUID) -> None:
    """Raise ClientIdReused if what was stored under *client_id* had another digest (design.md §4.3)."""
    if stored != digest:
        raise ClientIdReused(
            _("Something else was already saved under this number (%(id)s). Reload the page and enter it again.")
            % {"id": client_id}
        )
