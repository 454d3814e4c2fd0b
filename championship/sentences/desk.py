"""The desk's home in words: the parts of the day, the next thing to do, what needs a decision."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from championship.selectors.desk import Day, Decision, Part, Step
from championship.selectors.stages import stage_name

PARTS: Mapping[str, object] = {
    "registration": gettext_lazy("Registration"),
    "check_in": gettext_lazy("Check-in"),
    "plan": gettext_lazy("Seat plan"),
    "draw": gettext_lazy("Draw"),
}


def part_words(part: Part) -> str:
    """Return what a part of the day is called."""
    return str(PARTS[part.key]) if part.key in PARTS else stage_name(part.key)


def part_count(part: Part) -> str:
    """Return how far a part of the day is, in numbers; empty where there are none."""
    if part.key == "registration" and part.done:
        return ngettext("%(count)s player", "%(count)s players", part.done) % {"count": part.done}
    if part.key == "plan" and part.done:
        return ngettext("%(count)s seat", "%(count)s seats", part.done) % {"count": part.done}
    if part.total:
        return _("%(done)s of %(total)s") % {"done": part.done, "total": part.total}
    return ""


def step_words(day: Day) -> tuple[str, str]:
    """Return what the button of the next thing says, and why it is next."""
    stage = stage_name(day.next_stage.key) if day.next_stage else ""
    match day.step:
        case Step.IMPORT:
            return _("Import the registrations"), _("Nobody is registered yet.")
        case Step.CHECK_IN:
            of = day.plan_seats if day.plan else day.registered
            return _("Check players in"), _("%(here)s of %(all)s are here.") % {"here": day.here, "all": of}
        case Step.PLAN:
            if day.plan:
                return _("Choose another plan"), _("%(here)s players are here, and the plan has %(seats)s seats.") % {
                    "here": day.here,
                    "seats": day.plan_seats,
                }
            return _("Choose a plan"), ngettext(
                "%(count)s player is here.", "%(count)s players are here.", day.here
            ) % {"count": day.here}
        case Step.PUBLISH_PLAN:
            return _("Publish the seat plan"), _(
                "A plan is chosen. Published, everybody can see where each place leads."
            )
        case Step.DRAW:
            return _("Draw the seats"), ngettext(
                "%(count)s player is here, and there is a seat for everybody.",
                "%(count)s players are here, and there is a seat for everybody.",
                day.here,
            ) % {"count": day.here}
        case Step.PUBLISH_DRAW:
            return _("Look at the draw and publish it"), _("Nobody else can see it yet.")
        case Step.START:
            return _("Start: %(stage)s") % {"stage": stage}, _("Everybody who plays in it is known.")
        case Step.DISPUTES:
            where = {"stage": stage_name(day.disputed[0].stage), "table": day.disputed[0].number}
            return _("Decide the dispute"), _(
                "%(stage)s, table %(table)s: two reports of one round disagree."
            ) % where
        case Step.LOTS:
            return _("Draw the lot"), _("Players are level for the last free seat of the next stage.")
        case Step.PLAY:
            return _("See the tables"), _("Results are coming in.")
        case Step.CLOSE:
            return _("Close the last stage"), _("Every place is decided.")
    return _("Print the protocol"), _("The championship is over.")


def decision_words(decision: Decision) -> str:
    """Return what needs a decision, with its count."""
    count = decision.count
    sentence = {
        "doubtful": ngettext("%(count)s doubtful registration", "%(count)s doubtful registrations", count),
        "waiting": ngettext("%(count)s on the waiting list", "%(count)s on the waiting list", count),
        "unmet": ngettext("%(count)s wish of the draw not met", "%(count)s wishes of the draw not met", count),
        "disputes": ngettext("%(count)s dispute", "%(count)s disputes", count),
        "misplaced": ngettext("%(count)s seat to put right", "%(count)s seats to put right", count),
        "ties": ngettext("%(count)s table owes a tie-break round", "%(count)s tables owe a tie-break round", count),
        "lots": ngettext("%(count)s lot to be drawn", "%(count)s lots to be drawn", count),
        "outdated": ngettext("%(count)s outdated print", "%(count)s outdated prints", count),
    }[decision.code]
    return sentence % {"count": count}
