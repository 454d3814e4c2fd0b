"""Where the boxes and lines of a bracket's picture go, so that screen and paper draw the same one.

Lengths are in units of one line of text, x to the right, y down, from the picture's top left corner. Each stage
is a column, from left to right in playing order; ``mirrored`` turns that round for Hebrew. An edge that leads
past a stage has a lane there that is kept free for it. How the columns are ordered is ``bracket_order``'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from engine.bracket import Bracket, Edge
from engine.bracket_order import Link, Node, arrange, tracks

BOX_WIDTH = 10.0
"""Room for a name of some twenty letters."""
HEADER = 1
"""Height of a box's title; its rows, one unit each, follow."""
TRACK = 0.5
"""Between two vertical lines, or one and a box."""
LEAST_CHANNEL = 2.0
"""Between two columns."""

Point = tuple[float, float]


class RowKind(StrEnum):
    """What a row of a box is for."""

    SEAT = "seat"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a box: a seat of the table, or a place at it that leads on; ``y`` is its middle."""

    kind: RowKind
    number: int
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """A table, or a wild card (table ``WILD_CARD`` and its rank): a title, then its rows; x, y: top left."""

    stage: str
    table: int
    rank: int
    x: float
    y: float
    width: float
    height: float
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Connector:
    """An edge as a line from box to box: its points, each straight beside or straight above the one before."""

    edge: Edge
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """The strip of a stage, for its title."""

    stage: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture of ``width`` by ``height`` units; boxes by column and from the top, connectors as the edges."""

    width: float
    height: float
    columns: tuple[Column, ...]
    boxes: tuple[Box, ...]
    connectors: tuple[Connector, ...]


@dataclass(slots=True, eq=False)
class _BoxNode(Node):
    """A node that is a box: what it is, and its rows."""

    stage: str = ""
    table: int = 0
    rank: int = 0
    rows: tuple[tuple[RowKind, int], ...] = ()

    def row_offset(self, kind: RowKind, number: int) -> Fraction | None:
        """Return how far below the top the middle of a row is, or None if there is no such row."""
        for position, row in enumerate(self.rows):
            if row == (kind, number):
                return HEADER + position + Fraction(1, 2)
        return None


def layout(bracket: Bracket, *, listed: Collection[str] | None = None, box_width: float = BOX_WIDTH) -> Layout:
    """Return the picture of *bracket*, with boxes of *box_width* units.

    Boxes of the stages in *listed* have a row for each seat, others one for each place that leads on: the
    first stage, unless told otherwise, since 24 tables with all their seats fit no page. Where an edge ends at
    a table whose seats are not listed, it ends at the title.
    """
    if listed is None:
        listed = bracket.stages[1:] or bracket.stages
    boxes = _boxes(bracket, listed)
    columns: list[list[Node]] = [[] for _ in bracket.stages]
    for box in boxes.values():
        columns[box.column].append(box)
    chains = [_chain(edge, boxes, columns) for edge in bracket.edges]
    arrange(columns, [link for chain in chains for link in chain])
    return _drawn(bracket, columns, chains, box_width)


def mirrored(layout: Layout) -> Layout:
    """Return *layout* with the first stage at the right."""

    def turned(x: float, width: float = 0.0) -> float:
        return layout.width - x - width

    return replace(
        layout,
        columns=tuple(replace(column, x=turned(column.x, column.width)) for column in layout.columns),
        boxes=tuple(replace(box, x=turned(box.x, box.width)) for box in layout.boxes),
        connectors=tuple(
            replace(connector, points=tuple((turned(x), y) for x, y in connector.points))
            for connector in layout.connectors
        ),
    )


