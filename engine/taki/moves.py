"""Moves of TAKI: small ints with a readable face, and their text form (rules.md §3.4).

A ``Move`` is an int, so that it is cheap to store, compare and look up; ``str`` gives its text, ``parse_move``
reads it back. Whoever keeps moves keeps the text: the numbers may change between versions.

    r5  gT  y2+  K  +3  B3      lay that card (B3: on one's own turn)
    CC(b)  ST(r)  CZ(+)  CZ(-)  lay it and name a colour, a colour or a direction (+ is clockwise)
    ST                          lay it in the colour it inherits
    CC                          lay it and name no colour: only as a last card, where two declarations are asked
    rP&r7                       a Plus and another card of its colour as a pair (rules.md §3.9.2)
    rP+r3                       a Plus and a 3 of its colour as a combination (§3.9.3)
    r5!                         the same with "last card" said at once; so for every card, pair or combination laid
    BREAK  BREAK(g)             answer a +3, in or out of turn, with B3, or with the combination gP+g3
    SHIELD                      answer a +3 with a King, where an edition has it (§3.8.8)
    DRAW  CLOSE  END_OPEN  PASS  DECLARE_LAST  CLAIM    as in rules.md §3.4
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from engine.errors import BadNotation, shown
from engine.taki.cards import ALL_CARDS, Card, Colour, Sign

COLOURS = tuple(Colour)
TYPES = tuple(Sign)[:13]
"""The signs of coloured cards; a coloured card is number ``13 * colour + type``."""
CARDS = (*ALL_CARDS, Card(Sign.CRAZY))
"""Cards by number. The second CZ is the one that shows the other direction, where the card itself shows it."""

THREE = TYPES.index(Sign.THREE)
TWO_PLUS = TYPES.index(Sign.TWO_PLUS)
STOP = TYPES.index(Sign.STOP)
DIRECTION = TYPES.index(Sign.DIRECTION)
PLUS = TYPES.index(Sign.PLUS)
TAKI = TYPES.index(Sign.TAKI)
NUMBER_TYPES = range(8)
CC_CARD, ST_CARD, K_CARD, PLUS_THREE_CARD, BREAK_THREE_CARD, CRAZY_CARD, CRAZY_BACK_CARD = range(52, 59)


class Kind(StrEnum):
    """What a move is, whatever its cards."""

    PLAY = "PLAY"
    PLAY_PAIR = "PLAY_PAIR"
    PLAY_COMBO = "PLAY_COMBO"
    BREAK = "BREAK"
    SHIELD = "SHIELD"
    DRAW = "DRAW"
    CLOSE = "CLOSE"
    END_OPEN = "END_OPEN"
    PASS = "PASS"  # noqa: S105 - a move, no password
    CLAIM = "CLAIM"
    DECLARE_LAST = "DECLARE_LAST"


class Move(int):
    """One move; equal to its number. Made by ``parse_move`` or found among legal moves, never by hand."""

    __slots__ = ()

    def __str__(self) -> str:
        return _FACES[self].text

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @property
    def kind(self) -> Kind:
        """Whether it is a card laid, a DRAW, a CLOSE …"""
        return _FACES[self].kind

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it takes from the hand, the one that ends on top last."""
        return tuple(CARDS[number] for number in CARDS_OF[self])

    @property
    def colour(self) -> Colour | None:
        """The colour it names, if it names one."""
        return _FACES[self].colour

    @property
    def direction(self) -> int | None:
        """The direction it names: 1 is clockwise, -1 the other way."""
        return _FACES[self].direction

    @property
    def declares(self) -> bool:
        """Whether "last card" is said with it."""
        return bool(self & DECLARED)

    @property
    def lays(self) -> bool:
        """Whether a card leaves the hand by it on the seat's own turn."""
        return self.kind in (Kind.PLAY, Kind.PLAY_PAIR, Kind.PLAY_COMBO)


class _Face:
    """What a number shows to people."""

    __slots__ = ("colour", "direction", "kind", "text")

    def __init__(self, kind: Kind, text: str, colour: Colour | None = None, direction: int | None = None) -> None:
        self.kind = kind
        self.text = text
        self.colour = colour
        self.direction = direction


# Numbers: a move's number is also its bit in a hand and in a mask (engine.taki.holding). Those of everyday are
# below 75; bits 75 to 147 of a hand tell other things; what takes two cards of a hand begins at 148.
CC_IN = 52  # and three more, one a colour
CC = 56
ST = 57
ST_IN = 58  # and three more
KING = 62
SHIELD = 63
PLUS_THREE = 64
BREAK_THREE = 65
BREAK = 66
CRAZY = 67
CRAZY_BACK = 68
DRAW = 69
CLOSE = 70
END_OPEN = 71
PASS = 72
CLAIM = 73
DECLARE_LAST = 74
COMBO = 148  # and three more
BREAK_WITH = 152  # and three more
PAIR = 156  # and 51 more: colour of the Plus, type of the card on it
DECLARED = 256
"""Added to the number of a card laid: "last card" is said with it."""

