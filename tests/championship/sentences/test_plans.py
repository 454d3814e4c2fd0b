"""Plans in words: every remark, exception and refusal of the advisor has its sentence."""

import pytest
from django.utils import translation

from championship.sentences.plans import EXCEPTIONS, no_plan_sentence, remark_sentence, stages_sentence
from scoring import advisor
from scoring.advisor import Remark
from scoring.errors import NoPlan
from scoring.formats import EXCEPTIONS as CODES


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_every_exception_has_a_meaning():
    assert set(EXCEPTIONS) == set(CODES)


def test_every_remark_on_every_number_is_a_sentence():
    remarks = [
        remark
        for players in range(4, 121)
        for advice in advisor.alternatives(players)
        for remark in (*advice.pros, *advice.cons)
    ]

    assert len({remark.code for remark in remarks}) >= 10
    sentences = {remark_sentence(remark) for remark in remarks}
    assert [sentence for sentence in sentences if not sentence.endswith(".") or "%(" in sentence] == []


@pytest.mark.parametrize(
    ("remark", "sentence"),
    [
        (Remark("exception", {"code": "E6", "tables": 4}), "Exception \u2066E6\u2069: a table of six (4 tables)."),
        (
            Remark("exception", {"code": "R2"}),
            "Exception \u2066R2\u2069: the event begins with the official second stage.",
        ),
        (Remark("fewest_tables", {"tables": 1}), "Needs the fewest tables: 1 deck and 1 referee."),
        (
            Remark("unequal_tables", {"percent_to_win": {"4": 25, "5": 20}}),
            "Tables differ: the chance to win one is 25% at a table of 4 and 20% at a table of 5."
            " The draw decides who sits where.",
        ),
        (Remark("of_a_later_release"), "of_a_later_release"),
    ],
    ids=lambda value: value.code if isinstance(value, Remark) else "",
)
def test_remark_is_said(remark, sentence):
    assert remark_sentence(remark) == sentence


@pytest.mark.parametrize(
    ("players", "tables", "words"),
    [
        (3, None, "at least 4"),
        (121, None, "need 25 tables, and at most 24 play at once"),
        (46, 11, "The winners of 11 tables cannot be split"),
        (96, 3, "96 players do not fit at 3 tables of four and five. The nearest number that fits: 15."),
    ],
)
def test_refusal_says_why_and_what_to_do(players, tables, words):
    with pytest.raises(NoPlan) as refused:
        advisor.plan(players, tables=tables)

    assert words in no_plan_sentence(refused.value)


def test_stages_are_named_with_their_sizes():
    assert stages_sentence(advisor.plan(96)) == [
        ("Qualifiers", "16×5 + 4×4"),
        ("Second stage", "4×5"),
        ("Second-place playoff", "1×4"),
        ("Final", "1×5"),
    ]
