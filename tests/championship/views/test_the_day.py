"""What happens on the day, each by its page: the consequence first, then the log, the public and the prints."""

import pytest
from django.test import Client

from championship.enums import Role, RulingKind
from championship.models import Pulse
from championship.prints import making
from championship.selectors import board, printing
from championship.services import printing as print_services
from tests import factories
from tests.championship.services.halls import rule
from tests.championship.views.desks import at, desk_of
from tests.championship.views.pages import main, text
from tests.championship.views.test_desk_rulings import entry_at, ruled

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Two tables, begun, with printed scoresheets; round 1 of table 1 is in, and #9 has come late."""
    board.forget()
    hall = factories.make_started(players=8)
    factories.make_report(hall, 1, 1, cards=(0, 3, 4, 5))
    factories.make_entry(hall, first_name="Late", last_name="Comer", is_checked_in=True)
    by = factories.organiser_of(hall)
    stage = hall.stages.get(key="qualifiers")
    printout = print_services.request_scoresheets(hall, stage=stage, language="en", by=by, is_sent=False)
    making.make_now(printout, by=by)
    return hall


def number_at(hall, seat, table=1):
    return str(entry_at(hall, seat, table).number)


ACTS = {
    "no_show": (
        "no_show/qualifiers-2",
        lambda hall: {"entry": number_at(hall, 4, 2), "after_round": "0"},
        ["Table 2 goes on with three players."],
        {"qualifiers-2"},
    ),
    "withdrawal before the table": (
        "withdrawal/qualifiers-2",
        lambda hall: {"entry": number_at(hall, 1, 2), "after_round": "0"},
        ["Table 2 goes on with three players."],
        {"qualifiers-2"},
    ),
    "withdrawal during it": (
        "withdrawal/qualifiers-1",
        lambda hall: {"entry": number_at(hall, 1), "after_round": "1"},
        ["Table 1 goes on with three players."],
        set(),  # noted on the sheet by hand
    ),
    "disqualification": (
        "disqualification/qualifiers-1",
        lambda hall: {"entry": number_at(hall, 1), "after_round": "1"},
        ["Table 1 goes on with three players."],
        {"qualifiers-1"},
    ),
    "substitute": (
        "substitute/qualifiers-1",
        lambda hall: {"position": "4", "number": "9", "after_round": "1"},
        ["sits instead of", "at: Qualifiers, table 1, seat 4."],
        {"qualifiers-1"},
    ),
    "late comer on a seat more": (
        "seat_added/qualifiers-2",
        lambda hall: {"number": "9"},
        ["Late Comer sits at: Qualifiers, table 2, seat 5.", "A print no longer tells the truth: Scoresheets."],
        {"qualifiers-2"},
    ),
    "late comer on the seat of one who did not come": (
        "seat_given/qualifiers-2",
        lambda hall: {"position": "4", "number": "9"},
        ["sits there now and would lose the seat"],
        {"qualifiers-2"},
    ),
    "wrong player seated": (
        "seats_exchanged/qualifiers-1",
        lambda hall: {"entry": number_at(hall, 1), "other": number_at(hall, 1, 2)},
        ["at: Qualifiers, table 1, seat 1.", "at: Qualifiers, table 2, seat 1."],
        {"qualifiers-1", "qualifiers-2"},
    ),
    "by hand into the final": (
        "seat_given/final-1",
        lambda hall: {"position": "1", "number": "9"},
        ["Late Comer sits at: Final, table 1, seat 1."],
        set(),
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_act_says_what_follows_and_is_on_record(hall, name):
    page, form_of, sentences, outdated = ACTS[name]
    client, reason = desk_of(hall, Role.HEAD_REFEREE), f"because of {name}"
    before, seen = Pulse.objects.get(championship=hall), board.current(hall.slug).data

    shown, answer = ruled(client, at(hall, f"rulings/{page}/"), {**form_of(hall), "reason": reason})

    follows = text(shown.content.decode())
    assert [sentence for sentence in sentences if sentence not in follows] == []
    assert answer.status_code == 200
    assert "Ruled:" in text(answer.content.decode())
    after = Pulse.objects.get(championship=hall)
    assert (after.version, after.counter) == (before.version + 1, before.counter + 1)
    assert board.current(hall.slug).data["stages"] != seen["stages"]
    log = text(desk_of(hall).get(at(hall, "log/")).content.decode())
    kind = RulingKind(page.split("/")[0])
    assert str(kind.label) in log
    assert reason in log
    assert {table for old in printing.outdated(hall) for table in old.tables} == outdated


def test_o17_withdrawn_before_the_first_card_is_gone_everywhere():
    hall = factories.make_published(players=8)
    player = entry_at(hall, 1)
    rule(hall, RulingKind.NO_SHOW, seat=1, after_round=0)
    late = factories.make_entry(hall, first_name="Late", is_checked_in=True)

    rule(hall, RulingKind.SEAT_GIVEN, entry=late, position=1, confirm=f"seat-{player.pk}")
    factories.start_stage(hall)

    shown = board.current(hall.slug).data
    seated = [seat["entry"] for stage in shown["stages"] for table in stage["tables"] for seat in table["seats"]]
    assert late.number in seated
    assert player.number not in seated
    assert len(list(filter(None, seated))) == 8


def test_o18_seat_of_a_winner_who_withdrew_is_taken_by_the_next_in_rank():
    hall = factories.make_started(players=8)
    factories.play_stage(hall)
    rule(hall, RulingKind.WITHDRAWAL, seat=1, after_round=3)

    seats = list(hall.stages.get(key="final").seats.exclude(entry=None).values_list("entry", flat=True))

    assert len(seats) == len(set(seats)) == 4
    assert entry_at(hall, 1).pk not in seats
    assert hall.log.filter(act="seat.moved").exists()


def test_o22_player_seated_by_hand_is_in_standings_bracket_and_export():
    hall = factories.make_started(players=8)
    factories.play_stage(hall)
    late = factories.make_entry(hall, first_name="Late", last_name="Comer")
    holder = hall.stages.get(key="final").seats.get(position=4).entry
    rule(hall, RulingKind.SEAT_GIVEN, stage="final", entry=late, position=4, confirm=f"seat-{holder.pk}")
    factories.start_stage(hall, "final")
    factories.play_stage(hall, "final")

    english = Client(headers={"accept-language": "en"})
    english.cookies["mapal_language"] = "en"
    pages = [english.get(f"/c/{hall.slug}/{page}") for page in ("", "bracket/", "tables/final-1/")]
    tables = english.get(f"/api/v1/championships/{hall.slug}/standings/")

    assert [page.status_code for page in (*pages, tables)] == [200] * 4
    assert all("Late Comer" in page.content.decode() for page in (*pages, tables))


def test_o33_penalty_counts_where_seats_follow_from_totals():
    hall = factories.make_started(players=8)
    for number in (1, 2, 3):
        factories.make_report(hall, 1, number, cards=(0, 1, 4, 5) if number < 3 else (2, 0, 4, 5))
    leader, second = entry_at(hall, 1), entry_at(hall, 2)
    assert hall.stages.get(key="final").seats.get(position=1).entry == leader

    rule(hall, RulingKind.PENALTY, seat=1, points=-3)

    assert hall.stages.get(key="final").seats.get(position=1).entry == second
    rows = next(t for t in board.current(hall.slug).data["stages"][0]["tables"] if t["number"] == 1)["rows"]
    assert [(row["entry"], row["total"]) for row in rows[:2]] == [(second.number, 0), (leader.number, -1)]


def test_reserves_are_named_where_a_seat_further_on_is_given():
    hall = factories.make_started(players=8)
    factories.play_stage(hall)
    client = desk_of(hall)

    page = main(client.get(at(hall, "rulings/seat_given/final-1/")).content.decode())

    third = entry_at(hall, 3, 1)
    assert f"{third.player.full_name} #{third.number}, place 3 at table 1 (Qualifiers)" in page


def test_start_is_taken_back_at_the_desk():
    hall = factories.make_started(players=8)
    client = desk_of(hall)
    address = at(hall, "start/qualifiers/undo/")
    assert address in client.get(at(hall, "tables/")).content.decode()

    refused = client.post(address, {"reason": ""})
    client.post(address, {"reason": "the hall is not ready"})

    assert refused.status_code == 409
    assert hall.stages.get(key="qualifiers").started_at is None
    assert "the hall is not ready" in text(client.get(at(hall, "log/")).content.decode())
    assert address not in client.get(at(hall, "tables/")).content.decode()


@pytest.mark.parametrize("kind", ["seat_added", "seat_moved", "seats_exchanged", "substitute"])
def test_form_of_an_act_refuses_what_cannot_be(hall, kind):
    client = desk_of(hall)
    address = at(hall, f"rulings/{kind}/qualifiers-1/")

    assert client.get(address).status_code == 200
    assert client.post(address, {"reason": "x"}).status_code == 422
    wrong = {
        "reason": "x",
        "number": "99999",
        "position": "1",
        "entry": "99999",
        "other": "99999",
        "after_round": "1",
    }
    assert client.post(address, wrong).status_code in {409, 422}
    assert hall.rulings.count() == 0
