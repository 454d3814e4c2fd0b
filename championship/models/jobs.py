"""Jobs, and the prints they make."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from championship.enums import JobState, Paper, PrintKind
from championship.models.stages import Championship


class Job(models.Model):
    """Work that is done outside a request. The row is the job, a message only a nudge (design.md §10)."""

    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    requested_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        ordering = ["pk"]
        indexes = [models.Index(fields=["state", "requested_at"], name="job_state")]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class Printout(models.Model):
    """A file that was, or will be, printed: what is on it, and the version it shows.

    ``subjects`` are the tables on it, by key and number ("second-3"), each with a digest of what it says of
    them, empty until it is made: it is outdated when they say something else now (selectors.printing).
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="printouts")
    kind = models.CharField(max_length=12, choices=PrintKind)
    language = models.CharField(max_length=2)
    paper = models.CharField(max_length=2, choices=Paper, default=Paper.A4)
    subjects = models.JSONField(default=dict, blank=True)
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, blank=True, related_name="printout")
    version = models.PositiveBigIntegerField(null=True, blank=True)
    content = models.BinaryField(null=True, blank=True)
    requested_at = models.DateTimeField(auto_now_add=True)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("print")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.language}"
