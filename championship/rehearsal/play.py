"""A whole championship through the same services as people use, from an import file to the champion.

Every result is that of its game (``results``), entered by a referee's phone with the hands that were left. With
*errors* some are first entered wrong (``mistakes``), and put right at once, after the table's rounds, or when the
stage is over; whoever had taken a seat by the wrong result moves, once the head referee has confirmed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User

from championship.enums import Role, RulingKind
from championship.errors import NotConfirmed, ReportRefused
from championship.models import Championship, Report, Stage, Table
from championship.registrations import Bin
from championship.rehearsal import mistakes
from championship.rehearsal.people import registration_file
from championship.rehearsal.results import Game, Played, Source
from championship.selectors import people as people_selectors
from championship.selectors import standings
from championship.services import draws, imports, passes, people, reports, rulings, stages
from championship.services.live import Actor
from championship.services.sent import RoundAddress, Sent, SentLine
from engine.findings import Severity
from engine.rng import SeededRng
from scoring import advisor, tickets
from scoring import standings as rankings
from scoring.formats import Format
from scoring.results import Outcome
from scoring.standings import TableStanding

NAMESPACE = UUID("5b2f8a4e-5a63-4c1e-9d8e-2f7a3c1b9e40")
"""Client ids of a rehearsal are made from its seed in this namespace, so that a rehearsal can be repeated."""


NAMES = {"name_he": "חזרה", "name_en": "Rehearsal", "name_pl": "Próba"}
SLIP = "A slip of the finger"
AS_PLAYED = "It was so: the whole table saw it"


@dataclass(frozen=True)
class WrongEntry:
    """A result that was entered wrong, and what it should have been."""

    address: RoundAddress
    game: Game
    seen: int


@dataclass
class Counts:
    """What happened on the way."""

    hands: int = 0
    """Hands that came with reports which were stored, each of them checked."""
    refused: int = 0
    """Wrong entries that were refused, and so put right before anybody else saw them."""
    reasons: int = 0
    """Results that were stored only when a reason was given: they are rare, and did happen."""


@dataclass
class Rehearsal:
    """One championship being rehearsed: *players* of them in the recommended format, or in *format_*."""

    players: int
    seed: str
    source: Source
    organiser: User
    errors: float = 0.0
    format_: Format | None = None
    slug: str = "rehearsal"
    names: dict[str, Any] = field(default_factory=NAMES.copy)
    day: date = date(2027, 10, 19)
    is_demo: bool = False

    championship: Championship = field(init=False)
    phone: Actor = field(init=False)
    acknowledged: list[tuple[RoundAddress, Sent, int]] = field(default_factory=list, init=False)
    """Every report that was acknowledged: where, what, and the stored row's key."""
    confirmed: int = field(default=0, init=False)
    """How many acts that would move somebody were shown first, and then confirmed."""
    wrong: list[WrongEntry] = field(default_factory=list, init=False)
    truth: dict[RoundAddress, Played] = field(default_factory=dict, init=False)
    """How every game really ended."""
    counts: Counts = field(default_factory=Counts, init=False)
    _ages: dict[int, int] = field(default_factory=dict, init=False)
    _sent: int = field(default=0, init=False)

    @property
    def head(self) -> Actor:
        """The organiser, who decides what a referee's phone may not."""
        return Actor(user=self.organiser, role=Role.ORGANISER)

    def prepare(self) -> None:
        """Register, check in, plan, draw, and publish it all. Raises NoPlan for a number that no plan fits."""
        format_ = self.format_ or advisor.plan(self.players)
        self.championship = stages.create(
            by_user=self.organiser,
            slug=self.slug,
            day=self.day,
            is_demo=self.is_demo,
            edition=self.source.edition.id,
            edition_flags=self.source.edition.overrides,
            venue="לונדע, באר שבע",
            **self.names,
        )
        data = registration_file(self.players, seed=self.seed)
        file = imports.receive(self.championship, data, "players.csv", by=self.head)
        looked_at = [row.line for row in imports.preview(file).rows if row.bin is Bin.DOUBTFUL]
        imports.save(file, by=self.head, accept=looked_at)  # invented people: whoever looks alike is another
        playing = people_selectors.playing(self.championship).values_list("number", "age")
        self._ages = {number: age or 0 for number, age in playing}
        people.check_in(self.championship, list(self._ages), by=self.head)
        stages.choose_format(self.championship, format_, by=self.head)
        stages.publish_plan(self.championship, by=self.head)
        drawn = draws.make(self.championship, by=self.head, seed=f"rehearsal/{self.seed}")
        draws.publish(drawn, by=self.head)
        self.phone = Actor(held=passes.issue(self.championship, label="rehearsal", opens_all=True, by=self.head).row)

    def stages(self) -> Iterator[Stage]:
        """Play the championship stage by stage; each is handed out when it is over."""
        for stage in self.championship.stages.order_by("order"):
            stages.start(stage, by=self.head)
            self.play(stage)
            yield stage

    def play(self, stage: Stage, *, rounds: int | None = None) -> None:
        """Play a stage's regular rounds (*rounds* of them, if given), then all that is owed."""
        tables = list(stage.tables.order_by("number"))
        for number in range(1, stage.format.rounds + 1 if rounds is None else rounds + 1):
            for table in self._in_some_order(tables, f"{stage.key}/{number}"):
                self.play_round(table, number)
        if rounds is None:
            for table in tables:
                self._put_right(stage, table.number, late=False)
                self._play_off(stage, table)
            self._put_right(stage, None, late=True)
            for table in tables:  # a correction may have made another tie
                self._play_off(stage, table)
            self._draw_lots(stage)

    def play_round(self, table: Table, number: int) -> Report:
        """Play one regular round and enter its result, perhaps a wrong one first."""
        address, seats = self._address(table, 0, number), self._seats(table)
        game = Game(address.stage, address.table, 0, number, tuple(seats.items()), self._starter(address, seats))
        played = self._play(address, game)
        if played.winner is None or not self._slips(game):
            return self._enter(address, played)
        wrong = mistakes.misread(played, self._rng(game, "mistake"))
        try:
            report = self._submit(address, self._report(wrong), self.phone)
        except ReportRefused:  # so the referee looks again
            self.counts.refused += 1
            return self._enter(address, played)
        self.wrong.append(WrongEntry(address, game, report.revision or 0))
        if self._rng(game, "when").below(3) == 0:
            self._correct(self.wrong.pop())
        return report

    def standing(self, stage: Stage, table: int) -> TableStanding:
        """Return a table's standing as it is stored now."""
        view = standings.stage_view(stage)
        return rankings.of_table(view.state.table(table), view.state.format, view.state.is_started)

    def _play_off(self, stage: Stage, table: Table) -> None:
        """Play the tie-break rounds a table owes, until it owes none."""
        games: dict[tuple[int, frozenset[int]], int] = defaultdict(int)
        while owed := self.standing(stage, table.number).owed:
            tie = owed[0]
            seats = tuple((seat, entry) for seat, entry in self._seats(table).items() if entry in tie.entries)
            key = (tie.place, frozenset(tie.entries))
            games[key] += 1
            starter = self._first_after_last_winner(table, stage.format.rounds, [seat for seat, _entry in seats])
            address = self._address(table, tie.place, tie.number)
            game = Game(stage.key, table.number, tie.place, games[key], seats, starter)
            self._enter(address, self._play(address, game))

    def _draw_lots(self, stage: Stage) -> None:
        """Draw the lots that wild cards are owed, by the rehearsal's seed."""
        view = standings.stage_view(stage)
        for place, entries in tickets.lots_owed(view.state, rankings.of_stage(view.state)).items():
            order = sorted(entries)
            SeededRng(f"{self.seed}/lot/{stage.key}/{place}/{order}").shuffle(order)
            rulings.make(
                stage,
                RulingKind.LOT,
                client_id=self._client_id(),
                reason="Drawn by lot",
                by=self.head,
                values={"place": place, "order": order},
            )

    def _play(self, address: RoundAddress, game: Game) -> Played:
        played = self.truth[address] = self.source.play(game)
        return played

    def _starter(self, address: RoundAddress, seats: Mapping[int, int]) -> int:
        """Return who begins a regular round: the last one's winner, at first the youngest (rules.md §3.2.4)."""
        for number in range(address.number - 1, 0, -1):
            if winner := self.truth[replace(address, number=number)].winner:
                return winner
        return min(seats, key=lambda seat: (self._ages[seats[seat]], seat))

    def _first_after_last_winner(self, table: Table, rounds: int, seats: list[int]) -> int:
        """Return which of the tied begins a tie-break round (design.md §11)."""
        winners = [self.truth[self._address(table, 0, number)].winner or 0 for number in range(1, rounds + 1)]
        last = next(filter(None, reversed(winners)), 0)
        return min(seats, key=lambda seat: (seat <= last, seat))

    def _enter(self, address: RoundAddress, played: Played, *, seen: int = 0, reason: str = "") -> Report:
        """Enter a result as it was, on the phone; what seldom happens is stored once the referee says it did."""
        sent = replace(self._report(played), seen=seen, reason=reason)
        try:
            return self._submit(address, sent, self.phone)
        except ReportRefused as refused:
            if any(finding.severity is Severity.HARD for finding in refused.findings):
                raise
            asked = {finding.code for finding in refused.findings if finding.severity is Severity.OVERRIDE}
        self.counts.reasons += 1
        return self._submit(address, replace(sent, overrides=dict.fromkeys(sorted(asked), AS_PLAYED)), self.phone)

    def _put_right(self, stage: Stage, table: int | None, *, late: bool) -> None:
        """Correct what was entered wrong, at one table or at all; some mistakes are found late."""
        for entry in list(self.wrong):
            is_here = entry.address.stage == stage.key and table in {None, entry.address.table}
            if is_here and (late or self._rng(entry.game, "late").below(2) == 0):
                self.wrong.remove(entry)
                self._correct(entry)

    def _correct(self, entry: WrongEntry) -> None:
        """Send the right result after the wrong one; the head referee does what a phone may not."""
        report = self._enter(entry.address, self.truth[entry.address], seen=entry.seen, reason=SLIP)
        if report.kept_because:
            _address, sent, _pk = self.acknowledged[-1]
            self._submit(entry.address, replace(sent, client_id=self._client_id()), self.head)

    def _submit(self, address: RoundAddress, sent: Sent, by: Actor) -> Report:
        """Send a report; if it would move somebody, agree to just what was shown."""
        try:
            report = reports.submit(address, sent=sent, by=by)
        except NotConfirmed as shown:
            self.confirmed += 1
            sent = replace(sent, confirm=shown.consequence.token)
            report = reports.submit(address, sent=sent, by=by)
        self.acknowledged.append((address, sent, report.pk))
        self.counts.hands += sum(bool(line.hand) for line in sent.lines)
        return report

    def _report(self, played: Played) -> Sent:
        return Sent(
            client_id=self._client_id(),
            lines=tuple(SentLine(seat, cards, hand=played.hands.get(seat)) for seat, cards in played.cards.items()),
            winner=played.winner,
            outcome=Outcome.CALLED_OFF if played.winner is None else Outcome.WON,
            facts=played.facts,
        )

    def _slips(self, game: Game) -> bool:
        return self._rng(game, "slips").below(10_000) < self.errors * 10_000

    def _rng(self, game: Game, what: str) -> SeededRng:
        return SeededRng(f"{self.seed}/{what}/{game.stage}/{game.table}/{game.attempt}")

    def _in_some_order(self, tables: list[Table], label: str) -> list[Table]:
        """Tables finish their rounds in any order."""
        shuffled = list(tables)
        SeededRng(f"{self.seed}/order/{label}").shuffle(shuffled)
        return shuffled

    def _client_id(self) -> UUID:
        self._sent += 1
        return uuid5(NAMESPACE, f"{self.slug}/{self.seed}/{self.errors}/{self._sent}")

    @staticmethod
    def _address(table: Table, place: int, number: int) -> RoundAddress:
        return RoundAddress(table.stage.championship_id, table.stage.key, table.number, place, number)

    @staticmethod
    def _seats(table: Table) -> dict[int, int]:
        """Who sits where: entry numbers by position."""
        return dict(table.seats.filter(entry__isnull=False).values_list("position", "entry__number"))
