"""Guessing short codes: failures are counted by address, and only failures: a hall is one address (design.md §10).

A code has 40 bits. At 30 failures a minute somebody who guesses all day long at a hall with 200 passes finds
one in 400 000 days; whoever is stopped by a neighbour's typing waits a minute at most, or scans the code.
"""

from __future__ import annotations

import logging

from django.core.cache import cache
from django.http import HttpRequest

logger = logging.getLogger(__name__)

SECONDS = 60
MOST_FAILURES = 30


def are_too_many(request: HttpRequest) -> bool:
    """Whether the reader's address guessed wrongly too often within the last minute.

    Where nothing can be counted nobody is stopped: a cache that is down must not keep referees out.
    """
    try:
        return int(cache.get(_key(request), 0)) >= MOST_FAILURES
    except Exception:  # whatever the cache raises: redis has errors of its own
        logger.warning("wrong codes cannot be counted", exc_info=True)
        return False


def count(request: HttpRequest) -> None:
    """Count one wrong code."""
    key = _key(request)
    try:
        if not cache.add(key, 1, SECONDS):
            try:
                cache.incr(key)
            except ValueError:  # it ran out between the two
                cache.add(key, 1, SECONDS)
    except Exception:  # said in are_too_many
        logger.warning("a wrong code was not counted", exc_info=True)


def _key(request: HttpRequest) -> str:
    return f"wrong-codes:{request.META.get('REMOTE_ADDR', '')}"
