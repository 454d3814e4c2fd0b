from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from championship.prints import bidi
from championship.prints.bidi import LTR, RTL
from championship.prints.text import ELLIPSIS, block_height, figure, fit, named, typeset, wrap

LONG = "Małgorzata Brzęczyszczykiewicz-Łękołodzka z Wąchocka"
texts = st.text(st.sampled_from("אבגשׁםן־ abcŁż-(+3)ُمحمد"), min_size=1, max_size=40)
directions = st.sampled_from([LTR, RTL])


@pytest.mark.parametrize(
    ("value", "plus", "shown"),
    [
        (3, True, "+3"),
        (3, False, "3"),
        (-3, True, "−3"),
        (-100, False, "−100"),
        (0, True, "0"),
        (Decimal("-2.50"), True, "−2.5"),
        (Decimal("10"), False, "10"),
    ],
)
def test_figure_has_a_real_minus_sign(value, plus, shown):
    assert bidi.without_controls(figure(value, plus=plus)) == shown


def test_named_drops_what_cannot_be_drawn_and_isolates():
    assert named("🎉 אבי (+3) \u202e") == "\u2068אבי (\u2066+3\u2069)\u2069"


def test_width_grows_with_the_size():
    line = typeset("Noa נועה", RTL)
    assert line.width(20) == pytest.approx(2 * line.width(10))
    assert line.width(10) > 0


def test_marks_take_no_room():
    assert typeset("שָׁלוֹם", RTL).width(10) == pytest.approx(typeset("שלום", RTL).width(10), rel=0.02)


def test_figures_of_a_number_have_one_width():
    assert typeset(figure(111), LTR).width(10) == typeset(figure(888), RTL).width(10)


def test_fit_keeps_a_short_name_on_one_line_in_full_size():
    fitted = fit(named("נועה"), 18, 200, RTL, min_size=12)
    assert ([line.text for line in fitted.lines], fitted.size, fitted.is_cut) == (["נועה"], 18, False)


def test_fit_shrinks_before_it_wraps():
    width = typeset(LONG, LTR).width(14)
    fitted = fit(named(LONG), 18, width, LTR, min_size=12, max_lines=3)
    assert ([line.text for line in fitted.lines], fitted.size) == ([LONG], 14)


def test_fit_wraps_at_spaces_and_hyphens():
    fitted = fit(named(LONG), 18, 170, LTR, min_size=12, max_lines=3)
    lines = ["Małgorzata", "Brzęczyszczykiewicz-", "Łękołodzka z Wąchocka"]
    assert ([line.text for line in fitted.lines], fitted.size, fitted.is_cut) == (lines, 12, False)


def test_fit_shrinks_further_rather_than_break_a_word():
    fitted = fit(named(LONG), 18, 110, LTR, min_size=12, least=8, max_lines=4)
    assert fitted.size < 12
    assert [line.text for line in fitted.lines] == ["Małgorzata", "Brzęczyszczykiewicz-", "Łękołodzka z", "Wąchocka"]


def test_fit_keeps_to_the_height():
    fitted = fit(named(LONG), 18, 110, LTR, min_size=16, least=6, max_lines=4, height=30)
    assert block_height(fitted.size, len(fitted.lines)) <= 30


def test_fit_cuts_with_a_sign():
    fitted = fit(named(LONG), 12, 100, LTR, min_size=12)
    (line,) = fitted.lines
    assert fitted.is_cut
    assert line.text.endswith(ELLIPSIS)
    assert LONG.startswith(line.text.removesuffix(ELLIPSIS))


def test_fit_never_parts_a_letter_from_its_marks():
    name = "שָׁ" * 12
    widths = range(20, 120, 7)
    kept = {fit(name, 12, width, RTL).lines[0].text.removesuffix(ELLIPSIS) for width in widths}
    assert {len(text) % 3 for text in kept} == {0}
    assert len(kept) > 5


@given(text=texts, base=directions, width=st.integers(30, 200), lines=st.integers(1, 3))
def test_fit_loses_nothing_without_a_sign(text, base, width, lines):
    shown = bidi.without_controls(typeset(text, base).text)
    fitted = fit(text, 12, width, base, min_size=8, max_lines=lines)
    read = "".join(line.text for line in fitted.lines)
    assert len(fitted.lines) <= lines
    assert fitted.is_cut == read.endswith(ELLIPSIS)
    kept = read.removesuffix(ELLIPSIS).replace(" ", "")
    assert shown.replace(" ", "").startswith(kept)
    assert fitted.is_cut or kept == shown.replace(" ", "")
    assert all(line.width(fitted.size) <= width or len(bidi.clusters(line.text)) <= 2 for line in fitted.lines)


def test_wrap_keeps_a_number_of_a_sentence_whole():
    sentence = f"Table {bidi.isolate_ltr('12 / 24')}"
    spans = wrap(sentence, 12, typeset("Table 12", LTR).width(12), LTR)
    assert [bidi.without_controls(sentence[start:end]) for start, end in spans] == ["Table ", "12 / 24"]
