"""What we notice of a report beyond rules.md §7: VM1 to VM3 (docs/rules.md)."""

from __future__ import annotations

from collections.abc import Iterator

from championship.enums import Hands
from championship.selectors.standings import StageView
from championship.services.sent import RoundAddress, Sent
from engine.findings import Finding, Severity
from scoring.results import Outcome


def of_report(view: StageView, address: RoundAddress, sent: Sent) -> list[Finding]:
    """Return our own findings on a round that was won; the stage is read already, so nothing is asked again."""
    if sent.outcome is not Outcome.WON:
        return []
    return [*_is_the_next_table(view, address, sent), *_hands_are_missing(view, sent), *_was_claimed(sent)]


def _is_the_next_table(view: StageView, address: RoundAddress, sent: Sent) -> Iterator[Finding]:
    """VM1: winner and every count are those saved for the table before or after, in the same round.

    Most likely they were entered for the wrong table (bug report O08). ``values['table']`` names it.
    """
    counts = {line.seat: line.cards for line in sent.lines}
    for table in view.state.tables:
        result = table.result(address.place, address.number) if abs(table.number - address.table) == 1 else None
        if result is None or result.outcome is not Outcome.WON or result.winner != sent.winner:
            continue
        if {line.seat: line.cards for line in result.lines} == counts:
            yield Finding("VM1", Severity.WARNING, (), {"table": table.number})


def _hands_are_missing(view: StageView, sent: Sent) -> Iterator[Finding]:
    """VM2: the organiser asks for the cards themselves, and somebody's are not there."""
    if view.stage.championship.hands != Hands.REQUIRED:
        return
    missing = tuple(line.seat for line in sent.lines if line.cards and line.seat != sent.winner and not line.hand)
    if missing:
        yield Finding("VM2", Severity.OVERRIDE, missing)


def _was_claimed(sent: Sent) -> Iterator[Finding]:
    """VM3: a last card that was claimed does not win; its player takes four (rules.md §3.13.3)."""
    if sent.facts.get("said") == "claimed" and sent.winner is not None:
        yield Finding("VM3", Severity.HARD, (sent.winner,))
