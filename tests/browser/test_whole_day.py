"""One day in a real browser: from a registration file to a table played to its end on a phone.

The organiser's laptop, a referee's phone (360 pixels wide, Hebrew) and a parent's window with the leaderboard.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from championship.models import Championship
from championship.selectors import people as people_selectors
from championship.services import people
from tests import factories
from tests.browser.phones import PHONE, all_here

FILE = Path(__file__).parents[2] / "fixtures" / "imports" / "players_96.csv"
TABLE = "/r/t/qualifiers-3/"


@pytest.fixture
def organiser(served):
    return factories.make_user("organiser")


def enter_round(phone, cards):
    """Enter a round as a referee does: the winner in one tap, a digit for everybody else, look, save."""
    winner = cards.index(0) + 1
    phone.locator(f'label:has(input[name="winner"][value="{winner}"])').click()
    for seat, left in enumerate(cards, start=1):
        if left:
            phone.locator(f"#cards-{seat}").fill(str(left))
    phone.locator("button.is-save").click()


def test_a_day_from_the_file_to_a_decided_table(visitors, organiser):
    desk = visitors.open("laptop", "en", signed_in=organiser)

    # a championship
    desk.goto("/desk/new/")
    desk.locator("[name=name_en]").fill("Browser Championship")
    desk.locator("[name=name_he]").fill("אליפות הדפדפן")
    desk.locator("[name=slug]").fill("browser")
    desk.locator("[name=day]").fill("2027-10-19")
    desk.locator("main form button.is-large").click()
    desk.wait_for_url("**/c/browser/desk/**")

    # its players
    desk.goto("/c/browser/desk/import/")
    desk.locator("[name=file]").set_input_files(FILE)
    desk.locator("main form button.is-large").click()
    expect(desk.locator("main")).to_contain_text("96")
    desk.locator("form.import-form button.is-large").click()
    championship = Championship.objects.get(slug="browser")
    assert championship.entries.count() == 96

    # a family comes to the desk, then everybody else
    family = championship.entries.exclude(family=None).order_by("number").first().family
    members = list(championship.entries.filter(family=family).values_list("number", flat=True))
    desk.goto(f"/c/browser/desk/check-in/?q={members[0]}")
    desk.locator("form.family-all button").click()
    expect(desk.locator("main")).to_contain_text("96")
    arrived = set(people_selectors.checked_in(championship).values_list("number", flat=True))
    assert arrived == set(members)
    by = factories.organiser_of(championship)
    people.check_in(championship, [n for n in range(1, 97) if n not in arrived], by=by)

    # plan and draw
    desk.goto("/c/browser/desk/plan/")
    desk.locator("form.offer.accent-green button.is-wide").click()
    expect(desk.locator("main")).to_contain_text("96 seats")
    desk.goto("/c/browser/desk/draw/")
    desk.locator("main form button.is-large").click()
    parent = visitors.open("laptop", "he")
    parent.goto("/c/browser/")
    assert not championship.stages.get(order=1).seats.filter(entry__isnull=False).exists()
    desk.locator('main form[action*="publish"] button').click()
    desk.goto("/c/browser/desk/")
    desk.locator('main form[action$="/start/"] button').click()
    expect(desk.locator("main")).to_contain_text("0 of 20")

    # a table on the phone, level after three rounds; the parent's window follows without a reload
    new = factories.make_pass(championship, [3])
    phone = visitors.open("phone", "he", **PHONE)
    phone.goto(f"/r/{new.token}")
    phone.wait_for_url(f"**{TABLE}")
    all_here(phone)
    assert new.token not in phone.url
    seats = list(championship.stages.get(order=1).tables.get(number=3).seats.values_list("entry__number", flat=True))
    parent.evaluate("window.isTheSamePage = true")
    for cards in ([0, 3, 9, 9, 9], [3, 0, 8, 9, 9], [1, 1, 0, 9, 9]):
        enter_round(phone, cards)
        phone.wait_for_url("**/saved/**")
        phone.goto(TABLE)
    table = parent.locator("#table-qualifiers-3")
    expect(table).to_contain_text(str(seats[0]))
    expect(table.locator(".state-tied")).to_be_visible()
    assert parent.evaluate("window.isTheSamePage") is True

    # the tie-break round has its two players alone
    expect(phone.locator('input[name="winner"]')).to_have_count(2)
    enter_round(phone, [5, 0])
    phone.wait_for_url("**/saved/**")

    expect(table.locator(".state-decided")).to_be_visible()
    assert parent.evaluate("window.isTheSamePage") is True
    taken = championship.stages.get(key="second").seats.filter(entry__isnull=False)
    assert [seat.entry.number for seat in taken] == [seats[1]]
