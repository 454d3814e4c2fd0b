import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadNotation, EditionError
from engine.taki.cards import (
    ALL_CARDS,
    DECKS,
    NUMBERS,
    POINTS,
    Card,
    Colour,
    Sign,
    deck,
    deck_size,
    highest_value,
    parse_card,
    penalty,
    penalty_value,
)

FIXTURES = Path(__file__).parents[3] / "fixtures"
PUBLISHED = json.loads((FIXTURES / "editions" / "decks.json").read_text(encoding="utf-8"))["decks"]


def cards(text):
    return [parse_card(word) for word in text.split()]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("r3", Card(Sign.THREE, Colour.RED)),
        ("r2+", Card(Sign.TWO_PLUS, Colour.RED)),
        ("bS", Card(Sign.STOP, Colour.BLUE)),
        ("gD", Card(Sign.DIRECTION, Colour.GREEN)),
        ("yP", Card(Sign.PLUS, Colour.YELLOW)),
        ("gT", Card(Sign.TAKI, Colour.GREEN)),
        ("CC", Card(Sign.CHANGE_COLOUR)),
        ("ST", Card(Sign.SUPER_TAKI)),
        ("K", Card(Sign.KING)),
        ("+3", Card(Sign.PLUS_THREE)),
        ("B3", Card(Sign.BREAK_THREE)),
        ("CZ", Card(Sign.CRAZY)),
    ],
)
def test_parse_card_reads_what_str_writes(text, card):
    assert parse_card(text) == card
    assert str(card) == text


def test_every_card_round_trips_through_its_own_text():
    texts = [str(card) for card in ALL_CARDS]
    assert [parse_card(text) for text in texts] == list(ALL_CARDS)
    assert len(set(texts)) == 58


@pytest.mark.parametrize(
    "value",
    ["", " ", "r2", "2", "3", "r10", "r0", "R3", "r3 ", "3r", "rK", "rCC", "rr3", "x5", "cz", "2+", "S", "r+3",
     "ר3", "r3\0", "r" * 9_000, None, 3, True, 10**5000, ["r3"], {"r": 3}, b"r3"],
    ids=lambda value: ascii(value[:8]) if isinstance(value, str) else type(value).__name__,
)  # fmt: skip
def test_parse_card_refuses_what_is_no_card(value):
    with pytest.raises(BadNotation) as caught:
        parse_card(value)
    assert caught.value.code == "bad_notation"
    assert len(str(caught.value)) < 250


def test_parse_card_names_the_value():
    with pytest.raises(BadNotation, match="'r2' is no card") as caught:
        parse_card("r2")
    assert caught.value.values == {"value": "r2"}


@given(st.text(max_size=4))
def test_parse_card_accepts_only_texts_of_cards(text):
    known = {str(card) for card in ALL_CARDS}
    if text in known:
        assert str(parse_card(text)) == text
    else:
        with pytest.raises(BadNotation):
            parse_card(text)


@pytest.mark.parametrize(
    ("sign", "colour"),
    [(Sign.THREE, None), (Sign.KING, Colour.RED), ("2", Colour.RED), (Sign.THREE, "x"), ([], None), (Sign.ONE, [])],
)
def test_card_that_is_never_printed_cannot_be_made(sign, colour):
    with pytest.raises(BadNotation):
        Card(sign, colour)


@pytest.mark.parametrize("name", DECKS)
def test_deck_is_the_published_one(name):
    assert {str(card): copies for card, copies in deck(name).items()} == PUBLISHED[name]["cards"]
    assert deck_size(name) == sum(deck(name).values()) == PUBLISHED[name]["total"]


