"""The worker and the clock of a process that has no broker: threads, started by the ASGI lifespan (design.md §10)."""

from __future__ import annotations

import logging
import threading

from celery.beat import EmbeddedService
from celery.worker import WorkController

from championship.config.celery_app import IS_EMBEDDED, app

logger = logging.getLogger(__name__)


class EmbeddedWorker:
    """A worker and a clock as threads of this process, for ``memory://`` alone; with a broker it does nothing."""

    def __init__(self, concurrency: int = 2) -> None:
        self._concurrency = concurrency
        self._controller: WorkController | None = None
        self._is_up = threading.Event()
        self._worker: threading.Thread | None = None
        self._clock: threading.Thread | None = None

    def start(self) -> None:
        """Start both threads. They take over what earlier processes left: the first sweep comes at once."""
        if not IS_EMBEDDED or self._worker is not None:
            return
        app.set_default()
        app.loader.import_default_modules()  # here: of two workers in a process one would not wait for its tasks
        logging.getLogger("celery").setLevel(logging.WARNING)  # a line for each sweep helps nobody
        self._is_up.clear()
        self._worker = threading.Thread(target=self._work, name="mapal-worker", daemon=True)
        self._worker.start()
        self._clock = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")  # keeps no file
        self._clock.start()
        app.send_task("championship.sweep")

    def stop(self, timeout: float = 2) -> None:
        """Take no more tasks, and wait *timeout* seconds for the running ones; the next process sweeps the others."""
        if self._worker is None or self._clock is None:
            return
        self._clock.service.stop()  # type: ignore[attr-defined]
        ending = threading.Thread(target=self._end, name="mapal-worker-end", daemon=True)
        ending.start()  # it waits for the running tasks, however long they take
        ending.join(timeout)
        if ending.is_alive():
            logger.warning("a job is still running: if it is cut off, the next process does it")
        self._worker = self._clock = None

    def _end(self) -> None:
        self._is_up.wait()  # a worker that is told to stop while it comes up would not hear it
        if self._controller is not None:
            self._controller.stop()

    def _work(self) -> None:
        try:
            self._controller = WorkController(
                app=app,
                pool="threads",
                concurrency=self._concurrency,
                loglevel="WARNING",
                without_gossip=True,
                without_mingle=True,
                without_heartbeat=True,
                ready_callback=lambda _consumer: self._is_up.set(),
            )
            self._controller.start()
        except Exception:
            logger.exception("the worker of this process has stopped")
        finally:
            self._is_up.set()
