"""The engine and the naive game of tests.engine.minitactico.naive agree, move for move and view for view."""

import pytest

from engine.minitactico import cards, play
from engine.minitactico.field import SQUARES
from engine.minitactico.knowledge import observe
from engine.minitactico.legality import legal_moves
from engine.minitactico.state import Phase
from engine.rng import SeededRng
from tests.engine.minitactico.naive import ALL_SQUARES, RANKS, Naive, Square, beats


def naive_of(state):
    """Return the naive game that begins like *state*, a fresh deal."""
    everyone = set(range(state.seats))

    def square(owner, place):
        (placed,) = state.field(owner).pile(place).cards
        return Square([[str(placed.card), {seat for seat in everyone if placed.seen >> seat & 1}]])

    return Naive(
        flags=[[str(state.field(seat).flag), set(everyone)] for seat in everyone],
        fields=[{place: square(seat, place) for place in ALL_SQUARES} for seat in everyone],
        deck=[[str(card), set()] for card in state.deck],
        current=state.seat,
        max_recycles=state.max_recycles,
    )


def view_of(state, seat):
    """Return what the engine says *seat* may know, in the shape of ``Naive.view``."""

    def text(card):
        return None if card is None else str(card)

    seen = observe(state, seat)
    fields = [
        field
        and {
            place: ([text(placed.card) for placed in field.pile(place).cards], field.pile(place).captor)
            for place in SQUARES
        }
        for field in seen.fields
    ]
    return fields, text(seen.card), len(seen.deck), [text(placed.card) for placed in seen.aside]


@pytest.mark.parametrize(
    ("seats", "max_recycles", "games"),
    [(2, 0, 20), (2, 1, 20), (2, 5, 20), (3, 0, 5), (3, 5, 5), (4, 5, 3), (5, 5, 2), (9, 1, 1)],
)
def test_engine_agrees_with_naive_game(seats, max_recycles, games):
    for number in range(games):
        rng = SeededRng(f"agree {seats} {max_recycles} {number}")
        state = play.deal(seats, seed=f"{number}", max_recycles=max_recycles, peek_at_setup=number % 2 == 1)
        naive = naive_of(state)
        while True:
            moves = legal_moves(state)
            assert {str(move) for move in moves} == naive.legal()
            assert [view_of(state, seat) for seat in range(seats)] == [naive.view(seat) for seat in range(seats)]
            assert (state.phase, state.winner, list(state.specials)) == (naive.phase, naive.winner, naive.specials)
            assert list(state.players) == naive.alive
            if state.phase is Phase.OVER:
                break
            assert state.seat == naive.current
            move = moves[rng.below(len(moves))]
            before, state = state, play.apply(state, move)
            renewed = play.recycled(before).deck if before.recycles < state.recycles else ()
            naive.play(str(move), lambda released, renewed=renewed: in_order(released, renewed))


def in_order(released, cards):
    """Return the released cards in the order in which the engine has them."""
    order = []
    for card in cards:
        order.append(released.pop([text for text, _ in released].index(str(card))))
    assert released == []
    return order


def test_beats_is_the_published_definition():
    table = {(a, d): cards.beats(cards.parse_card(a), cards.parse_card(d)) for a in RANKS for d in RANKS}
    assert table == {(a, d): beats(a, d) for a in RANKS for d in RANKS}
