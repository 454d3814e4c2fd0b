"""Plays many games on ``engine.taki`` and on the naive engine of the tests, and stops at the first difference.

    python -m benchmarks.engine_differential --games 500 --seed spring

One game of eight is dealt, the others start near their end, where the rules are, and are short; two in three override
flags; in one of five seats leave.
It prints how many positions agreed, in which editions. Some hundred positions a second.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from engine.taki.editions import EDITIONS
from tests.engine.taki.side_by_side import Disagreement, any_edition, dealt, late, play_on


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="1", help="game n of a seed is always the same game")
    parser.add_argument("--steps", type=int, default=100, help="at most so many actions a game")
    asked = parser.parse_args()
    compared: Counter[str] = Counter()
    started = time.process_time()
    for number in range(asked.games):
        seed = f"{asked.seed} {number}"
        try:
            edition, count = play_one(seed, number, asked.steps)
        except Disagreement as differ:
            print(f"seed {seed!r}:\n{differ}")
            return 1
        compared[edition] += count
    seconds = time.process_time() - started
    for edition, count in sorted(compared.items()):
        print(f"{edition:15} {count:8,} positions agree")
    print(f"{'all':15} {compared.total():8,} in {asked.games} games, {seconds:.0f} s of CPU time")
    return 0


def play_one(seed: str, number: int, steps: int) -> tuple[str, int]:
    """Play game *number* of a seed; return its edition and how many positions were compared."""
    rng = Random(seed)
    edition = list(EDITIONS.values())[number // 3 % len(EDITIONS)] if number % 3 == 0 else any_edition(rng)
    leaving = 0.05 if number % 5 == 0 else 0.0
    if number % 8:
        return edition.id, play_on(late(edition, rng.randint(2, 4), seed), rng, steps // 5, leaving=leaving)
    return edition.id, play_on(
        dealt(edition, rng.randint(2, edition.most_players), seed), rng, steps, leaving=leaving
    )


if __name__ == "__main__":
    raise SystemExit(main())
