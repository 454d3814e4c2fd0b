"""The bracket as one picture for a page: the engine's layout, with names, states and the reader's direction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from championship.selectors.public import BoardData
from championship.selectors.public_values import DONE, StageView, TableView
from championship.sentences import isolated, place_word
from championship.templatetags.mapal import comes_from, comes_from_briefly, stage_colour, stage_name, state_word
from engine.bracket import Bracket, BracketTable, Edge
from engine.bracket_layout import Box, Connector, Layout, Row, RowKind, layout, mirrored

UNIT = 20
"""The picture's own pixels for a unit of the layout, which is a line of text."""
READABLE = 26
"""Pixels of the page for the same."""
PAD = 0.6
HEADER = 2.0
"""Above the boxes, for the names of the stages."""
MARGIN = 0.4
LONGEST = 27
"""Letters that fit a box; a longer name is cut with "…", and whole in the list below and one tap away."""


@dataclass(frozen=True)
class Text:
    """One line: ``y`` is its middle; ``is_known`` if a player's name stands there."""

    y: str
    text: str
    whole: str = ""
    is_known: bool = False


@dataclass(frozen=True)
class Frame:
    """A table's box; ``start`` and ``end`` are where text begins and ends in the reader's direction."""

    stage: str
    colour: str
    number: int
    x: str
    y: str
    width: str
    height: str
    spine: str
    start: str
    end: str
    title: Text
    state: str
    is_played: bool
    lines: tuple[Text, ...]


@dataclass(frozen=True)
class Heading:
    x: str
    text: str
    colour: str


@dataclass(frozen=True)
class Lead:
    """A ticket as a line; ``is_taken`` once its seat is."""

    points: str
    colour: str
    is_taken: bool


@dataclass(frozen=True)
class Picture:
    """``width`` is how wide it is on a page where its words are of the size of the page's own, in pixels."""

    width: str
    view_box: str
    headings: tuple[Heading, ...]
    frames: tuple[Frame, ...]
    leads: tuple[Lead, ...]


def picture(data: BoardData, stages: tuple[StageView, ...], *, is_mirrored: bool) -> Picture | None:
    """Return the bracket of a board; None before the seat plan is published."""
    if not data["stages"]:
        return None
    drawn = _layout(_bracket(data), is_mirrored)
    tables = {(stage.key, table.number): table for stage in stages for table in stage.tables}
    holders = {
        (t["from_stage"], t["from_table"], t["place"], t["rank"]): t["entry"] for t in data["tickets"] if t["entry"]
    }
    width, height = drawn.width + 2 * MARGIN, drawn.height + HEADER + 2 * MARGIN
    return Picture(
        width=f"{width * READABLE:.0f}",
        view_box=" ".join(_px(length) for length in (-MARGIN, -HEADER - MARGIN, width, height)),
        headings=tuple(
            Heading(_px(column.x + column.width / 2), stage_name(column.stage), stage_colour(column.stage))
            for column in drawn.columns
        ),
        frames=tuple(_frame(box, tables, holders, data["players"], is_mirrored) for box in drawn.boxes),
        leads=tuple(sorted(_leads(drawn.connectors, holders), key=lambda lead: lead.is_taken)),
    )


def _bracket(data: BoardData) -> Bracket:
    return Bracket(
        stages=tuple(stage["key"] for stage in data["stages"]),
        tables=tuple(
            BracketTable(stage["key"], table["number"], len(table["seats"]))
            for stage in data["stages"]
            for table in stage["tables"]
        ),
        edges=tuple(
            Edge(t["from_stage"], t["from_table"], t["place"], t["rank"], t["to_stage"], t["to_table"], t["to_seat"])
            for t in data["tickets"]
        ),
    )


@lru_cache(maxsize=32)
def _layout(bracket: Bracket, is_mirrored: bool) -> Layout:
    """The layout of a published plan, which stays the same all day."""
    return mirrored(_layout(bracket, False)) if is_mirrored else layout(bracket)


def _frame(
    box: Box,
    tables: Mapping[tuple[str, int], TableView],
    holders: Mapping[tuple[str, int, int, int], int],
    players: Mapping[str, str],
    is_mirrored: bool,
) -> Frame:
    table = tables.get((box.stage, box.table))
    near, far = box.x + PAD, box.x + box.width - PAD / 2
    start, end = (box.x + box.width - PAD, box.x + PAD / 2) if is_mirrored else (near, far)
    if table is None:
        title = Text(_px(box.y + 0.5), _("Best of the stage, number %(rank)s") % {"rank": box.rank})
    else:
        title = Text(_px(box.y + 0.5), _("Table %(number)s") % {"number": box.table})
    return Frame(
        stage=box.stage,
        colour=stage_colour(box.stage),
        number=box.table,
        x=_px(box.x),
        y=_px(box.y),
        width=_px(box.width),
        height=_px(box.height),
        spine=_px(box.x + box.width - 0.25 if is_mirrored else box.x),
        start=_px(start),
        end=_px(end),
        title=title,
        state=state_word(table.state) if table else "",
        is_played=table is not None and table.state in DONE,
        lines=tuple(_line(box, row, tables, holders, players) for row in box.rows),
    )


def _line(
    box: Box,
    row: Row,
    tables: Mapping[tuple[str, int], TableView],
    holders: Mapping[tuple[str, int, int, int], int],
    players: Mapping[str, str],
) -> Text:
    y, table = _px(row.y), tables.get((box.stage, box.table))
    if row.kind is RowKind.PLACE:
        entry = holders.get((box.stage, box.table, row.number, box.rank))
        place = place_word(row.number)
        return _named(y, entry, players, place) if entry else Text(y, place)
    sits = next((one for one in table.rows if one.seat == row.number), None) if table else None
    if sits and sits.entry:
        return _named(y, sits.entry, players, str(row.number))
    feeder = sits.feeder if sits else None
    is_only = feeder is not None and sum(stage == feeder.stage for stage, _number in tables) == 1
    brief = comes_from_briefly(feeder, is_only_table=is_only)
    return Text(y, f"{row.number} · {brief}", f"{row.number} · {comes_from(feeder)}")


def _named(y: str, entry: int, players: Mapping[str, str], before: str) -> Text:
    name = players.get(str(entry), f"#{entry}")
    number = "" if name == f"#{entry}" else f" \u2066#{entry}\u2069"
    return Text(
        y, f"{before} · {isolated(_cut(name))}{number}", f"{before} · {isolated(name)}{number}", is_known=True
    )


def _leads(connectors: tuple[Connector, ...], holders: Mapping[tuple[str, int, int, int], int]) -> Iterator[Lead]:
    for connector in connectors:
        edge = connector.edge
        is_taken = (edge.from_stage, edge.from_table, edge.place, edge.rank) in holders
        points = " ".join(f"{_px(x)},{_px(y)}" for x, y in connector.points)
        yield Lead(points, stage_colour(edge.to_stage), is_taken)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _px(units: float) -> str:
    """Return a length for SVG, written alike in every language."""
    return f"{units * UNIT:g}"
