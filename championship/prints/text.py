"""Text on a page in any of our languages: broken into glyphs, measured, fitted into a width and drawn.

A line is set once, without a size; sizes and widths are in points. ``base`` is the page's direction, bidi.LTR
or bidi.RTL; a name comes as ``named(name)``, a number as ``figure(number)``, alone as well.

What is drawn can be read again: pdftotext and PDFium find every letter in its logical order. For that
* a letter with marks (niqqud, harakat) carries the text of both, and the marks are drawn as shapes;
* a mirrored bracket reads as the character it was set from (PDFium mirrors it once more, poppler does not);
* where poppler could not tell on which side a sign or space belongs, an invisible direction mark says so;
* there is no ActualText: both take it for visual order and turn Hebrew round.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

import uharfbuzz
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr

from championship.prints import bidi
from championship.prints.letters import printable
from championship.prints.typefaces import EM, Outline, Typeface, fonts

ELLIPSIS = "…"
LINE_HEIGHT, CAP_HEIGHT = 1.2, 0.7
"""Of Rubik, in type sizes: from one line to the next, and of a capital, which is what looks centred."""

_SIZE_STEP = 0.5
_BREAKS_AFTER = re.compile(r"[ \-־–/]")
_TABULAR = re.compile(r"[\d+\-−.,:/ ]+")
_STRONG = frozenset(("L", "R", "AL"))


@dataclass(frozen=True, slots=True)
class Glyph:
    """What one character of the PDF draws. Lengths in thousandths of the type size."""

    character: str
    advance: float
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A mark drawn as a shape, with its place from the start of its piece in thousandths of the type size."""

    outline: Outline
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring glyphs of one font, from left to right."""

    font: Typeface
    glyphs: tuple[Glyph, ...]
    shapes: tuple[Shape, ...] = ()

    @property
    def advance(self) -> float:
        return sum(glyph.advance for glyph in self.glyphs)


@dataclass(frozen=True, slots=True)
class Line:
    """A line ready to be drawn in any size; ``text`` is in logical order, without controls."""

    text: str
    pieces: tuple[Piece, ...]

    def width(self, size: float) -> float:
        """Return its width in points at *size*."""
        return sum(piece.advance for piece in self.pieces) * size / EM

    def draw(self, canvas: Any, x: float, y: float, size: float) -> None:
        """Draw it with its left end at *x* on the baseline *y*, in the canvas's fill colour."""
        for piece in self.pieces:
            _draw_piece(canvas, piece, x, y, size)
            x += piece.advance * size / EM


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text made to fit: its lines, the size they all have, and whether its end is left out."""

    lines: tuple[Line, ...]
    size: float
    is_cut: bool


def named(name: str) -> str:
    """Return *name*, a person's or a title, as it goes alone or into a sentence: printable and isolated."""
    return bidi.isolate(printable(bidi.without_controls(name)).text)


def figure(value: int | Decimal, *, plus: bool = False) -> str:
    """Return *value* with a real minus sign, and with *plus* a sign on what is above zero; kept in its order."""
    shown = f"{value:f}" if isinstance(value, Decimal) else str(value)
    if "." in shown:
        shown = shown.rstrip("0").rstrip(".")
    return bidi.isolate_ltr(f"+{shown}" if plus and value > 0 else shown.replace("-", "−"))


@lru_cache(maxsize=8192)
def typeset(text: str, base: int, *, bold: bool = False) -> Line:
    """Return *text* as one line, in letters our fonts have."""
    text = printable(text).text
    return _line(text, base, bold, 0, len(text))


def fit(
    text: str,
    size: float,
    width: float,
    base: int,
    *,
    min_size: float | None = None,
    least: float | None = None,
    max_lines: int = 1,
    height: float = math.inf,
    bold: bool = False,
) -> Fitted:
    """Return *text* within *width*: on one line, smaller down to *min_size*; then on more lines; then cut.

    Lines are at most *max_lines*, no higher together than *height*, and may be smaller down to *least* before a
    word is broken or the end is cut. A cut text ends with "…", and no letter is parted from its marks.
    """
    text = printable(text).text
    smallest = size if min_size is None else min_size
    one_line = (0, len(text))
    for tried in _sizes(size, smallest):
        if _line(text, base, bold, *one_line).width(tried) <= width:
            return Fitted((_line(text, base, bold, *one_line),), tried, is_cut=False)
    breaks = set(_break_points(text))
    lowest = smallest if least is None else least
    for tried in _sizes(smallest, lowest):
        spans = wrap(text, tried, width, base, bold=bold)
        allowed = _most_lines(tried, max_lines, height)
        is_whole = all(end in breaks for _, end in spans[:-1])
        if len(spans) <= allowed and (is_whole or tried == lowest):
            return Fitted(tuple(_line(text, base, bold, *span) for span in spans), tried, is_cut=False)
    last = spans[allowed - 1][0]
    cut = _cut(text, last, lowest, width, base, bold)
    kept = [*spans[: allowed - 1], (last, len(cut))]
    return Fitted(tuple(_line(cut, base, bold, *span) for span in kept), lowest, is_cut=True)


