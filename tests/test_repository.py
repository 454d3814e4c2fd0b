"""What must never be in the repository: machine paths, addresses of registries, pages that need another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from tests import sources

TEXT = {".cfg", ".css", ".csv", ".html", ".in", ".ini", ".js", ".json", ".md", ".po", ".py", ".sh", ".svg", ".toml"}
TEXT |= {".txt", ".webmanifest", ".yaml", ".yml", ""}

REGISTRIES = r"py[p]i\.org|pytho[n]hosted|np[m]js\.|jsdeli[v]r|unp[k]g\.com|cd[n]js|de[b]ian\.org"
INDEX_OPTIONS = r"^\s*(-i|-f|--(extra-)?index-url|--find-links|--trusted-host)\b"
MACHINE_PATHS = r"(?<![\w.:/<-])/(home|root|work|opt|Users)/\w"

ELSEWHERE = re.compile(r"\s*(https?:|wss?:)?//", re.IGNORECASE)
LOADING = {
    "audio": {"src"},
    "embed": {"src"},
    "form": {"action"},
    "iframe": {"src"},
    "image": {"href", "xlink:href"},
    "img": {"src", "srcset"},
    "input": {"src", "formaction"},
    "link": {"href"},
    "object": {"data"},
    "script": {"src", "href"},
    "source": {"src", "srcset"},
    "track": {"src"},
    "use": {"href", "xlink:href"},
    "video": {"src", "poster"},
}
ANYWHERE = {"hx-get", "hx-post", "sse-connect", "ping", "background"}
CSS_LOADS = re.compile(r"""(url\(|@import)\s*["']?\s*((https?:)?//[^)"'\s]+)""", re.IGNORECASE)
JS_LOADS = re.compile(r"""["'`]((?:https?:|wss?:)?//[^"'`\s]+)["'`]""")
NAMESPACES = "http://www.w3.org/"


def lines_matching(pattern: str) -> list[str]:
    """Return where *pattern* occurs in the repository's text: file, line and what was found."""
    wanted = re.compile(pattern, re.IGNORECASE)
    found = []
    for path in sources.files(*TEXT):
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1):
            if match := wanted.search(line):
                found.append(f"{sources.name_of(path)}:{number}: {match[0]}")
    return found


def test_no_address_of_a_package_registry():
    assert lines_matching(REGISTRIES) == []


def test_no_index_in_the_requirements():
    assert [place for place in lines_matching(INDEX_OPTIONS) if place.startswith("requirements/")] == []


def test_no_path_of_a_machine():
    assert lines_matching(MACHINE_PATHS) == []


def test_every_requirement_has_a_hash():
    for path in sources.files(".txt", under="requirements"):
        pins = re.split(r"\n(?=\w)", path.read_text().strip())
        assert [pin for pin in pins if "==" not in pin.splitlines()[0] or "--hash=sha256:" not in pin] == []


class Loads(HTMLParser):
    """Collects what a page would load, or send, elsewhere: a link to follow is no load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in LOADING.get(tag, set()) | ANYWHERE and ELSEWHERE.match(value or ""):
                self.found.append(f"<{tag} {name}={value}>")
            if name == "style":
                self.found += [match[2] for match in CSS_LOADS.finditer(value or "")]


def html_loads(text: str) -> list[str]:
    parser = Loads()
    parser.feed(text)
    return parser.found


def css_loads(text: str) -> list[str]:
    return [match[2] for match in CSS_LOADS.finditer(text)]


def js_loads(text: str) -> list[str]:
    return [match[1] for match in JS_LOADS.finditer(text) if not match[1].startswith(NAMESPACES)]


READERS = {".css": css_loads, ".html": html_loads, ".js": js_loads, ".svg": html_loads}


def assets() -> Iterator[str]:
    """Yield each page, style, script and picture of ours, by its name."""
    for place in ("templates", "championship"):
        for path in sources.files(*READERS, under=place):
            yield sources.name_of(path)


def test_pages_styles_and_scripts_load_nothing_from_another_host():
    found = {}
    for name in assets():
        path = sources.ROOT / name
        if loads := READERS[path.suffix](path.read_text()):
            found[name] = loads
    assert found == {}


@pytest.mark.parametrize(
    ("read", "text", "expected"),
    [
        (html_loads, '<script src="//a.example/x.js"></script>', ["<script src=//a.example/x.js>"]),
        (html_loads, '<p style="background: url(https://a.example/b.png)">', ["https://a.example/b.png"]),
        (html_loads, '<a href="https://a.example/">x</a><img src="/static/x.png">', []),
        (css_loads, '@import "https://a.example/a.css"; a { src: url(/b.woff2) }', ["https://a.example/a.css"]),
        (
            js_loads,
            'fetch("https://a.example/x"); open("/y"); ns = "http://www.w3.org/2000/svg"',
            ["https://a.example/x"],
        ),
    ],
    ids=["script", "style", "link", "css", "js"],
)
def test_loads_are_seen(read, text, expected):
    assert read(text) == expected
