"""Waiting for what other threads and processes do."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS_TO_WAIT = 60


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until *is_so*, looking twenty times a second. Raises AssertionError if it never is."""
    until = time.monotonic() + SECONDS_TO_WAIT
    while not is_so():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.05)
