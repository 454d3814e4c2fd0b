"""The end of a championship: its winners put on the roll, and its people's names taken away for good."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from django.db.models import Q
from django.utils.translation import gettext as _

from championship.enums import RulingKind
from championship.errors import OutOfStep
from championship.models import (
    Championship,
    Draw,
    DrawProof,
    DrawSwap,
    Entry,
    LogLine,
    Override,
    Pass,
    Player,
    Printout,
    Remark,
    Report,
    Ruling,
    SeatPlan,
    Winner,
)
from championship.selectors import endings
from championship.selectors.people import public_names
from championship.services import live
from championship.services.live import Actor
from championship.services.stages import must_organise
from scoring import podium

REMARKS = {
    Report: "round__table__stage__championship",
    Override: "report__round__table__stage__championship",
    Ruling: "championship",
    SeatPlan: "championship",
    Draw: "stage__championship",
    DrawProof: "championship",
    DrawSwap: "draw__stage__championship",
}
"""Rows that say something in free text, and how each leads to its championship."""
CHUNK = 500


def publish_winners(championship: Championship, *, by: Actor) -> list[Winner]:
    """Put those on the podium on the roll of winners, by the names the public knows; a second time writes it anew.

    Raises OutOfStep while the last stage is not closed, or when the names are gone.
    """
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        _must_be_over(championship)
        _must_have_names(championship)
        names = public_names(championship)
        places = {row.entry: row.place for row in endings.final_places(championship) if row.place}
        steps = podium.podium(places)
        championship.winners.all().delete()
        rows = Winner.objects.bulk_create(
            Winner(championship=championship, rank=rank, number=entry, name=names[entry])
            for rank, entries in enumerate(steps, start=1)
            for entry in entries
        )
        act.note("roll.published", championship.slug, public=True, entries=[row.number for row in rows])
    return rows


def anonymise(championship: Championship, *, typed: str, by: Actor) -> None:
    """Take every name away for good: players, free text, files, prints. Results, numbers, log and roll stay.

    *typed* is the championship's name, typed by the organiser: there is no way back. Somebody who has an entry in
    another championship keeps the name there. Raises OutOfStep before the end, or for another name.
    """
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        _must_be_over(championship)
        _must_have_names(championship)
        if typed.strip() not in {championship.name_he, championship.name_en, championship.name_pl} - {""}:
            raise OutOfStep(_("Type the championship's name just as it is written."), code="name_differs")
        _forget_players(championship)
        for keys in _chunks(_remarks(championship)):
            Remark.objects.filter(pk__in=keys).update(text="")
        championship.registration_files.update(content=None, filename="", left_out=[], column_map={})
        Printout.objects.filter(championship=championship).update(content=None)
        Pass.objects.filter(championship=championship).update(label="–")
        championship.anonymised_at = act.pulse.changed_at
        championship.save(update_fields=["anonymised_at"])
        act.note("championship.anonymised", championship.slug, public=True)


def _must_be_over(championship: Championship) -> None:
    """The last stage is closed; or no stage ever began, and the event was called off."""
    last = championship.stages.order_by("order").last()
    if last is None or not championship.stages.filter(started_at__isnull=False).exists():
        return
    closings = Ruling.objects.filter(stage=last, kind=RulingKind.STAGE_CLOSED, undoes=None, undone_by=None)
    if not closings.exists():
        raise OutOfStep(_("The championship is not over: close its last stage first."), code="not_over")


def _must_have_names(championship: Championship) -> None:
    if championship.anonymised_at is not None:
        raise OutOfStep(_("The names of this championship are gone already."), code="anonymised")


def _forget_players(championship: Championship) -> None:
    """Empty the players; one who plays elsewhere too stays there, and gets a nameless double here."""
    entries = list(championship.entries.select_related("player"))
    elsewhere = set(
        Entry.objects.filter(~Q(championship=championship), player__in=[entry.player_id for entry in entries])
        .filter(championship__anonymised_at=None)
        .values_list("player", flat=True)
    )
    own = [entry.player_id for entry in entries if entry.player_id not in elsewhere]
    nothing = dict.fromkeys(("first_name", "last_name", "phone", "email", "city", "school", "club"), "")
    for keys in _chunks(own):
        Player.objects.filter(pk__in=keys).update(**nothing)
    for entry in entries:
        if entry.player_id in elsewhere:
            entry.player = Player.objects.create(**nothing)
        entry.note, entry.age, entry.family, entry.registered_on = "", None, None, None
    Entry.objects.bulk_update(entries, ["player", "note", "age", "family", "registered_on"])


def _remarks(championship: Championship) -> list[int]:
    """Primary keys of all free text said in a championship."""
    said = (
        model.objects.filter(**{path: championship}, reason__isnull=False).values_list("reason", flat=True)  # type: ignore[attr-defined]
        for model, path in REMARKS.items()
    )
    noted = LogLine.objects.filter(championship=championship, values__has_key="remark")
    return [*chain.from_iterable(said), *(line.values["remark"] for line in noted)]


def _chunks(keys: list[int]) -> Iterator[list[int]]:
    """In parts, since a database takes so many values a query."""
    for start in range(0, len(keys), CHUNK):
        yield keys[start : start + CHUNK]
