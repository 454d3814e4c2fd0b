"""The final protocol: places, every table with its rounds and totals, what was corrected and ruled, and signatures.

It is set as a list of blocks, each with its height, that fill one A4 page after the other; a table is never cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils import translation
from django.utils.translation import gettext

from championship.prints import bidi
from championship.prints.page import Align, Box, Document, Imprint, Ink, Paper
from championship.prints.scoresheet import ScoresheetRound, ScoresheetSeat
from championship.prints.text import figure, named

_TITLE, _HEADING, _ROW, _GAP, _SIGN = 64, 28, 16, 10, 46
_SIZE = 9.5
_SIGNATURES = 3


@dataclass(frozen=True, slots=True)
class ProtocolPlace:
    """One line of the final places; ``place`` is None for who has none, ``reached`` the stage and table in words."""

    place: int | None
    is_shared: bool
    number: int
    name: str
    reached: str
    total: int | None


@dataclass(frozen=True, slots=True)
class ProtocolTable:
    """A table as it ended: its seats, and its rounds in the order in which they were played."""

    title: str
    seats: tuple[ScoresheetSeat, ...]
    rounds: tuple[ScoresheetRound, ...]


@dataclass(frozen=True, slots=True)
class Protocol:
    """Everything that the final protocol says. ``podium`` is from the champion down; remarks are whole sentences."""

    championship: str
    event: str
    podium: tuple[tuple[int, str], ...]
    places: tuple[ProtocolPlace, ...]
    tables: tuple[ProtocolTable, ...]
    remarks: tuple[str, ...]
    version: int
    printed_at: str


@dataclass(frozen=True, slots=True)
class _Block:
    height: float
    draw: Callable[[Box], None]


def build_protocol(protocol: Protocol, *, language: str) -> bytes:
    """Return the protocol as a PDF; the same protocol gives the same bytes."""
    with translation.override(language):
        pages = _pages(list(_Blocks(_document(protocol, language, 1), protocol).all()))
        document = _document(protocol, language, len(pages))
        blocks = list(_Blocks(document, protocol).all())
        imprint = Imprint(protocol.championship, protocol.version, protocol.printed_at)
        first = 0
        for count in pages:
            document.begin_page(imprint)
            body = document.body
            top = body.top
            for block in blocks[first : first + count]:
                block.draw(Box(body.start, top, body.width, block.height))
                top += block.height
            first += count
        return document.finish()


def _document(protocol: Protocol, language: str, pages: int) -> Document:
    title = f"{gettext('Final protocol')} · {protocol.championship}"
    return Document(title, language=language, paper=Paper.A4, pages=pages)


def _pages(blocks: Sequence[_Block]) -> list[int]:
    """Return how many blocks each page takes."""
    room = Document("", language="en", paper=Paper.A4, pages=1).body.height
    counts, left = [0], room
    for block in blocks:
        if block.height > left and counts[-1]:
            counts.append(0)
            left = room
        counts[-1] += 1
        left -= block.height
    return counts


@dataclass(frozen=True, slots=True)
class _Blocks:
    document: Document
    protocol: Protocol

    def all(self) -> Iterator[_Block]:
        yield _Block(_TITLE, self._title)
        for rank, name in self.protocol.podium:
            yield _Block(_ROW + 6, partial(self._winner, rank, name))
        yield from self._list(gettext("Final places"), self._place_rows())
        for table in self.protocol.tables:
            yield _Block(_GAP + _HEADING + _ROW * (len(table.seats) + 1), partial(self._table, table))
        if self.protocol.remarks:
            yield from self._list(gettext("Corrections and rulings"), [[remark] for remark in self.protocol.remarks])
        yield _Block(_GAP + _SIGN, self._signatures)

    def _place_rows(self) -> list[list[str]]:
        heads = [gettext("Place"), gettext("Number"), gettext("Player"), gettext("Reached"), gettext("Total")]
        return [
            heads,
            *(
                [
                    _place(row),
                    bidi.isolate_ltr(row.number),
                    named(row.name) if row.name else "",
                    row.reached,
                    figure(row.total) if row.total is not None else "–",
                ]
                for row in self.protocol.places
            ),
        ]

    def _list(self, title: str, rows: list[list[str]]) -> Iterator[_Block]:
        """A heading that stays with the first of its rows, then the others."""
        yield _Block(_GAP + _HEADING + _ROW, partial(self._headed, title, rows[0]))
        for index, row in enumerate(rows[1:], start=1):
            yield _Block(_ROW, partial(self._cells, row, is_tinted=index % 2 == 0))

    def _title(self, box: Box) -> None:
        self.document.shapes(box.start, box.top + 4, 12)
        name, event = Box(box.start, box.top + 18, box.width, 26), Box(box.start, box.top + 44, box.width, 16)
        heading = f"{gettext('Final protocol')} · {named(self.protocol.championship)}"
        self.document.text(name, heading, size=20, min_size=12, bold=True)
        self.document.text(event, self.protocol.event, size=11, min_size=8, colour=Ink.MUTED)

    def _winner(self, rank: int, name: str, box: Box) -> None:
        chip, words = box.columns([34, box.width - 40], gap=6)
        self.document.text(chip, bidi.isolate_ltr(f"{rank}."), size=14, bold=True, colour=Ink.YELLOW)
        self.document.text(words, name, size=14, min_size=9, bold=rank == 1)

    def _headed(self, title: str, row: Sequence[str], box: Box) -> None:
        self.document.text(Box(box.start, box.top + _GAP, box.width, _HEADING), title, size=14, bold=True)
        last = Box(box.start, box.top + _GAP + _HEADING, box.width, _ROW)
        self._cells(row, last, is_bold=len(row) > 1)
        if len(row) > 1:
            self.document.line(last.start, last.bottom, last.end, last.bottom)

    def _cells(self, row: Sequence[str], box: Box, *, is_tinted: bool = False, is_bold: bool = False) -> None:
        if is_tinted:
            self.document.rectangle(box, fill=Ink.TINT)
        widths = [box.width] if len(row) == 1 else [box.width * part for part in (0.1, 0.1, 0.34, 0.34, 0.12)]
        for cell, text in zip(box.columns(widths), row, strict=True):
            self.document.text(cell.inset(3), text, size=_SIZE, min_size=6, bold=is_bold)

    def _table(self, table: ProtocolTable, box: Box) -> None:
        self.document.text(Box(box.start, box.top + _GAP, box.width, _HEADING), table.title, size=11, bold=True)
        columns = [30.0, box.width * 0.34, *[box.width * 0.42 / max(len(table.rounds), 4)] * len(table.rounds)]
        columns += [box.width * 0.08, box.width * 0.08]
        heads = ["", gettext("Player"), *map(_round_words, table.rounds), gettext("Total"), gettext("Place")]
        top = box.top + _GAP + _HEADING
        self._row(heads, columns, Box(box.start, top, box.width, _ROW), is_bold=True)
        self.document.line(box.start, top + _ROW, box.end, top + _ROW)
        for index, seat in enumerate(table.seats):
            points = [_points(game_round, index) for game_round in table.rounds]
            total = figure(seat.total) if seat.total is not None else "–"
            place = bidi.isolate_ltr(seat.place) if seat.place is not None else seat.note or "–"
            line = Box(box.start, top + _ROW * (index + 1), box.width, _ROW)
            self._row([bidi.isolate_ltr(seat.position), _player(seat), *points, total, place], columns, line)

    def _row(self, texts: Sequence[str], columns: Sequence[float], box: Box, *, is_bold: bool = False) -> None:
        for index, (cell, text) in enumerate(zip(box.columns(columns), texts, strict=True)):
            align = Align.CENTRE if index > 1 else Align.START
            self.document.text(cell.inset(2), text, size=_SIZE, min_size=6, bold=is_bold, align=align)

    def _signatures(self, box: Box) -> None:
        line = Box(box.start, box.top + _GAP, box.width, _SIGN)
        gap = 24
        width = (line.width - gap * (_SIGNATURES - 1)) / _SIGNATURES
        words = (gettext("Head referee"), gettext("Organiser"), gettext("Date"))
        for cell, word in zip(line.columns([width] * _SIGNATURES, gap=gap), words, strict=True):
            self.document.line(cell.start, cell.bottom - 14, cell.end, cell.bottom - 14)
            below = Box(cell.start, cell.bottom - 12, cell.width, 12)
            self.document.text(below, word, size=_SIZE, colour=Ink.MUTED)


def _place(row: ProtocolPlace) -> str:
    if row.place is None:
        return "–"
    place = bidi.isolate_ltr(row.place)
    return gettext("%(place)s, shared") % {"place": place} if row.is_shared else place


def _player(seat: ScoresheetSeat) -> str:
    if seat.number is None:
        return "–"
    number = bidi.isolate_ltr(f"#{seat.number}")
    return f"{named(seat.name)} {number}" if seat.name else number


def _round_words(game_round: ScoresheetRound) -> str:
    number = bidi.isolate_ltr(game_round.number)
    return gettext("Tie-break %(number)s") % {"number": number} if game_round.place else number


def _points(game_round: ScoresheetRound, index: int) -> str:
    points = game_round.results[index] if index < len(game_round.results) else None
    return figure(points) if points is not None else "–"
