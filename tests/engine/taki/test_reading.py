"""Positions as text: what is left out, what is wrong, and that nothing but the documented error comes out."""

from contextlib import suppress

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from engine.errors import BadPosition
from engine.taki.legality import legal_moves
from engine.taki.notation import read_position, write_position
from engine.taki.play import deal
from engine.taki.reading import read_position as read

from . import kit
from .conformance import ALL, EN, HE, given, to_act


def problems(text):
    with pytest.raises(BadPosition) as refused:
        read_position(text)
    assert refused.value.problems
    return [problem.code for problem in refused.value.problems]


def test_position_has_usual_values():
    state = read_position("he-2015 top=r9 A=r3,b9,g4 B=8? C=8?")
    assert (to_act(state), state.direction, state.counts, state.pile_size, state.discard_size) == (
        "A TURN",
        1,
        (3, 8, 8),
        96,
        1,
    )
    assert read_position(write_position(state)) == state


def test_unknown_cards_of_hands_are_the_plainest():
    state = given(HE, top="r9", A="r3,b9,g4")
    assert {card.sign.isdigit() for seat in (1, 2) for card in state.hand(seat)} == {True}


def test_unknown_cards_of_the_pile_follow_from_the_seed():
    texts = [write_position(read_position(f"{HE} top=r9 A=8? B=8? seed={seed}")) for seed in ("a", "a", "b")]
    assert texts[0] == texts[1]
    assert texts[0].split("pile=")[1].split()[0] != texts[2].split("pile=")[1].split()[0]


def test_pile_and_discards_share_what_is_left():
    state = read_position(f"{HE} top=r9 A=8? B=8? pile=K,b1,3?")
    assert (state.pile_size, state.discard_size) == (5, 95)
    state = read_position(f"{HE} top=r9 A=8? B=8? laid=10?")
    assert (state.pile_size, state.discard_size) == (89, 11)


