"""Games for a rehearsal, played by the engine: every result comes with the hands that were left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from championship.rehearsal.results import Game, Played
from championship.services.findings import FACTS
from engine.taki import bots, scorekeeping
from engine.taki.editions import Edition
from engine.taki.played import PlayedRound

MOST_MOVES = 3000
"""A game that takes more is stopped and played again: people would long have called it off (rules.md §5.1)."""
MOST_GAMES = 4
"""So often a game is played before it is called off for good."""
UNTOLD = {field.name: field.default for field in fields(PlayedRound)}


@dataclass(frozen=True)
class EngineGames:
    """Games between sensible players, by the rules of an edition; everything follows from the seed and the game."""

    seed: str
    edition: Edition
    most_moves: int = MOST_MOVES

    def play(self, game: Game) -> Played:
        """Return how *game* ends; one that comes to no end is played again, at last called off (rules.md §5.1)."""
        address = f"{self.seed}/{game.stage}/{game.table}/{game.place}/{game.attempt}/{game.players}/{game.starter}"
        made = 0
        for number in range(1, MOST_GAMES + 1):
            played = bots.play_game(
                [bots.sensible_move] * len(game.seats),
                self.edition,
                seed=f"{address}/{number}",
                starter=game.seats.index(game.starter),
                cap=self.most_moves,
            )
            made += len(played.steps)
            if played.state.winner is not None:
                break
        hands = {seat: tuple(map(str, played.state.hand(place))) for place, seat in enumerate(game.seats)}
        winner = played.state.winner
        return Played(
            winner=None if winner is None else game.seats[winner],
            cards={seat: len(hand) for seat, hand in hands.items()},
            hands=hands,
            facts={} if winner is None else facts_of(scorekeeping.report_of(played, game.seats)),
            moves=made,
            games=number,
        )


def facts_of(report: PlayedRound) -> Mapping[str, Any]:
    """Return what a report tells beyond winner, cards and hands, as a phone sends it: in values of JSON."""
    told = {name: value for name in FACTS if (value := getattr(report, name)) != UNTOLD[name]}
    return told | {"turns": {str(seat): count for seat, count in dict(report.turns or {}).items()}}
