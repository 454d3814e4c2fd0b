"""What always holds (design.md §4), checked against the database while a rehearsal runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count

from championship.errors import ClientIdReused
from championship.models import Line, LogLine, Player, Report, Ruling, Seat, SeatPlan
from championship.models.append_only import WrittenOnce
from championship.rehearsal.play import Rehearsal
from championship.selectors import board, people, standings
from championship.services import reports
from championship.services.sent import digest_of
from scoring import standings as rankings
from scoring import tickets


@dataclass
class Invariants:
    """Named checks; one that failed once stays failed, with what it found."""

    rehearsal: Rehearsal
    failures: dict[str, list[str]] = field(default_factory=dict)
    _written: dict[int, str] = field(default_factory=dict)

    def check(self) -> None:
        """Run every check on the championship as it stands now."""
        for name, check in CHECKS.items():
            found = self.failures.setdefault(name, [])
            found.extend(check(self))

    @property
    def results(self) -> dict[str, bool]:
        return {name: not found for name, found in self.failures.items()}

    def written_once(self) -> list[str]:
        """§4.1: nothing saved has changed since the last look, and rows refuse to change."""
        found = []
        now = {report.pk: _digest(report) for report in self._reports().prefetch_related("lines")}
        for pk, digest in self._written.items():
            if now.get(pk) != digest:
                found.append(f"report {pk} changed or is gone")
        self._written = now
        for model in (Report, Line, Ruling, LogLine, SeatPlan):
            row = model.objects.first()
            if row is None:
                continue
            for refuse in (row.save, row.delete, model.objects.all().delete):
                try:
                    refuse()
                except WrittenOnce:
                    continue
                found.append(f"{model.__name__} can be changed")
        return found

    def seats_follow_places(self) -> list[str]:
        """§4.2, §4.6: from reports and rulings alone everybody sits where they do, and only on decided places."""
        found = []
        for key, view in standings.championship_views(self.rehearsal.championship).items():
            for move in tickets.moves(view.state, rankings.of_stage(view.state)):
                if not move.is_blocked:
                    found.append(f"{key}: seat {move.ticket} should change to {move.after}")
        return found

    def sent_again_is_one(self) -> list[str]:
        """§4.3: a report sent again gives the stored answer; other content under its id is refused."""
        found = []
        sample = self.rehearsal.acknowledged[-3:]
        before = self._reports().count()
        for address, sent, pk in sample:
            by = self.rehearsal.head if Report.objects.get(pk=pk).by_user_id else self.rehearsal.phone
            if reports.submit(address, sent=sent, by=by).pk != pk:
                found.append(f"{sent.client_id} sent again is another report")
            try:
                reports.submit(address, sent=replace(sent, reason="something else"), by=by)
            except ClientIdReused:
                continue
            found.append(f"{sent.client_id} was taken with other content")
        if self._reports().count() != before:
            found.append("sending again stored a report")
        return found

    def nothing_acknowledged_is_lost(self) -> list[str]:
        """§4.4: every report that was acknowledged is stored, under the id it was sent with."""
        stored = dict(self._reports().values_list("client_id", "pk"))
        return [
            f"{sent.client_id} is not stored"
            for _address, sent, pk in self.rehearsal.acknowledged
            if stored.get(sent.client_id) != pk
        ]

    def one_report_counts(self) -> list[str]:
        """§4.5: a round's revisions run 1, 2, 3 … without a gap or a repeat; the last of them counts."""
        revisions: dict[int, list[int]] = {}
        for round_id, revision in self._reports().exclude(revision=None).values_list("round_id", "revision"):
            revisions.setdefault(round_id, []).append(revision)
        return [
            f"round {round_id} has revisions {sorted(numbers)}"
            for round_id, numbers in revisions.items()
            if sorted(numbers) != list(range(1, len(numbers) + 1))
        ]

    def results_are_of_the_games(self) -> list[str]:
        """§4.1, §4.5: what counts for a round, wrong entries put right, is how its game ended, card by card."""
        found = []
        views = standings.championship_views(self.rehearsal.championship)
        lines: dict[int, dict[int, tuple[int | None, str]]] = {}
        for line in Line.objects.filter(report__in=self._reports()).select_related("seat"):
            lines.setdefault(line.report_id, {})[line.seat.position] = (line.cards, line.hand)
        for address, played in self.rehearsal.truth.items():
            counting = views[address.stage].counting(address.table, address.place, address.number)
            expected = {seat: (cards, " ".join(played.hands[seat])) for seat, cards in played.cards.items()}
            winner = views[address.stage].seats.get((address.table, played.winner or 0))
            if (
                counting is None
                or lines[counting.pk] != expected
                or (counting.winner_id, counting.facts) != (winner and winner.pk, played.facts)
            ):
                found.append(f"{address}: report {counting and counting.pk} is not {played}")
        return found

    def one_seat_a_stage(self) -> list[str]:
        """§4.6: nobody sits twice in a stage."""
        seats = Seat.objects.filter(stage__championship=self.rehearsal.championship, entry__isnull=False)
        twice = seats.values("stage", "entry").annotate(times=Count("pk")).filter(times__gt=1)
        return [f"entry {row['entry']} sits {row['times']} times in stage {row['stage']}" for row in twice]

    def plan_as_published(self) -> list[str]:
        """§4.7: the seat plan is the one whose digest was published."""
        championship = self.rehearsal.championship
        championship.refresh_from_db()
        plan = championship.seat_plans.order_by("-number").first()
        if plan is None or plan.digest != digest_of(championship.format_json):
            return ["the plan in force is not the published one"]
        return []

    def nobody_moves_unasked(self) -> list[str]:
        """§4.8: every act that took a seat from somebody was shown first and confirmed."""
        unseated = self._log().filter(act="seat.moved").values("version").distinct().count()
        confirmed = self.rehearsal.confirmed
        return [] if unseated <= confirmed else [f"{unseated} acts moved somebody, {confirmed} were confirmed"]

    def version_counts_public_changes(self) -> list[str]:
        """§4.9: every public act left a version of its own, one higher than the last; nothing else raised it."""
        versions = sorted(set(self._log().filter(is_public=True).values_list("version", flat=True)))
        mark = board.mark(self.rehearsal.slug)
        now = mark.version if mark else 0
        return [] if versions == list(range(1, now + 1)) else [f"version {now} after public acts {versions}"]

    def nothing_hidden_shows(self) -> list[str]:
        """§4.10: the public board has no contact details, and names only of those who consented."""
        shown = board.current(self.rehearsal.slug)
        text = json.dumps(shown.data, ensure_ascii=False) if shown else ""
        secrets = Player.objects.filter(entries__championship=self.rehearsal.championship)
        found = [
            f"phone of player {player.pk} is public" for player in secrets if player.phone and player.phone in text
        ]
        if people.role(AnonymousUser(), self.rehearsal.championship):
            found.append("somebody unknown has a role")
        return found

    def standings_add_up(self) -> list[str]:
        """§4.2: each table's totals are the sums of its rounds, and its places run 1, 2, 2, 4."""
        found = []
        for key, view in standings.championship_views(self.rehearsal.championship).items():
            for number, standing in rankings.of_stage(view.state).items():
                places = [row.place for row in standing.rows if row.place is not None]
                counted = Counter(places)
                expected = [1 + sum(counted[p] for p in counted if p < place) for place in places]
                sums = [sum(points for points in row.rounds if points is not None) for row in standing.rows]
                if places != expected or sums != [row.total for row in standing.rows]:
                    found.append(f"{key}-{number}: places {places}, sums {sums}")
        return found

    def _reports(self):
        return Report.objects.filter(round__table__stage__championship=self.rehearsal.championship)

    def _log(self):
        return LogLine.objects.filter(championship=self.rehearsal.championship)


CHECKS: dict[str, Callable[[Invariants], list[str]]] = {
    check.__name__: check
    for check in (
        Invariants.written_once,
        Invariants.seats_follow_places,
        Invariants.standings_add_up,
        Invariants.sent_again_is_one,
        Invariants.nothing_acknowledged_is_lost,
        Invariants.one_report_counts,
        Invariants.results_are_of_the_games,
        Invariants.one_seat_a_stage,
        Invariants.plan_as_published,
        Invariants.nobody_moves_unasked,
        Invariants.version_counts_public_changes,
        Invariants.nothing_hidden_shows,
    )
}


def _digest(report: Report) -> str:
    lines = sorted((line.seat_id, line.entry_id, line.cards, line.hand) for line in report.lines.all())
    return digest_of([report.round_id, str(report.client_id), report.revision, report.kept_because, lines])
