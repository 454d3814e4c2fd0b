"""What the organiser chooses about the draw, and the cards that were cut for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

KINDS = [
    ("family", gettext_lazy("families")),
    ("pot", gettext_lazy("pots of the strongest")),
    ("club", gettext_lazy("clubs")),
    ("school", gettext_lazy("schools")),
    ("city", gettext_lazy("cities")),
]


class DrawForm(forms.Form):
    """Who is kept apart, and for a repeat the reason."""

    apart = forms.MultipleChoiceField(
        label=gettext_lazy("Keep apart"), choices=KINDS, required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(label=gettext_lazy("Why draw again?"), max_length=500, required=False)


class ReasonForm(forms.Form):
    """A reason that everybody can read beside the draw."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("Everybody can read it beside the draw: no names, nothing private."),
        max_length=500,
        required=False,
    )


class CardsForm(forms.Form):
    """The cards that were cut, as they lie."""

    cards = forms.CharField(
        label=gettext_lazy("Cards that were cut, in their order"),
        help_text=gettext_lazy("At least three, for instance: red 5, green stop, blue 2. Everybody can read them."),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SwapForm(forms.Form):
    """Two players of a draw who change places."""

    one = forms.TypedChoiceField(label=gettext_lazy("First player"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("Second player"), coerce=int)
    reason = forms.CharField(max_length=500, required=False)

    def __init__(self, *args: Any, places: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = [("", "–"), *places]
