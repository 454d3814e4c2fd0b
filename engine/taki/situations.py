"""What a position is besides cards and seats, and what it lets a hand do (rules.md §3.1, §3.4).

A ``Situation`` is a phase with its lead, its open run and what is owed; equal ones are the same object, made once.
Each has a mask, which ANDed with a hand gives the moves it may make, and remembers what each move leads to.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from engine.taki import holding, moves
from engine.taki.cards import Sign
from engine.taki.editions import Edition
from engine.taki.holding import COLOURED, IN_COLOUR, IN_TYPE, PLUSES
from engine.taki.moves import CARDS, CARDS_OF, DECLARABLE, LAYING, MOVES, Move


class Phase(StrEnum):
    """The phases of rules.md §3.4; AFTER_DRAW exists only under ``drawn_playable=same_turn``."""

    TURN = "TURN"
    PENDING2 = "PENDING2"
    OPEN = "OPEN"
    RUN = "RUN"
    AFTER_PLUS = "AFTER_PLUS"
    AFTER_KING = "AFTER_KING"
    AFTER_DRAW = "AFTER_DRAW"
    PLUS3 = "PLUS3"
    CLAIM = "CLAIM"
    OVER = "OVER"


NONE = -1
"""Stands for no colour, no figure, no run, no card."""


class Facts(NamedTuple):
    """What tells one situation from another."""

    phase: Phase
    colour: int
    """The lead's colour, NONE if it is free."""
    figure: int
    """The lead's type of card, NONE under a CC or a free lead."""
    is_free: bool
    kept: tuple[int, ...]
    """The cards that stay on the discard pile whatever happens: the last that is not transparent, and those on it."""
    run: int = NONE
    """The colour of the open run. In RUN the seat to act owns it."""
    pending: int = 0
    """Unanswered 2+ cards."""
    threes: int = 0
    """The +3 cards added to their chain (``adds_three``)."""
    is_covered: bool = False
    """In RUN, the Plus on top covers another (``pair_only``)."""
    drawn: int = NONE
    """In AFTER_DRAW, the card that may be laid."""
    then: Phase | None = None
    """In AFTER_DRAW, the phase it was drawn in. In CLAIM, the phase in which play would go on."""

    @property
    def top(self) -> int:
        """The topmost card."""
        return self.kept[-1]


Step: TypeAlias = "tuple[int, Situation, int, int, int, int, int]"
"""What a move leads to: effects, the next situation, seats to go on by, cards to take; then three numbers that take
a laid card from a hand (engine.taki.holding): the bits of its further copies, what one of them and the first add."""


class Situation:
    """Some facts under some rules; made by ``Rules.situation`` only."""

    __slots__ = ("after", "facts", "mask", "rules")

    def __init__(self, rules: Rules, facts: Facts) -> None:
        self.rules = rules
        self.facts = facts
        self.mask = _mask(rules, facts)
        self.after: dict[int, Step] = {}
        """By move, what it leads to; filled by engine.taki.effects."""

    def but(self, **changes: Any) -> Situation:
        """Return the situation with some facts changed."""
        return self.rules.situation(self.facts._replace(**changes))

    def __repr__(self) -> str:
        return f"<Situation {self.facts}>"


