"""The roll of winners before this product was used (rules.md §6.1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Year:
    """One edition's prizes: (place, names). Ranks run 1, 2, 2, 3 where a place was shared, as in 2016."""

    year: int
    places: tuple[tuple[int, tuple[str, ...]], ...]


WINNERS = (
    Year(2018, ()),
    Year(2017, ((1, ("Michal Cohen",)), (2, ("Rotem Cohen",)), (3, ("Avi Friedman",)))),
    Year(2016, ((1, ("Omri Aviv",)), (2, ("Shirel Shavit", "Gadi Elmaliach")), (3, ("Aviv Feigel",)))),
)
"""The official championships at Lunada, the latest first; of 2018 no names are known."""
