"""What the public pages show, worked out from a board's JSON alone: no queries, and no words of any language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from championship.selectors.public_values import (
    Cell,
    Correction,
    Feeder,
    Journey,
    Leaderboard,
    Mark,
    Owed,
    Row,
    StageView,
    Stop,
    TableView,
    Where,
)
from scoring.standings import State

BoardData: TypeAlias = Mapping[str, Any]


def leaderboard(data: BoardData) -> Leaderboard:
    """Return what the leaderboard shows of a board's *data*."""
    stages = list(_stages(data))
    now = next((stage for stage in stages if stage.is_now), None)
    final = data["final"]
    return Leaderboard(
        slug=data["slug"],
        token=f"{data['epoch']}.{data['version']}",
        epoch=data["epoch"],
        version=data["version"],
        changed_at=datetime.fromisoformat(data["changed_at"]),
        plan=data["plan"]["number"] if data["plan"] else 0,
        stages=tuple(sorted(stages, key=lambda stage: _reading_order(stage, now, is_over=bool(final)))),
        podium=tuple(place for place in final["places"] if place["podium"] <= 3) if final else (),
        players=len(data["players"]),
    )


def table(data: BoardData, stage: str, number: int) -> TableView | None:
    """Return one table; None if there is none such."""
    for shown in _stages(data):
        for one in shown.tables:
            if (one.stage, one.number) == (stage, number):
                return one
    return None


def journey(data: BoardData, number: int) -> Journey | None:
    """Return the way of entry *number*; None if there is none such."""
    name = data["players"].get(str(number))
    if name is None:
        return None
    stops = [
        Stop(one, row) for stage in _stages(data) for one in stage.tables for row in one.rows if row.entry == number
    ]
    return Journey(number, name, tuple(stops))


def found(data: BoardData, text: str, at_most: int = 12) -> list[Journey]:
    """Return the players whose number is *text* or whose name has all its words, at most *at_most*, by name."""
    words = text.casefold().split()
    if not words:
        return []
    number = words[0].lstrip("#") if len(words) == 1 else ""
    numbers = [
        int(entry)
        for entry, name in data["players"].items()
        if entry == number or all(word in name.casefold() for word in words)
    ]
    numbers.sort(key=lambda entry: (str(entry) != number, data["players"][str(entry)].casefold(), entry))
    places: dict[int, list[Stop]] = {entry: [] for entry in numbers[:at_most]}
    for stage in _stages(data):
        for one in stage.tables:
            for row in one.rows:
                if row.entry in places:
                    places[row.entry].append(Stop(one, row))
    return [Journey(entry, data["players"][str(entry)], tuple(stops)) for entry, stops in places.items()]


def feeders(data: BoardData) -> dict[Where, Feeder]:
    """Return where the player of each seat further on comes from."""
    return {
        Where(t["to_stage"], t["to_table"], t["to_seat"]): Feeder(
            t["from_stage"], t["from_table"], t["place"], t["rank"]
        )
        for t in data["tickets"]
    }


def _stages(data: BoardData) -> Iterator[StageView]:
    """The stages in playing order."""
    stages = data["stages"]
    from_where = feeders(data)
    now = _now(stages)
    times = [t["changed_at"] for stage in stages for t in stage["tables"] if t["changed_at"]]
    latest = max(times, key=datetime.fromisoformat) if times else None
    last_key = stages[-1]["key"] if stages else ""
    has_champion = bool(data["final"])
    for stage in stages:
        open_places = {
            t["place"]
            for t in data["tickets"]
            if t["from_stage"] == stage["key"] and t["rank"] and t["entry"] is None
        }
        tables = [_table(stage, t, from_where, latest, open_places) for t in stage["tables"]]
        if has_champion and stage["key"] == last_key:
            tables = [_with_champion(one) for one in tables]
        yield StageView(
            key=stage["key"],
            order=stage["order"],
            tables=tuple(tables),
            is_started=bool(stage["started_at"]),
            is_closed=stage["is_closed"],
            is_now=stage["key"] == now,
            started_at=_time(stage["started_at"]),
            system=stage["system"],
        )


def _now(stages: list[Mapping[str, Any]]) -> str:
    """The last stage that was started, before that the first."""
    started: list[str] = [stage["key"] for stage in stages if stage["started_at"]]
    return (started or [stage["key"] for stage in stages[:1]] or [""])[-1]


