"""Level B of checking a report: the cards themselves that are left, VB1 to VB12 (rules.md §7.2).

Asked of reports with hands only; what they say of the last card holds for a round with a winner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from engine.errors import shown
from engine.findings import Finding, Severity
from engine.taki.cards import Card, Sign, penalty
from engine.taki.editions import Edition
from engine.taki.played import Reading

MOST_CARDS = 12
"""So many texts of one hand a finding names at most."""
OWED_FOR_PLUS_THREE = 3
"""Cards that whoever laid a broken +3 has at least (rules.md §3.8.3)."""


def last_card(reading: Reading, edition: Edition) -> Card | None:
    """Return the last card if it was given and is in the deck."""
    return reading.last_card if reading.last_card in edition.cards else None


def neighbours(seat: int, reading: Reading) -> tuple[int, ...]:
    """Return who may be next to *seat*, one of the players: with the final direction unknown, either side."""
    seats = reading.players
    place = seats.index(seat)
    steps = (1, -1) if reading.report.direction is None else (reading.report.direction,)
    return tuple(sorted({seats[(place + step) % len(seats)] for step in steps}))


def _cards_are_in_the_deck(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB1, a finding for each hand, for the pile and for the top. ``problem``: ``not_a_card``, ``not_in_deck``."""
    where: list[tuple[str, tuple[int, ...], tuple[Card | str, ...]]] = [
        *(("hands", (seat,), hand) for seat, hand in reading.hands.items()),
        ("pile", (), reading.pile),
        ("top", (), () if reading.top is None else (reading.top,)),
    ]
    in_deck = edition.cards
    for field, seats, cards in where:
        strange = [card for card in cards if isinstance(card, str)]
        foreign = [str(card) for card in cards if card not in in_deck and isinstance(card, Card)]
        for problem, texts in (("not_a_card", strange), ("not_in_deck", foreign)):
            if texts:
                values = {"problem": problem, "field": field, "cards": texts[:MOST_CARDS]}
                yield Finding("VB1", Severity.HARD, seats, values)


