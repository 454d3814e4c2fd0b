"""What the write side takes: its shape only. Whether a report can be right is the service's question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from rest_framework import serializers

from championship.api.fields import Choice, ClientId, Flag, Seats, SeatsOrCount, Strict, Text, Whole
from championship.enums import CallKind
from championship.models import Championship
from championship.services.sent import MOST_SEEN, RULE, SAID, RoundAddress, Sent, SentLine
from scoring.results import Outcome

MOST_LINES = 10
MOST_CARDS = 200
"""More than any deck has; between a deck and this a count is a finding, beyond it no count."""
MOST_POINTS = 2000
LONGEST_REASON = 200
MOST_OVERRIDES = 16


class LineSerializer(Strict):
    """One seat's part of a report."""

    seat = Whole(min_value=1, max_value=MOST_LINES, help_text="Position at the table, from 1.")
    cards = Whole(min_value=0, max_value=MOST_CARDS, allow_null=True, help_text="Cards left; null: absent.")
    entry = Whole(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        allow_null=True,
        help_text="Number of who played; checked against who sits there.",
    )
    points = Whole(
        min_value=0,
        max_value=MOST_POINTS,
        required=False,
        allow_null=True,
        help_text="Penalty points of the hand, where the format counts them; never the winner's.",
    )
    hand = serializers.ListField(
        child=Text(max_length=4, trim_whitespace=False),
        max_length=120,
        required=False,
        allow_null=True,
        help_text="The cards left, as codes: r5, g2+, CC.",
    )

    def validate_hand(self, hand: list[str] | None) -> list[str] | None:
        if any(not card.strip() or " " in card for card in hand or ()):
            raise serializers.ValidationError("A card's code has no spaces.")
        return hand


class FactsSerializer(Strict):
    """What else was noted of a round; each fact makes more mistakes visible (rules.md §7)."""

    last_card = Text(max_length=4, required=False, help_text="The winner's last card.")
    ends_run = Flag(required=False, help_text="It was the last of a TAKI run.")
    direction = Whole(min_value=-1, max_value=1, required=False, help_text="1 clockwise, -1 the other way.")
    chain_answers = SeatsOrCount(required=False, help_text="Who answered a last 2+; or how many answers.")
    is_broken = Flag(required=False, help_text="A last +3 was broken.")
    is_on_pending = Flag(required=False, help_text="A last +3 lay on an active 2+.")
    turns = serializers.DictField(
        child=Whole(min_value=0, max_value=1000), required=False, help_text="Turns begun, by seat."
    )
    plus3_laid = Whole(min_value=0, max_value=100, required=False)
    plus3_answers = Seats(required=False)
    penalties = Whole(min_value=0, max_value=100, required=False, help_text="Undeclared last cards that cost 4.")
    is_exhausted = Flag(required=False, help_text="Cards were owed that no pile could give.")
    was_reshuffled = Flag(required=False)
    is_crazy_laid = Flag(required=False)
    duration_seconds = Whole(min_value=0, max_value=24 * 3600, required=False)
    is_pair = Flag(required=False, help_text="A last Plus was laid on another one of its colour.")
    said = Choice(
        choices=SAID, required=False, help_text="Whether “last card” was said before the winner's last card."
    )
    is_declared = Flag(required=False, help_text="With a last CC, colour and “last card” were both said before.")
    crazy_by = Whole(min_value=1, max_value=MOST_LINES, required=False, help_text="Who laid a last CZ.")
    plus3_by = Whole(min_value=1, max_value=MOST_LINES, required=False, help_text="Whose +3 a last B3 broke.")
    top = Text(max_length=4, required=False, help_text="The card on top of the pile at the end.")
    pile = serializers.ListField(
        child=Text(max_length=4), max_length=120, required=False, help_text="Other cards known to lie in the pile."
    )

    def validate_turns(self, turns: dict[str, int]) -> dict[str, int]:
        if not all(re.fullmatch("[1-9]|10", seat) for seat in turns):
            raise serializers.ValidationError("Turns go by seat: “1” to “10”.")
        return turns


