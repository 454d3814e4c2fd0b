"""What stays of a championship when it is over: its winners, as the public knew them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from championship.models.stages import Championship


class Winner(models.Model):
    """A line of the roll of winners: the public name as it was when the roll was written, and a dense rank (C16)."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="winners")
    rank = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=210)

    class Meta:
        verbose_name = _("winner")
        ordering = ["championship", "rank", "number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_line_a_winner"),
            models.CheckConstraint(condition=models.Q(rank__gte=1), name="ranks_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. #{self.number}"
