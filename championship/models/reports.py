"""Rounds, the reports on them, and rulings: the source of every standing (design.md §4)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from championship.enums import Kept, Outcome, RulingKind
from championship.models.append_only import AppendOnly
from championship.models.people import Entry, Pass
from championship.models.seating import Seat, Table
from championship.models.stages import Championship, Stage
from championship.registrations.text import clean


class Remark(models.Model):
    """Free text said with an act, in a row of its own, which anonymising empties (design.md §1)."""

    text = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return self.text

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.text = clean(self.text)  # no invisible signs: one could turn the line it stands in round (O58)
        super().save(*args, **kwargs)


class Round(models.Model):
    """One game at one table: regular 1..3 (``place`` 0), or a tie-break round for a place.

    A row is made by its first report, so a phone may name a round that nobody opened yet.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rounds")
    place = models.PositiveSmallIntegerField(_("place it decides"), default=0)
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("round")
        ordering = ["table", "place", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "place", "number"], name="one_round_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.place}/{self.number}"


class Report(AppendOnly):
    """What a referee says a round ended with. Written once: a correction is the round's next revision.

    The highest revision counts; a report without one is kept, and says why (design.md §4). Its author is a
    pass or a user.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="reports")
    client_id = models.UUIDField(_("sent as"), unique=True)
    digest = models.CharField(max_length=64)
    seen = models.PositiveSmallIntegerField(_("revision its author saw"), default=0)
    revision = models.PositiveSmallIntegerField(null=True)
    kept_because = models.CharField(choices=Kept, max_length=20, blank=True)
    reason = models.ForeignKey(Remark, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    outcome = models.CharField(choices=Outcome, max_length=12, default=Outcome.WON)
    winner = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    facts = models.JSONField(default=dict, blank=True)
    findings = models.JSONField(default=list, blank=True)
    by_pass = models.ForeignKey(Pass, on_delete=models.PROTECT, null=True, blank=True, related_name="reports")
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("report")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "revision"], name="one_report_a_revision"),  # nulls may repeat
            models.CheckConstraint(
                condition=Q(revision=None) | Q(revision=F("seen") + 1), name="follows_what_it_saw"
            ),
            models.CheckConstraint(condition=Q(revision=None) ^ Q(kept_because=""), name="counts_or_is_kept"),
            models.CheckConstraint(
                condition=Q(revision=None) | Q(revision=1) | Q(reason__isnull=False), name="correction_says_why"
            ),
            models.CheckConstraint(condition=Q(by_pass=None) ^ Q(by_user=None), name="report_has_one_author"),
            models.CheckConstraint(
                condition=Q(outcome=Outcome.WON, winner__isnull=False) | (~Q(outcome=Outcome.WON) & Q(winner=None)),
                name="a_won_round_has_a_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} r{self.revision or 0}"

    @property
    def counts(self) -> bool:
        """Whether it counted when it was saved; a later revision may have replaced it."""
        return self.revision is not None


class Line(AppendOnly):
    """One seat's part of a report: who played, cards left (null: absent), and the hand if it was given."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="lines")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="lines")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="lines")
    cards = models.PositiveSmallIntegerField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    hand = models.CharField(max_length=600, blank=True)

    class Meta:
        verbose_name = _("line")
        ordering = ["report", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["report", "seat"], name="one_line_a_seat"),
            models.UniqueConstraint(fields=["report", "entry"], name="one_line_an_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.cards}"


class Override(AppendOnly):
    """A rule that a report overrides, and why (rules.md §7); who and when are the report's."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="overrides")
    rule = models.CharField(max_length=8)
    reason = models.ForeignKey(Remark, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("override")
        constraints = [models.UniqueConstraint(fields=["report", "rule"], name="one_override_a_rule")]

    def __str__(self) -> str:
        return self.rule


class Ruling(AppendOnly):
    """An act that results do not explain; undone by another ruling, never changed (design.md §4.1).

    ``values`` are numbers only: what text there is lies in ``reason``.
    """

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(choices=RulingKind, max_length=20)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rulings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings")
    values = models.JSONField(default=dict, blank=True)
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by")
    client_id = models.UUIDField(_("sent as"), unique=True)
    digest = models.CharField(max_length=64)
    reason = models.ForeignKey(Remark, on_delete=models.PROTECT, related_name="+")
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("ruling")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.kind
