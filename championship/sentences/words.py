"""The small parts of sentences: names, lists, points, places, seats, states."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from championship.selectors.stages import stage_name
from scoring.standings import State

FIRST_STRONG, LEFT_TO_RIGHT, END = "\u2068", "\u2066", "\u2069"
"""Unicode's isolates: what stands between them neither turns its neighbours round nor is turned by them."""
MINUS = "\u2212"

_CONTROLS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")

STATES = {
    State.WAITING: pgettext_lazy("table state", "waiting"),
    State.PLAYING: pgettext_lazy("table state", "playing"),
    State.TIED: pgettext_lazy("table state", "tied"),
    State.DISPUTED: pgettext_lazy("table state", "disputed"),
    State.DECIDED: pgettext_lazy("table state", "decided"),
    State.CONFIRMED: pgettext_lazy("table state", "confirmed"),
}

PLACES = {
    1: pgettext_lazy("place", "1st"),
    2: pgettext_lazy("place", "2nd"),
    3: pgettext_lazy("place", "3rd"),
    4: pgettext_lazy("place", "4th"),
    5: pgettext_lazy("place", "5th"),
    6: pgettext_lazy("place", "6th"),
}


def isolated(text: str) -> str:
    """Return *text* so that it keeps its own direction wherever it is put; direction marks of its own are dropped."""
    return f"{FIRST_STRONG}{_CONTROLS.sub('', text)}{END}"


def person(number: int, names: Mapping[int, str]) -> str:
    """Return how a sentence names entry *number*: its display name, with the number beside equal names.

    *names* are display names by entry number; who is not among them is a number.
    """
    name = names.get(number) or f"#{number}"
    if name == f"#{number}":
        return f"{LEFT_TO_RIGHT}{name}{END}"
    namesakes = sum(_same(other) == _same(name) for other in names.values())
    return isolated(f"{name} ({number})" if namesakes > 1 else name)


def people(numbers: Sequence[int], names: Mapping[int, str]) -> str:
    """Return several entries as one list: "Noa, Dan and Uri"."""
    return listed([person(number, names) for number in numbers])


def listed(items: Sequence[str]) -> str:
    """Return *items* as one list in the reader's language; empty for none."""
    if len(items) < 2:
        return "".join(items)
    return pgettext("end of a list", "%(others)s and %(last)s") % {
        "others": ", ".join(items[:-1]),
        "last": items[-1],
    }


def signed(points: int) -> str:
    """Return points with a plus or a real minus sign: +4, −3, 0. Not isolated: a page puts it in ``bdi``."""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def score(points: int) -> str:
    """Return points for the middle of a sentence, kept left to right."""
    return f"{LEFT_TO_RIGHT}{signed(points)}{END}"


def place_word(place: int) -> str:
    """Return a place as the reader's language says it: 1st, 2nd."""
    return str(PLACES[place]) if place in PLACES else pgettext("place", "%(place)sth") % {"place": place}


def seat_words(stage: str, table: int, seat: int) -> str:
    """Return where a seat is: "Second stage, table 3, seat 2"."""
    return _("%(stage)s, table %(table)s, seat %(seat)s") % {
        "stage": stage_name(stage),
        "table": table,
        "seat": seat,
    }


def name_in_language(names: Mapping[str, str], language: str) -> str:
    """Return a championship's name for the reader: in their language, else in its own *language*, else in any."""
    reader = (get_language() or language)[:2]
    return names.get(reader) or names.get(language) or next(filter(None, names.values()), "")


def state_word(state: str) -> str:
    """Return the one word for a table's state (design.md §2)."""
    return str(STATES[State(state)])


def _same(name: str) -> str:
    """What makes two display names equal to a reader: case and spaces aside."""
    return " ".join(name.split()).casefold()
