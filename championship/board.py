"""The ASGI layer before Django: the leaderboard's fragment, poll and stream of versions, from memory (design.md §7).

Under ``/c/<slug>/live/``:

- ``board/``: the fragment as HTML, in the reader's language (cookie, else the championship's), with a weak ETag.
- ``version/?v=<epoch>.<version>``: 204 if there is none newer, else JSON ``{"version", "epoch"}``.
- ``stream/``: server-sent events. ``version``, with the same JSON and ``<epoch>.<version>`` as id, tells the present
  version on opening and each newer one; ``ping``, with the same, tells that the line is alive.

A page that was told a version adds ``?v=<epoch>.<version>`` when it fetches the fragment, so that no process
gives it an older one. The layer bypasses Django's middleware: it has its own security headers, answers GET only,
and leaves to Django what asks for a redirect to https or names an unknown host.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from championship import rendering
from championship.selectors import versions
from championship.selectors.board import Mark
from championship.watch import NothingYet, Watch

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

PING_SECONDS = 15
"""So often a stream without news says that it is alive: proxies close a silent one, and a wall shows lost contact."""
RECONNECT_MS = (1000, 4000)
"""Pause before a browser opens a broken stream again, chosen at random: a hall shall not come back in one moment."""
BUSY_SECONDS = 10

_ADDRESS = re.compile(r"/c/(?P<slug>[-a-zA-Z0-9_]+)/live/(?P<what>board|version|stream)/")
_LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)


def most_streams() -> int:
    """Return the cap on streams of this process: two thirds of the files it may open, at most 5000."""
    try:
        import resource
    except ImportError:  # Windows has no such limit to ask for
        return 300
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 5000 if soft < 0 else min(5000, soft * 2 // 3)


class BoardLayer:
    """Answers what is live and public from memory; everything else goes on to *django*."""

    def __init__(
        self, django: Application, *, watch: Watch | None = None, cap: int | None = None, ping: float = PING_SECONDS
    ) -> None:
        self.django = django
        self.watch = watch or Watch()
        self.cap = most_streams() if cap is None else cap
        self.ping = ping
        self._open: set[asyncio.Event] = set()
        self._is_closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = _ADDRESS.fullmatch(_path(scope)) if scope["type"] == "http" else None
        if address is None or not _is_direct(scope):
            await self.django(scope, receive, send)
            return
        if scope["method"] != "GET":
            await _answer(scope, send, HTTPStatus.METHOD_NOT_ALLOWED, [(b"allow", b"GET")])
            return
        try:
            await getattr(self, f"_{address['what']}")(address["slug"], scope, receive, send)
        except NothingYet:
            await _busy(scope, send, seconds=2)

    def open_again(self) -> None:
        """Take streams: called when the server starts."""
        self._is_closing = False

    def close_streams(self) -> None:
        """End every stream, and refuse new ones. Call it as soon as the server is told to stop."""
        self._is_closing = True
        for news in self._open:
            news.set()

    async def close(self) -> None:
        """End what runs here: called when the server has stopped."""
        self.close_streams()
        await self.watch.close()

    async def _board(self, slug: str, scope: Scope, receive: Receive, send: Send) -> None:
        held = _header(scope, b"if-none-match")
        chosen = parse_cookie(_header(scope, b"cookie")).get(settings.LANGUAGE_COOKIE_NAME, "")
        language = chosen if chosen in _LANGUAGES else ""
        page = await self.watch.page(slug, language, _query(scope, "v") or rendering.said_by(held))
        if page is None:
            await _answer(scope, send, HTTPStatus.NOT_FOUND, [])
            return
        head = [
            (b"etag", page.etag),
            (b"cache-control", b"no-cache"),
            (b"vary", b"Cookie, Accept-Encoding"),
            (b"content-language", page.language.encode()),
        ]
        if rendering.is_known(page.etag.decode(), held):
            await _answer(scope, send, HTTPStatus.NOT_MODIFIED, head)
            return
        head.append((b"content-type", b"text/html; charset=utf-8"))
        if "gzip" in _header(scope, b"accept-encoding"):
            await _answer(scope, send, HTTPStatus.OK, [*head, (b"content-encoding", b"gzip")], page.gzipped)
        else:
            await _answer(scope, send, HTTPStatus.OK, head, page.body)

    async def _version(self, slug: str, scope: Scope, receive: Receive, send: Send) -> None:
        said = _query(scope, "v")
        mark = await self.watch.mark(slug, said)
        head = [(b"cache-control", b"no-store")]
        if mark is None:
            await _answer(scope, send, HTTPStatus.NOT_FOUND, head)
        elif versions.is_news(mark, said):
            await _answer(scope, send, HTTPStatus.OK, [*head, (b"content-type", b"application/json")], _told(mark))
        else:
            await _answer(scope, send, HTTPStatus.NO_CONTENT, head)

    async def _stream(self, slug: str, scope: Scope, receive: Receive, send: Send) -> None:
        if self._is_closing or len(self._open) >= self.cap:
            await _busy(scope, send, seconds=BUSY_SECONDS)
            return
        with self.watch.waiting(slug) as news:  # before the version is looked at: no change falls between
            self._open.add(news)
            try:
                if await self.watch.mark(slug) is None:
                    await _answer(scope, send, HTTPStatus.NOT_FOUND, [])
                else:
                    await self._tell(slug, news, scope, receive, send)
            finally:
                self._open.discard(news)

    async def _tell(self, slug: str, news: asyncio.Event, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the present version and each newer one, until the reader leaves, it is hidden, or the server stops."""
        head = [
            (b"content-type", b"text/event-stream"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),  # nginx passes it on at once
        ]
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": head + _security(scope)})
        await _more(send, b"retry: %d\n\n" % random.randint(*RECONNECT_MS))
        left = asyncio.create_task(_until_gone(receive))
        left.add_done_callback(lambda _done: news.set())
        said = 0
        try:
            while not (left.done() or self._is_closing):
                news.clear()
                known = self.watch.news(slug)
                if known is None:
                    break
                mark, count = known
                if count != said:
                    said = count
                    await _more(send, _event(b"version", mark))
                try:
                    async with asyncio.timeout(self.ping):
                        await news.wait()
                except TimeoutError:
                    await _more(send, _event(b"ping", mark))
            if not left.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            pass  # the reader left while something was sent
        finally:
            left.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _more(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _answer(scope: Scope, send: Send, status: HTTPStatus, headers: Headers, body: bytes = b"") -> None:
    head = headers + _security(scope)
    if status not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED):
        head.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def _busy(scope: Scope, send: Send, *, seconds: int) -> None:
    head = [(b"retry-after", str(seconds).encode()), (b"cache-control", b"no-store")]
    await _answer(scope, send, HTTPStatus.SERVICE_UNAVAILABLE, head)


