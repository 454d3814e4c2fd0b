"""What of a name or sentence our fonts can draw: the letters kept, and what had to go, for a warning."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from championship.prints.bidi import CONTROLS, ZWJ, clusters
from championship.prints.typefaces import fonts

REPLACEMENT = "?"
"""Stands for a letter no font has, so that a name is never shortened without a sign."""

_ZWNJ = "\u200c"
_JOINERS = frozenset((ZWJ, _ZWNJ))  # they shape Arabic letters, and are no letters themselves


@dataclass(frozen=True, slots=True)
class Printable:
    """A text as it is printed, and each sign or letter of it that is not: an emoji is dropped, a letter replaced."""

    text: str
    lost: tuple[str, ...]


@lru_cache(maxsize=4096)
def printable(text: str) -> Printable:
    """Return *text* in letters our fonts have: composed, on one line, without emoji and stray control characters."""
    kept: list[str] = []
    lost: list[str] = []
    for cluster in clusters(unicodedata.normalize("NFC", re.sub(r"\s+", " ", text).strip())):
        drawn = _drawable(cluster)
        if drawn is None:
            lost.append(cluster)
            drawn = _instead(cluster[0])
        kept.append(drawn)
    result = re.sub(r" +", " ", "".join(kept)).strip()
    return Printable(result or (REPLACEMENT if lost else ""), tuple(lost))


def _drawable(cluster: str) -> str | None:
    """Return *cluster* in characters our fonts have, "" if there is nothing to draw, None if they cannot."""
    visible = "".join(char for char in cluster if not _is_invisible(char))
    if not visible or _has_all(visible):
        return visible
    plain = unicodedata.normalize("NFKC", visible)
    return plain if plain != visible and _has_all(plain) else None


def _instead(char: str) -> str:
    """Return what stands for a letter *char* whose marks, or which itself, no font has."""
    if _has_all(char):
        return char
    return REPLACEMENT if char.isalnum() else ""


def _is_invisible(char: str) -> bool:
    """Whether *char* is never drawn and changes nothing that is: variation selectors, stray control characters."""
    is_steering = char in CONTROLS or char in _JOINERS
    return not is_steering and (unicodedata.category(char) in ("Cc", "Cf") or "\ufe00" <= char <= "\ufe0f")


def _has_all(text: str) -> bool:
    return all(
        char in CONTROLS or char in _JOINERS or any(font.has(char) for font in fonts(bold=False)) for char in text
    )
