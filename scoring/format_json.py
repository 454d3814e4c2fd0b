"""Formats as JSON: written with a version, read strictly, older versions upgraded (design.md §5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import BadInput
from engine.payload import Payload
from scoring.errors import FormatError
from scoring.format_checks import validate
from scoring.formats import Format, Route, StageFormat, System, WildCards

VERSION = 1

UPGRADES: Mapping[int, Callable[[Mapping[str, Any]], dict[str, Any]]] = {}
"""By version: how its JSON becomes the next version's. Each version has a golden file that must stay readable."""

LONGEST_TEXT = 40
"""Presets, keys and codes are words; longer ones are not repeated in any message."""


def to_json(format: Format) -> dict[str, Any]:
    """Return *format* as JSON values, with the version."""
    return {
        "version": VERSION,
        "preset": format.preset,
        "stages": [
            {
                "key": stage.key,
                "sizes": list(stage.sizes),
                "rounds": stage.rounds,
                "system": stage.system.value,
                "played_off": list(stage.played_off),
            }
            for stage in format.stages
        ],
        "routes": [
            {"source": route.source, "place": route.place, "target": route.target, "after": route.after}
            for route in format.routes
        ],
        "wild_cards": [
            {"source": cards.source, "place": cards.place, "count": cards.count, "target": cards.target}
            for cards in format.wild_cards
        ],
        "exceptions": list(format.exceptions),
    }


def from_json(data: object) -> Format:
    """Return the valid format that *data*, parsed JSON of this or an older version, stands for.

    Raises FormatError: with ``values['path']`` of the bad value ("stages[0].sizes[3]") for JSON that is no
    format, with ``values['problems']`` for a format that contradicts itself.
    """
    try:
        format = _read(_upgraded(data))
    except BadInput as error:
        raise FormatError(str(error), **error.values) from error
    validate(format)
    return format


def _upgraded(data: object) -> dict[str, Any]:
    """Bring *data* to the present version, step by step."""
    payload = Payload(data)
    version = payload.whole("version")
    if not 1 <= version <= VERSION:
        raise payload.wrong("version", f"is not 1 to {VERSION}, the versions that can be read")
    assert isinstance(data, dict)  # Payload refused all else
    for step in range(version, VERSION):
        data = UPGRADES[step](data)
    return data


def _read(data: dict[str, Any]) -> Format:
    """Read the fields of the present version."""
    payload = Payload(data).only("version", "preset", "stages", "routes", "wild_cards", "exceptions")
    return Format(
        preset=_word(payload, "preset"),
        stages=tuple(_stage(item) for item in payload.objects("stages")),
        routes=tuple(_route(item) for item in payload.objects("routes")),
        wild_cards=tuple(_wild_cards(item) for item in payload.objects("wild_cards")),
        exceptions=_exceptions(data, payload),
    )


def _stage(item: Payload) -> StageFormat:
    item.only("key", "sizes", "rounds", "system", "played_off")
    system = item.text("system")
    if system not in list(System):
        raise item.wrong("system", "is not " + " or ".join(System))
    return StageFormat(
        key=_word(item, "key"),
        sizes=item.wholes("sizes"),
        rounds=item.whole("rounds"),
        system=System(system),
        played_off=item.wholes("played_off"),
    )


def _route(item: Payload) -> Route:
    item.only("source", "place", "target", "after")
    return Route(_word(item, "source"), item.whole("place"), _word(item, "target"), item.whole("after"))


def _wild_cards(item: Payload) -> WildCards:
    item.only("source", "place", "count", "target")
    return WildCards(_word(item, "source"), item.whole("place"), item.whole("count"), _word(item, "target"))


def _exceptions(data: dict[str, Any], payload: Payload) -> tuple[str, ...]:
    """The list of codes; none if the name is missing."""
    codes = data.get("exceptions", [])
    if not isinstance(codes, list):
        raise payload.wrong("exceptions", "is not a list")
    for index, code in enumerate(codes):
        if not isinstance(code, str) or not _is_word(code):
            raise payload.wrong(f"exceptions[{index}]", "is not a code")
    return tuple(codes)


def _word(item: Payload, name: str) -> str:
    text = item.text(name)
    if not _is_word(text):
        raise item.wrong(name, f"is not a word of 1 to {LONGEST_TEXT} letters")
    return text


def _is_word(text: str) -> bool:
    return 0 < len(text) <= LONGEST_TEXT and text.isprintable()
