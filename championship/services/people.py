"""People: registered, checked in, cancelled."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import EntryStatus
from championship.errors import NotAllowed, OutOfStep
from championship.models import Championship, Entry, Player, Seat
from championship.registrations.text import clean
from championship.services import live
from championship.services.live import Act, Actor

PLAYER_FIELDS = ("first_name", "last_name", "phone", "email", "city", "school", "club")
CONTACT_FIELDS = frozenset({"phone", "email"})
"""Seen and changed by the organiser alone; whoever registers a walk-in writes them down once."""
PUBLIC_FIELDS = frozenset({"first_name", "last_name", "has_consent"})
"""What the public name is made of."""


def register(championship: Championship, *, by: Actor, **fields: Any) -> Entry:
    """Register one player, say a walk-in; beyond the places, or behind others who wait, on the waiting list."""
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        return create(act, championship, **fields)


def create(act: Act, championship: Championship, **fields: Any) -> Entry:
    """Store one player and entry inside an act that is being written; the number is the next one."""
    fields = _cleaned(fields)
    player = Player(**{name: fields.pop(name) for name in PLAYER_FIELDS if name in fields})
    player.full_clean()
    player.save()
    last = championship.entries.aggregate(last=Max("number"))["last"] or 0
    status = status_of_next(championship)
    entry = Entry.objects.create(championship=championship, player=player, number=last + 1, status=status, **fields)
    act.note("entry.registered", f"entry {entry.number}", public=True, status=status)  # the board lists everybody
    return entry


def status_of_next(championship: Championship) -> EntryStatus:
    """Return what becomes of whoever registers now: first come first served, nobody passes those who wait (§6.1)."""
    if championship.entries.filter(status=EntryStatus.WAITING).exists():
        return EntryStatus.WAITING
    taken = championship.entries.filter(status=EntryStatus.REGISTERED).count()
    return EntryStatus.REGISTERED if taken < championship.capacity else EntryStatus.WAITING


def change(championship: Championship, number: int, *, by: Actor, **fields: Any) -> Entry:
    """Correct what is known of a player: the fields of player and entry that are named. The log has no names.

    Raises OutOfStep if there is no such entry, NotAllowed for contact details by anybody but the organiser.
    """
    must_work_here(by)
    if not by.is_organiser and not CONTACT_FIELDS.isdisjoint(fields):
        raise NotAllowed(_("Contact details are the organiser's alone."))
    with live.writing(championship.pk, by=by) as act:
        entry = _entry(championship, number)
        changed = []
        for name, value in _cleaned(fields).items():
            row = entry.player if name in PLAYER_FIELDS else entry
            if getattr(row, name) != value:
                setattr(row, name, value)
                changed.append(name)
        if changed:
            entry.player.full_clean()
            entry.player.save()
            entry.save()
            act.note("entry.changed", f"entry {number}", public=not PUBLIC_FIELDS.isdisjoint(changed), fields=changed)
    return entry


def admit(championship: Championship, number: int, *, by: Actor) -> None:
    """Let somebody in from the waiting list, or back after a cancellation; whoever is in stays in."""
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        entry = _entry(championship, number)
        if entry.status != EntryStatus.REGISTERED:
            is_back = entry.status == EntryStatus.CANCELLED  # whoever waits is on the board already
            entry.status = EntryStatus.REGISTERED
            entry.save(update_fields=["status"])
            act.note("entry.admitted", f"entry {number}", public=is_back)


def cancel(championship: Championship, number: int, *, by: Actor) -> None:
    """Cancel an entry. Raises OutOfStep if the player already has a seat: leaving then is a withdrawal."""
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        entry = _entry(championship, number)
        _must_have_no_seat(championship, number)
        if entry.status != EntryStatus.CANCELLED:
            entry.status, entry.checked_in_at = EntryStatus.CANCELLED, None
            entry.save(update_fields=["status", "checked_in_at"])
            act.note("entry.cancelled", f"entry {number}", public=True)


def unite(championship: Championship, number: int, others: Collection[int], *, by: Actor) -> None:
    """Note that *number* and *others* are one family, whom the draw keeps apart and check-in brings up together.

    Those named are the whole family: whoever was in it and is not named leaves it; without *others* it ends for
    *number*. Raises OutOfStep for numbers that nobody has here.
    """
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        entry = _entry(championship, number)
        named = {number, *others}
        found = list(championship.entries.filter(number__in=named))
        if unknown := sorted(named - {row.number for row in found}):
            raise OutOfStep(
                _("Nobody has the number %(number)s here.") % {"number": unknown[0]}, code="no_such_entry"
            )
        before = championship.entries.filter(family=entry.family) if entry.family else championship.entries.none()
        if {*before.values_list("number", flat=True), number} == named:
            return
        before.exclude(number__in=named).update(family=None)
        strangers = championship.entries.exclude(number__in=named).exclude(family=None)
        taken = {family for family in strangers.values_list("family", flat=True) if family is not None}
        free = [*(known for known in sorted(named) if known not in taken), max(taken, default=0) + 1]
        championship.entries.filter(number__in=named).update(family=free[0] if len(named) > 1 else None)
        act.note("entry.family_changed", f"entry {number}", public=False, entries=sorted(named))


def check_in(championship: Championship, numbers: Sequence[int], *, by: Actor) -> int:
    """Note that these entries have arrived; returns how many had not been noted yet. Checking in twice is harmless.

    Raises OutOfStep for numbers that are not registered here, naming them; nobody is checked in then.
    """
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        entries = {entry.number: entry for entry in championship.entries.filter(number__in=numbers)}
        wrong = sorted(n for n in set(numbers) if n not in entries or entries[n].status != EntryStatus.REGISTERED)
        if wrong:
            raise OutOfStep(
                _("Not registered, or on the waiting list: %(numbers)s. Register them first.")
                % {"numbers": ", ".join(f"#{number}" for number in wrong)},
                code="not_registered",
                numbers=wrong,
            )
        new = [entry for entry in entries.values() if entry.checked_in_at is None]
        for entry in new:
            entry.checked_in_at = timezone.now()
        Entry.objects.bulk_update(new, ["checked_in_at"])
        if new:
            act.note("entry.checked_in", public=False, entries=sorted(entry.number for entry in new))
    return len(new)


def undo_check_in(championship: Championship, number: int, *, by: Actor) -> None:
    """Take a check-in back. Raises OutOfStep if the player already has a seat: leaving then is a withdrawal."""
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        _must_have_no_seat(championship, number)
        entries = championship.entries.filter(number=number, checked_in_at__isnull=False)
        if entries.update(checked_in_at=None):
            act.note("entry.check_in_undone", f"entry {number}", public=False)


def _cleaned(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, without invisible signs: one could turn the name round, or hide in it (O44, O58)."""
    return {
        name: clean(value, keep_lines=name == "note") if isinstance(value, str) else value
        for name, value in fields.items()
    }


def _entry(championship: Championship, number: int) -> Entry:
    entry = championship.entries.select_related("player").filter(number=number).first()
    if entry is None:
        raise OutOfStep(_("Nobody has the number %(number)s here.") % {"number": number}, code="no_such_entry")
    return entry


def _must_have_no_seat(championship: Championship, number: int) -> None:
    if Seat.objects.filter(entry__championship=championship, entry__number=number).exists():
        raise OutOfStep(
            _("#%(number)s already has a seat. If the player left, record a withdrawal at the table.")
            % {"number": number},
            code="has_a_seat",
        )


def must_work_here(by: Actor) -> None:
    """Raise NotAllowed unless *by* works at the desk of this championship."""
    if not by.works_at_desk:
        raise NotAllowed(_("Only the staff of this championship can do this."))
