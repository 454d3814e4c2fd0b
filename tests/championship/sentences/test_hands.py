"""Sentences about the cards themselves and about logs (rules.md §7.2, §7.3)."""

import pytest

from championship.sentences.hands import WORDS
from engine.findings import Finding, Severity
from engine.taki.editions import edition
from engine.taki.hands import check
from engine.taki.hands_left import RULES
from engine.taki.log_check import check_log
from engine.taki.played import PlayedRound

from .test_findings import LOOK, REASON, said

HARD, OVERRIDE, WARNING = Severity
FACES = ["r1", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "b1", "b3"]


def played(*hands, rules="he-2015", **facts):
    """An edition, and a report of these hands, cards with spaces between; the first of them won."""
    cards = {seat: hand.split() for seat, hand in enumerate(hands, start=1)}
    counts = facts.pop("counts", {seat: len(hand) for seat, hand in cards.items()})
    return edition(rules), PlayedRound(counts, 1, hands=cards, **facts)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (played("", "r2 r1"), "Seat 2 (Dan): “r2” cannot be read as cards. Enter them again."),
        (
            played("", "CZ r1", "r3"),
            "Seat 2 (Dan): this championship's deck does not have CZ. Check the cards again.",
        ),
        (
            played("", "r5 r5", "r5 g1"),
            "Seats 2 (Dan) and 3 (Uri): r5: 3 in these hands, and the deck has only 2. Check the hands.",
        ),
        (
            played("", "g9 g9", "r5", last_card="g9"),
            "Seat 2 (Dan): g9: 2 in hands and 1 on the pile, and the deck has only 2. Check hands and last card.",
        ),
        (
            played("", "g9 r5", "r5", counts={1: 0, 2: 3, 3: 1}),
            "Seat 2 (Dan): cards in the hand: 2, cards left as reported: 3. Count again.",
        ),
        (
            played("", "g9 r5", "r5", "r6", counts={1: 0, 2: 2, 3: None, 4: 1}),
            "Seat 3 (Uri): marked as absent, but with a hand. Leave the hand empty, or enter the cards left.",
        ),
        (
            played("", "B3 r1 r3 r4", "g1 g3 g4 g5 g6", last_card="+3"),
            "Seat 2 (Dan): there is a B3 in the hand, and nobody broke the last +3." + LOOK,
        ),
        (
            played("", "K r1 r3", "g1", last_card="r2+", direction=1),
            "Seat 2 (Dan): there is a 2+ or a king in the hand, and nobody answered the last 2+." + LOOK,
        ),
        (
            played("", "r1", "g1 g3", last_card="CC"),
            "Seat 1 (Noa): a last change colour wins only if the colour and “last card” were both said before it."
            + REASON,
        ),
        (
            played("", "r1", "g1 g3", last_card="rP"),
            "Seat 1 (Noa): nobody can go out with a plus alone. Choose the last card again.",
        ),
        (
            played("", "rP", "g1 g3", last_card="rP", is_pair=True, rules="en-classic"),
            "Seat 1 (Noa): the other plus of this colour is in a hand, so the last card was no pair."
            " Choose it again.",
        ),
        (
            played("", "r1 r3", "g1", "y1", last_card="CZ", crazy_by=3, rules="en-classic"),
            "Seat 1 (Noa): a crazy card makes a neighbour win, and the winner is none. Check winner and direction.",
        ),
        (
            played("", "", "g1", last_card="CZ", crazy_by=2, rules="en-classic"),
            "Seat 2 (Dan): whoever lays a crazy card last gets the hand of a neighbour, so cards are left."
            " Check the count.",
        ),
        (
            played("", "r1 r3 r4", "g1", last_card="B3", plus3_by=1),
            "Seat 1 (Noa): a last B3 wins only against somebody else's +3. Choose the last card again.",
        ),
        (
            played("", "r1", "g1 g3 g4", last_card="B3", plus3_by=2),
            "Seat 2 (Dan): a +3 was broken last, so whoever laid it must have at least 3 cards." + REASON,
        ),
        (
            played("", "r9 CC", "g1", points={2: 9}),
            "Seat 2 (Dan): points of this hand: 19, points as reported: 9. Add up again.",
        ),
        (
            played("", "r9", "g1 g3", last_card="g9", top="g8"),
            "The card on top is g8, but the last card was g9." + REASON,
        ),
    ],
    ids=[f"VB{number}" for number in (1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 12)],
)
def test_sentence_about_hands_names_seat_problem_and_way_out(case, expected):
    rules, report = case
    assert [said(finding) for finding in check(report, rules) if finding.code in RULES] == [expected]


START = "taki 1\nhe-2015 top=r9 "


@pytest.mark.parametrize(
    ("log", "report", "expected"),
    [
        ("no game", None, "The log of the game cannot be read."),
        (START + "A=8? B=8?\nfoo", None, "Line 3 of the log cannot be read."),
        (START + "A=8? B=8?\nA b5", None, "Seat 1 (Noa): step 1 of the log (A b5) is against the rules."),
        (
            START + "A=8? B=8?\nA DRAW {A 2?}",
            None,
            "Seat 1 (Noa): in step 1 of the log (A DRAW) other cards were taken than is possible.",
        ),
        (
            START + "A=8? B=8? C=8?\nA r5\nB r5\nC r5",
            None,
            "Seat 3 (Uri): in step 3 of the log r5 was laid or taken once more than the deck has it.",
        ),
        (
            START + "A=8? B=8?\nA r5",
            PlayedRound({1: 8, 2: 8}, is_called_off=True),
            "Seat 1 (Noa): the log of the game ends otherwise than was reported. Check both.",
        ),
        (
            START.replace("2015", "2015[voluntary_draw=forbidden]") + "A=8? B=8?\nA DRAW {A 1?}",
            None,
            "Seat 1 (Noa): the log hides cards, so nobody can tell whether every draw was right." + LOOK,
        ),
        (
            START + "A=8? B=8?\nA K\nA PASS",
            PlayedRound({1: 7, 2: 8}, is_called_off=True, hands={1: ["K", "K", *FACES[:5]]}),
            "Seat 1 (Noa): K: 2 in hands and 1 on the pile, and the deck has only 2. Check hands and last card.",
        ),
    ],
    ids=["VC1", "VC1 line", "VC2", "VC3", "VB2", "VC4", "VC5", "VB2 left"],
)
def test_sentence_about_a_log_names_the_step(log, report, expected):
    rules = edition(voluntary_draw="forbidden" if "forbidden" in log else "allowed")
    assert [said(finding) for finding in check_log(log, rules, report)] == [expected]


def test_every_rule_about_hands_has_words():
    assert RULES.keys() <= WORDS.keys()
    assert [said(Finding("VC4", HARD, (), {"problem": "edition"}))] == [
        "The log of the game ends otherwise than was reported. Check both."
    ]
