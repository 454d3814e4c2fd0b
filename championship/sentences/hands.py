"""What was noticed about the cards themselves, and about the log of a game, in sentences (rules.md §7.2, §7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from championship.sentences.words import END, LEFT_TO_RIGHT
from engine.findings import Finding


def _code(text: object) -> str:
    """Return the code of a card, or several, in its own direction."""
    return f"{LEFT_TO_RIGHT}{text}{END}"


def _deck(finding: Finding, values: Mapping[str, Any]) -> str:
    sentences = {
        "not_a_card": _("“%(cards)s” cannot be read as cards. Enter them again."),
        "not_in_deck": _("this championship's deck does not have %(cards)s. Check the cards again."),
    }
    return sentences[values["problem"]] % {"cards": _code(", ".join(values["cards"]))}


def _copies(finding: Finding, values: Mapping[str, Any]) -> str:
    """VB2, of hands or of a log, and VB3."""
    words = {**values, "card": _code(values["card"])}
    in_pile = values.get("in_pile", values.get("laid"))
    if "held" not in values:
        return _("in step %(step)s of the log %(card)s was laid or taken once more than the deck has it.") % words
    if in_pile is None:
        return _("%(card)s: %(held)s in these hands, and the deck has only %(copies)s. Check the hands.") % words
    return _(
        "%(card)s: %(held)s in hands and %(in_pile)s on the pile, and the deck has only %(copies)s."
        " Check hands and last card."
    ) % {**words, "in_pile": in_pile}


def _size(finding: Finding, values: Mapping[str, Any]) -> str:
    if values["cards"] is None:
        return _("marked as absent, but with a hand. Leave the hand empty, or enter the cards left.")
    return _("cards in the hand: %(hand)s, cards left as reported: %(cards)s. Count again.") % dict(values)


def _could_break(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("there is a B3 in the hand, and nobody broke the last +3.")


def _could_answer(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("there is a 2+ or a king in the hand, and nobody answered the last 2+.")


def _undeclared(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("a last change colour wins only if the colour and “last card” were both said before it.")


def _plus(finding: Finding, values: Mapping[str, Any]) -> str:
    if values["problem"] == "not_a_pair":
        return _("the other plus of this colour is in a hand, so the last card was no pair. Choose it again.")
    return _("nobody can go out with a plus alone. Choose the last card again.")


def _crazy(finding: Finding, values: Mapping[str, Any]) -> str:
    if values["problem"] == "layer_empty":
        return _("whoever lays a crazy card last gets the hand of a neighbour, so cards are left. Check the count.")
    return _("a crazy card makes a neighbour win, and the winner is none. Check winner and direction.")


def _breaker(finding: Finding, values: Mapping[str, Any]) -> str:
    if values["problem"] == "no_plus3":
        return _("a last B3 wins only against somebody else's +3. Choose the last card again.")
    return _("a +3 was broken last, so whoever laid it must have at least %(at_least)s cards.") % dict(values)


def _points(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("points of this hand: %(expected)s, points as reported: %(points)s. Add up again.") % dict(values)


def _top(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("The card on top is %(top)s, but the last card was %(last_card)s.") % {
        "top": _code(values["top"]),
        "last_card": _code(values["last_card"]),
    }


def _unreadable(finding: Finding, values: Mapping[str, Any]) -> str:
    if "line" not in values:
        return _("The log of the game cannot be read.")
    return _("Line %(line)s of the log cannot be read.") % dict(values)


def _step(finding: Finding, values: Mapping[str, Any]) -> str:
    words = {"step": values["step"], "action": _code(values["action"])}
    if finding.code == "VC3":
        return _("in step %(step)s of the log (%(action)s) other cards were taken than is possible.") % words
    return _("step %(step)s of the log (%(action)s) is against the rules.") % words


def _ending(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("the log of the game ends otherwise than was reported. Check both.")


def _unknown(finding: Finding, values: Mapping[str, Any]) -> str:
    return _("the log hides cards, so nobody can tell whether every draw was right.")


WORDS = {
    "VB1": _deck,
    "VB2": _copies,
    "VB3": _copies,
    "VB4": _size,
    "VB5": _could_break,
    "VB6": _could_answer,
    "VB7": _undeclared,
    "VB8": _plus,
    "VB9": _crazy,
    "VB10": _breaker,
    "VB11": _points,
    "VB12": _top,
    "VC1": _unreadable,
    "VC2": _step,
    "VC3": _step,
    "VC4": _ending,
    "VC5": _unknown,
}
"""By rule, what makes a sentence of a finding and its values."""
