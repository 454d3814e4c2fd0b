"""What a round and a draw are called."""

import pytest
from django.utils import translation

from championship.sentences.draws import meeting_words, unmet_sentence
from championship.sentences.rounds import correct_words, round_short, round_words, save_words


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ((0, 2), ("Round 2 of 3", "Round 2", "Correct round 2", "Save round 2")),
        ((1, 1), ("Tie-break round for 1st place", "Tie-break 1", "Correct tie-break 1", "Save the tie-break round")),
        (
            (2, 2),
            ("Tie-break round 2 for 2nd place", "Tie-break 2", "Correct tie-break 2", "Save the tie-break round"),
        ),
    ],
)
def test_round_is_called(key, words):
    assert (round_words(*key, 3), round_short(*key), correct_words(*key), save_words(*key)) == words


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("group_larger_than_tables", "there are more of them than tables, so some have to meet"),
        ("fixed_seats", "their seats were fixed beforehand"),
        ("not_found", "other wishes stand in the way"),
    ],
)
def test_wish_that_was_not_met_is_named(reason, words):
    unmet = {"table": 3, "members": [1, 2], "kind": "family", "reason": reason}

    sentence = unmet_sentence(unmet, {1: "Noa", 2: "Dan"})

    assert sentence == f"Table 3: \u2068Noa\u2069 and \u2068Dan\u2069 (family) sit together; {words}."


@pytest.mark.parametrize(
    ("pairs", "words"), [(0, "club: no pair meets"), (1, "club: 1 pair meets"), (4, "club: 4 pairs meet")]
)
def test_meetings_are_counted(pairs, words):
    assert meeting_words("club", pairs) == words
