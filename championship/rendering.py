"""The leaderboard's fragment: rendered once a version and language, for every door that shows it (design.md §7)."""

from __future__ import annotations

import functools
import hashlib
import re
import threading
from collections import OrderedDict
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from championship.selectors.board import Board

FRAGMENTS_KEPT = 64
"""Newest fragments kept in this process: three languages of the championships that are being read."""

_TAG = re.compile(r'W/"(?P<epoch>[0-9a-f-]{36})-(?P<version>[0-9]{1,18})-')
_Key = tuple[int, str, int, str]
_fragments: OrderedDict[_Key, str] = OrderedDict()
_guard = threading.Lock()


def leaderboard_fragment(board: Board, language: str) -> str:
    """Return the leaderboard of *board* as HTML in *language*, without the page around it.

    The template gets ``board`` (its JSON data) and ``language``; there is no request, so it holds nothing of
    its reader. While DEBUG is on nothing is kept: a template may change between two looks.
    """
    key = (board.championship_id, board.epoch, board.version, language)
    with _guard:
        if key in _fragments and not settings.DEBUG:
            _fragments.move_to_end(key)
            return _fragments[key]
    with translation.override(language):
        html = render_to_string("championship/public/_leaderboard.html", {"board": board.data, "language": language})
    with _guard:
        _fragments[key] = html
        while len(_fragments) > FRAGMENTS_KEPT:
            _fragments.popitem(last=False)
    return html


def etag(board: Board, language: str) -> str:
    """Return the weak ETag of what is shown of *board* in *language* by this release (design.md §4.9)."""
    return f'W/"{board.epoch}-{board.version}-{language}-{release()}"'


def is_known(tag: str, if_none_match: str) -> bool:
    """Whether the reader already holds *tag*: an If-None-Match header lists it, or is a star."""
    return if_none_match.strip() == "*" or tag in (part.strip() for part in if_none_match.split(","))


def said_by(if_none_match: str) -> str:
    """Return the version, ``<epoch>.<version>``, of the tag that the reader holds; empty if there is none of ours."""
    found = _TAG.search(if_none_match)
    return f"{found['epoch']}.{found['version']}" if found else ""


def forget() -> None:
    """Drop every fragment, as a restart would."""
    with _guard:
        _fragments.clear()


@functools.cache
def release() -> str:
    """Return what tells this release's pages from another's: a digest of its templates, words, code and static files.

    Ten letters, the same on every machine with the same files.
    """
    home = Path(settings.BASE_DIR)
    files = [*home.glob("templates/**/*.html"), *home.glob("championship/**/*.[pm][yo]"), *home.glob("scoring/*.py")]
    files += [file for file in home.glob("championship/static/**/*") if file.is_file()]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(
            f"{file.relative_to(home).as_posix()}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode()
        )
    return digest.hexdigest()[:10]
