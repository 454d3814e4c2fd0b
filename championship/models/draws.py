"""Draws of the first stage, what proves them, and seats exchanged by hand before they are published."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from championship.enums import DrawState
from championship.models.append_only import AppendOnly
from championship.models.stages import Championship, Stage


class DrawProof(models.Model):
    """What makes a real draw provable: a promise, then the frozen list, then the cards, one after the other.

    ``list_json`` is the engine's request without seed; its digest and the names' are shown once it is frozen. Until
    cards are cut the list may be frozen again (``times_frozen``). A repeated draw has a proof of its own, the next
    number, and says why. It outlives the draw's seats: a plan published again takes those away, never this row.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="draw_proofs")
    number = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    reason = models.ForeignKey("Remark", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    promised_at = models.DateTimeField(auto_now_add=True)
    promised_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    list_json = models.JSONField(null=True, blank=True)
    list_digest = models.CharField(max_length=64, blank=True)
    names_digest = models.CharField(max_length=64, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    times_frozen = models.PositiveSmallIntegerField(default=0)
    cards = models.CharField(max_length=200, blank=True)
    cut_at = models.DateTimeField(null=True, blank=True)
    seats_json = models.JSONField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("proof of a draw")
        ordering = ["championship", "number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_draw_proof_a_number"),
            models.CheckConstraint(condition=Q(number=1) | Q(reason__isnull=False), name="repeated_proof_says_why"),
            models.CheckConstraint(condition=Q(cards="") | Q(frozen_at__isnull=False), name="frozen_before_cards"),
            models.CheckConstraint(condition=Q(revealed_at=None) | ~Q(cards=""), name="cards_before_the_secret"),
            models.CheckConstraint(condition=Q(cards="") ^ Q(cut_at__isnull=False), name="cards_have_their_moment"),
        ]

    def __str__(self) -> str:
        return f"proof {self.number}"


class Draw(models.Model):
    """Who sits where in the first stage. A draft is the organiser's alone; at most one draw is published.

    Once a draw was promised, only one with its ``proof`` can be published; the others are previews.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=DrawState, default=DrawState.DRAFT)
    is_preview = models.BooleanField(default=False)
    proof = models.OneToOneField(DrawProof, on_delete=models.PROTECT, null=True, blank=True, related_name="draw")
    seed = models.CharField(max_length=80)
    request = models.JSONField()
    result = models.JSONField()
    reason = models.ForeignKey("Remark", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("draw")
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_draw_a_number"),
            models.UniqueConstraint(
                fields=["stage"], condition=Q(state=DrawState.PUBLISHED), name="one_published_draw_a_stage"
            ),
            models.CheckConstraint(
                condition=Q(number=1) | Q(reason__isnull=False) | Q(is_preview=True) | Q(proof__isnull=False),
                name="repeated_draw_says_why",
            ),
            models.CheckConstraint(
                condition=Q(is_preview=False) | (~Q(state=DrawState.PUBLISHED) & Q(proof=None)),
                name="previews_are_never_published",
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number}"


class DrawSwap(AppendOnly):
    """Two players of a draft who changed places by the organiser's hand, and why; everybody can read it later."""

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="swaps")
    one = models.PositiveIntegerField()
    other = models.PositiveIntegerField()
    reason = models.ForeignKey("Remark", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("exchange of seats")
        ordering = ["draw", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(one=models.F("other")), name="swap_of_two_players")]

    def __str__(self) -> str:
        return f"#{self.one} <-> #{self.other}"
