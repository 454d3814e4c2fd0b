"""The head referee's board: what waits for a person on top, every table with its state in words (design.md §7)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from championship.enums import CallKind, Role, RulingKind
from championship.models import Call, ClockAct, LogLine, PassUse, Ruling, Stage
from championship.selectors import floor as selectors
from championship.selectors.floor import Late
from championship.services import calls, clock
from tests import factories
from tests.championship.views.desks import desk_of, said
from tests.championship.views.pages import main
from tests.championship.views.phones import hidden, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return factories.make_started(players=16)


def at(championship, page=""):
    return f"/c/{championship.slug}/floor/{page}"


def board(championship, now=None):
    return selectors.read(championship, now or timezone.now())


def cards(championship, now=None, stage="qualifiers"):
    found = board(championship, now)
    return {card.glance.number: card for each in found.stages if each.key == stage for card in each.cards}


def began(championship, ago, stage="qualifiers"):
    """Let the stage have begun *ago*."""
    Stage.objects.filter(championship=championship, key=stage).update(started_at=timezone.now() - ago)


def dispute(championship, table=1):
    """A round of which two phones say different things; returns the report that is kept."""
    factories.make_report(championship, table, 1)
    other = factories.holder_of(factories.make_pass(championship, label="The other phone"))
    return factories.make_report(championship, table, 1, cards=(0, 9, 9, 9), by=other)


def test_board_shows_each_table_with_its_state_in_words_and_one_tap_to_its_round(hall):
    factories.play_table(hall, 1)
    dispute(hall, 2)
    factories.make_report(hall, 3, 1)

    page = desk_of(hall).get(at(hall)).content.decode()

    read = main(page)
    for words in ("1 of 4 decided", "disputed", "playing", "decided", "Round 2 of 3", "Round 1 of 3"):
        assert words in read, words
    assert f'href="/c/{hall.slug}/desk/tables/qualifiers-3/"' in page


def test_board_without_a_plan_says_so_and_a_poll_takes_the_whole_page_apart(hall):
    empty = factories.make_championship(players=8)
    assert "No stage plays just now." in main(desk_of(empty).get(at(empty)).content.decode())
    part = desk_of(hall).get(at(hall), headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="floor"')
    assert "<html" not in part


def test_poll_with_nothing_newer_is_204_until_the_board_is_a_minute_old(hall):
    client = desk_of(hall)
    now = int(timezone.now().timestamp())

    def poll(at_=now):
        seen = selectors.mark(hall)
        return client.get(at(hall), {"seen": seen, "at": at_}, headers={"HX-Request": "true"}).status_code

    seen = {"seen": selectors.mark(hall), "at": now}
    assert poll() == 204
    assert poll(now - 61) == 200
    assert poll("x") == 200
    calls.make(factories.table_of(hall), CallKind.DECK, client_id=uuid4(), by=factories.organiser_of(hall))
    assert client.get(at(hall), seen, headers={"HX-Request": "true"}).status_code == 200


def test_call_is_on_the_board_with_its_table_and_one_press_answers_it(hall):
    pass_ = factories.make_pass(hall, [3], label="Table 3")
    calls.make(factories.table_of(hall, 3), CallKind.UNWELL, client_id=uuid4(), by=factories.holder_of(pass_))
    client = desk_of(hall, Role.HEAD_REFEREE)

    shown = main(client.get(at(hall)).content.decode())
    assert "Call to table 3 Child unwell Qualifiers · Table 3" in shown
    answered = client.post(at(hall, f"calls/{Call.objects.get().pk}/answer/"), {"query": ""}, follow=True)

    assert "Call to table" not in main(answered.content.decode())
    assert Call.objects.get().answered_at is not None


def test_call_of_another_championship_is_not_there(hall):
    other = factories.make_started(players=4)
    call = calls.make(factories.table_of(other), CallKind.DECK, client_id=uuid4(), by=factories.organiser_of(other))
    assert desk_of(hall).post(at(hall, f"calls/{call.pk}/answer/")).status_code == 404
    assert desk_of(hall).post(at(hall, "passes/99999/accept/")).status_code == 404
    assert Call.objects.get().answered_at is None


def test_dispute_says_who_sent_what_when_and_leads_to_both_side_by_side(hall):
    dispute(hall, 2)
    client = desk_of(hall)

    page = client.get(at(hall)).content.decode()

    assert "Table 2, Round 1" in main(page)
    assert "The other phone: Another report of this round says something else." in main(page)
    address = f"/c/{hall.slug}/desk/tables/qualifiers-2/0-1/"
    assert f'href="{address}"' in page
    assert "Two reports of this round" in main(client.get(address).content.decode())


def test_correction_that_would_move_somebody_stands_there_with_its_consequence():
    """O23: what a kept correction would do is said before anybody decides."""
    hall = factories.make_started(players=8)
    factories.play_table(hall, 1, winners=(1, 1, 2))
    phone_ = factories.holder_of(factories.make_pass(hall, [1]))
    for number in (1, 2):
        factories.make_report(
            hall, 1, number, cards=factories.default_cards(4, 2), by=phone_, seen=1, reason="wrong winner"
        )
    (question, *_rest) = board(hall).questions

    assert question.follows.unseats
    page = main(desk_of(hall).get(at(hall)).content.decode())
    assert "It would move somebody who already has a seat further on." in page
    assert "If it is taken:" in page


def test_late_ones_come_first_and_say_why(hall):
    """Three tables took ten minutes a round, the fourth plays its first for an hour; then its clock runs out."""
    began(hall, timedelta(minutes=60))
    now = timezone.now()
    assert [card.late for card in cards(hall, now).values()] == [None] * 4
    for table in (1, 2, 3):
        factories.make_report(hall, table, 1)

    quick = now - timedelta(minutes=50)  # the others' rounds, as if reported ten minutes after the start
    _reported_at(hall, quick)
    assert cards(hall, now)[4].late is Late.SLOW

    for table in (1, 2, 3):
        factories.make_report(hall, table, 2)
    assert cards(hall, now)[4].late is Late.BEHIND
    assert board(hall, now).stages[0].cards[0].glance.number == 4

    limit = {"is_per_round": False, "client_id": uuid4(), "by": factories.organiser_of(hall)}
    clock.set_limit(hall.stages.get(key="qualifiers"), 30, **limit)
    assert {number: card.late for number, card in cards(hall, now).items()} == dict.fromkeys([1, 2, 3, 4], Late.OVER)
    assert "late: time is over" in main(desk_of(hall).get(at(hall)).content.decode())


def _reported_at(championship, moment):
    """Rewrite when reports came: they are written once, so below the model."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("UPDATE championship_report SET received_at = %s", [moment])


