"""What is entered on the screen of a round: read as it was typed, judged by the report service alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.http import QueryDict

from championship.models import Report
from championship.services.findings import ANSWERS
from championship.services.sent import SAID, RoundAddress, Sent, SentLine, digest_of
from engine.taki.cards import ALL_CARDS
from scoring.results import Outcome

LONGEST_COUNT = 6
"""Digits; what is longer is no count and is shown as it was typed."""
LONGEST_TEXT = 500
LONGEST_CODE = 4
MOST_CODES = 120
"""Of cards: more are in no deck."""
CODES = {str(card).lower(): str(card) for card in ALL_CARDS}
"""Codes of cards by how a hurried thumb types them."""
NOTED = tuple(dict.fromkeys(fact for facts in ANSWERS.values() for fact in facts))
"""Facts that are ticked."""
TICKED = {"chain_answers": 1}
"""What a tick says where it is no yes: how many answered, at least."""
ENTERED = frozenset({"last_card", "said", *NOTED})
"""Facts that the form has fields for."""


@dataclass(frozen=True)
class RoundEntry:
    """A round as its form has it: counts are text by seat, so that nothing typed is lost.

    ``seen`` is the revision that was in view, ``client_id`` what makes a double tap one report. ``shown`` is the
    content whose consequence was on the screen, ``confirm`` names that consequence if it moves somebody. Hands are
    codes of cards with spaces between; ``facts`` are the last card, whether it was declared, and what was ticked.
    """

    client_id: UUID = field(default_factory=uuid4)
    seen: int = 0
    winner: int | None = None
    cards: Mapping[int, str] = field(default_factory=dict)
    points: Mapping[int, str] = field(default_factory=dict)
    hands: Mapping[int, str] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    outcome: Outcome = Outcome.WON
    reason: str = ""
    overrides: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
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
            hands={seat: _codes(data.get(f"hand-{seat}", "")) for seat in seats},
            absent=frozenset(seat for seat in seats if f"absent-{seat}" in data),
            outcome=_outcome(data.get("outcome", "")),
            reason=_text(data.get("reason", "")),
            overrides={
                name.removeprefix("override-"): _text(value)
                for name, value in data.items()
                if name.startswith("override-") and _text(value)
            },
            facts=_facts(data),
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
            hands={seat: line.hand for seat, line in lines.items()},
            absent=frozenset(seat for seat, line in lines.items() if line.cards is None),
            outcome=Outcome(report.outcome),
            overrides={override.rule: override.reason.text for override in report.overrides.all()},
            facts={name: value for name, value in report.facts.items() if name in ENTERED},
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
            facts=self.facts,
            confirm=self.confirm,
        )

    def content(self, address: RoundAddress, seats: Iterable[int]) -> str:
        """Return a digest of what was entered, reasons aside: what a consequence was shown for."""
        sent = self.sent(seats, has_points=True)
        lines = [[line.seat, line.cards, line.points, line.hand] for line in sent.lines]
        return digest_of([str(address), sent.outcome.value, sent.winner, sent.seen, lines, dict(sent.facts)])[:16]

    def says_the_same(self, other: RoundEntry, seats: Iterable[int]) -> bool:
        """Whether both have the same outcome, winner, counts, hands and facts."""
        seats = list(seats)
        one, two = (entry.sent(seats, has_points=True) for entry in (self, other))
        return (one.outcome, one.winner, one.lines, one.facts) == (two.outcome, two.winner, two.lines, two.facts)

    def _lines(self, seats: Iterable[int], has_points: bool) -> Iterable[SentLine]:
        for seat in seats:
            text, hand = self.cards.get(seat, ""), self._hand(seat)
            if seat in self.absent:
                yield SentLine(seat, None)
            elif text or hand or seat == self.winner:
                points = _count(self.points.get(seat, "")) if has_points and seat != self.winner else None
                count = _count(text or str(len(hand or ())))
                yield SentLine(seat, count, hand=hand, points=points)

    def _hand(self, seat: int) -> tuple[str, ...] | None:
        """The cards that were chosen for *seat*; None if nobody chose any. The winner has none."""
        codes = self.hands.get(seat, "").split()
        return tuple(codes) if codes and seat != self.winner else None


def _codes(typed: str | list[object]) -> str:
    """What was typed as codes of cards, each as it is written: "R5, cc" is "r5 CC"; what is no card stays."""
    words = re.split(r"[\s,;]+", _text(typed))
    return " ".join(CODES.get(word.lower(), word[:LONGEST_CODE]) for word in words[:MOST_CODES] if word)


def _facts(data: QueryDict) -> dict[str, Any]:
    """What was noted of the last card, and what was ticked to explain something odd."""
    facts: dict[str, Any] = {name: TICKED.get(name, True) for name in NOTED if f"fact-{name}" in data}
    if last_card := _codes(data.get("last_card", "")):
        facts["last_card"] = last_card.split()[0]
    if data.get("said") in SAID:
        facts["said"] = data["said"]
    return facts


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
