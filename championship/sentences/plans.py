"""What speaks for and against a plan, its exceptions, and why there is none, in sentences (rules.md §6.4, §6.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from championship.selectors.stages import stage_name
from championship.sentences.words import END, LEFT_TO_RIGHT, listed
from scoring import advisor
from scoring.advisor import Remark
from scoring.errors import NoPlan
from scoring.formats import Format

EXCEPTIONS = {
    "E3": gettext_lazy("a table of three"),
    "E6": gettext_lazy("a table of six"),
    "S2": gettext_lazy("two tables in the second stage instead of four"),
    "S3": gettext_lazy("three tables in the second stage instead of four"),
    "W1": gettext_lazy("one wild card: the best second of the first stage goes on too"),
    "W2": gettext_lazy("two wild cards: the best seconds of the first stage go on too"),
    "R2": gettext_lazy("the event begins with the official second stage"),
    "D5": gettext_lazy("the five winners form the final, without a playoff"),
}
"""What each exception of rules.md §6.4 means."""


def remark_sentence(remark: Remark) -> str:
    """Return one thing good or bad about a plan as a sentence."""
    values: Mapping[str, Any] = remark.values
    match remark.code:
        case "official_shape":
            return _("The official shape, without any exception.")
        case "equal_tables":
            return _("All tables have %(size)s players: everybody has the same chance.") % values
        case "fewest_tables":
            count = values["tables"]
            return ngettext(
                "Needs the fewest tables: %(tables)s deck and %(tables)s referee.",
                "Needs the fewest tables: %(tables)s decks and %(tables)s referees.",
                count,
            ) % {"tables": count}
        case "second_chance":
            return _("%(players)s second-placed players go on playing.") % values
        case "shorter_day":
            return _("A shorter day: %(rounds)s rounds from the first card to the champion.") % values
        case "exception":
            return exception_sentence(values)
        case "unequal_tables":
            chances: Mapping[str, int] = values["percent_to_win"]
            each = [
                _("%(percent)s%% at a table of %(size)s") % {"percent": percent, "size": size}
                for size, percent in chances.items()
            ]
            return _("Tables differ: the chance to win one is %(chances)s. The draw decides who sits where.") % {
                "chances": listed(each)
            }
        case "more_tables":
            return ngettext(
                "Needs %(tables)s tables at once, %(more)s more than the smallest plan.",
                "Needs %(tables)s tables at once, %(more)s more than the smallest plan.",
                values["more"],
            ) % dict(values)
        case "no_second_chance":
            return _("Only table winners go on: there is no second chance.")
        case "wild_card_tie":
            return (
                _("The best seconds may be level: in %(percent)s of 100 championships a lot has to decide.") % values
            )
        case "longer_day":
            return _("A longer day: %(rounds)s rounds from the first card to the champion.") % values
    return remark.code


def exception_sentence(values: Mapping[str, Any]) -> str:
    """Return an exception from the official shape, with its code: "Exception E6: a table of six (4 tables)."""
    code = values["code"]
    words = {"code": f"{LEFT_TO_RIGHT}{code}{END}", "meaning": EXCEPTIONS.get(code, code)}
    count = values.get("tables", 0)
    if count > 1:
        return _("Exception %(code)s: %(meaning)s (%(count)s tables).") % {**words, "count": count}
    return _("Exception %(code)s: %(meaning)s.") % words


def stages_sentence(format_: Format) -> list[tuple[str, str]]:
    """Return the stages of a plan with the sizes of their tables: ("Qualifiers", "16×5 + 4×4")."""
    return [(stage_name(stage.key), advisor.describe(stage.sizes)) for stage in format_.stages]


def no_plan_sentence(refused: NoPlan) -> str:
    """Return why there is no plan for a number of players, and what can be done."""
    values = refused.values
    near = listed([str(number) for number in _list(values.get("near"))])
    match values.get("reason"):
        case "too_few":
            return _(
                "%(players)s players are too few: a championship needs at least %(fewest)s. Wait for more players."
            ) % dict(values)
        case "too_many":
            return _(
                "%(players)s players need %(tables_needed)s tables, and at most %(tables_allowed)s play at once. "
                "Put the rest on the waiting list, or play the first stage in several flights. At most %(most)s fit."
            ) % dict(values)
        case "winners":
            return _(
                "The winners of %(tables)s tables cannot be split into tables of four and five. "
                "Choose another number of tables."
            ) % dict(values)
    sentence = _("%(players)s players do not fit at %(tables)s tables of four and five.") % dict(values)
    return f"{sentence} {_('The nearest number that fits: %(near)s.') % {'near': near}}" if near else sentence


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
