"""The public answers, picked from a board's data alone: no queries, and no words of any language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from championship.selectors import public
from championship.selectors.public import BoardData
from championship.selectors.public_values import Row, Stop, TableView, Where

Json: TypeAlias = dict[str, Any]
Pick: TypeAlias = Callable[[BoardData], Any]
"""What an address shows of a board; None if there is none such."""


def championship(data: BoardData) -> Json:
    """A championship in short."""
    return {
        **{name: data[name] for name in data if name not in ("players", "stages", "tickets")},
        "players": len(data["players"]),
        "stages": [_stage_head(stage) for stage in data["stages"]],
    }


def stages(data: BoardData) -> list[Json]:
    """Its stages, with their tables in one line each."""
    return [
        {
            **_stage_head(stage),
            "tables": [
                {
                    "key": f"{stage['key']}-{table['number']}",
                    **{name: table[name] for name in ("number", "state", "rounds_played")},
                }
                for table in stage["tables"]
            ],
        }
        for stage in data["stages"]
    ]


def tables(stage: str = "") -> Pick:
    """Its tables, or those of one stage; None for a stage that is not there."""

    def pick(data: BoardData) -> list[Json] | None:
        if not _has(data, stage):
            return None
        return [_table(one, table) for one in _of(data, stage) for table in one["tables"]]

    return pick


def table(stage: str, number: int) -> Pick:
    """One table."""

    def pick(data: BoardData) -> Json | None:
        found = (
            _table(one, table) for one in _of(data, stage) for table in one["tables"] if table["number"] == number
        )
        return next(found, None) if stage else None

    return pick


def standings(stage: str = "") -> Pick:
    """The ranking of every table, or of those of one stage, in playing order."""

    def pick(data: BoardData) -> list[Json] | None:
        if not _has(data, stage):
            return None
        stages = public.leaderboard(data).in_playing_order
        return [_standing(table) for one in stages if stage in ("", one.key) for table in one.tables]

    return pick


def tickets(data: BoardData) -> list[Json]:
    """The bracket: every ticket, with the public name of who took it."""
    return [{**ticket, "name": data["players"].get(str(ticket["entry"]))} for ticket in data["tickets"]]


def player(number: int) -> Pick:
    """Where one player sits, and the way there."""

    def pick(data: BoardData) -> Json | None:
        journey = public.journey(data, number)
        if journey is None:
            return None
        return {
            "number": journey.entry,
            "name": journey.name,
            "now": _stop(journey.now) if journey.now else None,
            "path": [_stop(stop) for stop in journey.stops],
            "is_over": journey.is_over,
        }

    return pick


def _of(data: BoardData, stage: str) -> list[Json]:
    return [one for one in data["stages"] if stage in ("", one["key"])]


def _has(data: BoardData, stage: str) -> bool:
    return not stage or bool(_of(data, stage))


def _stage_head(stage: Json) -> Json:
    return {name: value for name, value in stage.items() if name != "tables"}


def _table(stage: Json, table: Json) -> Json:
    return {**table, "stage": stage["key"], "key": f"{stage['key']}-{table['number']}"}


def _standing(table: TableView) -> Json:
    return {
        "key": table.key,
        "stage": table.stage,
        "table": table.number,
        "state": table.state.value,
        "is_provisional": table.is_provisional,
        "rows": [_row(row) for row in table.rows if row.entry is not None],
    }


def _row(row: Row) -> Json:
    return {
        "place": row.place,
        "is_shared": row.is_shared,
        "entry": row.entry,
        "name": row.name,
        "seat": row.seat,
        "total": row.total,
        "rounds": [cell.points for cell in row.rounds],
        "tie_breaks": list(row.tie_breaks),
        "mark": row.mark.value if row.mark else None,
        "to": _where(row.to) if row.to else None,
    }


def _where(where: Where) -> Json:
    return {"stage": where.stage, "table": where.table, "seat": where.seat}


def _stop(stop: Stop) -> Json:
    table, row = stop.table, stop.row
    return {
        "stage": table.stage,
        "table": table.number,
        "seat": row.seat,
        "state": table.state.value,
        "hall": table.hall,
        "starts_at": table.starts_at.isoformat() if table.starts_at else None,
        "place": row.place,
        "total": row.total,
        "mark": row.mark.value if row.mark else None,
    }