class Rules:
    """An edition in the form that play needs, for two players left or for more; made by ``rules`` only."""

    __slots__ = (
        "cards",
        "copies",
        "edition",
        "few",
        "first",
        "forbidden_last",
        "has_combos",
        "has_deadline",
        "has_open_claims",
        "has_pairs",
        "is_two",
        "legal",
        "situations",
        "stops_last",
        "watch",
        "whole",
    )

    def __init__(self, edition: Edition, is_two: bool) -> None:
        self.edition = edition
        self.is_two = is_two
        numbers = {CARDS[number]: number for number in reversed(range(len(CARDS)))}
        self.copies = {numbers[card]: count for card, count in edition.cards.items()}
        first = list(holding.FIRST)
        if edition.crazy == "fixed_dir":  # one CZ shows each direction
            self.copies |= {moves.CRAZY_CARD: 1, moves.CRAZY_BACK_CARD: 1}
            first[moves.CRAZY_CARD] = (1 << moves.CRAZY) + holding.CARD
        self.first = tuple(first)
        """As ``holding.FIRST``, for this edition."""
        self.cards = tuple(sorted(self.copies))
        self.whole = bytes(number for number in self.cards for _ in range(self.copies[number]))
        """Every card of the deck by number, in order."""
        self.has_pairs = edition.plus_mode == "pair_only"
        self.has_combos = edition.plus_three == "combination"
        has_both = self.has_pairs or self.has_combos
        self.watch = PLUSES | holding.DERIVED if has_both else 0
        """Bits of a hand with which its moves of two cards must be worked out."""
        self.few = holding.FEW_WITH_PAIRS if has_both else holding.FEW
        """A hand below this has so few cards that its marks must be worked out."""
        stops = [moves.STOP] if is_two else []
        if is_two and edition.two_player_reverse == "extra_turn":
            stops.append(moves.DIRECTION)
        self.stops_last = frozenset(stops)
        """Types that give the same player another turn, so that ``stop_last_2p`` speaks of them (§4.2)."""
        forbidden = 0
        if edition.plus_mode == "again_or_draw" and edition.plus_last == "forbidden":
            forbidden |= PLUSES
        if edition.stop_last_2p == "forbidden":
            forbidden |= sum(IN_TYPE[type_] for type_ in stops)
        self.forbidden_last = forbidden
        """The cards that may not empty a hand."""
        self.has_deadline = edition.last_card_deadline == "before_next_move"
        self.has_open_claims = self.has_deadline and edition.last_card_penalty == "claim4"
        self.legal: dict[int, tuple[Move, ...]] = {}
        self.situations: dict[Facts, Situation] = {}

    def situation(self, facts: Facts) -> Situation:
        """Return the one situation with these facts."""
        found = self.situations.get(facts)
        if found is None:
            found = self.situations[facts] = Situation(self, facts)
        return found

    def hand(self, cards: bytes) -> int:
        """Return a hand of these cards by number, yet to be settled."""
        hand = holding.NO_CARDS
        for card in cards:
            hand += holding.UNIT[card] if hand & holding.HOLDS[card] else self.first[card]
        return hand

    def settled(self, hand: int, is_final: bool = True) -> int:
        """Return *hand* with the marks and moves that its cards make together, as if it had just come to them."""
        hand &= ~(holding.MARKS | holding.DECLARE | holding.DERIVED)
        count = holding.size(hand)
        if count <= 2 and is_final:
            hand |= holding.FINAL
        if count == 1:
            hand |= holding.ONE | holding.DECLARE
        elif count == 2:
            hand |= holding.TWO
        elif count == 3 and self.watch:
            hand |= holding.THREE
        return self._with_pairs(hand, count, is_final) if hand & self.watch else hand

    def _with_pairs(self, hand: int, count: int, is_final: bool) -> int:
        derived = 0
        for colour in range(4):
            plus = 13 * colour + moves.PLUS
            if not hand & 1 << plus:
                continue
            others = hand & IN_COLOUR[colour] & ~(1 << plus)
            if hand & holding.EXTRA[plus]:
                others |= 1 << plus
            if self.has_pairs:
                derived |= others << moves.PAIR
                if count == 2 and is_final:  # the follower would be the last card
                    others &= ~self.forbidden_last
                if others:
                    derived |= 1 << holding.FOLLOWED + colour
            if self.has_combos and hand & 1 << 13 * colour + moves.THREE:
                derived |= (1 << moves.COMBO | 1 << moves.BREAK_WITH) << colour
        return hand | derived

    def moves_of(self, key: int) -> tuple[Move, ...]:
        """Return the moves that *key* stands for, a hand ANDed with a mask, in order of their numbers."""
        found = self.legal.get(key)
        if found is None:
            if len(self.legal) >= MOST_KEYS:
                self.legal.clear()
            found = self.legal[key] = tuple(MOVES[number] for number in sorted(self._numbers(key)))
        return found

    def _numbers(self, key: int) -> set[int]:
        if key & holding.ONE and key & holding.FINAL:
            key &= ~self.forbidden_last
        numbers = set(_bits(key & ~_NO_MOVES))
        if not key & holding.ONE:
            numbers.discard(moves.CC)  # named by nobody only as the last card (§3.11.1)
        if key & holding.TWO and key & holding.FINAL:
            numbers -= {number for number in numbers if self._is_forbidden_pair(number)}
        numbers |= {13 * colour + moves.PLUS for colour in range(4) if key >> holding.FOLLOWED + colour & 1}
        if self.edition.voluntary_draw == "forbidden" and not key & holding.OWED and numbers & LAYING:
            numbers.discard(moves.DRAW)
        left = 1 if key & holding.TWO else 2 if key & holding.THREE else 0
        saying = {number + moves.DECLARED for number in numbers & DECLARABLE if len(CARDS_OF[number]) == left}
        return numbers | saying

    def _is_forbidden_pair(self, number: int) -> bool:
        return moves.PAIR <= number < moves.PAIR + 52 and bool(self.forbidden_last >> number - moves.PAIR & 1)


MOST_KEYS = 100_000
"""Lists of legal moves that are remembered for an edition; then they are forgotten, all at once."""
_NO_MOVES = holding.MARKS | holding.OWED | 0b1111 << holding.FOLLOWED
_ALWAYS = holding.MARKS | holding.DECLARE
_CC_IN = 0b1111 << moves.CC_IN
_ST_IN = 0b1111 << moves.ST_IN
_COMBOS = 0b1111 << moves.COMBO
_rules: dict[tuple[Edition, bool], Rules] = {}


def rules(edition: Edition, is_two: bool) -> Rules:
    """Return the one ``Rules`` for this edition and number of players left."""
    found = _rules.get((edition, is_two))
    if found is None:
        found = _rules[edition, is_two] = Rules(edition, is_two)
    return found


def _bits(number: int) -> list[int]:
    places = []
    while number:
        lowest = number & -number
        places.append(lowest.bit_length() - 1)
        number ^= lowest
    return places


