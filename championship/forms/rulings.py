"""Rulings as they are typed: each kind asks for what it needs, and for the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from championship.enums import RulingKind
from championship.selectors.standings import EXITS, StageView

_SIGNED = re.compile(r"(?P<sign>[+\-\u2212\u2013]?)(?P<digits>[0-9]{1,3})")
_DIRECTION_MARKS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\\s]")


class PointsField(forms.CharField):
    """Points with their sign in front, whichever minus was typed; "10-" is no number (bug report O51)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_length=12,
            widget=forms.TextInput(attrs={"dir": "ltr", "autocomplete": "off", "class": "points-input"}),
            **kwargs,
        )

    def clean(self, value: Any) -> Any:
        text = _DIRECTION_MARKS.sub("", super().clean(value))
        found = _SIGNED.fullmatch(text)
        if found is None or not int(found["digits"]):
            raise ValidationError(_("Write a whole number with its sign in front: −2 or +3."))
        points = int(found["digits"])
        return points if found["sign"] in {"", "+"} else -points


class RulingForm(forms.Form):
    """What every ruling has: its reason."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)

    def __init__(
        self, *args: Any, view: StageView, table: int | None, names: Mapping[int, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.view, self.table, self.names = view, table, names
        self.arrange()
        self.order_fields([name for name in self.fields if name != "reason"] + ["reason"])

    def arrange(self) -> None:
        """Give the fields their choices."""

    @property
    def entry_number(self) -> int | None:
        """The player it is about, by number; None if it is about none."""
        return None

    @property
    def values(self) -> dict[str, Any]:
        """Its numbers, as the ruling service takes them."""
        return {}

    def _seated(self) -> Sequence[tuple[int, str]]:
        assert self.table is not None  # only kinds about a table ask
        entries = self.view.state.table(self.table).entries
        return [(number, f"{self.names.get(number, '')} #{number}".strip()) for number in entries]


def _may_be(form: forms.Form, name: str, choices: Sequence[tuple[int, str]]) -> None:
    """Give a field what may be chosen at this table."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class _AboutPlayer(RulingForm):
    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int, widget=forms.RadioSelect)

    def arrange(self) -> None:
        _may_be(self, "entry", self._seated())

    @property
    def entry_number(self) -> int | None:
        return int(self.cleaned_data["entry"])


class ExitForm(_AboutPlayer):
    """A player leaves: after which round, 0 for before the first."""

    after_round = forms.TypedChoiceField(label=gettext_lazy("Last round played"), coerce=int)

    def arrange(self) -> None:
        super().arrange()
        rounds = range(1, self.view.state.format.rounds + 1)
        _may_be(
            self,
            "after_round",
            [
                (0, _("none: left before round 1")),
                *((number, _("round %(number)s") % {"number": number}) for number in rounds),
            ],
        )
        played = [result.number for result in self.view.state.table(self.table or 0).results if result.place == 0]
        self.fields["after_round"].initial = max(played, default=0)

    @property
    def values(self) -> dict[str, Any]:
        return {"after_round": self.cleaned_data["after_round"]}


class PenaltyForm(_AboutPlayer):
    points = PointsField(
        label=gettext_lazy("Points"), help_text=gettext_lazy("−2 takes two points away, +2 gives two.")
    )

    @property
    def values(self) -> dict[str, Any]:
        return {"points": self.cleaned_data["points"]}


class SeatForm(RulingForm):
    position = forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int)
    number = forms.IntegerField(
        label=gettext_lazy("Player's number"),
        min_value=1,
        max_value=10**6,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}),
    )

    def arrange(self) -> None:
        assert self.table is not None  # a seat is at a table
        _may_be(
            self,
            "position",
            [
                (
                    seat,
                    _("seat %(seat)s: %(player)s") % {"seat": seat, "player": self.names.get(entry or 0, _("free"))},
                )
                for seat, entry in enumerate(self.view.state.table(self.table).seats, start=1)
            ],
        )

    @property
    def entry_number(self) -> int | None:
        return int(self.cleaned_data["number"])

    @property
    def values(self) -> dict[str, Any]:
        return {"position": self.cleaned_data["position"]}


