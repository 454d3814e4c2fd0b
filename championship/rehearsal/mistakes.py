"""What people enter wrong: results that look right, or nearly so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from championship.rehearsal.results import Played
from engine.rng import SeededRng


def misread(played: Played, rng: SeededRng) -> Played:
    """Return a plausible mistake about a game that was won, by chance one of four.

    Another winner, or a count that is too high, in a hurry and so without hands; a card overlooked in a hand; a
    hand that is right, with a wrong count beside it.
    """
    losers = sorted(seat for seat, cards in played.cards.items() if seat != played.winner and cards)
    seat = losers[rng.below(len(losers))]
    match rng.below(4):
        case 0:
            return _another_winner(played, seat)
        case 1 if played.cards[seat] > 1:
            fewer = played.hands.get(seat, ())[1:]
            return _with_count(played, seat, -1, hands={**played.hands, seat: fewer} if fewer else {})
        case 2:
            return _with_count(played, seat, 1, hands=played.hands)
        case _:
            return replace(_with_count(played, seat, 1 + rng.below(4), hands={}), facts={})


def _another_winner(played: Played, seat: int) -> Played:
    assert played.winner is not None
    cards = {**played.cards, seat: 0, played.winner: played.cards[seat]}
    return replace(played, winner=seat, cards=cards, hands={}, facts={})


def _with_count(played: Played, seat: int, more: int, *, hands: Mapping[int, tuple[str, ...]]) -> Played:
    return replace(played, cards={**played.cards, seat: played.cards[seat] + more}, hands=hands)
