"""A championship, its stages and its flights."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from championship.enums import Hands, Language, NamePolicy
from scoring.format_json import from_json
from scoring.formats import Format, StageFormat


class Championship(models.Model):
    """One event, from registration to archive. It holds its own copy of its format (design.md §5)."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name_he = models.CharField(_("name in Hebrew"), max_length=120, blank=True)
    name_en = models.CharField(_("name in English"), max_length=120, blank=True)
    name_pl = models.CharField(_("name in Polish"), max_length=120, blank=True)
    language = models.CharField(_("language"), max_length=2, choices=Language, default=Language.HEBREW)
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    day = models.DateField(_("day of the qualifiers"))
    name_policy = models.CharField(_("names in public"), max_length=10, choices=NamePolicy, default=NamePolicy.FULL)
    capacity = models.PositiveSmallIntegerField(_("places"), default=120)
    youngest = models.PositiveSmallIntegerField(_("youngest age"), default=5)
    oldest = models.PositiveSmallIntegerField(_("oldest age"), default=18)
    edition = models.CharField(_("card rules"), max_length=30, default="he-2015")
    edition_flags = models.JSONField(_("changed rules"), default=dict, blank=True)
    hands = models.CharField(_("cards left"), max_length=10, choices=Hands, default=Hands.OPTIONAL)
    format_json = models.JSONField(_("format"), null=True, blank=True)
    players_confirm = models.BooleanField(_("players confirm their table"), default=False)
    players_call = models.BooleanField(_("players may call the head referee"), default=False)
    is_public = models.BooleanField(_("shown to the public"), default=False)
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes a round"), default=20, validators=[MinValueValidator(5), MaxValueValidator(90)]
    )
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("championship")
        constraints = [
            models.CheckConstraint(
                condition=~Q(name_he="") | ~Q(name_en="") | ~Q(name_pl=""), name="championship_has_a_name"
            ),
            models.CheckConstraint(condition=Q(youngest__lte=F("oldest")), name="championship_ages_in_order"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name in the reader's language, else in the championship's, else in any it has."""
        names = {"he": self.name_he, "en": self.name_en, "pl": self.name_pl}
        wanted = (get_language() or self.language)[:2]
        return names.get(wanted) or names[self.language] or next(filter(None, names.values()))

    @property
    def format(self) -> Format | None:
        """The format as a value; None until one is chosen."""
        return from_json(self.format_json) if self.format_json else None


class Stage(models.Model):
    """One stage, made when the seat plan is published. ``order`` counts from 1 in playing order."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="stages")
    key = models.CharField(max_length=20)
    order = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("stage")
        ordering = ["championship", "order"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "key"], name="one_stage_a_key"),
            models.UniqueConstraint(fields=["championship", "order"], name="one_stage_an_order"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def format(self) -> StageFormat:
        """The stage's part of the championship's format."""
        format_ = self.championship.format
        assert format_ is not None  # a stage exists only once the plan is published
        return format_.stage(self.key)


class Flight(models.Model):
    """Tables of one stage that are drawn and played together: a day, an hour, a hall."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="flights")
    number = models.PositiveSmallIntegerField(default=1)
    hall = models.CharField(_("hall"), max_length=80, blank=True)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)

    class Meta:
        verbose_name = _("flight")
        ordering = ["stage", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="one_flight_a_number")]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"
