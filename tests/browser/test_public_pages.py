"""The public pages in a real browser: live, on a bad network, without JavaScript, for everybody."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from championship.models import Pulse
from tests import factories
from tests.rig.accessibility import violations

expect.set_options(timeout=20_000)  # a poll comes every five seconds, a word about a lost connection after eight

PAGES = ("", "?q=1", "bracket/", "draw/", "tables/qualifiers-1/", "players/1/")


@pytest.fixture
def hall(served):
    """Eight players at two tables, the first of which has played a round."""
    championship = factories.make_started(players=8)
    factories.make_report(championship, 1, 1)
    return championship


def opened(visitors, championship, page="", device="laptop", language="en", **options):
    reader = visitors.open(device, language, **options)
    reader.goto(f"/c/{championship.slug}/{page}")
    return reader


def version_shown(page):
    return page.locator("[data-live]").get_attribute("data-version")


def until(page, condition):
    """Wait for a condition in the page; our pages forbid the eval that Playwright's own waiting needs."""
    for _look in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"never came true: {condition}")


def test_leaderboard_changes_without_reload_and_keeps_what_its_reader_did(visitors, hall):
    page = opened(visitors, hall, device="phone")
    page.evaluate("window.isTheSame = true")
    page.locator("#stage-final > summary").click()
    page.fill("#q", "1")
    page.fill("#q", "")
    link = page.locator("#table-qualifiers-2 a.person").first
    link.focus()
    name = link.inner_text()
    top = link.evaluate("element => element.getBoundingClientRect().top")

    factories.make_report(hall, 1, 2)

    expect(page.locator("#table-qualifiers-1 .meta")).to_contain_text("After round 2 of 3")
    expect(page.locator("#table-qualifiers-1")).to_have_class(re.compile("is-latest"))
    assert page.evaluate("window.isTheSame")
    assert page.locator("#stage-final").get_attribute("open") is None
    assert page.evaluate("document.activeElement.innerText") == name
    assert abs(link.evaluate("element => element.getBoundingClientRect().top") - top) < 2


def test_leaderboard_keeps_the_filter_when_it_changes(visitors, hall):
    page = opened(visitors, hall)
    seat = factories.table_of(hall, 2).seats.get(position=3)
    page.fill("#q", str(seat.entry.number))
    expect(page.locator("#table-qualifiers-1")).to_be_hidden()

    factories.make_report(hall, 2, 1)

    expect(page.locator("#table-qualifiers-2 .meta")).to_contain_text("After round 1 of 3")
    expect(page.locator("#table-qualifiers-1")).to_be_hidden()
    expect(page.locator("#table-qualifiers-2 .seat.is-found")).to_have_count(1)


@pytest.mark.parametrize(
    ("page_name", "expected"),
    [("tables/qualifiers-1/", "decided"), ("players/{winner}/", "Final"), ("bracket/", "decided")],
    ids=["table", "player", "bracket"],
)
def test_other_pages_change_without_reload(visitors, hall, page_name, expected):
    winner = factories.table_of(hall, 1).seats.get(position=1).entry
    page = opened(visitors, hall, page_name.format(winner=winner.number))
    page.evaluate("window.isTheSame = true")
    before = version_shown(page)

    factories.make_report(hall, 1, 2)
    factories.make_report(hall, 1, 3)

    expect(page.locator("[data-live]")).not_to_have_attribute("data-version", before)
    expect(page.locator("[data-live]")).to_contain_text(expected)
    assert page.evaluate("window.isTheSame")


def test_page_polls_where_there_is_no_stream_o39(visitors, hall):
    page = visitors.open("phone", "en")
    page.route("**/live/stream/", lambda route: route.abort())
    page.goto(f"/c/{hall.slug}/")

    factories.make_report(hall, 1, 2)

    expect(page.locator("#table-qualifiers-1 .meta")).to_contain_text("After round 2 of 3")
    expect(page.locator("#lost")).to_be_hidden()


def test_page_says_quietly_that_the_connection_is_lost(visitors, hall):
    page = visitors.open("phone", "en")
    page.route("**/live/**", lambda route: route.abort())
    page.goto(f"/c/{hall.slug}/")

    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost")).to_have_text(re.compile(r"^No connection just now\. Last update: \d\d:\d\d$"))
    page.unroute("**/live/**")
    expect(page.locator("#lost")).to_be_hidden()


