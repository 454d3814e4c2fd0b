"""Hands chosen from the palette on a phone of 360 by 740, in Hebrew, by finger and by keyboard."""

from playwright.sync_api import expect

from championship.enums import Hands
from championship.models import Report
from tests import factories
from tests.browser.phones import referee
from tests.rig.accessibility import violations


def open_round(visitors, hall, language):
    phone = referee(visitors, hall, 1, language=language)
    phone.locator(".choice").first.tap()
    return phone


def card(phone, code):
    return phone.locator(f'.palette-card[data-card="{code}"]')


def test_hands_are_chosen_from_the_palette_and_saved(visitors, served):
    hall = factories.make_started(players=4, hands=Hands.REQUIRED)
    phone = open_round(visitors, hall, "he")
    palette, done = phone.locator("#palette"), phone.locator("[data-palette-done]")

    # by finger: the count follows, a card of the hand goes back by a tap
    phone.locator('[data-hand="2"]').tap()
    expect(palette).to_be_visible()
    assert violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    for code in ("yT", "r5", "r5", "r5", "K"):
        card(phone, code).tap(force=True)  # also where it is disabled: a hurried thumb does not look
    expect(phone.locator("[data-palette-count]")).to_have_text("4 קלפים")  # a deck has two red fives
    expect(card(phone, "r5")).to_have_attribute("aria-disabled", "true")
    assert card(phone, "r5").bounding_box()["height"] >= 44
    phone.get_by_role("button", name="מלך: להחזיר").tap()
    expect(phone.locator("#cards-2")).to_have_value("3")
    done.tap()
    expect(phone.locator('[data-hand="2"] [role="img"]')).to_have_count(3)

    # a card that another hand holds twice is in nobody else's; a count that differs is named beside the seat
    phone.locator('[data-hand="3"]').tap()
    card(phone, "r5").tap(force=True)
    card(phone, "CC").tap()
    done.tap()
    expect(phone.locator('[data-hand="3"] [role="img"]')).to_have_count(1)
    phone.locator("#cards-4").fill("2")
    phone.locator("#cards-3").fill("5")
    expect(phone.locator("#note-3")).not_to_be_empty()
    expect(phone.locator(".is-save")).to_have_count(0)
    phone.locator("#cards-3").fill("")
    expect(phone.locator("#note-3")).to_be_empty()
    phone.locator("#cards-3").fill("1")
    expect(phone.locator("#note-4")).not_to_be_empty()  # the organiser asks for the cards

    # by keyboard: arrows go from card to card as they stand in Hebrew, Escape closes
    phone.locator('[data-hand="4"]').focus()
    phone.keyboard.press("Enter")
    for key in ("ArrowLeft", "Enter", "ArrowDown", "Enter", "Escape"):
        phone.keyboard.press(key)
    expect(palette).to_be_hidden()
    expect(phone.locator('[name="hand-4"]')).to_have_value("r3 r2+")
    expect(phone.locator('[data-hand="4"]')).to_be_focused()

    # the last card is one tap
    phone.locator(".last-card summary").tap()
    phone.locator('[data-hand="last_card"]').tap()
    card(phone, "g9").tap()
    expect(palette).to_be_hidden()
    phone.locator('[name="said"]').first.check()
    expect(phone.locator(".bar:not(.is-stale) .is-save")).to_be_enabled()
    assert violations(phone) == []
    phone.locator(".is-save").tap()

    expect(phone.locator(".answer.is-saved").first).to_be_visible()
    report = Report.objects.get()
    assert [line.hand for line in report.lines.order_by("seat__position")] == ["", "r5 r5 yT", "CC", "r3 r2+"]
    assert report.facts == {"last_card": "g9", "said": "declared"}


def test_what_explains_a_finding_is_ticked_beside_it(visitors, served):
    phone = open_round(visitors, factories.make_started(players=4), "en")
    for seat, cards in (("2", "1"), ("3", "4"), ("4", "2")):
        phone.locator(f"#cards-{seat}").fill(cards)
    phone.locator(".last-card summary").tap()
    phone.locator('[data-hand="last_card"]').tap()
    card(phone, "r2+").tap()
    expect(phone.locator(".notice-O")).to_be_visible()
    phone.reload()
    expect(phone.locator('[data-hand="last_card"] [role="img"]')).to_have_count(1)
    expect(phone.locator(".notice-O")).to_be_visible()

    phone.get_by_label("Somebody answered the last 2+").check()

    expect(phone.locator(".notice-O")).to_have_count(0)
    phone.locator(".is-save").tap()
    expect(phone.locator(".answer.is-saved").first).to_be_visible()
    assert Report.objects.get().facts == {"last_card": "r2+", "chain_answers": 1}
