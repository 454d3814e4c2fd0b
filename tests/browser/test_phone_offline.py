"""The referee's phone without network: nothing waits, nothing is lost, each report arrives once (O07, O11, O12)."""

import pytest
from playwright.sync_api import expect

from championship.models import Report
from tests import factories
from tests.browser.phones import PHONE, fill, lines_of, referee


@pytest.fixture
def hall(served):
    """Ten players at two tables of five."""
    return factories.make_started(players=10)


@pytest.mark.parametrize("language", ["he", "en"])
def test_o11_rounds_saved_without_network_go_out_by_themselves_in_order(visitors, hall, language):
    phone = referee(visitors, hall, 1, language=language)
    badge = phone.locator(".network")
    expect(badge).to_have_attribute("data-state", "on")
    phone.context.set_offline(True)
    expect(badge).to_have_attribute("data-state", "off")

    for number, cards in enumerate([(0, 3, 12, 1, 5), (4, 0, 2, 7, 1)], start=1):
        fill(phone, cards)
        phone.locator(".is-save").tap()
        expect(phone.locator('[data-answer="waiting"]')).to_be_visible()
        expect(badge).to_have_attribute("data-state", "waiting")
        expect(badge).to_contain_text(str(number))
    expect(phone.locator(".round-title")).to_contain_text("3")
    expect(phone.locator("#cards-1")).to_have_value("")
    assert Report.objects.count() == 0

    phone.context.set_offline(False)
    expect(badge).to_have_attribute("data-state", "on")

    saved = list(Report.objects.order_by("pk"))
    assert [(report.round.number, lines_of(report)) for report in saved] == [
        (1, [0, 3, 12, 1, 5]),
        (2, [4, 0, 2, 7, 1]),
    ]
    expect(phone.locator('[data-answer="saved"]')).to_be_visible()


def test_last_round_without_network_says_at_once_who_plays_the_tie_break(visitors, hall):
    """Points are added on the phone: seats 1 and 2 are level after the third round, so they play on."""
    factories.make_report(hall, 1, 1, cards=(0, 1, 5, 6, 7))
    factories.make_report(hall, 1, 2, cards=(1, 0, 5, 6, 7))
    phone = referee(visitors, hall, 1)
    expect(phone.locator(".network")).to_have_attribute("data-state", "on")
    phone.context.set_offline(True)

    fill(phone, (2, 2, 0, 9, 9))
    expect(phone.locator(".ahead")).to_contain_text("are level for 1st place")
    expect(phone.locator(".summary")).to_contain_text("−9")
    phone.locator(".is-save").tap()
    expect(phone.locator(".round-title")).to_have_text("Tie-break round for 1st place")
    assert [row.get_attribute("data-seat") for row in phone.locator(".count").all() if row.is_visible()] == ["1", "2"]
    phone.locator(".choice").first.tap()
    phone.locator("#cards-2").fill("4")
    phone.locator(".is-save").tap()
    expect(phone.locator("[data-all-entered]")).to_be_visible()

    phone.context.set_offline(False)
    expect(phone.locator(".network")).to_have_attribute("data-state", "on")
    assert [(r.round.place, r.round.number, r.counts) for r in Report.objects.order_by("pk")[2:]] == [
        (0, 3, True),
        (1, 1, True),
    ]


@pytest.mark.parametrize("language", ["he", "en"])
def test_o12_network_off_from_before_the_reload_and_browser_killed(visitors, hall, tmp_path, language):
    """Two rounds entered without network around a killed browser arrive once each, in order."""
    table = "/r/t/qualifiers-1/"
    phone = visitors.open_kept(tmp_path / "phone", language=language, **PHONE)
    phone.goto(f"/r/{factories.make_pass(hall, [1]).token}")
    expect(phone.locator('html[data-shell="kept"]')).to_have_count(1)

    phone.context.set_offline(True)
    phone.reload()
    fill(phone, (0, 3, 12, 1, 5))
    phone.locator(".is-save").tap()
    expect(phone.locator('[data-answer="waiting"]')).to_be_visible()
    phone.locator(".choice").nth(1).tap()
    phone.locator("#cards-1").fill("4")
    phone.wait_for_timeout(400)  # what is typed is kept a moment later
    phone.context.close()

    phone = visitors.open_kept(tmp_path / "phone", language=language, offline=True, **PHONE)
    phone.goto(table)
    expect(phone.locator(".network")).to_contain_text("1")
    expect(phone.locator(".round-title")).to_contain_text("2")
    expect(phone.locator("#cards-1")).to_have_value("4")
    for seat, cards in ((3, "2"), (4, "7"), (5, "1")):
        phone.locator(f"#cards-{seat}").fill(cards)
    phone.locator(".is-save").tap()
    expect(phone.locator(".network")).to_contain_text("2")
    assert Report.objects.count() == 0

    phone.context.set_offline(False)
    expect(phone.locator(".network")).to_have_attribute("data-state", "on")
    saved = list(Report.objects.order_by("pk"))
    assert [(report.round.number, lines_of(report)) for report in saved] == [
        (1, [0, 3, 12, 1, 5]),
        (2, [4, 0, 2, 7, 1]),
    ]
    phone.context.close()
