"""What the page of a round gives the phone's own scripts, for the time without network (design.md §10)."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from championship.sentences.rounds import round_short, round_words, save_words, table_words
from championship.views.round_page import RoundPage

MOST_TIE_BREAKS = 3
"""Tie-break rounds of one place that a phone can name by itself; a fourth has never been seen."""


def values(page: RoundPage) -> dict[str, Any]:
    """Return what the phone needs to enter this round and the next ones by itself, as JSON.

    ``rounds`` are keyed by ``place-number``; ``revision`` is that of the report that counts, 0 if none does.
    ``is_due``: the address names no round, so the phone may go on to the next one.
    """
    table = page.view.state.table(page.table_number)
    stored = table.result(page.place, page.number) if page.has_round else None
    return {
        "championship": page.championship.slug,
        "api": reverse("api_reports", kwargs={"slug": page.championship.slug}),
        "address": page.table_address,
        "list": page.list_address if page.door.has_list else "",
        "table": page.key,
        "stage": page.stage.key,
        "number": page.table_number,
        "where": table_words(page.stage.key, page.table_number),
        "round": f"{page.place}-{page.number}" if page.has_round else "",
        "is_due": page.is_due,
        "has_points": page.has_points,
        "expected": list(page.expected) if page.has_round else [],
        "seats": [{"seat": seat, "entry": entry, "name": name} for seat, entry, name in page.sitting if entry],
        "rounds": {f"{place}-{number}": _round(page, place, number) for place, number in _rounds(page)},
        "stored": {
            "outcome": stored.outcome.value,
            "winner": stored.winner,
            "cards": {line.seat: line.cards for line in stored.lines},
            "points": {line.seat: line.points for line in stored.lines},
        }
        if stored
        else None,
    }


def _rounds(page: RoundPage) -> list[tuple[int, int]]:
    regular = [(0, number) for number in range(1, page.rounds + 1)]
    places = range(1, len(page.sitting) + 1)
    return regular + [(place, number) for place in places for number in range(1, MOST_TIE_BREAKS + 1)]


def _round(page: RoundPage, place: int, number: int) -> dict[str, Any]:
    return {
        "title": round_words(place, number, page.rounds),
        "short": round_short(place, number),
        "save": save_words(place, number),
        "revision": page.view.latest(page.table_number, place, number),
        "address": page.round_address(place, number),
    }
