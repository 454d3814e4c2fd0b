"""Positions as one line of text; docs/minitactico.md describes the form. Reading is engine.minitactico.reading's."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from urllib.parse import quote

from engine.minitactico.cards import Card
from engine.minitactico.field import Field, Pile, Placed
from engine.minitactico.knowledge import observe
from engine.minitactico.state import MAX_RECYCLES, SEAT_LETTERS, SPECIALS, GameState, Phase

NAME = "minitactico"
EMPTY = "-"
OUT = "out"
HIDDEN = "?"
ALL = "*"
"""Stands for every seat, after a card that all have seen."""


def write_position(state: GameState, seat: int | None = None) -> str:
    """Return *state* as one line, from which an equal one can be read.

    With a *seat*, only what that seat may know (engine.minitactico.knowledge).
    """
    if seat is not None:
        state = observe(state, seat)
    words = [NAME, SEAT_LETTERS[state.seat]]
    if state.phase is not Phase.TURN:
        words.append(state.phase)
    if state.phase is Phase.CARD:
        words.append(f"card={state.card or HIDDEN}")
    words += [f"{SEAT_LETTERS[owner]}={_field(field, state)}" for owner, field in enumerate(state.fields)]
    words.append(f"deck={write_cards(state.deck)}")
    if any(left != SPECIALS for left in state.specials):
        words.append(f"specials={','.join(map(str, state.specials))}")
    if state.fallen:
        words.append(
            f"fallen={','.join(f'{SEAT_LETTERS[fall.seat]}:{SEAT_LETTERS[fall.by]}' for fall in state.fallen)}"
        )
    if state.aside:
        words.append(f"aside={','.join(_placed(placed, state) for placed in state.aside)}")
    if state.recycles:
        words.append(f"recycles={state.recycles}")
    if state.max_recycles != MAX_RECYCLES:
        words.append(f"max_recycles={state.max_recycles}")
    if state.decks != 1:
        words.append(f"decks={state.decks}")
    if state.winner is not None:
        words.append(f"winner={SEAT_LETTERS[state.winner]}")
    if state.reason:
        words.append(f"reason={state.reason}")
    if state.seed:
        words.append(f"seed={quote(state.seed, safe='')}")
    return " ".join(words)


def write_cards(cards: Iterable[Card | None]) -> str:
    """Return cards with commas between, several hidden ones in a row as their number."""
    words = []
    for card, group in groupby(cards):
        count = len(list(group))
        if card is None:
            words.append(HIDDEN if count == 1 else f"{count}{HIDDEN}")
        else:
            words += [str(card)] * count
    return ",".join(words) or EMPTY


def _field(field: Field | None, state: GameState) -> str:
    if field is None:
        return OUT
    squares = [_pile(pile, state) for pile in field.piles]
    squares.insert(4, str(field.flag))
    return "/".join(",".join(squares[row : row + 3]) for row in (0, 3, 6))


def _pile(pile: Pile, state: GameState) -> str:
    if pile.captor is None:
        return "-".join(_placed(placed, state) for placed in pile.cards)
    below = [_placed(placed, state) for placed in pile.cards[:-1]]
    return f"{'-'.join([*below, str(pile.cards[-1].card)])}:{SEAT_LETTERS[pile.captor]}"  # all see the top card


def _placed(placed: Placed, state: GameState) -> str:
    if placed.seen == state.everyone:
        seats = ALL
    else:
        seats = "".join(letter.lower() for seat, letter in enumerate(SEAT_LETTERS) if placed.seen >> seat & 1)
    return f"{placed.card or HIDDEN}{seats}"
