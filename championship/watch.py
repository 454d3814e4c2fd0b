"""What this process knows of championships that are being looked at: their newest version and their page.

Lives in the event loop, before Django. The version is read from the database: every half second, one query for
all, while somebody waits for the next; else when somebody asks. So any number of processes see each change, and
nobody goes back to an older one (design.md §7).
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import connections

from championship import rendering
from championship.selectors import board as boards
from championship.selectors import versions
from championship.selectors.board import Mark

logger = logging.getLogger(__name__)

INTERVAL_SECONDS = 0.5
"""How often the version is looked at while somebody waits, and how long one that was read is good."""
RETRY_SECONDS = 2
"""Pause after a page could not be made; the last good one stays meanwhile."""


class NothingYet(Exception):
    """There is no page to show: the first one could not be made, or the database does not answer."""


@dataclass(frozen=True, slots=True)
class Page:
    """The leaderboard's fragment of one version in one language."""

    mark: Mark
    language: str
    etag: bytes
    body: bytes
    gzipped: bytes


@dataclass(slots=True)
class _Known:
    """One public championship. ``read_at`` is when the reading of ``mark`` began, ``news`` counts what was told.

    ``pages`` and ``failed_at`` are by language, an empty one being the championship's own.
    """

    mark: Mark
    read_at: float
    news: int = 1
    pages: dict[str, Page] = field(default_factory=dict)
    failed_at: dict[str, float] = field(default_factory=dict)


