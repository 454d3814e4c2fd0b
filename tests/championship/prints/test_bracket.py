from __future__ import annotations

import re
from pathlib import Path

import pytest

from championship.prints.bracket import SMALLEST_TEXT, BracketPoster, BracketSeat, build_bracket
from championship.prints.page import Paper
from engine.bracket import Bracket, plan
from tests.championship.prints.reading import margins, page_sizes, pages, poppler, text_sizes

TITLES = {"qualifiers": "Qualifiers", "second": "Second stage", "playoff": "Playoff", "final": "Final"}
HEBREW = {"qualifiers": "מוקדמות", "second": "סבב שני", "playoff": "סבב המקומות השניים", "final": "הגמר הגדול"}
LONG = "Małgorzata Brzęczyszczykiewicz-Łękołodzka z Wąchocka nad Kamienną"


def make_bracket(tables: int = 20) -> Bracket:
    """The bracket of rules.md §6.5 for 64 to 120 players: *tables*, then 4, a playoff of 4, a final of 5."""
    sizes = [tables // 4 + (number < tables % 4) for number in range(4)]
    return plan(
        [("qualifiers", [5] * tables), ("second", sizes), ("playoff", [4]), ("final", [5])],
        [
            ("qualifiers", 1, "second", 0),
            ("second", 1, "final", 0),
            ("second", 2, "playoff", 0),
            ("playoff", 1, "final", 4),
        ],
    )


def make_poster(bracket: Bracket, seats=None, *, titles=TITLES, championship="Mapal Cup") -> BracketPoster:
    return BracketPoster(championship, bracket, titles, seats or {}, version=3, printed_at="2027-10-19 09:41")


def everybody(bracket: Bracket, name: str = "Noa {table}-{seat}") -> dict[tuple[str, int, int], BracketSeat]:
    """All seats of all stages taken, seat 1 first everywhere."""
    return {
        (table.stage, table.number, seat): BracketSeat(
            name.format(table=table.number, seat=seat), 7 - 4 * seat, seat, is_through=seat == 1
        )
        for table in bracket.tables
        for seat in range(1, table.seats + 1)
    }


@pytest.mark.parametrize(
    ("tables", "paper", "expected"),
    [
        (16, Paper.A4, [(297, 210)]),
        (20, Paper.A4, [(297, 210)]),
        (24, Paper.A4, [(297, 210)] * 2),
        (20, Paper.A3, [(420, 297)]),
        (24, Paper.A3, [(420, 297)]),
    ],
)
@pytest.mark.parametrize("language", ["he", "en"])
def test_poster_is_one_page_or_two(tables, paper, expected, language):  # O56
    bracket = make_bracket(tables)
    pdf = build_bracket(make_poster(bracket, everybody(bracket)), paper=paper, language=language)
    assert page_sizes(pdf) == expected
    assert min(margins(pdf)) >= 10


@pytest.mark.parametrize(("tables", "paper"), [(20, Paper.A4), (24, Paper.A4), (24, Paper.A3)])
def test_names_are_large_enough_to_read(tables, paper):  # O56
    bracket = make_bracket(tables)
    pdf = build_bracket(make_poster(bracket, everybody(bracket)), paper=paper, language="en")
    sizes = text_sizes(pdf)
    assert sum(size >= SMALLEST_TEXT for size in sizes) / len(sizes) > 0.9  # what is smaller: the seats' numbers


def test_empty_poster_says_whose_place_fills_each_seat():
    (read,) = pages(build_bracket(make_poster(make_bracket()), paper=Paper.A4, language="en"))
    assert "Mapal Cup · Bracket" in read
    for words in (
        "Winner → Table 1, seat 5 ",  # table 17 of the qualifiers: ((17−1) mod 4)+1, ⌊16/4⌋+1 (rules.md §6.6)
        "Winner · Table 17",
        "Second place · Table 3",
        "Winner · Second stage, table 4",
        "Winner · Playoff",
    ):
        assert words in read
    assert "points" not in read


def test_poster_fills_as_play_goes_on():
    bracket = make_bracket()
    seats = {
        ("qualifiers", 17, 3): BracketSeat("Dan", 6, 1, is_through=True),
        ("qualifiers", 17, 1): BracketSeat("Uri", -12, 2),
        ("second", 1, 5): BracketSeat("Dan"),
    }
    (read,) = pages(build_bracket(make_poster(bracket, seats), paper=Paper.A4, language="en"))
    assert read.count("Dan") == 2
    assert "Uri" not in read  # of the first stage only places that lead on are shown
    assert "+6" in read
    assert "Winner · Table 17" not in read
    assert "Winner · Table 13" in read


def test_level_places_are_not_shown_as_won():
    bracket = make_bracket()
    seats = {("qualifiers", 1, seat): BracketSeat(f"Player {seat}", 0, 1) for seat in (1, 2)}
    (read,) = pages(build_bracket(make_poster(bracket, seats), paper=Paper.A4, language="en"))
    assert "Player" not in read


def test_wild_cards_are_named():
    bracket = plan(
        [("qualifiers", [5] * 7), ("second", [4, 4]), ("final", [4])],
        [("qualifiers", 1, "second", 0), ("second", 1, "final", 0), ("second", 2, "final", 2)],
        [("qualifiers", 2, 1, "second")],
    )
    empty = make_poster(bracket)
    (read,) = pages(build_bracket(empty, paper=Paper.A4, language="en"))
    assert read.count("Wild card 1") == 2
    seats = {("second", 2, 4): BracketSeat("Maya")}
    (read,) = pages(build_bracket(make_poster(bracket, seats), paper=Paper.A4, language="en"))
    assert read.count("Maya") == 2


def test_hebrew_poster_reads_in_order(tmp_path: Path):  # O50
    bracket = make_bracket()
    poster = make_poster(bracket, everybody(bracket, "בן־דוד לוי"), titles=HEBREW, championship="אליפות טאקי 2027")
    read = poppler(build_bracket(poster, paper=Paper.A3, language="he"), tmp_path)
    # 20 winners, 20 seats of the second stage, 4 of the playoff, 5 of the final
    assert read.count("בן־דוד לוי") == 49
    assert "סבב המקומות השניים" in read
    assert "אליפות טאקי 2027" in read


def test_long_names_are_cut_with_a_sign_only():
    bracket = make_bracket(24)
    pdf = build_bracket(make_poster(bracket, everybody(bracket, LONG)), paper=Paper.A4, language="pl")
    first, second = pages(pdf)
    shown = (first + second).count("Małgorzata Brz")
    assert shown == 24 + 24 + 4 + 5
    assert (first + second).count("…") == shown - (first + second).count(LONG)


def test_both_pages_together_show_every_table_once():
    bracket = make_bracket(24)
    first, second = pages(build_bracket(make_poster(bracket), paper=Paper.A4, language="en"))
    both = f"{first} {second} "
    assert both.count("Winner → Table") == 24
    assert [len(re.findall(rf"Winner · Table {number}\b", both)) for number in range(1, 25)] == [1] * 24


def test_same_poster_gives_the_same_bytes():
    bracket = make_bracket()
    poster = make_poster(bracket, everybody(bracket, LONG))
    assert build_bracket(poster, paper=Paper.A4, language="he") == build_bracket(
        poster, paper=Paper.A4, language="he"
    )