def test_fields_come_in_any_order():
    one = read_position("he-2015 B- OPEN top=r9 run=r A=r1 B=b1,b3 declared=A pile=-")
    other = read_position("he-2015 pile=-  declared=A B=b1,b3 OPEN A=r1 run=r   top=r9 B-")
    assert one == other


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["text"]),
        ("he-2016 top=r9 A=8? B=8?", ["edition"]),
        ("he-2015[king=maybe] top=r9 A=8? B=8?", ["edition"]),
        ("he-2015[half_sets=1,crazy=chosen_dir] top=r9 A=8? B=8?", ["edition"]),
        ("he-2015 A=8? B=8?", ["field_bad"]),
        ("he-2015 top=r9 A=8?", ["seats"]),
        ("he-2015 top=r9 A=8? C=8?", ["seat_gap"]),
        ("he-2015 top=r2 A=8? B=8?", ["field_bad"]),
        ("he-2015 top=CC A=8? B=8?", ["field_bad"]),
        ("he-2015 top=r9 lead=b A=8? B=8?", ["field_bad"]),
        ("he-2015 top=r9,r8 A=8? B=8?", ["field_bad"]),
        ("he-2015 top=r9 A=r9,r9 B=8?", ["too_many"]),
        ("he-2015 top=r9 A=CZ B=8?", ["too_many"]),
        ("he-2015 top=r9 A=8? B=8? pile=200?", ["cards_sum"]),
        ("he-2015 top=r9 A=? B=?", ["cards_sum"]),
        ("he-2015 top=r9 A=8? B=8? pile=9? laid=9?", ["cards_sum"]),
        ("he-2015 top=r9 A=8? B=8? A=8?", ["field_twice"]),
        ("he-2015 top=r9 A=8? B=8? A+ B+", ["field_twice"]),
        ("he-2015 top=r9 A=8? B=8? TURN OPEN", ["field_twice"]),
        ("he-2015 top=r9 A=8? B=8? hello", ["field_unknown"]),
        ("he-2015 top=r9 A=8? B=8? world=1", ["field_unknown"]),
        ("he-2015 C+ top=r9 A=8? B=8?", ["seat"]),
        ("he-2015 A+ top=r9 A=out B=8? C=8?", ["seat"]),
        ("he-2015 B+ top=r9 A=out B=8?", ["seats"]),
        ("he-2015 top=r9 A=8? B=8? p=-1", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? TURN p=1", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? PENDING2", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? threes=1", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? RUN", ["contradiction", "contradiction"]),
        ("he-2015 top=b9 A=8? B=8? RUN run=r", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? TURN run=r", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? run=q", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? AFTER_KING", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? AFTER_PLUS", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? PLUS3", ["contradiction", "field_missing"]),
        ("he-2015 top=r9,+3 A=8? B=8? PLUS3", ["field_missing"]),
        ("he-2015 top=r9,+3 A=8? B=8? PLUS3 by=A waiting=A", ["field_bad"]),
        ("he-2015 A+ top=r9,+3 A=8? B=8? PLUS3 by=A", ["seat"]),
        ("he-2015 top=r9 A=8? B=8? covered", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? AFTER_DRAW drawn=r5", ["contradiction"]),
        ("he-2015 top=r9 A=8? B=8? declared=A", ["field_bad"]),
        ("he-2015 top=r9 A=r1 B=8? late=A", ["field_bad"]),
        ("pl-wiki top=r9 A=r1 B=8? late=A declared=A", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? declared=Z", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? declared=A,A", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? silent=A", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? stages=8,8", ["field_bad"]),
        ("he-2015[mode=pyramid] top=r9 A=8? B=8? stages=8,9", ["field_bad"]),
        ("he-2015[mode=pyramid] top=r9 A=8? B=8? stages=8", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? OVER winner=A,B", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? OVER winner=A reason=called_off", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? seed=%ff", ["field_bad"]),
        ("he-2015 top=r9 A=8? B=8? shuffles=99999", ["field_bad"]),
        ("en-classic RUN top=rP run=r A=b1,b3 B=8?", ["no_move"]),
        ("he-2015 top=r9 A=8? B=8? seed=\ud800", ["field_bad"]),
        ("x" * 30_000, ["text"]),
    ],
)
def test_text_that_is_no_position_is_refused_with_everything_wrong(text, codes):
    assert problems(text) == codes


@pytest.mark.parametrize("value", [None, 5, b"he-2015", ["he-2015"], {}])
def test_what_is_no_text_is_no_position(value):
    assert problems(value) == ["text"]


def test_everything_wrong_is_told_at_once():
    assert problems("he-2015 hello top=r9 A=8? B=8? world") == ["field_unknown", "field_unknown"]


WORDS = st.sampled_from(
    [
        *("he-2015", "en-classic", "he-2015[mode=pyramid]", "official-2018[plus3_on_pending=adds_three]"),
        *("A+", "B-", "C+", "TURN", "PENDING2", "OPEN", "RUN", "AFTER_PLUS", "AFTER_KING", "AFTER_DRAW"),
        *("PLUS3", "CLAIM", "OVER", "top=r9", "top=rP", "top=K", "top=CC", "top=ST", "top=r2+", "top=r9,+3"),
        *("lead=r", "lead=bT", "lead=*", "p=1", "p=3", "threes=1", "run=r", "run=b", "covered", "A=r5", "A=8?"),
        *("A=r5,b2+,K", "B=8?", "B=b1", "B=-", "C=8?", "C=out", "C=?", "D=3?", "pile=-", "pile=9?", "pile=r1,?"),
        *("laid=5?", "declared=A", "declared=B", "late=B", "by=A", "by=B", "waiting=B", "spared=C", "then=B:TURN"),
        *("then=A:RUN", "drawn=r5", "from=OPEN", "wins=A", "wins=B,A", "silent=A", "barred=B", "stages=8,7"),
        *("stages=1,2,3", "exhausted", "winner=A", "reason=out", "reason=called_off", "seed=x", "shuffles=2"),
    ]
)
STARTS = st.sampled_from(["he-2015 top=r9 A=8? B=8?", "pl-wiki A=r1 B=b1,b3 C=8?", ""])


@settings(max_examples=100, deadline=None)
@given_any(
    st.lists(WORDS, max_size=12), st.sampled_from(["he-2015 top=r9 A=8? B=8?", "pl-wiki A=r1 B=b1,b3 C=8?", ""])
)
def test_any_words_are_a_position_that_can_be_played_or_refused(words, before):
    try:
        state = read(" ".join([before, *words]))
    except BadPosition:
        return
    kit.check_cards(state)
    assert read(write_position(state)) == state
    assert state.is_over or legal_moves(state)


@settings(max_examples=60, deadline=None)
@given_any(st.text(max_size=80), st.integers(0, 200))
def test_any_text_is_refused_or_read(text, place):
    line = write_position(deal(read_position("he-2015 top=r9 A=8? B=8?").edition, 3, "x"))
    for garbled in (text, line[:place] + text + line[place:], line[:place] + line[place + 3 :]):
        with suppress(BadPosition):
            kit.check_cards(read(garbled))


@pytest.mark.parametrize("name", [*ALL, f"{EN}[crazy=fixed_dir]"])
def test_both_crazy_cards_have_their_own_text_where_they_show_a_direction(name):
    if "CZ" not in {str(card) for card in read_position(f"{name} top=r9 A=8? B=8?").edition.cards}:
        return
    is_fixed = name.endswith("]")
    state = read_position(f"{name} top=r9 A={'CZ+,CZ-' if is_fixed else 'CZ,CZ'},r5 B=8?")
    assert {"CZ(+)", "CZ(-)"} <= {str(move) for move in legal_moves(state)}
    one = read_position(f"{name} top=r9 A={'CZ-' if is_fixed else 'CZ'},r5 B=8?")
    assert ("CZ(+)" in {str(move) for move in legal_moves(one)}) != is_fixed