NUMBER = {"inputmode": "numeric", "dir": "ltr", "autocomplete": "off"}


class _Newcomer(RulingForm):
    number = forms.IntegerField(
        label=gettext_lazy("Player's number"),
        min_value=1,
        max_value=10**6,
        widget=forms.TextInput(attrs=NUMBER),
    )

    @property
    def entry_number(self) -> int | None:
        return int(self.cleaned_data["number"])


class AddedSeatForm(_Newcomer):
    """A late comer, for whom the table gets a seat more."""


class MoveForm(SeatForm):
    """A player of another table, who takes a seat of this one."""


class ExchangeForm(_AboutPlayer):
    """A player of this table, and the one who sat in their seat."""

    other = forms.IntegerField(
        label=gettext_lazy("Number of the other player"),
        min_value=1,
        max_value=10**6,
        widget=forms.TextInput(attrs=NUMBER),
    )

    @property
    def values(self) -> dict[str, Any]:
        return {"other": self.cleaned_data["other"]}


class SubstituteForm(_Newcomer):
    """A player who leaves, and who plays on for them."""

    position = forms.TypedChoiceField(label=gettext_lazy("Who leaves"), coerce=int, widget=forms.RadioSelect)
    after_round = forms.TypedChoiceField(label=gettext_lazy("Last round played"), coerce=int)

    def arrange(self) -> None:
        table = self.view.state.table(self.table or 0)
        seated = [
            (seat, f"{self.names.get(entry, '')} #{entry}".strip()) for seat, entry in sorted(table.seated.items())
        ]
        _may_be(self, "position", seated)
        rounds = range(1, self.view.state.format.rounds + 1)
        _may_be(self, "after_round", [(number, _("round %(number)s") % {"number": number}) for number in rounds])
        played = [result.number for result in table.results if result.place == 0]
        self.fields["after_round"].initial = max(played, default=1)
        self.fields["number"].label = _("Number of the substitute")
        self.order_fields(["position", "after_round", "number"])

    @property
    def values(self) -> dict[str, Any]:
        return {"position": self.cleaned_data["position"], "after_round": self.cleaned_data["after_round"]}


class LotForm(RulingForm):
    """The order in which a lot was drawn: one field a level player, each order number once."""

    def __init__(self, *args: Any, place: int, level: Sequence[int], **kwargs: Any) -> None:
        self.place, self.level = place, level
        super().__init__(*args, **kwargs)

    def arrange(self) -> None:
        orders = [(order, str(order)) for order in range(1, len(self.level) + 1)]
        for number in self.level:
            self.fields[f"order-{number}"] = forms.TypedChoiceField(
                label=f"{self.names.get(number, '')} #{number}".strip(), coerce=int, choices=[("", "–"), *orders]
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        orders = [cleaned.get(f"order-{number}") for number in self.level]
        if None not in orders and len(set(orders)) != len(orders):
            raise ValidationError(_("Each place of the lot goes to one player. Check the order."))
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        order = sorted(self.level, key=lambda number: self.cleaned_data[f"order-{number}"])
        return {"place": self.place, "order": order}


FORMS: Mapping[str, type[RulingForm]] = {
    **dict.fromkeys(EXITS, ExitForm),
    RulingKind.PENALTY: PenaltyForm,
    RulingKind.SEAT_GIVEN: SeatForm,
    RulingKind.SEAT_ADDED: AddedSeatForm,
    RulingKind.SEAT_MOVED: MoveForm,
    RulingKind.SEATS_EXCHANGED: ExchangeForm,
    RulingKind.SUBSTITUTE: SubstituteForm,
    RulingKind.TABLE_CONFIRMED: RulingForm,
    RulingKind.STAGE_CLOSED: RulingForm,
    RulingKind.LOT: LotForm,
}
OF_STAGE = frozenset({RulingKind.STAGE_CLOSED, RulingKind.LOT})
"""Kinds that may be about a whole stage."""
