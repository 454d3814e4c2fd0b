"""Players confirm their table on the referee's phone: each the own name, the sheet as it stands."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from championship.errors import NotAllowed, OutOfStep, StaleView
from championship.models import Table, TableConfirmation
from championship.selectors import confirmations as selectors
from championship.selectors import standings
from championship.services import live, passes, seating
from championship.services.live import Actor
from scoring import consequence


def confirm(table: Table, entries: Collection[int], *, digest: str, by: Actor) -> bool:
    """Note that the players with these numbers confirm the sheet they saw; returns whether the table is confirmed.

    With the last of them it is: from then on only the head referee changes it, and where the championship waits
    for it the seats further on are taken. A player who confirmed already changes nothing. Raises StaleView if the
    sheet is another one by now, OutOfStep if there is nothing to confirm, PassRefused.
    """
    stage = table.stage
    with live.writing(stage.championship_id, by=by) as act:
        if by.held:
            passes.must_open(by.held, table)
        elif not by.is_head:
            raise NotAllowed(_("Only a referee's pass or the staff can do this."))
        stage.championship.refresh_from_db()
        if not stage.championship.players_confirm:
            raise OutOfStep(_("In this championship players do not confirm on the phone."), code="not_asked")
        before = standings.stage_view(stage)
        sheet = selectors.sheet(before, table.number)
        _must_fit(sheet, entries, digest)
        done = selectors.confirmed(table.pk, sheet.digest)
        is_confirmed = before.state.table(table.number).is_confirmed
        new = [number for number in sheet.needed if number in entries and number not in done]
        if is_confirmed or not new:
            return is_confirmed
        completes = set(sheet.needed) <= done.union(new)
        TableConfirmation.objects.bulk_create(
            TableConfirmation(
                table=table,
                entry_id=before.entries[number],
                digest=sheet.digest,
                completes=completes and number == new[-1],
                by_pass=by.held,
                by_user=by.user,
            )
            for number in new
        )
        for number in new:
            act.note("table.signed", f"{table} entry {number}", public=False)
        if completes:
            act.note("table.confirmed_by_players", table, public=True)
            after = standings.stage_view(stage)
            seating.follow(act, after, consequence.between(before.state, after.state, table.number).moves)
    return completes


def _must_fit(sheet: selectors.Sheet, entries: Collection[int], digest: str) -> None:
    if not sheet.is_ready:
        raise OutOfStep(
            _("A table is confirmed when all its rounds are in and nothing is in dispute."), code="not_complete"
        )
    if digest != sheet.digest:
        raise StaleView(_("The sheet has changed meanwhile. Look at it once more, then confirm."))
    if not set(entries) <= set(sheet.needed):
        raise OutOfStep(_("Choose a player who sits at this table."), code="not_at_this_table")
