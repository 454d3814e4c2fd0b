"""Every case of the rules (rules.md §10) is a test that bears its id, in its name or as its parameter's id."""

import re
from pathlib import Path

import pytest

from tests.engine.minitactico.cases import CASES as MINITACTICO_CASES
from tests.engine.taki import test_conformance  # noqa: F401 - reads every module of cases
from tests.engine.taki.conformance import CASES as PLAY_CASES

TESTS = Path(__file__).parent
SOURCES = "\n".join(path.read_text() for path in sorted(TESTS.rglob("test_*.py")) if path != Path(__file__))
CHAMPIONSHIP = [f"C{number}" for number in range(1, 19)]
REPORTS = [f"V{number}" for number in range(1, 20)]
PLAY = [f"T{number}" for number in range(1, 88)]
MINITACTICO = [f"M{number}" for number in range(1, 24)]


def is_named(case: str) -> bool:
    """Whether a test's name ends in, or holds, the id (``…_c3``), or a parameter is called by it (``"C3"``)."""
    in_a_name = rf"def test_\w*_{case.lower()}(?:_|\()"
    as_an_id = rf"[\"']{case}(?:[ \"'])"
    return re.search(in_a_name, SOURCES) is not None or re.search(as_an_id, SOURCES) is not None


@pytest.mark.parametrize("case", CHAMPIONSHIP + REPORTS)
def test_case_is_a_test_that_names_it(case):
    assert is_named(case), f"no test bears {case}"


def test_a_case_that_nobody_tests_is_noticed():
    assert not is_named("C" + "99")


@pytest.mark.parametrize("case", PLAY)
def test_case_of_play_is_a_test_that_bears_its_id(case):
    """In which editions, tests/engine/taki/test_conformance.py knows."""
    assert case in {number for number, _edition in PLAY_CASES}


@pytest.mark.parametrize("case", MINITACTICO)
def test_case_of_mini_tactico_is_a_test_that_bears_its_id(case):
    assert case in {each.id for each in MINITACTICO_CASES}
