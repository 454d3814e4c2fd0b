"""Checking a report of a played round: what cannot be right, what needs a reason, what is odd (rules.md §7).

Level A, counts only: VA1, VA3 to VA13 and VA16; what needs points or the table (VA2, VA14, VA15) is scoring's. Level
B, with the cards themselves, is engine.taki.hands_left; level C, with a log, engine.taki.log_check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.errors import shown
from engine.findings import Finding, Severity
from engine.taki.cards import Card, Colour, Sign
from engine.taki.editions import Edition
from engine.taki.hands_left import NOT_IF_CALLED_OFF, RULES, Rule, last_card, neighbours
from engine.taki.outcome import can_win_by
from engine.taki.plain import is_plain
from engine.taki.played import PlayedRound, Reading, read

__all__ = ["PlayedRound", "check"]

HAND = 8
"""Cards dealt to each player (rules.md §3.2)."""
MANY_CARDS = 30
"""More than this left in a hand is worth a second look (VA16)."""
SHORT_GAME = 60
"""Seconds; a shorter game is worth a second look (VA16)."""


def check(report: PlayedRound, edition: Edition) -> list[Finding]:
    """Return everything that is wrong or odd about *report* under *edition*, in the order of the rules.

    Never raises, whatever the report holds. A rule is judged only where what it needs was given: an unreadable
    count is a VA1 and nothing is concluded from it. A round called off is not asked what is about a winner (rules.md
    §5.1). Level B is asked where hands were given. Severities are those of §7.
    """
    if is_plain(report, edition):
        return []
    reading = read(report, edition.most_players)
    findings = list(reading.findings)
    rules = _WITH_HANDS if reading.hands else _RULES
    for code, rule in rules.items():
        if not reading.report.is_called_off or code not in _NOT_IF_CALLED_OFF:
            findings += rule(reading, edition)
    return findings


def _winner_has_no_cards(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA3. Its ``problem``: ``no_winner``, ``not_playing`` or ``has_cards``."""
    if reading.winner is None:
        if reading.report.winner is None:
            yield Finding("VA3", Severity.HARD, (), {"problem": "no_winner"})
        else:
            winner = shown(reading.report.winner)
            yield Finding("VA3", Severity.HARD, (), {"problem": "not_playing", "winner": winner})
    elif cards := reading.counts.get(reading.winner):
        yield Finding("VA3", Severity.HARD, (reading.winner,), {"problem": "has_cards", "cards": shown(cards)})


