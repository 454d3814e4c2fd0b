"""The referee's phone without network: nothing waits, nothing is lost, each report arrives once (O07, O11, O12)."""

import pytest
from playwright.sync_api import expect

from championship.models import Call, Report
from championship.services import passes
from tests import factories
from tests.browser.phones import PHONE, all_here, fill, lines_of, referee


@pytest.fixture
def hall(served):
    """Ten players at two tables of five."""
    return factories.make_started(players=10)


def test_o11_rounds_saved_without_network_go_out_by_themselves_in_order(visitors, hall):
    phone = referee(visitors, hall, 1, language="he")
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
    all_here(phone)

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


def test_refused_entry_stays_with_its_reason_until_a_person_has_looked(visitors, hall):
    """More cards than the deck has: the phone cannot know, the desk refuses, nothing is lost (O43: in a word)."""
    phone = referee(visitors, hall, 1)
    expect(phone.locator(".network")).to_have_attribute("data-state", "on")
    phone.context.set_offline(True)
    fill(phone, (0, 99, 99, 99, 99))
    phone.locator(".is-save").tap()
    expect(phone.locator('[data-answer="waiting"]')).to_be_visible()

    phone.context.set_offline(False)
    expect(phone.locator(".network")).to_have_text("refused 1")
    phone.reload()
    kept = phone.locator('.kept-entry[data-state="refused"]')
    expect(kept).to_contain_text("Round 1")
    expect(kept).to_contain_text("deck")
    kept.get_by_role("button", name="Open and correct").tap()
    expect(phone.locator("#cards-5")).to_have_value("99")
    for seat in (2, 3, 4, 5):
        phone.locator(f"#cards-{seat}").fill("9")
    phone.locator(".is-save").tap()

    expect(phone.locator(".answer.is-saved")).to_be_visible()
    assert lines_of(Report.objects.get()) == [0, 9, 9, 9, 9]
    phone.get_by_role("link", name="Next: round 2").tap()
    expect(phone.locator(".network")).to_have_attribute("data-state", "on")
    expect(phone.locator('.kept-entry[data-state="replaced"]')).to_have_count(1)


def test_pass_revoked_meanwhile_is_said_and_the_next_scan_takes_the_entry_along(visitors, hall):
    first, second = factories.make_pass(hall, [1]), factories.make_pass(hall, [1])
    phone = visitors.open("phone", "en", **PHONE)
    phone.goto(f"/r/{first.token}")
    all_here(phone)
    phone.context.set_offline(True)
    fill(phone, (0, 3, 4, 5, 6))
    phone.locator(".is-save").tap()
    expect(phone.locator('[data-answer="waiting"]')).to_be_visible()

    passes.revoke(first.row, by=factories.organiser_of(hall))
    phone.context.set_offline(False)
    expect(phone.locator(".network")).to_have_text("scan again")
    expect(phone.locator("[data-ended]")).to_contain_text("was revoked")
    phone.goto("/r/")
    expect(phone.locator('.kept-entry[data-state="scan"]')).to_contain_text("Round 1")
    phone.locator("#code").fill(second.code)
    phone.get_by_role("button", name="Open the table").tap()

    expect(phone.locator(".network")).to_have_attribute("data-state", "on")
    assert Report.objects.get().by_pass == second.row

    expect(phone.locator('.kept-entry[data-state="sent"]')).to_have_count(1)
    phone.get_by_role("button", name="Finish on this phone").tap()
    phone.wait_for_url("**/r/")
    expect(phone.locator(".network")).to_be_visible()
    expect(phone.locator(".kept-entry")).to_have_count(0)


def test_over_plain_http_the_queue_works_in_the_open_page_and_says_what_a_reload_would_do(visitors, served, hall):
    """At the machine's own address there is no service worker, no randomUUID, no locks (design.md §10)."""
    phone = referee(visitors, hall, 1, url=served.own_url)
    assert phone.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    expect(phone.locator(".network")).to_have_attribute("data-state", "on")
    phone.context.set_offline(True)

    fill(phone, (0, 3, 12, 1, 5))
    phone.locator(".is-save").tap()
    expect(phone.locator('[data-answer="waiting"]')).to_contain_text("Leave this page open")
    expect(phone.locator(".round-title")).to_have_text("Round 2 of 3")
    phone.context.set_offline(False)

    expect(phone.locator('[data-answer="saved"]')).to_be_visible()
    assert lines_of(Report.objects.get()) == [0, 3, 12, 1, 5]


def test_roll_call_stands_before_the_first_card_and_only_there(visitors, hall):
    phone = visitors.open("phone", "en", **PHONE)
    phone.goto(f"/r/{factories.make_pass(hall, [1]).token}")
    expect(phone.locator(".roll-name")).to_have_count(5)
    expect(phone.locator("#round-form")).to_be_hidden()
    phone.get_by_role("button", name="Wrong table").tap()
    expect(phone.locator(".roll [role=status]")).to_contain_text("was called")
    assert [call.kind for call in Call.objects.all()] == ["seat"]

    for row in phone.locator(".roll-name").all()[:4]:
        row.tap()
    phone.get_by_role("button", name="Not here").tap()
    expect(phone.locator('[data-absent="5"]')).to_be_checked()
    fill(phone, (0, 3, 4, 5))
    phone.locator(".is-save").tap()
    phone.get_by_role("link", name="Next: round 2").tap()
    expect(phone.locator(".choices")).to_be_visible()
    expect(phone.locator(".roll")).to_have_count(0)
    assert lines_of(Report.objects.get()) == [0, 3, 4, 5, None]
