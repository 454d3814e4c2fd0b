"""The levels of a paragraph by Unicode's Bidirectional Algorithm (UAX #9): rules P, X, W, N and I.

A level is even where text is read from left to right, odd where from right to left, and higher the deeper it
is nested. Rule names such as W4 or N0 are those of the annex. Classes come from the Python in use; bracket
pairs are listed here, for the standard library does not know them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

LTR, RTL = 0, 1
"""The two base directions of a line, as levels."""

ISOLATE_STARTS = frozenset(("LRI", "RLI", "FSI"))
ISOLATES = ISOLATE_STARTS | {"PDI"}
REMOVED = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "BN"))  # X9
BRACKETS = (
    "()[]{}\u0f3a\u0f3b\u0f3c\u0f3d\u169b\u169c\u2045\u2046\u207d\u207e\u208d\u208e\u2308\u2309\u230a\u230b"
    "\u2329\u232a\u2768\u2769\u276a\u276b\u276c\u276d\u276e\u276f\u2770\u2771\u2772\u2773\u2774\u2775"
    "\u27c5\u27c6\u27e6\u27e7\u27e8\u27e9\u27ea\u27eb\u27ec\u27ed\u27ee\u27ef\u2983\u2984\u2985\u2986"
    "\u2987\u2988\u2989\u298a\u298b\u298c\u298d\u2990\u298f\u298e\u2991\u2992\u2993\u2994\u2995\u2996"
    "\u2997\u2998\u29d8\u29d9\u29da\u29db\u29fc\u29fd\u2e22\u2e23\u2e24\u2e25\u2e26\u2e27\u2e28\u2e29"
    "\u2e55\u2e56\u2e57\u2e58\u2e59\u2e5a\u2e5b\u2e5c\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f"
    "\u3010\u3011\u3014\u3015\u3016\u3017\u3018\u3019\u301a\u301b\ufe59\ufe5a\ufe5b\ufe5c\ufe5d\ufe5e"
    "\uff08\uff09\uff3b\uff3d\uff5b\uff5d\uff5f\uff60\uff62\uff63"
)
"""Every paired bracket of Unicode (Bidi_Paired_Bracket), an opening one before its closing one."""

_MAX_DEPTH = 125  # BD2
_MAX_OPEN_BRACKETS = 63  # BD16
_EMBEDDINGS = {"LRE": LTR, "RLE": RTL, "LRO": LTR, "RLO": RTL}
_OVERRIDES = {"LRO": "L", "RLO": "R"}
_NEUTRALS = frozenset(("B", "S", "WS", "ON")) | ISOLATES
_STRONG_SIDE = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # N0 and N1: numbers count as right-to-left
_CLOSING = dict(zip(BRACKETS[::2], BRACKETS[1::2], strict=True))
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
_SAME_BRACKET = {"\u2329": "\u3008", "\u232a": "\u3009"}  # canonical equivalents close each other


def base_level(text: str, *, default: int = LTR) -> int:
    """Return the level of the first strong character outside isolates (P2, P3), else *default*."""
    return _first_strong([bidi_class(char) for char in text], 0, len(text), default)


@lru_cache(maxsize=4096)
def levels(text: str, base: int) -> tuple[int | None, ...]:
    """Return one level per character of the paragraph *text*, before L1; None where X9 removes it."""
    original = [bidi_class(char) for char in text]
    partners = _isolate_partners(original)
    explicit, classes = _explicit_levels(original, partners, base)
    resolved: list[int | None] = [None] * len(text)
    for sequence in _sequences(original, explicit, partners, base):
        for index, level in _resolve(sequence, text, original, classes):
            resolved[index] = level
    return tuple(resolved)


@lru_cache(maxsize=4096)
def bidi_class(char: str) -> str:
    return unicodedata.bidirectional(char) or "L"  # a code point this Python does not know


def _isolate_partners(original: Sequence[str]) -> dict[int, int]:
    """Return the index of the matching PDI for each isolate start that has one (BD9)."""
    partners: dict[int, int] = {}
    starts: list[int] = []
    for index, name in enumerate(original):
        if name in ISOLATE_STARTS:
            starts.append(index)
        elif name == "PDI" and starts:
            partners[starts.pop()] = index
    return partners


def _first_strong(original: Sequence[str], start: int, end: int, default: int) -> int:
    depth = 0
    for name in original[start:end]:
        if name in ISOLATE_STARTS:
            depth += 1
        elif name == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and name in ("L", "R", "AL"):
            return LTR if name == "L" else RTL
    return default


@dataclass(frozen=True, slots=True)
class _Embedding:
    """An entry of the directional status stack (X1)."""

    level: int
    override: str | None = None
    is_isolate: bool = False

    def inner_level(self, direction: int) -> int:
        """Return the least higher level of *direction*."""
        return self.level + (2 if self.level % 2 == direction else 1)


def _explicit_levels(original: Sequence[str], partners: dict[int, int], base: int) -> tuple[list[int], list[str]]:
    """Return each character's explicit level, and its class after overrides (X1 to X8)."""
    levels_found, classes = [base] * len(original), list(original)
    stack = [_Embedding(base)]
    overflow_isolates = overflow_embeddings = valid_isolates = 0
    for index, name in enumerate(original):
        if name in _EMBEDDINGS:  # X2 to X5
            inner = stack[-1].inner_level(_EMBEDDINGS[name])
            if inner <= _MAX_DEPTH and not overflow_isolates and not overflow_embeddings:
                stack.append(_Embedding(inner, _OVERRIDES.get(name)))
            elif not overflow_isolates:
                overflow_embeddings += 1
            continue
        if name == "PDF":  # X7
            if overflow_isolates:
                continue
            if overflow_embeddings:
                overflow_embeddings -= 1
            elif not stack[-1].is_isolate and len(stack) > 1:
                stack.pop()
            continue
        if name == "PDI":  # X6a
            if overflow_isolates:
                overflow_isolates -= 1
            elif valid_isolates:
                overflow_embeddings = 0
                while not stack.pop().is_isolate:
                    pass
                valid_isolates -= 1
        if name in ("B", "BN"):  # X8
            continue
        levels_found[index] = stack[-1].level
        classes[index] = stack[-1].override or name
        if name in ISOLATE_STARTS:  # X5a to X5c
            end = partners.get(index, len(original))
            direction = _first_strong(original, index + 1, end, LTR) if name == "FSI" else int(name == "RLI")
            inner = stack[-1].inner_level(direction)
            if inner <= _MAX_DEPTH and not overflow_isolates and not overflow_embeddings:
                stack.append(_Embedding(inner, is_isolate=True))
                valid_isolates += 1
            else:
                overflow_isolates += 1
    return levels_found, classes


