"""The head referee's board in words: why a table is late, what was called for, who asked."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from championship.models import Call, Pass, Report
from championship.selectors.floor import Late
from championship.selectors.repairs import Misplaced
from championship.sentences.words import isolated, person, seat_words
from scoring.clock import ClockAct

LATE: Mapping[Late, object] = {
    Late.OVER: gettext_lazy("late: time is over"),
    Late.BEHIND: gettext_lazy("late: two rounds behind"),
    Late.SLOW: gettext_lazy("late: slower than the others"),
}


def late_words(late: Late) -> str:
    """Return why a table is late."""
    return str(LATE[late])


def limit_words(limit: ClockAct | None) -> str:
    """Return how long a stage may take."""
    if limit is None:
        return _("no clock")
    if limit.is_per_round:
        return ngettext("%(count)s minute a round", "%(count)s minutes a round", limit.minutes) % {
            "count": limit.minutes
        }
    return ngettext("%(count)s minute for the stage", "%(count)s minutes for the stage", limit.minutes) % {
        "count": limit.minutes
    }


def caller_words(call: Call, names: Mapping[int, str]) -> str:
    """Return who called: a player, the holder of a pass, the desk."""
    if call.entry:
        return person(call.entry.number, names)
    return isolated(call.by_pass.label) if call.by_pass else _("the desk")


def author_words(report: Report) -> str:
    """Return who sent a report."""
    if report.by_pass:
        return isolated(report.by_pass.label)
    return isolated(report.by_user.get_username()) if report.by_user else ""


def misplaced_words(each: Misplaced, names: Mapping[int, str]) -> str:
    """Return who should sit where, and who sits there in a table that has begun."""
    values = {
        "seat": seat_words(each.stage, each.table, each.seat),
        "before": person(each.move.before or 0, names),
        "after": person(each.move.after, names) if each.move.after is not None else "",
    }
    if each.move.after is None:
        return _("%(before)s sits at %(seat)s, which nobody has won any more; the table has begun.") % values
    return _("%(after)s should sit at %(seat)s, but the table has begun with %(before)s.") % values


def second_phone_words(held: Pass) -> str:
    """Return that a pass is used by more phones than one."""
    return _("Another phone uses the pass %(label)s.") % {"label": isolated(held.label)}
