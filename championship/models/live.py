"""The championship's pulse: its lock, its version and its epoch (design.md §4)."""

from __future__ import annotations

import uuid

from django.db import models

from championship.models.stages import Championship


class Pulse(models.Model):
    """One row a championship: every write begins by locking it.

    ``version`` rises by one with every public change and with nothing else; ``counter`` with every write, for
    staff pages. ``epoch`` changes when the database was restored: pages load afresh.
    """

    championship = models.OneToOneField(
        Championship, on_delete=models.CASCADE, primary_key=True, related_name="pulse"
    )
    version = models.PositiveBigIntegerField(default=0)
    counter = models.PositiveBigIntegerField(default=0)
    epoch = models.UUIDField(default=uuid.uuid4, editable=False)
    changed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"version {self.version}"
