"""Shuffling, and taking cards from the draw pile (rules.md §3.14).

Only the draw pile is kept, as bytes of card numbers and a place in them. The discard pile is what is left of the
deck without draw pile and hands, so that no card can be lost or made.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from functools import cache

from engine.taki import holding
from engine.taki.moves import CARDS
from engine.taki.situations import Rules
from engine.taki.state import DECK, EXTRAS, FIRST_SEAT, PLACE, SILENT, SITUATION, GameState


def shuffled(cards: bytes, seed: str, label: str) -> bytes:
    """Return *cards* in an order that follows from the seed and the label alone, in every version of Python.

    Card i gets the first five bytes of the i-th eight of ``shake_128("taki:" + label + ":" + seed)``, in UTF-8, as a
    big-endian number; the cards are ordered by their numbers, those with equal ones as they were.
    """
    size = len(cards)
    digest = hashlib.shake_128(f"taki:{label}:{seed}".encode()).digest(8 * size)
    numbers, read, write = _sortable(size)
    words = bytearray(numbers)
    for place in range(5):
        words[5 - place :: 8] = digest[place::8]
    return write(*sorted(read(words)))[::8].translate(cards.ljust(256))


@cache
def _sortable(size: int) -> tuple[bytes, Callable[[bytearray], tuple[float, ...]], Callable[..., bytes]]:
    """Return the bytes of *size* floats whose lowest bits are 0, 1, 2 …, and how to read and write so many.

    Python sorts floats in half the time that long ints take. One from 1 to 2 has 52 free bits: the lowest eight are
    the place of a card, the next 40 its number.
    """
    form = struct.Struct(f"<{size}d")
    return form.pack(*(1 + place / 2**52 for place in range(size))), form.unpack, form.pack


def put(state: GameState, slot: int, hand: int) -> None:
    """Give the seat at *slot* this hand, with its marks worked out, and start or end its deadline (§3.13.1)."""
    fields = state.fields
    rules: Rules = fields[SITUATION].rules
    stages = fields[EXTRAS].stages
    settled = rules.settled(hand) if not stages else rules.settled(hand, stages[slot - FIRST_SEAT] == 1)
    fields[slot] = settled
    if rules.has_deadline:
        if settled & holding.ONE:
            fields[SILENT] |= 1 << slot
        else:
            fields[SILENT] &= ~(1 << slot)


def take(state: GameState, slot: int, count: int) -> int:
    """Let the seat at *slot* take *count* cards, or as many as there are, and return how many (§3.14)."""
    fields = state.fields
    rules: Rules = fields[SITUATION].rules
    place, before = fields[PLACE], fields[slot]
    cards = fields[DECK][place : place + count]
    fields[PLACE] = place + len(cards)
    hand = before
    first, unit, holds = rules.first, holding.UNIT, holding.HOLDS
    for card in cards:
        hand += unit[card] if hand & holds[card] else first[card]
    if len(cards) < count:
        fields[slot] = hand  # what it took so far is not in the discard pile
        if _reshuffle(state):
            more = fields[DECK][: count - len(cards)]
            fields[PLACE] = len(more)
            hand, cards = rules.with_cards(hand, more), cards + more
        if len(cards) < count:
            fields[EXTRAS] = fields[EXTRAS]._replace(is_exhausted=True)
    if not cards:  # nothing has come to the hand, so that its marks stay
        if slot in (wins := fields[EXTRAS].wins):  # who owes cards does not win by an empty hand (§3.14.2)
            fields[EXTRAS] = fields[EXTRAS]._replace(wins=tuple(other for other in wins if other != slot))
        return 0
    if before >= rules.few:
        fields[slot] = hand
    elif hand >= rules.few:
        fields[slot] = hand & holding.UNMARKED
        fields[SILENT] &= ~(1 << slot)
    else:
        put(state, slot, hand)
    if state.chance is not None:
        state.chance.took(slot - FIRST_SEAT, cards)
    return len(cards)


def discards(state: GameState) -> list[int]:
    """Return by card number how many copies lie in the discard pile, the cards on top included.

    They are what is left of the deck without hands and draw pile.
    """
    fields = state.fields
    rules: Rules = fields[SITUATION].rules
    left = [0] * len(CARDS)
    for card, count in rules.copies.items():
        left[card] = count
    for hand in fields[FIRST_SEAT:]:
        for card in rules.cards_of(hand):
            left[card] -= 1
    for card in fields[DECK][fields[PLACE] :]:
        left[card] -= 1
    return left


def beneath(state: GameState) -> bytes:
    """Return the cards of the discard pile under those that stay on top, by number in order (§3.14.1)."""
    left = discards(state)
    for card in state.fields[SITUATION].facts.kept:
        left[card] -= 1
    return bytes(card for card, count in enumerate(left) for _ in range(count))


def _reshuffle(state: GameState) -> bool:
    """Make the discard pile the draw pile, but for what stays on top; False if nothing else is there."""
    cards = beneath(state)
    if not cards:
        return False
    renew(state, cards, "reshuffle")
    return True


def renew(state: GameState, cards: bytes, why: str) -> None:
    """Shuffle *cards*, which become the draw pile."""
    fields = state.fields
    extras = fields[EXTRAS]
    order = shuffled(cards, extras.seed, f"{why} {extras.shuffles}")
    if state.chance is not None:
        order = state.chance.shuffled(order)
    fields[DECK], fields[PLACE] = order, 0
    fields[EXTRAS] = extras._replace(shuffles=extras.shuffles + 1)
