"""The referee's phone without network: nothing waits, nothing is lost, each report arrives once (O07, O11, O12, O43)."""

import pytest
from playwright.sync_api import expect

from championship.models import Report
from tests import factories
from tests.browser.phones import fill, lines_of, referee


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
    assert [(report.round.number, lines_of(report)) for report in saved] == [(1, [0, 3, 12, 1, 5]), (2, [4, 0, 2, 7, 1])]
    expect(phone.locator('[data-answer="saved"]')).to_be_visible()