def is_number(card: int) -> bool:
    """Whether a card by number is a number card."""
    return card < moves.CC_CARD and card % 13 in moves.NUMBER_TYPES


def _mask(rules: Rules, facts: Facts) -> int:
    """Return the mask of a situation: what its phase lets be done (§3.4)."""
    match facts.phase:
        case Phase.OVER:
            return 0
        case Phase.CLAIM:
            return _ALWAYS | 1 << moves.CLAIM | 1 << moves.PASS
        case Phase.PLUS3:
            return _ALWAYS | _answers(rules, facts) | 1 << moves.PASS
        case Phase.PENDING2:
            own = IN_TYPE[moves.TWO_PLUS] | 1 << moves.KING | _plus_three(rules, facts)
            return _ALWAYS | own | 1 << moves.DRAW | holding.OWED
        case Phase.RUN:
            return _ALWAYS | _in_run(rules, facts)
        case Phase.AFTER_KING:
            return _ALWAYS | _matching(rules, facts) | 1 << moves.PASS
        case Phase.AFTER_DRAW:
            assert facts.then is not None
            could = _mask(rules, facts._replace(phase=facts.then, drawn=NONE, then=None))
            card = rules.first[facts.drawn] & ~holding.COUNT_BITS
            if facts.drawn < moves.CC_CARD and facts.drawn % 13 == moves.PLUS:
                card |= 1 << holding.FOLLOWED + facts.drawn // 13
            return _ALWAYS | could & card | 1 << moves.PASS
        case _:
            return _ALWAYS | _matching(rules, facts) | 1 << moves.DRAW


def _matching(rules: Rules, facts: Facts) -> int:
    """Return what may be laid outside a run and a chain: matching cards, pairs and combinations (§3.3, §3.5)."""
    cards = COLOURED
    if not facts.is_free:
        cards = IN_COLOUR[facts.colour] | (IN_TYPE[facts.figure] if facts.figure != NONE else 0)
        if facts.run != NONE:
            cards |= IN_COLOUR[facts.run]
    pluses = cards & PLUSES
    more = 0
    for colour in range(4):
        if not pluses >> 13 * colour + moves.PLUS & 1:
            continue
        if rules.has_combos:
            more |= 1 << moves.COMBO + colour
        if rules.has_pairs:  # a Plus of the open run's colour is laid into the run (§3.9.5)
            more |= 1 << holding.FOLLOWED + colour if colour == facts.run else IN_COLOUR[colour] << moves.PAIR
    if rules.has_pairs:
        cards &= ~PLUSES
    return cards | more | _colourless(rules, facts)


def _colourless(rules: Rules, facts: Facts) -> int:
    names = rules.edition.supertaki_colour == "chooses" or (facts.is_free and facts.run == NONE)
    own = _changing(rules) | (_ST_IN if names else 1 << moves.ST)
    own |= 1 << moves.KING | 1 << moves.BREAK_THREE | 1 << moves.CRAZY | 1 << moves.CRAZY_BACK
    return own | _plus_three(rules, facts)


def _changing(rules: Rules) -> int:
    return _CC_IN | (1 << moves.CC if rules.edition.cc_last == "both_declarations" else 0)


def _plus_three(rules: Rules, facts: Facts) -> int:
    """Return the bit of +3 where it may be laid (§3.8.1, §3.8.7)."""
    if facts.phase == Phase.PENDING2 and rules.edition.plus3_on_pending == "forbidden":
        return 0
    anything_goes = rules.edition.plus3_on == "any" or facts.phase == Phase.AFTER_KING
    return 1 << moves.PLUS_THREE if anything_goes or is_number(facts.top) else 0


def _in_run(rules: Rules, facts: Facts) -> int:
    """Return what the owner of a run may do (§3.6)."""
    edition = rules.edition
    own = IN_COLOUR[facts.run] | 1 << moves.ST
    plus_on_top = CARDS[facts.top].sign == Sign.PLUS
    needs_cover = rules.has_pairs and plus_on_top and not facts.is_covered
    if rules.has_pairs and not needs_cover:
        own = own & ~PLUSES | 1 << holding.FOLLOWED + facts.run
    if edition.run_colourless == "end_only":
        own |= _changing(rules) | 1 << moves.KING
    is_lone = CARDS[facts.top].sign in (Sign.TAKI, Sign.SUPER_TAKI) and edition.lone_taki == "always_open"
    if not needs_cover:
        if not is_lone:
            own |= 1 << moves.CLOSE
        if not plus_on_top or rules.has_pairs:
            own |= 1 << moves.END_OPEN
    return own


def _answers(rules: Rules, facts: Facts) -> int:
    """Return what answers a +3 (§3.8.3, §3.8.8, §3.9.3)."""
    own = 1 << moves.BREAK if rules.edition.break_three else 0
    if rules.has_combos:
        own |= 0b1111 << moves.BREAK_WITH
    is_drawn_now = facts.pending == 0 or rules.edition.plus3_on_pending != "adds_three"
    if rules.edition.king_shields_plus3 and is_drawn_now:
        own |= 1 << moves.SHIELD
    return own
