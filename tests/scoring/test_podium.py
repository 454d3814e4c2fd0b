"""Dense ranks of a podium (rules.md §6.1)."""

import pytest

from scoring.podium import dense_ranks, podium

AVIV, SHAVIT, ELMALIACH, FEIGEL, FIFTH = 1, 2, 3, 4, 5


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2, 2, 4), (1, 2, 2, 3)),
        ((1, 2, 2, 4, 5), (1, 2, 2, 3, 4)),
        ((4, 1, 2, 2), (3, 1, 2, 2)),
        ((1, 1, 3), (1, 1, 2)),
        ((), ()),
    ],
    ids=["C16", "C16 and a fifth", "order kept", "two firsts", "nobody"],
)
def test_dense_ranks_leave_no_gap(places, expected):
    assert dense_ranks(places) == expected


def test_podium_of_2016_has_a_third_step_behind_shared_seconds_c16():
    places = {AVIV: 1, SHAVIT: 2, ELMALIACH: 2, FEIGEL: 4, FIFTH: 5}

    assert podium(places) == ((AVIV,), (SHAVIT, ELMALIACH), (FEIGEL,))


def test_podium_has_fewer_steps_than_asked_for_if_all_are_level():
    assert podium({AVIV: 1, SHAVIT: 1}) == ((AVIV, SHAVIT),)
