"""Formats as JSON: every version stays readable, nothing malformed gets in (design.md §5)."""

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import format_json
from scoring.advisor import alternatives
from scoring.errors import FormatError
from scoring.format_json import UPGRADES, VERSION, from_json, to_json
from scoring.formats import Format, Route, StageFormat, System, WildCards, classic

GOLDEN = Path(__file__).parent / "golden"
V1 = json.loads((GOLDEN / "format_v1.json").read_text(encoding="utf-8"))

TWENTY_SIX = Format(
    preset="lunada-compact",
    stages=(
        StageFormat("qualifiers", (5, 5, 4, 4, 4, 4), 3, System.LUNADA, (1, 2)),
        StageFormat("second", (4, 4), 3, System.LUNADA, (1, 2)),
        StageFormat("final", (4,), 3, System.LUNADA, (1,)),
    ),
    routes=(
        Route("qualifiers", 1, "second", 0),
        Route("second", 1, "final", 0),
        Route("second", 2, "final", 2),
    ),
    wild_cards=(WildCards("qualifiers", 2, 2, "second"),),
    exceptions=("W2",),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60),
    lambda values: st.lists(values, max_size=4) | st.dictionaries(st.text(max_size=10), values, max_size=4),
    max_leaves=8,
)


def changed(path: str, value: object) -> dict:
    """The golden format with the value at *path* ("stages.0.rounds") replaced."""
    data = copy.deepcopy(V1)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = data
    for step in way:
        place = place[step]
    place[last] = value
    return data


def places(value: object) -> Iterator[tuple[object, object]]:
    """Every (container, key) in a JSON value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(steps):
        yield value, key
        yield from places(inner)


def read_or_values(data: object) -> Format | Mapping[str, object]:
    """The format, or the values of its FormatError; any other exception is a failure."""
    try:
        return from_json(data)
    except FormatError as error:
        return error.values


def test_version_1_stays_readable():
    assert from_json(V1) == TWENTY_SIX


def test_to_json_writes_the_present_version():
    assert VERSION == 1
    assert to_json(TWENTY_SIX) == V1


def test_every_version_has_a_golden_file_and_older_ones_an_upgrade():
    assert {path.name for path in GOLDEN.glob("format_v*.json")} == {
        f"format_v{v}.json" for v in range(1, VERSION + 1)
    }
    assert set(UPGRADES) == set(range(1, VERSION))


def test_from_json_upgrades_step_by_step(monkeypatch):
    # Two later versions, as if: version 2 came to say "rounds" for what were "games", version 3 changed nothing
    older = copy.deepcopy(V1)
    for stage in older["stages"]:
        stage["games"] = stage.pop("rounds")

    def rounds_from_games(data):
        stages = [{**{k: v for k, v in s.items() if k != "games"}, "rounds": s["games"]} for s in data["stages"]]
        return {**data, "version": 2, "stages": stages}

    monkeypatch.setattr(format_json, "VERSION", 3)
    monkeypatch.setattr(format_json, "UPGRADES", {1: rounds_from_games, 2: lambda data: {**data, "version": 3}})

    assert from_json(older) == TWENTY_SIX


@given(st.integers(4, 120).flatmap(lambda players: st.sampled_from(alternatives(players))))
@settings(max_examples=60)
def test_from_json_reads_what_to_json_wrote(advice):
    assert from_json(json.loads(json.dumps(to_json(advice.format)))) == advice.format


def test_from_json_reads_the_classic_preset():
    assert from_json(to_json(classic(6, has_extra_round=True))) == classic(6, has_extra_round=True)


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("version", 2, "version"),
        ("version", 0, "version"),
        ("version", True, "version"),
        ("version", "1", "version"),
        ("preset", None, "preset"),
        ("preset", "", "preset"),
        ("preset", "x" * 41, "preset"),
        ("colour", "red", "colour"),
        ("stages", {}, "stages"),
        ("stages.1", "second", "stages[1]"),
        ("stages.1.key", 2, "stages[1].key"),
        ("stages.1.key", "\ud800", "stages[1].key"),
        ("stages.1.key", "a\nb", "stages[1].key"),
        ("stages.0.sizes", 5, "stages[0].sizes"),
        ("stages.0.sizes.3", 4.0, "stages[0].sizes[3]"),
        ("stages.0.sizes.3", True, "stages[0].sizes[3]"),
        ("stages.0.rounds", "3", "stages[0].rounds"),
        ("stages.0.system", "golf", "stages[0].system"),
        ("stages.0.played_off", [1, None], "stages[0].played_off[1]"),
        ("stages.0.color", 1, "stages[0].color"),
        ("routes", None, "routes"),
        ("routes.2", [], "routes[2]"),
        ("routes.2.after", "2", "routes[2].after"),
        ("routes.2.place", None, "routes[2].place"),
        ("routes.2.source", 1, "routes[2].source"),
        ("wild_cards.0.count", 1.5, "wild_cards[0].count"),
        ("wild_cards.0.target", [], "wild_cards[0].target"),
        ("exceptions", "W2", "exceptions"),
        ("exceptions.0", 2, "exceptions[0]"),
        ("exceptions.0", "", "exceptions[0]"),
    ],
)
def test_from_json_names_the_path_of_a_bad_value(path, value, named):
    with pytest.raises(FormatError) as refused:
        from_json(changed(path, value))

    assert refused.value.values["path"] == named


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("version", "version"),
        ("preset", "preset"),
        ("stages.2.key", "stages[2].key"),
        ("routes.0.after", "routes[0].after"),
    ],
)
def test_from_json_names_what_is_missing(path, named):
    data = copy.deepcopy(V1)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = data
    for step in way:
        place = place[step]
    del place[last]

    with pytest.raises(FormatError) as refused:
        from_json(data)

    assert refused.value.values["path"] == named


@pytest.mark.parametrize("data", [None, [], "format", 1, {}])
def test_from_json_refuses_what_is_no_object(data):
    with pytest.raises(FormatError):
        from_json(data)


def test_from_json_refuses_a_format_that_contradicts_itself():
    with pytest.raises(FormatError) as refused:
        from_json(changed("stages.1.sizes", [4, 7]))

    assert [problem["code"] for problem in refused.value.values["problems"]] == ["size"]


@given(st.data())
@settings(max_examples=100)
def test_from_json_of_a_damaged_format_is_a_format_or_a_format_error(data):
    damaged = copy.deepcopy(V1)
    container, key = data.draw(st.sampled_from(list(places(damaged))))
    if data.draw(st.booleans()):
        container[key] = data.draw(JSON)
    else:
        del container[key]

    read = read_or_values(damaged)

    if isinstance(read, Format):
        assert from_json(to_json(read)) == read
    else:
        assert read.keys() & {"path", "problems"}
        assert json.dumps(dict(read), allow_nan=False, ensure_ascii=False).encode()


@given(JSON)
@settings(max_examples=50)
def test_from_json_of_anything_else_is_a_format_error(data):
    with pytest.raises(FormatError):
        from_json(data)
