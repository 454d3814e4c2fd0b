"""The consequence first, in sentences: what would follow from a report (design.md §3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from championship.enums import PrintKind
from championship.sentences.words import people, person, place_word, score, seat_words
from scoring.consequence import Consequence, Fact, FactCode

Names: TypeAlias = Mapping[int, str]
Values: TypeAlias = Mapping[str, Any]


SENTENCES: Mapping[str, Promise] = {
    "sits": _("%(after)s sits at: %(seat)s."),
    "sits_instead": _("%(after)s sits instead of %(before)s at: %(seat)s."),
    "stands_up": _("%(before)s leaves the seat free: %(seat)s."),
    "short_walkover": _("Table %(table)s has nobody left to play against: who stayed has won it."),
    "short_two": _("Table %(table)s goes on with two: they play by the rules for two, or are moved to other tables."),
    "short": _("Table %(table)s goes on with three players."),
    "unseats": _("%(after)s takes the seat of %(before)s: %(seat)s."),
    "unseats_nobody": _("%(before)s loses a seat further on: %(seat)s."),
    "unseats_blocked": _(
        "That table has already begun: %(before)s keeps the seat there (%(seat)s) unless the organiser rules."
    ),
    "tie_break": _("%(players)s are level for %(place)s place: they play a tie-break round."),
    "tie_break_again": _("%(players)s are still level for %(place)s place: they play another tie-break round."),
    "lot": _("%(players)s are level for the last free seat of the next stage: a lot decides."),
    "wins_table": _("%(player)s wins the table."),
    "takes_place": _("%(player)s takes %(place)s place."),
    "shares_place": _("%(player)s shares %(place)s place."),
    "goes_on": _("%(player)s takes %(place)s place and goes on to: %(seat)s."),
    "goes_on_blocked": _(
        "%(player)s takes %(place)s place, but the table further on has already begun: "
        "the organiser decides about the seat there (%(seat)s)."
    ),
    "outdates": _("A print no longer tells the truth: %(print)s."),
    "goes_to": _("After the last round the winner of this table goes on to: %(seat)s."),
    "nothing": _("Nothing else changes: every place and every seat stays as it is."),
    "more": _("What else follows is shown at the desk, as soon as this has arrived there."),
}
"""Every sentence of a consequence; a phone without network has them from here too (``table_state``)."""

COUNTED: Mapping[str, Callable[[int], str]] = {
    "leads": lambda count: ngettext(
        "%(players)s leads with %(points)s, and %(count)s round is left.",
        "%(players)s leads with %(points)s, and %(count)s rounds are left.",
        count,
    ),
    "lead_together": lambda count: ngettext(
        "%(players)s lead together with %(points)s, and %(count)s round is left.",
        "%(players)s lead together with %(points)s, and %(count)s rounds are left.",
        count,
    ),
}
"""The sentences that count something, in the form that the reader's language has for that many."""


def consequence_lines(consequence: Consequence, names: Names) -> list[str]:
    """Return what would follow, in three sentences at most; *names* are display names by entry number."""
    return [fact_sentence(fact, names) for fact in consequence.lines]


def fact_sentence(fact: Fact, names: Names) -> str:
    """Return one fact of a consequence as a sentence."""
    return _SENTENCES[fact.code](fact.values, names)


def _sits(values: Values, names: Names) -> str:
    before, after = values["before"], values["after"]
    sentence = "stands_up" if after is None else "sits" if before is None else "sits_instead"
    seat = seat_words(values["stage"], values["table"], values["seat"])
    return _say(sentence, before=person(before or 0, names), after=person(after or 0, names), seat=seat)


def _short(values: Values, names: Names) -> str:
    sentence = {2: "short_two", 3: "short"}.get(values["players"], "short_walkover")
    return _say(sentence, table=values["table"])


def _unseats(values: Values, names: Names) -> str:
    before, after = values["before"], values["after"]
    sentence = "unseats_blocked" if values["is_blocked"] else "unseats_nobody" if after is None else "unseats"
    return _say(sentence, before=person(before, names), after=person(after or 0, names), seat=_seat(values))


def _tie_break(values: Values, names: Names) -> str:
    sentence = "tie_break" if values["number"] == 1 else "tie_break_again"
    return _say(sentence, players=people(values["entries"], names), place=place_word(values["place"]))


def _lot(values: Values, names: Names) -> str:
    return _say("lot", players=people(values["entries"], names))


def _decides(values: Values, names: Names) -> str:
    player, place, seat = person(values["entry"], names), place_word(values["place"]), values["seat"]
    if values.get("is_shared"):
        return _say("shares_place", player=player, place=place)
    if seat is None:
        return _say("wins_table" if values["place"] == 1 else "takes_place", player=player, place=place)
    sentence = "goes_on_blocked" if seat["is_blocked"] else "goes_on"
    return _say(sentence, player=player, place=place, seat=_seat(seat))


def _outdates(values: Values, names: Names) -> str:
    labels = dict(PrintKind.choices)
    kind = str(values["print"])
    return _say("outdates", print=labels.get(kind, kind))


def _leads(values: Values, names: Names) -> str:
    entries, left = values["entries"], values["rounds_left"]
    sentence = COUNTED["leads" if len(entries) == 1 else "lead_together"](left)
    return sentence % {"players": people(entries, names), "points": score(values["total"]), "count": left}


def _goes_to(values: Values, names: Names) -> str:
    return _say("goes_to", seat=_seat(values))


def _say(sentence: str, **values: object) -> str:
    return str(SENTENCES[sentence]) % values


def _seat(values: Values) -> str:
    return seat_words(values["to_stage"], values["to_table"], values["to_seat"])


_SENTENCES: Mapping[FactCode, Callable[[Values, Names], str]] = {
    FactCode.SITS: _sits,
    FactCode.SHORT: _short,
    FactCode.UNSEATS: _unseats,
    FactCode.TIE_BREAK: _tie_break,
    FactCode.LOT: _lot,
    FactCode.DECIDES: _decides,
    FactCode.OUTDATES: _outdates,
    FactCode.LEADS: _leads,
    FactCode.GOES_TO: _goes_to,
}
