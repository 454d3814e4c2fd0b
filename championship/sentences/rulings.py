"""Rulings in words: what a kind is for, and who is next in rank."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from championship.enums import RulingKind
from championship.selectors.stages import stage_name
from championship.sentences.words import isolated, person
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


def candidate_words(candidate: Candidate, names: Mapping[int, str]) -> str:
    """Return a reserve with what speaks for them: "Noa #12, place 2 at table 5 (Qualifiers)"."""
    return _("%(player)s, place %(place)s at table %(table)s (%(stage)s)") % {
        "player": f"{person(candidate.entry, names)} {isolated(f'#{candidate.entry}')}",
        "place": candidate.place,
        "table": candidate.table,
        "stage": stage_name(candidate.stage),
    }
