from __future__ import annotations

import pytest
from django.utils import translation

from championship.prints.page import MARGIN, Align, Box, Document, Imprint, Paper
from tests.championship.prints.reading import MM, margins, page_sizes, pages, picture

IMPRINT = Imprint("Mapal Cup", version=3, printed_at="2027-10-19 09:41")


def make_document(language: str = "en", paper: Paper = Paper.A4, page_count: int = 1) -> Document:
    document = Document("A print", language=language, paper=paper, pages=page_count)
    document.begin_page(IMPRINT)
    return document


def test_box_is_divided_from_its_start_and_top():
    box = Box(10, 20, 100, 60)
    assert box.columns([30, 40], gap=5) == [Box(10, 20, 30, 60), Box(45, 20, 40, 60)]
    assert box.rows([10, 20], gap=5) == [Box(10, 20, 100, 10), Box(10, 35, 100, 20)]
    assert box.inset(2, 3) == Box(12, 23, 96, 54)
    assert (box.end, box.bottom) == (110, 80)


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (297, 210)), (Paper.A3, (420, 297))], ids=["A4", "A3"])
def test_page_has_the_size_of_its_paper(paper, size):
    assert page_sizes(make_document(paper=paper).finish()) == [size]


def test_body_and_footer_keep_the_printers_margin():  # O54
    document = make_document()
    document.rectangle(document.body, stroke="black")
    assert MARGIN >= 10 * MM
    assert margins(document.finish())[0] >= 10


def test_footer_says_championship_page_version_and_time():
    with translation.override("en"):
        document = make_document(page_count=2)
        document.begin_page(IMPRINT)
        read = pages(document.finish())
    assert read == [
        "Mapal Cup Page 1 of 2 Version 3 · 2027-10-19 09:41",
        "Mapal Cup Page 2 of 2 Version 3 · 2027-10-19 09:41",
    ]


@pytest.mark.parametrize(("language", "side"), [("en", "left"), ("pl", "left"), ("he", "right")])
def test_start_is_the_side_a_language_begins_at(language, side):
    document = Document("A print", language=language, paper=Paper.A4, pages=1)
    document.rectangle(Box(MARGIN, 100, 50, 50), fill="black")
    page = picture(document.finish(), scale=1)
    dark_left, dark_right = page.getpixel((50, 120)) < 50, page.getpixel((page.width - 50, 120)) < 50
    assert (dark_left, dark_right) == (side == "left", side == "right")


@pytest.mark.parametrize(("language", "align"), [("en", Align.START), ("he", Align.END)])
def test_left_is_the_left_side_in_both_directions(language, align):
    assert Document("A print", language=language, paper=Paper.A4, pages=1).left is align


def test_finish_gives_the_same_bytes_for_the_same_calls():
    assert make_document("he").finish() == make_document("he").finish()
