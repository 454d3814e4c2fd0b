"""The API's viewer in a real browser: it renders under our own policy, and asks no other host for anything."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NOT_OVER_HTTP = "Cross-Origin-Opener-Policy header has been ignored"
"""Chromium's remark on any page over plain http of another machine; the header is for the others."""


@pytest.mark.parametrize("address", ["url", "own_url"], ids=["localhost", "as a phone sees it"])
def test_viewer_renders_without_an_error(served, visitors, address):
    page = visitors.open("laptop", url=getattr(served, address))
    said = []
    page.on("console", lambda message: said.append((message.type, message.text)))

    page.goto("/api/docs/")

    page.locator(".opblock").first.wait_for()
    assert page.locator(".opblock").count() == 14
    page.locator("#operations-reporting-send_report .opblock-summary").click()
    body = page.locator("#operations-reporting-send_report .opblock-section-request-body")
    expect(body).to_contain_text("0b9c4d0e-5a0f-4a8e-9d55-5b6a7f0c1d2e")
    assert [line for line in said if line[0] in ("error", "warning") and NOT_OVER_HTTP not in line[1]] == []
