"""What a rehearsal asks of whoever plays its games, and what it is told.

A source is asked for a game by who plays it where, not by when: results that are entered late, wrongly at
first, or in another order are those of the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.taki.editions import Edition


@dataclass(frozen=True)
class Game:
    """One game to be played: at a table, for a place (0: a regular round), by the entries at certain seats.

    ``attempt`` counts the games these players have played for that place, from 1; the player at the seat
    ``starter`` begins.
    """

    stage: str
    table: int
    place: int
    attempt: int
    players: tuple[tuple[int, int], ...]
    starter: int

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of those who play, in seat order."""
        return tuple(seat for seat, _entry in self.players)


@dataclass(frozen=True)
class Played:
    """How a game ended: the winner's seat, and the cards left by seat; by seat the hands too, if they are known.

    ``winner`` is None for a game that was called off. ``facts`` are those of ``Sent``. ``moves`` were made in it,
    and in those before it that came to no end: ``games`` with it.
    """

    winner: int | None
    cards: Mapping[int, int]
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    moves: int = 0
    games: int = 1


class Source(Protocol):
    """Plays games by the rules of an edition; the same game always ends in the same way."""

    @property
    def edition(self) -> Edition:
        """The card rules."""

    def play(self, game: Game) -> Played:
        """Return how *game* ends."""
