"""Players as they are typed at the desk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from championship.models import Entry
from championship.services.people import CONTACT_FIELDS, PLAYER_FIELDS

DIGITS = {"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}
ENTRY_FIELDS = ("age", "has_consent", "has_photo_consent", "is_paid", "is_eligible", "spectators", "pot", "note")
MOST_SPECTATORS = 2
"""Spectators a player may bring (rules.md §6.1)."""


class PlayerForm(forms.Form):
    """One player; the first name is enough."""

    first_name = forms.CharField(label=gettext_lazy("First name"), max_length=100)
    last_name = forms.CharField(label=gettext_lazy("Last name"), max_length=100, required=False)
    age = forms.IntegerField(
        label=gettext_lazy("Age"), min_value=3, max_value=120, required=False, widget=forms.TextInput(attrs=DIGITS)
    )
    school = forms.CharField(label=gettext_lazy("School"), max_length=100, required=False)
    club = forms.CharField(label=gettext_lazy("Club"), max_length=100, required=False)
    city = forms.CharField(label=gettext_lazy("City"), max_length=100, required=False)
    phone = forms.CharField(
        label=gettext_lazy("Phone"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "tel", "dir": "ltr", "autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "email", "dir": "ltr", "autocomplete": "off"}),
    )
    spectators = forms.IntegerField(
        label=gettext_lazy("Spectators"),
        min_value=0,
        max_value=MOST_SPECTATORS,
        required=False,
        widget=forms.TextInput(attrs=DIGITS),
    )
    has_consent = forms.BooleanField(label=gettext_lazy("May be named in public"), required=False)
    has_photo_consent = forms.BooleanField(label=gettext_lazy("May be photographed"), required=False)
    is_paid = forms.BooleanField(label=gettext_lazy("Has paid"), required=False)
    is_eligible = forms.BooleanField(label=gettext_lazy("Declared that they may take part"), required=False)
    pot = forms.IntegerField(
        label=gettext_lazy("Pot for the draw: 1 the strongest, empty for none"),
        min_value=1,
        max_value=99,
        required=False,
        widget=forms.TextInput(attrs=DIGITS),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    @classmethod
    def of(cls, entry: Entry) -> PlayerForm:
        """Return the form with what is known of *entry*."""
        known = {name: getattr(entry.player, name) for name in PLAYER_FIELDS}
        return cls(initial={**known, **{name: getattr(entry, name) for name in ENTRY_FIELDS}})

    def without_contact(self) -> Self:
        """Return the form as everybody but the organiser has it: without contact details."""
        for name in CONTACT_FIELDS:
            del self.fields[name]
        return self

    def fields_of_entry(self) -> dict[str, Any]:
        """Return what the people service takes."""
        values = {name: self.cleaned_data[name] for name in (*PLAYER_FIELDS, *ENTRY_FIELDS) if name in self.fields}
        values["spectators"] = values["spectators"] or 0
        return values


class WalkInForm(PlayerForm):
    """A player who registers at the desk; a namesake is asked about, so nobody is registered twice by mistake."""

    is_here = forms.BooleanField(label=gettext_lazy("Is here: check in at once"), required=False, initial=True)
    is_another = forms.BooleanField(label=gettext_lazy("It is another player of the same name"), required=False)

    def __init__(self, *args: Any, registered: Iterable[tuple[str, int]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.namesakes: list[int] = []
        self._registered = [(_letters(name), number) for name, number in registered]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        name = _letters(f"{cleaned.get('first_name', '')} {cleaned.get('last_name', '')}")
        self.namesakes = [number for other, number in self._registered if name and other == name]
        if self.namesakes and not cleaned.get("is_another"):
            self.add_error(
                "is_another",
                _("Registered already under this name: %(numbers)s. Tick this if it is somebody else.")
                % {"numbers": ", ".join(f"#{number}" for number in self.namesakes)},
            )
        return cleaned


class LineForm(PlayerForm):
    """A line of a registration file as a person puts it right: who it is, and how to reach them."""

    KEPT = ("first_name", "last_name", "age", "school", "club", "city", "phone", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in set(self.fields) - set(self.KEPT):
            del self.fields[name]


class FamilyForm(forms.Form):
    """Brothers and sisters of a player, by their numbers."""

    others = forms.CharField(
        label=gettext_lazy("Brothers and sisters: their numbers"),
        help_text=gettext_lazy("For instance: 12, 13. Empty if there are none. The draw keeps them apart."),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"dir": "ltr", "autocomplete": "off"}),
    )

    def clean_others(self) -> list[int]:
        """Return the numbers; anything else is refused."""
        words = self.cleaned_data["others"].replace(",", " ").replace("#", " ").split()
        if not all(word.isdecimal() and len(word) < 7 for word in words):
            raise forms.ValidationError(_("Numbers of players, parted by commas."))
        return [int(word) for word in words]


def _letters(name: str) -> str:
    return " ".join(name.split()).casefold()
