"""Text as people type it: made clean, folded to its letters for comparing, and looked at for odd signs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_BLANK_LETTERS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\u034f"))
"""Signs that count as letters or marks and yet show nothing."""
_FINALS = str.maketrans("ךםןףץ", "כמנפצ")
_LATIN = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"})
"""Latin letters whose mark is no combining sign."""
_PRINTED_SCRIPTS = ("LATIN", "HEBREW", "CYRILLIC", "GREEK", "ARABIC")
_LONGEST_SHOWN = 200


_PLAIN = re.compile(r"[ -~À-ž\u0591-\u05ea]*")
"""Text in which nothing is invisible: what most cells are, so they are done with at once."""


def clean(text: str, *, keep_lines: bool = False) -> str:
    """Return *text* without invisible signs and control characters, every space one plain space, ends trimmed.

    Letters and niqqud stay as typed. With *keep_lines*, line breaks stay too.
    """
    if _PLAIN.fullmatch(text):
        return " ".join(text.split())
    if keep_lines:
        return "\n".join(clean(line) for line in text.splitlines()).strip()
    visible = "".join(map(_visible, text)).translate(_BLANK_LETTERS)
    joined = " ".join(visible.split())
    # Composing would put niqqud into another order than it was typed in.
    return joined if any("\u0591" <= sign <= "\u05c7" for sign in joined) else unicodedata.normalize("NFC", joined)


def _visible(sign: str) -> str:
    if sign.isspace():
        return " "
    return "" if unicodedata.category(sign) in ("Cc", "Cf", "Cs") else sign


def shown(text: str) -> str:
    """Return *text* for a sentence or a preview: clean, and cut with a sign if it is long."""
    cleaned = clean(text[: 4 * _LONGEST_SHOWN])
    return cleaned if len(cleaned) <= _LONGEST_SHOWN else cleaned[: _LONGEST_SHOWN - 1] + "…"


def cut(text: str, longest: int) -> str:
    """Return *text* in at most *longest* letters; what was cut off leaves its sign."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def letters(text: str) -> str:
    """Return the letters and figures of *text* for comparing names.

    Left out: niqqud, vowel marks, geresh, maqaf, hyphens, spaces, final forms, case and Latin marks.
    """
    return _letters_once(text) if len(text) <= _LONGEST_SHOWN else _letters(text)


def _letters(text: str) -> str:
    if text.isascii():
        return "".join(filter(str.isalnum, text)).lower()
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_FINALS).translate(_LATIN)
    return "".join(filter(str.isalnum, plain))


_letters_once = lru_cache(maxsize=4096)(_letters)
"""The same few schools, cities and answers stand in every row."""


def has_control_characters(text: str) -> bool:
    """Whether *text* has NUL, another control character or half a surrogate pair; line breaks and tabs are none."""
    return not text.isprintable() and any(
        unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\t\n\r\v\f\x85" for sign in text
    )


def is_printable(text: str) -> bool:
    """Whether prints can show every sign of the clean *text*: they have letters of five scripts, and no emoji."""
    return text.isascii() or all(map(_is_printed, text))


def _is_printed(sign: str) -> bool:
    if sign == "\ufffd":  # a letter that was lost, and is said to be
        return True
    kind = unicodedata.category(sign)
    if kind[0] == "L":
        return unicodedata.name(sign, "").startswith(_PRINTED_SCRIPTS) or kind == "Lm"
    return kind[0] in "MNPZ" or kind in ("Sc", "Sm") or sign in "`´^¨˙°"


_ODD_SIGNS = re.compile(r"[\d=<>@{}\[\]|\\/_#$%*+~;:!&]|^[\-,]|https?\b|www\.")
"""What stands in a cell for a name and is none: figures, formulas, mark-up, addresses."""


def is_odd_name(name: str) -> bool:
    """Whether the clean *name* has figures, a formula or mark-up in place of a name."""
    return bool(name) and _ODD_SIGNS.search(name) is not None
