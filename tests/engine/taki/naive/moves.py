"""Moves and their text, as docs/engine.md writes them (rules.md §3.4)."""

import re
from dataclasses import dataclass
from functools import cache

from engine.taki.editions import Edition
from tests.engine.taki.naive.cards import ACTIONS, COLOURED, COLOURS, NUMBERS

PLAY, PLAY_PAIR, PLAY_COMBO = "PLAY", "PLAY_PAIR", "PLAY_COMBO"
LAYS = (PLAY, PLAY_PAIR, PLAY_COMBO)
BREAK, SHIELD = "BREAK", "SHIELD"
DRAW, CLOSE, END_OPEN, PASS, DECLARE_LAST, CLAIM_LAST = "DRAW", "CLOSE", "END_OPEN", "PASS", "DECLARE_LAST", "CLAIM"
WORDS = (DRAW, CLOSE, END_OPEN, PASS, DECLARE_LAST, CLAIM_LAST, SHIELD)
LEAVE = "LEAVE"


@dataclass(frozen=True)
class Move:
    """What a seat does; ``cards`` leave its hand, the last of them ends on top."""

    kind: str
    cards: tuple[str, ...] = ()
    colour: str | None = None
    direction: int | None = None
    declares: bool = False

    @property
    def card(self) -> str:
        return self.cards[-1]


PATTERN = re.compile(
    r"(?P<plus>[rbgy]P)(?P<how>[&+])(?P<other>[rbgy]\S+?)(?P<pair_declares>!?)$"
    r"|(?P<card>[rbgy](?:2\+|[13-9SDPT])|CC|ST|K|\+3|B3|CZ)(?:\((?P<named>[rbgy+-])\))?(?P<declares>!?)$"
)


def read_move(text: str, edition: Edition) -> Move:
    """The move that *text* stands for in *edition*. Raises ValueError for what is none."""
    return _read(text, edition.crazy == "fixed_dir")


@cache
def _read(text: str, fixed_dir: bool) -> Move:
    if text in WORDS:
        return Move(text, ("K",) if text == SHIELD else ())
    if text == BREAK:
        return Move(BREAK, ("B3",))
    if text in [f"BREAK({colour})" for colour in COLOURS]:
        return Move(BREAK, (text[6] + "P", text[6] + "3"))
    found = PATTERN.match(text)
    if not found:
        raise ValueError(f"{text!r} is no move")
    if found["plus"]:
        kind = PLAY_PAIR if found["how"] == "&" else PLAY_COMBO
        return Move(kind, (found["plus"], found["other"]), declares=bool(found["pair_declares"]))
    card, named = found["card"], found["named"]
    if card == "CZ":
        shown = card + named if fixed_dir else card
        return Move(PLAY, (shown,), direction=1 if named == "+" else -1, declares=bool(found["declares"]))
    return Move(PLAY, (card,), colour=named, declares=bool(found["declares"]))


@cache
def every_lay() -> tuple[str, ...]:
    """The text of every PLAY, PLAY_PAIR and PLAY_COMBO that could ever be legal, declarations attached or not."""
    named = [f"{card}({colour})" for card in ("CC", "ST") for colour in COLOURS]
    single = [*COLOURED, "CC", "ST", *named, "K", "+3", "B3", "CZ(+)", "CZ(-)"]
    pairs = [f"{colour}P&{colour}{sign}" for colour in COLOURS for sign in NUMBERS + ACTIONS]
    combinations = [f"{colour}P+{colour}3" for colour in COLOURS]
    lays = single + pairs + combinations
    never_leave_one = ("CC", "B3", "CZ(+)", "CZ(-)")  # nothing left, three more, other cards
    return (*lays, *(lay + "!" for lay in lays if lay not in never_leave_one))


@cache
def every_move() -> tuple[str, ...]:
    """The text of every move that could ever be legal."""
    return (*every_lay(), BREAK, *(f"BREAK({colour})" for colour in COLOURS), *WORDS)
