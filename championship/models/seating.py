"""Seating: tables, seats, the tickets between them, the published plan, and draws."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from championship.models.append_only import AppendOnly
from championship.models.people import Entry
from championship.models.stages import Championship, Flight, Stage


class Table(models.Model):
    """A table of one stage; its number is unique in the stage, over all days and halls."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    flight = models.ForeignKey(Flight, on_delete=models.RESTRICT, related_name="tables")

    class Meta:
        verbose_name = _("table")
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_table_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.stage.key}-{self.number}"


class Seat(models.Model):
    """A position at a table; whoever sits there holds it, and a ticket that ends there is thereby taken.

    The seat carries its stage, so that the database keeps a player to one seat a stage.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="seats")
    ruling = models.ForeignKey("Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="seats_given")
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        ordering = ["table", "position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="one_seat_a_position"),
            models.UniqueConstraint(fields=["stage", "entry"], name="one_seat_a_stage"),
            models.CheckConstraint(condition=Q(position__gte=1), name="seat_positions_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.position}"


class Ticket(models.Model):
    """The edge "place p of table A sits at seat s of table B"; a wild card has a rank in its stage, and no table."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="tickets")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="tickets")
    place = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    to_seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="ticket")

    class Meta:
        verbose_name = _("ticket")
        ordering = ["stage", "table", "place", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["table", "place"], name="one_ticket_a_place"),
            models.UniqueConstraint(fields=["stage", "place", "rank"], name="one_ticket_a_rank"),
            models.CheckConstraint(condition=Q(table=None) ^ Q(rank=None), name="ticket_from_table_or_rank"),
        ]

    def __str__(self) -> str:
        return f"{self.table or self.stage} {self.place} -> {self.to_seat}"


class SeatPlan(AppendOnly):
    """A published version of the seat plan. The next version says why it changed (design.md §4.7)."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="seat_plans")
    number = models.PositiveSmallIntegerField()
    format_json = models.JSONField()
    digest = models.CharField(max_length=64)
    reason = models.ForeignKey("Remark", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    published_at = models.DateTimeField(auto_now_add=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("seat plan")
        ordering = ["championship", "number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_seat_plan_a_number"),
            models.CheckConstraint(condition=Q(number=1) | Q(reason__isnull=False), name="changed_plan_says_why"),
        ]

    def __str__(self) -> str:
        return f"plan {self.number}"
