"""A seat's cards as one int, from which its legal moves come by one AND with a mask.

Bits, from the lowest:

- 0 to 74: the move of that number can be made with these cards (engine.taki.moves). The bit of a card is there if
  the hand holds at least one copy. DRAW, CLOSE, END_OPEN, PASS and CLAIM need no card and are always there;
  DECLARE_LAST is there while the only card is undeclared, so that it is also the mark for that.
- 75 to 79: what few cards mean for the moves, and OWED.
- 80 to 139: further copies of a card, of CC up to three as a binary number.
- 140 to 147: the number of cards. Nothing stands above it, so that ``hand < FEW`` tells whether there are few.

In keys alone, 148 to 211: moves that take two cards of the hand, in editions that have them.
"""

from __future__ import annotations

from engine.taki import moves
from engine.taki.moves import CARDS

ONE = 1 << 75
"""The hand has one card."""
TWO = 1 << 76
"""The hand has two cards: "last card" can be said with one of them."""
THREE = 1 << 77
"""The hand has three cards: "last card" can be said with two of them. Only in editions with pairs or combinations."""
FINAL = 1 << 78
"""With ONE or TWO: to empty this hand is to win (in pyramid mode, in stage 1 only)."""
OWED = 1 << 79
"""Always there; in the mask of a phase where cards are owed, so that no flag can forbid to draw them."""
MARKS = ONE | TWO | THREE | FINAL
UNNAMED = 1 << moves.CC
"""The only card is a CC: the one that may be laid without a colour (rules.md §3.11.1)."""

COUNT = 140
"""The lowest bit of the number of cards."""
CARD = 1 << COUNT
"""What a card adds to the number of cards."""
COUNT_BITS = 255 << COUNT
TWO_CARDS = 2 << COUNT
"""A hand below this has one card at most."""
FEW = 3 << COUNT
"""A hand below this has two cards at most."""
FEW_WITH_PAIRS = 4 << COUNT
"""A hand below this has three cards at most."""

FOLLOWED = 208
"""The lowest of four bits: a Plus of that colour which another card of its colour can follow (rules.md §3.9.5)."""

NO_CARDS = sum(1 << move for move in (moves.DRAW, moves.CLOSE, moves.END_OPEN, moves.PASS, moves.CLAIM)) | OWED
"""What is there without any card."""
DECLARE = 1 << moves.DECLARE_LAST
UNMARKED = ~(MARKS | DECLARE | UNNAMED)
"""What a hand keeps when its marks are worked out anew."""
MARKS_OF = (FINAL, ONE | DECLARE | FINAL, TWO | FINAL, THREE)
"""By number of cards, the marks of a hand that has few."""


def _first(number: int) -> int:
    if number < moves.CC_CARD:
        bits = 1 << number
    else:
        bits = {
            moves.CC_CARD: 0b1111 << moves.CC_IN,
            moves.ST_CARD: 0b11111 << moves.ST,
            moves.K_CARD: 1 << moves.KING | 1 << moves.SHIELD,
            moves.PLUS_THREE_CARD: 1 << moves.PLUS_THREE,
            moves.BREAK_THREE_CARD: 1 << moves.BREAK_THREE | 1 << moves.BREAK,
            moves.CRAZY_CARD: 1 << moves.CRAZY | 1 << moves.CRAZY_BACK,
            moves.CRAZY_BACK_CARD: 1 << moves.CRAZY_BACK,
        }[number]
    return bits + CARD


FIRST = tuple(_first(number) for number in range(len(CARDS)))
"""By card number: what its first copy adds to a hand."""
HOLDS = tuple(first & -first for first in FIRST)
"""By card number: the bit that says the hand holds it."""
_PLACE = tuple(80 + number + (number > moves.CC_CARD) for number in range(len(CARDS)))  # CC takes two bits
UNIT = tuple((1 << place) + CARD for place in _PLACE)
"""By card number: what each further copy adds."""
EXTRA = tuple((3 if number == moves.CC_CARD else 1) << place for number, place in enumerate(_PLACE))
"""By card number: the bits of further copies."""

CARD_OF = {bit: card for card, bit in enumerate(HOLDS)}
"""The card number by that bit."""

COLOURED = (1 << 52) - 1
IN_COLOUR = tuple(((1 << 13) - 1) << 13 * colour for colour in range(4))
"""By colour: the bits of its cards."""
IN_TYPE = tuple(sum(1 << 13 * colour + type_ for colour in range(4)) for type_ in range(13))
"""By type: the bits of its cards."""
PLUSES = IN_TYPE[moves.PLUS]


def extra_copies(hand: int, card: int) -> int:
    """Return how many copies of *card* the hand holds besides the first."""
    return (hand & EXTRA[card]) >> _PLACE[card]


def size(hand: int) -> int:
    """Return the number of cards."""
    return (hand & COUNT_BITS) >> COUNT
