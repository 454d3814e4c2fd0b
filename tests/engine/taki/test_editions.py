import json
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EditionError
from engine.taki.cards import deck
from engine.taki.editions import DEFAULT_EDITION, EDITIONS, FLAGS, edition, from_json

PUBLISHED = json.loads((Path(__file__).parents[3] / "fixtures/editions/editions.json").read_text(encoding="utf-8"))
MAY_HAVE_NO_MEANING = {"plus3_on", "plus3_on_pending", "plus3_turn", "plus_last"}


@pytest.mark.parametrize("edition_id", PUBLISHED["editions"])
def test_edition_has_every_flag_as_published(edition_id):
    flags = {flag: getattr(EDITIONS[edition_id], flag) for flag in FLAGS}
    assert flags == PUBLISHED["editions"][edition_id]


def test_editions_are_the_six_published_ones_and_the_championship_s_is_the_default():
    assert list(EDITIONS) == list(PUBLISHED["editions"])
    assert DEFAULT_EDITION == PUBLISHED["default"] == "he-2015"
    assert edition() == EDITIONS["he-2015"]


def test_flags_have_the_published_values():
    choices = {flag: {str(value) for value in values if value is not None} for flag, values in FLAGS.items()}
    assert choices == {flag: set(map(str, values)) for flag, values in PUBLISHED["values"].items()}
    assert {flag for flag, values in FLAGS.items() if None in values} == MAY_HAVE_NO_MEANING


@pytest.mark.parametrize(
    ("edition_id", "size"),
    [
        ("he-2015", 116),
        ("official-2018", 116),
        ("super-2011", 112),
        ("en-classic", 112),
        ("pl-wiki", 116),
        ("de-amigo-2006", 112),
    ],
)
def test_edition_knows_its_deck(edition_id, size):
    whole, half = edition(edition_id), edition(edition_id, half_sets=1)
    assert (whole.deck_size, whole.most_players, whole.cards) == (size, 10, deck(whole.deck))
    assert (half.deck_size, half.most_players, half.cards) == (size // 2, 6, deck(half.deck, 1))


def test_edition_with_an_override_differs_in_that_flag_only():
    lenient = edition("he-2015", plus_last="draw_one")
    assert lenient == replace(EDITIONS["he-2015"], plus_last="draw_one")
    assert lenient.overrides == {"plus_last": "draw_one"}


def test_edition_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        edition().king = False


@pytest.mark.parametrize("edition_id", ["", "he", "HE-2015", "he-2015 ", None, 2015, ["he-2015"], {"id": "he-2015"}])
def test_edition_unknown_is_refused_with_those_that_exist(edition_id):
    with pytest.raises(EditionError) as caught:
        edition(edition_id)
    assert caught.value.values["known"] == list(EDITIONS)
    assert "pl-wiki" in str(caught.value)


@pytest.mark.parametrize("flag", ["kings", "KING", "id", "edition_id", "cards", "overrides", "__class__", ""])
def test_edition_refuses_an_unknown_flag_with_those_that_exist(flag):
    with pytest.raises(EditionError) as caught:
        edition("he-2015", **{flag: "no"})
    assert caught.value.values == {"edition": "he-2015", "flags": [flag], "known": list(FLAGS)}


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("plus_last", "never"),
        ("plus_last", ""),
        ("king", "yes"),
        ("king", 1),
        ("king", None),
        ("half_sets", True),
        ("half_sets", 3),
        ("half_sets", "2"),
        ("half_sets", 2.0),
        ("cc_last_bar", 0),
        ("deck", "D120"),
        ("deck", ["D116"]),
        pytest.param("deck", 10**5000, id="deck-huge"),
        ("starter", "winner"),
    ],
)
def test_edition_refuses_an_unknown_value_with_those_that_exist(flag, value):
    with pytest.raises(EditionError) as caught:
        edition("he-2015", **{flag: value})
    assert (caught.value.values["flag"], caught.value.values["known"]) == (flag, list(FLAGS[flag]))


