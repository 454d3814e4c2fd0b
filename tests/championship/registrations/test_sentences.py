"""Every code has its sentence, with every value in it, and text of a file cannot turn a sentence around."""

from __future__ import annotations

import pytest
from django.utils import translation

from championship.registrations import (
    Bin,
    Doubt,
    Field,
    Like,
    Note,
    NoteKind,
    Reason,
    Refusal,
    Row,
    sentences,
)

VALUES = {
    "name": "Noa",
    "like_name": "Noaa",
    "text": "x",
    "field": Field.PAID,
    "letters": 101,
    "limit": 100,
    "age": 4,
    "youngest": 5,
    "oldest": 18,
    "reckoned": 9,
    "count": 4,
}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.mark.parametrize("code", Doubt)
def test_reason_has_a_sentence_that_names_the_line(code):
    row = Row(line=7, last_line=7, bin=Bin.DOUBTFUL, like=Like(line=3))

    sentence = sentences.reason(row, Reason(code, VALUES))

    assert sentence.startswith("Line 7")
    assert sentence.endswith(".")
    assert "%" not in sentence


@pytest.mark.parametrize("code", Refusal)
def test_refusal_has_a_sentence(code):
    sentence = sentences.refusal(code, {"rows": 6_000, "filled": 7_000, "limit": 5_000, "bytes": 1, "delimiter": ","})

    assert sentence.endswith(".")
    assert "%" not in sentence


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (
            Note(NoteKind.ENCODING_GUESSED, {"encoding": "cp1255"}),
            "The file does not say how its letters are written; \u2068Windows-1255\u2069 was guessed."
            " Check that the names are right.",
        ),
        (
            Note(NoteKind.ENCODING_MIXED, {"lines": tuple(range(3, 15))}),
            "Lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … are in another encoding than the rest of the file;"
            " their letters were guessed.",
        ),
        (
            Note(NoteKind.SHEETS_NOT_READ, {"sheet": "A", "sheets": ("B",), "lists": (), "hidden": ()}),
            "The sheet “\u2068A\u2069” was read; these were not: “\u2068B\u2069”.",
        ),
        (Note(NoteKind.HIDDEN_COLUMNS, {"columns": ("A",)}), "Hidden columns were read too: “\u2068A\u2069”."),
        (Note(NoteKind.HIDDEN_ROWS, {"rows": 1}), "1 hidden row was read too."),
        (Note(NoteKind.HIDDEN_ROWS, {"rows": 2}), "2 hidden rows were read too."),
        (Note(NoteKind.COLUMNS_NOT_READ, {"columns": ("A",)}), "These columns were not read: “\u2068A\u2069”."),
        (Note(NoteKind.COLUMNS_BEYOND, {"limit": 256}), "Cells beyond column 256 were not read."),
        (
            Note(NoteKind.SPELLINGS_UNITED, {"field": Field.CLUB, "kept": "A", "others": ("a",)}),
            "One spelling was taken for all (club): “\u2068A\u2069” instead of “\u2068a\u2069”.",
        ),
        (
            Note(NoteKind.WAITING_LIST, {"count": 1, "capacity": 120}),
            "There are 120 places: 1 player goes to the waiting list.",
        ),
        (
            Note(NoteKind.WAITING_LIST, {"count": 3, "capacity": 120}),
            "There are 120 places: 3 players go to the waiting list.",
        ),
        (
            Note(NoteKind.ABSENT, {"entries": (5,), "names": ("Noa",)}),
            "Registered before and not in this file; they stay as they are: “\u2068Noa\u2069”.",
        ),
        (
            Note(NoteKind.HEADING_TWICE, {"heading": "B", "column": 2, "taken": "A", "taken_column": 1}),
            "Columns 1 (“\u2068A\u2069”) and 2 (“\u2068B\u2069”) have the same meaning; the first was taken, the"
            " other was not read.",
        ),
    ],
)
def test_note(note, expected):
    assert sentences.note(note) == expected


def test_every_note_is_tried():
    tried = {mark.args[1][at][0].code for mark in test_note.pytestmark for at in range(len(mark.args[1]))}

    assert tried == set(NoteKind)


@pytest.mark.parametrize(
    ("like", "words"),
    [
        (Like(line=3), "(line 3)"),
        (Like(entry=5), "(entry number 5)"),
        (Like(line=3, entry=5), "(line 3, entry number 5)"),
    ],
)
def test_reason_says_whom_a_row_is_like(like, words):
    row = Row(line=7, last_line=7, bin=Bin.DOUBTFUL, like=like)

    assert words in sentences.reason(row, Reason(Doubt.SAME_PERSON, VALUES))


def test_percent_signs_of_a_file_stay_text():
    row = Row(line=7, last_line=7, bin=Bin.DOUBTFUL)

    assert "“\u2068100%(x)s\u2069”" in sentences.reason(row, Reason(Doubt.ODD_NAME, {"name": "100%(x)s"}))


def test_fields_and_bins_have_their_words():
    assert set(sentences.FIELDS) == set(Field)
    assert set(sentences.BINS) == set(Bin)
