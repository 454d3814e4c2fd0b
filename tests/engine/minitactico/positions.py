"""Positions for tests, written as text: what a test does not care about is hidden."""

from engine.minitactico.field import SQUARES
from engine.minitactico.notation import write_position
from engine.minitactico.reading import parse_position

NAMES = [f"{row}{column}" for row, column in SQUARES]


def field(flag="K", **piles):
    """Return the text of a field; piles by square, as ``s11="7"``, all others one hidden card."""
    texts = [piles.pop(f"s{name}", "?") for name in NAMES]
    assert not piles, f"no such squares: {piles}"
    texts.insert(4, flag)
    return "/".join(",".join(texts[row : row + 3]) for row in (0, 3, 6))


def line(*words, a=None, b=None, **more):
    """Return the line of a position: *a* and *b* are piles of the fields A and B, *more* other words."""
    fields = [f"A={field(**(a or {}))}", f"B={field(flag='5', **(b or {}))}"]
    return " ".join(["minitactico", *words, *fields, *(f"{name}={value}" for name, value in more.items())])


def position(*words, a=None, b=None, **more):
    """Return the position that ``line`` writes."""
    return parse_position(line(*words, a=a, b=b, **more))


def captured(*names, by="A"):
    """Return piles for squares that were captured, each with another card."""
    return {f"s{name}": f"?-{card}:{by}" for name, card in zip(names, ("3", "6", "8", "10", "J", "Q"), strict=False)}


def pile(state, square, seat=None):
    """Return the text of one pile, as ``pile(state, "B11")``, as a seat may know it if one is given."""
    words = dict(word.split("=") for word in write_position(state, seat).split() if "=" in word)
    squares = words[square[0]].replace("/", ",").split(",")
    squares.pop(4)
    return squares[NAMES.index(square[1:])]
