"""A whole championship through the same services as people use, from an import file to the champion.

Every result is that of its game (``results``), entered by a referee's phone. With *errors* some are first
entered wrong, and put right at once, after the table's rounds, or when the stage is over; whoever had taken a
seat by the wrong result moves, once the head referee has confirmed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from uuid import UUID, uuid5

from django.contrib.auth.models import User

from championship.enums import Role, RulingKind
from championship.errors import NotConfirmed
from championship.models import Championship, Report, Stage, Table
from championship.registrations import Bin
from championship.rehearsal.people import registration_file
from championship.rehearsal.results import Game, Played, Source
from championship.selectors import people as people_selectors
from championship.selectors import standings
from championship.services import draws, imports, passes, people, reports, rulings, stages
from championship.services.live import Actor
from championship.services.sent import RoundAddress, Sent, SentLine
from engine.rng import SeededRng
from scoring import advisor, tickets
from scoring import standings as rankings
from scoring.standings import TableStanding

NAMESPACE = UUID("5b2f8a4e-5a63-4c1e-9d8e-2f7a3c1b9e40")
"""Client ids of a rehearsal are made from its seed in this namespace, so that a rehearsal can be repeated."""


NAMES = {"name_he": "חזרה", "name_en": "Rehearsal", "name_pl": "Próba"}


@dataclass(frozen=True)
class WrongEntry:
    """A result that was entered wrong, and what it should have been."""

    address: RoundAddress
    game: Game
    seen: int


@dataclass
class Rehearsal:
    """One championship being rehearsed. Counters say what happened on the way."""

    players: int
    seed: str
    source: Source
    organiser: User
    errors: float = 0.0
    slug: str = "rehearsal"
    names: dict[str, str] = field(
        default_factory=lambda: {"name_he": "חזרה", "name_en": "Rehearsal", "name_pl": "Próba"}
    )
    day: date = date(2027, 10, 19)
    is_demo: bool = False

    championship: Championship = field(init=False)
    phone: Actor = field(init=False)
    acknowledged: list[tuple[RoundAddress, Sent, int]] = field(default_factory=list, init=False)
    """Every report that was acknowledged: where, what, and the stored row's key."""
    confirmed: int = field(default=0, init=False)
    """How many acts that would move somebody were shown first, and then confirmed."""
    wrong: list[WrongEntry] = field(default_factory=list, init=False)
    _sent: int = field(default=0, init=False)

    @property
    def head(self) -> Actor:
        """The organiser, who decides what a referee's phone may not."""
        return Actor(user=self.organiser, role=Role.ORGANISER)

    def prepare(self) -> None:
        """Register, check in, plan, draw, and publish it all. Raises NoPlan for a number that no plan fits."""
        format_ = advisor.plan(self.players)
        self.championship = stages.create(
            by_user=self.organiser,
            slug=self.slug,
            day=self.day,
            is_demo=self.is_demo,
            venue="לונדע, באר שבע",
            **self.names,
        )
        data = registration_file(self.players, seed=self.seed)
        file = imports.receive(self.championship, data, "players.csv", by=self.head)
        looked_at = [row.line for row in imports.preview(file).rows if row.bin is Bin.DOUBTFUL]
        imports.save(file, by=self.head, accept=looked_at)  # invented people: whoever looks alike is another
        numbers = list(people_selectors.playing(self.championship).values_list("number", flat=True))
        people.check_in(self.championship, numbers, by=self.head)
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
        address = self._address(table, 0, number)
        game = Game(address.stage, address.table, 0, number, tuple(self._seats(table).items()))
        played = self.source.play(game)
        if not self._slips(game):
            return self._enter(address, game, played)
        report = self._enter(address, game, self._misread(game, played))
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
            game = Game(stage.key, table.number, tie.place, games[key], seats)
            self._enter(self._address(table, tie.place, tie.number), game, self.source.play(game))

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

    def _enter(self, address: RoundAddress, game: Game, played: Played) -> Report:
        """Enter a result on the phone."""
        return self._submit(address, self._report(played), self.phone)

    def _put_right(self, stage: Stage, table: int | None, *, late: bool) -> None:
        """Correct what was entered wrong, at one table or at all; some mistakes are found late."""
        for entry in list(self.wrong):
            is_here = entry.address.stage == stage.key and table in {None, entry.address.table}
            if is_here and (late or self._rng(entry.game, "late").below(2) == 0):
                self.wrong.remove(entry)
                self._correct(entry)

    def _correct(self, entry: WrongEntry) -> None:
        """Send the right result after the wrong one; the head referee does what a phone may not."""
        right = replace(self._report(self.source.play(entry.game)), seen=entry.seen, reason="A slip of the finger")
        report = self._submit(entry.address, right, self.phone)
        if report.kept_because:
            self._submit(entry.address, replace(right, client_id=self._client_id()), self.head)

    def _submit(self, address: RoundAddress, sent: Sent, by: Actor) -> Report:
        """Send a report; if it would move somebody, agree to just what was shown."""
        try:
            report = reports.submit(address, sent=sent, by=by)
        except NotConfirmed as shown:
            self.confirmed += 1
            sent = replace(sent, confirm=shown.consequence.token)
            report = reports.submit(address, sent=sent, by=by)
        self.acknowledged.append((address, sent, report.pk))
        return report

    def _report(self, played: Played) -> Sent:
        return Sent(
            client_id=self._client_id(),
            lines=tuple(SentLine(seat, cards) for seat, cards in sorted(played.cards.items())),
            winner=played.winner,
        )

    def _misread(self, game: Game, played: Played) -> Played:
        """A plausible mistake: another winner, or one count read wrongly."""
        rng = self._rng(game, "mistake")
        losers = [seat for seat in sorted(played.cards) if seat != played.winner]
        seat = losers[rng.below(len(losers))]
        cards = dict(played.cards)
        if rng.below(2):
            cards[seat], cards[played.winner] = 0, cards[seat]
            return Played(seat, cards)
        cards[seat] += 1 + rng.below(4)
        return Played(played.winner, cards)

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
