"""What the organiser chooses about plan and draw."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from scoring.advisor import MOST

KINDS = [
    ("family", gettext_lazy("families")),
    ("club", gettext_lazy("clubs")),
    ("school", gettext_lazy("schools")),
    ("city", gettext_lazy("cities")),
]


class PlayersForm(forms.Form):
    """For how many players plans are looked at."""

    players = forms.IntegerField(
        label=gettext_lazy("Players"),
        min_value=1,
        max_value=10 * MOST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}),
    )


class DrawForm(forms.Form):
    """Who is kept apart, and for a repeat the reason."""

    apart = forms.MultipleChoiceField(
        label=gettext_lazy("Keep apart"), choices=KINDS, required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(label=gettext_lazy("Why draw again?"), max_length=500, required=False)
