"""Reading a PDF back, as people do who copy from it or print it: by PDFium, and by poppler where it is there."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from championship.prints import bidi

MM = 72 / 25.4


def plain(text: str) -> str:
    """Return *text* without direction marks and line breaks, its letters composed alike."""
    return unicodedata.normalize("NFC", " ".join(bidi.without_controls(text).split()))


def pages(pdf: bytes) -> list[str]:
    """Return the plain text of each page as PDFium reads it: brackets of right-to-left words turned round."""
    texts = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))
    return [plain(text.replace("\ufffe", "-")) for text in texts]  # its sign for a hyphen at the end of a line


def poppler(pdf: bytes, tmp_path: Path) -> str:
    """Return the plain text of all pages as pdftotext reads it."""
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("no pdftotext: install poppler-utils")
    path = tmp_path / "read.pdf"
    path.write_bytes(pdf)
    done = subprocess.run([program, str(path), "-"], capture_output=True, check=True, timeout=60)
    return plain(done.stdout.decode())


def page_sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Return (width, height) of each page in whole mm."""
    return [(round(page.get_width() / MM), round(page.get_height() / MM)) for page in pypdfium2.PdfDocument(pdf)]


def margins(pdf: bytes) -> list[float]:
    """Return for each page the least distance of anything drawn to an edge, in mm, seen in a picture of it."""
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        scale = 2
        picture = page.render(scale=scale, no_smoothtext=True).to_pil().convert("L")
        box = ImageChops.invert(picture).getbbox()
        assert box is not None, "an empty page"
        left, top, right, bottom = box
        found.append(min(left, top, picture.width - right, picture.height - bottom) / scale / MM)
    return found


def text_sizes(pdf: bytes) -> list[float]:
    """Return the sizes in points of all text of the first page."""
    page = pypdfium2.PdfDocument(pdf)[0]
    text = page.get_textpage()
    return [
        pypdfium2.raw.FPDFText_GetFontSize(text.raw, index)
        for index in range(text.count_chars())
        if pypdfium2.raw.FPDFText_GetUnicode(text.raw, index) > ord(" ")
    ]


def picture(pdf: bytes, page: int = 0, scale: float = 2) -> Image.Image:
    """Return *page* as a grey picture, *scale* pixels a point."""
    image: Image.Image = pypdfium2.PdfDocument(pdf)[page].render(scale=scale).to_pil().convert("L")
    return image
