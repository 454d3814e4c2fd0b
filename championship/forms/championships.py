"""A championship as its organiser describes it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from championship.models import Championship
from scoring import advisor, format_checks
from scoring.advisor import MOST
from scoring.errors import FormatError, NoPlan
from scoring.formats import CLASSIC, LUNADA, Format, classic

NAMES = ("name_he", "name_en", "name_pl")


class DetailsForm(forms.ModelForm):
    """What is said about the event; a name in one language is enough."""

    class Meta:
        model = Championship
        fields = [
            *NAMES,
            "day",
            "venue",
            "language",
            "name_policy",
            "capacity",
            "round_minutes",
            "hands",
            "players_confirm",
            "players_call",
        ]
        widgets = {
            "day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "name_he": forms.TextInput(attrs={"dir": "rtl", "lang": "he"}),
            "name_en": forms.TextInput(attrs={"dir": "ltr", "lang": "en"}),
            "name_pl": forms.TextInput(attrs={"dir": "ltr", "lang": "pl"}),
            "capacity": forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr"}),
            "round_minutes": forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr"}),
        }
        help_texts = {
            "players_confirm": gettext_lazy(
                "Each ticks the own name on the referee's phone; seats of the next stage are taken only then."
            ),
            "players_call": gettext_lazy("From a player's own page, while the table plays."),
            "language": gettext_lazy("What pages and prints speak unless their reader chooses."),
            "name_policy": gettext_lazy("A child without consent is a number, whatever is chosen here."),
            "hands": gettext_lazy("What referees enter of a round: more cards, more mistakes are found."),
            "capacity": gettext_lazy("Whoever registers beyond them is on the waiting list."),
            "round_minutes": gettext_lazy("For the length of the day that a plan is shown with."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round_minutes"].required = False  # empty: as it is

    def clean_round_minutes(self) -> int:
        return self.cleaned_data["round_minutes"] or self.instance.round_minutes

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not any(cleaned.get(name) for name in NAMES):
            self.add_error("name_he", _("Give the championship a name in at least one language."))
        return cleaned


PRESETS = [
    (LUNADA, gettext_lazy("tables of four and five, winners go on to a final (the official shape)")),
    (CLASSIC, gettext_lazy("classic: one table, six rounds, penalty points")),
]


class NewChampionshipForm(DetailsForm):
    """The same in short, with the address that its pages will have for good, and the shape it begins from."""

    preset = forms.ChoiceField(label=gettext_lazy("Shape"), choices=PRESETS, required=False)
    players = forms.IntegerField(
        label=gettext_lazy("Players expected"),
        required=False,
        min_value=2,
        max_value=MOST,
        help_text=gettext_lazy("A plan is proposed for them, and again when the number changes."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}),
    )
    field_order = (*NAMES, "slug", "day", "venue", "preset", "players", "language", "name_policy", "capacity")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        players = cleaned.get("players")
        if players and self.format() is None:
            self.add_error(
                "players", _("There is no plan of this shape for so many players. Leave it empty for now.")
            )
        return cleaned

    def format(self) -> Format | None:
        """Return the format that was asked for; None without a number of players, or where there is none."""
        players = self.cleaned_data.get("players")
        if not players:
            return None
        try:
            format_ = classic(players) if self.cleaned_data.get("preset") == CLASSIC else advisor.plan(players)
            format_checks.validate(format_)
        except (NoPlan, FormatError):
            return None
        return format_

    def fields_of_championship(self) -> dict[str, Any]:
        """Return what the stages service takes beside the format."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    class Meta(DetailsForm.Meta):
        fields = [*NAMES, "slug", "day", "venue", "language", "name_policy", "capacity", "round_minutes"]
        widgets = {**DetailsForm.Meta.widgets, "slug": forms.TextInput(attrs={"dir": "ltr", "spellcheck": "false"})}
        help_texts = {
            **DetailsForm.Meta.help_texts,
            "slug": gettext_lazy("Latin letters, digits and hyphens; it stands in every printed code, so it stays."),
        }
