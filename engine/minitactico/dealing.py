"""Setting up a game: fields, deck and who starts (rules.md §9.1, §9.8)."""

from __future__ import annotations

from engine.errors import GameError, shown
from engine.minitactico import cards
from engine.minitactico.cards import COPIES, DECK_SIZE, Card
from engine.minitactico.field import Field, Pile, Placed
from engine.minitactico.state import MAX_RECYCLES, SEAT_LETTERS, SPECIALS, GameState
from engine.rng import SeededRng

FIELD = 9
LEAST_DECK = 16
"""Cards that must be left to draw, or come back, beyond all fields (rules.md §9.8)."""
MOST_DECKS = 2
MOST_RECYCLES = 99


def decks_needed(seats: int) -> int:
    """Return how many decks so many players need: one up to 4, two up to 9 (rules.md §9.8)."""
    return -(-(FIELD * seats + LEAST_DECK) // DECK_SIZE)


def deal(
    seats: int = 2,
    *,
    seed: str,
    decks: int | None = None,
    starter: int | None = None,
    max_recycles: int = MAX_RECYCLES,
    peek_at_setup: bool = False,
) -> GameState:
    """Return a game at its start; everything follows from *seed*, every later shuffle too (rules.md §9.1).

    Nine cards a seat, in reading order, the centre face up. Without a *starter* the strongest flag starts, level
    ones by lot. *decks* of 52: as many as are needed. With *peek_at_setup* all have seen their own face-down
    cards (rules.md §9.9). Raises GameError: ``seats``, ``decks``, ``starter``, ``max_recycles`` or ``seed``.
    """
    _check(seats, decks, starter, max_recycles, seed)
    decks = decks_needed(seats) if decks is None else decks
    rng = SeededRng(seed)
    deck = [card for card in Card for _ in range(COPIES * decks)]
    rng.fork("deal").shuffle(deck)
    hands = [deck[FIELD * seat : FIELD * (seat + 1)] for seat in range(seats)]
    flags = [hand.pop(FIELD // 2) for hand in hands]
    fields = tuple(
        Field(flag, tuple(Pile((Placed(card, (1 << seat) * peek_at_setup),)) for card in hand))
        for seat, (flag, hand) in enumerate(zip(flags, hands, strict=True))
    )
    if starter is None:
        level = cards.strongest(flags)
        starter = level[rng.fork("lot").below(len(level))]
    return GameState(
        fields=fields,
        deck=tuple(deck[FIELD * seats :]),
        seat=starter,
        specials=(SPECIALS,) * seats,
        max_recycles=max_recycles,
        decks=decks,
        seed=seed,
    )


def _check(seats: object, decks: object, starter: object, max_recycles: object, seed: object) -> None:
    if type(seats) is not int or not 2 <= seats <= len(SEAT_LETTERS):
        raise _refused("seats", seats, f"a game takes 2 to {len(SEAT_LETTERS)}")
    if decks is not None and (type(decks) is not int or not decks_needed(seats) <= decks <= MOST_DECKS):
        raise _refused("decks", decks, f"{seats} players take {decks_needed(seats)} to {MOST_DECKS}")
    if starter is not None and (type(starter) is not int or not 0 <= starter < seats):
        raise _refused("starter", starter, f"seats of {seats} count from 0")
    if type(max_recycles) is not int or not 0 <= max_recycles <= MOST_RECYCLES:
        raise _refused("max_recycles", max_recycles, f"0 to {MOST_RECYCLES}")
    if not is_seed(seed):
        raise _refused("seed", seed, "a text that UTF-8 can write")


def _refused(code: str, value: object, wanted: str) -> GameError:
    return GameError(f"{code} {shown(value)!r}: {wanted}", code=code, value=shown(value))


def is_seed(seed: object) -> bool:
    """Whether a shuffle can follow from *seed*: a text without half characters."""
    return isinstance(seed, str) and not any("\ud800" <= letter <= "\udfff" for letter in seed)
