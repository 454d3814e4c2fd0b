"""The roll of winners: of the championships kept here, and of those before this product was used (rules.md §6.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from championship.models import Championship, Winner


@dataclass(frozen=True)
class Year:
    """One edition's prizes: (place, names). Ranks run 1, 2, 2, 3 where a place was shared, as in 2016.

    ``slug``, ``names`` and ``language`` are of a championship that is kept here.
    """

    year: int
    places: tuple[tuple[int, tuple[str, ...]], ...]
    slug: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    language: str = ""


WINNERS = (
    Year(2018, ()),
    Year(2017, ((1, ("Michal Cohen",)), (2, ("Rotem Cohen",)), (3, ("Avi Friedman",)))),
    Year(2016, ((1, ("Omri Aviv",)), (2, ("Shirel Shavit", "Gadi Elmaliach")), (3, ("Aviv Feigel",)))),
)
"""The official championships at Lunada, the latest first; of 2018 no names are known."""


def years() -> list[Year]:
    """Return the whole roll, the latest first. One query."""
    rows = (
        Winner.objects.filter(championship__is_public=True).select_related("championship").order_by("rank", "number")
    )
    of_event: dict[int, tuple[Championship, dict[int, list[str]]]] = {}
    for row in rows:
        _event, places = of_event.setdefault(row.championship_id, (row.championship, {}))
        places.setdefault(row.rank, []).append(row.name)
    kept = [
        Year(
            event.day.year,
            tuple((rank, tuple(names)) for rank, names in places.items()),
            event.slug,
            {"he": event.name_he, "en": event.name_en, "pl": event.name_pl},
            event.language,
        )
        for event, places in sorted(of_event.values(), key=lambda found: found[0].day, reverse=True)
    ]
    return sorted([*kept, *WINNERS], key=lambda year: -year.year)