@dataclass(frozen=True, slots=True)
class _Sequence:
    """An isolating run sequence (BD13): positions in the text, their level, and what is on either side."""

    indices: list[int]
    level: int
    before: str
    after: str

    @property
    def direction(self) -> str:
        return _side(self.level)


def _side(level: int) -> str:
    return "R" if level % 2 else "L"


def _sequences(
    original: Sequence[str], explicit: Sequence[int], partners: dict[int, int], base: int
) -> Iterator[_Sequence]:
    """Yield the isolating run sequences of what X9 leaves, with the sides they meet (X10)."""
    present = [index for index, name in enumerate(original) if name not in REMOVED]
    place = {index: position for position, index in enumerate(present)}
    level_runs = [list(group) for _, group in groupby(present, lambda index: explicit[index])]
    run_of_start = {run[0]: run for run in level_runs}
    closings = set(partners.values())
    for run in level_runs:
        if run[0] in closings:  # continues the sequence of its isolate's start
            continue
        indices = list(run)
        while indices[-1] in partners:
            indices.extend(run_of_start[partners[indices[-1]]])
        level, first, last = explicit[run[0]], place[indices[0]], place[indices[-1]]
        before = explicit[present[first - 1]] if first else base
        is_open = original[indices[-1]] in ISOLATE_STARTS
        after = explicit[present[last + 1]] if last + 1 < len(present) and not is_open else base
        yield _Sequence(indices, level, _side(max(level, before)), _side(max(level, after)))


