"""The waiting list: called in first come first served, and the places of those who did not come (rules.md §6.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from championship.enums import EntryStatus
from championship.errors import OutOfStep, StaleView
from championship.models import Championship, Entry
from championship.selectors import entries as selectors
from championship.services import live
from championship.services.live import Act, Actor
from championship.services.people import must_work_here


def call_in(championship: Championship, count: int, *, by: Actor) -> list[Entry]:
    """Let the first *count* of the waiting list in, in the order in which they came; returns them.

    Raises OutOfStep, with the numbers, if there are fewer free places than that, or nobody waits.
    """
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        free = selectors.free_places(championship)
        waiting = selectors.waiting(championship)[: max(count, 0)]
        if not waiting:
            raise OutOfStep(_("Nobody is on the waiting list."), code="nobody_waits")
        if len(waiting) > free:
            raise OutOfStep(
                ngettext(
                    "%(free)s place is free. Cancel an entry, or raise the number of places in the settings.",
                    "%(free)s places are free. Cancel an entry, or raise the number of places in the settings.",
                    free,
                )
                % {"free": free},
                code="no_place_free",
                free=free,
            )
        _let_in(act, waiting)
    return waiting


def give_up(championship: Championship, numbers: Collection[int], *, by: Actor) -> tuple[list[Entry], list[Entry]]:
    """Take the places of those who did not come, *numbers*, and call in the waiting list for them, in one act.

    Returns who lost the place and who was called in. Raises StaleView if others are missing by now than those shown,
    OutOfStep if nobody is. Each can be let in again, if there is a place.
    """
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        missing = selectors.missing(championship)
        if not missing:
            raise OutOfStep(_("Everybody is here who has no seat yet."), code="nobody_missing")
        if {entry.number for entry in missing} != set(numbers):
            raise StaleView(_("Somebody has come or gone meanwhile. Look at the list again."))
        for entry in missing:
            entry.status = EntryStatus.CANCELLED
        Entry.objects.bulk_update(missing, ["status"])
        act.note("entry.no_show", public=True, entries=[entry.number for entry in missing])
        called = selectors.waiting(championship)[: max(selectors.free_places(championship), 0)]
        if called:
            _let_in(act, called)
    return missing, called


def _let_in(act: Act, waiting: Sequence[Entry]) -> None:
    """Give those who waited a place; the board lists them already."""
    for entry in waiting:
        entry.status = EntryStatus.REGISTERED
    Entry.objects.bulk_update(waiting, ["status"])
    act.note("entry.called_in", public=False, entries=[entry.number for entry in waiting])
