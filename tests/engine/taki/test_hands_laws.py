"""Laws of checking reports: what can come true is never refused, and nothing whatever makes it fall over."""

import json
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.findings import Severity
from engine.taki.cards import ALL_CARDS
from engine.taki.editions import EDITIONS, edition
from engine.taki.hands import PlayedRound, check

from .simple_game import OutOfCards, SimpleGame

MODELLED = ["he-2015", "official-2018", "super-2011", "pl-wiki"]  # all but those with a CZ
FACTS = [field.name for field in fields(PlayedRound) if field.name not in ("lines", "winner", "seated")]
DEFAULTS = {field.name: field.default for field in fields(PlayedRound)}


@st.composite
def honest(draw):
    """An edition and a report of a round that was really played by it."""
    rules = edition(draw(st.sampled_from(MODELLED)), half_sets=draw(st.sampled_from([1, 2])))
    players = draw(st.integers(2, rules.most_players))
    rng = Random(draw(st.integers(0, 2**32)))
    try:
        return rules, SimpleGame(rng, rules, players).play()
    except OutOfCards:
        assume(False)


def stopping(report, rules):
    return [(finding.code, finding.severity) for finding in check(report, rules) if finding.stops()]


@given(honest())
def test_round_that_was_played_needs_a_reason_for_a_second_empty_hand_at_most(case):
    rules, report = case
    empty = [seat for seat, cards in report.lines if cards == 0]
    assert stopping(report, rules) == ([("VA5", Severity.OVERRIDE)] if len(empty) > 1 else [])


@given(honest(), st.sets(st.sampled_from(FACTS)))
def test_round_that_was_played_cannot_be_wrong_for_what_is_not_said(case, unsaid):
    rules, report = case
    silent = replace(report, **{name: DEFAULTS[name] for name in unsaid})
    assert [code for code, severity in stopping(silent, rules) if severity is Severity.HARD] == []


@given(honest(), st.data())
def test_round_with_another_winner_named_cannot_be_right(case, data):
    rules, report = case
    other = data.draw(st.sampled_from([seat for seat, cards in report.lines if cards > 0]))
    assert ("VA3", Severity.HARD) in stopping(replace(report, winner=other), rules)


@given(honest(), st.data())
def test_round_with_a_seat_left_out_names_it(case, data):
    rules, report = case
    seat = data.draw(st.sampled_from(report.seated))
    lines = tuple(line for line in report.lines if line[0] != seat)
    findings = check(replace(report, lines=lines), rules)
    assert [finding.seats for finding in findings if finding.values.get("problem") == "missing"] == [(seat,)]


@given(honest(), st.randoms(use_true_random=False))
def test_order_of_lines_does_not_matter(case, rng):
    rules, report = case
    lines = list(report.lines)
    rng.shuffle(lines)
    assert check(replace(report, lines=lines), rules) == check(report, rules)


NUMBERS = st.integers(-3, 120) | st.integers() | st.just(2**4000) | st.floats()
SCALARS = (
    st.none() | st.booleans() | NUMBERS | st.text(max_size=6) | st.sampled_from([str(card) for card in ALL_CARDS])
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
LINES = st.lists(st.tuples(st.integers(-1, 12) | SCALARS, st.integers(0, 40) | SCALARS), max_size=12)


@settings(max_examples=100)
@given(
    st.sampled_from(list(EDITIONS.values())),
    LINES | ANYTHING,
    st.integers(1, 6) | ANYTHING,
    st.dictionaries(st.sampled_from(["seated", *FACTS]), ANYTHING | LINES | st.integers(0, 5), max_size=6),
)
def test_check_never_raises_and_its_findings_can_be_sent(rules, lines, winner, facts):
    findings = check(PlayedRound(lines, winner, **facts), rules)
    order = [(finding.code[:2], int(finding.code[2:])) for finding in findings]
    assert order == sorted(order)
    for finding in findings:
        sent = json.dumps([finding.seats, dict(finding.values)], allow_nan=False).encode("utf-8")
        assert json.loads(sent) == [list(finding.seats), finding.values]


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)
def test_check_of_the_same_report_is_the_same(rules):
    report = PlayedRound([(1, 0), (2, -1), (2, 3), (4, 99)], 1, seated=[1, 2, 3], last_card="K", turns={1: 0})
    assert check(report, rules) == check(report, rules) != []
