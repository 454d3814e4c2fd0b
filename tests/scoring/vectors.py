"""Consequences written down for server and phone alike: golden/consequences.json, read as scoring's values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scoring.formats import StageFormat, System, WildCards
from scoring.results import Exit, ExitKind, Outcome, RoundResult, SeatLine, StageState, TableState, TicketState

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "golden" / "consequences.json").read_text())
"""Each a ``name``, the table's ``state``, the round's ``entry``, and what is ``expected``."""


def stage_from_json(data: Mapping[str, Any]) -> StageState:
    """Return the stage of one table that ``scoring.state_json`` wrote."""
    given = data["format"]
    stage = StageFormat(
        data["stage"], (len(data["seats"]),), given["rounds"], System(given["system"]), tuple(given["played_off"])
    )
    table = TableState(
        data["table"],
        tuple(data["seats"]),
        tuple(map(result_from_json, data["results"])),
        tuple(Exit(exit_["entry"], ExitKind(exit_["kind"]), exit_["after_round"]) for exit_ in data["exits"]),
        {int(entry): points for entry, points in data["penalties"].items()},
        {int(place): tuple(order) for place, order in data["lots"].items()},
        data["is_confirmed"],
        data["has_dispute"],
        {int(entry): seat for entry, seat in data.get("replaced", {}).items()},
    )
    return StageState(
        stage,
        (table,),
        tuple(
            TicketState(table.number, **{**ticket, "printed": tuple(ticket["printed"])}) for ticket in data["tickets"]
        ),
        tuple(WildCards(data["stage"], **wild) for wild in data["wild_cards"]),
        given=frozenset((target, entry) for target, entry in data["given"]),
        is_started=data["is_started"],
        is_closed=data["is_closed"],
        needs_confirmation=data.get("needs_confirmation", False),
    )


def result_from_json(data: Mapping[str, Any]) -> RoundResult:
    """Return one round's result."""
    lines = tuple(SeatLine(**line) for line in data["lines"])
    return RoundResult(
        data["place"], data["number"], lines, data["winner"], Outcome(data["outcome"]), data["revision"]
    )
