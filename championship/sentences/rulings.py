"""Rulings in words: what a kind is for, and who is next in rank."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from championship.enums import RulingKind
from championship.models import Ruling
from championship.selectors.stages import stage_name
from championship.sentences.rounds import round_short
from championship.sentences.words import person, signed
from scoring.replacements import Candidate

HELP: Mapping[RulingKind, Promise] = {
    RulingKind.NO_SHOW: gettext_lazy("The seat stays empty, and the player ranks below all who played."),
    RulingKind.WITHDRAWAL: gettext_lazy("Finished rounds stay; who left ranks below all who played on."),
    RulingKind.DISQUALIFICATION: gettext_lazy(
        "All results of this table are annulled for the player; others keep theirs."
    ),
    RulingKind.SEAT_GIVEN: gettext_lazy("A seat by hand: for a walk-in, a reserve, or whoever the organiser names."),
    RulingKind.SEAT_ADDED: gettext_lazy(
        "For a walk-in after the draw, at a table that has not begun. Fill tables of four first."
    ),
    RulingKind.SEAT_MOVED: gettext_lazy(
        "A player of another table who has not played comes to a free seat here, so that tables are even."
    ),
    RulingKind.SEATS_EXCHANGED: gettext_lazy(
        "Two players sat in each other's seats. They keep what they played, and the seats are exchanged on record."
    ),
    RulingKind.SUBSTITUTE: gettext_lazy(
        "Somebody plays on for a player who leaves. Each keeps the rounds they played; "
        "a round missed counts as the worst of its table."
    ),
}
"""What a ruling does, in a sentence above its form."""


def correction_words(corrected: tuple[str, int, int, int, int]) -> str:
    """Return a line of the protocol about a round: "Qualifiers, table 3, Round 2: corrected once."""
    stage, table, place, number, times = corrected
    where = [stage_name(stage), _("table %(table)s") % {"table": table}, round_short(place, number)]
    how_often = ngettext("corrected %(count)s time", "corrected %(count)s times", times) % {"count": times}
    return f"{', '.join(where)}: {how_often}."


def ruling_words(ruling: Ruling) -> str:
    """Return a line of the protocol about a ruling, without its reason, which may name people."""
    where = [stage_name(ruling.stage.key)]
    if ruling.table:
        where.append(_("table %(table)s") % {"table": ruling.table.number})
    what = [str(RulingKind(ruling.kind).label)]
    if ruling.entry:
        what.append(f"#{ruling.entry.number}")
    if isinstance(points := ruling.values.get("points"), int):
        what.append(signed(points))
    if hasattr(ruling, "undone_by"):
        what.append(_("taken back"))
    return f"{', '.join(where)}: {' · '.join(what)}"


def candidate_words(candidate: Candidate, names: Mapping[int, str]) -> str:
    """Return a reserve with what speaks for them: "Noa #12, place 2 at table 5 (Qualifiers)"."""
    return _("%(player)s, place %(place)s at table %(table)s (%(stage)s)") % {
        "player": person(candidate.entry, names),
        "place": candidate.place,
        "table": candidate.table,
        "stage": stage_name(candidate.stage),
    }
