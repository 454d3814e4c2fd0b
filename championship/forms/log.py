"""What is looked for in the log."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from championship.selectors.log import Wanted
from championship.sentences.log import KINDS

_TABLE = re.compile(r"(?:[\w-]+-)?[0-9]{1,4}")


class LogForm(forms.Form):
    """A player's number, a table, a kind of act, and hours of one day; every field may be left empty."""

    entry = forms.IntegerField(
        label=gettext_lazy("Player's number"),
        required=False,
        min_value=1,
        max_value=10**6,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}),
    )
    table = forms.RegexField(
        _TABLE,
        label=gettext_lazy("Table"),
        required=False,
        max_length=30,
        widget=forms.TextInput(attrs={"dir": "ltr", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("What"), required=False, choices=[("", gettext_lazy("everything")), *KINDS.items()]
    )
    day = forms.DateField(
        label=gettext_lazy("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    since = forms.TimeField(
        label=gettext_lazy("From"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    until = forms.TimeField(
        label=gettext_lazy("Until"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )

    def wanted(self) -> Wanted:
        """Return what is looked for; hours without a day are today's."""
        asked = self.cleaned_data
        day: date | None = asked["day"]
        if day is None and (asked["since"] or asked["until"]):
            day = timezone.localdate()
        return Wanted(
            entry=asked["entry"] or 0,
            table=asked["table"],
            kind=asked["kind"],
            since=_moment(day, asked["since"] or time.min) if day else None,
            until=_until(day, asked["until"]) if day else None,
        )


def _moment(day: date, at: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, at))


def _until(day: date, at: time | None) -> datetime:
    """The end of the minute that was typed, else of the day."""
    return _moment(day, at) + timedelta(minutes=1) if at else _moment(day + timedelta(days=1), time.min)
