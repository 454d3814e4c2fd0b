"""What each player may know of a position, and what it may be like (rules.md §9.1, §9.5, §9.9).

All see flags, captured squares' top cards, how many cards lie where, who has seen which card, and who may do what.
A card is known to the two sides of an attack or of a special turn, to the owner of a DEFEND card, and to all once it
has been face up; it stays known wherever its pile goes, until it is shuffled. Nobody knows the deck.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.errors import GameError, shown
from engine.minitactico.cards import COPIES, Card
from engine.minitactico.field import Placed
from engine.minitactico.state import GameState, Phase
from engine.rng import SeededRng


def observe(state: GameState, seat: int) -> GameState:
    """Return *state* as one seat may know it: other cards hidden, and no seed.

    Two positions that differ in what the seat has not seen give equal views; a view of a view is that view.
    Raises GameError (``seat``) for a seat that is not there.
    """
    if seat not in range(state.seats):
        raise GameError(f"no seat {shown(seat)!r} of {state.seats}", code="seat", seat=shown(seat))
    bit = 1 << seat
    return replace(
        state,
        fields=tuple(field and field.with_cards(lambda placed: _seen(placed, bit)) for field in state.fields),
        deck=(None,) * len(state.deck),
        card=state.card if seat == state.seat else None,
        aside=tuple(_seen(placed, bit) for placed in state.aside),
        seed="",
    )


def _seen(placed: Placed, bit: int) -> Placed:
    return placed if placed.seen & bit else Placed(None, placed.seen)


def told(state: GameState) -> Counter[Card]:
    """Return the cards that a position tells, wherever they lie."""
    cards: list[Card | None] = [*state.deck, state.card, *(placed.card for placed in state.aside)]
    for field in state.fields:
        if field is not None:
            cards += [field.flag, *(placed.card for placed in field.placed())]
    return Counter(card for card in cards if card is not None)


def untold(state: GameState) -> Counter[Card]:
    """Return the cards that a position does not tell: to the seat whose view it is, any of them may be anywhere."""
    return Counter(dict.fromkeys(Card, COPIES * state.decks)) - told(state)


def hidden(state: GameState) -> int:
    """Return how many places of a position have a hidden card."""
    placed = [*state.aside, *(card for field in state.fields if field is not None for card in field.placed())]
    in_hand = state.phase is Phase.CARD and state.card is None
    return state.deck.count(None) + sum(card.card is None for card in placed) + in_hand


def filled(state: GameState, rng: SeededRng) -> GameState:
    """Return a whole position that *state* may be like: hidden cards drawn from those untold, all equally likely.

    Raises GameError (``cards``) if there are not as many of these as hidden places.
    """
    pool = list(untold(state).elements())
    if len(pool) != hidden(state):
        raise GameError(f"{hidden(state)} hidden places for {len(pool)} cards", code="cards")
    rng.shuffle(pool)

    def known(card: Card | None) -> Card:
        return pool.pop() if card is None else card

    def whole(placed: Placed) -> Placed:
        return Placed(known(placed.card), placed.seen)

    return replace(
        state,
        fields=tuple(field and field.with_cards(whole) for field in state.fields),
        deck=tuple(known(card) for card in state.deck),
        card=known(state.card) if state.phase is Phase.CARD else None,
        aside=tuple(map(whole, state.aside)),
    )
