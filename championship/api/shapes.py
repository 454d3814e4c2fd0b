"""The shapes of what is answered, for the schema and its tests; the values come ready from board and answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s

from championship.enums import CallKind, Kept, Language
from championship.selectors.public_values import Mark
from engine.findings import Severity
from scoring.consequence import FactCode
from scoring.formats import System
from scoring.results import ExitKind, Outcome
from scoring.standings import State


def words(choices: type) -> list[str]:
    """Return the stored words of an enum: the schema has no translated labels."""
    return [choice.value for choice in choices]  # type: ignore[attr-defined]


CALL_KINDS = words(CallKind)
"""Named for the schema: other things have a kind too."""


class Shape(s.Serializer[Any]):
    """One object of an answer."""


class Names(Shape):
    he = s.CharField(allow_blank=True)
    en = s.CharField(allow_blank=True)
    pl = s.CharField(allow_blank=True)


class ListedChampionship(Shape):
    slug = s.CharField()
    names = Names()
    language = s.ChoiceField(words(Language))
    venue = s.CharField(allow_blank=True)
    day = s.DateField()
    version = s.IntegerField(help_text="Rises by one with every public change.")


class Plan(Shape):
    number = s.IntegerField(help_text="Version of the published seat plan.")
    published_at = s.DateTimeField()
    is_changed = s.BooleanField()


class Where(Shape):
    stage = s.CharField()
    table = s.IntegerField()
    seat = s.IntegerField()


class SeatShape(Shape):
    seat = s.IntegerField()
    entry = s.IntegerField(allow_null=True, help_text="Number of who sits there; null: free.")
    name = s.CharField(allow_null=True)


class RowShape(Shape):
    seat = s.IntegerField()
    entry = s.IntegerField()
    name = s.CharField(help_text="The public name; it may be a number.")
    rounds = s.ListField(child=s.IntegerField(allow_null=True), help_text="Points by regular round.")
    total = s.IntegerField(allow_null=True)
    place = s.IntegerField(allow_null=True, help_text="Level players share a place: 1, 1, 3.")
    is_shared = s.BooleanField()
    is_decided = s.BooleanField()
    missed = s.ListField(child=s.IntegerField(), help_text="Rounds that were played without this player.")
    left_by = s.ChoiceField(words(ExitKind), allow_null=True)
    is_in_danger = s.BooleanField(help_text="Would not go on by winning all that is left.")
    tie_breaks = s.DictField(child=s.IntegerField(), help_text="Cards left by tie-break round: T1, T2.")
    to = Where(allow_null=True, help_text="The seat further on that this player has.")


class OwedShape(Shape):
    place = s.IntegerField()
    number = s.IntegerField()
    entries = s.ListField(child=s.IntegerField())


class TieBreakShape(Shape):
    place = s.IntegerField()
    number = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]


class LeadsTo(Where):
    place = s.IntegerField()


class Corrected(Shape):
    place = s.IntegerField()
    number = s.IntegerField()
    revision = s.IntegerField()


class ClockShape(Shape):
    """How long a table may still play, as moments: count from them."""

    ends_at = s.DateTimeField(allow_null=True)
    paused_since = s.DateTimeField(allow_null=True, help_text="Not null while it stands still.")
    left_seconds = s.IntegerField(allow_null=True, help_text="On a clock that stands still; below zero: over.")


class BoardTable(Shape):
    """A table: who sits there, its standing, and where its places lead."""

    number = s.IntegerField()
    state = s.ChoiceField(words(State))
    hall = s.CharField(allow_blank=True)
    starts_at = s.DateTimeField(allow_null=True)
    rounds_played = s.IntegerField()
    is_complete = s.BooleanField(help_text="Every regular round counts.")
    seats = SeatShape(many=True)
    rows = RowShape(many=True)
    owed = OwedShape(many=True, help_text="Tie-break rounds that are to be played.")
    tie_breaks = TieBreakShape(many=True)
    leads_to = LeadsTo(many=True)
    corrected = Corrected(many=True)
    changed_at = s.DateTimeField(allow_null=True)
    clock = ClockShape(allow_null=True, help_text="Null where there is none, or play is over.")
    doubtful_seats = s.ListField(child=s.IntegerField(), help_text="Taken through a table that is in dispute now.")


class TableShape(BoardTable):
    """A table by itself: with its stage, and its key “second-3”."""

    stage = s.CharField()
    key = s.CharField()


class LotShape(Shape):
    place = s.IntegerField()
    entries = s.ListField(child=s.IntegerField())


class StageHead(Shape):
    key = s.CharField()
    order = s.IntegerField()
    started_at = s.DateTimeField(allow_null=True)
    is_closed = s.BooleanField()
    rounds = s.IntegerField()
    system = s.ChoiceField(words(System))
    lots_owed = LotShape(many=True)


class BoardStage(StageHead):
    tables = BoardTable(many=True)


class TableHead(Shape):
    key = s.CharField()
    number = s.IntegerField()
    state = s.ChoiceField(words(State))
    rounds_played = s.IntegerField()


class StageShape(StageHead):
    """A stage with its tables in one line each."""

    tables = TableHead(many=True)


class BoardTicket(Shape):
    from_stage = s.CharField()
    from_table = s.IntegerField(help_text="0: the best of the whole stage.")
    place = s.IntegerField()
    rank = s.IntegerField(help_text="Order among the best of a stage; 0 for a table's place.")
    to_stage = s.CharField()
    to_table = s.IntegerField()
    to_seat = s.IntegerField()
    entry = s.IntegerField(allow_null=True, help_text="Who has taken it; null: still open.")
    is_given = s.BooleanField(help_text="By a ruling.")


class TicketShape(BoardTicket):
    """The edge “place p of table A sits at seat s of table B”; the bracket is its tickets."""

    name = s.CharField(allow_null=True)


class Named(Shape):
    entry = s.IntegerField()
    name = s.CharField(allow_blank=True)


class FinalPlace(Named):
    place = s.IntegerField(help_text="1, 2, 2, 4.")
    podium = s.IntegerField(help_text="1, 2, 2, 3.")


class Final(Shape):
    champion = Named()
    places = FinalPlace(many=True)


class Head(Shape):
    slug = s.CharField()
    names = Names()
    language = s.ChoiceField(words(Language))
    venue = s.CharField(allow_blank=True)
    day = s.DateField()
    version = s.IntegerField()
    epoch = s.UUIDField(help_text="Another one after a backup was restored.")
    changed_at = s.DateTimeField()
    players_call = s.BooleanField(help_text="Whether a player's page can call the head referee.")
    plan = Plan(allow_null=True)
    final = Final(allow_null=True, help_text="Null until its places are decided.")


class ChampionshipShape(Head):
    """A championship: what it is, its stages in short, and its champion."""

    players = s.IntegerField(help_text="How many.")
    stages = StageHead(many=True)


class BoardShape(Head):
    """Everything the public pages show, at one version."""

    players = s.DictField(child=s.CharField(), help_text="Public names by number.")
    stages = BoardStage(many=True)
    tickets = BoardTicket(many=True)


class StandingRow(Shape):
    place = s.IntegerField(allow_null=True, help_text="Null before the first round. Level players share: 1, 1, 3.")
    is_shared = s.BooleanField()
    entry = s.IntegerField()
    name = s.CharField()
    seat = s.IntegerField()
    total = s.IntegerField(allow_null=True)
    rounds = s.ListField(child=s.IntegerField(allow_null=True))
    tie_breaks = s.ListField(child=s.IntegerField(allow_null=True), help_text="Cards left, T1 first.")
    mark = s.ChoiceField(words(Mark), allow_null=True)
    to = Where(allow_null=True)


class StandingShape(Shape):
    """The ranking of one table."""

    key = s.CharField()
    stage = s.CharField()
    table = s.IntegerField()
    state = s.ChoiceField(words(State))
    is_provisional = s.BooleanField(help_text="Its places may still change by play.")
    rows = StandingRow(many=True)


class Stop(Shape):
    stage = s.CharField()
    table = s.IntegerField()
    seat = s.IntegerField()
    state = s.ChoiceField(words(State))
    hall = s.CharField(allow_blank=True)
    starts_at = s.DateTimeField(allow_null=True)
    place = s.IntegerField(allow_null=True)
    total = s.IntegerField(allow_null=True)
    mark = s.ChoiceField(words(Mark), allow_null=True)


class PlayerShape(Shape):
    """Where a player sits now, and the way there."""

    number = s.IntegerField()
    name = s.CharField()
    now = Stop(allow_null=True, help_text="Null without a seat.")
    path = Stop(many=True, help_text="Every seat so far, the first one first.")
    is_over = s.BooleanField(help_text="Nothing is left to play for this player.")


class FindingShape(Shape):
    code = s.CharField(help_text="The rule: VA5.")
    severity = s.ChoiceField(words(Severity), help_text="H: cannot be right; O: needs a reason; W: a warning.")
    seats = s.ListField(child=s.IntegerField())
    values = s.DictField()
    sentence = s.CharField()


class StoredLine(Shape):
    seat = s.IntegerField()
    entry = s.IntegerField()
    cards = s.IntegerField(allow_null=True)
    points = s.IntegerField(allow_null=True)
    hand = s.ListField(child=s.CharField())


class StoredReport(Shape):
    """What became of a report. It never changes, however often the report is sent."""

    id = s.IntegerField()
    client_id = s.UUIDField()
    stage = s.CharField()
    table = s.IntegerField()
    place = s.IntegerField()
    number = s.IntegerField()
    outcome = s.ChoiceField(words(Outcome))
    winner = s.IntegerField(allow_null=True)
    lines = StoredLine(many=True)
    seen = s.IntegerField()
    revision = s.IntegerField(allow_null=True, help_text="It counted as this version; null: it was kept.")
    kept_because = s.ChoiceField(words(Kept), allow_blank=True)
    sentence = s.CharField(help_text="What became of it, for people.")
    findings = FindingShape(many=True)
    received_at = s.DateTimeField()


class Author(Shape):
    kind = s.ChoiceField(["pass", "role"])
    label = s.CharField(help_text="The pass's label, or the role.")  # type: ignore[assignment]


class Version(StoredReport):
    """A report in the history of its round."""

    counts = s.BooleanField(help_text="It counts now.")
    waits = s.BooleanField(help_text="It is kept and waits for the head referee.")
    reason = s.CharField(allow_blank=True)
    overrides = s.DictField(child=s.CharField(allow_blank=True), help_text="Reasons by rule.")
    by = Author()


class Fact(Shape):
    code = s.ChoiceField(words(FactCode))
    values = s.DictField()


class ConsequenceShape(Shape):
    lines = s.ListField(child=s.CharField(), help_text="What would follow, in three sentences at most.")
    facts = Fact(many=True)
    moves_somebody = s.BooleanField(help_text="Somebody would lose a seat further on.")


class NewRow(Shape):
    seat = s.IntegerField()
    entry = s.IntegerField()
    name = s.CharField()
    rounds = s.ListField(child=s.IntegerField(allow_null=True))
    total = s.IntegerField(allow_null=True)
    place = s.IntegerField(allow_null=True)
    is_shared = s.BooleanField()
    is_decided = s.BooleanField()


class NewStanding(Shape):
    state = s.ChoiceField(words(State))
    is_complete = s.BooleanField()
    rounds_played = s.IntegerField()
    rows = NewRow(many=True)
    owed = OwedShape(many=True)


class Foreseen(Shape):
    """What saving would do."""

    revision = s.IntegerField(allow_null=True, help_text="It would count as this version; null: it would be kept.")
    kept_because = s.ChoiceField(words(Kept), allow_blank=True)
    sentence = s.CharField(allow_blank=True, help_text="Why it would be kept, for people.")
    findings = FindingShape(many=True)
    consequence = ConsequenceShape()
    confirm = s.CharField(allow_blank=True, help_text="Send it as “confirm” to agree to what would follow.")
    needs_reason = s.BooleanField(help_text="It corrects a round: say why.")
    standing = NewStanding(help_text="The table as it would be then.")


class CallShape(Shape):
    """A call that the head referee sees at once."""

    client_id = s.UUIDField(help_text="Of the call that waits: an earlier one, if its table called for the same.")
    stage = s.CharField()
    table = s.IntegerField()
    kind = s.ChoiceField(words(CallKind))
    made_at = s.DateTimeField()
    answered_at = s.DateTimeField(allow_null=True, help_text="When somebody said that they come.")


class PassChampionship(Shape):
    slug = s.CharField()
    names = Names()


class PassShape(Shape):
    """What a pass opens. Its cookie came with the answer."""

    label = s.CharField()  # type: ignore[assignment]
    championship = PassChampionship()
    opens_all = s.BooleanField()
    tables = s.ListField(child=s.CharField(), help_text="Keys of its tables; empty if it opens all.")
    expires_at = s.DateTimeField(allow_null=True)


class ErrorBody(Shape):
    code = s.CharField()
    message = s.CharField()
    findings = FindingShape(many=True)
    values = s.DictField()


class ErrorShape(Shape):
    """Every error has this shape."""

    error = ErrorBody()
