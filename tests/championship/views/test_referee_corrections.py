"""A round that was saved already: corrected, kept, disputed, and decided at the desk."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from championship.enums import Kept, Role, RulingKind
from championship.models import Pulse, Report
from championship.services import rulings
from championship.services.sent import SentLine
from scoring.results import Outcome
from tests import factories
from tests.championship.views.phones import ROUND_1, TABLE, entered, hidden, looked_at, phone_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_started(players=8)


def test_second_phone_is_kept_and_both_are_shown(championship):
    client = phone_of(championship, 1, label="Second phone")
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))
    factories.make_report(championship, 1, 1, cards=(3, 0, 4, 5))

    shown = client.post(ROUND_1, {**form, "save": "", "shown": ""} | {"look": "1"})
    assert "kept for the head referee" in text(shown)
    answer = client.get(client.post(ROUND_1, form)["Location"])

    report = Report.objects.latest("pk")
    assert (report.revision, report.kept_because) == (None, Kept.DIFFERS)
    assert "Kept for the head referee" in text(answer)
    assert "Counts now" in text(answer)
    assert "Second phone" in text(answer)


def test_same_numbers_from_a_second_phone_are_saved(championship):
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5))

    answer = client.get(client.post(ROUND_1, form)["Location"])

    assert Report.objects.latest("pk").kept_because == Kept.AGREES
    assert "says the same" in text(answer)
    assert "Kept for the head referee" not in text(answer)


def test_o27_correction_holds_the_stored_values(championship):
    factories.make_report(championship, 1, 1, cards=(4, 0, 5, 6))
    page = phone_of(championship, 1).get(ROUND_1).content.decode()

    assert re.findall(r'name="cards-\d" value="(\d*)"', page) == ["4", "0", "5", "6"]
    assert re.findall(r'name="winner" value="(\d)" checked', page) == ["2"]
    assert re.findall(r'name="seen" value="(\d)"', page) == ["1"]


def test_o27_correction_saved_unchanged_changes_nothing(championship):
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5))
    client = phone_of(championship, 1)
    before = Pulse.objects.get(championship=championship)

    form, shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)) | {"reason": "look"})
    client.post(ROUND_1, form)

    assert "nothing to save" in text(shown)
    assert Report.objects.count() == 1
    after = Pulse.objects.get(championship=championship)
    assert (after.version, after.counter) == (before.version, before.counter)


def test_correction_says_why(championship):
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5))
    client = phone_of(championship, 1)
    form, _shown = looked_at(client, ROUND_1, entered((3, 0, 4, 5)))

    refused = client.post(ROUND_1, form)
    assert refused.status_code == 422
    assert "Say why" in text(refused)
    assert 'id="reason" name="reason" type="text" value="" maxlength="500"' in refused.content.decode()

    client.post(ROUND_1, {**form, "reason": "two names mixed up"})
    assert list(Report.objects.values_list("revision", "reason__text")) == [(1, None), (2, "two names mixed up")]


def test_o26_every_version_is_listed_with_who_and_why(championship):
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5))
    factories.make_report(championship, 1, 1, cards=(3, 0, 4, 5), seen=1, reason="mixed <b>up</b>")

    page = phone_of(championship, 1).get(ROUND_1)

    assert "Every version of this round" in text(page)
    assert "mixed &lt;b&gt;up&lt;/b&gt;" in page.content.decode()


def test_correction_of_a_confirmed_table_is_kept(championship):
    factories.play_table(championship, 1)
    by = factories.organiser_of(championship)
    stage = championship.stages.get(key="qualifiers")
    table = factories.table_of(championship, 1)
    rulings.make(stage, RulingKind.TABLE_CONFIRMED, client_id=uuid4(), reason="ok", by=by, table=table)
    client = phone_of(championship, 1)

    form, shown = looked_at(client, ROUND_1, entered((3, 0, 4, 5)) | {"reason": "mixed up"})
    client.post(ROUND_1, form)

    assert "The table is confirmed" in text(shown)
    assert Report.objects.latest("pk").kept_because == Kept.CONFIRMED


@pytest.fixture
def head(championship):
    actor = factories.make_actor(championship, Role.HEAD_REFEREE)
    client = Client()
    client.cookies["mapal_language"] = "en"
    client.force_login(actor.user)
    return client


def desk(championship, page):
    return f"/c/{championship.slug}/desk/tables/{page}"


def test_dispute_is_decided_by_taking_one_report(championship, head):
    first, second = factories.make_pass(championship, [1]), factories.make_pass(championship, [1])
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5), by=factories.holder_of(first))
    kept = factories.make_report(championship, 1, 1, cards=(3, 0, 4, 5), by=factories.holder_of(second))
    address = desk(championship, "qualifiers-1/0-1/")

    page = head.get(address)
    assert "Two reports of this round" in text(page)
    taken = head.get(f"{address}?like={kept.pk}")
    assert re.findall(r'name="winner" value="(\d)" checked', taken.content.decode()) == ["2"]
    form, _shown = looked_at(head, address, entered((3, 0, 4, 5)) | {"reason": "asked both"})
    head.post(address, form)

    assert Report.objects.latest("pk").revision == 2
    assert "Two reports of this round" not in text(head.get(address))


def test_dispute_is_decided_by_keeping_what_counts(championship, head):
    first, second = factories.make_pass(championship, [1]), factories.make_pass(championship, [1])
    factories.make_report(championship, 1, 1, cards=(0, 3, 4, 5), by=factories.holder_of(first))
    factories.make_report(championship, 1, 1, cards=(3, 0, 4, 5), by=factories.holder_of(second))
    address = desk(championship, "qualifiers-1/0-1/")

    form, _shown = looked_at(head, address, entered((0, 3, 4, 5)) | {"reason": "asked both"})
    head.post(address, form)

    assert Report.objects.latest("pk").revision == 2
    assert "Two reports of this round" not in text(head.get(address))


def test_o24_correction_that_moves_somebody_is_confirmed_first(championship, head):
    factories.play_table(championship, 1, winners=(1, 1, 1))
    final = championship.stages.get(key="final")
    table = factories.table_of(championship, 1)
    winner = table.seats.get(position=1).entry
    assert final.seats.filter(entry=winner).exists()
    address = desk(championship, "qualifiers-1/0-1/")
    start = head.get(address)
    form = {"client_id": hidden(start, "client_id"), "seen": "1", "reason": "mixed up", **entered((30, 0, 4, 5))}

    shown = head.post(address, form)
    assert "takes the seat of" in text(shown)
    assert "Yes, save it and move them" in text(shown)
    unconfirmed = head.post(address, {**form, "shown": hidden(shown, "shown"), "save": "1"})
    assert unconfirmed.status_code == 409
    assert Report.objects.filter(round__number=1).count() == 1

    confirmed = {name: hidden(shown, name) for name in ("shown", "confirm")}
    head.post(address, {**form, **confirmed, "save": "1"})

    assert final.seats.filter(entry=winner).exists() is False
    assert final.seats.filter(entry=table.seats.get(position=2).entry).count() == 1


def test_void_round_is_due_again(championship, head):
    factories.make_report(championship, 1, 1)
    address = desk(championship, "qualifiers-1/0-1/")

    form, _shown = looked_at(head, address, {"outcome": "void", "reason": "wrong deck"})
    head.post(address, form)

    assert Report.objects.latest("pk").outcome == Outcome.VOID
    assert "Round 1 of 3" in text(head.get(desk(championship, "qualifiers-1/")))


def test_table_of_another_championship_is_not_there(championship, head):
    other = factories.make_started(players=8)

    assert head.get(desk(other, "qualifiers-1/")).status_code == 404
    assert head.post(desk(other, "qualifiers-1/0-1/"), entered((0, 3, 4, 5))).status_code == 404


def test_rulings_of_a_table_are_offered_at_the_desk_only(championship, head):
    assert "Rule on this table" in text(head.get(desk(championship, "qualifiers-1/")))
    assert "Rule on this table" not in text(phone_of(championship, 1).get(TABLE))


def test_line_of_a_tie_break_names_who_played_it(championship, head):
    for number, cards in enumerate([(0, 3, 4, 5), (3, 0, 4, 5), (1, 1, 0, 5)], start=1):
        factories.make_report(championship, 1, number, cards=cards)
    lines = (SentLine(1, 0), SentLine(2, 3))
    factories.make_report(championship, 1, 1, place=1, lines=lines, winner=1)

    page = head.get(desk(championship, "qualifiers-1/1-1/"))

    assert re.findall(r'name="cards-(\d)" value="(\d*)"', page.content.decode()) == [("1", "0"), ("2", "3")]
