"""What each seat may know, step by step and as a law (rules.md §9.5, §9.9)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import GameError
from engine.minitactico import knowledge, play
from engine.minitactico.cards import Card
from engine.minitactico.knowledge import filled, observe
from engine.minitactico.moves import parse_move
from engine.minitactico.notation import write_position
from engine.minitactico.reading import parse_position
from engine.minitactico.state import Phase
from engine.minitactico.status import status
from engine.rng import SeededRng
from tests.engine.minitactico.games import somewhere
from tests.engine.minitactico.positions import field, pile, position

THREE = (
    f"minitactico A CARD card=9 A={field()} B={field(flag='5', s11='J', s12='7')} C={field(flag='7', s12='?-4:B')}"
)


def views(text, moves, square):
    """Return what A, B and C see of a pile after some moves in a game of three."""
    state = parse_position(text)
    for move in moves.split():
        state = play.apply(state, parse_move(move))
    return [pile(state, square, seat) for seat in range(3)]


def test_attack_that_fails_shows_both_cards_to_both_sides_alone():
    assert views(THREE, "ATTACK(B11)", "B11") == ["Jab-9ab", "Jab-9ab", "?ab-?ab"]


def test_attack_that_wins_shows_the_winner_to_all():
    assert views(THREE, "ATTACK(B12)", "B12") == ["7ab-9:A", "7ab-9:A", "?ab-9:A"]


def test_defend_card_is_seen_by_its_owner_alone():
    assert views(THREE, "DEFEND(12)", "A12") == ["9a-?", "?a-?", "?a-?"]


def test_special_shows_its_card_to_both_sides():
    given = f"minitactico C deck=2,23? A={field()} B={field(flag='5')} C={field(flag='7', s12='?-4:B')}"
    assert views(given, "SPECIAL(12)", "C12") == ["?bc-?-4:B", "2bc-?-4:B", "2bc-?-4:B"]


def test_card_covered_by_a_change_stays_known_to_all():
    given = THREE.replace("?-4:B", "?-4:A")
    assert views(given, "CHANGE(C12)", "C12") == ["?-4*-9:A"] * 3


def test_swap_takes_knowledge_along():
    given = f"minitactico A BONUS A={field(s11='3a', s33='K*-6ab')} B={field(flag='5')} C={field(flag='7')}"
    assert views(given, "SWAP(11,33)", "A11") == ["K*-6ab", "K*-6ab", "K*-?ab"]
    assert views(given, "SWAP(11,33)", "A33") == ["3a", "?a", "?a"]


def test_flip_shows_nothing_new():
    given = f"minitactico A BONUS A={field(s12='5-Qab-2:B')} B={field(flag='5')} C={field(flag='7')}"
    assert views(given, "FLIP(12)", "A12") == ["2*-Qab-?", "2*-Qab-?", "2*-?ab-?"]


def test_drawn_card_is_seen_by_who_drew_it():
    state = position(card="9")
    assert [observe(state, seat).card for seat in (0, 1)] == [Card.NINE, None]


def test_nobody_sees_the_deck_or_the_seed():
    state = play.deal(seed="spring")
    for seat in (0, 1):
        view = observe(state, seat)
        assert (set(view.deck), view.seed) == ({None}, "")
        assert "spring" not in write_position(state, seat)


def test_observe_knows_no_other_seats():
    for seat in (2, -1):
        with pytest.raises(GameError) as refusal:
            observe(position(), seat)
        assert refusal.value.code == "seat"


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 5), seed=st.text(max_size=3), step=st.integers(0, 120), other=st.text(max_size=3))
def test_positions_that_differ_in_hidden_cards_alone_look_the_same(seats, seed, step, other):
    state = somewhere(seats, seed, step, peek_at_setup=step % 3 == 0)
    for seat in range(seats):
        view = observe(state, seat)
        elsewhere = filled(view, SeededRng(other))
        assert status(elsewhere) == ()
        assert observe(elsewhere, seat) == view == observe(view, seat)
        assert write_position(elsewhere, seat) == write_position(state, seat) == write_position(view)


@settings(max_examples=30, deadline=None)
@given(seed=st.text(max_size=3), step=st.integers(0, 60), other=st.integers(0, 99))
def test_what_a_seat_cannot_see_makes_no_difference_to_it_later(seed, step, other):
    """A seat that is no side of what happens: its view follows from its view, whatever lies hidden."""
    state = somewhere(3, seed, step)
    watchers = [seat for seat in state.players if seat != state.seat]
    for watcher in watchers:
        twin = filled(observe(state, watcher), SeededRng(f"{other}"))
        here, there = state, twin
        if here.phase is Phase.TURN:
            here, there = (play.apply(world, parse_move("DRAW")) for world in (here, there))
        move = next((move for move in play.legal_moves(here) if move.kind == "DEFEND"), None)
        if move is not None:
            here, there = (play.apply(world, move) for world in (here, there))
        assert observe(here, watcher) == observe(there, watcher)


def test_filled_makes_a_whole_position_of_every_view():
    state = somewhere(2, "x", 50)
    whole = filled(observe(state, 0), SeededRng("y"))
    assert (knowledge.hidden(whole), knowledge.untold(whole).total()) == (0, 0)
    assert whole != state
    assert filled(whole, SeededRng("z")) == whole


def test_filled_draws_every_hidden_card_equally_often():
    """The one other card is an A or a 2, with three of the A told and none of the 2 left but one."""
    state = position(a={"s11": "A"}, b={"s11": "A-A-A-2-2-2"})
    firsts = [filled(state, SeededRng(f"{number}")).field(0).pile((1, 2)).cards[0].card for number in range(1500)]
    assert Card.ACE not in firsts
    assert abs(firsts.count(Card.TWO) - 1500 / 43) < 25  # 43 hidden: 52 less two flags and seven told
    assert abs(firsts.count(Card.NINE) - 4 * 1500 / 43) < 45


def test_filled_refuses_what_cannot_be():
    state = position()
    with pytest.raises(GameError) as refusal:
        filled(replace(state, deck=state.deck[:-1]), SeededRng("x"))
    assert refusal.value.code == "cards"
