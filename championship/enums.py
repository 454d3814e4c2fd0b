"""Choices that are stored: the codes are stable, the labels are translated.

Choices that scoring decides (outcomes, reasons to keep a report, exits) are its enums, given labels here.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.clock import ClockKind as ScoringClockKind
from scoring.results import ExitKind
from scoring.results import Outcome as ScoringOutcome
from scoring.verdict import KeptBecause


class Language(TextChoices):
    HEBREW = "he", _("Hebrew")
    ENGLISH = "en", _("English")
    POLISH = "pl", _("Polish")


class NamePolicy(TextChoices):
    """What the public sees of a name; a child without consent is a number whatever is chosen (design.md §1)."""

    FULL = "full", _("First and last name")
    INITIAL = "initial", _("First name and initial")
    NUMBER = "number", _("Number only")


class Hands(TextChoices):
    """Whether the cards that the losers hold are reported too, not only how many (rules.md §7.2)."""

    NOT_ASKED = "not_asked", _("Only the number of cards left")
    OPTIONAL = "optional", _("The number; the cards themselves where a referee likes")
    REQUIRED = "required", _("The cards themselves, of every player")


class Role(TextChoices):
    """What somebody does in one championship; docs/roles.md says which page is whose."""

    ORGANISER = "organiser", _("Organiser")
    HEAD_REFEREE = "head_referee", _("Head referee")
    REFEREE = "referee", _("Referee")
    DESK_HELPER = "desk_helper", _("Desk helper")


STAFF = frozenset(Role)
HEADS = frozenset({Role.ORGANISER, Role.HEAD_REFEREE})
"""Those whose reports decide, and who rule."""
DESK = HEADS | {Role.DESK_HELPER}
"""Those who register people, check them in and print."""
ORGANISER = frozenset({Role.ORGANISER})


class EntryStatus(TextChoices):
    REGISTERED = "registered", _("Registered")
    WAITING = "waiting", _("On the waiting list")
    CANCELLED = "cancelled", _("Cancelled")


class DrawState(TextChoices):
    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    DISCARDED = "discarded", _("Discarded")


class Outcome(TextChoices):
    WON = ScoringOutcome.WON.value, _("Won")
    CALLED_OFF = ScoringOutcome.CALLED_OFF.value, _("Called off")
    VOID = ScoringOutcome.VOID.value, _("Void, to be played again")


class Kept(TextChoices):
    """Why a report is saved and does not count (design.md §4)."""

    DIFFERS = KeptBecause.DIFFERS.value, _("Another report of this round says something else")
    AGREES = KeptBecause.AGREES.value, _("Another report of this round says the same")
    WOULD_MOVE = KeptBecause.WOULD_MOVE.value, _("It would move somebody who already has a seat further on")
    CONFIRMED = KeptBecause.CONFIRMED.value, _("The table is confirmed")
    CLOSED = KeptBecause.CLOSED.value, _("The stage is closed")
    NO_TIE = KeptBecause.NO_TIE.value, _("These players are not level")


class RulingKind(TextChoices):
    """Acts that results do not explain (design.md §2)."""

    WITHDRAWAL = ExitKind.WITHDRAWAL.value, _("Withdrawal")
    NO_SHOW = ExitKind.NO_SHOW.value, _("No-show")
    DISQUALIFICATION = ExitKind.DISQUALIFICATION.value, _("Disqualification")
    PENALTY = "penalty", _("Points added or taken away")
    LOT = "lot", pgettext_lazy("drawing lots", "Lot")
    SEAT_GIVEN = "seat_given", _("Seat given")
    SEAT_ADDED = "seat_added", _("Seat added for a late comer")
    SEAT_MOVED = "seat_moved", _("Moved to another table")
    SEATS_EXCHANGED = "seats_exchanged", _("Seats exchanged")
    SUBSTITUTE = ExitKind.SUBSTITUTE.value, _("Substitute")
    TABLE_CONFIRMED = "table_confirmed", _("Table confirmed")
    STAGE_CLOSED = "stage_closed", _("Stage closed")


class CallKind(TextChoices):
    """What the head referee is called for: one question, one tap (look.md)."""

    RULES = "rules", _("Rules")
    DECK = "deck", _("Deck")
    UNWELL = "unwell", _("Child unwell")
    PARENT = "parent", _("Parent wanted")
    SEAT = "seat", _("Wrong child in a seat")
    OTHER = "other", pgettext_lazy("what a call is about", "Other")


class ClockKind(TextChoices):
    SET = ScoringClockKind.SET.value, _("Clock set")
    PAUSED = ScoringClockKind.PAUSED.value, _("Paused")
    RESUMED = ScoringClockKind.RESUMED.value, _("Resumed")
    EXTENDED = ScoringClockKind.EXTENDED.value, _("Extra time")


class JobState(TextChoices):
    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


class PrintKind(TextChoices):
    SCORESHEETS = "scoresheets", _("Scoresheets")
    PROTOCOL = "protocol", _("Scoresheets, filled in")
    BRACKET = "bracket", _("Bracket")
    RESULTS = "results", _("Final protocol")


class Paper(TextChoices):
    A4 = "A4", "A4"
    A3 = "A3", "A3"
