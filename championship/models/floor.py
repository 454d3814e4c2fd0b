"""What happens on the floor besides results: calls, the stage's clock, players who confirm their table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from championship.enums import CallKind, ClockKind
from championship.models.append_only import AppendOnly
from championship.models.people import Entry, Pass
from championship.models.seating import Table
from championship.models.stages import Stage


class Call(models.Model):
    """Somebody asks the head referee to come to a table: a phone with a pass, the desk, or a player's own page.

    It says what it is about and nothing in free words; answered, it stays.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    kind = models.CharField(choices=CallKind, max_length=10)
    client_id = models.UUIDField(_("sent as"), unique=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="calls")
    by_pass = models.ForeignKey(Pass, on_delete=models.SET_NULL, null=True, blank=True, related_name="calls")
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("call")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(answered_at=None, answered_by=None)
                | Q(answered_at__isnull=False, answered_by__isnull=False),
                name="call_answered_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.kind}"


class ClockAct(AppendOnly):
    """One act on a stage's clock, for all its tables or for one; ``scoring.clock`` works the clock out from them."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="clock_acts")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="clock_acts")
    kind = models.CharField(choices=ClockKind, max_length=10)
    minutes = models.PositiveSmallIntegerField(default=0)
    is_per_round = models.BooleanField(default=False)
    client_id = models.UUIDField(_("sent as"), unique=True)
    at = models.DateTimeField()
    by_pass = models.ForeignKey(Pass, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("act on a clock")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table or self.stage} {self.kind}"


class TableConfirmation(AppendOnly):
    """A player says that the table's sheet is right, as it stood: ``digest`` names the reports that counted.

    ``completes`` is true of the one with which everybody who played had confirmed the same sheet.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="confirmations")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="confirmations")
    digest = models.CharField(max_length=64)
    completes = models.BooleanField(default=False)
    by_pass = models.ForeignKey(Pass, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player's confirmation")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "entry", "digest"], name="one_confirmation_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.entry}"
