"""Reads about the end: final places, and what anonymising would take away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from championship.models import Championship, Pulse, Ruling
from championship.selectors import standings
from championship.selectors.standings import StageView
from scoring import standings as rankings
from scoring.final_order import FinalPlace, final_order
from scoring.results import StageState


@dataclass(frozen=True)
class Forgotten:
    """How much anonymising takes away: players, registration files, prints."""

    players: int
    files: int
    prints: int


def final_places(championship: Championship) -> tuple[FinalPlace, ...]:
    """Return everybody in final order. Seven queries."""
    return places_of(standings.championship_views(championship, with_prints=False))


def places_of(views: Mapping[str, StageView]) -> tuple[FinalPlace, ...]:
    """Return everybody in final order, from stages that were read already, by key in playing order."""
    return final_order({key: view.state for key, view in views.items()})


def would_be_forgotten(championship: Championship) -> Forgotten:
    """Return what anonymising would empty. Three queries."""
    return Forgotten(
        championship.entries.count(),
        championship.registration_files.count(),
        championship.printouts.filter(content__isnull=False).count(),
    )


@dataclass(frozen=True)
class Told:
    """What the final protocol says beside its tables, at one version.

    ``corrected`` are (stage, table, place, round, times corrected), in playing order. ``is_decided``: the last
    stage is, so there is a champion.
    """

    version: int
    is_decided: bool
    places: tuple[FinalPlace, ...]
    corrected: tuple[tuple[str, int, int, int, int], ...]
    rulings: tuple[Ruling, ...]


def told(championship: Championship) -> Told:
    """Read what the protocol says of the whole championship. Nine queries."""
    version = Pulse.objects.get(championship=championship).version
    views = standings.championship_views(championship, with_prints=False)
    corrected = tuple(
        (key, table, place, number, view.latest(table, place, number) - 1)
        for key, view in views.items()
        for table, place, number in sorted(view.reports)
        if view.latest(table, place, number) > 1
    )
    rulings = Ruling.objects.filter(championship=championship, undoes=None).select_related("stage", "table", "entry")
    return Told(
        version,
        _is_decided(list(views.values())[-1].state) if views else False,
        places_of(views),
        corrected,
        tuple(rulings.prefetch_related("undone_by").order_by("pk")),
    )


def _is_decided(state: StageState) -> bool:
    return all(standing.is_complete and not standing.owed for standing in rankings.of_stage(state).values())
