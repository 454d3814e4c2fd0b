import pytest
from django.utils import translation

from championship.sentences import isolated, listed, person, place_word, seat_words, signed, state_word
from scoring.standings import State


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.mark.parametrize(
    ("points", "expected"),
    [(4, "+4"), (0, "0"), (-3, "−3"), (-100, "−100")],
    ids=["plus", "zero", "minus", "penalty"],
)
def test_signed_uses_real_signs(points, expected):
    assert signed(points) == expected


def test_person_is_the_name_isolated():
    assert person(12, {12: "נועה כהן", 13: "Dan"}) == "\u2068נועה כהן\u2069"


def test_person_with_a_namesake_has_the_number_beside_o47_o48():
    names = {12: "Noa Cohen", 31: "noa  cohen", 44: "Uri"}

    assert person(12, names) == "\u2068Noa Cohen (12)\u2069"
    assert person(31, names) == "\u2068noa  cohen (31)\u2069"
    assert person(44, names) == "\u2068Uri\u2069"


def test_person_unknown_or_without_consent_is_a_number():
    assert person(7, {}) == "\u2066#7\u2069"
    assert person(7, {7: "#7", 8: "#8"}) == "\u2066#7\u2069"


def test_isolated_drops_direction_marks_that_would_break_out():
    assert isolated("Noa\u202e\u2069 Cohen") == "\u2068Noa Cohen\u2069"


@pytest.mark.parametrize(
    ("items", "expected"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
    ids=["none", "one", "two", "three"],
)
def test_listed_joins_as_people_do(items, expected):
    assert listed(items) == expected


def test_place_word_beyond_a_table_is_counted_too():
    assert [place_word(place) for place in (1, 2, 3, 4, 7)] == ["1st", "2nd", "3rd", "4th", "7th"]


def test_seat_words_name_the_stage():
    assert seat_words("second", 3, 2) == "Second stage, table 3, seat 2"


def test_state_word_is_one_of_six():
    words = [state_word(state) for state in State]

    assert words == ["waiting", "playing", "tied", "disputed", "decided", "confirmed"]
