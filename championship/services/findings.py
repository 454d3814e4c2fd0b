"""What is noticed about a report: the cards' part by the engine, the table's by scoring (design.md §11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from championship.selectors.standings import StageView
from championship.services import own_findings
from championship.services.sent import RoundAddress, Sent, SentLine
from engine.errors import BadNotation
from engine.findings import Finding, Severity
from engine.taki import hands
from engine.taki.cards import parse_card, penalty
from engine.taki.editions import Edition, edition
from engine.taki.played import PlayedRound
from scoring import checks, consequence, standings
from scoring.formats import System
from scoring.results import Outcome, TableState

LIMITS = {"flat10": 10, "flat10_15": 15}
"""Value of the dearest card under each penalty scheme (rules.md §5.2)."""


def of_report(view: StageView, address: RoundAddress, sent: Sent) -> list[Finding]:
    """Return everything noticed about a report, by rule (rules.md §7.1, with hands §7.2 too); nothing is stored.

    A report whose lines cannot be (VA1) is not put to the checks that need them. Points that were not typed are
    those of the hand (``with_points``).
    """
    if sent.outcome is Outcome.VOID:
        return []
    table = view.state.table(address.table)
    rules = counting_edition(view)
    expected, players = seats_expected(view, address), table.players(address.place, address.number)
    played = PlayedRound(
        [(line.seat, line.cards) for line in sent.lines if not _is_gone(line, expected)],
        sent.winner,
        seated=expected,
        is_called_off=sent.outcome is Outcome.CALLED_OFF,
        hands=[(line.seat, line.hand) for line in sent.lines if line.hand is not None] or None,
        points=_typed_points(sent) if _has_points(view) else None,
        **_known(sent.facts),
    )
    found = [*hands.check(played, rules), *_wrong_players(sent, table, players)]
    if any(finding.code == "VA1" and finding.severity is Severity.HARD for finding in found):
        return found
    found += own_findings.of_report(view, address, sent)
    limit = LIMITS.get(rules.points, LIMITS["flat10"])
    counted = with_points(view, sent)
    of_table = checks.check_report(
        table,
        view.state.format,
        counted.result(address, table.players(address.place, address.number)),
        dearest_card=limit,
    )
    from_hands = {line.seat for line in sent.lines if line.points is None and line.hand is not None}
    return found + [each for each in of_table if each.code != "VA15" or not from_hands.issuperset(each.seats)]


def with_points(view: StageView, sent: Sent) -> Sent:
    """Return a report with the penalty points of hands for which nobody typed any, where they count (rules.md §5.2).

    The winner's are no sum of cards; a hand with something in it that is no card comes to nothing.
    """
    if not _has_points(view) or sent.outcome is not Outcome.WON:
        return sent
    scheme = counting_edition(view).points
    return replace(sent, lines=tuple(_with_points(line, sent.winner, scheme) for line in sent.lines))


def _with_points(line: SentLine, winner: int | None, scheme: str) -> SentLine:
    if line.points is not None or line.hand is None or line.seat == winner:
        return line
    try:
        return replace(line, points=penalty(map(parse_card, line.hand), scheme))
    except BadNotation:
        return line


def _typed_points(sent: Sent) -> list[tuple[int, int]] | None:
    return [(line.seat, line.points) for line in sent.lines if line.points is not None] or None


def _has_points(view: StageView) -> bool:
    """Whether hands are worth points of their own."""
    return view.state.format.system is System.PENALTY


def counting_edition(view: StageView) -> Edition:
    """Return the card rules in force; where hands have points and the edition counts none, with the usual ones."""
    rules = championship_edition(view)
    return replace(rules, points="flat10") if _has_points(view) and rules.points == "none" else rules


def championship_edition(view: StageView) -> Edition:
    """Return the card rules in force."""
    championship = view.stage.championship
    return edition(championship.edition, **championship.edition_flags)


def seats_expected(view: StageView, address: RoundAddress) -> tuple[int, ...] | None:
    """Return the seats that should have a line: all seated who had not left, in a tie-break round the level ones.

    None for a tie-break round that nobody owes: who played it is then what the report says.
    """
    table = view.state.table(address.table)
    gone = {exit_.entry for exit_ in table.exits if address.place or exit_.after_round < address.number}
    if address.place == 0:
        return tuple(seat for seat, entry in table.players(0, address.number).items() if entry not in gone)
    bare = consequence.without_result(view.state, address.table, (address.place, address.number))
    for tie in standings.of_table(bare.table(address.table), view.state.format).owed:
        if (tie.place, tie.number) == (address.place, address.number):
            return tuple(table.seat_of(entry) for entry in tie.entries)
    return None


def _is_gone(line: SentLine, expected: tuple[int, ...] | None) -> bool:
    """Whether a line only says that somebody who left is absent."""
    return line.cards is None and expected is not None and line.seat not in expected


def _wrong_players(sent: Sent, table: TableState, players: Mapping[int, int]) -> list[Finding]:
    """VA1 for lines of players who do not sit where the report says, and for seats nobody has."""
    found = []
    for line in sent.lines:
        if not isinstance(line.seat, int) or not 1 <= line.seat <= len(table.seats):
            found.append(Finding("VA1", Severity.HARD, (line.seat,), {"why": "no_such_seat"}))
        elif line.seat not in players:
            found.append(Finding("VA1", Severity.HARD, (line.seat,), {"why": "seat_is_empty"}))
        elif line.entry is not None and line.entry != players[line.seat]:
            found.append(Finding("VA1", Severity.HARD, (line.seat,), {"why": "sits_elsewhere", "entry": line.entry}))
    return found


def _known(facts: Mapping[str, object]) -> dict[str, Any]:
    """The facts of a report that the engine asks for; turns arrive with text keys from JSON."""
    known: dict[str, Any] = {name: value for name, value in facts.items() if name in FACTS}
    turns = known.get("turns")
    if isinstance(turns, Mapping):
        known["turns"] = {int(seat): count for seat, count in turns.items() if str(seat).isdecimal()}
    return known


ANSWERS: Mapping[str, tuple[str, ...]] = {
    "VA5": ("is_exhausted",),
    "VA7": ("was_reshuffled", "is_crazy_laid"),
    "VA9": ("chain_answers", "ends_run", "is_exhausted"),
    "VA10": ("is_on_pending", "is_exhausted"),
    "VB3": ("chain_answers",),
    "VB6": ("chain_answers", "ends_run"),
    "VB7": ("is_declared",),
    "VB8": ("is_pair",),
    "VB10": ("is_exhausted",),
}
"""Facts that explain what a rule found, if they were so (rules.md §7): a referee is asked for these and no others."""


def facts_asked(found: Iterable[Finding], rules: Edition) -> tuple[str, ...]:
    """Return the facts that would explain what was *found*, of those that can be so under *rules*, in order."""
    possible = {
        "ends_run": rules.run_two_plus == "void",
        "is_on_pending": rules.plus3_on_pending == "keeps_chain",
        "is_crazy_laid": rules.crazy != "none",
        "is_pair": rules.plus_mode == "pair_only",
        "chain_answers": rules.win_timing == "on_resolution",
    }
    asked = [fact for finding in found for fact in ANSWERS.get(finding.code, ()) if possible.get(fact, True)]
    return tuple(dict.fromkeys(asked))


FACTS = (
    "last_card",
    "ends_run",
    "direction",
    "chain_answers",
    "is_broken",
    "is_on_pending",
    "turns",
    "plus3_laid",
    "plus3_answers",
    "penalties",
    "is_exhausted",
    "was_reshuffled",
    "is_crazy_laid",
    "duration_seconds",
    "is_pair",
    "is_declared",
    "crazy_by",
    "plus3_by",
    "top",
    "pile",
)
"""What a round may tell beyond winner and cards left (``engine.taki.played.PlayedRound``)."""
