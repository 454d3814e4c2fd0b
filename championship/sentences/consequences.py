"""The consequence first, in sentences: what would follow from a report (design.md §3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from championship.enums import PrintKind
from championship.sentences.words import people, person, place_word, score, seat_words
from scoring.consequence import Consequence, Fact, FactCode

Names: TypeAlias = Mapping[int, str]
Values: TypeAlias = Mapping[str, Any]


def consequence_lines(consequence: Consequence, names: Names) -> list[str]:
    """Return what would follow, in three sentences at most; *names* are display names by entry number."""
    return [fact_sentence(fact, names) for fact in consequence.lines]


def fact_sentence(fact: Fact, names: Names) -> str:
    """Return one fact of a consequence as a sentence."""
    return _SENTENCES[fact.code](fact.values, names)


def _unseats(values: Values, names: Names) -> str:
    before, after, seat = values["before"], values["after"], _seat(values)
    if values["is_blocked"]:
        sentence = _(
            "That table has already begun: %(before)s keeps the seat there (%(seat)s) unless the organiser rules."
        )
        return sentence % {"before": person(before, names), "seat": seat}
    if after is None:
        return _("%(before)s loses a seat further on: %(seat)s.") % {"before": person(before, names), "seat": seat}
    return _("%(after)s takes the seat of %(before)s: %(seat)s.") % {
        "after": person(after, names),
        "before": person(before, names),
        "seat": seat,
    }


def _tie_break(values: Values, names: Names) -> str:
    sentence = (
        _("%(players)s are level for %(place)s place: they play a tie-break round.")
        if values["number"] == 1
        else _("%(players)s are still level for %(place)s place: they play another tie-break round.")
    )
    return sentence % {"players": people(values["entries"], names), "place": place_word(values["place"])}


def _lot(values: Values, names: Names) -> str:
    return _("%(players)s are level for the last free seat of the next stage: a lot decides.") % {
        "players": people(values["entries"], names)
    }


def _decides(values: Values, names: Names) -> str:
    player, place, seat = person(values["entry"], names), place_word(values["place"]), values["seat"]
    if seat is None:
        sentence = _("%(player)s wins the table.") if values["place"] == 1 else _("%(player)s takes %(place)s place.")
        return sentence % {"player": player, "place": place}
    if seat["is_blocked"]:
        sentence = _(
            "%(player)s takes %(place)s place, but the table further on has already begun: "
            "the organiser decides about the seat there (%(seat)s)."
        )
    else:
        sentence = _("%(player)s takes %(place)s place and goes on to: %(seat)s.")
    return sentence % {"player": player, "place": place, "seat": _seat(seat)}


def _outdates(values: Values, names: Names) -> str:
    labels = dict(PrintKind.choices)
    kind = str(values["print"])
    return _("A print no longer tells the truth: %(print)s.") % {"print": labels.get(kind, kind)}


def _leads(values: Values, names: Names) -> str:
    entries, left = values["entries"], values["rounds_left"]
    sentence = (
        ngettext(
            "%(players)s leads with %(points)s, and %(count)s round is left.",
            "%(players)s leads with %(points)s, and %(count)s rounds are left.",
            left,
        )
        if len(entries) == 1
        else ngettext(
            "%(players)s lead together with %(points)s, and %(count)s round is left.",
            "%(players)s lead together with %(points)s, and %(count)s rounds are left.",
            left,
        )
    )
    return sentence % {"players": people(entries, names), "points": score(values["total"]), "count": left}


def _goes_to(values: Values, names: Names) -> str:
    return _("After the last round the winner of this table goes on to: %(seat)s.") % {"seat": _seat(values)}


def _seat(values: Values) -> str:
    return seat_words(values["to_stage"], values["to_table"], values["to_seat"])


_SENTENCES: Mapping[FactCode, Callable[[Values, Names], str]] = {
    FactCode.UNSEATS: _unseats,
    FactCode.TIE_BREAK: _tie_break,
    FactCode.LOT: _lot,
    FactCode.DECIDES: _decides,
    FactCode.OUTDATES: _outdates,
    FactCode.LEADS: _leads,
    FactCode.GOES_TO: _goes_to,
}
