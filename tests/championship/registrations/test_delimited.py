"""Text to records: quotes, line ends, and an opening quote that costs only its own line."""

from __future__ import annotations

import pytest

from championship.registrations.delimited import MOST_COLUMNS, Line, lines_of, mixed_with, records


def cut(text: str, delimiter: str = ",", width: int = 0) -> list[Line]:
    return list(records(lines_of(text), delimiter, width=width))


def test_lines_end_with_cr_lf_or_both_and_nothing_else():
    assert lines_of("a\r\nb\nc\rd\n\n\u2028e\x0bf\x85g\r\n") == ["a", "b", "c", "d", "", "\u2028e\x0bf\x85g"]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a,b,c", ("a", "b", "c")),
        ("a,,c,,", ("a", "", "c")),
        ('"a,b",c', ("a,b", "c")),
        ('"say ""no""",c', ('say "no"', "c")),
        (' "a,b" ,c', ("a,b", "c")),
        ('בי"ס רמות,מתנ"ס', ('בי"ס רמות', 'מתנ"ס')),
        ('"מתנ"ס ערד",c', ('מתנ"ס ערד', "c")),
        ('"דוד" כהן,c', ('"דוד" כהן', "c")),
        ('a,""', ("a",)),
        ('""""', ('"',)),
        (",,,", ()),
    ],
)
def test_record_of_one_line(text, cells):
    assert cut(text) == [Line(1, 1, cells)]


def test_record_goes_over_lines_in_quotes():
    assert cut('a,"one\r\n\r\ntwo, three"\rb,c\n') == [Line(1, 3, ("a", "one\n\ntwo, three")), Line(4, 4, ("b", "c"))]


def test_cell_with_a_great_many_bare_quotes_is_taken_as_it_stands():
    few, many = '"' + 'a"b' * 5 + '"', '"' + 'a"b' * 50 + '"'

    assert cut(f"{few},c\n{many},c") == [Line(1, 1, ('a"b' * 5, "c")), Line(2, 2, (many, "c"))]


@pytest.mark.parametrize(
    "below",
    [
        ["b,c"],
        ["b,c", "d,e"],
        ['b,"c"'],
        ['b,"c, d"', 'e,"f ""g"""'],
        ['"b",c'],
        ['b,"one', 'two"'],
    ],
)
def test_open_quote_costs_its_own_line_only(below):
    first, *others = cut("\n".join(['a,"x', *below]))

    assert first == Line(1, 1, ("a", "x"), is_broken=True)
    alone = cut("\n".join(below))
    assert [each.cells for each in others] == [each.cells for each in alone]
    assert not any(each.is_broken for each in others)


def test_open_quote_in_the_first_cell_leaves_the_other_cells():
    assert cut('"דביר,זוהר,9\nנועה,כהן,8') == [
        Line(1, 1, ("דביר", "זוהר", "9"), is_broken=True),
        Line(2, 2, ("נועה", "כהן", "8")),
    ]


def test_open_quote_ends_before_a_line_with_as_many_delimiters_as_a_record():
    text = 'a,b,c,d,e,"x\nf,g,h,i,"",j\nk"'

    assert [(each.line, each.is_broken) for each in cut(text, width=6)] == [(1, True), (2, False), (3, False)]
    assert [(each.line, each.last_line) for each in cut(text, width=9)] == [(1, 3)]


def test_cells_beyond_the_most_are_counted_not_kept():
    (full,) = cut("," * MOST_COLUMNS + "x")
    (empty,) = cut("a" + "," * 10_000)

    assert (full.cells, full.has_more) == ((), True)
    assert (empty.cells, empty.has_more) == (("a",), False)


@pytest.mark.parametrize(
    "text",
    [
        '"a,' * 200_000,
        '"' * 300_001,
        '""a,' * 100_000,
        ('"x' + "\n") * 50_000,
        ('"""' + "\n") * 50_000,
        'a,",b\n' * 50_000,
    ],
    ids=["openings", "quotes", "pairs", "open lines", "threes", "false ends"],
)
def test_nothing_but_quotes_is_cut_once(text):
    assert sum(each.last_line - each.line + 1 for each in cut(text, width=14)) == len(lines_of(text))


@pytest.mark.parametrize(
    ("cells", "width", "expected"),
    [
        (("a;b;c;d",), 4, True),
        (("a\tb\tc",), 4, True),
        (("a;b", "c"), 6, False),
        (("a;b;c;d;e", "f"), 6, True),
        (("a", "b", "c", "d; e; f; g; h"), 6, False),
        (("a;b",), 2, False),
        ((), 4, False),
    ],
)
def test_mixed_with_another_delimiter(cells, width, expected):
    assert mixed_with(Line(1, 1, cells), ",", width) is expected
