"""How fast somebody asks: counted by the minute, for limits that a real hall never meets (design.md §10)."""

from __future__ import annotations

import logging
import time

from django.core.cache import cache

logger = logging.getLogger(__name__)

SECONDS = 60
MOST_REPORTS = 600
"""Reports and looks ahead of one pass in a minute: more than all referees of 24 tables send together."""


def is_within(what: str, who: str, most: int) -> bool:
    """Count one more *what* of *who*, and say whether there were at most *most* in this minute.

    Where nothing can be counted nothing is stopped: a cache that is down must not cost a result.
    """
    key = f"{what}:{who}:{int(time.time() // SECONDS)}"
    try:
        return bool(cache.add(key, 1, SECONDS) or cache.incr(key) <= most)
    except Exception:  # whatever the cache raises: redis has errors of its own
        logger.warning("requests could not be counted", exc_info=True)
        return True


def wait() -> float:
    """Seconds until the next minute begins."""
    return SECONDS - time.time() % SECONDS
