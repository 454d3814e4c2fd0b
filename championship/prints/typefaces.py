"""The two typefaces of the prints, with every glyph drawable and every letter found again in the text.

ReportLab draws characters; HarfBuzz gives glyphs, some of which stand for no single character. ``Typeface``
joins the two: a glyph gets a code of its own for the text it stands for, and the PDF says which text that is.
"""

from __future__ import annotations

import threading
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
EM = 1000
"""Widths and offsets of glyphs are in thousandths of the type size."""

_FIRST_CODE = 0xF0000  # planes 15 and 16 are for private use: no name's letters are there
_lock = threading.RLock()  # ReportLab reads a font file at a position shared by all threads


Point = tuple[float, float]
Outline = tuple[tuple[str, tuple[float, ...]], ...]
"""Path commands by their ReportLab names (moveTo, lineTo, curveTo, close), each with its coordinates."""


class Typeface(TTFont):
    """A TrueType font for ReportLab whose glyphs can be drawn by number."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, BytesIO(path.read_bytes()))  # no path: it would be written into the PDF
        self._codes: dict[tuple[int, str], int] = {}
        self._texts: dict[int, str] = {}

    @cached_property
    def shaper(self) -> uharfbuzz.Font:
        return uharfbuzz.Font(self.hbFace)

    def has(self, char: str) -> bool:
        return ord(char) < _FIRST_CODE and ord(char) in self.face.charToGlyph

    def character(self, glyph: int, text: str) -> str:
        """Return the character that draws *glyph* and is read back as *text*: the text itself where it can be."""
        if len(text) == 1 and self.face.charToGlyph.get(ord(text)) == glyph:
            return text
        with _lock:
            code = self._codes.get((glyph, text))
            if code is None:
                code = self._codes[glyph, text] = _FIRST_CODE + len(self._codes)
                self._texts[code] = text
                self.face.charToGlyph[code] = glyph
                self.face.charWidths[code] = self.scaled(self.shaper.get_glyph_h_advance(glyph))
        return chr(code)

    def width_of(self, character: str) -> float:
        """Return the width the font file itself gives *character*."""
        return float(self.face.charWidths[ord(character)])

    def outline(self, glyph: int) -> Outline:
        """Return the shape of *glyph* as path commands, in thousandths of the type size."""
        pen = _Pen(EM / self.face.unitsPerEm)
        self.shaper.draw_glyph_with_pen(glyph, pen)
        return tuple(pen.commands)

    def scaled(self, length: int) -> float:
        """Return *length*, in the font's own units, in thousandths of the type size."""
        return length * EM / float(self.face.unitsPerEm)

    def addObjects(self, doc: Any) -> None:  # noqa: N802 (ReportLab's name)
        """Put the font into *doc*, with a table of what each code reads as."""
        with _lock:
            subsets = list(self.state[doc].subsets)
            names = [self.getSubsetInternalName(number, doc)[1:] for number in range(len(subsets))]
            super().addObjects(doc)
            for name, codes in zip(names, subsets, strict=True):
                font = doc.idToObject["BasicFonts"].dict[name]
                doc.idToObject[font.ToUnicode.name].content = _to_unicode(font.BaseFont, self._readings(codes))

    def _readings(self, codes: list[int]) -> list[str]:
        return [self._texts.get(code, chr(code)) if code else "" for code in codes]


class _Pen:
    """Takes a glyph's outline from HarfBuzz; PDF has no quadratic curves, so they become cubic ones."""

    def __init__(self, scale: float) -> None:
        self.commands: list[tuple[str, tuple[float, ...]]] = []
        self._scale = scale
        self._at = (0.0, 0.0)

    def moveTo(self, point: Point) -> None:  # noqa: N802 (HarfBuzz calls it so, and those below)
        self._add("moveTo", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self._add("lineTo", point)

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self._add("curveTo", *points)

    def qCurveTo(self, control: Point, end: Point) -> None:  # noqa: N802
        first, second = (
            (start[0] + 2 / 3 * (control[0] - start[0]), start[1] + 2 / 3 * (control[1] - start[1]))
            for start in (self._at, end)
        )
        self._add("curveTo", first, second, end)

    def closePath(self) -> None:  # noqa: N802
        self.commands.append(("close", ()))

    def _add(self, command: str, *points: Point) -> None:
        self._at = points[-1]
        self.commands.append((command, tuple(value * self._scale for point in points for value in point)))


@lru_cache(maxsize=2)
def fonts(*, bold: bool) -> tuple[Typeface, ...]:
    """Return the fonts of one weight, the preferred one first, registered with ReportLab on first use."""
    weight = "Bold" if bold else "Regular"
    with _lock:
        found = tuple(
            Typeface(f"{family}-{weight}", FONTS / f"{family}-{weight}.ttf") for family in ("Rubik", "DejaVuSans")
        )
        for font in found:
            pdfmetrics.registerFont(font)
    return found


def _to_unicode(name: str, readings: list[str]) -> str:
    """Return the PDF's CMap from each code, its index in *readings*, to the text it is read as."""
    entries = [(code, text) for code, text in enumerate(readings) if text]
    lines = [
        "/CIDInit /ProcSet findresource begin",
        "12 dict begin",
        "begincmap",
        f"/CIDSystemInfo << /Registry ({name}) /Ordering ({name}) /Supplement 0 >> def",
        f"/CMapName /{name} def",
        "/CMapType 2 def",
        "1 begincodespacerange",
        "<00> <FF>",
        "endcodespacerange",
    ]
    for start in range(0, len(entries), 100):  # at most a hundred in one block
        block = entries[start : start + 100]
        lines += [f"{len(block)} beginbfchar"]
        lines += [f"<{code:02X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in block]
        lines += ["endbfchar"]
    lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
    return "\n".join(lines)