def _boxes(bracket: Bracket, listed: Collection[str]) -> dict[tuple[str, int, int, int], _BoxNode]:
    """Return the boxes by stage, table, and place and rank of a wild card (0, 0 for a table)."""
    boxes = {}
    for column, stage in enumerate(bracket.stages):
        for table in bracket.of_stage(stage):
            if stage in listed:
                rows = [(RowKind.SEAT, seat) for seat in range(1, table.seats + 1)]
            else:
                leading = (place for place in range(1, table.seats + 1) if bracket.onward(stage, table.number, place))
                rows = [(RowKind.PLACE, place) for place in leading]
            boxes[stage, table.number, 0, 0] = _box(column, stage, table.number, 0, rows)
        for edge in bracket.edges:
            if edge.is_wild_card and edge.from_stage == stage:
                rows = [(RowKind.PLACE, edge.place)]
                boxes[stage, 0, edge.place, edge.rank] = _box(column, stage, 0, edge.rank, rows)
    return boxes


def _box(column: int, stage: str, table: int, rank: int, rows: Sequence[tuple[RowKind, int]]) -> _BoxNode:
    height = Fraction(HEADER + len(rows))
    return _BoxNode(column=column, height=height, stage=stage, table=table, rank=rank, rows=tuple(rows))


def _chain(
    edge: Edge, boxes: Mapping[tuple[str, int, int, int], _BoxNode], columns: Sequence[list[Node]]
) -> list[Link]:
    """Return *edge* as links from column to column, having added a lane to each column it leads past."""
    wild = (edge.place, edge.rank) if edge.is_wild_card else (0, 0)
    source, target = boxes[edge.from_stage, edge.from_table, *wild], boxes[edge.to_stage, edge.to_table, 0, 0]
    lanes = [Node(column=column, height=Fraction(0)) for column in range(source.column + 1, target.column)]
    for lane in lanes:
        columns[lane.column].append(lane)
    into = target.row_offset(RowKind.SEAT, edge.to_seat) or Fraction(HEADER, 2)
    out = source.row_offset(RowKind.PLACE, edge.place)
    return [
        Link(
            source=one,
            target=other,
            into=into if other is target else Fraction(0),
            out=out if one is source else Fraction(0),
        )
        for one, other in pairwise([source, *lanes, target])
    ]


def _drawn(
    bracket: Bracket, columns: Sequence[Sequence[Node]], chains: Sequence[Sequence[Link]], box_width: float
) -> Layout:
    """Return the picture once every node has its height and every link its ends."""
    lefts: list[float] = [0.0]
    turns: dict[Link, float] = {}
    for column in range(len(columns) - 1):
        in_gap = [link for chain in chains for link in chain if link.source.column == column]
        track_of, count = tracks(in_gap)
        channel = max(LEAST_CHANNEL, TRACK * (count + 1))
        first = lefts[-1] + box_width + (channel - TRACK * (count - 1)) / 2
        turns.update({link: first + TRACK * (track - 1) for link, track in track_of.items()})
        lefts.append(lefts[-1] + box_width + channel)
    nodes = [node for column in columns for node in column]
    return Layout(
        width=lefts[-1] + box_width,
        height=float(max(node.y + node.height for node in nodes)),
        columns=tuple(Column(stage, x, box_width) for stage, x in zip(bracket.stages, lefts, strict=True)),
        boxes=tuple(_drawn_box(node, lefts[node.column], box_width) for node in nodes if isinstance(node, _BoxNode)),
        connectors=tuple(
            Connector(edge, _points(chain, lefts, turns, box_width))
            for edge, chain in zip(bracket.edges, chains, strict=True)
        ),
    )


def _drawn_box(node: _BoxNode, x: float, width: float) -> Box:
    rows = tuple(
        Row(kind, number, float(node.y) + HEADER + position + 0.5)
        for position, (kind, number) in enumerate(node.rows)
    )
    return Box(node.stage, node.table, node.rank, x, float(node.y), width, float(node.height), rows)


def _points(
    chain: Sequence[Link], lefts: Sequence[float], turns: Mapping[Link, float], box_width: float
) -> tuple[Point, ...]:
    points: list[Point] = [(lefts[chain[0].source.column] + box_width, float(chain[0].start))]
    for link in chain:
        if link in turns:
            points += [(turns[link], float(link.start)), (turns[link], float(link.end))]
    return (*points, (lefts[chain[-1].target.column], float(chain[-1].end)))
