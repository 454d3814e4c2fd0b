"""What the screen of a round shows: one table, one round, what was entered, and what would follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from championship import sentences
from championship.enums import Outcome as Outcomes
from championship.enums import RulingKind
from championship.forms.rounds import RoundEntry
from championship.models import Championship, Report, Stage
from championship.selectors import people, rounds, standings
from championship.selectors import reports as report_selectors
from championship.selectors.standings import StageView
from championship.sentences.cards import faces
from championship.sentences.consequences import SENTENCES
from championship.sentences.rounds import correct_words, round_short, round_words, save_words
from championship.services import findings as findings_service
from championship.services import seating
from championship.services.live import Actor
from championship.services.sent import RoundAddress
from championship.views.round_cards import CardsOfRound
from championship.views.round_parts import Foreseen, Notice, SeatView, TotalsRow, Version, compared
from engine.findings import Finding, Severity
from scoring import standings as rankings
from scoring.formats import System
from scoring.results import Outcome
from scoring.standings import TableStanding
from scoring.verdict import Verdict


@dataclass(frozen=True)
class Door:
    """How somebody came to a table: a phone with a pass, or the desk; it decides whose addresses the page has."""

    actor: Actor
    championship: Championship
    slug: str = ""
    """Empty for a phone: its addresses do not name the championship, its pass does."""
    has_list: bool = True
    """Whether there are other tables to go to."""

    @property
    def is_desk(self) -> bool:
        return bool(self.slug)

    def address(self, name: str, **values: Any) -> str:
        """Return the address of *name* on this side: ``round`` is ``desk_round`` or ``referee_round``."""
        if self.is_desk:
            return reverse(f"desk_{name}", kwargs={"slug": self.slug, **values})
        return reverse(f"referee_{name}", kwargs=values)


@dataclass
class RoundPage(CardsOfRound):
    """One table's screen. ``place`` and ``number`` are the round's; number 0 if there is none to enter."""

    door: Door
    view: StageView
    table_number: int
    place: int
    number: int
    names: Mapping[int, str]
    is_due: bool = False
    """The address names no round: whichever is due is shown."""
    entry: RoundEntry = field(default_factory=RoundEntry)
    foreseen: Foreseen = field(default_factory=Foreseen)
    message: str = ""
    needs_reason: bool = False
    is_prefilled: bool = False
    """The form holds another version's values, so what would follow is shown at once."""
    rulings: Sequence[RulingKind] = ()
    """What may be ruled on at this table, at the desk."""

    @property
    def championship(self) -> Championship:
        return self.door.championship

    @property
    def stage(self) -> Stage:
        return self.view.stage

    @property
    def key(self) -> str:
        return f"{self.stage.key}-{self.table_number}"

    @cached_property
    def standing(self) -> TableStanding:
        return rankings.of_stage(self.view.state)[self.table_number]

    @property
    def state(self) -> str:
        return self.standing.state.value

    @property
    def address(self) -> RoundAddress:
        return RoundAddress(self.championship.pk, self.stage.key, self.table_number, self.place, self.number)

    @property
    def has_round(self) -> bool:
        return self.number > 0

    @property
    def title(self) -> str:
        """The round's name; for a table without one, its state."""
        if not self.has_round:
            return sentences.state_word(self.state)
        return round_words(self.place, self.number, self.rounds)

    @property
    def rounds(self) -> int:
        return self.view.state.format.rounds

    @property
    def table_state(self) -> dict[str, Any]:
        """The table as a phone needs it to say what would follow without network."""
        return sentences.table_state(self.view.state, self.table_number, self.names)

    @property
    def save_words(self) -> str:
        if self.foreseen.token:
            return _("Yes, save it and move them")
        if self.is_correction:
            return _("Save the correction")
        return save_words(self.place, self.number)

    @property
    def has_points(self) -> bool:
        """Whether losers' hands are worth points of their own (rules.md §5.2)."""
        return self.view.state.format.system is System.PENALTY

    @property
    def is_correction(self) -> bool:
        """Whether its author had a saved result in view; one who had not sends a report of their own."""
        return self.latest > 0 and self.entry.seen > 0

    @cached_property
    def latest(self) -> int:
        return self.view.latest(self.table_number, self.place, self.number)

    @cached_property
    def is_disputed(self) -> bool:
        return bool(self.view.waiting(self.table_number, self.place, self.number))

    @cached_property
    def expected(self) -> tuple[int, ...]:
        """Seats that have a field: those who play this round; of a tie-break nobody owes, those who played it."""
        expected = findings_service.seats_expected(self.view, self.address)
        if expected is None:
            counting = self.view.state.table(self.table_number).result(self.place, self.number)
            expected = tuple(line.seat for line in counting.lines) if counting else ()
        return expected

    @property
    def outcome_words(self) -> str:
        return str(Outcomes(self.entry.outcome.value).label)

    @property
    def has_unusual(self) -> bool:
        """Whether somebody was absent or nobody won: then that part of the form is open."""
        return bool(self.entry.absent) or self.entry.outcome is not Outcome.WON

    @property
    def is_owed(self) -> bool:
        """Whether there is anything to enter: a tie-break round exists only for players who are level."""
        return bool(self.expected)

    @property
    def seats(self) -> list[SeatView]:
        """The players of the round, in seat order, with what was entered."""
        table, entry = self.view.state.table(self.table_number), self.entry
        return [
            SeatView(
                seat=seat,
                entry=number,
                name=self.names.get(number, f"#{number}"),
                total=self.standing.row(number).total if self.standing.rounds_played else None,
                cards=entry.cards.get(seat, ""),
                points=entry.points.get(seat, ""),
                hand=entry.hands.get(seat, ""),
                note=self.foreseen.note(seat),
                is_absent=seat in entry.absent,
                is_winner=seat == entry.winner,
                is_marked=seat in self.foreseen.seats,
            )
            for seat in self.expected
            if (number := table.seats[seat - 1]) is not None
        ]

    @property
    def sitting(self) -> list[tuple[int, int | None, str]]:
        """Everybody at the table as (seat, entry, name); entry None for a free seat."""
        seats = self.view.state.table(self.table_number).seats
        return [(seat, entry, self.names.get(entry or 0, "")) for seat, entry in enumerate(seats, start=1)]

    @property
    def by_seat(self) -> dict[int, str]:
        """Names by seat, for findings."""
        return {seat: name for seat, entry, name in self.sitting if entry}

    @property
    def columns(self) -> list[str]:
        """Headings of the rounds so far: regular ones by number, tie-break rounds T1, T2 …"""
        return [*map(str, range(1, self.rounds + 1)), *self._labels.values()]

    @property
    def table_rows(self) -> list[TotalsRow]:
        """The table's ranking so far."""
        return [
            TotalsRow(
                entry=row.entry,
                name=self.names.get(row.entry, f"#{row.entry}"),
                place=row.place if self.standing.rounds_played else None,
                is_shared=row.is_shared,
                rounds=row.rounds,
                tie_breaks=tuple(row.tie_breaks.get(key) for key in self._labels),
                total=row.total,
            )
            for row in self.standing.rows
        ]

    @cached_property
    def _labels(self) -> dict[tuple[int, int], str]:
        return rankings.tie_break_labels(self.view.state.table(self.table_number))

    @cached_property
    def versions(self) -> list[Version]:
        """Every report of this round, in the order they came."""
        reports = report_selectors.versions(self.view.tables[self.table_number], self.place, self.number)
        waiting = {report.pk for report in self.view.waiting(self.table_number, self.place, self.number)}
        return compared([self._version(report, waiting) for report in reports]) if self.has_round else []

    @property
    def has_history(self) -> bool:
        """Whether there is more to see of this round than what counts: an earlier version, or a reason."""
        return len(self.versions) > 1 or any(version.reasons for version in self.versions)

    @property
    def counting(self) -> Version | None:
        return next((version for version in self.versions if version.counts), None)

    @property
    def waiting(self) -> list[Version]:
        return [version for version in self.versions if version.is_waiting]

    @property
    def disputes(self) -> list[tuple[str, str]]:
        """Other rounds of this table that wait for the head referee, as (words, address)."""
        return [
            (round_short(place, number), self.round_address(place, number))
            for table, place, number in report_selectors.disputed_rounds(self.view)
            if table == self.table_number and (place, number) != (self.place, self.number)
        ]

    @property
    def entered(self) -> list[tuple[str, str]]:
        """Rounds of this table that have a result, as (what the button says, address), to be corrected."""
        results = sorted(result.key for result in self.view.state.table(self.table_number).results)
        return [(correct_words(*key), self.round_address(*key)) for key in results]

    @property
    def onward(self) -> list[tuple[str, int, str]]:
        """Who goes on from this table, and where to: (name, place, the seat in words)."""
        return [
            (
                self.names.get(t.holder, f"#{t.holder}"),
                t.place,
                sentences.seat_words(t.to_stage, t.to_table, t.to_seat),
            )
            for t in self.view.state.tickets
            if t.table == self.table_number and t.holder is not None
        ]

    @property
    def summary(self) -> list[tuple[SeatView, int | None, int | None]]:
        """What is about to be saved: each player with the points of this round and the total after it."""
        follows = self.foreseen.consequence
        if follows is None:
            return []
        return [
            (seat, row.rounds[self.number - 1] if self.place == 0 else None, row.total)
            for seat in self.seats
            if (row := follows.standing.row(seat.entry))
        ]

    def round_address(self, place: int, number: int) -> str:
        return self.door.address("round", stage=self.stage.key, number=self.table_number, place=place, game=number)

    @property
    def action(self) -> str:
        return self.round_address(self.place, self.number)

    @property
    def consequence_address(self) -> str:
        return self.door.address(
            "consequence", stage=self.stage.key, number=self.table_number, place=self.place, game=self.number
        )

    @property
    def table_address(self) -> str:
        return self.door.address("round", stage=self.stage.key, number=self.table_number)

    @property
    def ruling_addresses(self) -> list[tuple[str, str]]:
        """What may be ruled on here, as (words, address); a lot only where one is owed."""
        kinds = [kind for kind in self.rulings if kind != RulingKind.TABLE_CONFIRMED or self.standing.is_complete]
        if self.rulings and self.standing.owed:
            kinds.append(RulingKind.LOT)
        where = {"stage": self.stage.key, "number": self.table_number}
        return [(str(kind.label), self.door.address("rule", kind=kind.value, **where)) for kind in kinds]

    @property
    def list_address(self) -> str:
        return self.door.address("tables")

    def is_unchanged(self) -> bool:
        """Whether a correction says what is stored: saving it would change nothing."""
        if not self.is_correction or self.counting is None:
            return False
        stored = RoundEntry.stored(self.counting.report, seen=self.latest)
        return self.entry.says_the_same(stored, self.expected)

    def foresee(self, found: list[Finding], verdict: Verdict | None) -> None:
        """Hold what would follow, in sentences."""
        notices = tuple(
            Notice(
                text=sentences.finding_sentence(finding, self.by_seat),
                seats=tuple(seat for seat in finding.seats if isinstance(seat, int)),
                severity=Severity(finding.severity),
                code=finding.code,
                reason=self.entry.overrides.get(finding.code, ""),
            )
            for finding in found
        )
        lines = sentences.consequence_lines(verdict.consequence, self.names) if verdict else []
        if verdict and not lines and not verdict.kept_because:
            lines = [str(SENTENCES["nothing"])]
        content = self.entry.content(self.address, self.expected)
        self.foreseen = Foreseen(notices, verdict, tuple(lines), content)
        self.facts_open = findings_service.facts_asked(found, self.edition)

    def why_closed(self) -> str:
        """Return why nothing can be entered here now; empty if something can."""
        table = self.view.state.table(self.table_number)
        if not self.view.state.is_started:
            return _("This stage has not begun. As soon as the desk starts it, round 1 can be entered here.")
        if not any(table.seats):
            return _("Nobody has a seat at this table yet.")
        if None in table.seats and seating.awaits_somebody(self.view.tables[self.table_number]):
            return _("This table still waits for a player from another table.")
        return ""

    def _version(self, report: Report, waiting: set[int]) -> Version:
        lines = sorted(report.lines.all(), key=lambda line: line.seat.position)
        author = report.by_pass.label if report.by_pass else report.by_user.get_username() if report.by_user else ""
        return Version(
            report=report,
            winner=report.winner.position if report.winner else None,
            lines=tuple(
                (
                    line.seat.position,
                    self.names.get(line.entry.number, f"#{line.entry.number}"),
                    line.cards,
                    faces(line.hand),
                )
                for line in lines
            ),
            author=author,
            counts=report.revision is not None and report.revision == self.latest,
            is_waiting=report.pk in waiting,
            reasons=tuple(
                remark.text
                for remark in (report.reason, *(override.reason for override in report.overrides.all()))
                if remark is not None and remark.text
            ),
            can_be_restored=self.door.actor.is_head and report.revision != self.latest,
        )


def read(door: Door, stage_key: str, table_number: int, place: int | None = None, number: int = 0) -> RoundPage:
    """Read a table's screen: the round asked for, else the one that is due. Raises Http404 for what is not there."""
    stage = door.championship.stages.select_related("championship").filter(key=stage_key).first()
    if stage is None:
        raise Http404
    view = standings.stage_view(stage)
    if table_number not in view.tables:
        raise Http404
    page = RoundPage(door, view, table_number, place or 0, number, people.full_names(door.championship))
    page.is_due = place is None
    if place is None:
        due = rounds.due(view, page.standing)
        page.place, page.number = due if due else (0, 0)
    elif place == 0 and not 1 <= number <= page.rounds:
        raise Http404
    return page


def start_entry(page: RoundPage, *, like: Report | None = None) -> None:
    """Fill the form: with the stored values of a round to be corrected, or with those of the report *like*."""
    stored = like or (page.counting.report if page.counting else None)
    page.is_prefilled = like is not None
    if stored is not None:
        page.entry = RoundEntry.stored(stored, seen=page.latest)
    if page.entry.outcome is Outcome.VOID:
        page.entry = replace(page.entry, outcome=Outcome.WON)
