"""Codes become whole sentences in the reader's language: the one place that words consequences, findings,
reasons to keep a report, and states (design.md §3). Every door uses it: pages, API, phone.
"""

from championship.sentences.consequences import consequence_lines, fact_sentence
from championship.sentences.findings import finding_sentence
from championship.sentences.kept import kept_sentence
from championship.sentences.table_state import table_state
from championship.sentences.words import (
    MINUS,
    isolated,
    listed,
    name_in_language,
    person,
    place_word,
    seat_words,
    signed,
    state_word,
)

__all__ = [
    "MINUS",
    "consequence_lines",
    "fact_sentence",
    "finding_sentence",
    "isolated",
    "kept_sentence",
    "listed",
    "name_in_language",
    "person",
    "place_word",
    "seat_words",
    "signed",
    "state_word",
    "table_state",
]