def _resolve(
    sequence: _Sequence, text: str, original: Sequence[str], classes: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Yield each index of *sequence* with its level, by the W, N and I rules."""
    types = [classes[index] for index in sequence.indices]
    _resolve_marks_and_letters(types, sequence.before)
    _resolve_numbers(types, sequence.before)
    marks = [original[index] == "NSM" for index in sequence.indices]
    _resolve_brackets(types, [text[index] for index in sequence.indices], marks, sequence)
    _resolve_neutrals(types, sequence)
    for index, name in zip(sequence.indices, types, strict=True):
        if sequence.level % 2:
            yield index, sequence.level + (name in ("L", "EN", "AN"))  # I2
        else:
            yield index, sequence.level + {"R": 1, "EN": 2, "AN": 2}.get(name, 0)  # I1


def _resolve_marks_and_letters(types: list[str], before: str) -> None:
    """Give marks the class they stand on, and Arabic letters and their numbers theirs (W1 to W3)."""
    previous = strong = before
    for position, name in enumerate(types):
        if name == "NSM":
            types[position] = "ON" if previous in ISOLATES else previous
        previous = types[position]
    for position, name in enumerate(types):
        if name in ("L", "R", "AL"):
            strong = name
        if name == "EN" and strong == "AL":
            types[position] = "AN"
        elif name == "AL":
            types[position] = "R"


def _resolve_numbers(types: list[str], before: str) -> None:
    """Join separators and signs to their numbers, and numbers to the Latin words before them (W4 to W7)."""
    for position in range(1, len(types) - 1):
        neighbours = types[position - 1], types[position + 1]
        if (types[position] == "ES" and neighbours == ("EN", "EN")) or (
            types[position] == "CS" and neighbours in (("EN", "EN"), ("AN", "AN"))
        ):
            types[position] = neighbours[0]
    for start, end in _spans(types, {"ET"}):
        touches = (start and types[start - 1] == "EN") or (end < len(types) and types[end] == "EN")
        types[start:end] = ["EN" if touches else "ON"] * (end - start)
    strong = before
    for position, name in enumerate(types):
        if name in ("ES", "CS"):
            types[position] = "ON"
        elif name in ("L", "R"):
            strong = name
        elif name == "EN" and strong == "L":
            types[position] = "L"


def _resolve_brackets(types: list[str], chars: Sequence[str], marks: Sequence[bool], sequence: _Sequence) -> None:
    """Give both brackets of a pair one direction: the line's if it is found inside, else the context's (N0)."""
    for opening, closing in _bracket_pairs(types, chars):
        inside = {_STRONG_SIDE[name] for name in types[opening + 1 : closing] if name in _STRONG_SIDE}
        if not inside:
            continue
        side = sequence.direction
        if side not in inside:
            earlier = (_STRONG_SIDE[name] for name in reversed(types[:opening]) if name in _STRONG_SIDE)
            side = next(earlier, sequence.before)
        for bracket in (opening, closing):
            types[bracket] = side
            follower = bracket + 1
            while follower < len(types) and marks[follower]:
                types[follower] = side
                follower += 1


def _bracket_pairs(types: Sequence[str], chars: Sequence[str]) -> list[tuple[int, int]]:
    """Return (opening, closing) positions of the bracket pairs, in order of the opening ones (BD16)."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for position, char in enumerate(chars):
        if types[position] != "ON":
            continue
        if char in _CLOSING:
            if len(waiting) == _MAX_OPEN_BRACKETS:
                return []
            waiting.append((_same_bracket(_CLOSING[char]), position))
        elif char in _OPENING:
            for depth in range(len(waiting) - 1, -1, -1):
                if waiting[depth][0] == _same_bracket(char):
                    pairs.append((waiting[depth][1], position))
                    del waiting[depth:]
                    break
    return sorted(pairs)


def _same_bracket(char: str) -> str:
    return _SAME_BRACKET.get(char, char)


def _resolve_neutrals(types: list[str], sequence: _Sequence) -> None:
    """Give spaces and signs the direction on both their sides, else the line's (N1, N2)."""
    for start, end in _spans(types, _NEUTRALS):
        left = _STRONG_SIDE[types[start - 1]] if start else sequence.before
        right = _STRONG_SIDE[types[end]] if end < len(types) else sequence.after
        types[start:end] = [left if left == right else sequence.direction] * (end - start)


def _spans(types: Sequence[str], wanted: frozenset[str] | set[str]) -> list[tuple[int, int]]:
    """Return (start, end) of each stretch of *types* that are all in *wanted*."""
    spans, start = [], 0
    for is_wanted, group in groupby(types, wanted.__contains__):
        end = start + len(list(group))
        if is_wanted:
            spans.append((start, end))
        start = end
    return spans
