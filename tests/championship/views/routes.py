"""Every address of the site, as its address configuration has it, written as docs/roles.md writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

TABLE = Path(__file__).parents[3] / "docs" / "roles.md"
_ROW = re.compile(r"^\| `(/[^`]*)` \| ([\w ]*) \| ([\w ]+) \|$", re.MULTILINE)
_GROUP = re.compile(r"\(\?P(<\w+>)(?:[^()]|\([^()]*\))*\)")
_CONVERTER = re.compile(r"<\w+:(\w+)>")


@dataclass(frozen=True)
class Route:
    """One address: its name, the address with its arguments in brackets, and what the arguments are."""

    name: str
    address: str
    arguments: tuple[str, ...]


def documented() -> dict[Route, str]:
    """Return who may open each address, as docs/roles.md has it."""
    return {
        Route(name.replace(" ", "_"), address, tuple(re.findall(r"<(\w+)>", address))): who
        for address, name, who in _ROW.findall(TABLE.read_text())
    }


def routes() -> list[Route]:
    """Return all addresses in order; the administrator's pages are one, since Django keeps them."""
    return [Route("admin", "/admin/", ()), *_walk(get_resolver().url_patterns, "/")]


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[Route]:
    for pattern in patterns:
        address = before + _readable(str(pattern.pattern))
        if isinstance(pattern, URLPattern):
            yield Route(pattern.name or "", address, tuple(re.findall(r"<(\w+)>", address)))
        elif pattern.app_name != "admin":
            yield from _walk(pattern.url_patterns, address)


def _readable(route: str) -> str:
    """Return a route without how its arguments are matched."""
    return _CONVERTER.sub(r"<\1>", _GROUP.sub(r"\1", route)).strip("^$").removesuffix("?")
