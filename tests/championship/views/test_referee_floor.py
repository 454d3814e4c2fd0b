"""Beneath a round on the phone: one tap calls, one stops the clock, and players tick their names."""

import re
from uuid import uuid4

import pytest
from django.core.cache import cache

from championship.enums import CallKind
from championship.models import Call, ClockAct
from championship.services import calls
from championship.views import referee_floor
from tests import factories
from tests.championship.views.pages import main, text
from tests.championship.views.phones import TABLE, hidden, phone_of

pytestmark = pytest.mark.django_db
SWAP = {"HX-Request": "true"}


@pytest.fixture
def hall():
    return factories.make_started(players=8, players_confirm=True)


def test_call_is_one_tap_and_the_phone_sees_that_somebody_comes(hall):
    phone = phone_of(hall, 1)
    assert 'hx-get="/r/t/qualifiers-1/calls/"' in phone.get(TABLE).content.decode()
    row = phone.get(f"{TABLE}calls/", headers=SWAP)
    assert re.findall(r'name="kind" value="(\w+)"', row.content.decode()) == [kind.value for kind in CallKind]

    form = {"kind": "unwell", "client_id": str(uuid4())}
    called = phone.post(f"{TABLE}call/", form, headers=SWAP)
    phone.post(f"{TABLE}call/", form, headers=SWAP)

    assert "Head referee called: Child unwell" in text(called.content.decode())
    assert 'hx-trigger="every 5s"' in called.content.decode()
    calls.answer(Call.objects.get(), by=factories.organiser_of(hall))
    answered = phone.get(f"{TABLE}calls/", headers=SWAP).content.decode()
    assert "Somebody is coming: Child unwell" in text(answered)
    assert "every 5s" not in answered


def test_it_works_without_scripts(hall):
    phone = phone_of(hall, 1)
    answer = phone.post(f"{TABLE}call/", {"kind": "deck", "client_id": str(uuid4())}, follow=True)
    assert "Head referee called: Deck" in main(answer.content.decode())
    assert answer.redirect_chain == [(f"{TABLE}calls/", 302)]


def test_pause_stops_this_table_and_goes_on(hall):
    phone = phone_of(hall, 1)
    paused = phone.post(f"{TABLE}pause/", {"act": "pause", "client_id": str(uuid4())}, headers=SWAP)
    assert "This table's clock stands still." in text(paused.content.decode())
    going = phone.post(f"{TABLE}pause/", {"act": "resume", "client_id": str(uuid4())}, headers=SWAP)
    assert "stands still" not in text(going.content.decode())
    assert [act.kind for act in ClockAct.objects.order_by("pk")] == ["paused", "resumed"]


@pytest.mark.parametrize(
    ("page", "form"), [("call/", {"kind": "pizza"}), ("pause/", {"act": "explode"}), ("call/", {})]
)
def test_nonsense_is_refused(hall, page, form):
    assert phone_of(hall, 1).post(f"{TABLE}{page}", form).status_code == 400
    assert (Call.objects.count(), ClockAct.objects.count()) == (0, 0)


def test_pass_of_another_table_calls_nobody(hall):
    phone = phone_of(hall, 2)
    for page, form in (("call/", {"kind": "deck"}), ("pause/", {"act": "pause"}), ("confirm/", {"entry": "1"})):
        assert phone.post(f"{TABLE}{page}", form).status_code == 403
    assert phone.get(f"{TABLE}calls/").status_code == 403
    assert (Call.objects.count(), ClockAct.objects.count()) == (0, 0)


def test_players_tick_their_names_when_the_table_is_complete(hall):
    phone = phone_of(hall, 1)
    assert "Is the sheet right?" not in text(phone.get(f"{TABLE}calls/").content.decode())
    factories.play_table(hall, 1)
    shown = phone.get(f"{TABLE}calls/", headers=SWAP)
    entries = re.findall(r'name="entry" value="(\d+)"', shown.content.decode())
    assert len(entries) == 4

    form = {"sheet": hidden(shown, "sheet"), "entry": entries[:2]}
    half = phone.post(f"{TABLE}confirm/", form, headers=SWAP).content.decode()
    assert half.count("checked disabled") == 2
    done = phone.post(f"{TABLE}confirm/", {**form, "entry": entries[2:]}, headers=SWAP)

    assert "All players have confirmed" in text(done.content.decode())
    assert "Pause" not in text(done.content.decode())


def test_tick_under_an_older_sheet_is_said_not_stored(hall):
    phone = phone_of(hall, 1)
    factories.play_table(hall, 1)
    answer = phone.post(f"{TABLE}confirm/", {"sheet": "older", "entry": "1"})
    assert answer.status_code == 409
    assert "The sheet has changed meanwhile." in main(answer.content.decode())


def test_pass_that_presses_without_end_is_slowed_and_no_other(hall, monkeypatch):
    monkeypatch.setattr(referee_floor, "MOST_A_MINUTE", 2)
    cache.clear()
    mine, other = phone_of(hall, 1), phone_of(hall, 2)
    for act in ("pause", "resume", "pause", "resume"):
        answer = mine.post(f"{TABLE}pause/", {"act": act, "client_id": str(uuid4())}, headers=SWAP)
    assert "This was pressed very often." in text(answer.content.decode())
    assert [act.kind for act in ClockAct.objects.order_by("pk")] == ["paused", "resumed"]
    other.post("/r/t/qualifiers-2/pause/", {"act": "pause", "client_id": str(uuid4())})
    assert ClockAct.objects.count() == 3
