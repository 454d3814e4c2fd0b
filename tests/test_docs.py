"""The documents tell the truth: what they name is there."""

import importlib
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.championship.views.routes import TABLE, documented, routes

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
TEXTS = {path: path.read_text() for path in DOCUMENTS}


def found(pattern):
    return sorted({(path.name, match) for path, text in TEXTS.items() for match in re.findall(pattern, text)})


@pytest.mark.parametrize(("document", "name"), found(r"`((?:engine|scoring|championship)(?:\.\w+)+)`"))
def test_every_function_a_document_names_exists(document, name):
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[cut:]:
            assert hasattr(thing, attribute), f"{document} names {name}"
            thing = getattr(thing, attribute)
        return
    pytest.fail(f"{document} names {name}")


@pytest.mark.parametrize(("document", "path"), found(r"`((?:tests|docs|fixtures|benchmarks|tools)/[\w./-]+\.\w+)`"))
def test_every_file_a_document_names_exists(document, path):
    assert (ROOT / path).exists(), f"{document} names {path}"


@pytest.mark.parametrize(("document", "link"), found(r"\]\((?!https?:|#)([^)#]+)"))
def test_every_link_between_documents_leads_somewhere(document, link):
    path = next(path for path in DOCUMENTS if path.name == document)
    assert (path.parent / link).exists(), f"{document} links to {link}"


@pytest.mark.parametrize(("document", "command"), found(r"manage\.py (\w+)"))
def test_every_command_a_document_names_exists(document, command):
    assert command in get_commands(), f"{document} names {command}"


def test_every_command_of_ours_is_in_a_document():
    ours = {name for name, app in get_commands().items() if app == "championship"}
    named = {command for _document, command in found(r"manage\.py (\w+)")}

    assert ours - named == set()


@pytest.mark.parametrize(("document", "target"), found(r"(?m)(?:`|^ {4,})make (\w+)"))
def test_every_make_target_a_document_shows_exists(document, target):
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)[1].split()
    assert target in targets, f"{document} shows make {target}"


def test_every_address_has_its_role_in_the_table_of_roles():
    """Whether the role is true is tested by tests/championship/views/test_roles.py."""
    rows = documented()

    missing, gone = set(routes()) - rows.keys(), rows.keys() - set(routes())
    assert (missing, gone) == (set(), set()), "docs/roles.md: a row for each address, and no other"
    assert TABLE.read_text().count("\n| `/") == len(rows)
