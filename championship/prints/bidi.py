"""Right-to-left text, one line at a time (UAX #9): which part stands where, and how a value keeps its order.

``runs`` is what drawing needs: the line's pieces from left to right, each still in logical order and with its
level (odd: read from right to left). ``isolate`` and ``isolate_ltr`` are for values put into a sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from championship.prints.bidi_levels import BRACKETS, ISOLATES, LTR, REMOVED, RTL, base_level, bidi_class, levels

__all__ = ["LTR", "RTL", "Run", "base_level", "display", "isolate", "isolate_ltr", "levels", "mirror", "runs"]

LRI, RLI, FSI, PDI = "\u2066", "\u2067", "\u2068", "\u2069"
LRM, RLM, ZWJ = "\u200e", "\u200f", "\u200d"
CONTROLS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e" + LRI + RLI + FSI + PDI)
"""Characters that steer the order and are never drawn."""

_MIRRORED = BRACKETS + "<>«»‹›≤≥"  # the last ones are no brackets
_MIRROR = dict(zip(_MIRRORED[::2], _MIRRORED[1::2], strict=True)) | dict(
    zip(_MIRRORED[1::2], _MIRRORED[::2], strict=True)
)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line read in one direction; ``text`` is in logical order, without controls."""

    text: str
    level: int

    @property
    def is_rtl(self) -> bool:
        return self.level % 2 == 1


_SIGNED = re.compile(r"(?<![\w+−-])[+−-]?\d+(?:[.,:/–-]\d+)*[+%]?(?!\w)")


def isolate(text: str) -> str:
    """Return *text*, of unknown direction, so that it cannot disturb the sentence it is put into (a name)."""
    return f"{FSI}{keep_numbers(text)}{PDI}"


def keep_numbers(text: str) -> str:
    """Return *text*, a name, with its signed and composed numbers (+3, 2:3, 2+) in their own order."""
    return _SIGNED.sub(lambda found: isolate_ltr(found[0]), without_controls(text))


def isolate_ltr(value: object) -> str:
    """Return *value* so that it keeps its own left-to-right order in any sentence (a number, score, code)."""
    return f"{LRI}{without_controls(str(value))}{PDI}"


def without_controls(text: str) -> str:
    return "".join(char for char in text if char not in CONTROLS)


def mirror(char: str) -> str:
    """Return the mirror image of *char*, shown in right-to-left runs (L4); itself if it has none."""
    return _MIRROR.get(char, char)


def line_levels(text: str, paragraph: Sequence[int | None], base: int) -> list[int | None]:
    """Return *paragraph*, the levels of one line's *text*, with separators and trailing space at *base* (L1)."""
    settled = list(paragraph)
    in_trail = True
    for index in range(len(text) - 1, -1, -1):
        name = bidi_class(text[index])
        if name in REMOVED:
            continue
        in_trail = name in ("B", "S") or (in_trail and (name == "WS" or name in ISOLATES))
        if in_trail:
            settled[index] = base
    return settled


def visual_order(line: Sequence[int | None]) -> list[int]:
    """Return the indices of a line's characters from left to right (L2), without the removed ones."""
    order = [index for index, level in enumerate(line) if level is not None]
    highest = max((level for level in line if level is not None), default=0)
    for threshold in range(highest, 0, -1):
        turned: list[int] = []
        is_high = [(line[index] or 0) >= threshold for index in order]
        for turns, group in groupby(zip(is_high, order, strict=True), lambda item: item[0]):
            indices = [index for _, index in group]
            turned.extend(reversed(indices) if turns else indices)
        order = turned
    return order


def runs(text: str, base: int, *, start: int = 0, end: int | None = None) -> list[Run]:
    """Return the line text[start:end] of the paragraph *text* as runs from left to right.

    The whole text gives the levels, so a sentence broken into lines keeps its order on each of them.
    """
    end = len(text) if end is None else end
    piece = text[start:end]
    line = line_levels(piece, levels(text, base)[start:end], base)
    found = []
    for level, group in groupby(visual_order(line), lambda index: line[index] or 0):
        drawn = "".join(piece[index] for index in sorted(group) if piece[index] not in CONTROLS)
        if drawn:
            found.append(Run(drawn, level))
    return found


def display(text: str, base: int) -> str:
    """Return *text* as a reader sees it, from left to right: mirrored, without controls."""
    return "".join(_mirrored(run.text) if run.is_rtl else run.text for run in runs(text, base))


def clusters(text: str) -> list[str]:
    """Return *text* cut into letters, each with the marks that stand on it (L3)."""
    parts: list[str] = []
    for char in text:
        if parts and (unicodedata.category(char) in ("Mn", "Me", "Mc") or char == ZWJ or parts[-1].endswith(ZWJ)):
            parts[-1] += char
        else:
            parts.append(char)
    return parts


def _mirrored(text: str) -> str:
    return "".join(mirror(part[0]) + part[1:] for part in reversed(clusters(text)))
