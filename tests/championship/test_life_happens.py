"""Life happens: whatever is done in whatever order, the promises of design.md §4 hold.

The machine begins with reports (right, wrong, sent twice, corrected) and withdrawals (made and undone) in a
championship of two tables and a final. More acts join it as the desk learns them.
"""

from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from championship.enums import Kept, RulingKind
from championship.errors import NotConfirmed, OutOfStep, ReportRefused
from championship.models import Pulse, Report, Ruling, Seat
from championship.selectors import board, standings
from championship.services import reports, rulings
from championship.services.sent import Sent, SentLine
from scoring import standings as rankings
from scoring import tickets
from tests.factories import address_of, holder_of, make_pass, make_started, organiser_of, start_stage, table_of

TABLES = st.sampled_from([1, 2])
ROUNDS = st.sampled_from([1, 2, 3])
CARDS = st.lists(st.integers(1, 6), min_size=3, max_size=3)
WINNERS = st.sampled_from([1, 2, 3, 4])
STAGES = ("qualifiers", "final")


class LifeHappens(RuleBasedStateMachine):
    """A hall of eight; every rule is one act of a referee or of the head referee."""

    def __init__(self):
        super().__init__()
        board.forget()
        self.hall = make_started(players=8)
        self.phone = holder_of(make_pass(self.hall))
        self.head = organiser_of(self.hall)
        self.acknowledged = {}
        self.versions = Pulse.objects.get(championship=self.hall).version

    def view(self, stage="qualifiers"):
        return standings.stage_view(self.hall.stages.get(key=stage))

    def reports(self):
        return Report.objects.filter(round__table__stage__championship=self.hall)

    def send(self, sent, table, number, *, place=0, stage="qualifiers", by=None):
        """Send a report, agreeing to what it says would follow; what cannot be right is refused."""
        address = address_of(self.hall, table, number, stage=stage, place=place)
        by = by or self.phone
        try:
            report = reports.submit(address, sent=sent, by=by)
        except NotConfirmed as shown:
            sent = replace(sent, confirm=shown.consequence.token)
            report = reports.submit(address, sent=sent, by=by)
        except (ReportRefused, OutOfStep):
            return None
        self.acknowledged[report.pk] = (address, sent, by)
        return report

    def report(self, table, winner, cards, *, seats=None, stage="qualifiers", **fields):
        seats = seats or [
            seat
            for seat, entry in enumerate(self.view(stage).state.table(table).seats, start=1)
            if entry and entry not in {exit_.entry for exit_ in self.view(stage).state.table(table).exits}
        ]
        winner = seats[(winner - 1) % len(seats)]
        counts = iter([*cards, 1, 2])
        lines = tuple(SentLine(seat, 0 if seat == winner else next(counts)) for seat in seats)
        return Sent(client_id=uuid4(), lines=lines, winner=winner, **fields)

    @rule(table=TABLES, number=ROUNDS, winner=WINNERS, cards=CARDS)
    def a_round_is_reported(self, table, number, winner, cards):
        self.send(self.report(table, winner, cards), table, number)

    @precondition(lambda self: self.acknowledged)
    @rule(data=st.data())
    def a_report_arrives_again(self, data):
        pk = data.draw(st.sampled_from(sorted(self.acknowledged)))
        address, sent, by = self.acknowledged[pk]
        before = self.reports().count()
        assert reports.submit(address, sent=sent, by=by).pk == pk
        assert self.reports().count() == before

    @rule(table=TABLES, number=ROUNDS, winner=WINNERS, cards=CARDS, by_head=st.booleans())
    def a_round_is_corrected(self, table, number, winner, cards, by_head):
        seen = self.view().latest(table, 0, number)
        if seen:
            sent = self.report(table, winner, cards, seen=seen, reason="a slip")
            self.send(sent, table, number, by=self.head if by_head else self.phone)

    @rule(table=TABLES, winner=WINNERS, cards=CARDS)
    def a_tie_break_round_is_played(self, table, winner, cards):
        state = self.view().state.table(table)
        for tie in rankings.of_table(state, self.view().state.format).owed[:1]:
            seats = [state.seat_of(entry) for entry in tie.entries]
            sent = self.report(table, winner, cards, seats=seats)
            report = self.send(sent, table, tie.number, place=tie.place)
            assert report is not None
            assert report.revision == 1 or report.kept_because == Kept.WOULD_MOVE

    @rule(table=TABLES, seat=WINNERS, after=st.integers(0, 3))
    def somebody_goes_home(self, table, seat, after):
        where = table_of(self.hall, table)
        act = {
            "client_id": uuid4(),
            "reason": "went home",
            "by": self.head,
            "table": where,
            "entry": where.seats.get(position=seat).entry,
            "values": {"after_round": after},
        }
        self._rule(lambda confirm: rulings.make(where.stage, RulingKind.WITHDRAWAL, confirm=confirm, **act))

    @precondition(lambda self: Ruling.objects.filter(championship=self.hall, undoes=None, undone_by=None).exists())
    @rule(data=st.data())
    def it_was_a_mistake(self, data):
        standing = Ruling.objects.filter(championship=self.hall, undoes=None, undone_by=None).order_by("pk")
        ruling = data.draw(st.sampled_from(list(standing)))
        client_id = uuid4()
        self._rule(
            lambda confirm: rulings.undo(
                ruling, client_id=client_id, reason="a mistake", by=self.head, confirm=confirm
            )
        )

    @rule(winner=WINNERS, cards=CARDS)
    def the_final_begins(self, winner, cards):
        if all(self.view("final").state.table(1).seats):
            start_stage(self.hall, "final")
            self.send(self.report(1, winner, cards, stage="final"), 1, 1, stage="final")

    def _rule(self, act):
        try:
            act("")
        except NotConfirmed as shown:
            act(shown.consequence.token)
        except OutOfStep:
            return

    @invariant()
    def everybody_sits_where_places_and_rulings_say(self):
        view = self.view()
        for move in tickets.moves(view.state, rankings.of_stage(view.state)):
            assert move.is_blocked, move

    @invariant()
    def nobody_sits_twice_in_a_stage(self):
        for stage in STAGES:
            seated = list(
                Seat.objects.filter(stage__championship=self.hall, stage__key=stage, entry__isnull=False).values_list(
                    "entry", flat=True
                )
            )
            assert len(seated) == len(set(seated))

    @invariant()
    def revisions_of_a_round_have_no_gap(self):
        revisions = {}
        for round_id, revision in self.reports().exclude(revision=None).values_list("round", "revision"):
            revisions.setdefault(round_id, []).append(revision)
        assert all(sorted(found) == list(range(1, len(found) + 1)) for found in revisions.values())

    @invariant()
    def nothing_acknowledged_is_lost(self):
        assert set(self.acknowledged) <= set(self.reports().values_list("pk", flat=True))

    @invariant()
    def the_board_is_of_the_newest_version(self):
        pulse = Pulse.objects.get(championship=self.hall)
        shown = board.current(self.hall.slug)
        assert pulse.version >= self.versions
        assert (shown.version, shown.data) == (pulse.version, board.build(self.hall.pk).data)
        self.versions = pulse.version


@pytest.mark.both_databases
@pytest.mark.django_db
def test_life_happens():
    run_state_machine_as_test(
        LifeHappens,
        settings=settings(
            max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