def _hands_hold_no_copy_too_many(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB2, a finding for each card, at the seats that hold it."""
    in_deck = edition.cards
    for card, held in _in_hands(reading, edition).items():
        copies = in_deck[card]
        if held > copies:
            values = {"card": str(card), "held": held, "copies": copies}
            yield Finding("VB2", Severity.HARD, _holders(card, reading), values)


def _pile_leaves_no_copy_too_many(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB3, a finding for each card known to lie in the pile, at the seats that hold it.

    A last 2+ that others covered may have been dealt out again: then a reason will do.
    """
    last = None if reading.report.is_called_off else last_card(reading, edition)
    in_pile = Counter(card for card in reading.pile if card in edition.cards)
    if (top := reading.top) is not None and top in edition.cards and top != last:
        in_pile[top] += 1
    is_covered = last is not None and last.sign is Sign.TWO_PLUS and bool(reading.report.chain_answers)
    for card in in_pile if last is None else dict.fromkeys((*in_pile, last)):
        held = sum(hand.count(card) for hand in reading.hands.values())
        lying, copies = in_pile[card], edition.cards[card]
        is_last = card == last
        if held + lying + is_last > copies:
            may_be_back = is_last and is_covered and held + lying <= copies
            severity = Severity.OVERRIDE if may_be_back else Severity.HARD
            values = {"card": str(card), "held": held, "in_pile": lying + is_last, "copies": copies}
            yield Finding("VB3", severity, _holders(card, reading), values)


def _hands_have_the_reported_size(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB4; somebody absent has no hand. A count that nobody can read contradicts nothing."""
    for seat, hand in reading.hands.items():
        cards = reading.counts.get(seat)
        is_unknown = cards is None and (seat in reading.players or reading.report.is_called_off)
        if not is_unknown and len(hand) != (cards or 0):
            yield Finding("VB4", Severity.HARD, (seat,), {"cards": shown(cards), "hand": len(hand)})


def _nobody_could_have_broken(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB5: to break is no duty, and the B3 may be one of the three drawn."""
    last = last_card(reading, edition)
    if last is None or last.sign is not Sign.PLUS_THREE or reading.report.is_broken:
        return
    holders = tuple(seat for seat in reading.losers if _holds(seat, {Sign.BREAK_THREE}, reading))
    if holders:
        yield Finding("VB5", Severity.WARNING, holders)


def _next_could_not_answer(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB6: to answer is no duty either. Not asked where no answer was possible, or where one is recorded."""
    last, report = last_card(reading, edition), reading.report
    if last is None or last.sign is not Sign.TWO_PLUS or reading.winner is None or not reading.losers:
        return
    is_void = report.ends_run and edition.run_two_plus == "void"
    if is_void or report.chain_answers or edition.win_timing == "immediate":
        return
    following = neighbours(reading.winner, reading)
    if all(_holds(seat, {Sign.TWO_PLUS, Sign.KING}, reading) for seat in following):
        yield Finding("VB6", Severity.WARNING, following)


def _last_cc_was_declared(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB7."""
    last = last_card(reading, edition)
    if last is None or last.sign is not Sign.CHANGE_COLOUR or edition.cc_last != "both_declarations":
        return
    if not reading.report.is_declared:
        yield Finding("VB7", Severity.OVERRIDE, _winner(reading), {"is_declared": reading.report.is_declared})


def _last_card_is_no_plus(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB8: but the upper one of a pair, if the report says so and both of that colour can lie in the pile.

    Its ``problem``: ``alone``; or ``not_a_pair`` where two were laid by the report, and the other one is in a hand.
    """
    last = last_card(reading, edition)
    if last is None or last.sign is not Sign.PLUS:
        return
    is_pair = edition.plus_mode == "pair_only" and reading.report.is_pair
    laid = edition.cards[last] - sum(hand.count(last) for hand in reading.hands.values())
    if not is_pair or laid < 2:
        values = {"problem": "not_a_pair" if is_pair else "alone", "last_card": str(last)}
        yield Finding("VB8", Severity.HARD, _winner(reading), values)


def _crazy_went_to_a_neighbour(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB9. Its ``problem``: ``not_neighbour`` or ``layer_empty``."""
    last, layer = last_card(reading, edition), reading.report.crazy_by
    if last is None or last.sign is not Sign.CRAZY or layer not in reading.players:
        return
    if reading.winner is not None and reading.winner not in neighbours(layer, reading):
        values = {"problem": "not_neighbour", "layer": layer}
        yield Finding("VB9", Severity.HARD, (reading.winner,), values)
    if reading.counts.get(layer) == 0:
        yield Finding("VB9", Severity.HARD, (layer,), {"problem": "layer_empty", "layer": layer})


def _last_b3_answered_a_plus_three(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB10. Its ``problem``: ``no_plus3``, hard, or ``thrower``, who took three unless the piles had none."""
    last, report = last_card(reading, edition), reading.report
    if last is None or last.sign is not Sign.BREAK_THREE or reading.winner is None:
        return
    is_unanswered = report.plus3_answers is not None and reading.winner not in report.plus3_answers
    if report.plus3_laid == 0 or is_unanswered or report.plus3_by == reading.winner:
        yield Finding("VB10", Severity.HARD, (reading.winner,), {"problem": "no_plus3"})
        return
    throwers = reading.losers if report.plus3_by not in reading.losers else (report.plus3_by,)
    owed = OWED_FOR_PLUS_THREE
    if throwers and not report.is_exhausted and all(reading.counts.get(seat, owed) < owed for seat in throwers):
        yield Finding("VB10", Severity.OVERRIDE, throwers, {"problem": "thrower", "at_least": owed})


def _points_are_those_of_the_hands(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB11. The winner's are no sum of cards (VA15)."""
    if edition.points == "none":
        return
    for seat, points in reading.points.items():
        hand = reading.hands.get(seat)
        if hand is None or seat == reading.winner:
            continue
        cards = [card for card in hand if isinstance(card, Card)]
        if len(cards) == len(hand) and points != (expected := penalty(cards, edition.points)):
            yield Finding("VB11", Severity.HARD, (seat,), {"points": shown(points), "expected": expected})


def _top_is_the_last_card(reading: Reading, edition: Edition) -> Iterator[Finding]:
    """VB12, or what others answered it with."""
    last, top = last_card(reading, edition), reading.top
    if last is None or top is None or top == last or top.sign in _answers(last, reading, edition):
        return
    yield Finding("VB12", Severity.OVERRIDE, (), {"top": str(top), "last_card": str(last)})


def _answers(last: Card, reading: Reading, edition: Edition) -> frozenset[Sign]:
    """Return the signs of what may lie on the last card by what the report tells."""
    report = reading.report
    if last.sign is Sign.TWO_PLUS and report.chain_answers:
        if edition.plus3_on_pending in (None, "forbidden"):
            return frozenset({Sign.TWO_PLUS, Sign.KING})
        return frozenset({Sign.TWO_PLUS, Sign.KING, Sign.PLUS_THREE, Sign.BREAK_THREE})
    if last.sign is Sign.PLUS_THREE and report.is_broken:
        return frozenset({Sign.BREAK_THREE})
    if last.sign is Sign.PLUS_THREE and edition.king_shields_plus3 and report.plus3_answers:
        return frozenset({Sign.KING})
    return frozenset()


def _in_hands(reading: Reading, edition: Edition) -> Counter[Card]:
    """Return how often each card of the deck stands in the hands."""
    in_deck = edition.cards
    held = Counter(card for hand in reading.hands.values() for card in hand if isinstance(card, Card))
    return Counter({card: count for card, count in held.items() if card in in_deck})


def _holders(card: Card, reading: Reading) -> tuple[int, ...]:
    return tuple(seat for seat, hand in reading.hands.items() if card in hand)


def _holds(seat: int, signs: set[Sign], reading: Reading) -> bool:
    return any(isinstance(card, Card) and card.sign in signs for card in reading.hands.get(seat, ()))


def _winner(reading: Reading) -> tuple[int, ...]:
    return () if reading.winner is None else (reading.winner,)


Rule: TypeAlias = Callable[[Reading, Edition], Iterator[Finding]]
RULES: Mapping[str, Rule] = {
    "VB1": _cards_are_in_the_deck,
    "VB2": _hands_hold_no_copy_too_many,
    "VB3": _pile_leaves_no_copy_too_many,
    "VB4": _hands_have_the_reported_size,
    "VB5": _nobody_could_have_broken,
    "VB6": _next_could_not_answer,
    "VB7": _last_cc_was_declared,
    "VB8": _last_card_is_no_plus,
    "VB9": _crazy_went_to_a_neighbour,
    "VB10": _last_b3_answered_a_plus_three,
    "VB11": _points_are_those_of_the_hands,
    "VB12": _top_is_the_last_card,
}
"""The rules of level B, in order."""
NOT_IF_CALLED_OFF = frozenset({"VB5", "VB6", "VB7", "VB8", "VB9", "VB10", "VB12"})
"""Those about a last card, which a round that was called off does not have."""
