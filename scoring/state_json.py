"""One table's state as JSON: what a phone works out a consequence from without network (design.md §3).

The shape, its names being those of ``scoring.results`` (docs/table-state.md says each):

    {"version": 1, "stage": "second", "table": 3,
     "format": {"rounds": 3, "system": "lunada", "played_off": [1, 2]},
     "seats": [12, 31, null, 58],
     "results": [{"place": 0, "number": 1, "outcome": "won", "winner": 1, "revision": 1,
                  "lines": [{"seat": 1, "entry": 12, "cards": 0, "points": null}, ...]}],
     "exits": [{"entry": 31, "kind": "withdrawal", "after_round": 1}],
     "penalties": {"58": -2}, "lots": {"1": [12, 58]}, "replaced": {},
     "tickets": [{"place": 1, "to_stage": "final", "to_table": 1, "to_seat": 3, "holder": null,
                  "is_given": false, "has_begun": false, "printed": []}],
     "wild_cards": [{"place": 2, "count": 1, "target": "final"}], "given": [["final", 44]],
     "is_started": true, "is_closed": false, "is_confirmed": false, "needs_confirmation": false,
     "has_dispute": false}

It holds this table alone: ``tickets`` are those of its places, ``given`` those of its players. Where wild cards
leave the stage, who gets them depends on tables that are not in it.
"""

from __future__ import annotations

from typing import Any

from scoring.results import RoundResult, StageState, TicketState

VERSION = 1


def to_json(stage: StageState, number: int) -> dict[str, Any]:
    """Return table *number* of *stage* as JSON values; KeyError if the stage has none such."""
    table = stage.table(number)
    return {
        "version": VERSION,
        "stage": stage.format.key,
        "table": number,
        "format": {
            "rounds": stage.format.rounds,
            "system": stage.format.system.value,
            "played_off": list(stage.format.played_off),
        },
        "seats": list(table.seats),
        "results": [result_to_json(result) for result in table.results],
        "exits": [{"entry": e.entry, "kind": e.kind.value, "after_round": e.after_round} for e in table.exits],
        "penalties": {str(entry): points for entry, points in table.penalties.items()},
        "lots": {str(place): list(order) for place, order in table.lots.items()},
        "replaced": {str(entry): seat for entry, seat in table.replaced.items()},
        "tickets": [_ticket(ticket) for ticket in stage.tickets if ticket.table == number],
        "wild_cards": [{"place": w.place, "count": w.count, "target": w.target} for w in stage.wild_cards],
        "given": sorted([target, entry] for target, entry in stage.given if entry in table.entries),
        "is_started": stage.is_started,
        "is_closed": stage.is_closed,
        "is_confirmed": table.is_confirmed,
        "needs_confirmation": stage.needs_confirmation,
        "has_dispute": table.has_dispute,
    }


def result_to_json(result: RoundResult) -> dict[str, Any]:
    """Return one round's result as JSON values; a report that is being entered has the same shape."""
    return {
        "place": result.place,
        "number": result.number,
        "outcome": result.outcome.value,
        "winner": result.winner,
        "revision": result.revision,
        "lines": [
            {"seat": line.seat, "entry": line.entry, "cards": line.cards, "points": line.points}
            for line in result.lines
        ],
    }


def _ticket(ticket: TicketState) -> dict[str, Any]:
    return {
        "place": ticket.place,
        "to_stage": ticket.to_stage,
        "to_table": ticket.to_table,
        "to_seat": ticket.to_seat,
        "holder": ticket.holder,
        "is_given": ticket.is_given,
        "has_begun": ticket.has_begun,
        "printed": list(ticket.printed),
    }