class Watch:
    """The newest version and page of each championship, shared by everybody who asks this process."""

    def __init__(self, interval: float = INTERVAL_SECONDS, retry: float = RETRY_SECONDS) -> None:
        self.interval, self.retry = interval, retry
        self._known: dict[str, _Known] = {}
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}
        self._watcher: asyncio.Task[None] | None = None
        self._reader: ThreadPoolExecutor | None = None  # of its own: a slow page must not hold up the version
        self._maker: ThreadPoolExecutor | None = None
        self._is_database_away = False
        self._looked_in_vain_at = float("-inf")

    async def mark(self, slug: str, said: str = "") -> Mark | None:
        """Return the present version, at most ``interval`` old; None if the public has no such championship.

        If the asker has already seen a newer one (*said*), the database is looked at first. While the database
        does not answer it is the last known one; NothingYet if there is none.
        """
        for _look in range(2):  # the first may be a look under way that began before what the asker saw
            known = self._known.get(slug)
            if known and (self._is_fresh(known, said) or self._is_database_resting()):
                break
            await self._once(("mark", slug), partial(self._look, [slug]))
        known = self._known.get(slug)
        if known is None and self._is_database_away:
            raise NothingYet(slug)
        return known.mark if known else None

    async def page(self, slug: str, language: str, said: str = "") -> Page | None:
        """Return the page of the present version in *language*, made once however many ask; None as ``mark``.

        An empty *language* is the championship's own. If it cannot be made the last good one stays; NothingYet
        if there is none.
        """
        for _turn in range(3):  # what was under way may have begun before this version
            mark = await self.mark(slug, said)
            known = self._known.get(slug)
            if mark is None or known is None:
                return None
            page = known.pages.get(language)
            if page and not _is_behind(page.mark, mark):
                return page
            if time.monotonic() - known.failed_at.get(language, float("-inf")) < self.retry:
                break
            await self._once(("page", slug, language), partial(self._make, slug, language))
        known = self._known.get(slug)
        if known is None:
            return None
        if language not in known.pages:
            raise NothingYet(slug)
        return known.pages[language]

    def news(self, slug: str) -> tuple[Mark, int] | None:
        """Return the present version as known, and a count that rises when it shall be told (again)."""
        known = self._known.get(slug)
        return (known.mark, known.news) if known else None

    @contextmanager
    def waiting(self, slug: str) -> Iterator[asyncio.Event]:
        """Wait for news of a championship: the event is set when ``news`` has changed, or there is no more of it."""
        event = asyncio.Event()
        self._waiting[slug].add(event)
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch())
        try:
            yield event
        finally:
            self._waiting[slug].discard(event)
            if not self._waiting[slug]:
                del self._waiting[slug]

    async def close(self) -> None:
        """Stop watching, and let the threads go."""
        tasks = [task for task in (self._watcher, *self._under_way.values()) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in (self._reader, self._maker):
            if pool:
                pool.shutdown(wait=False, cancel_futures=True)
        self._reader = self._maker = None

    def _is_fresh(self, known: _Known, said: str) -> bool:
        return time.monotonic() - known.read_at <= self.interval and not versions.is_ahead(known.mark, said)

    def _is_database_resting(self) -> bool:
        """Whether the database has just failed to answer: what is known is told at once, and it is asked later."""
        return self._is_database_away and time.monotonic() - self._looked_in_vain_at < self.retry

    async def _watch(self) -> None:
        while self._waiting:
            slugs = list(self._waiting)
            await self._look(slugs)
            for slug in slugs:
                self._make_again(slug)
            await asyncio.sleep(self.interval)

    async def _look(self, slugs: list[str]) -> None:
        """Read the versions of *slugs* and take them in."""
        began = time.monotonic()
        if self._reader is None:
            self._reader = ThreadPoolExecutor(1, "mapal-versions")
        try:
            marks = await _in_thread(self._reader, versions.marks, slugs)
        except Exception:
            if not self._is_database_away:
                logger.exception("the version could not be read; what is known stays")
            self._is_database_away = True
            self._looked_in_vain_at = time.monotonic()
            return
        self._is_database_away = False
        for slug in slugs:
            self._take(slug, marks.get(slug), began)

    def _take(self, slug: str, mark: Mark | None, began: float) -> None:
        """Take in what a look that *began* then has found; a later look or a newer version is not undone by it."""
        known = self._known.get(slug)
        if known is None:
            if mark is not None:
                self._known[slug] = _Known(mark, began)
                self._wake(slug)
            return
        if began < known.read_at:
            return
        known.read_at = began
        if mark is None:
            del self._known[slug]
            self._wake(slug)
        elif _is_behind(known.mark, mark):
            known.mark = mark
            known.failed_at.clear()
            known.news += 1
            self._wake(slug)

    async def _make(self, slug: str, language: str) -> None:
        """Make the page of the newest version, and take it in."""
        began = time.monotonic()
        if self._maker is None:
            self._maker = ThreadPoolExecutor(2, "mapal-pages")
        try:
            page = await _in_thread(self._maker, _made, slug, language)
        except Exception as error:
            is_new = slug in self._known and language not in self._known[slug].failed_at
            logger.error("the page of %s could not be made; the last good one stays", slug, exc_info=is_new and error)
            page = None
        else:
            if page is None:
                self._take(slug, None, began)
            elif slug in self._known and self._known[slug].mark.epoch == page.mark.epoch:
                self._take(
                    slug, page.mark, began
                )  # of another epoch only a look at the database knows which is newer
        known = self._known.get(slug)
        if known is None:
            return
        if page is None or _is_behind(page.mark, known.mark):
            known.failed_at[language] = time.monotonic()
            if page is None:
                return
        elif known.failed_at.pop(language, None) is not None:  # who was told of it and got the old one, is told again
            known.news += 1
            self._wake(slug)
        for key in (language, page.language):
            held = known.pages.get(key)
            if held is None or _is_behind(held.mark, page.mark):
                known.pages[key] = page

    def _make_again(self, slug: str) -> None:
        known = self._known.get(slug)
        for language, at in list(known.failed_at.items()) if known else []:
            if time.monotonic() - at >= self.retry:
                self._start(("page", slug, language), partial(self._make, slug, language))

    def _wake(self, slug: str) -> None:
        for event in self._waiting.get(slug, ()):
            event.set()

    async def _once(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Wait for *work*, done once for all who want it at the same time; who goes away does not stop it."""
        await asyncio.shield(self._start(key, work))

    def _start(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        task = self._under_way.get(key)
        if task is None or task.done():
            task = self._under_way[key] = asyncio.create_task(work())
            task.add_done_callback(partial(self._done, key))
        return task

    def _done(self, key: Hashable, task: asyncio.Task[None]) -> None:
        if self._under_way.get(key) is task:
            del self._under_way[key]


def _is_behind(held: Mark, now: Mark) -> bool:
    """Whether *now* takes the place of *held*: a higher version of its epoch, or another epoch."""
    return held.epoch != now.epoch or held.version < now.version


def _made(slug: str, language: str) -> Page | None:
    """Read the board (``selectors.board`` builds each version once a process) and render it. Runs in a thread."""
    board = boards.current(slug)
    if board is None:
        return None
    spoken = language or board.language
    body = rendering.leaderboard_fragment(board, spoken).encode()
    mark = Mark(board.championship_id, board.version, board.epoch)
    return Page(mark, spoken, rendering.etag(board, spoken).encode(), body, gzip.compress(body, mtime=0))


async def _in_thread(pool: ThreadPoolExecutor, read: Callable[..., Any], *arguments: Any) -> Any:
    """Run *read* in a thread; outside a request nobody else closes its database connection."""

    def work() -> Any:
        try:
            return read(*arguments)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(pool, work)