def test_table_that_stands_still_on_purpose_is_not_late(hall):
    began(hall, timedelta(minutes=60))
    by = factories.organiser_of(hall)
    stage, table = hall.stages.get(key="qualifiers"), factories.table_of(hall, 2)
    clock.set_limit(stage, 30, is_per_round=False, client_id=uuid4(), by=by)
    clock.pause(stage, table=table, client_id=uuid4(), by=by)

    assert {number: card.late for number, card in cards(hall).items()} == {
        1: Late.OVER,
        2: None,
        3: Late.OVER,
        4: Late.OVER,
    }
    assert "this table stands still" in main(desk_of(hall).get(at(hall)).content.decode())


def test_clock_is_set_paused_and_extended_from_the_board_and_each_is_logged(hall):
    client = desk_of(hall)
    form = {"act": "limit", "minutes": "90", "per": "stage", "client_id": str(uuid4())}
    client.post(at(hall, "clock/qualifiers/"), form)
    assert "90 minutes for the stage" in main(client.get(at(hall)).content.decode())

    client.post(at(hall, "clock/qualifiers/"), {"act": "pause", "client_id": str(uuid4())})
    assert "All tables stand still." in main(client.get(at(hall)).content.decode())
    client.post(at(hall, "clock/qualifiers/"), {"act": "resume", "client_id": str(uuid4())})

    extra = {"act": "extend", "minutes": "5", "client_id": str(uuid4())}
    for _twice in range(2):
        client.post(at(hall, "tables/qualifiers-3/clock/"), extra)
    assert cards(hall)[3].clock.extra == 5
    assert list(LogLine.objects.filter(act__startswith="clock").order_by("pk").values_list("act", "subject")) == [
        ("clock.set", "qualifiers"),
        ("clock.paused", "qualifiers"),
        ("clock.resumed", "qualifiers"),
        ("clock.extended", "qualifiers-3"),
    ]


