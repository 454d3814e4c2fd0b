"""What one round is worth, by scoring system (rules.md §5.1, §5.2)."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import ScoringError
from scoring.formats import System
from scoring.results import Outcome, RoundResult, SeatLine

LUNADA_WIN = 2
"""Points of a round's winner in a championship; each loser has minus one per card left (§5.1)."""

PENALTY_WIN = -100
"""Points of a round's winner under penalty scoring, where the lowest total wins (§5.2)."""


def round_points(result: RoundResult, system: System) -> dict[int, int]:
    """Return the points of one round by entry, for those who played; empty if it was not won.

    Raises ScoringError if the winner did not play, or if penalty points of a loser are missing.
    """
    if result.outcome is not Outcome.WON:
        return {}
    if result.winner not in {line.seat for line in result.lines if not line.is_absent}:
        raise ScoringError(f"the winner of round {result.key} did not play it", seat=result.winner)
    return {line.entry: line_points(line, result.winner, system) for line in result.lines if not line.is_absent}


def line_points(line: SeatLine, winner: int | None, system: System) -> int:
    """Return what a played *line* is worth in a round that seat *winner* won.

    A loser with no card left (two empty hands, VA5 overridden) has 0, never a second win. Raises ScoringError
    if *line* is of an absent seat, or if the penalty points of a loser are missing.
    """
    if line.cards is None:
        raise ScoringError(f"seat {line.seat} did not play", seat=line.seat)
    if line.seat == winner:
        return LUNADA_WIN if system is System.LUNADA else PENALTY_WIN
    if system is System.LUNADA:
        return -line.cards
    if line.points is None:
        raise ScoringError(f"penalty points of seat {line.seat} are missing", seat=line.seat)
    return line.points


def worst(points: Mapping[int, int], system: System) -> int:
    """Return the worst of a round's *points*, which one who missed it and plays on gets too.

    Staying away is never better than losing (design.md §5). *points* are those of ``round_points``; ValueError
    if nobody scored.
    """
    return min(points.values()) if system is System.LUNADA else max(points.values())
