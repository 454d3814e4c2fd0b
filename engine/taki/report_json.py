"""A report of a played round as JSON, and findings as JSON (docs/engine-cli.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.findings import Finding
from engine.payload import Payload
from engine.taki import editions
from engine.taki.cards import Card, penalty
from engine.taki.editions import Edition
from engine.taki.played import PlayedRound, read

BY_LINE = {"cards": "lines", "turns": "turns", "hand": "hands", "points": "points"}
"""What a line tells of its seat, and the field of PlayedRound it goes to."""
FACTS = tuple(fact.name for fact in fields(PlayedRound) if fact.name not in BY_LINE.values())
"""What a report tells besides its lines."""
WINNER = -100
"""Penalty points of who went out (rules.md §5.2)."""


def edition_from_json(given: Payload, key: str = "edition") -> Edition:
    """Return the edition called *key*: an id, or an id with flags; the default one if the name is missing.

    Raises EditionError for one that does not exist.
    """
    value = given.value(key, editions.DEFAULT_EDITION)
    return editions.edition(value) if isinstance(value, str) else editions.from_json(value)


def report_from_json(given: Payload) -> PlayedRound:
    """Return the report as it was sent, whatever its values; ``hands.check`` judges them.

    Raises BadInput for lines that are no objects and for names that are not known.
    """
    given.only("lines", *FACTS)
    by_field: dict[str, list[tuple[Any, Any]]] = {field: [] for field in BY_LINE.values()}
    for line in given.objects("lines"):
        line.only("seat", *BY_LINE)
        seat = line.value("seat")
        for name, field in BY_LINE.items():
            if field == "lines" or line.value(name, None) is not None:
                by_field[field].append((seat, line.value(name, None)))
    told: dict[str, Any] = {name: given.value(name) for name in FACTS if given.has(name)}
    told |= {field: pairs for field, pairs in by_field.items() if pairs or field == "lines"}
    return PlayedRound(**told)


def finding_to_json(finding: Finding, overrides: Mapping[str, str]) -> dict[str, object]:
    """Return one finding; ``stops`` says whether the report may not be stored with these reasons."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "seats": list(finding.seats),
        "values": dict(finding.values),
        "stops": finding.stops(overrides),
    }


def points_of(report: PlayedRound, edition: Edition) -> list[dict[str, int]]:
    """Return the penalty points that the hands come to, by seat: those of the winner, and of hands that are cards.

    Nothing where the edition counts no points (rules.md §5.2).
    """
    if edition.points == "none":
        return []
    reading = read(report, edition.most_players)
    points = []
    for seat in reading.players:
        cards = [card for card in reading.hands.get(seat, ()) if isinstance(card, Card)]
        if seat == reading.winner:
            points.append({"seat": seat, "points": WINNER})
        elif seat in reading.hands and len(cards) == len(reading.hands[seat]):
            points.append({"seat": seat, "points": penalty(cards, edition.points)})
    return points
