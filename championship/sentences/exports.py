"""What stands in an exported file: headings that our own import reads back, and a row a player or a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from championship.models import Entry
from championship.selectors.stages import stage_name
from championship.sentences.words import seat_words

Row: TypeAlias = list[Any]


def registrations(entries: Sequence[Entry]) -> list[Row]:
    """Return the headings and a row for each of *entries*; they carry ``seat``, as the desk's list has them."""
    headings = [
        _("Number"),
        _("First name"),
        _("Last name"),
        _("Age"),
        _("Phone"),
        _("E-mail"),
        _("School"),
        _("Club"),
        _("City"),
        pgettext("heading of a list", "Paid"),
        pgettext("heading of a list", "Consent"),
        pgettext("heading of a list", "Photo consent"),
        _("May take part"),
        _("Spectators"),
        _("Family"),
        _("Pot"),
        _("Registered on"),
        _("State"),
        pgettext("heading of a list", "Here"),
        _("Seat"),
        _("Notes"),
    ]
    return [headings, *(_registration(entry) for entry in entries)]


def _registration(entry: Entry) -> Row:
    player = entry.player
    seat = entry.seat  # type: ignore[attr-defined]
    return [
        entry.number,
        player.first_name,
        player.last_name,
        entry.age,
        player.phone,
        player.email,
        player.school,
        player.club,
        player.city,
        _yes(entry.is_paid),
        _yes(entry.has_consent),
        _yes(entry.has_photo_consent),
        _yes(entry.is_eligible),
        entry.spectators,
        entry.family,
        entry.pot,
        entry.registered_on,
        str(entry.get_status_display()),
        _yes(entry.checked_in_at is not None),
        seat_words(seat.stage.key, seat.table.number, seat.position) if seat else "",
        entry.note,
    ]


def results(board: Mapping[str, Any]) -> list[Row]:
    """Return the headings and a row for each player of each table, as the board of this version ranks them (O02)."""
    rounds = max((stage["rounds"] for stage in board["stages"]), default=0)
    headings = [
        _("Stage"),
        _("Table"),
        _("Place"),
        _("Number"),
        _("Player"),
        *(_("Round %(number)s") % {"number": number} for number in range(1, rounds + 1)),
        _("Total"),
        _("Tie-break"),
        _("Goes on to"),
    ]
    return [
        headings,
        *(
            _result(stage, table, row, rounds)
            for stage in board["stages"]
            for table in stage["tables"]
            for row in table["rows"]
        ),
    ]


def _result(stage: Mapping[str, Any], table: Mapping[str, Any], row: Mapping[str, Any], rounds: int) -> Row:
    has_begun = table["rounds_played"] > 0 or table["is_complete"]
    played = [*row["rounds"], *[None] * rounds][:rounds]
    to = row["to"]
    return [
        stage_name(stage["key"]),
        table["number"],
        row["place"] if has_begun else None,
        row["entry"],
        row["name"],
        *(played if has_begun else [None] * rounds),
        row["total"] if has_begun else None,
        ", ".join(f"{label}: {cards}" for label, cards in row["tie_breaks"].items() if cards is not None),
        seat_words(to["stage"], to["table"], to["seat"]) if to else "",
    ]


def _yes(claim: bool) -> str:
    return pgettext("answer in a list", "yes") if claim else pgettext("answer in a list", "no")
