"""What is entered on the screen of a round: read as it was typed, judged by the report service alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.http import QueryDict

from championship.models import Report
from championship.services.sent import RoundAddress, Sent, SentLine, digest_of
from scoring.results import Outcome

LONGEST_COUNT = 6
"""Digits; what is longer is no count and is shown as it was typed."""
LONGEST_TEXT = 500


@dataclass(frozen=True)
class RoundEntry:
    """A round as its form has it: counts are text by seat, so that nothing typed is lost.

    ``seen`` is the revision that was in view, ``client_id`` what makes a double tap one report. ``shown`` is the
    content whose consequence was on the screen, ``confirm`` names that consequence if it moves somebody.
    """

    client_id: UUID = field(default_factory=uuid4)
    seen: int = 0
    winner: int | None = None
    cards: Mapping[int, str] = field(default_factory=dict)
    points: Mapping[int, str] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    outcome: Outcome = Outcome.WON
    reason: str = ""
    overrides: Mapping[str, str] = field(default_factory=dict)
    shown: str = ""
    confirm: str = ""

    @classmethod
    def posted(cls, data: QueryDict, seats: Iterable[int]) -> RoundEntry:
        """Return what a form sent for these *seats*; what is for other seats is left aside."""
        seats = list(seats)
        return cls(
            client_id=_uuid(data.get("client_id", "")),
            seen=_whole(data.get("seen", "")) or 0,
            winner=_whole(data.get("winner", "")),
            cards={seat: _text(data.get(f"cards-{seat}", "")) for seat in seats},
            points={seat: _text(data.get(f"points-{seat}", "")) for seat in seats},
            absent=frozenset(seat for seat in seats if f"absent-{seat}" in data),
            outcome=_outcome(data.get("outcome", "")),
            reason=_text(data.get("reason", "")),
            overrides={
                name.removeprefix("override-"): _text(value)
                for name, value in data.items()
                if name.startswith("override-") and _text(value)
            },
            shown=data.get("shown", ""),
            confirm=data.get("confirm", ""),
        )

    @classmethod
    def stored(cls, report: Report, *, seen: int) -> RoundEntry:
        """Return a stored report as its form would have it, to be corrected: the fields hold what is stored."""
        lines = {line.seat.position: line for line in report.lines.all()}
        return cls(
            seen=seen,
            winner=report.winner.position if report.winner else None,
            cards={seat: "" if line.cards is None else str(line.cards) for seat, line in lines.items()},
            points={seat: "" if line.points is None else str(line.points) for seat, line in lines.items()},
            absent=frozenset(seat for seat, line in lines.items() if line.cards is None),
            outcome=Outcome(report.outcome),
            overrides={override.rule: override.reason.text for override in report.overrides.all()},
        )

    def sent(self, seats: Iterable[int], *, has_points: bool) -> Sent:
        """Return it as the report service takes it: the winner's empty field is no card, another one is missing."""
        is_won = self.outcome is Outcome.WON
        return Sent(
            client_id=self.client_id,
            lines=tuple(self._lines(seats, has_points)) if is_won else (),
            winner=self.winner if is_won else None,
            outcome=self.outcome,
            seen=self.seen,
            reason=self.reason,
            overrides=self.overrides,
            confirm=self.confirm,
        )

    def content(self, address: RoundAddress, seats: Iterable[int]) -> str:
        """Return a digest of what was entered, reasons aside: what a consequence was shown for."""
        sent = self.sent(seats, has_points=True)
        lines = [[line.seat, line.cards, line.points] for line in sent.lines]
        return digest_of([str(address), sent.outcome.value, sent.winner, sent.seen, lines])[:16]

    def says_the_same(self, other: RoundEntry, seats: Iterable[int]) -> bool:
        """Whether both have the same outcome, winner and counts."""
        seats = list(seats)
        one, two = (entry.sent(seats, has_points=True) for entry in (self, other))
        return (one.outcome, one.winner, one.lines) == (two.outcome, two.winner, two.lines)

    def _lines(self, seats: Iterable[int], has_points: bool) -> Iterable[SentLine]:
        for seat in seats:
            text = self.cards.get(seat, "")
            if seat in self.absent:
                yield SentLine(seat, None)
            elif text or seat == self.winner:
                points = _count(self.points.get(seat, "")) if has_points and seat != self.winner else None
                yield SentLine(seat, _count(text or "0"), points=points)


def _text(typed: str | list[object]) -> str:
    return str(typed).replace("\0", "").strip()[:LONGEST_TEXT]


def _count(text: str) -> Any:
    """The count that *text* is, else *text* itself, for the check to name it; None for nothing."""
    if not text:
        return None
    return int(text) if text.isdecimal() and len(text) <= LONGEST_COUNT else text[:20]


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= LONGEST_COUNT else None


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def _outcome(text: str) -> Outcome:
    return Outcome(text) if text in {outcome.value for outcome in Outcome} else Outcome.WON
