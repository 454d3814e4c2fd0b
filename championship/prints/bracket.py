"""The bracket poster: all tables from the first stage to the final, with the ticket behind every later seat.

Empty before play, when each seat says whose place fills it, and filled as play goes on. One page, black on
white; on A4 with the most tables two, of which the second continues the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise, zip_longest

from django.utils import translation
from django.utils.translation import gettext

from championship.prints import bidi
from championship.prints.page import Align, Box, Document, Imprint, Ink, Paper, Words
from championship.prints.text import figure, named
from engine.bracket import WILD_CARD, Bracket, Edge
from engine.bracket_layout import BOX_WIDTH, Connector, Layout, Point, RowKind, layout
from engine.bracket_layout import Box as TableBox
from engine.bracket_layout import Row as TableRow
from scoring.formats import System

SMALLEST_TEXT = 6.5
"""In points: a picture that would need smaller names goes onto two pages."""

_TITLE, _STAGES, _GAP = 24, 20, 8  # heights of what stands above the picture
_LARGEST_UNIT = 19  # of a small bracket, in points
_TEXT = 0.82  # size of a row's text, in units
_MARGIN, _SEAT, _POINTS, _PLACE = 0.7, 1.2, 2.4, 1.2  # within a row, and of its cells, in units


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """Who sits on a seat, as it shall stand there; ``place`` is None until it is decided.

    ``is_through``: whoever advances from here, or has won the championship.
    """

    name: str
    points: int | Decimal | None = None
    place: int | None = None
    is_through: bool = False


@dataclass(frozen=True, slots=True)
class BracketPoster:
    """What the poster shows: the graph, a title for each stage key, and who sits where so far.

    ``seats`` are by (stage, table, seat), all from 1; a seat that is left out is not taken yet.
    """

    championship: str
    bracket: Bracket
    stage_titles: Mapping[str, str]
    seats: Mapping[tuple[str, int, int], BracketSeat] = field(default_factory=dict)
    system: System = System.LUNADA
    version: int = 0
    printed_at: str = ""


def build_bracket(poster: BracketPoster, *, paper: Paper, language: str) -> bytes:
    """Return a PDF of one page, or two if names would be too small to read; the same poster gives the same bytes."""
    with translation.override(language):
        body = Document("", language=language, paper=paper, pages=1).body
        room = body.height - _TITLE - _STAGES - 2 * _GAP
        picture, unit, slices = _arranged(poster.bracket, body.width, room)
        title = f"{gettext('Bracket')} · {poster.championship}"
        document = Document(title, language=language, paper=paper, pages=len(slices))
        for top, bottom in slices:
            document.begin_page(Imprint(poster.championship, poster.version, poster.printed_at))
            _Picture(document, poster, picture, unit, top, bottom).draw()
        return document.finish()


def _arranged(bracket: Bracket, width: float, height: float) -> tuple[Layout, float, list[tuple[float, float]]]:
    """Return the picture, the points of its unit, and from where to where each page shows it, in units.

    Boxes are made as wide as the page lets them: long names need it.
    """
    picture = layout(bracket)
    slices = [(0.0, picture.height)]
    if height / picture.height * _TEXT < SMALLEST_TEXT:
        middle = _cut_near(picture, picture.height / 2)
        slices = [(0.0, middle), (middle, picture.height)]
    tallest = max(bottom - top for top, bottom in slices)
    unit = min(height / tallest, width / picture.width, _LARGEST_UNIT)
    spare = width / unit - picture.width
    return layout(bracket, box_width=BOX_WIDTH + spare / len(picture.columns)), unit, slices


def _cut_near(picture: Layout, wanted: float) -> float:
    """Return the height nearest to *wanted* at which no box is cut through."""
    edges = [edge for box in picture.boxes for edge in (box.y - 0.25, box.y + box.height + 0.25)]
    free = [edge for edge in edges if not any(box.y < edge < box.y + box.height for box in picture.boxes)]
    return min(free, key=lambda edge: abs(edge - wanted))


@dataclass(frozen=True, slots=True)
class _Cell:
    """Words and where they go."""

    box: Box
    words: Words
    align: Align = Align.START


@dataclass(frozen=True, slots=True)
class _Picture:
    """One page of the poster: the picture's part from ``top`` to ``bottom``, in units of ``unit`` points."""

    document: Document
    poster: BracketPoster
    picture: Layout
    unit: float
    top: float
    bottom: float

    def draw(self) -> None:
        body = self.document.body
        title, stages, _ = body.rows([_TITLE, _STAGES, 0], gap=_GAP)
        shapes_width = self.document.shapes(title.start, title.top + (title.height - 11) / 2, 11)
        left = title.width - shapes_width - 10
        heading, key = Box(title.start + shapes_width + 10, title.top, left, title.height).columns(
            [left * 0.6, left * 0.4]
        )
        words = f"{named(self.poster.championship)} · {gettext('Bracket')}"
        self.document.text(heading, words, size=18, min_size=9, bold=True)
        if any(seat.points is not None for seat in self.poster.seats.values()):
            reading = gettext("After each name: points and place. Bold: advances.")
            self.document.text(key, reading, size=9, min_size=6, colour=Ink.MUTED, align=Align.END)
        for column in self.picture.columns:
            cell = Box(body.start + column.x * self.unit, stages.top, column.width * self.unit, stages.height)
            self.document.text(cell, self._stage(column.stage), size=13, min_size=7, bold=True, align=Align.CENTRE)
            self.document.line(cell.start, cell.bottom, cell.end, cell.bottom, colour=Ink.TEXT, width=1)
        # lines first: a box lies on them; those of seats already taken last, for they are the darker ones
        for connector in sorted(self.picture.connectors, key=lambda line: self._is_taken(line.edge)):
            self._draw_connector(connector)
        boxes = [box for box in self.picture.boxes if self.top <= box.y < self.bottom]
        for box in boxes:
            self._draw_frame(box)
        rows = [self._cells(box, row) for box in boxes for row in box.rows]
        # names first, then all the numbers: PDFium reads words drawn one after the other on one line as a sentence
        for cells in zip_longest(*rows):
            for cell in filter(None, cells):
                self.document.stack(cell.box, [cell.words], align=cell.align)

    def _stage(self, key: str) -> str:
        return named(self.poster.stage_titles[key])

    def _placed(self, x: float, y: float) -> tuple[float, float]:
        """Return the place on the page of a point of the picture."""
        body = self.document.body
        return body.start + x * self.unit, body.top + _TITLE + _STAGES + 2 * _GAP + (y - self.top) * self.unit

    def _is_taken(self, edge: Edge) -> bool:
        return (edge.to_stage, edge.to_table, edge.to_seat) in self.poster.seats

    def _draw_connector(self, connector: Connector) -> None:
        is_taken = self._is_taken(connector.edge)
        for points in _within(connector.points, self.top, self.bottom):
            placed = [self._placed(x, y) for x, y in points]
            self.document.path(placed, width=1.3 if is_taken else 0.6, colour=Ink.TEXT if is_taken else Ink.MUTED)

    def _draw_frame(self, box: TableBox) -> None:
        document, unit = self.document, self.unit
        start, top = self._placed(box.x, box.y)
        frame = Box(start, top, box.width * unit, box.height * unit)
        document.card(frame, fill=Ink.PAPER, radius=unit / 2, spine_width=unit / 4)
        title = Box(start + unit * _MARGIN, top, frame.width - 2 * unit * _MARGIN, unit)
        document.text(title, self._title(box), size=unit * 0.78, min_size=unit / 2, bold=True)
        for row in box.rows:
            _, middle = self._placed(0, row.y)
            document.line(frame.start + unit / 4, middle - unit / 2, frame.end, middle - unit / 2, width=0.3)

    def _title(self, box: TableBox) -> str:
        if box.table == WILD_CARD:
            return gettext("Wild card %(rank)s") % {"rank": figure(box.rank)}
        return self._table(box.stage, box.table)

    def _table(self, stage: str, table: int) -> str:
        """Return what a table is called: the only one of a stage by the stage's title."""
        if len(self.poster.bracket.of_stage(stage)) == 1:
            return self._stage(stage)
        return gettext("Table %(table)s") % {"table": figure(table)}

    def _cells(self, box: TableBox, row: TableRow) -> list[_Cell]:
        """Return a row's cells: the name, or whose place fills the seat; the seat's number; points; place."""
        unit, size = self.unit, self.unit * _TEXT
        start, middle = self._placed(box.x + _MARGIN, row.y)
        end = start + (box.width - 2 * _MARGIN) * unit
        seat = self._seat(box, row)
        numbers: list[_Cell] = []
        if row.kind is RowKind.SEAT:
            number = Words(figure(row.number), size=size * 0.8, colour=Ink.MUTED)
            numbers.append(_Cell(Box(start, middle - unit / 2, unit, unit), number))
            start += unit * _SEAT
        if seat is None:
            expected = self._source(box, row) if row.kind is RowKind.SEAT else self._destination(box, row)
            waiting = Words(expected, size=size * 0.9, min_size=size * 0.7, colour=Ink.MUTED)
            return [_Cell(Box(start, middle - unit / 2, end - start, unit), waiting), *numbers]
        shown = [
            (seat.place, _PLACE, False),
            (seat.points, _POINTS, self.poster.system is System.LUNADA),
        ]
        for value, width, plus in shown:
            if value is not None:
                words = Words(figure(value, plus=plus), size=size, min_size=size * 0.6, bold=seat.is_through)
                numbers.append(
                    _Cell(Box(end - width * unit, middle - unit / 2, width * unit, unit), words, Align.END)
                )
                end -= width * unit
        name = Words(named(seat.name), size=size, min_size=size * 0.8, bold=seat.is_through)
        return [_Cell(Box(start, middle - unit / 2, end - start - unit * 0.3, unit), name), *numbers]

    def _seat(self, box: TableBox, row: TableRow) -> BracketSeat | None:
        """Return who is shown in *row*: on a seat who sits there, at a place who alone has it, decided."""
        seats = self.poster.seats
        if row.kind is RowKind.SEAT:
            return seats.get((box.stage, box.table, row.number))
        if box.table == WILD_CARD:
            edge = self._onward(box, row)
            taken = seats.get((edge.to_stage, edge.to_table, edge.to_seat))
            return BracketSeat(taken.name, is_through=True) if taken else None
        at_table = [seat for (stage, table, _), seat in seats.items() if (stage, table) == (box.stage, box.table)]
        holders = [seat for seat in at_table if seat.place == row.number]
        return replace(holders[0], place=None) if len(holders) == 1 else None

    def _onward(self, box: TableBox, row: TableRow) -> Edge:
        """Return the ticket of the place shown in *row*."""
        bracket = self.poster.bracket
        if box.table == WILD_CARD:
            return bracket.wild_cards(box.stage, row.number)[box.rank - 1]
        edge = bracket.onward(box.stage, box.table, row.number)
        assert edge is not None, f"place {row.number} of {box} leads nowhere"  # the layout shows only those that do
        return edge

    def _source(self, box: TableBox, row: TableRow) -> str:
        """Return whose place fills a seat: "Winner · Table 5"."""
        feeders = self.poster.bracket.feeders(box.stage, box.table)
        edge = next((edge for edge in feeders if edge.to_seat == row.number), None)
        if edge is None:
            return ""
        if edge.is_wild_card:
            return gettext("Wild card %(rank)s") % {"rank": figure(edge.rank)}
        return f"{_place_words(edge.place)} · {self._table_from(edge.from_stage, edge.from_table, box.stage)}"

    def _destination(self, box: TableBox, row: TableRow) -> str:
        """Return where a place leads: "Winner → Table 2, seat 1"."""
        edge = self._onward(box, row)
        arrow = "←" if self.document.base == bidi.RTL else "→"
        where = {
            "table": self._table_from(edge.to_stage, edge.to_table, box.stage),
            "seat": figure(edge.to_seat),
        }
        place = "" if box.table == WILD_CARD else _place_words(edge.place)
        return f"{place} {arrow} {gettext('%(table)s, seat %(seat)s') % where}".strip()

    def _table_from(self, stage: str, table: int, other: str) -> str:
        """Return what *table* is called at one of the stage *other*: its number alone if they are neighbours."""
        stages = self.poster.bracket.stages
        if len(self.poster.bracket.of_stage(stage)) == 1 or abs(stages.index(stage) - stages.index(other)) == 1:
            return self._table(stage, table)
        return gettext("%(stage)s, table %(table)s") % {"stage": self._stage(stage), "table": figure(table)}


def _place_words(place: int) -> str:
    if place == 1:
        return gettext("Winner")
    if place == 2:
        return gettext("Second place")
    return gettext("Place %(place)s") % {"place": figure(place)}


def _within(points: Sequence[Point], top: float, bottom: float) -> Iterator[list[Point]]:
    """Yield the parts of a line of level and upright strokes that are between the heights *top* and *bottom*."""
    part: list[Point] = []
    for (x, y), (next_x, next_y) in pairwise(points):
        is_outside = max(y, next_y) < top or min(y, next_y) > bottom
        first, last = min(max(y, top), bottom), min(max(next_y, top), bottom)
        if is_outside:
            continue
        if part and part[-1] != (x, first):
            yield part
            part = []
        part = part or [(x, first)]
        part.append((next_x, last))
    if part:
        yield part