def _event(name: bytes, mark: Mark) -> bytes:
    return b"event: %s\nid: %s\ndata: %s\n\n" % (name, versions.token(mark).encode(), _told(mark))


def _told(mark: Mark) -> bytes:
    return json.dumps(versions.told(mark)).encode()


def _security(scope: Scope) -> Headers:
    """The headers that Django's middleware would set; a fragment needs nothing from anywhere by itself."""
    head = [
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", settings.X_FRAME_OPTIONS.encode()),
        (b"referrer-policy", settings.SECURE_REFERRER_POLICY.encode()),
        (b"cross-origin-opener-policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY.encode()),
        (b"content-security-policy", b"default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
    ]
    if settings.SECURE_HSTS_SECONDS and _is_secure(scope):
        parts = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
        parts += ["includeSubDomains"] if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else []
        parts += ["preload"] if settings.SECURE_HSTS_PRELOAD else []
        head.append((b"strict-transport-security", "; ".join(parts).encode()))
    return head


def _is_direct(scope: Scope) -> bool:
    """Whether Django's middleware would let the request through: else it answers, with a redirect or a refusal."""
    if settings.SECURE_SSL_REDIRECT and not _is_secure(scope):
        return False
    domain, _port = split_domain_port(_header(scope, b"host"))
    return bool(validate_host(domain, settings.ALLOWED_HOSTS))


def _is_secure(scope: Scope) -> bool:
    if settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        said = _header(scope, name.removeprefix("HTTP_").replace("_", "-").lower().encode())
        if said:
            return said.split(",")[0].strip() == value
    return scope.get("scheme") == "https"


def _path(scope: Scope) -> str:
    return str(scope["path"]).removeprefix(scope.get("root_path", ""))


def _header(scope: Scope, name: bytes) -> str:
    return b", ".join(bytes(value) for key, value in scope["headers"] if key == name).decode("latin-1")


def _query(scope: Scope, name: str) -> str:
    return parse_qs(scope.get("query_string", b"").decode("latin-1")).get(name, [""])[0]
