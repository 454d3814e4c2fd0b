"""Broken files: each is refused, or its row set apart, in words that a person understands; nothing else is raised."""

from __future__ import annotations

import dataclasses

import pytest
from django.utils import translation

from championship.registrations import Bin, FileRefused, sentences
from tests.championship.registrations.broken import DOUBTFUL, REFUSED
from tests.championship.registrations.lists import IMPORTS, read


@pytest.mark.parametrize("name", REFUSED)
def test_broken_file_is_refused_with_a_way_out(name):
    make, code, words = REFUSED[name]

    with translation.override("en"), pytest.raises(FileRefused) as refused:
        read(make())

    assert refused.value.code == code
    assert words in refused.value.message
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize("name", DOUBTFUL)
def test_broken_row_says_why(name):
    make, line, codes, words = DOUBTFUL[name]

    found = {row.line: row for row in read(make()).rows}

    assert list(found[line].codes) == codes
    assert found[line].bin in (Bin.DOUBTFUL, Bin.REFUSED)
    with translation.override("en"):
        said = sentences.reasons(found[line])
    assert any(words in sentence for sentence in said), said
    assert all(sentence.startswith(f"Line {line}") for sentence in said)


@pytest.mark.parametrize("name", DOUBTFUL)
def test_broken_row_leaves_no_sign_that_a_database_refuses(name):
    for row in read(DOUBTFUL[name][0]()).rows:
        texts = [value for value in dataclasses.asdict(row.registration).values() if isinstance(value, str)]
        texts += row.cells.values()
        assert not any("\0" in text for text in texts)
        assert [text.encode().decode() for text in texts] == texts


def test_there_are_more_than_forty_broken_files():
    made = [make() for make, *_ in (*REFUSED.values(), *DOUBTFUL.values())]
    stored = [path.read_bytes() for path in (IMPORTS / "bad").iterdir()]

    assert len({*made, *stored}) >= 100
