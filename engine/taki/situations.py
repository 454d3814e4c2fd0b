"""What a position is besides cards and seats, and what it lets a hand do (rules.md §3.1, §3.4).

A ``Situation`` is a phase with its lead, its open run and what is owed; equal ones are the same object, made once.
Each has a mask, which ANDed with a hand gives the moves it may make, and remembers what each move leads to.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias, cast

from engine.taki import holding, moves
from engine.taki.cards import Sign
from engine.taki.editions import Edition
from engine.taki.hand_rules import HandRules
from engine.taki.holding import COLOURED, IN_COLOUR, IN_TYPE, PLUSES
from engine.taki.moves import CARDS


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

    __hash__ = str.__hash__  # that of an Enum is slow


BEGINNINGS = frozenset({Phase.TURN, Phase.PENDING2, Phase.OPEN})
"""The phases in which a turn begins."""
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
"""What a move leads to: effects, the next situation, seats to go on by (0: the turn goes on); then numbers that take
a laid card from a hand (engine.taki.holding): the bits of its further copies, what one of them and the first add. The
last is the bit with which a hand that is not small may make the move, 0 if that takes a closer look."""


class Steps(dict[int, Step]):
    """Steps by move; one that is not known, or not of the seat to act alone, reads as ``UNKNOWN``."""

    def __missing__(self, move: int) -> Step:
        return UNKNOWN


LastStep: TypeAlias = "tuple[int, Situation, int, int, bool]"
"""What a last card leads to: effects, the next situation, seats to go on by, cards that its player must take instead
of winning, and whether it simply wins."""


class Situation:
    """Some facts under some rules; made by ``Rules.situation`` only."""

    __slots__ = (
        "after",
        "begins",
        "begun",
        "facts",
        "few",
        "is_intricate",
        "is_simple",
        "is_window",
        "last",
        "legal",
        "mask",
        "over",
        "owed",
        "pluses",
        "rules",
    )

    def __init__(self, rules: Rules, facts: Facts) -> None:
        self.rules = rules
        self.few = rules.few
        self.legal = rules.legal
        self.is_simple = rules.is_simple
        self.facts = facts
        self.owed = 2 * facts.pending + 3 * facts.threes
        """The cards that a chain of 2+ owes."""
        self.mask = _mask(rules, facts)
        self.pluses = _pluses(self.mask)
        """The Pluses with which another card of a hand makes a move here."""
        self.is_intricate = bool(self.pluses) or rules.has_open_claims
        """Whether legal moves take more than a hand and the mask."""
        self.after = Steps()
        """By move, what it leads to; filled by engine.taki.effects."""
        self.last: dict[int, LastStep] = {}
        """By move, what it leads to if it empties the hand; filled by engine.taki.last_cards."""
        self.begun: Situation | None = None
        """How the next seat finds it; filled by engine.taki.effects."""
        self.over: Situation | None = None
        """How it is when the game has ended; filled by engine.taki.going_out."""
        self.begins = facts.phase in BEGINNINGS
        """Whether a turn begins with it."""
        self.is_window = facts.phase in (Phase.PLUS3, Phase.CLAIM)
        """Whether every other seat is asked."""

    def but(self, **changes: Any) -> Situation:
        """Return the situation with some facts changed."""
        return self.rules.situation(self.facts._replace(**changes))

    def __repr__(self) -> str:
        return f"<Situation {self.facts}>"


UNKNOWN_EFFECT = 1 << 20
UNKNOWN: Step = (UNKNOWN_EFFECT, cast("Situation", None), 0, 0, 0, 0, 0)
"""A step whose effects are none of engine.taki.effects."""


class Rules(HandRules):
    """An edition in the form that play needs, with two players left or with more; made by ``rules`` only."""

    __slots__ = ("has_deadline", "has_open_claims", "laid", "laid_in_run", "openings", "situations")

    def __init__(self, edition: Edition, is_two: bool) -> None:
        super().__init__(edition, is_two)
        self.has_deadline = edition.last_card_deadline == "before_next_move"
        self.has_open_claims = self.has_deadline and edition.last_card_penalty == "claim4"
        self.situations: dict[Facts, Situation] = {}
        self.laid: dict[int, Step] = {}
        """By move, what a coloured card leads to outside runs and chains; filled by engine.taki.effects."""
        self.laid_in_run: dict[int, Step] = {}
        """The same inside a run."""
        self.openings: dict[int, tuple[Situation, int, bool]] = {}
        """By the card turned up, how a game begins; filled by engine.taki.dealing."""

    def situation(self, facts: Facts) -> Situation:
        """Return the one situation with these facts."""
        found = self.situations.get(facts)
        if found is None:
            found = self.situations[facts] = Situation(self, facts)
        return found


_ALWAYS = holding.MARKS | holding.DECLARE
_CC_IN = 0b1111 << moves.CC_IN
_ST_IN = 0b1111 << moves.ST_IN
_MOVES_OF_TWO = tuple(
    (1 << moves.COMBO | 1 << moves.BREAK_WITH | 1 << holding.FOLLOWED) << colour | IN_COLOUR[colour] << moves.PAIR
    for colour in range(4)
)
"""By colour, the moves that take another card of the hand with a Plus."""
_rules: dict[tuple[Edition, bool], Rules] = {}
_known: dict[tuple[int, bool], Rules] = {}
"""The same by the identity of the edition, which they keep alive: an edition is slow to hash."""


def rules(edition: Edition, is_two: bool) -> Rules:
    """Return the one ``Rules`` for this edition and number of players left."""
    found = _known.get((id(edition), is_two))
    if found is not None and found.edition is edition:
        return found
    found = _rules.get((edition, is_two))
    if found is None:
        found = _rules[edition, is_two] = Rules(edition, is_two)
    if found.edition is edition:
        _known[id(edition), is_two] = found
    return found


def _pluses(mask: int) -> int:
    return sum(1 << 13 * colour + moves.PLUS for colour in range(4) if mask & _MOVES_OF_TWO[colour])


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
            own = IN_TYPE[moves.TWO_PLUS] | 1 << moves.KING | _plus_three(rules, facts) | 1 << moves.DRAW
            return _ALWAYS | own | (holding.OWED if rules.edition.voluntary_draw == "forbidden" else 0)
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
