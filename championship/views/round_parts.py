"""The parts of a round's screen: seats, the table so far, versions, and what would follow."""

from __future__ import annotations

from dataclasses import dataclass, replace

from championship.enums import Kept
from championship.models import Report
from championship.sentences.cards import Face, faces
from engine.findings import Severity
from scoring.consequence import Consequence
from scoring.verdict import Verdict


@dataclass(frozen=True)
class SeatView:
    """A player of the round: where, who, and with how many points so far."""

    seat: int
    entry: int
    name: str
    total: int | None
    cards: str = ""
    points: str = ""
    hand: str = ""
    note: str = ""
    """What was noticed about this seat."""
    is_absent: bool = False
    is_winner: bool = False
    is_marked: bool = False

    @property
    def faces(self) -> list[Face]:
        """The cards that were chosen."""
        return faces(self.hand)


@dataclass(frozen=True)
class TotalsRow:
    """A player in the table of what was played so far: points by regular round, cards left by tie-break round."""

    entry: int
    name: str
    place: int | None
    is_shared: bool
    rounds: tuple[int | None, ...]
    tie_breaks: tuple[int | None, ...]
    total: int | None


@dataclass(frozen=True)
class Version:
    """One report of a round as people read it: who went out, cards left by seat, who sent it, what became of it."""

    report: Report
    winner: int | None
    lines: tuple[tuple[int, str, int | None, list[Face]], ...]
    """(seat, name, cards, the hand if it was given); cards None for an absent player."""
    author: str
    counts: bool
    is_waiting: bool
    reasons: tuple[str, ...] = ()
    """Why it was made, and why a rule was overridden."""
    can_be_restored: bool = False
    differs: frozenset[int] = frozenset()
    """Seats of which it says something else than what counts; of what counts, those a waiting one says otherwise."""

    def differs_from(self, other: Version) -> frozenset[int]:
        """Return the seats of which two reports say different things: who went out, cards left, who was there."""
        mine, theirs = (
            {(seat, name, cards, seat == version.winner) for seat, name, cards, _hand in version.lines}
            for version in (self, other)
        )
        return frozenset(line[0] for line in mine ^ theirs)

    @property
    def kept(self) -> str:
        return str(Kept(self.report.kept_because).label) if self.report.kept_because else ""


def compared(versions: list[Version]) -> list[Version]:
    """Return a round's versions with the seats marked in which they differ from what counts."""
    counting = next((version for version in versions if version.counts), None)
    if counting is None:
        return versions
    waiting = [version for version in versions if version.is_waiting]
    contested = frozenset[int]().union(*(version.differs_from(counting) for version in waiting))
    return [
        replace(version, differs=contested if version is counting else version.differs_from(counting))
        for version in versions
    ]


@dataclass(frozen=True)
class Notice:
    """A finding as a sentence, with the seats to be marked; ``code`` asks for a reason if it may be overridden."""

    text: str
    seats: tuple[int, ...]
    severity: Severity
    code: str
    reason: str = ""

    @property
    def seats_marked(self) -> str:
        """Its seats, for the page's script."""
        return " ".join(map(str, self.seats))

    @property
    def needs_reason(self) -> bool:
        return self.severity is Severity.OVERRIDE


@dataclass(frozen=True)
class Foreseen:
    """What would follow from saving: three lines at most, what was noticed, and whether it may be saved at all."""

    notices: tuple[Notice, ...] = ()
    verdict: Verdict | None = None
    lines: tuple[str, ...] = ()
    content: str = ""

    @property
    def may_be_saved(self) -> bool:
        return self.verdict is not None

    @property
    def consequence(self) -> Consequence | None:
        return self.verdict.consequence if self.verdict else None

    @property
    def kept(self) -> str:
        """Why it would be kept; empty if it would count."""
        return str(Kept(self.verdict.kept_because).label) if self.verdict and self.verdict.kept_because else ""

    @property
    def agrees(self) -> bool:
        return self.verdict is not None and self.verdict.kept_because == Kept.AGREES

    @property
    def token(self) -> str:
        """What a confirmation names; empty where nobody would move."""
        follows = self.consequence
        return follows.token if follows and follows.unseats and not self.kept else ""

    def note(self, seat: int) -> str:
        """Return what was noticed about one seat, as text."""
        return " ".join(notice.text for notice in self.notices if seat in notice.seats)

    @property
    def seats(self) -> frozenset[int]:
        """Seats to be marked."""
        return frozenset(seat for notice in self.notices for seat in notice.seats)

    @property
    def marked(self) -> str:
        """Seats to be marked, for the page's script."""
        return " ".join(map(str, sorted(self.seats)))
