"""What a report says about a played round, and reading it: it may come from anywhere and say anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import Any, TypeAlias, TypeGuard

from engine.errors import BadNotation, shown
from engine.findings import Finding, Severity
from engine.taki.cards import Card, parse_card

BySeat: TypeAlias = "Mapping[int, int | None] | Sequence[tuple[int, int | None]]"
"""Numbers by seat; given as pairs, a seat that is named twice can be seen."""

ByHand: TypeAlias = "Mapping[int, Sequence[Card | str] | None] | Sequence[tuple[int, Sequence[Card | str] | None]]"
"""Cards by seat."""

HIGHEST_SEAT = 99
"""Positions at a table count from 1; a number beyond this is a mistake, not a seat."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One report of one round, as somebody sent it: cards left and winner, the rest only if it was noted.

    Seats are positions at the table from 1, clockwise. The values need not make sense, nor be of these
    types: ``hands.check`` says so in findings.
    """

    lines: BySeat
    """Cards left by seat, None for a player who was absent or had withdrawn."""
    winner: int | None = None
    _: KW_ONLY
    seated: Sequence[int] | None = None
    """The seats this round is for, in a tie-break round those of the tied only; None: those of the lines."""
    is_called_off: bool = False
    """Stopped without a winner, a record of its own kind: counts may be missing (rules.md §5.1)."""

    last_card: Card | str | None = None
    """The winner's last card, or the CZ that gave the winner an empty hand; a card or its text form."""
    ends_run: bool = False
    """The last card was the last of a TAKI run."""
    direction: int | None = None
    """Final direction of play: +1 clockwise, -1 the other way."""
    chain_answers: Sequence[int] | int | None = None
    """Who answered the last card, a 2+, with a 2+ or K; or how many such answers there were."""
    is_broken: bool = False
    """The last card, a +3, was answered by a B3."""
    is_on_pending: bool = False
    """The last card, a +3, was laid on an active 2+."""

    turns: BySeat | None = None
    """Turns begun by seat: a skipped turn is none, one given back by a Stop or a +3 counts again (§7)."""
    plus3_laid: int | None = None
    """How often a +3 was laid, as a card or as a combination."""
    plus3_answers: Sequence[int] | None = None
    """Who answered a +3 out of turn, with B3, a combination or K: a seat once for each time."""
    penalties: int | None = None
    """How often somebody drew 4 for an undeclared last card."""
    is_exhausted: bool = False
    """Cards were owed that no pile could give (§3.14.2)."""
    was_reshuffled: bool = False
    """The discard pile became the draw pile at least once (§3.14.1)."""
    is_crazy_laid: bool | None = None
    """Whether a CZ was laid; None: nobody noted it."""
    duration_seconds: float | None = None

    hands: ByHand | None = None
    """The cards left by seat, cards or their text forms; None, or a seat left out: nobody wrote them down."""
    points: BySeat | None = None
    """Penalty points by seat, as they were reported (§5.2)."""
    pile: Sequence[Card | str] = ()
    """Cards known to lie in the discard pile, besides the last card and the top."""
    top: Card | str | None = None
    """The topmost card of the discard pile at the end."""
    is_declared: bool | None = None
    """Colour and "last card" were both declared before the last card, a CC, was laid (§4.2)."""
    is_pair: bool = False
    """The last card, a Plus, was laid on another one of its colour (§3.9.2, §3.9.5)."""
    crazy_by: int | None = None
    """Who laid the last card, a CZ."""
    plus3_by: int | None = None
    """Who laid the +3 that the last card, a B3, answered."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What of a report can be relied on; ``findings`` (VA1) say what cannot.

    ``report`` is the report without the facts that could not be read. ``seated`` are the seats the round is for,
    ``players`` those in the game when it ended, in seat order; ``counts``, ``turns``, ``hands`` and ``points`` leave
    out a seat whose value is missing or makes no sense. ``winner`` is None unless it is one of the players,
    ``last_card`` and ``top`` unless they are cards. A hand keeps what is no card in it, as text.
    """

    report: PlayedRound
    findings: tuple[Finding, ...]
    seated: tuple[int, ...]
    players: tuple[int, ...]
    counts: Mapping[int, int]
    turns: Mapping[int, int]
    winner: int | None
    last_card: Card | None
    hands: Mapping[int, tuple[Card | str, ...]]
    points: Mapping[int, int]
    pile: tuple[Card, ...]
    top: Card | None

    @property
    def is_complete(self) -> bool:
        """Whether the count of every player is known."""
        return len(self.counts) == len(self.players)

    @property
    def losers(self) -> tuple[int, ...]:
        """The players but the winner, in seat order; nobody without a winner."""
        return () if self.winner is None else tuple(seat for seat in self.players if seat != self.winner)


