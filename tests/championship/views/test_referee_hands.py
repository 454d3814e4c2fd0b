"""Hands on the round's screen: typed as codes where no script runs, asked for as the organiser wants them."""

import pytest

from championship.enums import Hands
from championship.models import Report
from scoring.formats import classic
from tests import factories
from tests.championship.views.phones import ROUND_1, TABLE, entered, looked_at, phone_of, text

pytestmark = pytest.mark.django_db

HANDS = {"hand-2": "r1, RS k", "hand-3": "g4 g5 CC yt", "hand-4": "b9 b9 y1 y3 y4"}


@pytest.fixture
def hall():
    return factories.make_started(players=8)


def hands_of(report):
    return [(line.cards, line.hand) for line in report.lines.order_by("seat__position")]


def test_hands_typed_as_codes_are_stored_with_their_counts(hall):
    client = phone_of(hall, 1)

    form, shown = looked_at(client, ROUND_1, {"winner": "1", **HANDS, "last_card": "G9", "said": "declared"})
    client.post(ROUND_1, form)

    assert "leads with" in text(shown)
    report = Report.objects.get()
    assert hands_of(report) == [(0, ""), (3, "r1 rS K"), (4, "g4 g5 CC yT"), (5, "b9 b9 y1 y3 y4")]
    assert report.facts == {"last_card": "g9", "said": "declared"}
    assert report.findings == []


def test_hand_that_does_not_fit_is_named_at_its_seat(hall):
    form = {**entered((0, 3, 4, 5)), **HANDS, "hand-3": "g4 g5 CC r2"}

    _form, shown = looked_at(phone_of(hall, 1), ROUND_1, form)

    assert "is-marked" in shown.content.decode()
    note = shown.content.decode().split('id="note-3">')[1].split("</p>")[0]
    assert "cannot be read as cards" in note
    assert 'value="g4 g5 CC r2"' in shown.content.decode()


def test_fact_that_explains_a_finding_is_asked_for_with_it_and_answers_it(hall):
    client, form = phone_of(hall, 1), {**entered((0, 1, 4, 2)), "last_card": "r2+"}

    _form, asked = looked_at(client, ROUND_1, form)
    form, answered = looked_at(client, ROUND_1, {**form, "fact-chain_answers": "on"})
    client.post(ROUND_1, form)

    assert 'name="override-VA9"' in asked.content.decode()
    assert 'name="fact-ends_run"' in asked.content.decode()
    assert 'name="override-VA9"' not in answered.content.decode()
    assert 'name="fact-chain_answers" data-fact checked' in answered.content.decode()
    assert Report.objects.get().facts == {"last_card": "r2+", "chain_answers": 1}


def test_correction_opens_with_the_hands_that_are_stored(hall):
    client = phone_of(hall, 1)
    form, _shown = looked_at(client, ROUND_1, {**entered((0, 3, 4, 5)), **HANDS, "last_card": "g9"})
    client.post(ROUND_1, form)

    page = client.get(ROUND_1).content.decode()

    assert 'name="hand-3" value="g4 g5 CC yT"' in page
    assert 'name="last_card" value="g9"' in page
    assert page.count('role="img" aria-label="9, blue"') == 2


def test_reports_side_by_side_show_their_hands(hall):
    for cards, hands in (((0, 3, 4, 5), HANDS), ((0, 3, 4, 6), {})):
        client = phone_of(hall, 1)
        form, _shown = looked_at(client, ROUND_1, {**entered(cards), **hands, "seen": "0"})
        client.post(ROUND_1, form)

    page = client.get(TABLE + "0-1/").content.decode()

    dispute = page[page.index('class="side-by-side"') :].split("</section>")[0]
    assert dispute.count('role="img" aria-label="9, blue"') == 2


def test_form_asks_for_no_cards_where_the_organiser_does_not_want_them():
    hall = factories.make_started(players=8, hands=Hands.NOT_ASKED)

    page = phone_of(hall, 1).get(TABLE).content.decode()

    assert 'name="hand-2"' not in page
    assert 'id="palette"' not in page


def test_last_card_is_asked_about_only_where_it_may_be_claimed():
    claims, none = (
        phone_of(factories.make_started(players=8, edition=edition), 1).get(TABLE).content.decode()
        for edition in ("he-2015", "official-2018")
    )

    assert (claims.count('name="said"'), none.count('name="said"')) == (3, 0)


def test_hands_come_to_penalty_points_by_themselves():
    hall = factories.make_started(players=4, format_=classic(4))
    client, round_1 = phone_of(hall, 1), "/r/t/final-1/0-1/"

    form, shown = looked_at(client, round_1, {"winner": "1", **HANDS})
    client.post(round_1, form)

    assert shown.status_code == 200
    points = [line.points for line in Report.objects.get().lines.order_by("seat__position")]
    assert points[1:] == [21, 29, 26]  # 1+10+10, 4+5+10+10, 9+9+1+3+4


def test_public_page_of_a_table_shows_no_hand(hall, client):
    phone = phone_of(hall, 1)
    form, _shown = looked_at(phone, ROUND_1, {**entered((0, 3, 4, 5)), **HANDS})
    phone.post(ROUND_1, form)
    type(hall).objects.filter(pk=hall.pk).update(is_public=True)

    page = client.get(f"/c/{hall.slug}/tables/qualifiers-1/")

    assert page.status_code == 200
    assert "yT" not in page.content.decode()
    assert "face" not in page.content.decode()
