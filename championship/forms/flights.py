"""Flights as they are typed: a row each, the first table, the hall, the hour."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from championship.models import Stage
from championship.services.flights import Part

SPARE = 2
"""Empty rows below those that are there."""


class FlightForm(forms.Form):
    """One flight; a row without a first table is none."""

    first_table = forms.IntegerField(
        label=gettext_lazy("From table"),
        min_value=1,
        max_value=999,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}),
    )
    hall = forms.CharField(label=gettext_lazy("Hall"), max_length=80, required=False)
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Starts"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


FlightFormSet = forms.formset_factory(FlightForm, extra=SPARE, max_num=20)


def initial_of(stage: Stage) -> list[dict[str, Any]]:
    """Return the flights as they are, a row each. Two queries."""
    first: dict[int, int] = {}
    for flight, number in stage.tables.order_by("-number").values_list("flight", "number"):
        first[flight] = number
    return [
        {"first_table": first[flight.pk], "hall": flight.hall, "starts_at": flight.starts_at}
        for flight in stage.flights.order_by("number")
        if flight.pk in first
    ]


def parts_of(formset: Any) -> list[Part]:
    """Return the flights that were typed."""
    rows = [form.cleaned_data for form in formset if form.cleaned_data.get("first_table")]
    return [Part(row["first_table"], row["hall"], row["starts_at"]) for row in rows]
