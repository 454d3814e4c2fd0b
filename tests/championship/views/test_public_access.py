"""The public pages: to whom, as text alone, in how many queries; and the home page."""

from datetime import date

import pytest
from django.test import Client

from championship.enums import RulingKind
from championship.selectors import board
from championship.services import rulings, stages
from scoring.formats import FINAL
from tests import factories
from tests.championship.views import pages
from tests.championship.views.halls import PAGES, address, drawn_with, english, one_table, read

pytestmark = pytest.mark.django_db


__all__ = ["english"]


# --- who may see it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_hidden_championship_is_not_there(page):
    championship = factories.make_published(players=8)
    stages.show(championship, is_public=False, by=factories.organiser_of(championship))

    assert Client().get(address(championship, page)).status_code == 404


@pytest.mark.parametrize(
    "page",
    ["tables/qualifiers-9/", "tables/nowhere-1/", "tables/qualifiers-99999/", "players/99/", "players/0/", "x/"],
)
def test_unknown_pages_are_not_there(page):
    championship = factories.make_published(players=8)

    assert Client().get(address(championship, page)).status_code == 404


@pytest.mark.parametrize("page", [*PAGES, "?q=script", "?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"])
def test_script_in_names_is_text_o58(english, page):
    script = "<script>alert(1)</script>"
    championship = drawn_with(
        {"first_name": script, "last_name": "'><svg onload=alert(1)>"},
        name_he=script,
        name_en=script,
        venue=f'"{script}',
    )

    shown = read(english, championship, page)

    assert "alert(1)" in shown
    assert "<script>alert" not in shown
    assert "<svg onload" not in shown


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_nothing_inline_and_nothing_from_elsewhere(english, page):
    championship = factories.make_started(players=8)
    response = english.get(address(championship, page))

    shown = response.content.decode()

    assert not pages.INLINE.search(shown)
    assert not pages.ELSEWHERE.search(shown.replace('xmlns="http://www.w3.org/2000/svg"', ""))
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]


def test_public_pages_set_no_cookie(english):
    championship = factories.make_started(players=8)

    assert [english.get(address(championship, page)).cookies for page in PAGES] == [{}, {}, {}, {}]


# --- queries ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 20, 96])
def test_page_takes_eleven_queries_cold_and_one_from_memory(players, django_assert_max_num_queries):
    championship = factories.make_started(players=players)
    factories.make_report(championship)
    client = Client()

    for where in [address(championship, page) for page in PAGES]:
        board.forget()
        with django_assert_max_num_queries(11):
            assert client.get(where).status_code == 200
        with django_assert_max_num_queries(1):
            assert client.get(where).status_code == 200


@pytest.mark.parametrize("championships", [1, 3])
def test_home_takes_four_queries(championships, django_assert_num_queries):
    for _number in range(championships):
        factories.make_started(players=4)

    with django_assert_num_queries(4):
        assert Client().get("/").status_code == 200


# --- home ------------------------------------------------------------------------------------------------------


def test_home_lists_public_championships_by_what_they_are_now(english):
    factories.make_published(players=4, name_en="Far ahead", day=date(2999, 1, 1))
    factories.make_started(players=4, name_en="On now", day=date(2000, 1, 1))
    factories.make_published(players=4, name_en="Long gone", day=date(2000, 1, 1))
    factories.make_championship(players=4, name_en="Hidden one")

    shown = pages.main(english.get("/").content.decode())

    assert shown.index("Being played") < shown.index("On now") < shown.index("Coming") < shown.index("Far ahead")
    assert shown.index("Far ahead") < shown.index("Played ") < shown.index("Long gone")
    assert "Hidden one" not in shown


def test_home_puts_a_closed_championship_among_the_played(english):
    championship = one_table(name_en="All over")
    factories.play_table(championship)
    stage = championship.stages.get(key=FINAL)
    by = factories.organiser_of(championship)
    rulings.make(stage, RulingKind.STAGE_CLOSED, client_id=factories.make_sent().client_id, reason="signed", by=by)

    shown = pages.main(english.get("/").content.decode())

    assert "Being played" not in shown
    assert "Played All over" in shown


def test_home_has_the_roll_of_winners_with_2016_shared(english):
    shown = pages.main(english.get("/").content.decode())

    assert "2016 Omri Aviv 2 2nd place, shared Shirel Shavit , Gadi Elmaliach 3 3rd place Aviv Feigel" in shown
    assert "2018 Played; no names are recorded." in shown