def test_page_never_goes_back_to_an_older_version(visitors, hall):
    old = visitors.open().request.get(f"/c/{hall.slug}/live/board/").text()
    factories.make_report(hall, 1, 2)
    page = opened(visitors, hall)
    shown = version_shown(page)
    page.route("**/live/board/**", lambda route: route.fulfill(body=old, content_type="text/html"))

    with page.expect_response("**/live/board/**"):
        factories.make_report(hall, 1, 3)

    page.wait_for_timeout(300)
    assert version_shown(page) == shown
    expect(page.locator("#table-qualifiers-1 .meta")).to_contain_text("After round 2 of 3")


def test_page_loads_afresh_when_the_database_was_restored(visitors, hall):
    page = opened(visitors, hall)
    page.evaluate("window.isTheSame = true")

    Pulse.objects.filter(championship=hall).update(epoch=uuid.uuid4(), version=1)

    expect(page.locator("[data-live]")).to_have_attribute("data-version", re.compile(r"\.1$"))
    assert not page.evaluate("window.isTheSame")


def test_hidden_page_closes_its_stream(visitors, hall):
    page = visitors.open()
    page.add_init_script(
        """window.streams = [];
        const Real = window.EventSource;
        window.EventSource = function (url) { const made = new Real(url); window.streams.push(made); return made; };
        window.EventSource.CLOSED = Real.CLOSED;
        Object.defineProperty(document, "hidden", { get: () => Boolean(window.isAway) });"""
    )
    page.goto(f"/c/{hall.slug}/")
    until(page, "window.streams.length === 1 && window.streams[0].readyState === 1")

    page.evaluate("window.isAway = true; document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.streams[0].readyState") == 2

    page.evaluate("window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    until(page, "window.streams.length === 2 && window.streams[1].readyState === 1")


def test_times_are_told_as_time_ago(visitors, hall):
    page = opened(visitors, hall)

    expect(page.locator("#table-qualifiers-1 time")).to_have_text(re.compile("now|seconds? ago|minutes? ago"))


def test_find_shows_table_and_seat_while_one_types(visitors, hall):
    seat = factories.table_of(hall, 2).seats.get(position=3)
    page = opened(visitors, hall, device="phone")

    page.type("#q", str(seat.entry.number))

    expect(page.locator("#found .ticket").first).to_contain_text("Table 2, seat 3")
    expect(page.locator("#found .seat-big").first).to_be_in_viewport()
    expect(page).to_have_url(re.compile(rf"\?q={seat.entry.number}$"))


def test_pages_without_javascript_are_correct(visitors, hall):
    page = opened(visitors, hall, java_script_enabled=False)
    seat = factories.table_of(hall, 2).seats.get(position=3)

    page.fill("#q", str(seat.entry.number))
    page.click("text=Find")
    expect(page.locator("#found")).to_contain_text("Table 2, seat 3")
    page.click("#found .ticket >> nth=0")
    expect(page.locator(".seat-now")).to_contain_text("Table")
    page.click(".languages button[value=he]")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page).to_have_url(re.compile(r"/players/\d+/$"))


def test_player_page_shows_the_seat_in_one_look(visitors, hall):
    page = opened(visitors, hall, "players/1/", device="phone", language="he")

    for number in page.locator(".seat-now dd").all():
        expect(number).to_be_in_viewport()
        assert number.evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 72


@pytest.mark.parametrize("language", ["he", "en"])
@pytest.mark.parametrize("device", ["phone", "laptop", "wall"])
def test_pages_are_open_to_everybody(visitors, hall, device, language):
    page = visitors.open(device, language)
    found = {}
    for where in [*(f"/c/{hall.slug}/{name}" for name in PAGES), "/", "/sign-in/", "/c/nowhere/"]:
        page.goto(where)
        problems = violations(page)
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if problems or overflow > 0:
            found[where] = problems, overflow
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_have_contrast_in_both_schemes(visitors, hall, scheme):
    page = visitors.open("laptop", "he", color_scheme=scheme)
    factories.play_table(hall, 2)
    found = {}
    for name in PAGES:
        page.goto(f"/c/{hall.slug}/{name}")
        if problems := violations(page, runOnly=["color-contrast"]):
            found[name] = problems
    assert found == {}


def test_controls_are_large_enough_to_touch(visitors, hall):
    page = visitors.open("phone", "he")
    small = {}
    for name in PAGES:
        page.goto(f"/c/{hall.slug}/{name}")
        sizes = page.eval_on_selector_all(
            "button, input:not([type=hidden], [type=radio]), .tabs a, .stage > summary, .pips a, .stage-line-list a",
            "all => all.map(one => [one.outerHTML.slice(0, 60), one.getBoundingClientRect().height])",
        )
        small.update({html: height for html, height in sizes if 0 < height < 44})
    assert small == {}
