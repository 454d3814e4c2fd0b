"""The log in words: what was done, to what. Its codes are stored for good, so an unknown one is shown as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from championship.enums import CallKind, Role, RulingKind
from championship.models import LogLine
from championship.selectors.stages import stage_name
from championship.sentences.rounds import round_short
from championship.sentences.words import signed

KINDS: Mapping[str, object] = {
    "results": gettext_lazy("results"),
    "rulings": gettext_lazy("rulings"),
    "seats": gettext_lazy("plan, draw and seats"),
    "players": gettext_lazy("players"),
    "stages": gettext_lazy("stages"),
    "papers": gettext_lazy("prints and passes"),
    "staff": gettext_lazy("staff and event"),
}
"""What the log can be narrowed to (``selectors.log.KINDS``)."""

ACTS: Mapping[str, object] = {
    "call.answered": gettext_lazy("Call answered"),
    "call.made": gettext_lazy("Head referee called"),
    "championship.anonymised": gettext_lazy("Names taken away for good"),
    "championship.described": gettext_lazy("Event details changed"),
    "championship.shown": gettext_lazy("Shown to the public"),
    "championship.hidden": gettext_lazy("Hidden from the public"),
    "clock.extended": gettext_lazy("Extra time given"),
    "clock.paused": gettext_lazy("Play paused"),
    "clock.resumed": gettext_lazy("Play goes on"),
    "clock.set": gettext_lazy("Clock set"),
    "draw.made": gettext_lazy("Draw made"),
    "draw.list_frozen": gettext_lazy("List of the draw frozen"),
    "draw.previewed": gettext_lazy("Preview of a draw made"),
    "draw.promised": gettext_lazy("Commitment to a draw published"),
    "draw.published": gettext_lazy("Draw published"),
    "draw.swapped": gettext_lazy("Two players changed places in a draft"),
    "entry.admitted": gettext_lazy("Player admitted"),
    "entry.called_in": gettext_lazy("Called in from the waiting list"),
    "entry.cancelled": gettext_lazy("Player cancelled"),
    "entry.changed": gettext_lazy("Player's details changed"),
    "entry.check_in_undone": gettext_lazy("Check-in taken back"),
    "entry.checked_in": gettext_lazy("Checked in"),
    "entry.family_changed": gettext_lazy("Brothers and sisters noted"),
    "entry.merge_undone": gettext_lazy("Merge taken back"),
    "entry.merged": gettext_lazy("Two entries merged"),
    "entry.no_show": gettext_lazy("Did not come: place given up"),
    "entry.registered": gettext_lazy("Player registered"),
    "flights.arranged": gettext_lazy("Halls and hours changed"),
    "format.chosen": gettext_lazy("Plan chosen"),
    "import.saved": gettext_lazy("Registration file saved"),
    "import.settled": gettext_lazy("Doubtful line settled"),
    "pass.issued": gettext_lazy("Pass issued"),
    "pass.phones_accepted": gettext_lazy("Second phone found in order"),
    "pass.revoked": gettext_lazy("Pass revoked"),
    "pass.second_phone": gettext_lazy("A second phone came with a pass"),
    "plan.published": gettext_lazy("Seat plan published"),
    "print.made": gettext_lazy("Print made"),
    "print.requested": gettext_lazy("Print asked for"),
    "report.corrected": gettext_lazy("Result corrected"),
    "report.counted": gettext_lazy("Result saved"),
    "report.kept": gettext_lazy("Result kept for the head referee"),
    "roll.published": gettext_lazy("Winners put on the roll"),
    "ruling.undone": gettext_lazy("Ruling taken back"),
    "seat.moved": gettext_lazy("Seat changed hands"),
    "seat.taken": gettext_lazy("Seat taken"),
    "seats.given": gettext_lazy("Seats given from a list"),
    "staff.appointed": gettext_lazy("Staff appointed"),
    "staff.dismissed": gettext_lazy("Staff dismissed"),
    "staff.invited": gettext_lazy("Invitation made"),
    "staff.joined": gettext_lazy("Invitation accepted"),
    "staff.uninvited": gettext_lazy("Invitation taken back"),
    "stage.start_taken_back": gettext_lazy("Start of the stage taken back"),
    "stage.started": gettext_lazy("Stage started"),
    "table.confirmed_by_players": gettext_lazy("Confirmed by all its players"),
    "table.signed": gettext_lazy("Confirmed by a player"),
}

_WHERE = re.compile(r"(?P<stage>[\w-]+?)-(?P<table>\d+)(?P<rest>.*)")
_ROUND = re.compile(r"(?: place (?P<place>\d+))? round (?P<number>\d+)")
_THINGS: Mapping[str, object] = {
    "draw": gettext_lazy("draw %(number)s"),
    "entry": gettext_lazy("#%(number)s"),
    "invitation": gettext_lazy("invitation %(number)s"),
    "file": gettext_lazy("file %(number)s"),
    "line": gettext_lazy("line %(number)s"),
    "pass": gettext_lazy("pass %(number)s"),
    "print": gettext_lazy("print %(number)s"),
    "seat": gettext_lazy("seat %(number)s"),
    "user": gettext_lazy("user %(number)s"),
    "version": gettext_lazy("version %(number)s"),
}
_THING = re.compile(r"(?P<thing>[a-z]+) (?P<number>\d+)")


def act_words(act: str) -> str:
    """Return what was done."""
    if act in ACTS:
        return str(ACTS[act])
    kind = act.removeprefix("ruling.")
    if act.startswith("ruling.") and kind in RulingKind:
        return _("Ruling: %(kind)s") % {"kind": RulingKind(kind).label}
    return act


def subject_words(subject: str) -> str:
    """Return what it was done to: "Qualifiers, table 7, round 2", "#12"."""
    if found := _THING.fullmatch(subject):
        return _thing(found)
    found = _WHERE.fullmatch(subject)
    if found is None:
        return stage_name(subject)
    words = [stage_name(found["stage"]), _("table %(table)s") % {"table": found["table"]}]
    if is_round := _ROUND.fullmatch(found["rest"]):
        words.append(round_short(int(is_round["place"] or 0), int(is_round["number"])))
    elif is_thing := _THING.fullmatch(found["rest"].strip()):
        words.append(_thing(is_thing))
    return ", ".join(words)


def details_words(line: LogLine) -> str:
    """Return the numbers that a line keeps, as far as they say something to people."""
    values: Mapping[str, Any] = line.values
    parts = []
    if line.act in {"seat.moved", "seat.taken"}:
        moved = [f"#{values[key]}" if values.get(key) else "–" for key in ("before", "after")]
        parts.append(" → ".join(moved if values.get("before") else moved[1:]))
    for table, position, before, after in values.get("seats") or ():
        who = " → ".join(f"#{number}" if number else "–" for number in (before, after))
        parts.append(f"{table}/{position}: {who}")
    if entries := values.get("entries"):
        parts.append(", ".join(f"#{number}" for number in entries))
    if isinstance(points := values.get("points"), int):
        parts.append(signed(points))
    if minutes := values.get("minutes"):
        parts.append(ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes})
    if (kind := str(values.get("kind", ""))) in CallKind:
        parts.append(str(CallKind(kind).label))
    if (role := str(values.get("role", ""))) in Role:
        parts.append(str(Role(role).label))
    return " · ".join(parts)


def _thing(found: re.Match[str]) -> str:
    words = _THINGS.get(found["thing"])
    return str(words) % {"number": found["number"]} if words else found[0]
