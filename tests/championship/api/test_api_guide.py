"""docs/api.md tells the truth: its curl examples are run in their order, and their answers compared."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from championship import guesses, paces
from championship.api.errors import CODES
from championship.api.parsers import MOST_BYTES
from championship.api.throttles import ByPass
from championship.models import Report
from tests.factories import make_pass, make_started

pytestmark = pytest.mark.django_db

GUIDE = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
BLOCKS = re.findall(r"^```(sh|json|http)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


@dataclass
class Shell:
    """Runs the few things that the guide's examples do: variables, and curl with some of its options."""

    variables: dict[str, str]
    cookies: dict[str, Client] = field(default_factory=dict)
    answer: Any = None

    def run(self, text: str) -> None:
        for name, value in re.findall(r"^([A-Z]+)=(\S+)$", text, re.MULTILINE):
            self.variables[name] = value
        if "curl" in text:
            self._curl(shlex.split(self._filled(text)))

    def _filled(self, text: str) -> str:
        return re.sub(r"\$([A-Z]+)", lambda found: self.variables[found[1]].replace('"', '\\"'), text)

    def _curl(self, words: list[str]) -> None:
        assert words.pop(0) == "curl"
        client, headers, data, address = Client(), {}, None, ""
        while words:
            match words.pop(0):
                case "-i":
                    pass
                case "-H":
                    name, _, value = words.pop(0).partition(": ")
                    headers[name] = value
                case "-d":
                    data = words.pop(0)
                case "-b":
                    client = self.cookies[words.pop(0)]
                case "-c":
                    client = self.cookies.setdefault(words.pop(0), client)
                case word:
                    assert not word.startswith("-"), f"the test does not know curl's {word}"
                    address = word
        assert address.startswith(self.variables["MAPAL"])
        where = urlsplit(address)
        path = f"{where.path}?{where.query}"
        if data is None:
            self.answer = client.get(path, headers=headers)
        else:
            kind = headers.pop("Content-Type")
            self.answer = client.post(path, data, content_type=kind, headers=headers)
        if tag := self.answer.headers.get("ETag"):
            self.variables["ETAG"] = tag


def is_like(told: Any, real: Any) -> bool:
    """Whether *real* is what the guide tells; … is anything, and as a field's name: there are more fields."""
    if told == "…":
        return True
    if isinstance(told, dict) and isinstance(real, dict):
        names = set(told) - {"…"}
        fits = names <= set(real) if "…" in told else names == set(real)
        return fits and all(is_like(told[name], real[name]) for name in names)
    if isinstance(told, list) and isinstance(real, list):
        return len(told) == len(real) and all(map(is_like, told, real))
    return type(told) is type(real) and told == real


def test_examples_of_the_guide_are_what_happens():
    names = {"name_he": "אליפות ההדגמה", "name_en": "Demo Championship"}
    hall = make_started(players=8, slug="demo", language="en", **names)
    new = make_pass(hall, [1], label="Table 1")
    shell = Shell({"TOKEN": new.token, "CODE": new.code})
    compared = 0

    for kind, text in BLOCKS:
        if kind == "sh":
            shell.run(text)
        elif kind == "http":
            assert shell.answer.status_code == int(text)
            compared += 1
        else:
            assert is_like(json.loads(text), shell.answer.json()), json.dumps(shell.answer.json(), indent=1)
            compared += 1

    assert compared == 9
    assert Report.objects.count() == 2


def test_is_like_sees_what_differs():
    real = {"a": 1, "b": [1, 2]}

    assert [is_like(told, real) for told in ({"a": 1, "b": "…"}, {"a": 1, "…": "…"}, real)] == [True] * 3
    assert [is_like(told, real) for told in ({"a": True, "b": "…"}, {"a": 1}, {"a": 1, "b": [1]}, [])] == [False] * 4


def test_guide_names_the_limits_in_force():
    assert f"{ByPass.most} reports and looks ahead a minute" in GUIDE
    assert f"{guesses.MOST_FAILURES} wrong codes a minute" in GUIDE
    assert f"{MOST_BYTES // 1024} KiB" in GUIDE
    assert (paces.SECONDS, guesses.SECONDS) == (60, 60)


def test_guide_names_the_statuses_and_their_codes():
    rows = dict(re.findall(r"^\| (\d{3}) \| (.*?) \|", GUIDE, re.MULTILINE))

    assert {status: CODES[int(status)] in said for status, said in rows.items() if int(status) in CODES} == {
        "400": True,
        "401": True,
        "403": True,
        "404": True,
        "415": True,
        "429": True,
    }
