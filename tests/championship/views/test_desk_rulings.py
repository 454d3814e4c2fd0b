"""Rulings at the desk: what would follow is shown, then the same is confirmed, and undone in the same way."""

import re
from uuid import uuid4

import pytest

from championship.enums import Role, RulingKind
from championship.models import Ruling
from championship.services import stages
from scoring import advisor
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_started(players=8)


@pytest.fixture
def client(championship):
    return desk_of(championship, Role.HEAD_REFEREE)


def hidden(response):
    """The hidden fields of a page's form by name."""
    fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', response.content.decode())
    return {name: value for name, value in fields if name in {"client_id", "shown", "confirm"}}


def ruled(client, address, form, **last):
    """Ask, look at what follows, and rule; returns the page that showed it and the answer."""
    shown = client.post(address, form)
    return shown, client.post(address, {**form, **hidden(shown), "save": "1", **last}, follow=True)


def entry_at(championship, seat, table=1):
    return factories.table_of(championship, table).seats.get(position=seat).entry


def total_of(championship, seat):
    page = desk_of(championship).get(at(championship, "tables/qualifiers-1/"))
    number = entry_at(championship, seat).number
    return next(row.total for row in page.context["page"].table_rows if row.entry == number)


@pytest.mark.parametrize("typed", ["-2", "\u22122", "\u20132", "\u200e-2", " - 2 "])
def test_o51_penalty_takes_points_whichever_minus_was_typed(championship, client, typed):
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5))
    player = entry_at(championship, 1)
    form = {"entry": str(player.number), "points": typed, "reason": "threw a card"}

    shown, answer = ruled(client, at(championship, "rulings/penalty/qualifiers-1/"), form)

    assert "What follows" in text(shown.content.decode())
    assert Ruling.objects.get().values == {"points": -2}
    assert total_of(championship, 1) == 0
    assert "threw a card" in answer.content.decode()


@pytest.mark.parametrize("typed", ["10-", "", "0", "-", "1.5", "ten", "-1000", "--2", "9" * 30])
def test_o51_points_that_are_no_number_are_refused(championship, client, typed):
    form = {"entry": str(entry_at(championship, 1).number), "points": typed, "reason": "x"}

    response = client.post(at(championship, "rulings/penalty/qualifiers-1/"), form)

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert Ruling.objects.count() == 0


def test_ruling_that_was_not_shown_is_not_made(championship, client):
    address = at(championship, "rulings/penalty/qualifiers-1/")
    form = {"entry": str(entry_at(championship, 1).number), "points": "-2", "reason": "x"}
    shown = client.post(address, form)

    changed = client.post(address, {**form, **hidden(shown), "points": "-9", "save": "1"})
    unseen = client.post(address, {**form, "save": "1"})

    assert [changed.status_code, unseen.status_code] == [200, 200]
    assert Ruling.objects.count() == 0


def test_ruling_sent_twice_is_one(championship, client):
    address = at(championship, "rulings/penalty/qualifiers-1/")
    form = {"entry": str(entry_at(championship, 1).number), "points": "-2", "reason": "x"}
    shown = client.post(address, form)
    sent = {**form, **hidden(shown), "save": "1"}

    assert [client.post(address, sent).status_code for _tap in range(2)] == [302, 302]
    assert Ruling.objects.count() == 1


def test_looking_leaves_no_trace(championship, client):
    lines, version = championship.log.count(), championship.pulse.version

    client.post(
        at(championship, "rulings/withdrawal/qualifiers-1/"),
        {"entry": str(entry_at(championship, 1).number), "after_round": "0", "reason": "x"},
    )

    championship.pulse.refresh_from_db()
    assert (championship.log.count(), championship.pulse.version, Ruling.objects.count()) == (lines, version, 0)


@pytest.mark.parametrize("kind", ["withdrawal", "no_show", "disqualification"])
def test_player_leaves_a_table(championship, client, kind):
    form = {"entry": str(entry_at(championship, 1).number), "after_round": "0", "reason": "unwell"}

    ruled(client, at(championship, f"rulings/{kind}/qualifiers-1/"), form)

    assert Ruling.objects.get().kind == kind
    page = client.get(at(championship, "tables/qualifiers-1/")).content.decode()
    assert re.findall(r'name="winner" value="(\d)"', page) == ["2", "3", "4"]


