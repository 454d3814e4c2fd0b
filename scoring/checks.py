"""Findings that need the table: its size, its stage totals, its penalty points (rules.md §7.1: VA2, VA14, VA15).

What the cards alone can tell is ``engine.taki.hands``; the report service joins both lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.findings import Finding, Severity
from scoring.formats import StageFormat, System
from scoring.points import LUNADA_WIN, PENALTY_WIN, line_points
from scoring.results import ExitKind, Outcome, RoundResult, TableState

USUAL_SIZES = (4, 5)
"""Seats of a championship table; 3 and 6 are exceptions the organiser approves with the format (§6.4)."""

FLAT_10 = 10
"""The dearest card where every action card is worth 10 (``flat10``); 15 under ``flat10_15`` (§5.2)."""


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A seat's stage total and the number of its counted games: won rounds that it played and keeps."""

    seat: int
    total: int
    games: int


def check_report(
    table: TableState, stage: StageFormat, sent: RoundResult, *, dearest_card: int = FLAT_10
) -> list[Finding]:
    """Return what is noticed about *sent* once it stands at *table* in place of what counted for that round.

    *dearest_card* is the value of the edition's dearest card, for penalty points. Which lines a report must
    have and who may have no card left is not asked here (VA1, VA3–VA5: ``engine.taki.hands``).
    """
    if sent.outcome is Outcome.VOID:
        return []
    findings = []
    if sent.place == 0 and stage.system is System.LUNADA:
        findings += _check_size(table, stage, sent)
        findings += _check_stage_totals(table, stage, sent)
    if sent.outcome is Outcome.WON and stage.system is System.PENALTY:
        findings += check_penalty_points(sent, dearest_card=dearest_card)
    return findings


def check_totals(
    rows: Sequence[SeatTotal], *, rounds: int = 3, won: int | None = None, is_overridden: bool = False
) -> list[Finding]:
    """Return the VA14 findings on the stage totals of one table, reported or computed (rules.md §5.1, §7.1).

    *rounds* are the stage's regular rounds, *won* those with a winner (all, unless some were called off).
    Deciding games never enter. With *is_overridden* (VA5 was) the findings ask for a reason instead of
    refusing. ``values['reason']`` says which bound is broken:
    ``games`` or ``total`` of one seat; ``too_many_wins``, ``too_few_wins`` or ``sum`` of the table.
    """
    won = rounds if won is None else won
    severity = Severity.OVERRIDE if is_overridden else Severity.HARD
    findings = [
        Finding("VA14", severity, (row.seat,), {"reason": reason, "total": row.total, "games": row.games})
        for row in rows
        if (reason := _seat_problem(row, won))
    ]
    if findings:
        return findings
    seats = tuple(row.seat for row in rows)
    return [
        Finding("VA14", severity, seats, {"reason": reason, **values})
        for reason, values in _table_problems(rows, rounds, won)
    ]


def check_penalty_points(sent: RoundResult, *, dearest_card: int = FLAT_10) -> list[Finding]:
    """Return the VA15 findings: one −100, and for every loser cards ≤ points ≤ *dearest_card*·cards.

    The winner's points may be left out, or be the 0 of the empty hand. A loser's may be left out in a
    tie-break round alone, which is ranked by cards.
    """
    findings = []
    for line in sent.lines:
        if line.cards is None:
            continue
        if line.seat == sent.winner:
            fits, low, high = line.points in (None, 0, PENALTY_WIN), PENALTY_WIN, PENALTY_WIN
        else:
            low, high = line.cards, dearest_card * line.cards
            fits = sent.place > 0 if line.points is None else low <= line.points <= high
        if not fits:
            values = {"points": line.points, "cards": line.cards, "low": low, "high": high}
            findings.append(Finding("VA15", Severity.HARD, (line.seat,), values))
    return findings


def _check_size(table: TableState, stage: StageFormat, sent: RoundResult) -> list[Finding]:
    """VA2: 4–5 at the table, or the 3 or 6 that its format has; not asked once somebody left or was moved away."""
    size = len(table.entries)
    planned = stage.sizes[table.number - 1] if table.number <= len(stage.sizes) else None
    has_gap = None in table.seats or any(left.after_round < sent.number for left in table.exits)
    if size in USUAL_SIZES or size == planned or has_gap:
        return []
    return [Finding("VA2", Severity.OVERRIDE, (), {"size": size, "planned": planned})]


def _check_stage_totals(table: TableState, stage: StageFormat, sent: RoundResult) -> list[Finding]:
    """VA14 on the totals that the table would end with; nothing is asked while a regular round is open."""
    results = {result.number: result for result in (*table.results, sent) if result.place == 0}  # sent is last
    counting = [r for r in results.values() if r.outcome is not Outcome.VOID and r.number <= stage.rounds]
    won = [result for result in counting if result.outcome is Outcome.WON]
    if len(counting) < stage.rounds or not all(map(_has_winner, won)):
        return []
    annulled = {left.entry for left in table.exits if left.kind is ExitKind.DISQUALIFICATION}
    points: dict[int, list[int]] = {line.seat: [] for result in counting for line in result.lines}
    for result in won:
        for line in result.lines:
            if not line.is_absent and line.entry not in annulled:
                points[line.seat].append(line_points(line, result.winner, stage.system))
    rows = [SeatTotal(seat, sum(games), len(games)) for seat, games in sorted(points.items())]
    return check_totals(rows, rounds=stage.rounds, won=len(won), is_overridden=any(map(_ended_level, won)))


def _has_winner(result: RoundResult) -> bool:
    """Whether the declared winner played; a report without one is refused by VA3."""
    return any(line.seat == result.winner and not line.is_absent for line in result.lines)


def _ended_level(result: RoundResult) -> bool:
    """Whether a loser has no card left either, which only an override of VA5 lets stand."""
    return any(line.cards == 0 and line.seat != result.winner for line in result.lines)


def _seat_problem(row: SeatTotal, won: int) -> str:
    """Which bound one seat's total breaks: t = 2k, or t ≤ 2k−3 (no 4 or 5 in three games); empty if none."""
    if not 0 <= row.games <= won:
        return "games"
    ceiling = LUNADA_WIN * row.games
    fits = row.total == ceiling or (row.games > 0 and row.total <= ceiling - 3)
    return "" if fits else "total"


def _least_wins(row: SeatTotal) -> int:
    """The fewest wins that give this total: with g wins, t = 2g − cards and cards ≥ k−g, so g ≥ (t+k)/3."""
    return max(0, -(-(row.total + row.games) // 3))


def _most_wins(row: SeatTotal) -> int:
    """All games if t = 2k, else all but one: a single loss can hold any number of cards."""
    return row.games if row.total == LUNADA_WIN * row.games else row.games - 1


def _table_problems(rows: Sequence[SeatTotal], rounds: int, won: int) -> Iterator[tuple[str, dict[str, int]]]:
    """Which bounds the table's totals break together, with the numbers that show it."""
    least = sum(map(_least_wins, rows))
    if least > won:
        yield "too_many_wins", {"wins": least, "games": won}
    if won == rounds and all(row.games == rounds for row in rows):  # else these two bounds are dropped (VA14)
        most = sum(map(_most_wins, rows))
        if most < won:
            yield "too_few_wins", {"wins": most, "games": won}
        total, bound = sum(row.total for row in rows), rounds * (3 - len(rows))
        if total > bound:
            yield "sum", {"total": total, "bound": bound}