def read(report: PlayedRound, most_players: int) -> Reading:
    """Return what *report* says as far as it makes sense, with its findings VA1 (rules.md §7.1). Never raises.

    Their values: ``field`` of PlayedRound, and ``problem``: ``unreadable`` (with ``value``), ``missing``,
    ``twice``, ``not_seated``, or ``players`` for fewer than 2 or more than *most_players* in the game.
    """
    found = _Found()
    report = _without_unreadable_facts(report, found)
    lines = _by_seat("lines", report.lines, found)
    seated = tuple(sorted(lines if report.seated is None else _seats("seated", report.seated, found)))
    missing = () if report.is_called_off else tuple(seat for seat in seated if seat not in lines)
    for seat in missing:
        found.add("missing", "lines", seat)
    counts = _counts("lines", lines, seated, found)
    players = tuple(seat for seat in seated if lines.get(seat) is not None or seat in missing)
    if not report.is_called_off and not 2 <= len(players) <= most_players:
        found.add("players", "lines", players=len(players), at_least=2, at_most=most_players)
    turns = _by_seat("turns", () if report.turns is None else report.turns, found)
    turns_begun = _counts("turns", turns, seated, found)
    report = _with_seats_of(seated, report, found)
    points = _by_seat("points", () if report.points is None else report.points, found)
    has_winner = not report.is_called_off and _is_seat(report.winner) and report.winner in players
    return Reading(
        report=report,
        seated=seated,
        players=players,
        counts=counts,
        turns=turns_begun,
        winner=report.winner if has_winner else None,
        last_card=_card(report.last_card),
        hands=_hands(report.hands, seated, found),
        points=_wholes("points", points, seated, found, _is_integer),
        pile=_pile(report.pile, found),
        top=_top(report.top, found),
        findings=tuple(found),  # last: the others add to it
    )


class _Found(list[Finding]):
    """The findings VA1 of one reading, in the order in which they turn up."""

    def add(self, problem: str, name: str, seat: int | None = None, /, **values: object) -> None:
        seats = () if seat is None else (seat,)
        self.append(Finding("VA1", Severity.HARD, seats, {"problem": problem, "field": name, **values}))


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: object) -> TypeGuard[int]:
    return _is_integer(value) and value >= 0


def _is_seat(value: object) -> TypeGuard[int]:
    return _is_integer(value) and 1 <= value <= HIGHEST_SEAT


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, tuple | list | range)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


# Facts that are read by themselves: when each is readable. An unreadable one counts as not noted.
_FACTS: Mapping[str, Callable[[object], bool]] = {
    "is_called_off": _is_flag,
    "ends_run": _is_flag,
    "direction": lambda value: value is None or (_is_integer(value) and value in (1, -1)),
    "chain_answers": lambda value: value is None or _is_count(value) or _is_list(value),
    "is_broken": _is_flag,
    "is_on_pending": _is_flag,
    "plus3_laid": lambda value: value is None or _is_count(value),
    "plus3_answers": lambda value: value is None or _is_list(value),
    "penalties": lambda value: value is None or _is_count(value),
    "is_exhausted": _is_flag,
    "was_reshuffled": _is_flag,
    "is_crazy_laid": lambda value: value is None or _is_flag(value),
    "duration_seconds": lambda value: value is None or _is_integer(value) or isinstance(value, float),
    "is_pair": _is_flag,
    "is_declared": lambda value: value is None or _is_flag(value),
    "crazy_by": lambda value: value is None or _is_seat(value),
    "plus3_by": lambda value: value is None or _is_seat(value),
}
_NOT_NOTED = {fact.name: fact.default for fact in fields(PlayedRound) if fact.name in _FACTS}


def _without_unreadable_facts(report: PlayedRound, found: _Found) -> PlayedRound:
    unreadable = []
    for name, is_readable in _FACTS.items():
        value = getattr(report, name)
        if value is not _NOT_NOTED[name] and not is_readable(value):
            unreadable.append(name)
    for name in unreadable:
        found.add("unreadable", name, value=shown(getattr(report, name)))
    changes: dict[str, Any] = {name: _NOT_NOTED[name] for name in unreadable}
    return replace(report, **changes) if changes else report


