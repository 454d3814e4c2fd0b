"""Pages that read from either side: paper, margins, footer, palette, and drawing in the reader's direction.

Lengths are in points. A place on a page is given from the edge its language starts at (the left one in English,
the right one in Hebrew) and from the top, so a layout is written once: "start" and "end", never left and right.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, StrEnum
from io import BytesIO
from typing import Any

import segno
from django.utils.translation import get_language_info, gettext
from reportlab.lib.colors import HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from championship.prints import bidi
from championship.prints.text import (
    CAP_HEIGHT,
    LINE_HEIGHT,
    block_height,
    direction_marks,
    fit,
    letters_against,
    named,
    typeset,
)

MARGIN = 12 * mm
"""Nothing is drawn nearer to an edge: printers need 10 mm."""

RADIUS, SPINE = 9, 5
"""Of a card: its round corners, and the coloured stripe at its start."""

_FOOTER_SIZE = 9
_FOOTER_HEIGHT = 22


class Paper(Enum):
    """Sizes of a page lying on its long side: (width, height) in points."""

    A4 = (297 * mm, 210 * mm)
    A3 = (420 * mm, 297 * mm)


class Ink:
    """The palette in its ink-saving form: text-safe colours on the white of the paper."""

    TEXT = HexColor("#1b1f2a")
    MUTED = HexColor("#5d6472")
    LINE = HexColor("#a9a498")
    TINT = HexColor("#f3f1ea")
    PAPER = white
    RED = HexColor("#b3202f")
    BLUE = HexColor("#1d57b0")
    GREEN = HexColor("#1b6b3d")
    YELLOW = HexColor("#8a5a00")


class Align(StrEnum):
    START = "start"
    CENTRE = "centre"
    END = "end"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page: from the starting edge, and from the top."""

    start: float
    top: float
    width: float
    height: float

    @property
    def end(self) -> float:
        return self.start + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def inset(self, across: float, down: float = 0) -> Box:
        """Return the box within it, *across* smaller at both sides and *down* at top and bottom."""
        return Box(self.start + across, self.top + down, self.width - 2 * across, self.height - 2 * down)

    def columns(self, widths: Sequence[float], gap: float = 0) -> list[Box]:
        """Return one box per width, from its start."""
        boxes, start = [], self.start
        for width in widths:
            boxes.append(Box(start, self.top, width, self.height))
            start += width + gap
        return boxes

    def rows(self, heights: Sequence[float], gap: float = 0) -> list[Box]:
        """Return one box per height, from its top."""
        boxes, top = [], self.top
        for height in heights:
            boxes.append(Box(self.start, top, self.width, height))
            top += height + gap
        return boxes


@dataclass(frozen=True, slots=True)
class Imprint:
    """What the foot of every page bears, so that an outdated print is known; ``printed_at`` is for people."""

    championship: str
    version: int
    printed_at: str


@dataclass(frozen=True, slots=True)
class Words:
    """A text and how it is set; the sizes and limits are those of ``text.fit``."""

    value: str
    size: float
    min_size: float | None = None
    least: float | None = None
    max_lines: int = 1
    height: float = math.inf
    bold: bool = False
    colour: Any = Ink.TEXT


