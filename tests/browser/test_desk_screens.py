"""The desk in a real browser: on a laptop and on a phone, for everybody, without a page that jumps."""

import pytest
from playwright.sync_api import expect

from championship.models import Ruling
from tests import factories
from tests.rig.accessibility import violations

PHONE = {"viewport": {"width": 360, "height": 740}}
PAGES = (
    "",
    "players/",
    "players/1/",
    "players/new/",
    "check-in/",
    "check-in/?q=1",
    "check-in/no-shows/",
    "waiting/",
    "players/twice/?one=1&other=2",
    "import/",
    "plan/",
    "draw/",
    "tables/",
    "tables/qualifiers-1/",
    "tables/qualifiers-1/0-1/",
    "rulings/",
    "rulings/penalty/qualifiers-1/",
    "prints/",
    "passes/",
    "log/",
    "people/",
    "settings/",
)


@pytest.fixture
def hall(served):
    championship = factories.make_started(players=8)
    factories.make_report(championship, 1, 1)
    factories.make_pass(championship, [1])
    return championship


def at(championship, page=""):
    return f"/c/{championship.slug}/desk/{page}"


def opened(visitors, championship, device="laptop", language="en", **options):
    return visitors.open(device, language, signed_in=factories.organiser_of(championship).user, **options)


@pytest.mark.parametrize(("device", "language"), [("laptop", "en"), ("phone", "he")])
def test_every_page_is_for_everybody_and_fits_the_screen(visitors, hall, device, language):
    options = PHONE if device == "phone" else {}
    page = opened(visitors, hall, device, language, **options)

    for address in PAGES:
        page.goto(at(hall, address))
        assert violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address


def test_check_in_finds_while_typing_and_takes_a_family_in_one_press(visitors, served):
    championship = factories.make_championship()
    for first, family in (("Noa", 1), ("Dan", 1), ("Uri", None)):
        factories.make_entry(championship, first_name=first, last_name="Levi", family=family)
    page = opened(visitors, championship)
    page.goto(at(championship, "check-in/"))

    page.locator("#q").press_sequentially("dan")
    expect(page.locator(".family")).to_have_count(1)
    expect(page.locator(".family")).to_contain_text("Noa Levi")
    page.get_by_role("button", name="All 2 here").click()

    expect(page.locator(".messages")).to_contain_text("Read the names back")
    expect(page.locator(".here-count")).to_contain_text("2 of 3 here")
    expect(page.locator("#q")).to_be_focused()


def test_number_and_enter_twice_check_a_child_in(visitors, served):
    championship = factories.make_championship()
    factories.make_entry(championship, first_name="Noa", last_name="Levi")
    page = opened(visitors, championship)
    page.goto(at(championship, "check-in/"))

    page.locator("#q").fill("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Here: Noa Levi")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator(".messages")).to_contain_text("Noa Levi")


def test_form_pressed_twice_is_sent_once(visitors, served):
    championship = factories.make_championship()
    page = opened(visitors, championship)
    page.goto(at(championship, "players/new/"))
    page.locator("#id_first_name").fill("Noa")

    page.get_by_role("button", name="Register").dblclick()

    expect(page.locator(".messages")).to_contain_text("#1")
    assert championship.entries.count() == 1


def test_o51_minus_stands_before_the_number_in_hebrew(visitors, hall):
    page = opened(visitors, hall, language="he")
    page.goto(at(hall, "rulings/penalty/qualifiers-1/"))
    page.locator('[name="entry"]').first.check()
    points = page.locator('[name="points"]')
    points.press_sequentially("-10")
    page.locator('[name="reason"]').fill("x")

    assert points.evaluate("element => getComputedStyle(element).direction") == "ltr"
    page.locator('[name="look"]').click()
    page.locator('[name="save"]').click()

    expect(page.locator(".ruling-list")).to_contain_text("−10")
    assert Ruling.objects.get().values == {"points": -10}
