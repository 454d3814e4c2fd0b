"""The three recorded championships end in exactly what their ``expected.json`` says."""

import pytest

from tests.recorded import NAMES, Replay, outcome

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.mark.parametrize("name", NAMES)
def test_recorded_championship_ends_as_expected(name):
    replay = Replay(name).play()

    came_out = outcome(replay)

    expected = {key: value for key, value in replay.expected.items() if key != "worth_looking_at"}
    assert set(came_out) == set(expected)
    for part, value in came_out.items():
        assert value == expected[part], part
