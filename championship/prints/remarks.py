"""What the protocol says of corrections and rulings: a line each, without reasons, which may name people."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from championship.enums import RulingKind
from championship.models import Ruling
from championship.prints import bidi
from championship.prints.text import figure
from championship.selectors.stages import stage_name


def where_words(stage: str, table: int | None = None) -> str:
    """Return a stage, or a table of it: "Qualifiers, table 3"."""
    if table is None:
        return stage_name(stage)
    return f"{stage_name(stage)}, {_('table %(table)s') % {'table': bidi.isolate_ltr(table)}}"


def correction_words(corrected: tuple[str, int, int, int, int]) -> str:
    """Return a line about a round that was corrected: "Qualifiers, table 3, Round 2: corrected 1 time."."""
    stage, table, place, number, times = corrected
    round_words = _("Tie-break %(number)s") if place else _("Round %(number)s")
    what = ngettext("corrected %(count)s time", "corrected %(count)s times", times) % {"count": times}
    return f"{where_words(stage, table)}, {round_words % {'number': bidi.isolate_ltr(number)}}: {what}."


def ruling_words(ruling: Ruling) -> str:
    """Return a line about a ruling: "Qualifiers, table 3: Withdrawal · #12"."""
    what = [str(RulingKind(ruling.kind).label)]
    if ruling.entry:
        what.append(bidi.isolate_ltr(f"#{ruling.entry.number}"))
    if isinstance(points := ruling.values.get("points"), int):
        what.append(figure(points, plus=True))
    if hasattr(ruling, "undone_by"):
        what.append(_("taken back"))
    return f"{where_words(ruling.stage.key, ruling.table.number if ruling.table else None)}: {' · '.join(what)}"
