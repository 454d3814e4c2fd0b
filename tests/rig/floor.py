"""A hall on a bad network, with a server that is killed: what was intended, what happened, and what is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

from championship.models import Championship, Report
from championship.selectors import standings
from championship.services import passes, stages
from championship.services.live import Actor
from scoring import standings as rankings
from tests.rig.phones import Entry, Phone
from tests.rig.proxy import Faults, Proxy
from tests.rig.server import Server

ROUNDS = 3
Cards = Mapping[int, int]


@dataclass(frozen=True)
class Result:
    """How a round really ended: the winner's seat and the cards left by seat."""

    winner: int
    cards: Cards


@dataclass
class Floor:
    """Phones, one a table of the first stage of *hall*, and the results they are to bring home.

    At every table one player wins all that counts, so that no tie is owed; a slip is put right by a correction.
    """

    hall: Championship
    by: Actor
    seed: str
    intended: dict[tuple[int, int], Result] = field(default_factory=dict)
    """By table and round."""
    phones: list[Phone] = field(default_factory=list)

    def prepare(self, **of_phones: Any) -> None:
        """Start the first stage, give each table a phone with a pass of its own, and plan what it enters."""
        stage = self.hall.stages.order_by("order")[0]
        stages.start(stage, by=self.by)
        for table in stage.tables.order_by("number"):
            rng = Random(f"{self.seed}/{table.number}")
            held = passes.issue(self.hall, label=str(table), tables=[table], by=self.by)
            seats = list(table.seats.order_by("position").values_list("position", flat=True))
            entries = list(self._entries(stage.key, table.number, seats, rng))
            url = f"/api/v1/championships/{self.hall.slug}/reports/?language=en"
            self.phones.append(Phone(url, held.token, entries, rng, **of_phones))

    @property
    def entries(self) -> list[Entry]:
        """Every report of every phone."""
        return [entry for phone in self.phones for entry in phone.entries]

    @property
    def acknowledged(self) -> list[Entry]:
        """Those that a phone knows to be saved."""
        return [entry for entry in self.entries if entry.answer is not None and entry.answer.status == 201]

    async def bring_home(self, server: Server, faults: Faults, *, kills: int) -> Proxy:
        """Let all phones work through a bad network while the server is killed *kills* times; return the network.

        Each kill falls among the saves, when another part of all reports is acknowledged; the server is then started
        again at the same address.
        """
        await asyncio.to_thread(server.start)
        async with Proxy(server.port, faults, self.seed) as proxy:
            working = asyncio.gather(*(phone.work(proxy.port) for phone in self.phones))
            for number in range(1, kills + 1):
                await self._until_acknowledged(number * len(self.entries) // (kills + 1), working)
                server.kill()
                await asyncio.to_thread(server.start)
            await working
        return proxy

    async def send_all_again(self, port: int) -> list[Entry]:
        """Send every report once more over a good network; return those that are answered differently now."""
        changed = []
        for phone in self.phones:
            for entry in phone.entries:
                again, first = await phone.post(port, entry), entry.answer
                if first is None or (again.status, again.body) != (first.status, first.body):
                    changed.append(entry)
        return changed

    def faults_found(self) -> Iterator[str]:
        """Say what is not as it was intended: reports lost, doubled or refused, results and places that differ."""
        stored = list(Report.objects.filter(round__table__stage__championship=self.hall))
        ids = sorted(str(report.client_id) for report in stored)
        sent = sorted(str(entry.body["client_id"]) for entry in self.entries)
        if ids != sent:
            yield f"{len(stored)} reports are stored, {len(sent)} were sent"
        yield from (f"not acknowledged: {entry.body}" for entry in self.entries if entry not in self.acknowledged)
        yield from (f"kept: {report.kept_because}" for report in stored if report.kept_because)
        key = self.hall.stages.order_by("order")[0].key
        view = standings.championship_views(self.hall)[key]
        for number, standing in rankings.of_stage(view.state).items():
            table = view.state.table(number)
            for result in table.results:
                cards = {line.seat: line.cards for line in result.lines}
                if Result(result.winner or 0, cards) != self.intended[number, result.number]:  # type: ignore[arg-type]
                    yield f"table {number}, round {result.number}: {result}"
            totals = {row.seat: row.total for row in standing.rows}
            if totals != self._totals(number) or standing.owed or not standing.is_complete:
                yield f"table {number}: {totals} instead of {self._totals(number)}"
            leader = standing.holder(1)
            if leader != table.seated[self.intended[number, 1].winner]:
                yield f"table {number}: {leader} has the first place"
            for ticket in view.state.tickets:
                if ticket.table == number and ticket.place == 1 and ticket.holder != leader:
                    yield f"table {number}: {ticket.holder} sits further on instead of {leader}"

    def _totals(self, table: int) -> Cards:
        rounds = [self.intended[table, number] for number in range(1, ROUNDS + 1)]
        return {seat: sum(2 if seat == r.winner else -r.cards[seat] for r in rounds) for seat in rounds[0].cards}

    def _entries(self, stage: str, table: int, seats: Sequence[int], rng: Random) -> Iterator[Entry]:
        """Yield what a phone enters: three rounds, and the corrections of one or two that were entered wrong."""
        winner = rng.choice(seats)
        wrong = rng.sample(range(1, ROUNDS + 1), 1 + rng.randrange(2))
        for number in range(1, ROUNDS + 1):
            cards = {seat: 0 if seat == winner else rng.randrange(1, 9) for seat in seats}
            self.intended[table, number] = right = Result(winner, cards)
            where = {"stage": stage, "table": table, "number": number}
            if number not in wrong:
                yield Entry(_body(where, right, rng))
                continue
            base = Entry(_body(where, _slip(right, rng, may_name_another=number == min(wrong)), rng))
            yield base
            yield Entry({**_body(where, right, rng), "reason": "counted again"}, base)

    async def _until_acknowledged(self, count: int, working: asyncio.Future[Any]) -> None:
        while len(self.acknowledged) < count and not working.done():
            await asyncio.sleep(0.005)


def _body(where: Mapping[str, Any], result: Result, rng: Random) -> dict[str, Any]:
    lines = [{"seat": seat, "cards": cards} for seat, cards in result.cards.items()]
    return {**where, "client_id": str(UUID(int=rng.getrandbits(128))), "winner": result.winner, "lines": lines}


def _slip(right: Result, rng: Random, *, may_name_another: bool) -> Result:
    """Return a result entered wrong: a count, or another winner, who is never ahead when the table is complete.

    With one card left in that round and two rounds won, the true winner stays first whatever comes in which order.
    """
    seat = rng.choice([seat for seat in right.cards if seat != right.winner])
    if may_name_another and rng.random() < 0.5:
        return Result(seat, {**right.cards, seat: 0, right.winner: 1})
    return Result(right.winner, {**right.cards, seat: right.cards[seat] + 1 + rng.randrange(3)})


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value under which a *share* of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