def _reading_order(stage: StageView, now: StageView | None, *, is_over: bool) -> tuple[int, int]:
    """The stage being played, then earlier ones still open, later ones, finished ones; when all is over backwards."""
    if is_over or now is None:
        return 0, -stage.order
    if stage.is_now:
        return 0, 0
    if stage.order < now.order:
        return (3, -stage.order) if stage.is_done else (1, -stage.order)
    return 2, stage.order


def _table(
    stage: Mapping[str, Any],
    data: Mapping[str, Any],
    from_where: Mapping[Where, Feeder],
    latest: str | None,
    open_places: set[int],
) -> TableView:
    owed = {entry for tie in data["owed"] for entry in tie["entries"]}
    names = {row["entry"]: row["name"] for row in data["rows"]}
    labels = tuple(tie["label"] for tie in data["tie_breaks"])
    rows = [_row(row, data, owed, labels, open_places) for row in data["rows"]]
    if data["rounds_played"]:  # level players in a stable order, by name (O01)
        rows.sort(key=lambda row: (row.place is None, row.place or 0, row.name.casefold(), row.entry or 0))
    else:
        rows.sort(key=lambda row: row.seat)
    free = [
        Row(seat["seat"], None, feeder=from_where.get(Where(stage["key"], data["number"], seat["seat"])))
        for seat in data["seats"]
        if seat["entry"] is None
    ]
    return TableView(
        stage=stage["key"],
        number=data["number"],
        state=State(data["state"]),
        rounds=stage["rounds"],
        rounds_played=data["rounds_played"],
        is_complete=data["is_complete"],
        rows=(*rows, *free),
        owed=tuple(
            Owed(tie["place"], tuple((e, names.get(e, f"#{e}")) for e in tie["entries"])) for tie in data["owed"]
        ),
        leads_to=tuple((t["place"], Where(t["stage"], t["table"], t["seat"])) for t in data["leads_to"]),
        corrections=tuple(_correction(c, data) for c in data["corrected"]),
        tie_break_labels=labels,
        hall=data["hall"],
        starts_at=_time(data["starts_at"]),
        changed_at=_time(data["changed_at"]),
        is_latest=latest is not None and data["changed_at"] == latest,
    )


def _owed(tie: Mapping[str, Any], names: Mapping[int, str]) -> Owed:
    return Owed(tie["place"], tuple((entry, names.get(entry, f"#{entry}")) for entry in tie["entries"]))


def _row(
    row: Mapping[str, Any], data: Mapping[str, Any], owed: set[int], labels: tuple[str, ...], open_places: set[int]
) -> Row:
    to = Where(row["to"]["stage"], row["to"]["table"], row["to"]["seat"]) if row["to"] else None
    mark: Mark | None
    if row["left_by"]:
        mark = Mark.LEFT
    elif to:
        mark = Mark.THROUGH
    elif row["entry"] in owed:
        mark = Mark.TIE_BREAK
    elif row["is_decided"] and row["place"] in open_places:
        mark = Mark.PENDING
    else:
        mark = Mark.DANGER if row["is_in_danger"] else None
    has_begun = data["rounds_played"] > 0 or data["is_complete"]
    return Row(
        seat=row["seat"],
        entry=row["entry"],
        name=row["name"],
        place=row["place"] if has_begun else None,
        is_shared=row["is_shared"] and has_begun,
        total=row["total"] if has_begun else None,
        rounds=tuple(Cell(i, points, i in row["missed"]) for i, points in enumerate(row["rounds"], start=1)),
        tie_breaks=tuple(row["tie_breaks"].get(label) for label in labels),
        mark=mark,
        to=to,
        left_by=row["left_by"] or "",
        is_doubtful=row["seat"] in data["doubtful_seats"],
    )


def _with_champion(last: TableView) -> TableView:
    """The final once it is decided: its first place is marked."""
    rows = tuple(
        replace(row, mark=Mark.CHAMPION) if row.place == 1 and row.mark is None else row for row in last.rows
    )
    return replace(last, rows=rows)


def _correction(data: Mapping[str, int], table_data: Mapping[str, Any]) -> Correction:
    labels = {(tie["place"], tie["number"]): tie["label"] for tie in table_data["tie_breaks"]}
    label = labels.get((data["place"], data["number"]), "") if data["place"] else ""
    return Correction(data["number"], label, data["revision"])


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
