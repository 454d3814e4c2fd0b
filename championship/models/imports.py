"""Registration files: as they were uploaded, until they are saved, and what of them still needs a person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from championship.models.stages import Championship


class RegistrationFile(models.Model):
    """An uploaded list. ``content`` is kept until it is saved, then emptied.

    ``column_map`` and ``encoding`` are what a person said of it, where the guess was wrong.

    ``left_out`` are the rows that were neither saved nor nobody: line, bin, reasons, and what stood there, for a
    person to settle; none is lost without a word. It holds personal details, as entries do.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="registration_files")
    filename = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    content = models.BinaryField(null=True)
    column_map = models.JSONField(default=dict, blank=True)
    encoding = models.CharField(max_length=20, blank=True)
    left_out = models.JSONField(default=list, blank=True)
    counts = models.JSONField(default=dict, blank=True)
    uploaded_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(null=True, blank=True)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("registration file")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.filename
