"""Calls: a table asks for the head referee, and somebody comes (look.md)."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import CallKind
from championship.errors import NotAllowed, OutOfStep
from championship.models import Call, Entry, Seat, Table
from championship.selectors import rounds, standings
from championship.services import live, passes
from championship.services.live import Act, Actor
from championship.services.sent import digest_of, same_or_refuse
from scoring import standings as rankings


def make(table: Table, kind: CallKind, *, client_id: UUID, by: Actor) -> Call:
    """Call the head referee to *table*; the same id gives the same call however often it is sent.

    While a call of the same kind waits there, that one is returned: nobody comes twice for one thing. Raises
    ClientIdReused if the id was another call's, PassRefused, NotAllowed.
    """
    with live.writing(table.stage.championship_id, by=by) as act:
        if earlier := _known(client_id, table, kind):
            return earlier
        if by.held:
            passes.must_open(by.held, table)
        elif not by.is_head:
            raise NotAllowed(_("Only a referee's pass or the staff can call the head referee here."))
        return _make(act, table, kind, client_id, by)


def make_by_player(entry: Entry, kind: CallKind, *, client_id: UUID) -> Call:
    """Call the head referee to the table where a player sits just now, from the player's own page.

    Raises OutOfStep where the organiser did not allow it, or while the player's table is not being played.
    """
    with live.writing(entry.championship_id, by=Actor()) as act:
        entry.championship.refresh_from_db()
        if not entry.championship.players_call:
            raise OutOfStep(
                _("Here the referee calls the head referee. Raise your hand."), code="players_do_not_call"
            )
        table = playing_at(entry)
        if table is None:
            raise OutOfStep(_("The head referee can be called from here while your table plays."), code="not_playing")
        if earlier := _known(client_id, table, kind):
            return earlier
        return _make(act, table, kind, client_id, Actor(), entry)


def playing_at(entry: Entry) -> Table | None:
    """Return the table where *entry* plays just now: its stage has begun, and a round is due there."""
    seats = Seat.objects.filter(entry=entry, stage__started_at__isnull=False).select_related("stage__championship")
    seat = seats.order_by("-stage__order").first()
    if seat is None:
        return None
    view = standings.stage_view(seat.stage)
    table = next(row for row in view.tables.values() if row.pk == seat.table_id)
    standing = rankings.of_stage(view.state)[table.number]
    return table if rounds.due(view, standing) is not None else None


def answer(call: Call, *, by: Actor) -> None:
    """Note that somebody comes; answering again changes nothing."""
    if not by.is_head:
        raise NotAllowed(_("Only the head referee or the organiser answers a call."))
    with live.writing(call.table.stage.championship_id, by=by) as act:
        waiting = Call.objects.filter(pk=call.pk, answered_at=None)
        if waiting.update(answered_at=timezone.now(), answered_by=by.user):
            act.note("call.answered", call.table, public=False, call=call.pk, kind=call.kind)


def _known(client_id: UUID, table: Table, kind: CallKind) -> Call | None:
    """The call that has the id already, else one of the same kind that waits at the table."""
    same = Call.objects.filter(client_id=client_id).first()
    if same is not None:
        stored, sent = digest_of([same.table_id, same.kind]), digest_of([table.pk, kind.value])
        same_or_refuse(stored, sent, client_id)
        return same
    return Call.objects.filter(table=table, kind=kind, answered_at=None).first()


def _make(act: Act, table: Table, kind: CallKind, client_id: UUID, by: Actor, entry: Entry | None = None) -> Call:
    call = Call.objects.create(
        table=table, kind=kind, client_id=client_id, entry=entry, by_pass=by.held, by_user=by.user
    )
    entries = {"entries": [entry.number]} if entry else {}
    act.note("call.made", table, public=False, call=call.pk, kind=kind.value, **entries)
    return call
