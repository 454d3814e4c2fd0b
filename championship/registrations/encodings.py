"""Bytes to text: marks are obeyed, UTF-8 and UTF-16 recognised, and a Windows code page guessed from its letters."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
_WESTERN = "àáâäåçèéêëíîïñóôöøùúûüßÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜ"
_GUESSES = {
    "cp1255": "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
    "cp1250": _POLISH + "áéíúýčďěňřšťžôäöüőűÁÉÍÚÝČĎĚŇŘŠŤŽÖÜŐŰ",
    "iso8859_2": _POLISH,
    "cp1252": _WESTERN,
    "cp862": "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
}
"""Code pages of one byte a letter, the likelier first, each with the letters it is used for."""
NAMED = ("utf-8", *_GUESSES)
"""What a person may say a text is written in, where the guess is wrong."""
_COMMON_SIGNS = frozenset("\u00a0\u200e\u200f־–—‘’“”„…«»₪§°׳״")
_SAMPLE = 200_000


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the name of its encoding, whether that was guessed, and the lines that were in another one.

    Lines count from 1; CRLF, LF and CR each end one.
    """

    text: str
    encoding: str
    is_guess: bool = False
    guessed_lines: frozenset[int] = frozenset()


def decode(data: bytes, named: str = "") -> Decoded | None:
    """Return *data* as text, None if it is not text; signs that its encoding does not have become U+FFFD.

    *named* is the encoding a person chose, one of ``NAMED``; without it the encoding is recognised or guessed.
    Raises ValueError for another one.
    """
    if named and named not in NAMED:
        raise ValueError(f"{named!r} is none of {', '.join(NAMED)}")
    decoded = Decoded(data.removeprefix(codecs.BOM_UTF8).decode(named, "replace"), named) if named else _decode(data)
    return None if _is_binary(decoded.text) else decoded


def _decode(data: bytes) -> Decoded:
    for mark, name in _MARKS:
        if data.startswith(mark):
            bare = data[len(mark) :]
            if name == "utf-8-sig":
                return _bytewise(bare, name)
            return Decoded(bare.decode(name, "replace"), name)
    if unmarked := _without_mark(data):
        return Decoded(data.decode(unmarked, "replace"), unmarked, is_guess=True)
    return _bytewise(data, "utf-8")


def _without_mark(data: bytes) -> str | None:
    """Return the wide encoding that *data* is in, by where its NUL bytes are: each delimiter has one or three."""
    sample = data[:_SAMPLE]
    if len(sample) < 8 or sample.count(0) < len(sample) / 20:
        return None
    nuls = [sample[place::4].count(0) * 4 / len(sample) for place in range(4)]
    if nuls[2] > 0.9 and nuls[3] > 0.9:
        return "utf-32-le"
    if nuls[0] > 0.9 and nuls[1] > 0.9:
        return "utf-32-be"
    first, second = nuls[0] + nuls[2], nuls[1] + nuls[3]
    for name, many, few in (("utf-16-le", second, first), ("utf-16-be", first, second)):
        if many > 10 * few:
            text = sample.decode(name, "replace")
            known = sum(sign.isalnum() or sign.isspace() or sign.isascii() for sign in text)
            if known > 0.9 * len(text):
                return name
    return None


def _bytewise(data: bytes, name: str) -> Decoded:
    try:
        return Decoded(data.decode("utf-8"), name)
    except UnicodeDecodeError:
        pass
    lines = re.split(rb"(\r\n|\r|\n)", data)  # lines and their ends in turn
    broken = {number for number in range(0, len(lines), 2) if not _is_mostly_utf8(lines[number])}
    sound = sum(not lines[number].isascii() for number in range(0, len(lines), 2) if number not in broken)
    guess = _guess(b"\n".join(lines[number] for number in sorted(broken))[:_SAMPLE])
    if sound <= len(broken):
        return Decoded(data.decode(guess, "replace"), guess, is_guess=True)
    text = "".join(
        line.decode(guess if number in broken else "utf-8", "replace") for number, line in enumerate(lines)
    )
    return Decoded(text, name, guessed_lines=frozenset(number // 2 + 1 for number in broken))


def _is_mostly_utf8(line: bytes) -> bool:
    """Whether *line* is UTF-8, or was until somebody cut a letter of it in two."""
    text = line.decode("utf-8", "replace")
    lost = text.count("\ufffd")
    return lost == 0 or sum(not sign.isascii() for sign in text) > 2 * lost


def _guess(data: bytes) -> str:
    """Return the code page in which *data* looks most like names."""
    return max(_GUESSES, key=lambda name: _likeness(data.decode(name, "replace"), frozenset(_GUESSES[name])))


def _likeness(text: str, usual: frozenset[str]) -> int:
    """Return how much *text* looks written in the *usual* letters.

    Hebrew letters stand with their like, never inside a Latin word; Polish ones stand between Latin letters.
    """
    score = 0
    for before, sign, after in zip("\n" + text, text, text[1:] + "\n", strict=False):
        if sign.isascii():
            continue
        is_hebrew = "\u0590" <= sign <= "\u05ff"
        if sign in usual or (is_hebrew and unicodedata.category(sign) == "Mn" and "\u0590" <= before <= "\u05ff"):
            neighbours = [near for near in (before, after) if near.isalpha()]
            fitting = sum(("\u0590" <= near <= "\u05ff") == is_hebrew for near in neighbours)
            strangers = len(neighbours) - fitting
            crowd = not is_hebrew and not any(near.isascii() for near in neighbours) and len(neighbours) == 2
            score += -2 if strangers or crowd else 2
        elif sign not in _COMMON_SIGNS:
            score -= 3
    return score


def _is_binary(text: str) -> bool:
    """Whether *text* is full of signs that no keyboard makes; a few NUL bytes in a list are let through."""
    sample = text[:_SAMPLE]
    odd = sum(
        sign == "\ufffd" or (sign not in "\t\n\r\v\f\x85" and unicodedata.category(sign) in ("Cc", "Cn", "Co", "Cs"))
        for sign in sample
        if not (sign.isascii() and sign.isprintable())
    )
    return odd > 3 and odd > len(sample) / 50
