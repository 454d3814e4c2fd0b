"""Reads about rulings: the list, and what still waits for a lot."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from championship.models import Championship, Ruling
from championship.selectors.standings import StageView
from scoring import standings as rankings
from scoring.replacements import Candidate, candidates
from scoring.tickets import lots_owed


def listed(championship: Championship) -> QuerySet[Ruling]:
    """Return all rulings, the newest first, with what a list shows of them. One query."""
    return (
        Ruling.objects.filter(championship=championship)
        .select_related("stage", "table__stage", "entry__player", "reason", "by_user", "undoes", "undone_by")
        .order_by("-pk")
    )


RESERVES = 3
"""Names offered for a seat whose player does not come."""


def reserves(views: Mapping[str, StageView], stage: str, table: int) -> list[tuple[int, int, tuple[Candidate, ...]]]:
    """Return who is next in rank for the taken seats of a table further on, as (seat, who sits there, candidates)."""
    states = {key: view.state for key, view in views.items()}
    return [
        (ticket.to_seat, ticket.holder, candidates(states, key, ticket)[:RESERVES])
        for key, view in views.items()
        for ticket in sorted(view.state.tickets, key=lambda ticket: ticket.to_seat)
        if (ticket.to_stage, ticket.to_table) == (stage, table) and ticket.holder is not None
    ]


def owed_lots(views: Mapping[str, StageView]) -> list[tuple[str, int, tuple[int, ...]]]:
    """Return the lots that stages owe for wild cards, as (stage, place, level entries)."""
    return [
        (key, place, entries)
        for key, view in views.items()
        for place, entries in lots_owed(view.state, rankings.of_stage(view.state)).items()
    ]