_FACES: dict[int, _Face] = {}
CARDS_OF: dict[int, tuple[int, ...]] = {}
"""The cards by number that each move takes from the hand."""
DECLARABLE: frozenset[int]
"""The moves that can leave a seat with one card, so that "last card" may be said with them.

A B3 on one's own turn costs three cards, and a CZ passes the hand on: with them there is nothing to say.
"""


def _fill() -> None:
    def add(number: int, kind: Kind, text: str, cards: tuple[int, ...] = (), **more: object) -> None:
        _FACES[number] = _Face(kind, text, **more)  # type: ignore[arg-type]
        CARDS_OF[number] = cards

    for colour, letter in enumerate(COLOURS):
        plus, three = 13 * colour + PLUS, 13 * colour + THREE
        for type_ in range(13):
            card = 13 * colour + type_
            add(card, Kind.PLAY, str(CARDS[card]), (card,))
            add(PAIR + card, Kind.PLAY_PAIR, f"{CARDS[plus]}&{CARDS[card]}", (plus, card))
        add(CC_IN + colour, Kind.PLAY, f"CC({letter})", (CC_CARD,), colour=letter)
        add(ST_IN + colour, Kind.PLAY, f"ST({letter})", (ST_CARD,), colour=letter)
        add(COMBO + colour, Kind.PLAY_COMBO, f"{CARDS[plus]}+{CARDS[three]}", (plus, three))
        add(BREAK_WITH + colour, Kind.BREAK, f"BREAK({letter})", (plus, three), colour=letter)
    add(CC, Kind.PLAY, "CC", (CC_CARD,))
    add(ST, Kind.PLAY, "ST", (ST_CARD,))
    add(KING, Kind.PLAY, "K", (K_CARD,))
    add(SHIELD, Kind.SHIELD, "SHIELD", (K_CARD,))
    add(PLUS_THREE, Kind.PLAY, "+3", (PLUS_THREE_CARD,))
    add(BREAK_THREE, Kind.PLAY, "B3", (BREAK_THREE_CARD,))
    add(BREAK, Kind.BREAK, "BREAK", (BREAK_THREE_CARD,))
    add(CRAZY, Kind.PLAY, "CZ(+)", (CRAZY_CARD,), direction=1)
    add(CRAZY_BACK, Kind.PLAY, "CZ(-)", (CRAZY_CARD,), direction=-1)
    for number, kind in (
        (DRAW, Kind.DRAW),
        (CLOSE, Kind.CLOSE),
        (END_OPEN, Kind.END_OPEN),
        (PASS, Kind.PASS),
        (CLAIM, Kind.CLAIM),
        (DECLARE_LAST, Kind.DECLARE_LAST),
    ):
        add(number, kind, str(kind))


_fill()
LAYING: frozenset[int] = frozenset(
    number for number, face in _FACES.items() if face.kind in (Kind.PLAY, Kind.PLAY_PAIR, Kind.PLAY_COMBO)
)
"""The moves that lay cards on the seat's own turn, without those that declare."""
DECLARABLE = LAYING - {CC, BREAK_THREE, CRAZY, CRAZY_BACK}
for _number in DECLARABLE:
    _FACES[_number + DECLARED] = _Face(
        _FACES[_number].kind, f"{_FACES[_number].text}!", _FACES[_number].colour, _FACES[_number].direction
    )
    CARDS_OF[_number + DECLARED] = CARDS_OF[_number]

MOVES: Mapping[int, Move] = MappingProxyType({number: Move(number) for number in sorted(_FACES)})
"""Every move there is in any edition, by number; always the same objects."""
_BY_TEXT: Mapping[str, Move] = {face.text: MOVES[number] for number, face in _FACES.items()}
_WITH_NAME = re.compile(r"([^()!]+)\(([^()]*)\)(!?)", re.ASCII)


def parse_move(text: object) -> Move:
    """Return the move that *text* stands for, as ``str(move)`` writes it.

    Raises BadNotation for anything else; its ``code`` is that of rules.md §3.4 where a colour is the trouble
    (``colour_required`` for CC(x), ``colour_forbidden`` for r5(b)), ``direction_required`` for a CZ without
    one, else ``bad_notation``.
    """
    move = _BY_TEXT.get(text) if isinstance(text, str) else None
    if move is not None:
        return move
    code = None
    if isinstance(text, str) and (match := _WITH_NAME.fullmatch(text)):
        if match[1] in ("CC", "ST"):
            code = "colour_required"
        elif match[1] == "CZ":
            code = "direction_required"
        elif match[1] in _BY_TEXT:
            code = "colour_forbidden"
    elif text in ("CZ", "CZ!"):
        code = "direction_required"
    raise BadNotation(
        f"{shown(text)!r} is no move: a card (r5, K), CC(b), ST or ST(b), CZ(+), a pair rP&r7, a combination rP+r3, "
        f"any of them with ! for 'last card', or BREAK, SHIELD, DRAW, CLOSE, END_OPEN, PASS, DECLARE_LAST, CLAIM",
        code=code,
        value=shown(text),
    )