@pytest.mark.parametrize(
    ("edition_id", "overrides", "flags"),
    [
        ("he-2015", {"king": False}, ["king"]),
        ("en-classic", {"king": True}, ["king"]),
        ("en-classic", {"deck": "D116"}, ["king", "plus_three", "break_three", "crazy"]),
        ("he-2015", {"plus_three": "combination"}, ["plus_three"]),
        ("he-2015", {"crazy": "chosen_dir"}, ["crazy"]),
        ("en-classic", {"crazy": "fixed_dir", "half_sets": 1}, ["half_sets"]),
        ("en-classic", {"plus_mode": "again_or_draw"}, ["plus_last"]),
        ("he-2015", {"plus_last": None}, ["plus_last"]),
        ("he-2015", {"plus3_on": None, "plus3_turn": None}, ["plus3_on", "plus3_turn"]),
        ("de-amigo-2006", {"plus_three": "combination"}, ["plus3_turn"]),
    ],
)
def test_edition_refuses_flags_that_contradict_each_other_or_the_deck(edition_id, overrides, flags):
    with pytest.raises(EditionError) as caught:
        edition(edition_id, **overrides)
    assert caught.value.values == {"edition": edition_id, "flags": flags}


def test_edition_takes_another_deck_with_all_that_goes_with_it():
    restored = edition(
        "super-2011",
        deck="D116",
        plus_three="card",
        plus3_on="any",
        plus3_on_pending="forbidden",
        break_three=True,
    )
    assert (restored.deck_size, restored.plus3_on, restored.plus3_turn) == (116, "any", "passes")


@st.composite
def editions(draw):
    """Any edition that can be: a published one with up to four flags overridden."""
    flags = draw(st.lists(st.sampled_from(list(FLAGS)), max_size=4, unique=True))
    overrides = {flag: draw(st.sampled_from(FLAGS[flag])) for flag in flags}
    edition_id = draw(st.sampled_from(list(EDITIONS)))
    try:
        return edition(edition_id, **overrides)
    except EditionError:
        return edition(edition_id)


@given(editions())
def test_edition_round_trips_through_json(one):
    text = json.dumps(one.to_json())
    assert from_json(json.loads(text)) == one


def test_edition_json_is_an_id_and_the_overridden_flags():
    assert edition("en-classic").to_json() == {"id": "en-classic", "overrides": {}}
    changed = edition("en-classic", half_sets=1, points="flat10")  # flat10 is what it has anyway
    assert changed.to_json() == {"id": "en-classic", "overrides": {"half_sets": 1}}
    assert from_json({"id": "en-classic"}) == edition("en-classic")


@pytest.mark.parametrize(
    "data",
    [
        None,
        "he-2015",
        [],
        {},
        {"id": "he-2016"},
        {"id": ["he-2015"]},
        {"overrides": {}},
        {"id": "he-2015", "flags": {}},
        {"id": "he-2015", "overrides": None},
        {"id": "he-2015", "overrides": []},
        {"id": "he-2015", "overrides": {1: 2}},
        {"id": "he-2015", "overrides": {"id": "en-classic"}},
        {"id": "he-2015", "overrides": {"king": "no"}},
        {"id": "he-2015", "overrides": {"half_sets": {}}},
    ],
    ids=str,
)
def test_edition_json_that_is_none_is_refused(data):
    with pytest.raises(EditionError):
        from_json(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(JSON | st.fixed_dictionaries({"id": st.sampled_from(list(EDITIONS)), "overrides": JSON}))
def test_from_json_gives_an_edition_or_an_edition_error(data):
    try:
        outcome = from_json(data).to_json()
    except EditionError as error:
        outcome = error.values
    assert json.loads(json.dumps(dict(outcome), allow_nan=False)) == outcome  # can be sent either way
