"""The log: who did what and when, for people; no code reads it (design.md §4.2)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from championship.models.append_only import AppendOnly
from championship.models.people import Pass
from championship.models.stages import Championship


class LogLine(AppendOnly):
    """One act: its code, the numbers it concerns, and the version it left. People are numbers here."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    values = models.JSONField(default=dict, blank=True)
    version = models.PositiveBigIntegerField()
    is_public = models.BooleanField(default=False)
    by_pass = models.ForeignKey(Pass, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )  # who has acted is deactivated, never deleted: the log goes on saying who it was

    class Meta:
        verbose_name = _("log line")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"