def test_player_who_played_later_cannot_have_left_before(championship, client):
    factories.make_report(championship, 1, 1)
    form = {"entry": str(entry_at(championship, 1).number), "after_round": "0", "reason": "x"}

    response = client.post(at(championship, "rulings/withdrawal/qualifiers-1/"), form)

    assert response.status_code == 409
    assert "played round 1" in said(response)[0]


def test_ruling_that_moves_somebody_is_confirmed(championship, client):
    factories.play_table(championship, 1, winners=(1, 1, 1))
    winner = entry_at(championship, 1)
    final = championship.stages.get(key="final")
    form = {"entry": str(winner.number), "after_round": "3", "reason": "cheated"}
    address = at(championship, "rulings/disqualification/qualifiers-1/")

    shown = client.post(address, form)
    assert "takes the seat of" in text(shown.content.decode())
    assert "Yes, rule so and move them" in text(shown.content.decode())
    unconfirmed = client.post(address, {**form, "shown": hidden(shown)["shown"], "save": "1"})
    assert unconfirmed.status_code == 409
    assert Ruling.objects.count() == 0

    client.post(address, {**form, **hidden(shown), "save": "1"})
    assert Ruling.objects.count() == 1
    assert not final.seats.filter(entry=winner).exists()


def test_ruling_is_taken_back_and_everything_follows(championship, client):
    factories.play_table(championship, 1, winners=(1, 1, 1))
    winner = entry_at(championship, 1)
    final = championship.stages.get(key="final")
    form = {"entry": str(winner.number), "after_round": "3", "reason": "cheated"}
    ruled(client, at(championship, "rulings/disqualification/qualifiers-1/"), form)
    address = at(championship, f"rulings/{Ruling.objects.get().pk}/undo/")

    page = client.get(address)
    assert "takes the seat of" in text(page.content.decode())
    sent = {**hidden(page), "reason": "it was the wrong child"}
    answers = [client.post(address, sent).status_code for _tap in range(2)]

    assert answers[0] == 302
    assert Ruling.objects.count() == 2
    assert final.seats.filter(entry=winner).exists()
    assert "already undone" in said(client.get(address))[0]


def test_undo_needs_its_reason(championship, client):
    form = {"entry": str(entry_at(championship, 1).number), "points": "-2", "reason": "x"}
    ruled(client, at(championship, "rulings/penalty/qualifiers-1/"), form)

    address = at(championship, f"rulings/{Ruling.objects.get().pk}/undo/")
    response = client.post(address, {"client_id": str(uuid4()), "reason": " "})

    assert response.status_code == 409
    assert Ruling.objects.count() == 1


def test_table_is_confirmed_when_all_its_rounds_are_in(championship, client):
    address = at(championship, "rulings/table_confirmed/qualifiers-1/")
    assert client.post(address, {"reason": "checked"}).status_code == 409
    factories.play_table(championship, 1)

    ruled(client, address, {"reason": "checked"})

    assert "confirmed" in text(client.get(at(championship, "tables/")).content.decode())


def test_stage_is_closed_when_every_table_is_decided(championship, client):
    address = at(championship, "rulings/stage_closed/qualifiers/")
    factories.play_table(championship, 1)
    refused = client.post(address, {"reason": "over"})
    assert refused.status_code == 409
    assert "2" in said(refused)[0]
    factories.play_table(championship, 2)

    ruled(client, address, {"reason": "over"})

    assert Ruling.objects.get().kind == RulingKind.STAGE_CLOSED
    assert "closed" in text(client.get(at(championship, "tables/")).content.decode())


def test_lot_is_entered_where_a_tie_is_owed(championship, client):
    assert client.get(at(championship, "rulings/lot/qualifiers-1/")).status_code == 404
    for number, cards in enumerate([(0, 3, 4, 5), (3, 0, 4, 5), (1, 1, 0, 5)], start=1):
        factories.make_report(championship, 1, number, cards=cards)
    first, second = entry_at(championship, 1), entry_at(championship, 2)
    address = at(championship, "rulings/lot/qualifiers-1/")
    assert "rulings/lot/qualifiers-1/" in client.get(at(championship, "tables/qualifiers-1/")).content.decode()

    twice = client.post(address, {f"order-{first.number}": "1", f"order-{second.number}": "1", "reason": "x"})
    assert twice.status_code == 422
    ruled(client, address, {f"order-{first.number}": "2", f"order-{second.number}": "1", "reason": "the clock"})

    assert Ruling.objects.get().values == {"place": 1, "order": [second.number, first.number]}
    assert championship.stages.get(key="final").seats.filter(entry=second).exists()


