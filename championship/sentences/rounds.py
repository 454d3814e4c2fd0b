"""What a round is called: on its screen, on its button, in the log."""

from __future__ import annotations

from django.utils.translation import gettext as _

from championship.selectors.stages import stage_name
from championship.sentences.words import place_word


def round_words(place: int, number: int, rounds: int) -> str:
    """Return what stands above a round: "Round 2 of 3", "Tie-break round for 1st place"."""
    if place == 0:
        return _("Round %(number)s of %(rounds)s") % {"number": number, "rounds": rounds}
    words = {"place": place_word(place), "number": number}
    if number == 1:
        return _("Tie-break round for %(place)s place") % words
    return _("Tie-break round %(number)s for %(place)s place") % words


def round_short(place: int, number: int) -> str:
    """Return a round in two words, for a heading of a column or a line of the log: "Round 2", "Tie-break 1"."""
    if place == 0:
        return _("Round %(number)s") % {"number": number}
    return _("Tie-break %(number)s") % {"number": number}


def correct_words(place: int, number: int) -> str:
    """Return what the button says that opens a saved round once more."""
    if place == 0:
        return _("Correct round %(number)s") % {"number": number}
    return _("Correct tie-break %(number)s") % {"number": number}


def save_words(place: int, number: int) -> str:
    """Return what the button says that saves a round."""
    if place == 0:
        return _("Save round %(number)s") % {"number": number}
    return _("Save the tie-break round")


def table_words(stage: str, number: int) -> str:
    """Return a table with its stage: "Qualifiers · Table 7"."""
    return f"{stage_name(stage)} · {_('Table %(number)s') % {'number': number}}"
