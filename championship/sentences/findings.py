"""What was noticed about a report, in sentences: what is wrong, at which seat, and the way out (rules.md §7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from championship.sentences import hands
from championship.sentences.words import END, LEFT_TO_RIGHT, isolated, listed, score
from engine.findings import Finding, Severity

Words: TypeAlias = Callable[[Finding, Mapping[str, Any]], str]

FIELDS = {
    "lines": gettext_lazy("cards left"),
    "turns": gettext_lazy("turns"),
    "seated": gettext_lazy("players of the round"),
    "is_called_off": gettext_lazy("called off"),
    "ends_run": gettext_lazy("the last card ends a TAKI run"),
    "direction": gettext_lazy("direction of play"),
    "chain_answers": gettext_lazy("answers to the last 2+"),
    "is_broken": gettext_lazy("the last +3 was broken"),
    "is_on_pending": gettext_lazy("the last +3 lay on a 2+"),
    "plus3_laid": gettext_lazy("number of +3 laid"),
    "plus3_answers": gettext_lazy("answers to +3"),
    "penalties": gettext_lazy("penalties for an undeclared last card"),
    "is_exhausted": gettext_lazy("the piles ran out"),
    "was_reshuffled": gettext_lazy("the pile was reshuffled"),
    "is_crazy_laid": gettext_lazy("a crazy card was laid"),
    "duration_seconds": gettext_lazy("length of the round"),
    "hands": gettext_lazy("cards in the hand"),
    "points": gettext_lazy("penalty points"),
    "pile": gettext_lazy("cards in the pile"),
    "top": gettext_lazy("card on top"),
    "is_pair": gettext_lazy("the last card was a pair"),
    "is_declared": gettext_lazy("both declarations of a last change colour"),
    "crazy_by": gettext_lazy("who laid the last crazy card"),
    "plus3_by": gettext_lazy("who laid the +3 that was broken"),
}
"""What the parts of a report are called (engine.taki.played.PlayedRound)."""


def finding_sentence(finding: Finding, names_by_seat: Mapping[int, str]) -> str:
    """Return a finding as a sentence, with the seats it concerns in front: "Seat 3 (Noa): …".

    *names_by_seat* are display names by seat. What may be overridden asks for a reason, a warning for a second
    look; a code without words of its own is named.
    """
    words = _WORDS.get(finding.code, _other)
    sentence = words(finding, finding.values)
    if finding.code not in _ASKING and (ask := _ASKS.get(Severity(finding.severity))):
        sentence = f"{sentence} {ask}"
    if not finding.seats:
        return sentence[:1].upper() + sentence[1:]
    return ngettext("Seat %(seats)s: %(sentence)s", "Seats %(seats)s: %(sentence)s", len(finding.seats)) % {
        "seats": listed([_seat(seat, names_by_seat) for seat in finding.seats]),
        "sentence": sentence,
    }


_ASKS = {
    Severity.OVERRIDE: gettext_lazy("If it was really so, give the reason."),
    Severity.WARNING: gettext_lazy("Please look once more; it can be saved as it is."),
}


_ASKING = frozenset({"VM2"})
"""Codes whose own sentence says what is asked for."""


def _seat(seat: object, names: Mapping[int, str]) -> str:
    name = names.get(seat) if isinstance(seat, int) else None
    return f"{seat} ({isolated(name)})" if name else f"{LEFT_TO_RIGHT}{str(seat)[:20]}{END}"


def _lines(finding: Finding, values: Mapping[str, Any]) -> str:
    """VA1, of the engine (``problem``) and of the report service (``why``)."""
    if why := values.get("why"):
        sentences = {
            "no_such_seat": _("this table has no such seat. Reload the page and enter the round again."),
            "seat_is_empty": _("nobody sits here, so the report cannot have a line for it. Leave it out."),
            "sits_elsewhere": _("#%(entry)s does not sit here. Check who sits where, then enter the round again."),
        }
        return sentences[why] % {"entry": values.get("entry")}
    field = str(FIELDS.get(values["field"], values["field"]))
    if values["problem"] == "players":
        return _(
            "%(players)s players in the round: there must be at least %(at_least)s and at most %(at_most)s."
        ) % dict(values)
    is_count = values["field"] == "lines"
    sentences = {
        "unreadable": (
            _("“%(value)s” is no number of cards. Enter a whole number from 0.")
            if is_count
            else _("“%(value)s” cannot be read as %(field)s. Enter it again or leave it out.")
        ),
        "missing": _("cards left are missing. Enter them, or mark the player as absent."),
        "twice": (
            _("is in the report twice. Keep one of the two.")
            if is_count
            else _("is named twice under %(field)s. Keep one of the two.")
        ),
        "not_seated": (
            _("does not play in this round. Leave the seat out.")
            if is_count
            else _("does not play in this round, but is named under %(field)s. Leave the seat out.")
        ),
    }
    return sentences[values["problem"]] % {"value": isolated(str(values.get("value", ""))), "field": field}


def _size(finding: Finding, values: Mapping[str, Any]) -> str:
    return ngettext(
        "%(size)s player sits at this table: four or five are usual.",
        "%(size)s players sit at this table: four or five are usual.",
        values["size"],
    ) % {"size": values["size"]}


def _winner(finding: Finding, values: Mapping[str, Any]) -> str:
    if values["problem"] == "no_winner":
        return _("Nobody is marked as the one who went out. Choose the winner.")
    if values["problem"] == "not_playing":
        return _("The player marked as the winner did not play this round. Choose another one.")
    return _("the winner cannot have cards left. Set the count to 0, or choose another winner.")


def _nobody_out(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("Everybody has cards left, so nobody went out. Set the winner's count to 0.")


def _several_out(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("more than one player has no cards left, and only one can go out first.")


def _total(finding: Finding, values: Mapping[str, Any]) -> str:
    if finding.severity is Severity.HARD:
        sentence = _("All together have %(total)s cards left, and the deck allows %(at_most)s at most.")
    else:
        sentence = _("All together have %(total)s cards left; more than %(at_most)s are hardly possible.")
    return sentence % dict(values)


def _last_card(finding: Finding, values: Mapping[str, Any]) -> str:
    sentences = {
        "not_a_card": _("“%(card)s” is no card. Choose the last card again."),
        "not_in_deck": _("the card %(card)s is not in this championship's deck. Choose the last card again."),
        "cannot_win": _("nobody can go out with the card %(card)s by these rules. Choose the last card again."),
        "broken": _("a +3 that was broken does not win. Choose the winner again."),
    }
    return sentences[values["problem"]] % {"card": f"{LEFT_TO_RIGHT}{values['last_card']}{END}"}


def _after_two_plus(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("the last card was a 2+, so the next player must have at least %(at_least)s cards.") % dict(values)


def _after_plus_three(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("the last card was a +3, so everybody else must have at least %(at_least)s cards.") % dict(values)


def _no_turn(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("the winner cannot have won without a turn. Check the turns.")


def _idle(finding: Finding, values: Mapping[str, Any]) -> str:
    return _(
        "%(cards)s cards left without a turn: at least %(at_least)s must be left. Check turns and cards."
    ) % dict(values)


def _drew_too_much(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("%(cards)s cards left are more than could be drawn (%(at_most)s).") % dict(values)


def _stage_totals(finding: Finding, values: Mapping[str, Any]) -> str:
    sentences = {
        "games": _("%(games)s rounds cannot count at this seat. Check every round of this table."),
        "total": _("a total of %(total)s cannot come of these rounds. Check every round of this seat."),
        "too_many_wins": _("these totals would need more wins than rounds were played. Check every round."),
        "too_few_wins": _("these totals leave a round without a winner. Check every round."),
        "sum": _("the totals of the table add up to %(total)s: that is too much. Check every round."),
    }
    total = values.get("total")
    return sentences[values["reason"]] % {
        "games": values.get("games"),
        "total": score(total) if isinstance(total, int) else total,
    }


def _penalty_points(finding: Finding, values: Mapping[str, Any]) -> str:
    low, high, points = values["low"], values["high"], values["points"]
    if points is None:
        return _("penalty points are missing. Add up the cards that are left.")
    if low == high:
        return _("the winner of a round has %(low)s points, not %(points)s.") % {
            "low": score(low),
            "points": score(points),
        }
    return ngettext(
        "%(points)s points cannot come of %(cards)s card: it is worth from %(low)s to %(high)s. Add up again.",
        "%(points)s points cannot come of %(cards)s cards: they are worth from %(low)s to %(high)s. Add up again.",
        values["cards"],
    ) % {"points": points, "cards": values["cards"], "low": low, "high": high}


def _odd(finding: Finding, values: Mapping[str, Any]) -> str:
    sentences = {
        "many_cards": _("more than %(more_than)s cards left is unusual."),
        "all_equal": _("everybody has %(cards)s cards left, which is unusual."),
        "short": _("The round took less than %(at_least)s seconds, which is unusual."),
    }
    return sentences[values["problem"]] % dict(values)


def _next_table(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("Just these numbers are saved for table %(table)s already. Is this the right table?") % dict(values)


def _no_hand(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("the cards themselves are asked for. Choose them; if nobody can any more, give the reason.")


def _claimed(finding: Finding, values: Mapping[str, Any]) -> str:
    return _(
        "“last card” was not said and somebody claimed it, so this player takes four cards and the round goes on. "
        "Enter it when somebody has gone out."
    )


def _other(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("this does not fit rule %(code)s.") % {"code": f"{LEFT_TO_RIGHT}{finding.code}{END}"}


_WORDS: Mapping[str, Words] = {
    "VA1": _lines,
    "VA2": _size,
    "VA3": _winner,
    "VA4": _nobody_out,
    "VA5": _several_out,
    "VA6": _total,
    "VA7": _total,
    "VA8": _last_card,
    "VA9": _after_two_plus,
    "VA10": _after_plus_three,
    "VA11": _no_turn,
    "VA12": _idle,
    "VA13": _drew_too_much,
    "VA14": _stage_totals,
    "VA15": _penalty_points,
    "VA16": _odd,
    "VM1": _next_table,
    "VM2": _no_hand,
    "VM3": _claimed,
    **hands.WORDS,
}
