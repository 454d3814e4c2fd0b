"""Whether a report counts, or is kept and why (design.md §4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring import consequence, standings
from scoring.consequence import Consequence
from scoring.results import Outcome, RoundResult, StageState


class KeptBecause(StrEnum):
    """Why a report is saved without counting."""

    DIFFERS = "differs"
    """Another report of the round counts, and says something else: a dispute."""
    AGREES = "agrees"
    """Another report of the round counts, and says the same."""
    WOULD_MOVE = "would_move"
    """It would take a seat further on from somebody who has it."""
    CONFIRMED = "confirmed"
    """The table is confirmed."""
    CLOSED = "closed"
    """The stage is closed."""
    NO_TIE = "no_tie"
    """It reports a tie-break round, and those players are not level (yet)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``revision`` if the report counts, else why it is kept; and what would follow if it counted."""

    consequence: Consequence
    revision: int | None = None
    kept_because: KeptBecause | None = None


def of_report(stage: StageState, table: int, sent: RoundResult, *, seen: int, latest: int, by_head: bool) -> Verdict:
    """Judge a report: *latest* is the round's highest revision (0: none), *seen* the one its author had in view.

    The head referee's report decides a dispute, overrules a confirmed table and may move somebody (once the
    consequence was confirmed); a referee's cannot. A correction must follow the revision that counts.
    """
    state = stage.table(table)
    follows = consequence.of_report(stage, table, sent)

    def kept(reason: KeptBecause) -> Verdict:
        return Verdict(follows, kept_because=reason)

    stored = next((result for result in state.results if result.key == sent.key), None)
    if stored is not None and says_the_same(stored, sent) and not (by_head and seen == latest and state.has_dispute):
        return kept(KeptBecause.AGREES)
    if seen != latest:
        return kept(KeptBecause.DIFFERS)
    if stage.is_closed and not by_head:
        return kept(KeptBecause.CLOSED)
    if state.is_confirmed and not by_head:
        return kept(KeptBecause.CONFIRMED)
    if sent.place and not _decides_a_tie(stage, table, sent):
        return kept(KeptBecause.NO_TIE)
    if follows.unseats and not by_head:
        return kept(KeptBecause.WOULD_MOVE)
    return Verdict(follows, revision=seen + 1)


def says_the_same(one: RoundResult, other: RoundResult) -> bool:
    """Whether two reports of a round agree: same outcome, winner and cards left."""
    return (one.outcome, one.winner, sorted(_counts(one))) == (
        other.outcome,
        other.winner,
        sorted(_counts(other)),
    )


def _counts(result: RoundResult) -> list[tuple[int, int, int, int]]:
    return [
        (line.seat, line.entry, -1 if line.cards is None else line.cards, line.points or 0) for line in result.lines
    ]


def _decides_a_tie(stage: StageState, table: int, sent: RoundResult) -> bool:
    """Whether the round is owed by just the players who played it, its own earlier result left aside."""
    if sent.outcome is Outcome.VOID:
        return True
    bare = consequence.without_result(stage, table, sent.key)
    owed = standings.of_table(bare.table(table), stage.format).owed
    players = sent.players if sent.outcome is Outcome.WON else None
    return any(
        (tie.place, tie.number) == sent.key and (players is None or players == set(tie.entries)) for tie in owed
    )
