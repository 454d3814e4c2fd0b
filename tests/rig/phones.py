"""Referees' phones without a browser: reports wait in a queue until they are answered (design.md §10)."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.rig.proxy import exchange, length_of

AGAIN = frozenset({0, 408, 425, 429, *range(500, 600)})
"""Statuses after which a report is sent again; 0 is silence."""


@dataclass(frozen=True)
class Answer:
    """What a phone heard: status 0 if nothing, or not all of it."""

    status: int
    body: bytes = b""
    headers: bytes = b""

    @property
    def told(self) -> dict[str, Any]:
        """The body as JSON."""
        told: dict[str, Any] = json.loads(self.body)
        return told


@dataclass(eq=False)
class Entry:
    """One report in a phone's queue. A correction waits for the answer to its *base*, and says it saw that."""

    body: dict[str, Any]
    base: Entry | None = None
    answer: Answer | None = None
    """The answer with which it left the queue."""
    tries: int = 0
    due: float = 0.0
    _frozen: bytes = b""

    @property
    def is_ready(self) -> bool:
        return self.base is None or self.base.answer is not None

    @property
    def frozen(self) -> bytes:
        """What is sent, the same each time (§4.3)."""
        if not self._frozen:
            seen = self.base.answer.told.get("revision") or 0 if self.base and self.base.answer else 0
            self._frozen = json.dumps({**self.body, "seen": seen}).encode()
        return self._frozen


@dataclass
class Phone:
    """A phone with its pass: ``work`` enters results, and sends until every one has an answer."""

    url: str
    """Path of the address for reports."""
    token: str
    entries: Sequence[Entry]
    rng: Random
    think: tuple[float, float] = (0.0, 0.2)
    """Shortest and longest pause between two results that are entered, in seconds."""
    patience: float = 10.0
    """Seconds after which silence is silence."""
    pauses: tuple[float, float] = (0.1, 2.0)
    """The first pause before a report is sent again, and the longest; it doubles in between."""
    answers: list[Answer] = field(default_factory=list)
    """Every answer that came, silence included."""

    async def work(self, port: int) -> None:
        """Enter every result, one after another, and send what waits to a port of this machine."""
        waiting: list[Entry] = []
        entering = asyncio.create_task(self._enter(waiting))
        while waiting or not entering.done():
            now = time.monotonic()
            for entry in [entry for entry in waiting if entry.is_ready and entry.due <= now]:
                await self._send(port, entry)
                if entry.answer is not None:
                    waiting.remove(entry)
            await asyncio.sleep(0.01)
        await entering

    async def post(self, port: int, entry: Entry) -> Answer:
        """Send an entry once, and return what is heard."""
        head = (
            f"POST {self.url} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            f"Authorization: Pass {self.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(entry.frozen)}\r\n\r\n"
        )
        entry.tries += 1
        try:
            async with asyncio.timeout(self.patience):
                heard = _answer(await exchange(port, head.encode() + entry.frozen))
        except (OSError, TimeoutError):
            heard = Answer(0)
        self.answers.append(heard)
        return heard

    async def _enter(self, waiting: list[Entry]) -> None:
        for entry in self.entries:
            await asyncio.sleep(self.rng.uniform(*self.think))
            waiting.append(entry)

    async def _send(self, port: int, entry: Entry) -> None:
        heard = await self.post(port, entry)
        if heard.status not in AGAIN:
            entry.answer = heard
            return
        first, longest = self.pauses
        pause = min(longest, first * 2 ** (entry.tries - 1))
        entry.due = time.monotonic() + pause * self.rng.uniform(0.5, 1.0)


def _answer(message: bytes) -> Answer:
    """Read an answer; one that is not whole was not heard."""
    head, gap, body = message.partition(b"\r\n\r\n")
    words = head.split(maxsplit=2)
    if not gap or len(words) < 2 or len(body) != length_of(head + gap):
        return Answer(0)
    return Answer(int(words[1]), body, head)