def test_lot_of_a_stage_is_offered_among_the_rulings():
    championship = factories.make_started(players=13, format_=advisor.plan(13, tables=3))
    for table in (1, 2, 3):
        factories.play_table(championship, table)
    client = desk_of(championship)
    level = [entry_at(championship, 2, table).number for table in (1, 2, 3)]

    page = client.get(at(championship, "rulings/"))

    if "Enter the lot" not in text(page.content.decode()):
        pytest.fail("three level seconds and one wild card owe a lot")
    form = {f"order-{number}": str(order) for order, number in enumerate(level, start=1)}
    ruled(client, at(championship, "rulings/lot/qualifiers/"), {**form, "reason": "drawn before witnesses"})
    assert Ruling.objects.get().values["order"] == level


def test_seat_is_given_by_hand(championship, client):
    loser = entry_at(championship, 4)
    form = {"position": "1", "number": str(loser.number), "reason": "invited"}

    ruled(client, at(championship, "rulings/seat_given/final-1/"), form)

    assert championship.stages.get(key="final").seats.get(position=1).entry == loser


def test_seat_that_is_taken_is_given_after_a_confirmation(championship, client):
    factories.play_table(championship, 1, winners=(1, 1, 1))
    other = entry_at(championship, 4)
    seat = championship.stages.get(key="final").seats.get(position=1)
    form = {"position": str(seat.position), "number": str(other.number), "reason": "protest"}

    shown, _answer = ruled(client, at(championship, "rulings/seat_given/final-1/"), form)

    assert "would lose the seat" in text(shown.content.decode())
    seat.refresh_from_db()
    assert seat.entry == other


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("rulings/penalty/qualifiers-1/", {"entry": "999", "points": "-2", "reason": "x"}),
        ("rulings/penalty/qualifiers-1/", {"entry": "x", "points": "-2", "reason": "x"}),
        ("rulings/withdrawal/qualifiers-1/", {"entry": "1", "after_round": "9", "reason": "x"}),
        ("rulings/seat_given/final-1/", {"position": "1", "number": "999", "reason": "x"}),
        ("rulings/seat_given/final-1/", {"position": "99", "number": "1", "reason": "x"}),
        ("rulings/penalty/qualifiers-1/", {"reason": "x" * 600}),
        ("rulings/stage_closed/qualifiers/", {"reason": ""}),
        ("rulings/stage_closed/qualifiers/", {"reason": "\0"}),
    ],
)
def test_ruling_that_cannot_be_is_refused(championship, client, page, form):
    assert client.post(at(championship, page), form).status_code == 422
    assert Ruling.objects.count() == 0


@pytest.mark.parametrize(
    "page",
    [
        "rulings/nonsense/qualifiers-1/",
        "rulings/penalty/qualifiers/",
        "rulings/penalty/qualifiers-9/",
        "rulings/penalty/nowhere-1/",
        "rulings/lot/final/",
        "rulings/99/undo/",
    ],
)
def test_ruling_on_what_is_not_there_is_404(championship, client, page):
    assert client.get(at(championship, page)).status_code == 404


def test_ruling_of_another_championship_is_not_there(championship, client):
    other = factories.make_started(players=8)
    form = {"entry": str(entry_at(other, 1).number), "points": "-2", "reason": "x"}
    ruled(desk_of(other), at(other, "rulings/penalty/qualifiers-1/"), form)

    assert client.get(at(championship, f"rulings/{Ruling.objects.get().pk}/undo/")).status_code == 404


def test_reason_is_text_wherever_it_is_shown(championship, client):
    reason = "<script>alert(1)</script>"
    form = {"entry": str(entry_at(championship, 1).number), "points": "-2", "reason": reason}
    ruled(client, at(championship, "rulings/penalty/qualifiers-1/"), form)

    for page in ("rulings/", "log/"):
        html = client.get(at(championship, page)).content.decode()
        assert reason not in html
        assert "&lt;script&gt;" in html


def test_plan_of_a_stage_is_needed_before_any_ruling():
    championship = factories.make_championship(players=8)
    stages.publish_plan(championship, by=factories.organiser_of(championship))

    page = desk_of(championship).get(at(championship, "rulings/penalty/qualifiers-1/"))

    assert page.status_code == 200
    assert 'type="radio"' not in page.content.decode()