@pytest.mark.parametrize("minutes", ["", "-5", "abc", "9999", "5.5"])
def test_minutes_that_are_none_are_said_and_stored_nowhere(hall, minutes):
    form = {"act": "limit", "minutes": minutes, "per": "stage", "client_id": str(uuid4())}
    answer = desk_of(hall).post(at(hall, "clock/qualifiers/"), form, follow=True)
    assert said(answer) == ["Give between 0 and 600 minutes."]
    assert ClockAct.objects.count() == 0


def test_second_phone_on_a_pass_is_told_until_somebody_finds_it_in_order(hall):
    new = factories.make_pass(hall, [2], label="Table 2")
    first = phone(new)
    first.get(f"/r/{new.token}/")  # the same phone scans once more
    client = desk_of(hall)
    assert board(hall).second_phones == ()
    before = selectors.mark(hall)

    phone(new)

    assert selectors.mark(hall) != before
    assert "Another phone uses the pass Table 2" in main(client.get(at(hall)).content.decode())
    assert [held.pk for held in cards(hall)[2].second_phones] == [new.row.pk]
    client.post(at(hall, f"passes/{new.row.pk}/accept/"))
    assert board(hall).second_phones == ()
    phone(new)
    assert len(board(hall).second_phones) == 1
    assert PassUse.objects.filter(held=new.row).count() == 3


def test_board_is_narrowed_to_a_hall_and_keeps_it(hall):
    stage = hall.stages.get(key="qualifiers")
    other = stage.flights.create(number=2, hall="Gym")
    stage.tables.filter(number__in=[3, 4]).update(flight=other)
    client = desk_of(hall)

    page = main(client.get(at(hall), {"hall": "Gym"}).content.decode())
    assert "All tables Gym Lunada" in page
    assert [f"Table {number}" in page for number in (1, 2, 3, 4)] == [False, False, True, True]
    answer = client.post(at(hall, "clock/qualifiers/"), {"act": "pause", "query": "hall=Gym"})
    assert answer.headers["Location"] == at(hall) + "?hall=Gym"
    assert "Table 1" in main(client.get(at(hall), {"hall": "Nowhere"}).content.decode())


def test_seat_taken_through_a_table_in_dispute_is_marked():
    hall = factories.make_started(players=8)
    factories.play_table(hall, 1)
    factories.make_report(hall, 1, 3, cards=(9, 0, 9, 9), by=factories.holder_of(factories.make_pass(hall, [1])))
    assert cards(hall, stage="final")[1].doubtful == (1, 3)


def test_o03_tied_table_sends_nobody_on_and_its_card_leads_to_the_tie_break_round():
    """The other table goes on; nobody is told to advance from the tied one before it has played."""
    hall = factories.make_started(players=8)
    for number, cards in enumerate([(0, 2, 3, 4), (2, 0, 3, 4), (1, 1, 0, 9)], start=1):  # seats 1 and 2 are level
        factories.make_report(hall, 1, number, cards=cards)
    factories.play_table(hall, 2)

    seats = hall.stages.get(key="final").seats.order_by("position")
    assert [seat.entry_id is not None for seat in seats] == [False, True, False, True]
    read = main(desk_of(hall).get(at(hall)).content.decode())
    assert "Table 1 tied Tie-break round for 1st place" in read


def test_o43_every_state_has_its_word_and_its_shape(hall):
    factories.play_table(hall, 1)
    dispute(hall, 2)
    factories.make_report(hall, 3, 1)

    page = desk_of(hall).get(at(hall)).content.decode()

    for state in ("decided", "disputed", "playing"):
        assert f"#state-{state}" in page
        assert state in main(page)
    began(hall, timedelta(hours=3))
    factories.make_report(hall, 3, 2)
    clock.set_limit(
        hall.stages.get(key="qualifiers"), 1, is_per_round=False, client_id=uuid4(), by=factories.organiser_of(hall)
    )
    late = desk_of(hall).get(at(hall)).content.decode()
    assert "#danger" in late
    assert "late: time is over" in main(late)


