"""Limits that a real hall never meets (design.md §10: axes does not cover passes)."""

from __future__ import annotations

import logging
import time
from typing import Any

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

logger = logging.getLogger(__name__)


class ByPass(BaseThrottle):
    """Reports and looks ahead, counted by pass and minute.

    Ten a second is more than all referees of 24 tables send together. Where nothing can be counted nothing is
    stopped: a cache that is down must not cost a result.
    """

    scope = "reports"
    most = 600
    seconds = 60

    def allow_request(self, request: Request, view: Any) -> bool:
        key = f"{self.scope}:{view.caller.key}:{int(time.time() // self.seconds)}"
        try:
            return cache.add(key, 1, self.seconds) or cache.incr(key) <= self.most
        except Exception:  # whatever the cache raises: redis has errors of its own
            logger.warning("requests could not be counted", exc_info=True)
            return True

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return self.seconds - time.time() % self.seconds


class CallsByPass(ByPass):
    """Calls to the head referee: one every three seconds is more than a hall of tables in trouble makes."""

    scope = "calls"
    most = 20
