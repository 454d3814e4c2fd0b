"""The application with the time it took in the header ``Server-Timing`` of each answer: for benchmarks alone.

It counts from the moment the request is there until the answer begins, waiting in line included.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from championship.config.asgi import application as served


async def application(scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    began = time.perf_counter()

    async def timed(message: Any) -> None:
        if message["type"] == "http.response.start":
            milliseconds = 1000 * (time.perf_counter() - began)
            message["headers"] = [*message["headers"], (b"server-timing", f"app;dur={milliseconds:.2f}".encode())]
        await send(message)

    await served(scope, receive, timed if scope["type"] == "http" else send)