def block_height(size: float, lines: int) -> float:
    """Return the height of *lines* lines, from the top of the first one's capitals to the last one's baseline."""
    return size * (LINE_HEIGHT * (lines - 1) + CAP_HEIGHT)


def _sizes(largest: float, smallest: float) -> Iterator[float]:
    """Yield sizes from the largest to the smallest, both included."""
    size = largest
    while size > smallest:
        yield size
        size -= _SIZE_STEP
    yield smallest


def _most_lines(size: float, most: int, height: float) -> int:
    """Return how many lines of *size* are allowed, at least one."""
    while most > 1 and block_height(size, most) > height:
        most -= 1
    return most


def wrap(text: str, size: float, width: float, base: int, *, bold: bool = False) -> list[tuple[int, int]]:
    """Return the (start, end) of each line of *text* no wider than *width*, broken at spaces and hyphens.

    A word wider than the line is broken between letters.
    """
    spans = []
    start = end = 0
    for stop in [*_break_points(text), len(text)]:
        if end > start and _line(text, base, bold, start, stop).width(size) > width:
            spans.append((start, end))
            start = end
        while _line(text, base, bold, start, stop).width(size) > width:
            part = _longest(text[start:stop], lambda piece: typeset(piece, base, bold=bold).width(size) <= width)
            spans.append((start, start + len(part)))
            start += len(part)
        end = stop
    if end > start:
        spans.append((start, end))
    return spans


def _break_points(text: str) -> Iterator[int]:
    """Yield where a new line may start: after spaces and hyphens, but not inside a number."""
    in_number = False
    for index, char in enumerate(text):
        if char in (bidi.LRI, bidi.PDI):
            in_number = char == bidi.LRI
        elif not in_number and _BREAKS_AFTER.match(char):
            yield index + 1


def _cut(text: str, start: int, size: float, width: float, base: int, bold: bool) -> str:
    """Return *text* without as much of its end as lets text[start:] fit with an ellipsis."""

    def fits(kept: str) -> bool:
        shortened = text[:start] + kept.rstrip() + ELLIPSIS
        return _line(shortened, base, bold, start, len(shortened)).width(size) <= width

    return text[:start] + _longest(text[start:], fits).rstrip() + ELLIPSIS


def _longest(text: str, fits: Any) -> str:
    """Return the longest beginning of *text*, in whole letters but at least one, that *fits* accepts."""
    letters = bidi.clusters(text)
    low, high = 1, len(letters)
    while low < high:
        middle = (low + high + 1) // 2
        if fits("".join(letters[:middle])):
            low = middle
        else:
            high = middle - 1
    return "".join(letters[:low])


@lru_cache(maxsize=8192)
def _line(text: str, base: int, bold: bool, start: int, end: int) -> Line:
    """Return text[start:end] of the paragraph *text* as a line, without the space at its end."""
    end = start + len(text[start:end].rstrip())
    pieces: list[Piece] = []
    runs = bidi.runs(text, base, start=start, end=end)
    first = runs[-1 if base == bidi.RTL else 0] if runs else None
    for run in runs:
        marked = _marked(run, base, run is first)
        parts = [_shaped(font, part, run.is_rtl) for font, part in _by_font(marked, bold)]
        pieces += reversed(parts) if run.is_rtl else parts
    return Line(bidi.without_controls(text[start:end]), tuple(pieces))


def _marked(run: bidi.Run, base: int, is_first: bool) -> str:
    """Return the text of *run* with the invisible marks that poppler needs to put it back in order.

    It goes through a line from the base direction's side and takes a space or sign for part of the last word,
    and a sign of numbers (+ - / , :) for the beginning of a left-to-right word. A mark is a word of the right
    direction: after such a sign, and on the side of the run that the line is gone through from.
    """
    mark, is_with_line = (bidi.RLM if run.is_rtl else bidi.LRM), run.level % 2 == base
    text = _signs_before_space(run.text) if run.is_rtl and base == bidi.RTL else run.text
    near = run.text[0] if is_with_line else run.text[-1]
    if unicodedata.bidirectional(near) in _STRONG or near.isdigit() or (is_with_line and is_first):
        return text
    return mark + text if is_with_line else text + mark


