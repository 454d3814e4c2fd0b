from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
import segno
from django.utils import translation

from championship.prints import bidi
from championship.prints.letters import printable
from championship.prints.scoresheet import (
    Scoresheet,
    ScoresheetRound,
    ScoresheetSeat,
    ScoresheetTicket,
    build_scoresheets,
)
from scoring.formats import System
from tests.championship.prints.reading import margins, page_sizes, pages, picture, plain, poppler

LONG = "Małgorzata Brzęczyszczykiewicz-Łękołodzka z Wąchocka nad Kamienną"
LONG_HEBREW = "אברהם־יצחק בן־גוריון־שרעבי מקריית שמונה העליונה והתחתונה גם יחד"
NAMES = (
    "נועה אברהמי",
    "ג'אד חטיב",
    "Łukasz Źrebiec (PL)",
    'דוד [השחור] "המלך" לוי',
    "שָׁלוֹם בֶּן־דָּוִד",
    "מוחמד محمد عليّ",
    "אביב (+3)",
    "O'Neil & <b>",
    "רות 🎉 כהן־לוי",
    "Иван Щукин",
    "קבוצה 12-15 / שולחן 3:2",
    "נועם א׳ בן-שבת",
)
CODE_URL = "https://mapal.example.org/r/Q2xhc3NpY19Ub2tlbl9PZl9UaGlydHktVHdv"


def make_sheet(names=NAMES[:5], *, table=7, **changes) -> Scoresheet:
    seats = tuple(ScoresheetSeat(position, 11 * position, name) for position, name in enumerate(names, start=1))
    sheet = Scoresheet(
        championship="אליפות טאקי 2027",
        stage="מוקדמות",
        table=table,
        seats=seats,
        hall="היכל ב׳",
        starts_at="10:30",
        qr_url=CODE_URL,
        short_code="7F3K-9Q2A",
        tickets=(ScoresheetTicket(1, "סבב שני", 3, 2),),
        version=17,
        printed_at="2027-10-19 09:41",
    )
    return replace(sheet, **changes)


def make_filled(**changes) -> Scoresheet:
    """A table of four: A 6; B and C level at −3, of whom B wins the tie-break; D left after two rounds."""
    lines = [("Noa", 6, 1), ("Dan", -3, 2), ("Uri", -3, 3), ("Maya", -14, 4)]
    seats = tuple(
        ScoresheetSeat(position, 10 + position, name, total, place)
        for position, (name, total, place) in enumerate(lines, start=1)
    )
    return make_sheet(
        championship="Mapal Cup",
        stage="Second stage",
        hall="",
        seats=seats,
        rounds=tuple(
            ScoresheetRound(number, results)
            for number, results in enumerate([(2, -1, -2, -8), (2, -1, 0, -6), (2, -1, -1, None)], start=1)
        ),
        tie_breaks=(ScoresheetRound(1, (None, 2, -4, None), place=2),),
        tickets=(ScoresheetTicket(1, "Final", 1, 3), ScoresheetTicket(2, "Playoff", 1, 4)),
        is_filled=True,
        qr_url=None,
        short_code=None,
        **changes,
    )


@pytest.mark.parametrize(("count", "seats"), [(1, 4), (1, 5), (1, 6), (2, 3), (7, 6), (24, 5)])
def test_pages_are_as_many_as_sheets(count, seats):  # O55
    sheets = [make_sheet(NAMES[:seats], table=table) for table in range(1, count + 1)]
    assert page_sizes(build_scoresheets(sheets, language="he")) == [(297, 210)] * count


def test_build_refuses_to_print_nothing():
    with pytest.raises(ValueError, match="no scoresheet"):
        build_scoresheets([], language="he")


@pytest.mark.parametrize("language", ["he", "en", "pl"])
@pytest.mark.parametrize("is_filled", [False, True], ids=["blank", "filled"])
def test_nothing_is_nearer_to_an_edge_than_10_mm(language, is_filled):  # O54
    sheets = [
        make_sheet([LONG, LONG_HEBREW] * 3, is_filled=is_filled, championship=LONG * 2, stage=LONG, hall=LONG_HEBREW),
        make_filled() if is_filled else make_sheet(system=System.PENALTY, round_count=8),
    ]
    assert min(margins(build_scoresheets(sheets, language=language))) >= 10


@pytest.mark.parametrize("names", [NAMES[:6], NAMES[6:]], ids=["first", "second"])
@pytest.mark.parametrize("is_filled", [False, True], ids=["blank", "filled"])
def test_pdftotext_gives_every_name_of_a_hebrew_sheet_in_order(names, is_filled, tmp_path: Path):  # O50
    read = poppler(build_scoresheets([make_sheet(names, is_filled=is_filled)], language="he"), tmp_path)
    assert [name for name in names if plain(printable(name).text) not in read] == []
    assert "אליפות טאקי 2027" in read


@pytest.mark.parametrize("language", ["he", "en", "pl"])
@pytest.mark.parametrize("names", [NAMES[:6], NAMES[6:]], ids=["first", "second"])
def test_pdfium_gives_every_name_in_order(names, language):  # O50
    (read,) = pages(build_scoresheets([make_sheet(names)], language=language))
    unseen = [name for name in names if not is_read(name, read)]
    assert unseen == []


def is_read(name: str, read: str) -> bool:
    """Whether *name* stands in *read*; PDFium mirrors what is already mirrored in a right-to-left word."""
    expected = plain(printable(name).text)
    return expected in read or "".join(bidi.mirror(char) for char in expected) in read


