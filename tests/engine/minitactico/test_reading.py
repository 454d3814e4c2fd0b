"""Positions as text: written, read back, and refused with everything wrong at once."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadPosition
from engine.minitactico import play
from engine.minitactico.cards import Card
from engine.minitactico.field import Pile, Placed
from engine.minitactico.notation import write_cards, write_position
from engine.minitactico.reading import LONGEST, parse_cards, parse_position
from engine.minitactico.state import Fall, Phase
from tests.engine.minitactico.games import somewhere
from tests.engine.minitactico.positions import captured, field, line

GOOD = line()
DEALT = write_position(play.deal(seed="spring"))


def codes(text):
    with pytest.raises(BadPosition) as refusal:
        parse_position(text)
    assert refusal.value.code == "bad_position"
    return [problem.code for problem in refusal.value.problems]


@settings(max_examples=80, deadline=None)
@given(seats=st.integers(2, 9), seed=st.text(max_size=4), step=st.integers(0, 150), view=st.integers(-1, 8))
def test_any_position_of_any_game_comes_back(seats, seed, step, view):
    state = somewhere(seats, seed, step, max_recycles=step % 7)
    text = write_position(state, view if 0 <= view < seats else None)
    assert "\n" not in text
    again = parse_position(text)
    assert write_position(again) == text
    if not 0 <= view < seats:
        assert again == state


def test_line_of_a_deal():
    assert DEALT.split()[:2] == ["minitactico", "B" if play.deal(seed="spring").seat else "A"]
    assert [word.partition("=")[0] for word in DEALT.split()[2:]] == ["A", "B", "deck", "seed"]


def test_line_tells_what_is_unusual():
    text = " ".join(
        [
            f"minitactico C OVER A=out B=out C={field()}",
            f"D={field(flag='7', **captured('12', '21', '23', '32', by='C'))}",
            "E=out deck=20? specials=0,1,2,2,2 fallen=A:B,B:C,E:C,D:C aside=2,3a,4de,5*,38?",
            "recycles=1 max_recycles=7 decks=2 winner=C reason=flags seed=a%20b",
        ]
    )
    with pytest.raises(BadPosition):  # hidden cards aside are named one by one
        parse_position(text)
    text = text.replace("38?", ",".join("?" * 38)).replace("deck=20?", f"deck={104 - 22 - 42}?")
    state = parse_position(text)
    assert write_position(state) == text
    assert (state.specials, state.fallen) == ((0, 1, 2, 2, 2), (Fall(0, 1), Fall(1, 2), Fall(4, 2), Fall(3, 2)))
    assert state.aside[:4] == (
        Placed(Card.TWO),
        Placed(Card.THREE, 1),
        Placed(Card.FOUR, 0b11000),
        Placed(Card.FIVE, 0b11111),
    )
    assert (state.recycles, state.max_recycles, state.decks, state.seed) == (1, 7, 2, "a b")


def test_words_may_come_in_any_order_with_any_space():
    words = DEALT.split()
    assert parse_position("  ".join([words[0], *reversed(words[1:])]) + "\n") == play.deal(seed="spring")


def test_what_is_left_out_is_as_usual():
    state = parse_position(GOOD)
    assert (state.seat, state.phase, state.deck, state.specials) == (0, Phase.TURN, (None,) * 34, (2, 2))
    assert state.field(0).pile((1, 1)) == Pile((Placed(None),))
    assert write_position(state) == GOOD.replace("minitactico", "minitactico A") + " deck=34?"


def test_card_in_hand_tells_the_phase():
    assert parse_position(line(card="?")).phase is Phase.CARD
    assert parse_position(line("CARD", card="9")).card is Card.NINE


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ((), "-"),
        ((Card.TEN, Card.TEN, None), "10,10,?"),
        ((None, None, Card.ACE, None), "2?,A,?"),
    ],
)
def test_decks_come_back(cards, text):
    assert (write_cards(cards), parse_cards(text)) == (text, cards)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["text", "seats"]),
        (None, ["text", "seats"]),
        ("chess " + GOOD.partition(" ")[2], ["text"]),
        (GOOD + " " * LONGEST, ["text", "seats"]),
        (GOOD + " hello", ["word_unknown"]),
        (GOOD + " covered=1", ["word_unknown"]),
        (GOOD + " deck", ["word_unknown"]),
        (GOOD + " A B", ["word_twice"]),
        (GOOD + " TURN BONUS", ["word_twice"]),
        (GOOD + " deck=34? deck=34?", ["word_twice"]),
        (f"minitactico A={field()}", ["seats"]),
        (f"minitactico A={field()} C={field()}", ["seats"]),
        (GOOD + " C", ["seat"]),
        (GOOD + " winner=J", ["seat"]),
        (GOOD + " card=1", ["word_bad"]),
        (GOOD + " CARD", ["word_bad"]),
        (GOOD + " TURN card=9", ["word_bad"]),
        (GOOD + " decks=3", ["word_bad"]),
        (GOOD + " decks=0", ["word_bad"]),
        (GOOD + " recycles=-1", ["word_bad"]),
        (GOOD + " recycles=٣", ["word_bad"]),
        (GOOD + " max_recycles=100", ["word_bad"]),
        (GOOD + " specials=2", ["word_bad"]),
        (GOOD + " specials=2,3", ["word_bad"]),
        (GOOD + " fallen=B", ["seat"]),
        (GOOD + " aside=", ["word_bad"]),
        (GOOD + " deck=", ["word_bad"]),
        (GOOD + " deck=34", ["word_bad"]),
        (GOOD + " deck=999?,999?", ["word_bad"]),
        (GOOD + " seed=%ff", ["word_bad"]),
        (GOOD + " seed=\ud800", ["seed"]),
        (GOOD.replace("?/", "?,?/", 1), ["word_bad"]),
        (GOOD.replace("K", "?"), ["word_bad"]),
        (GOOD.replace("K", "Ka"), ["word_bad"]),
        (GOOD.replace("?", "", 1), ["word_bad"]),
        (line(a={"s11": "4-"}), ["word_bad"]),
        (line(a={"s11": "4c"}), ["word_bad"]),
        (line(a={"s11": "4aa"}), ["word_bad"]),
        (line(a={"s11": "4-5:C"}), ["word_bad"]),
        (line(a={"s11": "4-?:B"}), ["word_bad"]),
        (line(a={"s11": "4-5a:B"}), ["word_bad"]),
        (line(a={"s11": "4-5:"}), ["word_bad"]),
        # readable, but no position
        (GOOD + " deck=33?", ["cards"]),
        (GOOD + " deck=35?", ["cards"]),
        (GOOD + " deck=K,K,K,K,30?", ["too_many_of_a_card"]),
        (line(a={"s11": "4-5:A"}), ["captor"]),
        (line(a=captured("12", "21", "23", "32", by="B")), ["flag_fell"]),
        (line(a=captured("12", "21", "23", "32", by="B"), fallen="A:B"), ["field_left", "turn", "players"]),
        (GOOD + " fallen=B:A", ["field_left", "players"]),
        (f"minitactico A={field()} B=out", ["field_missing"]),
        (GOOD + " fallen=A:A", ["field_left", "fall", "turn", "players"]),
        (GOOD + " aside=?", ["aside"]),
        (GOOD + " recycles=6", ["recycles"]),
        (line(deck="-", recycles="5", b={"s33": "-".join("?" * 35)}), ["used_up"]),
        (GOOD + " winner=A", ["over"]),
        (GOOD + " reason=flags", ["over"]),
        (GOOD + " OVER", ["over"]),
        (GOOD + " OVER reason=recycles", ["over"]),
        (GOOD + " OVER reason=flags winner=A", ["over"]),
        ("minitactico " + " ".join(f"{letter}={field()}" for letter in "ABCDE"), ["decks", "too_many_of_a_card"]),
    ],
)
def test_position_is_refused_with_everything_wrong(text, expected):
    found = codes(text)
    assert found == expected, found


def test_all_problems_are_told_at_once():
    text = GOOD.replace("?/", "?,?/", 1) + " hello specials=9 deck=x C"
    assert codes(text) == ["word_unknown", "word_bad", "seat", "word_bad", "word_bad"]


def test_problems_are_safe_to_print_and_to_send():
    with pytest.raises(BadPosition) as refusal:
        parse_position(GOOD + " \ud800\u202e" + "x" * 5000)
    json.dumps(refusal.value.values).encode()
    assert len(str(refusal.value)) < 200


ALPHABET = "ABC=?*-/,:0123456789JQKabc "


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(DEALT.split() + GOOD.split() + ["card=?", "BONUS", "aside=9"]) | st.text(ALPHABET)))
def test_any_words_are_a_position_or_bad_position(words):
    check(" ".join(["minitactico", *words]))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 80), st.lists(st.tuples(st.integers(0, 400), st.text(ALPHABET, max_size=3)), max_size=3))
def test_a_few_slips_make_another_position_or_a_bad_one(step, slips):
    text = write_position(somewhere(2, "slips", step))
    for place, slip in slips:
        text = text[:place] + slip + text[place + len(slip) :]
    check(text)


def check(text):
    try:
        state = parse_position(text)
    except BadPosition:
        return
    assert parse_position(write_position(state)) == state
    play.legal_moves(state)
