"""Runs the kit of tests/engine/taki over many games of every edition and number of seats.

    python -m benchmarks.engine_kit --games 10000 [--editions he-2015 en-classic] [--seed 1] [--share 0.01]

Cards are counted and the turn is looked at after every step; copies, texts and moves after a *share* of the steps;
every tenth game is written, read and taken back step by step. It stops at the first thing wrong, naming the game:
a seed and a number give the same game again. Prints how the games ended.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from engine.taki.editions import EDITIONS
from engine.taki.game import Game
from tests.engine.taki import kit


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games an edition")
    parser.add_argument("--editions", nargs="+", choices=list(EDITIONS), default=list(EDITIONS))
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--share", type=float, default=0.01, help="share of the steps after which everything is checked"
    )
    asked = parser.parse_args()
    for name in asked.editions:
        began, ends, steps = time.process_time(), Counter[str](), 0
        for number in range(asked.games):
            seed = f"{asked.seed} {number}"
            rng = Random(seed)

            def look(game: Game, rng: Random = rng) -> None:
                kit.check_cards(game.state)
                kit.check_turn(game.state)
                if rng.random() < asked.share:
                    kit.check_values(game.state)
                    kit.check_moves(game.state, rng)

            seats = 2 + number % 9
            try:
                game = kit.random_game(
                    EDITIONS[name], seats, seed, leave=0.01 if number % 7 == 0 else 0.0, watch=look
                )
                if number % 10 == 0:
                    kit.check_game(game)
            except Exception:
                print(f"{name}, {seats} seats, game {seed!r} of seed {asked.seed!r}", file=sys.stderr)
                raise
            ends[game.reason] += 1
            steps += len(game.steps)
        spent = time.process_time() - began
        print(f"{name}: {asked.games} games, {steps} steps, {spent:.0f} s; {dict(ends)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
