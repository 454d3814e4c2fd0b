"""Level B: the cards themselves that are left (rules.md §7.2), and how fast most reports are seen to be in order."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.findings import Finding, Severity
from engine.taki import hands
from engine.taki.cards import ALL_CARDS, Card, Sign, penalty
from engine.taki.editions import EDITIONS, edition
from engine.taki.hands import check
from engine.taki.hands_left import RULES
from engine.taki.plain import is_plain
from engine.taki.played import PlayedRound

from .real_games import PlayedGame

HARD, OVERRIDE, WARNING = Severity
HE = edition("he-2015")
EN = edition("en-classic")
OFFICIAL = edition("official-2018")


def left(*hands_left, winner=1, rules=None, **facts):
    """A report of seats 1, 2, 3 ... with these hands, given as cards with spaces between."""
    cards = {seat: hand.split() for seat, hand in enumerate(hands_left, start=1)}
    return PlayedRound({seat: len(hand) for seat, hand in cards.items()}, winner, hands=cards, **facts)


def found(report, rules=HE):
    """The findings of level B without their values: code, severity, seats."""
    return [(each.code, each.severity, each.seats) for each in check(report, rules) if each.code in RULES]


# The cases of rules.md §10.3 that need the hands.
CASES = {
    "V9": (HE, left("", "b2+ b2+ r1", "g4 g5", last_card="b2+", ends_run=True), [("VB3", HARD, (2,))]),
    "V10": (HE, left("", "CZ r1", "g4"), [("VB1", HARD, (2,))]),
    "V11": (EN, left("", "g4", "r1 r3 K"), [("VB1", HARD, (3,))]),
    "V16": (
        HE,
        left("", "r2+ g1", "r4 r5", "b1 b3 b4 b5 r2+ y1", last_card="r2+", chain_answers=[2, 3], was_reshuffled=True),
        [("VB3", OVERRIDE, (2, 4))],
    ),
}


@pytest.mark.parametrize(("rules", "report", "expected"), CASES.values(), ids=CASES)
def test_check_gives_the_findings_of_the_rules_cases_about_hands(rules, report, expected):
    assert found(report, rules) == expected


def test_case_v9_says_three_of_two():
    assert check(left("", "b2+ b2+ r1", "g4 g5", last_card="b2+", ends_run=True), HE) == [
        Finding("VB3", HARD, (2,), {"card": "b2+", "held": 2, "in_pile": 1, "copies": 2})
    ]


def test_check_names_four_faults_of_one_report_at_once():
    report = PlayedRound(
        {1: 0, 2: 3, 3: 2, 4: 4},
        1,
        last_card="gP",
        hands={1: [], 2: ["r5", "r5", "K"], 3: ["r5", "g1", "g3"], 4: ["y1", "y3", "y4", "y5"]},
    )
    assert check(report, EN) == [
        Finding("VB1", HARD, (2,), {"problem": "not_in_deck", "field": "hands", "cards": ["K"]}),
        Finding("VB2", HARD, (2, 3), {"card": "r5", "held": 3, "copies": 2}),
        Finding("VB4", HARD, (3,), {"cards": 2, "hand": 3}),
        Finding("VB8", HARD, (1,), {"problem": "alone", "last_card": "gP"}),
    ]


@pytest.mark.parametrize(
    ("rules", "report", "expected"),
    [
        (HE, left("", "r1", "r3 g4", last_card="g9"), []),
        (HE, PlayedRound({1: 0, 2: 3}, 1, hands={2: ["r1", "r2", 7]}), [("VB1", HARD, (2,))]),
        (HE, left("", "r1", "r3 g4", pile=["CZ"], top="CZ"), [("VB1", HARD, ()), ("VB1", HARD, ())]),
        (HE, left("", "CC CC", "CC CC"), []),
        (HE, left("", "CC CC CC", "CC CC"), [("VB2", HARD, (2, 3))]),
        (edition(half_sets=1), left("", "r1 K", "r1 g4"), [("VB2", HARD, (2, 3))]),
        (HE, left("", "r1 r1", "g4", pile=["r1"]), [("VB3", HARD, (2,))]),
        (HE, left("", "r1 r1", "g4", last_card="r1", top="r1"), [("VB3", HARD, (2,))]),
        (HE, left("", "r1 r3 b3", "g4", last_card="r1", pile=["r1"]), [("VB3", HARD, (2,))]),
        (HE, left("", "r1 g1", "g4", last_card="r1", pile=["g3"]), []),
        (
            HE,
            left("", "r2+ g1 y1", "g4 r2+", last_card="r2+", chain_answers=1, pile=["r2+"]),
            [("VB3", HARD, (2, 3))],
        ),
        (HE, PlayedRound({1: 0, 2: 3, 3: 1}, 1, hands={2: ["r1"], 3: ["g4"]}), [("VB4", HARD, (2,))]),
        (HE, PlayedRound({1: 0, 2: 3, 3: 1}, 1, hands={2: ["r1", "r3", "r4"]}), []),
        (HE, PlayedRound({1: 0, 2: 3, 3: "one"}, 1, hands={3: ["r1"]}), []),
        (HE, PlayedRound({1: 0, 2: 3, 3: None}, 1, hands={3: ["r1"]}), [("VB4", HARD, (3,))]),
        (HE, PlayedRound({1: 0, 2: 1}, 1, hands={1: ["r1"], 2: ["r3"]}), [("VB4", HARD, (1,))]),
        (HE, left("", "B3 r1 r3 r4", "g1 g3 g4 g5", last_card="+3"), [("VB5", WARNING, (2,))]),
        (HE, left("", "B3 r1 r3 r4", "g1 g3 g4 g5", last_card="r9"), []),
        (HE, left("", "K r1 r3", "g1 g3 g4", "g5 g5 g6", last_card="r2+", direction=1), [("VB6", WARNING, (2,))]),
        (HE, left("", "K r1 r3", "g1 g3 g4", "b2+ g5 g6", last_card="r2+"), [("VB6", WARNING, (2, 4))]),
        (HE, left("", "K r1 r3", "g1 g3 g4", "g5 g5 g6", last_card="r2+"), []),
        (HE, left("", "K r1 r3", "g1 g3 g4", last_card="r2+", direction=1, ends_run=True), []),
        (OFFICIAL, left("", "K r1 r3", "g1", last_card="r2+", direction=1, ends_run=True), [("VB6", WARNING, (2,))]),
        (HE, left("", "K r1 r3", "g1 g3 g4", last_card="r2+", direction=1, chain_answers=[2]), []),
        (EN, left("", "b2+ r1 r3", "g1 g3 g4", last_card="r2+", direction=1), []),
        (HE, left("", "r1", "g1 g3", last_card="CC"), [("VB7", OVERRIDE, (1,))]),
        (HE, left("", "r1", "g1 g3", last_card="CC", is_declared=False), [("VB7", OVERRIDE, (1,))]),
        (HE, left("", "r1", "g1 g3", last_card="CC", is_declared=True), []),
        (OFFICIAL, left("", "r1", "g1 g3", last_card="CC"), []),
        (OFFICIAL, left("", "r1", "g1 g3", last_card="rP"), [("VB8", HARD, (1,))]),
        (EN, left("", "r1", "g1 g3", last_card="rP", is_pair=True), []),
        (EN, left("", "rP", "g1 g3", last_card="rP", is_pair=True), [("VB8", HARD, (1,))]),
        (
            edition("en-classic", half_sets=1),
            left("", "r1", "g1", last_card="rP", is_pair=True),
            [("VB8", HARD, (1,))],
        ),
        (EN, left("r1 r3", "", "g1", "g3", winner=2, last_card="CZ", crazy_by=1), []),
        (
            EN,
            left("r1 r3", "", "g1", "g3", winner=2, last_card="CZ", crazy_by=1, direction=-1),
            [("VB9", HARD, (2,))],
        ),
        (EN, left("r1 r3", "", "g1", "g3", winner=2, last_card="CZ", crazy_by=4), [("VB9", HARD, (2,))]),
        (EN, left("", "", "g1", "g3", winner=2, last_card="CZ", crazy_by=1), [("VB9", HARD, (1,))]),
        (EN, left("r1 r3", "", "g1", "g3", winner=2, last_card="CZ"), []),
        (HE, left("", "r1 r3 r4", "g1", last_card="B3", plus3_by=2), []),
        (HE, left("", "r1 r3", "g1", last_card="B3", plus3_by=2), [("VB10", OVERRIDE, (2,))]),
        (HE, left("", "r1 r3", "g1", last_card="B3", plus3_by=2, is_exhausted=True), []),
        (HE, left("", "r1 r3", "g1", last_card="B3"), [("VB10", OVERRIDE, (2, 3))]),
        (HE, left("", "r1 r3 r4", "g1", last_card="B3", plus3_laid=0), [("VB10", HARD, (1,))]),
        (HE, left("", "r1 r3 r4", "g1", last_card="B3", plus3_answers=[3]), [("VB10", HARD, (1,))]),
        (HE, left("", "r1 r3 r4", "g1", last_card="B3", plus3_by=1), [("VB10", HARD, (1,))]),
        (HE, left("", "r1 rS", "b3 CC", points={1: -100, 2: 11, 3: 13}), []),
        (HE, left("", "r1 rS", "b3 CC", points={1: -100, 2: 11, 3: 12}), [("VB11", HARD, (3,))]),
        (edition(points="flat10_15"), left("", "rS rT", "r1 CC", points={2: 25, 3: 11}), [("VB11", HARD, (3,))]),
        (OFFICIAL, left("", "r1 rS", "b3 CC", points={2: 99}), []),
        (HE, left("", "r1", "g4 g5", last_card="g9", top="g9"), []),
        (HE, left("", "r1", "g4 g5", last_card="g9", top="g8"), [("VB12", OVERRIDE, ())]),
        (HE, left("", "r1 r3 r4", "g4 g5", last_card="g2+", top="b2+", chain_answers=[2]), []),
        (HE, left("", "r1 r3 r4", "g4 g5", last_card="g2+", top="+3", chain_answers=[2]), [("VB12", OVERRIDE, ())]),
        (OFFICIAL, left("", "r1 r3 r4", "g4 g5", last_card="g2+", top="+3", chain_answers=[2]), []),
        (HE, left("", "r1 r3 r4", "g4 g5 g6", last_card="g2+", top="b2+"), [("VB12", OVERRIDE, ())]),
    ],
)
def test_check_judges_hands_by_each_rule(rules, report, expected):
    assert found(report, rules) == expected


def test_rules_about_a_last_card_are_not_asked_of_a_round_that_was_called_off():
    report = left("r1", "r3 g4", winner=None, is_called_off=True, last_card="rP", top="g1")
    assert check(report, HE) == []


def test_check_says_which_hands_and_cards_it_cannot_read():
    report = PlayedRound({1: 0, 2: 1, 3: 2}, 1, hands={2: "r1", 9: ["r1"]}, pile=["x"], top="y", crazy_by=9, points=3)
    unreadable = [(each.seats, dict(each.values)) for each in check(report, HE) if each.code == "VA1"]
    assert unreadable == [
        ((9,), {"problem": "not_seated", "field": "crazy_by"}),
        ((), {"problem": "unreadable", "field": "points", "value": 3}),
        ((2,), {"problem": "unreadable", "field": "hands", "value": "r1"}),
        ((9,), {"problem": "not_seated", "field": "hands"}),
        ((), {"problem": "unreadable", "field": "pile", "value": "x"}),
        ((), {"problem": "unreadable", "field": "top", "value": "y"}),
    ]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(EDITIONS.values())), st.integers(2, 6), st.integers(0, 10_000))
def test_hands_of_a_game_that_was_played_are_right(rules, seats, seed):
    report = PlayedGame(rules, seats, seed).report
    if report is not None:
        stopping = {each.code for each in check(report, rules) if each.stops()}
        assert stopping <= {"VA5"}


def swap_one(report, seat, card):
    hand = [card, *report.hands[seat][1:]]
    return replace(report, hands={**report.hands, seat: hand})


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(EDITIONS.values())), st.integers(0, 500), st.sampled_from(ALL_CARDS), st.data())
def test_card_that_cannot_be_there_is_named(rules, seed, card, data):
    report = PlayedGame(rules, 4, seed).report
    if report is None:
        return
    seat = data.draw(st.sampled_from([seat for seat, cards in report.lines.items() if cards]))
    changed = swap_one(report, seat, str(card))
    held = sum(hand.count(str(card)) for hand in changed.hands.values())
    in_pile = 1 if str(card) in (report.last_card, report.top) else 0
    codes = {each.code for each in check(changed, rules) if each.severity is HARD or each.code == "VB3"}
    expected = set()
    if card not in rules.cards:
        expected = {"VB1"}
    else:
        expected |= {"VB2"} if held > rules.cards[card] else set()
        expected |= {"VB3"} if in_pile and held + in_pile > rules.cards[card] else set()
    assert codes & {"VB1", "VB2", "VB3"} == expected


WHOLE = st.integers(-1, 40)
COUNTS = st.lists(WHOLE, min_size=1, max_size=6)


@st.composite
def nearly_plain(draw):
    """A report that is mostly in order, with one thing or another that is not."""
    counts = [0, *draw(COUNTS)]
    texts = st.sampled_from([str(card) for card in ALL_CARDS] + ["r2", "", "x"])
    cards = {
        seat: draw(st.lists(texts, min_size=max(count, 0), max_size=max(count, 0)))
        for seat, count in enumerate(counts, start=1)
    }
    facts = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "last_card": texts | st.sampled_from(ALL_CARDS),
                "direction": st.sampled_from([1, -1, 0, True]),
                "seated": st.just(range(1, len(counts) + 1)) | st.just([*range(1, len(counts) + 1)]),
                "hands": st.just(cards),
                "top": texts,
                "is_exhausted": st.booleans(),
                "ends_run": st.booleans() | st.just(0),
            },
        )
    )
    lines = draw(st.sampled_from([dict, list]))(enumerate(counts, start=1))
    return PlayedRound(lines, draw(st.sampled_from([1, 1, 1, 2, True, None])), **facts)


@settings(max_examples=100)
@given(nearly_plain(), st.sampled_from([*EDITIONS.values(), edition(half_sets=1)]))
def test_plain_report_is_one_in_which_no_rule_finds_anything(report, rules):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hands, "is_plain", lambda *_: False)
        slowly = check(report, rules)
    assert check(report, rules) == slowly
    if is_plain(report, rules):
        assert slowly == []


def test_most_reports_are_plain():
    assert is_plain(left("", "r1 r3", "g4", last_card="g9", direction=1, seated=[1, 2, 3]), HE)
    assert is_plain(PlayedRound([(1, 0), (2, 4), (3, 5)], 1), EN)
    assert not is_plain(left("", "r1 r3", "g4", last_card="g2+"), HE)


def test_penalty_of_a_hand_is_what_vb11_asks_for():
    cards = [Card(Sign.KING), Card(Sign.CHANGE_COLOUR)]
    (finding,) = check(left("", "K CC", "g4", points={2: 7}), HE)
    assert finding.values == {"points": 7, "expected": penalty(cards, "flat10")}
