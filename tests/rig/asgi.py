"""An ASGI application in an event loop of its own thread, asked from a test as a browser would ask."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

SECONDS_TO_WAIT = 20


@dataclass(frozen=True)
class Answer:
    """What a request was answered; header names in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Event:
    """One server-sent event."""

    name: str
    id: str
    data: dict[str, Any]


class Stream:
    """An open answer without an end: its head, and its events as they come."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._gone = asyncio.Event()
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._text = ""
        self._events: list[Event] = []
        self.task: asyncio.Task[None] | None = None
        self.status = 0
        self.headers: dict[str, str] = {}

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self._sent.put(message)

    def next(self) -> Event:
        """Wait for the next event. Raises AssertionError if the stream ended, TimeoutError if nothing came."""
        return self._loop.run(self._next())

    def wait_for_end(self) -> None:
        """Wait until the server has ended the stream, whatever comes before."""
        self._loop.run(self._wait_for_end())

    def leave(self) -> None:
        """Go away, as a phone does that is put into a pocket."""
        self._loop.run(self._leave())

    async def open(self) -> None:
        head = await asyncio.wait_for(self._sent.get(), SECONDS_TO_WAIT)
        self.status, self.headers = head["status"], _headers(head)

    async def _next(self) -> Event:
        while True:
            while "\n\n" in self._text:
                block, self._text = self._text.split("\n\n", 1)
                fields = dict(line.split(": ", 1) for line in block.splitlines())
                if "event" in fields:
                    return Event(fields["event"], fields["id"], json.loads(fields["data"]))
            message = await asyncio.wait_for(self._sent.get(), SECONDS_TO_WAIT)
            assert message.get("more_body"), "the stream has ended"
            self._text += message["body"].decode()

    async def _wait_for_end(self) -> None:
        assert self.task is not None
        await asyncio.wait_for(asyncio.shield(self.task), SECONDS_TO_WAIT)

    async def _leave(self) -> None:
        self._gone.set()
        await self._wait_for_end()


@dataclass
class Loop:
    """The event loop, in its thread. ``get`` and ``open`` may be called from the test's own thread."""

    application: Callable[[Any, Any, Any], Awaitable[None]]
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run *work* in the loop and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(SECONDS_TO_WAIT * 2)

    def get(self, url: str, **headers: str) -> Answer:
        """GET *url*; ``if_none_match="…"`` is a header. ``method="POST"`` is another method."""
        return self.run(self._get(url, headers))

    def get_many(self, urls: list[str]) -> list[Answer]:
        """GET all *urls* at the same time."""

        async def all_of_them() -> list[Answer]:
            return await asyncio.gather(*(self._get(url, {}) for url in urls))

        return self.run(all_of_them())

    def open(self, url: str) -> Stream:
        """Open a stream; its head has come when this returns."""

        async def opened() -> Stream:
            stream = Stream(self)
            scope = _scope(url, {})
            stream.task = asyncio.ensure_future(self.application(scope, stream.receive, stream.send))
            await stream.open()
            return stream

        return self.run(opened())

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()

    async def _get(self, url: str, headers: dict[str, str]) -> Answer:
        sent: list[dict[str, Any]] = []
        asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

        async def receive() -> dict[str, Any]:
            message = next(asked, None)
            return message or await asyncio.Future()  # this reader waits for the whole answer

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await asyncio.wait_for(self.application(_scope(url, headers), receive, send), SECONDS_TO_WAIT)
        body = b"".join(message["body"] for message in sent[1:])
        return Answer(sent[0]["status"], _headers(sent[0]), body)


def _headers(message: dict[str, Any]) -> dict[str, str]:
    return {name.decode().lower(): value.decode() for name, value in message["headers"]}


def _scope(url: str, headers: dict[str, str]) -> dict[str, Any]:
    parts = urlsplit(url)
    named = {"host": "testserver", **headers}
    method = named.pop("method", "GET")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()],
        "client": ("127.0.0.1", 50000),
        "server": ("testserver", 80),
    }
