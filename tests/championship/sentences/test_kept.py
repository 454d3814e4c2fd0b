import pytest
from django.utils import translation

from championship.enums import Kept
from championship.sentences import kept_sentence


@pytest.mark.parametrize("kept", list(Kept))
def test_kept_sentence_says_saved_first(kept):
    with translation.override("en"):
        assert kept_sentence(kept).startswith("Saved")


def test_kept_sentence_of_a_dispute_says_who_decides():
    with translation.override("en"):
        assert kept_sentence("differs", round_label="Table 7, round 2") == (
            "Table 7, round 2: Saved, but it does not count yet: another report of this round says something else. "
            "The head referee compares both and decides."
        )


def test_kept_sentence_of_a_report_that_counts():
    with translation.override("en"):
        assert kept_sentence("") == "Saved, and it counts."