class Document:
    """A PDF of *pages* pages in one language; the same calls give the same bytes."""

    def __init__(self, title: str, *, language: str, paper: Paper, pages: int) -> None:
        self.width, self.height = paper.value
        self.base = bidi.RTL if get_language_info(language)["bidi"] else bidi.LTR
        self._buffer = BytesIO()
        self._canvas: Any = Canvas(self._buffer, pagesize=paper.value, invariant=1, lang=language, pageCompression=1)
        self._canvas.setTitle(bidi.without_controls(title))
        self._canvas.setAuthor("Mapal")
        # no reading direction in the viewer's preferences: PDFium would turn every Latin name's words round
        self._pages = pages
        self._page = 0
        self._against = 0  # letters of the other direction on this page, less those of its own

    @property
    def left(self) -> Align:
        """The side that is the left one in both directions: where a sign stands before its number."""
        return Align.END if self.base == bidi.RTL else Align.START

    @property
    def body(self) -> Box:
        """The part of a page for its content: within the margins and above the footer."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN - _FOOTER_HEIGHT)

    def begin_page(self, imprint: Imprint) -> None:
        """Start the next page and draw its footer: championship, page, version and time."""
        if self._page:
            self._end_page()
            self._canvas.showPage()
        self._page += 1
        box = Box(MARGIN, self.height - MARGIN - _FOOTER_SIZE, self.width - 2 * MARGIN, _FOOTER_SIZE)
        self.line(box.start, box.top - 6, box.end, box.top - 6)
        name, page, version = box.columns([box.width * 0.4, box.width * 0.2, box.width * 0.4])
        numbers = {"page": bidi.isolate_ltr(self._page), "pages": bidi.isolate_ltr(self._pages)}
        made = {"version": bidi.isolate_ltr(imprint.version), "time": bidi.isolate_ltr(imprint.printed_at)}
        footer: dict[str, Any] = {"size": _FOOTER_SIZE, "colour": Ink.MUTED, "min_size": 6}
        self.text(name, named(imprint.championship), **footer)
        self.text(page, gettext("Page %(page)s of %(pages)s") % numbers, align=Align.CENTRE, **footer)
        self.text(version, gettext("Version %(version)s · %(time)s") % made, align=Align.END, **footer)

    def finish(self) -> bytes:
        """Return the PDF."""
        self._end_page()
        self._canvas.save()
        return self._buffer.getvalue()

    def text(self, box: Box, value: str, *, align: Align = Align.START, **style: Any) -> None:
        """Draw *value* in the middle of the height of *box*, fitted into its width; *style* is of ``Words``."""
        self.stack(box, [Words(value, **style)], align=align)

    def stack(self, box: Box, words: Sequence[Words], *, align: Align = Align.START, gap: float = 0) -> None:
        """Draw *words* under each other, together in the middle of the height of *box*."""
        fitted = [
            fit(
                one.value,
                one.size,
                box.width,
                self.base,
                min_size=one.min_size,
                least=one.least,
                max_lines=one.max_lines,
                height=one.height,
                bold=one.bold,
            )
            for one in words
        ]
        heights = [block_height(one.size, len(one.lines)) for one in fitted]
        top = box.top + (box.height - sum(heights) - gap * (len(words) - 1)) / 2
        for one, style, height in zip(fitted, words, heights, strict=True):
            self._canvas.setFillColor(style.colour)
            baseline = top + one.size * CAP_HEIGHT
            for line in one.lines:
                width = line.width(one.size)
                shift = {Align.START: 0.0, Align.CENTRE: (box.width - width) / 2, Align.END: box.width - width}[align]
                line.draw(self._canvas, self._left(box.start + shift, width), self.height - baseline, one.size)
                self._against += letters_against(line.text, self.base)
                baseline += one.size * LINE_HEIGHT
            top += height + gap

    def text_width(self, value: str, size: float, *, bold: bool = False) -> float:
        return typeset(value, self.base, bold=bold).width(size)

    def line(
        self, start: float, top: float, end: float, bottom: float, *, width: float = 0.6, colour: Any = Ink.LINE
    ) -> None:
        self.path([(start, top), (end, bottom)], width=width, colour=colour)

    def path(self, points: Sequence[tuple[float, float]], *, width: float = 0.6, colour: Any = Ink.LINE) -> None:
        """Draw a line through *points*, each (from the starting edge, from the top), with round corners."""
        path = self._canvas.beginPath()
        for index, (start, top) in enumerate(points):
            (path.lineTo if index else path.moveTo)(self._left(start, 0), self.height - top)
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(width)
        self._canvas.setLineJoin(1)
        self._canvas.drawPath(path, stroke=1, fill=0)

    def rectangle(
        self, box: Box, *, fill: Any = None, stroke: Any = None, width: float = 0.6, radius: float = 0
    ) -> None:
        self._canvas.setLineWidth(width)
        if fill is not None:
            self._canvas.setFillColor(fill)
        if stroke is not None:
            self._canvas.setStrokeColor(stroke)
        left, bottom = self._left(box.start, box.width), self.height - box.bottom
        self._canvas.roundRect(
            left, bottom, box.width, box.height, radius, stroke=stroke is not None, fill=fill is not None
        )

    def card(
        self, box: Box, *, spine: Any = Ink.TEXT, fill: Any = None, radius: float = RADIUS, spine_width: float = SPINE
    ) -> Box:
        """Draw a card: a rounded frame with a spine at its start. Return the box inside."""
        if fill is not None:
            self.rectangle(box, fill=fill, radius=radius)
        with self.clipped(box, radius):
            self.rectangle(Box(box.start, box.top, spine_width, box.height), fill=spine)
        self.rectangle(box, stroke=Ink.LINE, radius=radius)
        return Box(box.start + spine_width, box.top, box.width - spine_width, box.height)

    @contextmanager
    def clipped(self, box: Box, radius: float = RADIUS) -> Iterator[None]:
        """Within it, nothing is drawn outside the rounded *box*."""
        self._canvas.saveState()
        clip = self._canvas.beginPath()
        clip.roundRect(self._left(box.start, box.width), self.height - box.bottom, box.width, box.height, radius)
        self._canvas.clipPath(clip, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def shapes(self, start: float, top: float, size: float) -> float:
        """Draw our four shapes, each in its colour: circle, diamond, triangle, square. Return their width."""
        step = size * 1.35
        for index, (shape, colour) in enumerate(_SHAPES):
            left, bottom = self._left(start + index * step, size), self.height - top - size
            self._canvas.setFillColor(colour)
            if shape is None:
                self._canvas.circle(left + size / 2, bottom + size / 2, size / 2, stroke=0, fill=1)
                continue
            path = self._canvas.beginPath()
            for corner, (x, y) in enumerate(shape):
                (path.lineTo if corner else path.moveTo)(left + x * size, bottom + y * size)
            path.close()
            self._canvas.drawPath(path, stroke=0, fill=1)
        return 3 * step + size

    def qr(self, box: Box, value: str) -> None:
        """Draw *value* as a QR code that fills *box*, a square, with the quiet zone it needs."""
        rows = [bytes(row) for row in segno.make_qr(value, error="m").matrix_iter()]
        module = box.width / len(rows)
        left, top = self._left(box.start, box.width), self.height - box.top
        path = self._canvas.beginPath()
        for index, row in enumerate(rows):
            for dark in re.finditer(b"\x01+", row):
                start, end = dark.span()
                path.rect(left + start * module, top - (index + 1) * module, (end - start) * module, module)
        self._canvas.setFillColor(Ink.TEXT)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _end_page(self) -> None:
        """Say the page's direction to poppler, which takes that of the most letters: Polish names on a Hebrew page.

        Invisible marks, one for each letter too many.
        """
        if self._against >= 0:
            body = self.body
            marks = direction_marks(self._against + 1, self.base)
            marks.draw(self._canvas, MARGIN, MARGIN, min(1.0, body.width / marks.width(1)))
        self._against = 0

    def _left(self, start: float, width: float) -> float:
        """Return the distance from the left edge of what is *width* wide and begins *start* from the start."""
        return self.width - start - width if self.base == bidi.RTL else start


_SHAPES: tuple[tuple[tuple[tuple[float, float], ...] | None, Any], ...] = (
    (None, Ink.RED),
    (((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)), Ink.BLUE),
    (((0, 0.05), (1, 0.05), (0.5, 0.95)), Ink.GREEN),
    (((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95)), Ink.YELLOW),
)