class ReportSerializer(Strict):
    """A report as it is sent: which round, cards left by seat, who won."""

    client_id = ClientId(help_text="Chosen by the sender, once a report: the same id gives the same answer.")
    stage = Text(max_length=20, help_text="Key of the stage.")
    table = Whole(min_value=1, max_value=9999)
    place = Whole(
        min_value=0, max_value=MOST_LINES, default=0, help_text="0 for a regular round, else the place it decides."
    )
    number = Whole(min_value=1, max_value=99, help_text="The round, from 1; of tie-break rounds those for its place.")
    outcome = Choice(choices=[outcome.value for outcome in Outcome], default=Outcome.WON.value)
    winner = Whole(min_value=1, max_value=MOST_LINES, allow_null=True, default=None, help_text="Seat of the winner.")
    lines = LineSerializer(many=True, max_length=MOST_LINES, default=list)  # type: ignore[call-arg]
    seen = Whole(
        min_value=0, max_value=MOST_SEEN, default=0, help_text="Revision of the round that its author had in view."
    )
    reason = Text(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Why it corrects another report.",
    )
    overrides = serializers.DictField(
        child=Text(max_length=LONGEST_REASON), default=dict, help_text="Reasons by rule: {“VA5”: “…”}."
    )
    facts = FactsSerializer(required=False)
    confirm = Text(
        max_length=64, allow_blank=True, default="", help_text="The consequence that was shown and agreed to."
    )

    def validate_overrides(self, overrides: dict[str, str]) -> dict[str, str]:
        if len(overrides) > MOST_OVERRIDES:
            raise serializers.ValidationError(f"At most {MOST_OVERRIDES} rules can be overridden.")
        if not all(map(RULE.fullmatch, overrides)):
            raise serializers.ValidationError("Reasons go by rule: “VA1” to “VM99”.")
        return overrides

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["outcome"] != Outcome.WON and attrs["winner"] is not None:
            raise serializers.ValidationError({"winner": ["Only a round that was won has a winner."]})
        if attrs["outcome"] == Outcome.VOID and attrs["lines"]:
            raise serializers.ValidationError({"lines": ["A round that is void has no lines."]})
        return attrs

    def address(self, championship: Championship) -> RoundAddress:
        """Return which round it is about."""
        data = self.validated_data
        return RoundAddress(championship.pk, data["stage"], data["table"], data["place"], data["number"])

    def to_sent(self) -> Sent:
        """Return it as the report service takes it."""
        data = self.validated_data
        return Sent(
            client_id=data.get("client_id") or uuid4(),
            lines=tuple(map(_line, data["lines"])),
            winner=data["winner"],
            outcome=Outcome(data["outcome"]),
            seen=data["seen"],
            reason=data["reason"],
            overrides=dict(data["overrides"]),
            facts=dict(data.get("facts") or {}),
            confirm=data["confirm"],
        )


class LookAheadSerializer(ReportSerializer):
    """A report that is asked about; it needs no id, since nothing is stored."""

    client_id = ClientId(required=False)


class CallSerializer(Strict):
    """The head referee is asked to come to a table."""

    client_id = ClientId(help_text="Made by the sender; the same one sent again is the same call.")
    stage = Text(max_length=20)
    table = Whole(min_value=1, max_value=9999)
    kind = Choice(choices=[kind.value for kind in CallKind], help_text="What for.")


class ExchangeSerializer(Strict):
    """The token of a QR code, or the short code beneath it."""

    token = Text(max_length=200, required=False)
    code = Text(max_length=40, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Send the token of a pass, or its short code.")
        return attrs


def _line(data: Mapping[str, Any]) -> SentLine:
    hand = data.get("hand")
    return SentLine(
        seat=data["seat"],
        cards=data["cards"],
        entry=data.get("entry"),
        hand=None if hand is None else tuple(hand),
        points=data.get("points"),
    )
