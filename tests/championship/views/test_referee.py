"""The screen of a round on a phone: shown first, saved after, whatever was typed."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from championship.models import Report
from championship.services import draws, people, stages
from scoring import advisor
from scoring.formats import classic
from scoring.results import Outcome
from tests import factories
from tests.championship.views.phones import ROUND_1, TABLE, entered, hidden, looked_at, phone_of, table_state, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_started(players=8)


def test_round_that_is_due_has_a_field_for_everybody(championship):
    page = phone_of(championship, 1).get(TABLE).content.decode()

    assert page.count('type="radio" name="winner"') == 4
    assert re.findall(r'name="cards-(\d)"[^>]*type="text" inputmode="numeric"', page.replace("\n", " ")) == [*"1234"]
    assert 'type="number"' not in page


def test_round_is_shown_first_and_saved_after(championship):
    client = phone_of(championship, 1)

    form, shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))

    assert shown.status_code == 200
    assert "leads with" in text(shown)
    assert "Save round 1" in text(shown)
    assert Report.objects.count() == 0

    response = client.post(ROUND_1, form)

    report = Report.objects.get()
    assert (report.revision, report.winner.position) == (1, 1)
    assert [(line.seat.position, line.cards) for line in report.lines.all()] == [(1, 0), (2, 3), (3, 4), (4, 5)]
    assert response["Location"] == f"/r/t/qualifiers-1/saved/{report.client_id}/"
    assert "Next: round 2" in text(client.get(response["Location"]))


def test_table_s_state_comes_with_the_page_for_when_the_network_is_away(championship):
    factories.make_report(championship, 1, 1)
    table = factories.table_of(championship, 1)

    state = table_state(phone_of(championship, 1).get(TABLE))

    seats = list(table.seats.order_by("position").values_list("entry__number", flat=True))
    assert (state["version"], state["stage"], state["table"], state["seats"]) == (1, "qualifiers", 1, seats)
    assert [(result["number"], result["winner"], result["revision"]) for result in state["results"]] == [(1, 1, 1)]
    assert [ticket["place"] for ticket in state["tickets"]] == [1, 2]
    assert set(state["words"]["names"]) == set(map(str, seats))


def test_what_was_not_shown_is_not_saved(championship):
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))

    response = client.post(ROUND_1, {**form, "cards-2": "7"})

    assert response.status_code == 200
    assert "Save round 1" in text(response)
    assert Report.objects.count() == 0


def test_consequence_answers_htmx_with_the_bar_alone(championship):
    client = phone_of(championship, 1)
    start = client.get(ROUND_1)
    form = {"client_id": hidden(start, "client_id"), "seen": "0", **entered((0, 3, 4, 5))}

    response = client.post(f"{ROUND_1}consequence/", form, HTTP_HX_REQUEST="true")

    assert response.status_code == 200
    assert "Save round 1" in text(response)
    assert "<html" not in response.content.decode()
    assert Report.objects.count() == 0


def test_round_sent_twice_is_one_report_and_two_equal_answers(championship):
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))

    answers = [client.post(ROUND_1, form)["Location"] for _tap in range(2)]

    assert answers[0] == answers[1]
    assert Report.objects.count() == 1


def test_double_tap_by_script_is_redirected_to_the_same_answer(championship):
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))

    answers = [client.post(ROUND_1, form, HTTP_HX_REQUEST="true")["HX-Redirect"] for _tap in range(2)]

    assert answers == [f"/r/t/qualifiers-1/saved/{form['client_id']}/"] * 2


def test_page_gone_back_to_and_changed_becomes_a_correction(championship):
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))
    client.post(ROUND_1, form)

    changed = {**form, "cards-2": "7"}
    changed["shown"] = hidden(client.post(ROUND_1, changed | {"save": ""}), "shown")
    response = client.post(ROUND_1, changed)

    assert response.status_code == 409
    assert "Why is it corrected?" in text(response)
    assert 'value="7"' in response.content.decode()
    assert hidden(response, "client_id") != form["client_id"]
    assert Report.objects.count() == 1


BROKEN = {
    "nothing": ({}, "Choose the winner"),
    "no winner": (entered((2, 3, 4, 5), winner=None), "Choose the winner"),
    "a count is missing": (entered((0, 3, 4, 5)) | {"cards-3": ""}, "Seat 3"),
    "a count is no number": (entered((0, 3, 4, 5)) | {"cards-3": "10-"}, "10-"),
    "a minus": (entered((0, 3, 4, 5)) | {"cards-3": "-3"}, "-3"),
    "script": (entered((0, 3, 4, 5)) | {"cards-3": "<script>"}, "&lt;script&gt;"),
    "far too many": (entered((0, 3, 4, 5)) | {"cards-3": "9" * 300}, "Seat 3"),
    "more than the deck": (entered((0, 99, 99, 99)), "deck"),
    "the winner is absent": (entered((0, 3, 4, 5)) | {"absent-1": "on"}, "winner"),
    "winner of another table": (entered((0, 3, 4, 5)) | {"winner": "9"}, "winner"),
    "nul": (entered((0, 3, 4, 5)) | {"cards-3": "\0"}, "Seat 3"),
}


@pytest.mark.parametrize(("form", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_what_cannot_be_names_the_seat_and_keeps_what_was_typed(championship, form, words):
    client = phone_of(championship, 1)

    response = client.post(ROUND_1, {"client_id": str(uuid4()), **form})

    assert response.status_code == 422
    assert words in response.content.decode()
    assert 'name="save"' not in response.content.decode()
    assert Report.objects.count() == 0


def test_seat_of_a_finding_is_marked(championship):
    response = phone_of(championship, 1).post(ROUND_1, entered((0, 3, 4, 5)) | {"cards-3": "x"})

    rows = re.findall(r'<div class="count( is-marked)?" data-seat="(\d)"', response.content.decode())
    assert [seat for mark, seat in rows if mark] == ["3"]


def test_unusual_result_is_saved_with_its_reason(championship):
    client = phone_of(championship, 1)
    form, shown = looked_at(client, ROUND_1, entered((0, 0, 4, 5), winner=1) | {"cards-2": "0"})

    assert 'name="override-VA5"' in shown.content.decode()
    refused = client.post(ROUND_1, form)
    assert refused.status_code == 422
    assert Report.objects.count() == 0

    client.post(ROUND_1, {**form, "override-VA5": "the last 2+ was answered"})

    assert [override.rule for override in Report.objects.get().overrides.all()] == ["VA5"]
    assert "the last 2+ was answered" in client.get(ROUND_1).content.decode()


def test_absent_player_has_no_count(championship):
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)) | {"absent-4": "on", "cards-4": ""})

    client.post(ROUND_1, form)

    assert [line.cards for line in Report.objects.get().lines.order_by("seat__position")] == [0, 3, 4, None]


def test_round_called_off_needs_no_counts(championship):
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, {"outcome": "called_off"})

    client.post(ROUND_1, form)

    report = Report.objects.get()
    assert (report.outcome, report.winner, report.lines.count()) == (Outcome.CALLED_OFF, None, 0)


def test_void_is_not_for_a_pass(championship):
    factories.make_report(championship, 1, 1)
    page = phone_of(championship, 1).get(ROUND_1)

    assert 'value="void"' not in page.content.decode()


def test_stage_that_has_not_begun_says_who_sits_here():
    championship = factories.make_published(players=8)
    client = phone_of(championship, 1)

    page = text(client.get(TABLE))

    assert "has not begun" in page
    assert "Who sits here" in page
    assert client.post(ROUND_1, entered((0, 3, 4, 5))).status_code == 409


def test_table_that_waits_for_a_player_says_so(championship):
    factories.play_table(championship, 1)
    stages.start(championship.stages.get(key="final"), by=factories.organiser_of(championship))

    page = text(phone_of(championship).get("/r/t/final-1/"))

    assert "waits for a player from another table" in page


def test_tie_break_is_due_with_the_level_players_only(championship):
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5))
    factories.make_report(championship, 1, 2, cards=(3, 0, 4, 5))
    factories.make_report(championship, 1, 3, cards=(1, 1, 0, 5))
    client = phone_of(championship, 1)

    page = client.get(TABLE)

    assert "Tie-break round for 1st place" in text(page)
    assert re.findall(r'name="winner" value="(\d)"', page.content.decode()) == ["1", "2"]
    address = "/r/t/qualifiers-1/1-1/"
    form, _shown = looked_at(client, address, {"winner": "2", "outcome": "won", "cards-1": "4", "cards-2": ""})
    answer = client.get(client.post(address, form)["Location"])
    assert "goes on" in text(answer) or "1st place" in text(answer)
    assert "decided" in text(client.get(TABLE))


def test_tie_break_that_nobody_owes_has_no_form(championship):
    page = phone_of(championship, 1).get("/r/t/qualifiers-1/1-1/")

    assert "nobody is level" in text(page)
    assert 'name="winner"' not in page.content.decode()


@pytest.mark.parametrize(
    "address",
    ["/r/t/qualifiers-9/", "/r/t/nowhere-1/", "/r/t/qualifiers-1/0-4/", "/r/t/qualifiers-1/0-0/"],
)
def test_round_that_does_not_exist_is_not_there(championship, address):
    assert phone_of(championship).get(address).status_code in {403, 404}


def test_names_are_text_everywhere():
    championship = factories.make_championship()
    for name in ("<script>alert(1)</script>", '"><img src=x>', "{{ 7*7 }}", "O'Neil & Sons"):
        factories.make_entry(championship, first_name=name, last_name="", is_checked_in=True)
    by = factories.organiser_of(championship)
    stages.publish_plan(championship, by=by, format_=advisor.plan(4))
    draws.publish(draws.make(championship, by=by), by=by)
    stage = factories.start_stage(championship)
    client = phone_of(championship, stage=stage.key)
    address = f"/r/t/{stage.key}-1/0-1/"

    page = client.get(address).content.decode()
    _form, shown = looked_at(client, address, entered((0, 3, 4, 5)))

    for html in (page, shown.content.decode()):
        assert "<script>alert" not in html
        assert "<img src=x" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
        assert "{{ 7*7 }}" in html


def test_namesakes_have_their_numbers_beside_them():
    championship = factories.make_championship()
    for _twin in range(4):
        factories.make_entry(championship, first_name="נועה", last_name="כהן", is_checked_in=True)
    by = factories.organiser_of(championship)
    stages.publish_plan(championship, by=by, format_=advisor.plan(4))
    draws.publish(draws.make(championship, by=by), by=by)
    stage = factories.start_stage(championship)
    client = phone_of(championship, stage=stage.key)

    page = text(client.get(f"/r/t/{stage.key}-1/"))

    assert [number for number in ("#1", "#2", "#3", "#4") if number not in page] == []


def test_penalty_points_are_entered_beside_the_cards():
    championship = factories.make_championship(players=4, format_=classic(4))
    by = factories.organiser_of(championship)
    stages.publish_plan(championship, by=by)
    stage = championship.stages.get()
    people.check_in(championship, [1, 2, 3, 4], by=by)
    draws.publish(draws.make(championship, by=by), by=by)
    factories.start_stage(championship)
    client = phone_of(championship, stage=stage.key)
    address = f"/r/t/{stage.key}-1/0-1/"
    points = {"points-2": "12", "points-3": "20", "points-4": "9"}

    form, _shown = looked_at(client, address, entered((0, 3, 4, 5)) | points)
    client.post(address, form)

    assert [line.points for line in Report.objects.get().lines.order_by("seat__position")] == [None, 12, 20, 9]


def test_round_asks_the_same_number_of_questions_whatever_was_played(championship, django_assert_max_num_queries):
    client = phone_of(championship, 1)
    factories.play_table(championship, 2)
    factories.make_report(championship, 1, 1)

    with django_assert_max_num_queries(22):
        client.get(TABLE)


def test_page_is_in_the_championships_language_unless_another_was_chosen(championship):
    new = factories.make_pass(championship, [1])
    client = Client()
    client.get(f"/r/{new.token}")

    assert 'lang="he" dir="rtl"' in client.get(TABLE).content.decode()
    client.cookies["mapal_language"] = "en"
    assert 'lang="en" dir="ltr"' in client.get(TABLE).content.decode()
