"""ASGI: the live layer, then Django; with the server start and stop its tasks and its streams (design.md §10)."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "championship.config.settings")
_django = get_asgi_application()  # before anything of ours: it sets Django up

from championship.board import BoardLayer, Receive, Scope, Send  # noqa: E402
from championship.bodies import BodyLimit  # noqa: E402
from championship.config.access_log import keep_tokens_out  # noqa: E402
from championship.config.embedded import EmbeddedWorker  # noqa: E402


class Service:
    """The application, and what lives as long as its server does."""

    def __init__(self, layer: BoardLayer, worker: EmbeddedWorker) -> None:
        self.layer, self.worker = layer, worker

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self.layer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()  # lifespan.startup
        self.layer.open_again()
        restore = _when_told_to_stop(self.layer.close_streams)
        self.worker.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()  # lifespan.shutdown
        restore()
        await self.layer.close()
        await asyncio.to_thread(self.worker.stop)
        await send({"type": "lifespan.shutdown.complete"})


def _when_told_to_stop(act: Callable[[], None]) -> Callable[[], None]:
    """Call *act* in this event loop as soon as the process is told to stop; returns what takes that back.

    The server speaks of its end only when every answer is finished, and a stream never is: without this it
    would wait out its grace. The server's own handlers are called too.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def handle(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(act)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)  # type: ignore[arg-type]

    taken = [number for number, handler in before.items() if callable(handler)]  # the default one would not return
    for number in taken:
        signal.signal(number, handle)

    def restore() -> None:
        for number in taken:
            if signal.getsignal(number) is handle:
                signal.signal(number, before[number])

    return restore


keep_tokens_out()
application = Service(BoardLayer(BodyLimit(_django)), EmbeddedWorker())