_AMBIGUOUS = object()
"""Stands for the number of a seat that was named twice."""


def _by_seat(name: str, given: object, found: _Found) -> dict[int, object]:
    """Return what was given by seat: a mapping, or pairs of which two may name the same seat."""
    if isinstance(given, Mapping):
        given = tuple(given.items())
    if not _is_list(given):
        found.add("unreadable", name, value=shown(given))
        return {}
    numbers: dict[int, object] = {}
    for item in given:
        if not _is_list(item) or len(item) != 2:
            found.add("unreadable", name, value=shown(item))
        elif not _is_seat(item[0]):
            found.add("unreadable", name, value=shown(item[0]))
        elif item[0] in numbers:
            if numbers[item[0]] is not _AMBIGUOUS:
                found.add("twice", name, item[0])
            numbers[item[0]] = _AMBIGUOUS
        else:
            numbers[item[0]] = item[1]
    return numbers


def _seats(name: str, given: object, found: _Found) -> dict[int, None]:
    """Return the seats of a list, each once."""
    pairs = tuple((seat, None) for seat in given) if _is_list(given) else given
    return dict.fromkeys(_by_seat(name, pairs, found))


def _counts(name: str, numbers: Mapping[int, object], seated: Sequence[int], found: _Found) -> dict[int, int]:
    """Return the numbers that are counts, in seat order; None is no number and no mistake."""
    return _wholes(name, numbers, seated, found, _is_count)


def _wholes(
    name: str,
    numbers: Mapping[int, object],
    seated: Sequence[int],
    found: _Found,
    is_readable: Callable[[object], TypeGuard[int]],
) -> dict[int, int]:
    """Return the numbers that are readable, in seat order."""
    wholes = {}
    for seat in sorted(numbers):
        number = numbers[seat]
        if seat not in seated:
            found.add("not_seated", name, seat)
        elif is_readable(number):
            wholes[seat] = number
        elif number is not None and number is not _AMBIGUOUS:
            found.add("unreadable", name, seat, value=shown(number))
    return wholes


def _hands(given: object, seated: Sequence[int], found: _Found) -> dict[int, tuple[Card | str, ...]]:
    """Return the hands that are lists, in seat order."""
    hands = {}
    by_seat = _by_seat("hands", () if given is None else given, found)
    for seat in sorted(by_seat):
        hand = by_seat[seat]
        if seat not in seated:
            found.add("not_seated", "hands", seat)
        elif _is_list(hand):
            hands[seat] = tuple(_card(card) or str(shown(card)) for card in hand)
        elif hand is not None and hand is not _AMBIGUOUS:
            found.add("unreadable", "hands", seat, value=shown(hand))
    return hands


def _pile(given: object, found: _Found) -> tuple[Card, ...]:
    if not _is_list(given):
        found.add("unreadable", "pile", value=shown(given))
        return ()
    pile = []
    for text in given:
        if card := _card(text):
            pile.append(card)
        else:
            found.add("unreadable", "pile", value=shown(text))
    return tuple(pile)


def _top(given: object, found: _Found) -> Card | None:
    card = _card(given)
    if card is None and given is not None:
        found.add("unreadable", "top", value=shown(given))
    return card


def _with_seats_of(seated: Sequence[int], report: PlayedRound, found: _Found) -> PlayedRound:
    """Return *report* with its lists of seats free of what is no seat of this round."""
    changes: dict[str, Any] = {}
    for name in ("chain_answers", "plus3_answers"):
        if _is_list(given := getattr(report, name)):
            for seat in given:
                if not _is_seat(seat):
                    found.add("unreadable", name, value=shown(seat))
                elif seat not in seated:
                    found.add("not_seated", name, seat)
            changes[name] = tuple(seat for seat in given if _is_seat(seat) and seat in seated)
    for name in ("crazy_by", "plus3_by"):
        seat = getattr(report, name)
        if seat is not None and seat not in seated:
            found.add("not_seated", name, seat)
            changes[name] = None
    return replace(report, **changes) if changes else report


def _card(given: object) -> Card | None:
    """Return a card or what its text form stands for; None for anything else."""
    if given is None or isinstance(given, Card):
        return given
    try:
        return parse_card(given)
    except BadNotation:
        return None