@pytest.mark.parametrize(
    ("name", "colourless", "total"),
    [
        ("D116", {"CC": 4, "ST": 2, "K": 2, "+3": 2, "B3": 2}, 104 + 4 + 2 + 2 + 2 + 2),
        ("D112K", {"CC": 4, "ST": 2, "K": 2}, 104 + 4 + 2 + 2),
        ("D112C", {"CC": 4, "ST": 2, "CZ": 2}, 104 + 4 + 2 + 2),
    ],
)
def test_deck_adds_up(name, colourless, total):  # the checks of rules.md §1.2 and §1.3
    copies = deck(name)
    per_colour = Counter()
    for card, number in copies.items():
        per_colour[card.colour] += number
    assert per_colour == {**dict.fromkeys(Colour, 26), None: sum(colourless.values())}
    assert {str(card): number for card, number in copies.items() if card.colour is None} == colourless
    assert sum(copies[card] for card in copies if card.sign in NUMBERS) == 16 * 4
    assert sum(copies.values()) == total


@pytest.mark.parametrize("name", DECKS)
def test_deck_of_one_half_set_has_half_of_every_card(name):
    assert {card: 2 * copies for card, copies in deck(name, half_sets=1).items()} == deck(name)
    assert 2 * deck_size(name, half_sets=1) == deck_size(name)


def test_deck_cannot_be_changed():
    with pytest.raises(TypeError):
        deck("D116")[Card(Sign.KING)] = 3


@pytest.mark.parametrize(
    ("name", "half_sets"), [("D120", 2), ("d116", 2), ("", 2), (None, 2), (["D116"], 2), ("D116", 0), ("D116", True)]
)
def test_deck_refuses_what_does_not_exist(name, half_sets):
    with pytest.raises(EditionError):
        deck_size(name, half_sets)
    with pytest.raises(EditionError) as caught:
        deck(name, half_sets)
    assert caught.value.values["known"] in (["D116", "D112K", "D112C"], [1, 2])


@pytest.mark.parametrize(("hand", "points"), [("r9 g1 b2+", 20), ("CC ST y3", 23)], ids=["C8-B", "C8-C"])
def test_penalty_of_a_hand_in_flat10(hand, points):  # C8; the winner's −100 is scoring's
    assert penalty(cards(hand), "flat10") == points


# Number cards at face value in both; the student project counts TAKI and everything colourless 15 (rules.md §5.2).
@pytest.mark.parametrize(
    ("card", "flat10", "flat10_15"),
    [
        ("r1", 1, 1),
        ("y9", 9, 9),
        ("gD", 10, 10),
        ("r2+", 10, 10),
        ("bS", 10, 10),
        ("yP", 10, 10),
        ("rT", 10, 15),
        ("CC", 10, 15),
        ("ST", 10, 15),
        ("CZ", 10, 15),
        ("K", 10, 15),
        ("+3", 10, 15),
        ("B3", 10, 15),
    ],
)
def test_penalty_value_of_a_card(card, flat10, flat10_15):
    assert penalty_value(parse_card(card), "flat10") == flat10
    assert penalty_value(parse_card(card), "flat10_15") == flat10_15


@given(st.lists(st.sampled_from(ALL_CARDS), max_size=20), st.sampled_from(POINTS))
def test_penalty_lies_between_the_cheapest_and_the_dearest_hand(hand, points):  # the bound of rules.md §5.2
    assert len(hand) <= penalty(hand, points) <= highest_value(points) * len(hand)
    assert penalty(hand, points) == sum(penalty_value(card, points) for card in hand)


def test_highest_value_is_v_of_the_rules():
    assert {points: highest_value(points) for points in POINTS} == {"flat10": 10, "flat10_15": 15}


@pytest.mark.parametrize("points", ["none", "", "FLAT10", None, ["flat10"]])
def test_penalty_refuses_points_that_do_not_exist(points):
    with pytest.raises(EditionError) as caught:
        penalty([], points)
    assert caught.value.values["known"] == ["flat10", "flat10_15"]


@pytest.mark.parametrize("folder", ["n024", "n064", "n096"])
def test_recorded_hands_are_cards_of_the_deck(folder):
    record = json.loads((FIXTURES / "championships" / folder / "championship.json").read_text(encoding="utf-8"))
    hands = [line["hand"] for report in record["reports"] for line in report["lines"] if "hand" in line]
    assert hands
    copies = deck("D116")
    assert {word for hand in hands for word in hand if parse_card(word) not in copies} == set()