def test_hebrew_words_and_numbers_keep_their_order(tmp_path: Path):
    read = poppler(build_scoresheets([make_sheet()], language="he"), tmp_path)
    assert "2027-10-19 09:41" in read
    assert "7F3K-9Q2A" in read
    assert "היכל ב׳ · 10:30" in read


def test_signs_and_figures_of_a_filled_sheet():
    with translation.override("en"):
        (read,) = pages(build_scoresheets([make_filled()], language="en"))
    for part in (
        "Noa No. 11 · ✓ Final, table 1, seat 3 Dan No. 12 · ✓ Playoff, table 1, seat 4 Uri No. 13 Maya No. 14",
        "+2 −1 −2 −8 +2 −1 0 −6 +2 −1 −1 –",  # the rounds, column by column; who did not play has a dash
        "+6 −3 −3 −14 – +2 −4 – 1 2 3 4",  # totals, the tie-break, places
        "for place 2",
        "Protocol",
    ):
        assert part in read


def test_a_shared_place_takes_no_ticket():
    sheet = make_filled()
    level = tuple(replace(seat, place=2) if seat.place == 3 else seat for seat in sheet.seats)
    (read,) = pages(build_scoresheets([replace(sheet, seats=level)], language="en"))
    assert "Final, table 1, seat 3" in read
    assert "Playoff" not in read


def test_blank_sheet_says_what_to_write_and_where_places_lead():
    (read,) = pages(build_scoresheets([make_sheet(stage="Qualifiers", championship="Cup")], language="en"))
    assert "Winner: circle +2. The others: write the cards left after the minus." in read
    assert read.count("+2 − ") == 15
    assert "Scoresheet" in read


def test_blank_sheet_under_penalty_scoring():
    (read,) = pages(build_scoresheets([make_sheet(NAMES[:4], system=System.PENALTY, round_count=6)], language="en"))
    assert "Winner: circle −100. The others: write the points of the cards left." in read
    assert "Round 6" in read
    assert read.count("−100") == 25


def test_sheet_of_a_table_in_play_keeps_its_results():
    rounds = (ScoresheetRound(1, (2, -1, -12, -3, -4)), ScoresheetRound(2, (None,) * 5, is_called_off=True))
    (read,) = pages(build_scoresheets([make_sheet(rounds=rounds)], language="en"))
    assert "+2 −1 −12 −3 −4" in read
    assert "called off" in read
    assert read.count("+2 − ") == 5  # only the third round is left to write


def test_penalty_points_have_a_column_when_there_are_some():
    seats = (ScoresheetSeat(1, 1, "Noa", penalty=-10), ScoresheetSeat(2, 2, "Dan"))
    with_penalty, without = pages(
        build_scoresheets([make_sheet(seats=seats), make_sheet(("Noa", "Dan"))], language="en")
    )
    assert "Penalty points" in with_penalty
    assert "−10" in with_penalty
    assert "Penalty points" not in without


def test_spare_sheet_has_no_names_and_a_number_only_seat_has_its_number():
    seats = (ScoresheetSeat(1), ScoresheetSeat(2), ScoresheetSeat(3, 96))
    (read,) = pages(build_scoresheets([make_sheet(seats=seats, tickets=())], language="en"))
    assert re.findall(r"No\. \d+", read) == ["No. 96"]


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("name", [LONG, LONG_HEBREW], ids=["Polish", "Hebrew"])
def test_a_long_name_stands_there_whole(name, seats):
    (read,) = pages(build_scoresheets([make_sheet([name] * seats)], language="he"))
    assert "…" not in read
    assert read.replace(" ", "").count(name.replace(" ", "")) == seats


def test_an_endless_name_is_cut_with_a_sign():
    (read,) = pages(build_scoresheets([make_sheet([LONG * 6, "Noa"])], language="en"))
    assert read.count("…") == 1


def test_qr_code_is_the_referees_address():
    pdf = build_scoresheets([make_sheet()], language="he")
    code = max(
        (shape.get_bounds() for shape in pypdfium2.PdfDocument(pdf)[0].get_objects() if is_square(shape)),
        key=lambda bounds: bounds[2] - bounds[0],
    )
    expected = [list(row) for row in segno.make_qr(CODE_URL, error="m").matrix]
    scale = 6
    page = picture(pdf, scale=scale)
    left, _, right, _ = code
    module, top = (right - left) / len(expected) * scale, page.height - code[3] * scale
    seen = [
        [
            int(page.getpixel((int(left * scale + (x + 0.5) * module), int(top + (y + 0.5) * module))) < 128)
            for x in range(len(expected))
        ]
        for y in range(len(expected))
    ]
    assert seen == expected


def is_square(shape: pypdfium2.PdfObject) -> bool:
    left, bottom, right, top = shape.get_bounds()
    return (
        shape.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH and right - left > 50 and abs(right - left - top + bottom) < 1
    )


def test_same_sheets_give_the_same_bytes():
    sheets = [make_sheet(NAMES[6:], table=table) for table in range(1, 4)]
    first = build_scoresheets(sheets, language="he")
    build_scoresheets([make_sheet([LONG])], language="pl")  # what was printed meanwhile makes no difference
    assert build_scoresheets(sheets, language="he") == first


def test_sheets_made_at_once_in_threads_are_the_same_bytes():
    sheets = [make_sheet(NAMES[6:], table=table) for table in range(1, 4)]
    with ThreadPoolExecutor(max_workers=4) as pool:
        made = list(pool.map(lambda language: build_scoresheets(sheets, language=language), ["he", "en"] * 4))
    assert set(made[::2]) == {build_scoresheets(sheets, language="he")}
    assert set(made[1::2]) == {build_scoresheets(sheets, language="en")}
