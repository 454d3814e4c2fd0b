import pytest

from engine.errors import BadNotation
from engine.minitactico.cards import COPIES, DECK_SIZE, Card, beats, parse_card, strongest

TEXTS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_cards_have_a_text_form_that_comes_back():
    assert [str(card) for card in Card] == TEXTS
    assert [parse_card(text) for text in TEXTS] == list(Card)
    assert COPIES * len(TEXTS) == DECK_SIZE == 52


@pytest.mark.parametrize("text", ["", "1", "11", "a", "k", " K", "K ", "10 ", "٢", "joker", None, 7, [], b"K"])
def test_parse_card_refuses_all_else(text):
    with pytest.raises(BadNotation) as refusal:
        parse_card(text)
    assert refusal.value.code == "bad_notation"


# attacker: what it beats (rules.md §9.3)
BEATEN = {
    "2": "A",
    "3": "2 A",
    "10": "2 3 4 5 6 7 8 9 A",
    "J": "2 3 4 5 6 7 8 9 10 A",
    "Q": "2 3 4 5 6 7 8 9 10 J A",
    "K": "2 3 4 5 6 7 8 9 10 J Q",
    "A": "K",
}


@pytest.mark.parametrize("attacker", BEATEN)
def test_beats(attacker):
    found = [str(card) for card in Card if beats(parse_card(attacker), card)]
    assert found == BEATEN[attacker].split()


def test_one_of_two_different_cards_beats_the_other():
    assert all(beats(a, b) != beats(b, a) for a in Card for b in Card if a != b)
    assert not any(beats(card, card) for card in Card)


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("7 9", [1]),
        ("A K", [0]),
        ("A Q", [1]),
        ("2 A", [0]),
        ("5 5", [0, 1]),
        ("A A", [0, 1]),
        ("3 Q J Q", [1, 3]),
        ("A K Q", [1]),  # in a circle: the highest with A lowest
        ("A K K 2", [1, 2]),
        ("A K K", [0]),  # no circle: nothing beats the A
        ("A A 2", [2]),
    ],
)
def test_strongest_flag(flags, expected):
    assert strongest([parse_card(text) for text in flags.split()]) == expected
