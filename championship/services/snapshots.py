"""Snapshots of the public board, published for every process by a task; nobody waits for it (design.md §7)."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.cache import cache

from championship.models import Championship
from championship.selectors import board as boards
from championship.selectors.board import Board

logger = logging.getLogger(__name__)

KEPT_SECONDS = 300
"""Long enough for every process to see the version; the next one takes its place anyway."""


def publish(championship_id: int) -> Board | None:
    """Build the newest board, unless this process has it, and share it where there is a shared cache.

    None if the championship is not public. Without Redis the worker is a thread of the web process, which then
    has the board before its first reader asks.
    """
    slug = Championship.objects.filter(pk=championship_id, is_public=True).values_list("slug", flat=True).first()
    newest = boards.current(slug) if slug else None
    if newest is not None and settings.REDIS_URL:
        key = boards.shared_key(newest.championship_id, newest.epoch, newest.version)
        try:
            cache.set(key, newest, KEPT_SECONDS)
        except Exception as error:  # whatever the cache's client raises: each process builds its own then
            logger.warning("the board cannot be shared: %s", error)
    return newest