def _signs_before_space(text: str) -> str:
    return re.sub(r"([^\w\s])(?=\s|$)", lambda sign: sign[0] + (bidi.RLM if _is_number_sign(sign[0]) else ""), text)


def _is_number_sign(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("ES", "ET", "CS")


def letters_against(text: str, base: int) -> int:
    """Return how many more letters of *text* are of the other direction than of *base*; negative if fewer."""
    sides = [unicodedata.bidirectional(char) for char in text]
    left, right = sides.count("L"), sides.count("R") + sides.count("AL")
    return left - right if base == bidi.RTL else right - left


def direction_marks(count: int, base: int) -> Line:
    """Return a line of *count* invisible marks of the direction *base*, apart, for poppler drops what overlaps."""
    font = fonts(bold=False)[-1]
    mark = Glyph(bidi.RLM if base == bidi.RTL else bidi.LRM, EM / 2)
    return Line("", (Piece(font, (mark,) * count),))


def _by_font(text: str, bold: bool) -> list[tuple[Typeface, str]]:
    """Return *text* cut into parts of one font and one script, as HarfBuzz takes them."""
    parts: list[tuple[Typeface, str, str]] = []
    for cluster in bidi.clusters(text):
        font, script = _font_of(cluster, bold), _script(cluster)
        if parts and parts[-1][0] is font and (not script or script == parts[-1][1] or not parts[-1][1]):
            parts[-1] = (font, parts[-1][1] or script, parts[-1][2] + cluster)
        else:
            parts.append((font, script, cluster))
    return [(font, part) for font, _, part in parts]


def _font_of(cluster: str, bold: bool) -> Typeface:
    for font in fonts(bold=bold):
        if all(font.has(char) or char == bidi.ZWJ for char in cluster):
            return font
    return fonts(bold=bold)[-1]


def _script(cluster: str) -> str:
    """Return the script of a letter ("HEBREW"), "" of anything else."""
    is_letter = unicodedata.category(cluster[0]).startswith("L")
    return unicodedata.name(cluster[0], "").partition(" ")[0] if is_letter else ""


def _shaped(font: Typeface, text: str, is_rtl: bool) -> Piece:
    """Return *text*, one run in one font, as HarfBuzz places it."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if is_rtl else "ltr"
    buffer.flags = uharfbuzz.BufferFlags.PRESERVE_DEFAULT_IGNORABLES  # the marks of _marked
    # figures of one width, so that columns of numbers line up; not in words: it spaces brackets too
    uharfbuzz.shape(font.shaper, buffer, {"tnum": _TABULAR.fullmatch(text) is not None})
    placed = list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))
    starts = sorted({info.cluster for info, _ in placed})
    text_of = {start: text[start:end] for start, end in pairwise([*starts, len(text)])}
    glyphs: list[Glyph] = []
    shapes: list[Shape] = []
    at = 0.0
    for cluster, group in groupby(placed, lambda item: item[0].cluster):
        members = list(group)
        letter = max(range(len(members)), key=lambda index: members[index][1].x_advance)
        advance = font.scaled(sum(position.x_advance for _, position in members))
        inner = 0.0
        for index, (info, position) in enumerate(members):
            x, y = inner + font.scaled(position.x_offset), font.scaled(position.y_offset)
            if index == letter:
                reading = text_of[cluster][::-1] if is_rtl else text_of[cluster]  # read from the page's right
                glyphs.append(Glyph(font.character(info.codepoint, reading), advance, x, y))
            elif outline := font.outline(info.codepoint):
                shapes.append(Shape(outline, at + x, y))
            inner += font.scaled(position.x_advance)
        at += advance
    return Piece(font, tuple(glyphs), tuple(shapes))


def _draw_piece(canvas: Any, piece: Piece, x: float, y: float, size: float) -> None:
    line = canvas.beginText(x, y)
    line.setFont(piece.font.fontName, size)
    data = [
        ShapeData(index, glyph.advance, 0, glyph.x, glyph.y, piece.font.width_of(glyph.character))
        for index, glyph in enumerate(piece.glyphs)
    ]
    line.textOut(ShapedStr("".join(glyph.character for glyph in piece.glyphs), data))
    canvas.drawText(line)
    for shape in piece.shapes:
        path = canvas.beginPath()
        left, bottom = x + shape.x * size / EM, y + shape.y * size / EM
        for command, points in shape.outline:
            placed = [value * size / EM + (bottom if index % 2 else left) for index, value in enumerate(points)]
            getattr(path, command)(*placed)
        canvas.drawPath(path, stroke=0, fill=1)
