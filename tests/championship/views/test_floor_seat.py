"""A correction that comes too late: by itself while the next table waits, by a guided repair once it has begun."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone

from championship.errors import NotConfirmed, StaleView
from championship.models import LogLine, Printout, Report, Ruling, Seat
from championship.selectors import board, desk, printing, repairs, standings
from championship.services import repairs as repair_service
from championship.services import reports, rulings
from tests import factories
from tests.championship.views.desks import desk_of, said
from tests.championship.views.pages import main

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Two tables, whose first two places lead to the final; both are decided, and the final has begun."""
    hall = factories.make_started(players=8)
    factories.play_stage(hall)
    factories.start_stage(hall, "final")
    return hall


def correct(hall, cards=(2, 0, 4, 5), rounds=(2, 3)):
    """The head referee finds that seat 2 of table 1 had won rounds 2 and 3, and agrees to what follows."""
    head = factories.organiser_of(hall)
    for number in rounds:
        sent = factories.make_sent(cards, seen=1, reason="wrong child")
        address = factories.address_of(hall, 1, number)
        try:
            reports.submit(address, sent=sent, by=head)
        except NotConfirmed as shown:
            reports.submit(address, sent=replace(sent, confirm=shown.consequence.token), by=head)


def holders(hall):
    """Who sits at the final, by seat."""
    rows = Seat.objects.filter(stage__championship=hall, stage__key="final").order_by("position")
    return list(rows.values_list("entry__number", flat=True))


def seated(hall, seat, table=1):
    return factories.table_of(hall, table).seats.get(position=seat).entry.number


def misplaced(hall):
    return repairs.misplaced(standings.championship_views(hall))


def repair(hall, way, seat=1, stage="final", **fields):
    client = desk_of(hall)
    address = f"/c/{hall.slug}/floor/seats/{stage}-1/{seat}/"
    page = client.get(address).content.decode()
    confirm = re.findall(r'name="confirm" value="(\w+)"', page)
    form = {"way": way, "reason": "found after the final began", "client_id": str(uuid4()), **fields}
    return page, client.post(address, {**form, "confirm": confirm[0] if confirm else ""}, follow=True)


def test_o23_o24_correction_before_the_next_table_begins_undoes_the_advance_by_itself(hall):
    """Exactly one of them sits at each seat, and the prints of that table are outdated."""
    first, second = seated(hall, 1), seated(hall, 2)
    assert holders(hall)[:3:2] == [first, second]
    read = printing.snapshot(hall)
    shows = {"subjects": printing.digests(read, "scoresheets", read.tables), "made_at": timezone.now()}
    printout = Printout.objects.create(championship=hall, kind="scoresheets", language="en", content=b"%PDF", **shows)
    assert printing.outdated(hall) == []

    correct(hall)

    assert holders(hall)[:3:2] == [second, first]
    assert len(set(holders(hall))) == 4
    assert misplaced(hall) == []
    assert [each.printout for each in printing.outdated(hall)] == [printout]


def test_o25_board_table_and_seat_change_together(hall):
    before = board.build(hall.pk)
    correct(hall)
    after = board.build(hall.pk)
    second = seated(hall, 2)

    assert after.version > before.version
    final = next(stage for stage in after.data["stages"] if stage["key"] == "final")
    ticket = next(t for t in after.data["tickets"] if (t["from_table"], t["place"]) == (1, 1))
    qualifiers = after.data["stages"][0]["tables"][0]["rows"]
    assert (
        final["tables"][0]["seats"][0]["entry"]
        == ticket["entry"]
        == next(row["entry"] for row in qualifiers if row["place"] == 1)
        == second
    )


def test_o23_once_the_next_table_has_begun_the_seat_is_listed_with_its_ways_out(hall):
    factories.make_report(hall, 1, 1, stage="final")
    before = holders(hall)
    correct(hall)

    assert holders(hall) == before
    assert [(each.table, each.seat) for each in misplaced(hall)] == [(1, 1), (1, 3)]
    assert desk.day(hall).misplaced == 2
    read = main(desk_of(hall).get(f"/c/{hall.slug}/floor/").content.decode())
    assert "A seat to put right" in read
    assert "2 seats to put right" in main(desk_of(hall).get(f"/c/{hall.slug}/desk/").content.decode())


