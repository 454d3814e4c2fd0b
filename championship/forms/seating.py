"""What the organiser chooses about the plan."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from scoring.advisor import MOST


class PlayersForm(forms.Form):
    """For how many players plans are looked at."""

    players = forms.IntegerField(
        label=gettext_lazy("Players"),
        min_value=1,
        max_value=10 * MOST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}),
    )
