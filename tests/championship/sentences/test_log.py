"""The log in words: everything a service notes has them, and an unknown act is shown as it is."""

import re

import pytest
from django.utils import translation

from championship.enums import RulingKind
from championship.models import LogLine
from championship.sentences.log import ACTS, act_words, details_words, subject_words
from tests.sources import ROOT

NOTED = re.compile(r"\.note\(\s*\"([a-z_.]+)\"")
CHOSEN = re.compile(r"\"((?:seat|report|championship)\.(?!run_job|publish)[a-z_]+)\"")


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_everything_that_services_note_has_words():
    sources = [path.read_text() for path in (ROOT / "championship" / "services").glob("*.py")]
    noted = {act for source in sources for pattern in (NOTED, CHOSEN) for act in pattern.findall(source)}

    assert len(noted) > 20
    assert noted - set(ACTS) == set()


@pytest.mark.parametrize("kind", RulingKind)
def test_every_ruling_has_words(kind):
    assert act_words(f"ruling.{kind}") == f"Ruling: {kind.label}"


@pytest.mark.parametrize(("act", "words"), [("report.kept", "Result kept for the head referee"), ("x.y", "x.y")])
def test_act_is_said(act, words):
    assert act_words(act) == words


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        ("qualifiers-7 round 2", "Qualifiers, table 7, Round 2"),
        ("second-3 place 1 round 1", "Second stage, table 3, Tie-break 1"),
        ("final-1 seat 4", "Final, table 1, seat 4"),
        ("qualifiers-7 entry 12", "Qualifiers, table 7, #12"),
        ("qualifiers entry 12", "qualifiers entry 12"),
        ("entry 12", "#12"),
        ("draw 2", "draw 2"),
        ("playoff", "Second-place playoff"),
        ("something 9", "something 9"),
        ("", ""),
    ],
)
def test_subject_is_said(subject, words):
    assert subject_words(subject) == words


@pytest.mark.parametrize(
    ("act", "values", "words"),
    [
        ("seat.taken", {"before": None, "after": 12}, "#12"),
        ("seat.moved", {"before": 5, "after": 12}, "#5 → #12"),
        ("seat.moved", {"before": 5, "after": None}, "#5 → –"),
        ("entry.checked_in", {"entries": [1, 2]}, "#1, #2"),
        ("ruling.penalty", {"points": -2, "ruling": 7}, "−2"),
        ("staff.appointed", {"role": "head_referee"}, "Head referee"),
        ("draw.made", {"digest": "abc", "unmet": 2}, ""),
    ],
)
def test_details_are_said(act, values, words):
    assert details_words(LogLine(act=act, values=values)) == words
