"""Dense ranks for a podium or roll of winners: 1, 2, 2, 3 where a standing has 1, 2, 2, 4 (rules.md §6.1, C16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def dense_ranks(places: Sequence[int]) -> tuple[int, ...]:
    """Return the dense rank of each of *places*, in the order given: 1, 2, 2, 4 becomes 1, 2, 2, 3."""
    rank_of = {place: rank for rank, place in enumerate(sorted(set(places)), start=1)}
    return tuple(rank_of[place] for place in places)


def podium(places: Mapping[int, int], *, steps: int = 3) -> tuple[tuple[int, ...], ...]:
    """Return who stands on each step, highest first: one tuple of entries per dense rank, at most *steps*.

    *places* are places of a standing by entry; entries of one step keep their order.
    """
    standing = sorted(set(places.values()))[:steps]
    return tuple(tuple(entry for entry, place in places.items() if place == step) for step in standing)
