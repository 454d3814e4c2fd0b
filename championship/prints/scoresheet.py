"""The table scoresheet: blank, for a referee to fill in by hand, or filled, as the table's protocol.

One A4 page a table, lying on its long side: the table's number to be read from across the hall, the way to the
referee's screen, a row a seat, and under it what to write and where the places lead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils import translation
from django.utils.translation import gettext

from championship.prints import bidi
from championship.prints.page import RADIUS, SPINE, Align, Box, Document, Imprint, Ink, Paper, Words
from championship.prints.text import figure, named
from scoring.formats import System
from scoring.points import LUNADA_WIN, PENALTY_WIN

Points = int | Decimal

BLANK_TIE_BREAKS = 2
"""Empty columns for tie-break rounds on a blank sheet; a third is rare and goes on the back."""

_SHORT = 4  # rounds; a longer match has room for one tie-break round

_HEAD, _LEGEND, _GAP = 122, 60, 12
_NUMBER, _CODE = 132, 112  # the table's number and the QR code, in the head
_HEADING, _MOST_ROW, _SEAT = 40, 66, 50  # of the table


@dataclass(frozen=True, slots=True)
class ScoresheetSeat:
    """A seat's row. A spare sheet's has neither ``name`` nor ``number``; ``note`` is for what results do not say.

    ``total`` and ``place`` are None until they are known; ``penalty`` are points added or taken by a ruling.
    """

    position: int
    number: int | None = None
    name: str = ""
    total: Points | None = None
    place: int | None = None
    penalty: Points | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ScoresheetRound:
    """A round that was played: the points of each seat in the sheet's order, None for who did not play it.

    A regular round's ``place`` is 0; a tie-break round's is the place it decides. ``number`` is from 1 in each.
    """

    number: int
    results: tuple[Points | None, ...]
    place: int = 0
    is_called_off: bool = False


@dataclass(frozen=True, slots=True)
class ScoresheetTicket:
    """Where a place leads: a table and seat of a later stage."""

    place: int
    stage: str
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """One table's page. Names, titles, ``starts_at`` and ``printed_at`` are as they shall stand there.

    ``rounds`` and ``tie_breaks`` are those already played: a blank sheet leaves the others free, a filled one
    has no others.
    """

    championship: str
    stage: str
    table: int
    seats: tuple[ScoresheetSeat, ...]
    round_count: int = 3
    rounds: tuple[ScoresheetRound, ...] = ()
    tie_breaks: tuple[ScoresheetRound, ...] = ()
    tickets: tuple[ScoresheetTicket, ...] = ()
    system: System = System.LUNADA
    hall: str = ""
    starts_at: str = ""
    qr_url: str | None = None
    short_code: str | None = None
    is_filled: bool = False
    version: int = 0
    printed_at: str = ""


def build_scoresheets(sheets: Sequence[Scoresheet], *, language: str) -> bytes:
    """Return a PDF with one A4 page per sheet, in their order; the same sheets give the same bytes.

    Raises ValueError if there is no sheet.
    """
    if not sheets:
        raise ValueError("there is no scoresheet to print")
    with translation.override(language):
        title = f"{gettext('Scoresheet')} · {sheets[0].championship}"
        document = Document(title, language=language, paper=Paper.A4, pages=len(sheets))
        for sheet in sheets:
            document.begin_page(Imprint(sheet.championship, sheet.version, sheet.printed_at))
            _Page(document, sheet).draw()
        return document.finish()


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the table: its heading, a smaller line under it, and how a seat is drawn into its cell."""

    heading: str
    width: float
    draw: Callable[[Box, int], None]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class _Page:
    """The page of one sheet: head, table and legend."""

    document: Document
    sheet: Scoresheet

    def draw(self) -> None:
        body = self.document.body
        table_height = body.height - _HEAD - _LEGEND - 2 * _GAP
        head, table, legend = body.rows([_HEAD, table_height, _LEGEND], gap=_GAP)
        self._draw_head(head)
        bottom = self._draw_table(table)
        self._draw_legend(Box(legend.start, bottom + _GAP, legend.width, body.bottom - bottom - _GAP))

    def _draw_head(self, box: Box) -> None:
        sheet, document = self.sheet, self.document
        code_width = _CODE if sheet.qr_url or sheet.short_code else 0
        title_width = box.width - _NUMBER - code_width - (2 if code_width else 1) * _GAP
        number, title, code = box.columns([_NUMBER, title_width, code_width], gap=_GAP)
        words = [
            Words(gettext("Table"), size=15, min_size=10, bold=True, colour=Ink.MUTED),
            Words(figure(sheet.table), size=84, min_size=40, bold=True),
        ]
        document.stack(document.card(number).inset(6), words, align=Align.CENTRE, gap=12)
        kind = gettext("Protocol") if sheet.is_filled else gettext("Scoresheet")
        where = " · ".join([kind, *(named(part) for part in (sheet.hall, sheet.starts_at) if part)])
        shapes, lines = title.rows([10, title.height - 14], gap=4)
        document.shapes(shapes.start, shapes.top, shapes.height)
        words = [
            Words(named(sheet.championship), size=16, min_size=12, least=9, max_lines=2, colour=Ink.MUTED),
            Words(named(sheet.stage), size=36, min_size=24, least=14, max_lines=2, bold=True),
            Words(where, size=14, min_size=11, least=8, max_lines=2),
        ]
        document.stack(lines, words, gap=12)
        if code_width:
            self._draw_code(code)

    def _draw_code(self, box: Box) -> None:
        """Draw the way to the referee's screen: the QR code with the short code under it."""
        text_height = 28 if self.sheet.short_code else 0
        if self.sheet.qr_url:
            side = min(box.width, box.height - text_height)
            self.document.qr(Box(box.start + (box.width - side) / 2, box.top, side, side), self.sheet.qr_url)
            box = Box(box.start, box.top + side, box.width, text_height)
        if self.sheet.short_code:
            words = [
                Words(bidi.isolate_ltr(self.sheet.short_code), size=16, min_size=8, bold=True),
                Words(gettext("Referee: scan or type"), size=8, min_size=6, colour=Ink.MUTED),
            ]
            self.document.stack(box, words, align=Align.CENTRE, gap=5)

    def _draw_table(self, box: Box) -> float:
        """Draw the table from the top of *box*; return where it ends."""
        document, seats = self.document, self.sheet.seats
        row_height = min(_MOST_ROW, (box.height - _HEADING) / len(seats))
        heading, *rows = box.rows([_HEADING, *[row_height] * len(seats)])
        frame = Box(box.start, box.top, box.width, _HEADING + row_height * len(seats))
        with document.clipped(frame):
            document.rectangle(heading, fill=Ink.TINT)
            for row, seat in zip(rows, seats, strict=True):
                if self._ticket_of(seat):
                    document.rectangle(Box(row.start, row.top, SPINE, row.height), fill=Ink.GREEN)
        for row in rows:
            document.line(row.start, row.top, row.end, row.top)
        columns = self._columns(box.width)
        cells = heading.columns([column.width for column in columns])
        for column, cell in zip(columns, cells, strict=True):
            if cell.start > box.start:
                document.line(cell.start, frame.top, cell.start, frame.bottom)
            words = [Words(column.heading, size=11, least=7, max_lines=2, bold=True)]
            if column.caption:
                words.append(Words(column.caption, size=8, min_size=6, colour=Ink.MUTED))
            document.stack(cell.inset(3), words, align=Align.CENTRE, gap=4)
        # column by column: PDFium reads words of one height that come one after the other as one sentence
        for column, cell in zip(columns, cells, strict=True):
            for index, row in enumerate(rows):
                column.draw(Box(cell.start, row.top, cell.width, row.height), index)
        document.rectangle(frame, stroke=Ink.TEXT, width=1, radius=RADIUS)
        return frame.bottom

    def _columns(self, width: float) -> list[_Column]:
        """Return the columns, together *width* wide: the player's gets what the others leave."""
        sheet = self.sheet
        penalties = [seat.penalty for seat in sheet.seats]
        totals = [seat.total for seat in sheet.seats]
        places = [seat.place for seat in sheet.seats]
        others = self._round_columns()
        if any(penalty is not None for penalty in penalties):
            others.append(_Column(gettext("Penalty points"), 54, self._results(penalties, plus=True)))
        others.append(_Column(gettext("Total"), 58, self._results(totals, size=22, plus=self._is_signed)))
        others += self._tie_break_columns()
        others.append(_Column(gettext("Place"), 50, self._results(places, size=22)))
        others.append(_Column(gettext("Signature"), 84, lambda cell, index: None))
        left = width - _SEAT - sum(column.width for column in others)
        return [
            _Column(gettext("Seat"), _SEAT, self._draw_position),
            _Column(gettext("Player"), left, self._draw_player),
            *others,
        ]

    @property
    def _is_signed(self) -> bool:
        return self.sheet.system is System.LUNADA

    def _round_columns(self) -> list[_Column]:
        """Return a column a round; those of a long match are narrower."""
        played = {game_round.number: game_round for game_round in self.sheet.rounds}
        width = min(70, (228 if self.sheet.round_count <= _SHORT else 282) / self.sheet.round_count)
        columns = []
        for number in range(1, self.sheet.round_count + 1):
            heading = gettext("Round %(number)s") % {"number": bidi.isolate_ltr(number)}
            columns.append(self._round_column(heading, width, played.get(number)))
        return columns

    def _tie_break_columns(self) -> list[_Column]:
        columns = []
        for tie_break in self.sheet.tie_breaks:
            caption = gettext("for place %(place)s") % {"place": bidi.isolate_ltr(tie_break.place)}
            columns.append(self._round_column(gettext("Tie-break round"), 54, tie_break, caption))
        if not self.sheet.is_filled:
            free = _Column(gettext("Tie-break round"), 54, lambda cell, index: None)
            columns += [free] * ((BLANK_TIE_BREAKS if self.sheet.round_count <= _SHORT else 1) - len(columns))
        return columns

    def _round_column(
        self, heading: str, width: float, game_round: ScoresheetRound | None, caption: str = ""
    ) -> _Column:
        if game_round is None:
            draw = (lambda cell, index: None) if self.sheet.is_filled else self._draw_blank
            return _Column(heading, width, draw, caption)
        if game_round.is_called_off:
            return _Column(heading, width, self._results([None] * len(self.sheet.seats)), gettext("called off"))
        return _Column(heading, width, self._results(game_round.results, plus=self._is_signed, missing="–"), caption)

    def _results(
        self, values: Sequence[Points | None], *, size: float = 18, plus: bool = False, missing: str = ""
    ) -> Callable[[Box, int], None]:
        """Return what draws one of *values* in each row; *missing* stands for None."""

        def draw(cell: Box, index: int) -> None:
            value = values[index]
            shown = missing if value is None else figure(value, plus=plus)
            self.document.text(cell.inset(4), shown, size=size, min_size=9, bold=True, align=Align.CENTRE)

        return draw

    def _draw_blank(self, cell: Box, index: int) -> None:
        """Draw what the referee fills in: the winner's points to circle, and a line for everybody else's."""
        document, win = self.document, LUNADA_WIN if self._is_signed else PENALTY_WIN
        ring_width = 26 if self._is_signed else 36
        ring = Box(cell.start + min(5, (cell.width - ring_width) / 2), cell.top + 5, ring_width, 18)
        document.rectangle(ring, stroke=Ink.MUTED, radius=9)
        document.text(ring, figure(win, plus=True), size=11, colour=Ink.MUTED, align=Align.CENTRE)
        room = Box(cell.start + 6, cell.bottom - 20, cell.width - 12, 14)
        if self._is_signed:
            document.text(room, bidi.isolate_ltr("−"), size=18, bold=True, align=document.left)
            room = Box(room.start + (0 if document.left is Align.END else 13), room.top, room.width - 13, room.height)
        document.line(room.start, room.bottom, room.end, room.bottom, colour=Ink.MUTED)

    def _draw_position(self, cell: Box, index: int) -> None:
        text = figure(self.sheet.seats[index].position)
        self.document.text(cell, text, size=16, colour=Ink.MUTED, align=Align.CENTRE)

    def _draw_player(self, cell: Box, index: int) -> None:
        seat = self.sheet.seats[index]
        inside = cell.inset(7, 3)
        if not seat.name and seat.number is None:
            self.document.line(inside.start, inside.bottom - 12, inside.end, inside.bottom - 12)
            return
        number = gettext("No. %(number)s") % {"number": figure(seat.number)} if seat.number is not None else ""
        ticket = self._ticket_of(seat)
        destination = f"✓ {_destination(ticket)}" if ticket else ""
        details = " · ".join(
            filter(None, [number if seat.name else "", named(seat.note) if seat.note else "", destination])
        )
        colour = Ink.GREEN if ticket else Ink.MUTED
        small = Words(details, size=10, min_size=9, least=7, max_lines=2, colour=colour)
        height = inside.height - (14 if details else 0)
        large = Words(
            named(seat.name) if seat.name else number,
            size=19,
            min_size=15,
            least=9,
            max_lines=3,
            height=height,
            bold=True,
        )
        self.document.stack(inside, [large, small] if details else [large], gap=5)

    def _ticket_of(self, seat: ScoresheetSeat) -> ScoresheetTicket | None:
        """Return the ticket that *seat* has won on a filled sheet; None while its place is shared."""
        places = [other.place for other in self.sheet.seats]
        if not self.sheet.is_filled or places.count(seat.place) != 1:
            return None
        return next((ticket for ticket in self.sheet.tickets if ticket.place == seat.place), None)

    def _draw_legend(self, box: Box) -> None:
        rules, signatures = box.columns([box.width * 0.56, box.width * 0.44 - _GAP], gap=_GAP)
        lines = [self._scoring(), *self._routes()]
        words = [Words(line, size=10.5, min_size=8, max_lines=2) for line in lines]
        self.document.stack(rules, words, gap=6)
        widths = [(signatures.width - _GAP) / 2] * 2
        for place, word in zip(
            signatures.columns(widths, gap=_GAP), (gettext("Referee"), gettext("Head referee")), strict=True
        ):
            base = place.bottom - 16
            self.document.line(place.start, base, place.end, base, colour=Ink.TEXT)
            self.document.text(Box(place.start, base + 3, place.width, 12), word, size=9, colour=Ink.MUTED)

    def _scoring(self) -> str:
        values = {"win": figure(LUNADA_WIN if self._is_signed else PENALTY_WIN, plus=True)}
        if self.sheet.is_filled and self._is_signed:
            return gettext("The winner of a round gets %(win)s, the others minus one for every card left.") % values
        if self.sheet.is_filled:
            return gettext("The winner of a round gets %(win)s, the others the points of their cards.") % values
        if self._is_signed:
            return gettext("Winner: circle %(win)s. The others: write the cards left after the minus.") % values
        return gettext("Winner: circle %(win)s. The others: write the points of the cards left.") % values

    def _routes(self) -> list[str]:
        """Return a sentence for each place that leads somewhere; a filled sheet says it beside the name."""
        if self.sheet.is_filled:
            return []
        return [
            gettext("Place %(place)s goes to: %(seat)s.")
            % {"place": figure(ticket.place), "seat": _destination(ticket)}
            for ticket in self.sheet.tickets
        ]


def _destination(ticket: ScoresheetTicket) -> str:
    return gettext("%(stage)s, table %(table)s, seat %(seat)s") % {
        "stage": named(ticket.stage),
        "table": figure(ticket.table),
        "seat": figure(ticket.seat),
    }
