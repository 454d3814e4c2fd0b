"""The referee's screen on a phone of 360 by 740: one hand, a bad network, an old browser (O07, O10, O13 to O15)."""

import re

import pytest
from playwright.sync_api import expect

from championship.models import Report
from tests import factories
from tests.browser.phones import all_here, fill, referee
from tests.rig.accessibility import violations

TABLE = "/r/t/qualifiers-1/"
MOST_TAPS = 8
LINES_WITHOUT_NETWORK = """cards => Mapal.consequence(
    JSON.parse(document.getElementById("table-state").textContent),
    {place: 0, number: 1, winner: 1, lines: cards.map((left, index) => ({seat: index + 1, cards: left}))},
).lines"""


@pytest.fixture
def hall(served):
    """Ten players at two tables of five."""
    return factories.make_started(players=10)


def bottom(locator):
    box = locator.bounding_box()
    return box["y"] + box["height"]


def test_round_of_five_is_entered_in_eight_taps_and_seen_before_it_is_saved(visitors, hall):
    phone = referee(visitors, hall, 1)
    phone.wait_for_url(f"**{TABLE}")

    taps = fill(phone, [0, 3, 12, 1, 5])

    expect(phone.locator(".ahead")).to_contain_text(re.compile(r"leads with \W?\+2"))
    assert phone.locator(".ahead li").all_inner_texts() == phone.evaluate(LINES_WITHOUT_NETWORK, [0, 3, 12, 1, 5])
    expect(phone.locator(".summary")).to_contain_text("−12")
    assert Report.objects.count() == 0
    phone.get_by_role("button", name="Save round 1").tap()
    expect(phone.locator(".answer.is-saved")).to_be_visible()
    phone.get_by_role("link", name="Next: round 2").tap()
    expect(phone.locator(".round-title")).to_have_text("Round 2 of 3")
    assert taps + 2 <= MOST_TAPS
    assert [line.cards for line in Report.objects.get().lines.order_by("seat__position")] == [0, 3, 12, 1, 5]


def test_o10_what_was_shown_goes_as_soon_as_something_changes(visitors, hall):
    phone = referee(visitors, hall, 1)
    fill(phone, [0, 3, 12, 1, 5])
    expect(phone.locator(".is-save")).to_be_visible()

    phone.locator("#cards-2").fill("")
    expect(phone.locator(".is-save")).to_have_count(0)

    phone.locator("#cards-2").fill("7")
    expect(phone.locator(".summary")).to_contain_text("−7")


def test_o14_counts_change_by_typing_and_buttons_alone(visitors, hall):
    phone = referee(visitors, hall, 1)
    field = phone.locator("#cards-2")
    field.fill("3")

    field.focus()
    phone.mouse.move(*[int(field.bounding_box()[side]) + 5 for side in ("x", "y")])
    for step in (400, -400, 120):
        phone.mouse.wheel(0, step)
    phone.keyboard.press("ArrowUp")

    expect(field).to_have_value("3")
    assert field.get_attribute("inputmode") == "numeric"
    assert field.get_attribute("type") == "text"
    row = phone.locator('.count[data-seat="2"]')
    row.get_by_role("button", name="one card more").tap()
    expect(field).to_have_value("4")
    for _tap in range(6):
        row.get_by_role("button", name="one card less").tap()
    expect(field).to_have_value("0")


def test_o15_table_round_and_names_stand_beside_the_save_button(visitors, hall):
    phone = referee(visitors, hall, 1)
    fill(phone, [0, 3, 12, 1, 5])
    save = phone.locator(".is-save")
    expect(save).to_be_visible()

    for position in ("0", "document.body.scrollHeight"):
        phone.evaluate(f"window.scrollTo(0, {position})")
        expect(save).to_be_in_viewport()
        expect(phone.locator(".round-head")).to_be_in_viewport()
        expect(phone.locator(".bar-where")).to_have_text(re.compile("Table 1 · Round 1 of 3"))
        expect(phone.locator(".summary")).to_be_in_viewport()
    phone.evaluate("window.scrollTo(0, 0)")
    assert bottom(save) <= 740


def test_enter_goes_on_to_the_next_player_and_never_saves(visitors, hall):
    phone = referee(visitors, hall, 1)
    phone.locator(".choice").first.tap()
    phone.locator("#cards-2").tap()

    for digit in "3514":
        phone.keyboard.type(digit)
        phone.keyboard.press("Enter")

    expect(phone.locator("#cards-5")).to_have_value("4")
    expect(phone.locator(".is-save")).to_be_visible()
    assert Report.objects.count() == 0


def test_o07_double_tap_and_going_back_store_one_report(visitors, hall):
    phone = referee(visitors, hall, 1)
    fill(phone, [0, 3, 12, 1, 5])

    phone.locator(".is-save").dblclick()
    expect(phone.locator(".answer.is-saved")).to_be_visible()
    phone.go_back()
    phone.reload()

    expect(phone.locator(".round-title")).to_have_text("Round 2 of 3")
    assert Report.objects.count() == 1


