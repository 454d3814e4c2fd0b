"""A table's state for a phone: what it works out without network, and the words for it (docs/table-state.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import get_language

from championship.enums import PrintKind
from championship.sentences.consequences import COUNTED, SENTENCES
from championship.sentences.words import listed, person, place_word, seat_words
from scoring import state_json
from scoring.results import StageState

SAMPLES: Mapping[str, Mapping[str, int]] = {
    "he": {"one": 1, "two": 2, "many": 20, "other": 3},
    "en": {"one": 1, "other": 2},
    "pl": {"one": 1, "few": 2, "many": 5, "other": 5},
}
"""A count of each plural category of Unicode's CLDR, by language; browsers name the category of any count."""


def table_state(stage: StageState, table: int, names: Mapping[int, str]) -> dict[str, Any]:
    """Return table *table* of *stage* as JSON values, with ``words`` in the reader's language.

    *names* are display names by entry number, of the whole championship: equal ones get their number.
    """
    return {**state_json.to_json(stage, table), "words": _words(stage, table, names)}


def plural_forms(sentence: Callable[[int], str]) -> dict[str, str]:
    """Return a counted sentence's forms by plural category, for ``Intl.PluralRules`` to choose from."""
    samples = SAMPLES.get(_language(), SAMPLES["en"])
    return {category: sentence(count) for category, count in samples.items()}


def _words(stage: StageState, table: int, names: Mapping[int, str]) -> dict[str, Any]:
    """Every word of a consequence at one table; a sentence's gaps are ``%(name)s``."""
    state = stage.table(table)
    tickets = [ticket for ticket in stage.tickets if ticket.table == table]
    people = {*state.entries, *(ticket.holder for ticket in tickets if ticket.holder is not None)}
    return {
        "language": _language(),
        "names": {str(entry): person(entry, names) for entry in sorted(people)},
        "places": {str(place): place_word(place) for place in range(1, len(state.seats) + 1)},
        "seats": {
            f"{t.to_stage}-{t.to_table}-{t.to_seat}": seat_words(t.to_stage, t.to_table, t.to_seat) for t in tickets
        },
        "prints": {value: str(label) for value, label in PrintKind.choices},
        "list": listed(["%(others)s", "%(last)s"]),
        "sentences": {
            **{name: str(sentence) for name, sentence in SENTENCES.items()},
            **{name: plural_forms(sentence) for name, sentence in COUNTED.items()},
        },
    }


def _language() -> str:
    return (get_language() or "en")[:2]
