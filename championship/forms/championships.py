"""A championship as its organiser describes it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from championship.models import Championship

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
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not any(cleaned.get(name) for name in NAMES):
            self.add_error("name_he", _("Give the championship a name in at least one language."))
        return cleaned


class NewChampionshipForm(DetailsForm):
    """The same, with the address that its pages will have for good."""

    class Meta(DetailsForm.Meta):
        fields = [*NAMES, "slug", "day", "venue", "language", "name_policy", "capacity"]
        widgets = {**DetailsForm.Meta.widgets, "slug": forms.TextInput(attrs={"dir": "ltr", "spellcheck": "false"})}
        help_texts = {
            **DetailsForm.Meta.help_texts,
            "slug": gettext_lazy("Latin letters, digits and hyphens; it stands in every printed code, so it stays."),
        }