def test_way_let_it_stand_keeps_seat_and_rounds_and_is_on_record(hall):
    factories.make_report(hall, 1, 1, stage="final")
    before = holders(hall)
    correct(hall)

    page, answer = repair(hall, "stay")

    assert "keeps the seat, and every round played there stays." in main(page)
    assert said(answer) == ["Done. Every phone and page shows it, and the log has it."]
    assert holders(hall) == before
    assert [each.seat for each in misplaced(hall)] == [3]
    ruling = Ruling.objects.get(kind="seat_given")
    assert (ruling.entry.number, ruling.reason.text) == (before[0], "found after the final began")


def test_way_start_anew_voids_the_rounds_and_seats_by_the_places_after_saying_so(hall):
    """O28: the points of what is void vanish everywhere."""
    factories.make_report(hall, 1, 1, stage="final")
    factories.make_report(hall, 1, 2, stage="final")
    first, second = seated(hall, 1), seated(hall, 2)
    correct(hall)
    stored = Report.objects.count()

    page, _answer = repair(hall, "anew")

    assert "2 rounds played there are void." in main(page)
    assert holders(hall)[:3:2] == [second, first]
    assert misplaced(hall) == []
    assert Report.objects.count() == stored + 2
    view = standings.stage_view(hall.stages.get(key="final"))
    assert [view.state.table(1).result(0, number) for number in (1, 2)] == [None, None]
    assert not any(t.has_begun for t in standings.stage_view(hall.stages.get(key="qualifiers")).state.tickets)


def test_start_anew_stores_nothing_when_asked_and_does_nothing_unseen(hall):
    factories.make_report(hall, 1, 1, stage="final")
    correct(hall)
    before, lines = holders(hall), LogLine.objects.count()
    table, by = factories.table_of(hall, 1, "final"), factories.organiser_of(hall)

    follows = repair_service.consequence(table, by=by)
    with pytest.raises(StaleView):
        repair_service.start_anew(table, reason="late", client_id=uuid4(), by=by, confirm="another")
    assert (follows.rounds, len(follows.seats), holders(hall), LogLine.objects.count()) == (1, 2, before, lines)

    one = uuid4()
    for _twice in range(2):
        repair_service.start_anew(table, reason="late", client_id=one, by=by, confirm=follows.token)
    assert Report.objects.filter(outcome="void").count() == 1


def test_way_exchange_seats_the_right_player_from_now_on_and_the_past_stays():
    """O19: who played a round is who played it, also when it is corrected after the exchange."""
    hall = factories.make_started(players=16)  # four tables; their seconds play for one seat of the final
    factories.play_until(hall, "playoff")
    factories.make_report(hall, 1, 1, stage="playoff")
    old, right = seated(hall, 2), seated(hall, 3)
    correct(hall, (0, 9, 1, 12), rounds=(1,))  # seat 3 was second
    assert [each.move.after for each in misplaced(hall)] == [right]

    page, answer = repair(hall, "exchange", stage="playoff")

    assert "Rounds played stay with" in main(page)
    assert said(answer) == ["Done. Every phone and page shows it, and the log has it."]
    table = factories.table_of(hall, 1, "playoff")
    assert table.seats.get(position=1).entry.number == right
    assert misplaced(hall) == []
    corrected = factories.make_report(hall, 1, 1, stage="playoff", cards=(0, 1, 1, 1), seen=1, reason="misread")
    assert corrected.lines.get(seat__position=1).entry.number == old


def test_ruling_that_lets_it_stand_can_be_taken_back_and_nobody_leaves(hall):
    factories.make_report(hall, 1, 1, stage="final")
    before = holders(hall)
    correct(hall)
    repair(hall, "stay")
    rulings.undo(Ruling.objects.get(), client_id=uuid4(), reason="a mistake", by=factories.organiser_of(hall))
    assert (holders(hall), len(misplaced(hall))) == (before, 2)


def test_seat_in_order_leads_back_to_the_board(hall):
    client = desk_of(hall)
    answer = client.get(f"/c/{hall.slug}/floor/seats/final-1/1/", follow=True)
    assert answer.redirect_chain[0][0] == f"/c/{hall.slug}/floor/"
    assert "This seat is in order" in main(answer.content.decode())


def test_repair_needs_a_reason(hall):
    factories.make_report(hall, 1, 1, stage="final")
    correct(hall)
    before = holders(hall)
    for way in ("stay", "anew"):
        _page, answer = repair(hall, way, reason=" ")
        assert answer.status_code == 409
    assert (holders(hall), Ruling.objects.count()) == (before, 0)
