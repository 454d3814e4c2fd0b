"""Results at the desk: all tables at a glance, and the screen of a round with the right to decide."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship.enums import HEADS, RulingKind
from championship.selectors import desk as desk_selectors
from championship.selectors import rounds, standings
from championship.selectors.rounds import Glance
from championship.sentences.rounds import round_short, round_words
from championship.views import rounds as round_views
from championship.views.round_page import Door
from championship.views.staff import Desk, desk_page, show

OF_TABLE = (
    RulingKind.TABLE_CONFIRMED,
    RulingKind.PENALTY,
    RulingKind.WITHDRAWAL,
    RulingKind.NO_SHOW,
    RulingKind.DISQUALIFICATION,
    RulingKind.SUBSTITUTE,
    RulingKind.SEATS_EXCHANGED,
    RulingKind.SEAT_MOVED,
    RulingKind.SEAT_ADDED,
    RulingKind.SEAT_GIVEN,
)
"""Rulings that can be made at a table's screen."""


@desk_page()
@require_GET
def tables(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every table of every stage: what needs a person first."""
    views = standings.championship_views(desk.championship)
    seen = rounds.glances(views)
    stages: list[dict[str, Any]] = []
    for key, view in views.items():
        mine = [glance for glance in seen if glance.stage == key]
        ordered = sorted(mine, key=lambda glance: (rounds.URGENCY.index(glance.state), glance.number))
        stages.append(
            {
                "key": key,
                "is_started": view.state.is_started,
                "is_closed": view.state.is_closed,
                "is_unplayed": view.state.is_started and not view.reports,
                "taken": sum(entry is not None for glance in mine for entry in glance.entries),
                "seats": sum(len(glance.entries) for glance in mine),
                "decided": sum(glance.state in desk_selectors.DECIDED for glance in mine),
                "rows": [_row(glance) for glance in ordered],
            }
        )
    stages.sort(key=lambda stage: (not stage["is_started"], stage["decided"] == len(stage["rows"])))
    return show(request, desk, "tables.html", stages=stages)


@desk_page(HEADS)
@require_http_methods(["GET", "HEAD", "POST"])
def table_round(
    request: HttpRequest, desk: Desk, stage: str, number: int, place: int | None = None, game: int = 0
) -> HttpResponse:
    return round_views.screen(request, _door(desk), stage, number, place, game, rulings=OF_TABLE)


@desk_page(HEADS)
@require_POST
def consequence(request: HttpRequest, desk: Desk, stage: str, number: int, place: int, game: int) -> HttpResponse:
    return round_views.consequence(request, _door(desk), stage, number, place, game)


@desk_page(HEADS)
@require_GET
def saved(request: HttpRequest, desk: Desk, stage: str, number: int, client_id: UUID) -> HttpResponse:
    return round_views.saved(request, _door(desk), stage, number, client_id)


def _door(desk: Desk) -> Door:
    return Door(desk.actor, desk.championship, desk.slug)


def _row(glance: Glance) -> dict[str, Any]:
    """A table in the list: what is due, and the rounds that wait for a decision."""
    return {
        "glance": glance,
        "due": round_words(*glance.due, glance.rounds) if glance.due else "",
        "disputes": [(round_short(*key), key) for key in glance.disputes],
    }
