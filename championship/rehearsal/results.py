"""Where a rehearsal's round results come from: one replaceable source, the same for the same seed.

A source is asked for a game by who plays it where, not by when: results that are entered late, wrongly at
first, or in another order are those of the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.rng import SeededRng

OPENING_HAND = 8
"""Cards everybody is dealt (rules.md §3.2)."""


@dataclass(frozen=True)
class Game:
    """One game to be played: at a table, for a place (0: a regular round), by the entries at certain seats.

    ``attempt`` counts the games these players have played for that place, from 1.
    """

    stage: str
    table: int
    place: int
    attempt: int
    players: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Played:
    """How a game ended: the winner's seat, and the cards left by seat."""

    winner: int
    cards: Mapping[int, int]


class Source(Protocol):
    """Plays games."""

    def play(self, game: Game) -> Played:
        """Return how *game* ends."""


@dataclass(frozen=True)
class PlausibleCounts:
    """Counts as they are seen in the hall: everybody wins as often, losers mostly hold few cards, some many."""

    seed: str

    def play(self, game: Game) -> Played:
        rng = SeededRng(f"{self.seed}/{game.stage}/{game.table}/{game.place}/{game.attempt}/{game.players}")
        seats = [seat for seat, _entry in game.players]
        winner = seats[rng.below(len(seats))]
        return Played(winner, {seat: 0 if seat == winner else self._loser(rng) for seat in seats})

    @staticmethod
    def _loser(rng: SeededRng) -> int:
        """One card at least; each more is half as likely as the last up to a hand, and a run of 2+ adds some."""
        cards = 1
        while cards < OPENING_HAND and rng.below(3):
            cards += 1
        return cards + (2 * (1 + rng.below(3)) if rng.below(8) == 0 else 0)