def _somebody_has_no_cards(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA4."""
    if reading.is_complete and 0 not in reading.counts.values():
        yield Finding("VA4", Severity.HARD)


def _only_one_has_no_cards(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA5: several empty hands can come of a chain of last 2+, or where owed cards could not be drawn."""
    empty = tuple(seat for seat, cards in reading.counts.items() if cards == 0)
    if len(empty) > 1:
        is_impossible = edition.win_timing == "immediate" and not reading.report.is_exhausted
        yield Finding("VA5", Severity.HARD if is_impossible else Severity.OVERRIDE, empty)


def _cards_exist(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA6: the top card lies on the pile."""
    total, most = sum(reading.counts.values()), edition.deck_size - 1
    if total > most:
        yield Finding("VA6", Severity.HARD, (), {"total": shown(total), "at_most": most})


def _cards_were_laid(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA7: so do the opening card and the winner's eight, unless they came back or hands were passed."""
    came_back = reading.report.was_reshuffled or reading.report.is_exhausted
    total, most = sum(reading.counts.values()), edition.deck_size - 1 - HAND
    if total > most and not came_back and not _is_crazy_recorded(reading, edition):
        yield Finding("VA7", Severity.WARNING, (), {"total": shown(total), "at_most": most})


def _last_card_can_win(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA8. Its ``problem``: ``not_a_card``, ``not_in_deck``, ``cannot_win`` or ``broken`` (a +3 answered by B3)."""
    if reading.report.last_card is None:
        return
    last = last_card(reading, edition)
    if reading.last_card is None:
        problem = "not_a_card"
    elif last is None:
        problem = "not_in_deck"
    elif not can_win_by(last.sign, edition, len(reading.players)):
        problem = "cannot_win"
    elif last.sign == Sign.PLUS_THREE and reading.report.is_broken:
        problem = "broken"
    else:
        return
    given = shown(reading.report.last_card) if reading.last_card is None else str(reading.last_card)
    seats = () if reading.winner is None else (reading.winner,)
    values = {"problem": problem, "last_card": given, "players": len(reading.players)}
    yield Finding("VA8", Severity.HARD, seats, values)


def _next_drew_for_2plus(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA9: who comes after a last 2+ had a card and drew two, unless the 2+ was void, answered or unpayable."""
    last, report = last_card(reading, edition), reading.report
    if reading.winner is None or not reading.losers or last is None or last.sign != Sign.TWO_PLUS:
        return
    is_void = report.ends_run and edition.run_two_plus == "void"
    if is_void or report.chain_answers or report.is_exhausted:
        return
    following = neighbours(reading.winner, reading)
    if all(reading.counts.get(seat, 3) < 3 for seat in following):
        yield Finding("VA9", Severity.OVERRIDE, following, {"at_least": 3})


def _others_drew_for_plus3(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA10: after an unbroken last +3 every loser had a card and drew three, unless the piles or a chain forbade."""
    last, report = last_card(reading, edition), reading.report
    if last is None or last.sign != Sign.PLUS_THREE or report.is_broken or report.is_exhausted:
        return
    if report.is_on_pending and edition.plus3_on_pending == "keeps_chain":
        return
    short = tuple(seat for seat in reading.losers if reading.counts.get(seat, 4) < 4)
    if short:
        yield Finding("VA10", Severity.OVERRIDE, short, {"at_least": 4})


def _winner_had_a_turn(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA11: unless the last card was laid out of turn (B3, a counter), or a CZ brought an empty hand."""
    if reading.winner is None or reading.turns.get(reading.winner) != 0:
        return
    last, given = last_card(reading, edition), reading.report.last_card
    by_break = last is not None and last.sign == Sign.BREAK_THREE
    by_counter = edition.plus_three == "combination" and (given is None or (last and last.sign == Sign.THREE))
    by_crazy = _may_be_crazy(reading, edition) and (given is None or (last and last.sign == Sign.CRAZY))
    if not (by_break or by_counter or by_crazy):
        yield Finding("VA11", Severity.HARD, (reading.winner,), {"turns": 0})


def _idle_seats_keep_their_hand(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA12: without a turn of one's own only what answers a +3 can be shed; not asked where hands may have moved."""
    if _may_be_crazy(reading, edition):
        return
    for seat, turns in reading.turns.items():
        at_least = HAND - _most_shed(seat, reading, edition)
        if turns == 0 and reading.counts.get(seat, at_least) < at_least:
            values = {"cards": reading.counts[seat], "at_least": at_least}
            yield Finding("VA12", Severity.HARD, (seat,), values)


def _nobody_drew_too_much(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA13: at most all 2+ of the deck drawn for in each turn; judged where +3 and penalties were counted."""
    plus3_laid = 0 if edition.plus_three == "none" else reading.report.plus3_laid
    penalties = reading.report.penalties
    if plus3_laid is None or penalties is None or _may_be_crazy(reading, edition):
        return
    longest_chain = len(Colour) * edition.cards[Card(Sign.TWO_PLUS, Colour.RED)]
    for seat, turns in reading.turns.items():
        at_most = HAND + turns * 2 * longest_chain + 3 * plus3_laid + 4 * penalties
        cards = reading.counts.get(seat, 0)
        if cards > at_most:
            yield Finding("VA13", Severity.WARNING, (seat,), {"cards": shown(cards), "at_most": shown(at_most)})


def _nothing_is_odd(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VA16. Its ``problem``, a finding for each: ``many_cards``, ``all_equal`` or ``short`` (``seconds``)."""
    many = tuple(seat for seat, cards in reading.counts.items() if cards > MANY_CARDS)
    if many:
        yield Finding("VA16", Severity.WARNING, many, {"problem": "many_cards", "more_than": MANY_CARDS})
    losers = reading.losers
    if len(losers) >= 2 and reading.is_complete and len({reading.counts[seat] for seat in losers}) == 1:
        values = {"problem": "all_equal", "cards": shown(reading.counts[losers[0]])}
        yield Finding("VA16", Severity.WARNING, losers, values)
    seconds = reading.report.duration_seconds
    if seconds is not None and not seconds >= SHORT_GAME:
        values = {"problem": "short", "seconds": shown(seconds), "at_least": SHORT_GAME}
        yield Finding("VA16", Severity.WARNING, (), values)


_RULES: Mapping[str, Rule] = {
    "VA3": _winner_has_no_cards,
    "VA4": _somebody_has_no_cards,
    "VA5": _only_one_has_no_cards,
    "VA6": _cards_exist,
    "VA7": _cards_were_laid,
    "VA8": _last_card_can_win,
    "VA9": _next_drew_for_2plus,
    "VA10": _others_drew_for_plus3,
    "VA11": _winner_had_a_turn,
    "VA12": _idle_seats_keep_their_hand,
    "VA13": _nobody_drew_too_much,
    "VA16": _nothing_is_odd,
}
_WITH_HANDS: Mapping[str, Rule] = {**_RULES, **RULES}
_NOT_IF_CALLED_OFF = NOT_IF_CALLED_OFF | {"VA3", "VA4", "VA5", "VA8", "VA9", "VA10"}


def _is_crazy_recorded(reading: Reading, edition: Edition) -> bool:
    """Whether a CZ is known to have been laid."""
    last = last_card(reading, edition)
    return edition.crazy != "none" and bool(reading.report.is_crazy_laid or (last and last.sign == Sign.CRAZY))


def _may_be_crazy(reading: Reading, edition: Edition) -> bool:
    """Whether hands may have been passed by a CZ."""
    is_unknown = edition.crazy != "none" and reading.report.is_crazy_laid is None
    return is_unknown or _is_crazy_recorded(reading, edition)


def _most_shed(seat: int, reading: Reading, edition: Edition) -> int:
    """Return how many cards *seat* can have laid out of turn: what was noted, or else what the deck allows.

    A B3 (or, where it shields, a K) is one card. A combination is two, and only answers another one.
    """
    answers = reading.report.plus3_answers
    if edition.plus_three == "combination":
        if answers is not None:
            return 2 * answers.count(seat)
        copies = edition.cards[Card(Sign.PLUS, Colour.RED)]
        return 2 * (len(Colour) * copies // 2)
    if edition.plus_three == "none":
        return 0
    if answers is not None:
        return answers.count(seat)
    shields = edition.cards[Card(Sign.KING)] if edition.king_shields_plus3 else 0
    return edition.cards[Card(Sign.BREAK_THREE)] + shields