def test_answer_that_was_lost_is_given_again(visitors, hall):
    """The report arrives and its answer does not: the phone asks by itself once more, and one report is stored."""
    phone = referee(visitors, hall, 1)
    fill(phone, [0, 3, 12, 1, 5])
    expect(phone.locator(".is-save")).to_be_visible()

    def lose_the_answer(route):
        route.fetch()
        route.abort()

    phone.route("**/reports/?*", lose_the_answer, times=1)
    phone.locator(".is-save").tap()

    expect(phone.locator(".answer.is-saved")).to_be_visible()
    assert Report.objects.count() == 1


def test_o13_without_scripts_it_is_a_form_in_two_steps(visitors, hall):
    phone = referee(visitors, hall, 1, java_script_enabled=False)
    expect(phone.locator(".step").first).to_be_hidden()
    phone.locator(".choice").first.tap()
    for seat, left in {2: 3, 3: 12, 4: 1, 5: 5}.items():
        phone.locator(f"#cards-{seat}").fill(str(left))

    phone.get_by_role("button", name="Show what follows").tap()
    expect(phone.locator(".ahead")).to_contain_text(re.compile(r"leads with \W?\+2"))
    assert Report.objects.count() == 0
    phone.get_by_role("button", name="Save round 1").tap()

    expect(phone.locator(".answer.is-saved")).to_be_visible()
    assert Report.objects.count() == 1


def test_finding_marks_its_seats_and_asks_for_the_reason_beside(visitors, hall):
    phone = referee(visitors, hall, 1)
    phone.locator(".choice").first.tap()
    for seat, left in {2: 0, 3: 0, 4: 1, 5: 5}.items():
        phone.locator(f"#cards-{seat}").fill(str(left))

    reason = phone.locator('[name="override-VA5"]')
    expect(reason).to_be_visible()
    marked = phone.locator(".count.is-marked")
    expect(marked).to_have_count(3)
    assert [row.get_attribute("data-seat") for row in marked.all()] == ["1", "2", "3"]
    phone.locator(".is-save").tap()
    expect(phone.locator(".bar .message.error")).to_be_visible()
    reason.fill("the last 2+ was answered")
    phone.locator(".is-save").tap()

    expect(phone.locator(".answer.is-saved")).to_be_visible()


def test_absent_player_and_a_round_called_off_are_behind_the_dots(visitors, hall):
    phone = referee(visitors, hall, 1)
    phone.locator(".more summary").tap()
    phone.locator('[data-absent="5"]').check()
    phone.locator(".choice").first.tap()
    for seat, left in {2: 3, 3: 4, 4: 1}.items():
        phone.locator(f"#cards-{seat}").fill(str(left))
    expect(phone.locator(".summary")).to_contain_text("absent")

    phone.locator('[name="outcome"][value="called_off"]').check()
    expect(phone.locator(".choices")).to_be_hidden()
    expect(phone.locator(".summary")).to_have_text("Called off")
    phone.locator(".is-save").tap()

    expect(phone.locator(".answer.is-saved")).to_be_visible()
    assert Report.objects.get().outcome == "called_off"


def test_version_that_is_taken_over_shows_at_once_what_follows(visitors, hall):
    factories.make_report(hall, 1, 1, cards=(0, 3, 4, 5, 6))
    by = factories.holder_of(factories.make_pass(hall))
    factories.make_report(hall, 1, 1, cards=(3, 0, 4, 5, 6), by=by)
    desk = visitors.open("laptop", "en", signed_in=factories.organiser_of(hall).user)
    desk.goto(f"/c/{hall.slug}/desk/tables/qualifiers-1/0-1/")

    desk.get_by_role("link", name="Take this one").click()
    expect(desk.locator(".ahead")).to_be_visible()
    desk.locator("#reason").fill("asked both referees")
    desk.locator(".is-save").click()

    expect(desk.locator(".answer.is-saved")).to_be_visible()
    assert Report.objects.filter(revision=2).count() == 1


def test_phone_reaches_the_hall_by_its_own_address_over_plain_http(visitors, served, hall):
    phone = referee(visitors, hall, 1, url=served.own_url)
    fill(phone, [0, 3, 12, 1, 5])

    phone.locator(".is-save").tap()

    expect(phone.locator(".answer.is-saved")).to_be_visible()


@pytest.mark.parametrize("language", ["he", "en"])
def test_every_state_is_for_everybody_and_fits_the_phone(visitors, hall, language):
    by = factories.holder_of(factories.make_pass(hall))
    factories.make_report(hall, 2, 1, cards=(0, 3, 4, 5, 6))
    kept = factories.make_report(hall, 2, 1, cards=(3, 0, 4, 5, 6), by=by)
    phone = referee(visitors, hall, language=language, reduced_motion="reduce")  # axe looks at colours at rest
    fill_first = {TABLE: [0, 3, 12, 1, 5]}

    for page in (
        "/r/",
        "/r/tables/",
        TABLE,
        "/r/t/qualifiers-2/",
        "/r/t/qualifiers-2/0-1/",
        f"/r/t/qualifiers-2/saved/{kept.client_id}/",
        "/r/t/final-1/",
    ):
        phone.goto(page)
        if page in fill_first:
            expect(phone.locator(".roll")).to_be_visible()
            assert violations(phone) == [], "roll call"
            all_here(phone)
            fill(phone, fill_first[page])
            expect(phone.locator(".bar:not(.is-stale) .is-save")).to_be_enabled()
        assert violations(phone) == [], page
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360, page
