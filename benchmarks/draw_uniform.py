"""Draw small halls some thousand times and test whether every valid seating comes equally often (design.md §6).

    python benchmarks/draw_uniform.py [--draws 200]

*draws* is per valid seating, at most MOST in all.

Prints for each hall the number of seatings with the fewest meetings (all of them found
by exact search), chi-squared, its degrees of freedom and the chance of so large a value if all are equally likely.
Ends with exit code 1 if a draw is no such seating, or if that chance is below one in a thousand.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.draw import DrawRequest, Group, Seats, draw, judge

MOST = 10_000


def hall(sizes: tuple[int, ...], *groups: Group, **more: object) -> DrawRequest:
    entries = tuple(range(1, sum(sizes) + 1))
    return DrawRequest(entries, sizes, seed="-", groups=groups, **more)  # type: ignore[arg-type]


HALLS = {
    "no wishes, 2 + 3": hall((2, 3)),
    "one family of two, 2 + 2": hall((2, 2), Group("family", (1, 2))),
    "two families, 3 + 3": hall((3, 3), Group("family", (1, 2)), Group("family", (3, 4))),
    "family, club and school across, 3 + 3": hall(
        (3, 3), Group("family", (1, 2)), Group("club", (2, 3)), Group("school", (4, 5))
    ),
    "a wish that has to give way, 2 + 2 + 2": hall((2, 2, 2), Group("club", (1, 2, 3, 4))),
    "two families and a fixed seat, 3 + 3": hall(
        (3, 3), Group("family", (1, 2)), Group("family", (3, 4)), fixed={1: (2, 3)}
    ),
    "three who cannot all be parted, 2 + 3": hall(
        (2, 3), Group("family", (1, 2)), Group("family", (2, 3)), Group("family", (1, 3))
    ),
    "one pairing in a hundred, 2 + 2 + 2 + 2": hall(
        (2, 2, 2, 2), *(Group("club", pair) for pair in combinations(range(1, 9), 2) if sum(pair) != 9)
    ),
}


def seatings(request: DrawRequest) -> Iterator[Seats]:
    """Yield every way to fill the seats that leaves fixed ones alone."""
    for order in permutations(request.entries):
        rest, tables = list(order), []
        for size in request.sizes:
            tables.append(tuple(rest[:size]))
            rest = rest[size:]
        if all(tables[table - 1][seat - 1] == entry for entry, (table, seat) in request.fixed.items()):
            yield tuple(tables)


def fewest_meetings(request: DrawRequest) -> set[Seats]:
    """Return the seatings with the fewest meetings, strongest kind first; found by trying all."""
    by_meetings: dict[tuple[int, ...], set[Seats]] = {}
    for seats in seatings(request):
        meetings = tuple(pairs for _kind, pairs in judge(request, seats).meetings)
        by_meetings.setdefault(meetings, set()).add(seats)
    return by_meetings[min(by_meetings)]


def chance_of(chi_squared: float, freedom: int) -> float:
    """Return the chance of a chi-squared this large or larger, by Wilson and Hilferty's cube root."""
    spread = 2 / (9 * freedom)
    deviation = ((chi_squared / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=200)
    options = parser.parse_args()
    failed = False
    for name, request in HALLS.items():
        began = time.perf_counter()
        valid = fewest_meetings(request)
        times = min(MOST, options.draws * len(valid))
        expected = times / len(valid)
        seen = Counter(draw(replace(request, seed=f"uniform {number}")).seats for number in range(times))
        foreign = sum(seen.values()) - sum(seen[seats] for seats in valid)
        chi_squared = sum((seen[seats] - expected) ** 2 / expected for seats in valid)
        chance = chance_of(chi_squared, len(valid) - 1)
        failed = failed or bool(foreign) or chance < 0.001
        print(
            f"{name}: {len(valid)} seatings, {times} draws, chi-squared {chi_squared:.1f} "
            f"at {len(valid) - 1} degrees, p = {chance:.3f}"
            f"{f', {foreign} NOT AMONG THEM' if foreign else ''} ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