def test_o47_o48_namesakes_at_a_table_have_their_numbers_beside_them(hall):
    table = factories.table_of(hall, 1)
    entries = [seat.entry for seat in table.seats.order_by("position")[:2]]
    for entry in entries:
        entry.player.first_name, entry.player.last_name = "Noa", "Cohen"
        entry.player.save()

    read = main(desk_of(hall).get(at(hall, "tables/qualifiers-1/")).content.decode())

    for entry in entries:
        assert f"Noa Cohen #{entry.number}" in read


def test_o26_older_version_is_restored_by_one_press_and_that_is_a_version(hall):
    """Also of a table that is confirmed and not the current one; the question stands on its screen."""
    factories.play_table(hall, 1)
    client = desk_of(hall, Role.HEAD_REFEREE)
    client.post(at(hall, "tables/qualifiers-1/signed/"))
    first = factories.make_report(hall, 1, 1, cards=(0, 3, 4, 6), seen=1, reason="wrong sheet").round.reports.first()
    address = f"/c/{hall.slug}/desk/tables/qualifiers-1/0-1/"
    assert f"?like={first.pk}" in client.get(address).content.decode()

    start = client.get(address, {"like": first.pk})
    fields = {f"cards-{seat}": str(seat + 1) for seat in (2, 3, 4)}
    form = {"winner": "1", "outcome": "won", "reason": "the first was right", "cards-1": "", **fields}
    form |= {name: hidden(start, name) for name in ("client_id", "seen")}
    shown = client.post(address, form)
    form["shown"] = hidden(shown, "shown")
    client.post(address, {**form, "save": "1"})

    versions = list(first.round.reports.order_by("pk").values_list("revision", "kept_because"))
    assert versions == [(1, ""), (2, ""), (3, "")]


def test_table_page_lists_every_report_with_who_when_and_why(hall):
    """O26: every version is listed, also of a table that is not the current one."""
    factories.make_report(hall, 1, 1, by=factories.holder_of(factories.make_pass(hall, [1], label="Table 1")))
    factories.make_report(hall, 1, 1, cards=(0, 1, 1, 1), seen=1, reason="misread")

    read = main(desk_of(hall).get(at(hall, "tables/qualifiers-1/")).content.decode())

    assert "Round 1 earlier version" in read
    assert "Round 1 counts" in read
    assert "misread" in read
    assert "Table 1" in read


def test_signed_on_paper_is_one_press_and_only_when_the_table_is_decided(hall):
    client = desk_of(hall, Role.HEAD_REFEREE)
    client.post(at(hall, "tables/qualifiers-1/signed/"))
    assert Ruling.objects.count() == 0
    factories.play_table(hall, 1)
    assert "Signed on paper" in main(client.get(at(hall, "tables/qualifiers-1/")).content.decode())

    client.post(at(hall, "tables/qualifiers-1/signed/"))

    assert [ruling.kind for ruling in Ruling.objects.all()] == [RulingKind.TABLE_CONFIRMED]
    read = main(client.get(at(hall, "tables/qualifiers-1/")).content.decode())
    assert "confirmed" in read
    assert "Signed on paper" not in read


@pytest.mark.parametrize("tables", [1, 4])
def test_board_takes_a_fixed_number_of_queries(tables, django_assert_max_num_queries):
    hall = factories.make_started(players=16)
    by = factories.organiser_of(hall)
    for table in range(1, tables + 1):
        dispute(hall, table)
        new = factories.make_pass(hall, [table])
        phone(new), phone(new)
        calls.make(factories.table_of(hall, table), CallKind.RULES, client_id=uuid4(), by=by)
        clock.extend(hall.stages.get(key="qualifiers"), 5, client_id=uuid4(), by=by)
    with django_assert_max_num_queries(20):
        board(hall)
