"""The three floors and the layers of the app, held by reading the imports of every module (design.md §3)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import sources

MOST_LINES = 500

LAYERS = (
    {"enums", "errors"},
    {"registrations"},  # reads a file to plain values, and knows no row
    {"models"},
    {"selectors"},
    {"services"},
    {"prints", "rehearsal", "sentences"},
    {"forms", "guesses", "paces", "pass_cookie", "rendering", "templatetags"},
    {"watch"},
    {"admin", "api", "board", "bodies", "management", "tasks", "views"},  # the doors
    {"apps", "config"},  # wires them
)
"""Parts of ``championship``, left to right: a part imports from those to its left, and from itself."""

ALLOWED_BESIDES = {
    ("services", "championship.config.celery_app"),  # a service sends a job by its name
    ("services", "championship.config.celery_app.app"),
}


def part_of(name: str) -> str:
    """Return the part of the app that a dotted name is in; empty for the app itself and for what is outside."""
    words = name.split(".")
    return words[1] if words[0] == "championship" and len(words) > 1 else ""


def modules(package: str) -> list[Path]:
    return [path for path in sources.files(".py", under=package) if "migrations" not in path.parts]


def standing(part: str) -> int:
    """Return where *part* stands from the left; fails for one that nobody has given a place."""
    places = [place for place, layer in enumerate(LAYERS) if part in layer]
    assert places, f"championship.{part} has no place among the layers: give it one in {__name__}.LAYERS"
    return places[0]


def against_the_direction() -> Iterator[str]:
    """Yield every import inside the app that goes to the right, or across to a neighbour."""
    for path in modules("championship"):
        part = part_of(".".join(path.relative_to(sources.ROOT).with_suffix("").parts))
        if part == "__init__":
            continue
        for name in sorted(sources.imported(path)):
            other = part_of(name)
            if other in {"", part} or (part, name) in ALLOWED_BESIDES:
                continue
            if standing(other) >= standing(part):
                yield f"{sources.name_of(path)} imports {name}"


def test_layers_of_the_app_import_only_from_their_left():
    assert list(against_the_direction()) == []


@pytest.mark.parametrize(
    ("package", "may_import"), [("engine", {"engine"}), ("scoring", {"engine", "scoring"})], ids=["engine", "scoring"]
)
def test_pure_floors_import_the_standard_library_and_what_is_below(package, may_import):
    allowed = may_import | sys.stdlib_module_names
    found = {
        f"{sources.name_of(path)} imports {name}"
        for path in modules(package)
        for name in sources.imported(path)
        if name.split(".")[0] not in allowed
    }
    assert found == set()


@pytest.mark.parametrize("package", ["engine", "scoring", "championship"])
def test_product_imports_neither_tests_nor_tools(package):
    found = {
        f"{sources.name_of(path)} imports {name}"
        for path in modules(package)
        for name in sources.imported(path)
        if name.split(".")[0] in {"tests", "tools", "benchmarks"}
    }
    assert found == set()


def test_there_is_no_drawer_for_this_and_that():
    drawers = {"utils", "util", "common", "helpers", "misc"}
    assert [sources.name_of(path) for path in sources.files(".py") if path.stem in drawers] == []


def test_no_module_is_longer_than_a_reader_can_hold():
    lengths = {
        sources.name_of(path): len(path.read_text().splitlines())
        for path in sources.files(".py")
        if "migrations" not in path.parts
    }
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_imported_finds_what_is_hidden_in_functions_and_relative(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    path = tmp_path / "engine" / "taki" / "cards.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "import os.path\nfrom . import hands\ndef f():\n    from ..draw import draw\n    from django import db\n"
    )
    assert sources.imported(path) == {"os.path", "engine.taki.hands", "engine.draw.draw", "django.db"}
