"""Makes the prints that were asked for: reads, issues the passes, draws, stores (design.md §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from championship.enums import PrintKind, RulingKind
from championship.errors import OutOfStep
from championship.models import Printout
from championship.prints.bracket import BracketPoster, BracketSeat, build_bracket
from championship.prints.page import Paper
from championship.prints.protocol import Protocol, ProtocolPlace, ProtocolTable, build_protocol
from championship.prints.remarks import correction_words, ruling_words, where_words
from championship.prints.scoresheet import (
    Scoresheet,
    ScoresheetRound,
    ScoresheetSeat,
    ScoresheetTicket,
    build_scoresheets,
)
from championship.prints.text import named
from championship.selectors import endings, people
from championship.selectors import printing as selectors
from championship.selectors.endings import Told
from championship.selectors.printing import PaperRound, PaperTable, Snapshot, TableKey
from championship.selectors.stages import stage_name
from championship.services import printing
from championship.services.live import Actor
from championship.services.passes import NewPass
from scoring import podium


def make(printout: int, by: int | None = None) -> None:
    """Make the print of that key, on behalf of the user *by*; one that is made already stays as it is.

    Raises OutOfStep if its tables are gone, because another seat plan was published meanwhile.
    """
    row = Printout.objects.select_related("championship").get(pk=printout)
    if row.made_at is None:
        user = get_user_model().objects.filter(pk=by).first() if by else None
        role = people.role(user, row.championship) if user else ""
        _make(row, by=Actor(user=user, role=role))


def make_now(printout: Printout, *, by: Actor) -> bytes:
    """Make a print that was asked for without a job, and return the PDF."""
    return _make(printout, by=by)


def _make(printout: Printout, *, by: Actor) -> bytes:
    read = selectors.snapshot(printout.championship)
    tables = [key for key in _in_order(read) if selectors.subject(key) in printout.subjects]
    if not tables:
        raise OutOfStep(
            _("The tables of this print are gone: another seat plan was published. Print again."),
            code="no_such_table",
        )
    is_blank = printout.kind == PrintKind.SCORESHEETS
    issued = printing.issue_passes(printout, tables, by=by) if is_blank else {}
    is_kept = False
    try:
        content = _draw(printout, read, tables, issued)
        digests = selectors.digests(read, printout.kind, tables)
        is_kept = printing.keep(printout, content, version=read.version, digests=digests, by=by)
    finally:
        if not is_kept:
            printing.withdraw(issued.values())
    return content


def _in_order(read: Snapshot) -> list[TableKey]:
    return sorted(read.tables, key=lambda key: (read.stages.index(key[0]), key[1]))


def _draw(printout: Printout, read: Snapshot, tables: Sequence[TableKey], issued: Mapping[str, NewPass]) -> bytes:
    with translation.override(printout.language):
        if printout.kind == PrintKind.BRACKET:
            return build_bracket(_poster(read), paper=Paper[printout.paper], language=printout.language)
        if printout.kind == PrintKind.RESULTS:
            return build_protocol(_protocol(read, endings.told(read.championship)), language=printout.language)
        is_filled = printout.kind == PrintKind.PROTOCOL
        sheets = [
            _scoresheet(read, read.tables[key], issued.get(selectors.subject(key)), is_filled=is_filled)
            for key in tables
        ]
        return build_scoresheets(sheets, language=printout.language)


def _scoresheet(read: Snapshot, table: PaperTable, new: NewPass | None, *, is_filled: bool) -> Scoresheet:
    """One table's page. A blank one of a table in play has its rounds so far, and room for the rest."""
    return Scoresheet(
        championship=read.championship.name,
        stage=stage_name(table.stage),
        table=table.number,
        seats=tuple(
            ScoresheetSeat(
                position=seat.position,
                number=seat.number,
                name=seat.name,
                total=seat.total if is_filled else None,
                place=seat.place if is_filled else None,
                penalty=seat.penalty,
                note=str(RulingKind(seat.left_by).label) if seat.left_by else "",
            )
            for seat in table.seats
        ),
        round_count=table.round_count,
        rounds=tuple(_round(game_round) for game_round in table.rounds),
        tie_breaks=tuple(_round(game_round) for game_round in table.tie_breaks),
        tickets=tuple(
            ScoresheetTicket(ticket.place, stage_name(ticket.stage), ticket.table, ticket.seat)
            for ticket in table.tickets
        ),
        system=table.system,
        hall=table.hall,
        starts_at=date_format(timezone.localtime(table.starts_at), "j E, H:i") if table.starts_at else "",
        qr_url=f"{settings.PUBLIC_URL}/r/{new.token}" if new else None,
        short_code=f"{new.code[:4]}-{new.code[4:]}" if new else None,
        is_filled=is_filled,
        version=read.version,
        printed_at=_now(),
    )


def _round(game_round: PaperRound) -> ScoresheetRound:
    return ScoresheetRound(game_round.number, game_round.results, game_round.place, game_round.is_called_off)


def _protocol(read: Snapshot, told: Told) -> Protocol:
    """The final protocol. Its tables are those that somebody sat at."""
    names = {seat.number: seat.name for table in read.tables.values() for seat in table.seats if seat.number}
    names = {**people.public_names(read.championship), **{number: name for number, name in names.items() if name}}
    places = {row.entry: row.place for row in told.places if row.place}
    dense = podium.podium(places) if told.is_decided else ()
    event = [date_format(read.championship.day, "DATE_FORMAT"), read.championship.venue]
    return Protocol(
        championship=read.championship.name,
        event=" · ".join(filter(None, event)),
        podium=tuple(
            (rank, " · ".join(named(names[entry]) for entry in step)) for rank, step in enumerate(dense, start=1)
        ),
        places=tuple(
            ProtocolPlace(
                row.place,
                row.is_shared,
                row.entry,
                names[row.entry],
                where_words(row.stage, row.table),
                row.total,
            )
            for row in told.places
        ),
        tables=tuple(
            ProtocolTable(
                where_words(*key),
                _scoresheet(read, table, None, is_filled=True).seats,
                tuple(_round(game_round) for game_round in (*table.rounds, *table.tie_breaks)),
            )
            for key, table in ((key, read.tables[key]) for key in _in_order(read))
            if any(seat.number for seat in table.seats)
        ),
        remarks=(*map(correction_words, told.corrected), *map(ruling_words, told.rulings)),
        version=read.version,
        printed_at=_now(),
    )


def _poster(read: Snapshot) -> BracketPoster:
    return BracketPoster(
        championship=read.championship.name,
        bracket=read.bracket,
        stage_titles={key: stage_name(key) for key in read.stages},
        seats={
            (stage, number, seat.position): BracketSeat(
                name=seat.name or f"#{seat.number}", points=seat.total, place=seat.place, is_through=seat.is_through
            )
            for (stage, number), table in read.tables.items()
            for seat in table.seats
            if seat.number is not None
        },
        system=read.tables[read.stages[0], 1].system,
        version=read.version,
        printed_at=_now(),
    )


def _now() -> str:
    return f"{timezone.localtime():%Y-%m-%d %H:%M}"
