"""A bad network between phones and the server: requests get lost, late, doubled, and their answers are cut."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from random import Random

LONGEST_REQUEST = 1 << 20
SECONDS = 30
"""So long the proxy waits for the server: longer than a phone waits for it."""


@dataclass(frozen=True)
class Faults:
    """How often each fault happens to a request, as a share of all; what is left over goes well."""

    lost: float = 0.10
    """The request never arrives."""
    late: float = 0.20
    """It arrives up to ``most_seconds`` later, so perhaps after one that was sent later."""
    doubled: float = 0.10
    """It arrives twice, at the same moment; the phone hears one of the answers."""
    cut: float = 0.15
    """It arrives, and its answer is cut: nothing of it comes back, or a part."""
    most_seconds: float = 0.4


class Proxy:
    """Listens on loopback and hands requests on to a server, one a connection, with faults by the dice of a seed."""

    def __init__(self, port: int, faults: Faults, seed: str) -> None:
        self.server_port = port
        self.faults = faults
        self.rng = Random(seed)
        self.happened: Counter[str] = Counter()
        """How often each fault happened, by its name in ``Faults``."""
        self.port = 0
        self._listening: asyncio.Server | None = None

    async def __aenter__(self) -> Proxy:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LONGEST_REQUEST)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_failure: object) -> None:
        assert self._listening is not None
        self._listening.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await read_message(reader)
            answer = await self._carry(request)
            writer.write(answer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            pass  # the phone hears nothing
        finally:
            writer.close()

    async def _carry(self, request: bytes) -> bytes:
        """Return what the phone hears: nothing, a part or all of an answer."""
        fault = self._fault()
        if fault:
            self.happened[fault] += 1
        if fault == "lost":
            return b""
        if fault == "late":
            await asyncio.sleep(self.rng.random() * self.faults.most_seconds)
        if fault == "doubled":
            answers = await asyncio.gather(self._ask(request), self._ask(request), return_exceptions=True)
            return next((answer for answer in answers if isinstance(answer, bytes)), b"")
        answer = await self._ask(request)
        return answer[: int(self.rng.random() * len(answer))] if fault == "cut" else answer

    def _fault(self) -> str:
        dice = self.rng.random()
        for name in ("lost", "late", "doubled", "cut"):
            dice -= getattr(self.faults, name)
            if dice < 0:
                return name
        return ""

    async def _ask(self, request: bytes) -> bytes:
        async with asyncio.timeout(SECONDS):
            return await exchange(self.server_port, request)


async def exchange(port: int, request: bytes) -> bytes:
    """Send a request to a port of this machine and return all that comes back until the other side is done."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        await writer.drain()
        return await reader.read(-1)
    finally:
        writer.close()


async def read_message(reader: asyncio.StreamReader) -> bytes:
    """Return one HTTP message with its body. Raises IncompleteReadError if it ends too early."""
    head = await reader.readuntil(b"\r\n\r\n")
    return head + await reader.readexactly(length_of(head))


def length_of(head: bytes) -> int:
    """Return the length of the body that the head of a message names."""
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            return int(value)
    return 0
