"""The head referee's board in a real browser: for everybody, on a laptop and on a phone, live, by keyboard."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from championship.enums import CallKind
from championship.models import Call
from championship.services import calls, clock
from tests import factories
from tests.rig.accessibility import violations

PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def hall(served):
    """A hall with a call, a dispute, a clock, and a table that stands still."""
    hall = factories.make_started(players=8)
    by = factories.organiser_of(hall)
    stage = hall.stages.get(key="qualifiers")
    clock.set_limit(stage, 90, is_per_round=False, client_id=uuid4(), by=by)
    factories.make_report(hall, 1, 1)
    other = factories.holder_of(factories.make_pass(hall, [1], label="The other phone"))
    factories.make_report(hall, 1, 1, cards=(0, 9, 9, 9), by=other)
    clock.pause(stage, table=factories.table_of(hall, 2), client_id=uuid4(), by=by)
    calls.make(factories.table_of(hall, 2), CallKind.UNWELL, client_id=uuid4(), by=by)
    return hall


def opened(visitors, hall, device="laptop", language="en", **options):
    return visitors.open(device, language, signed_in=factories.organiser_of(hall).user, **options)


@pytest.mark.parametrize(("device", "language"), [("laptop", "en"), ("phone", "he")])
def test_floor_is_for_everybody_and_fits_the_screen(visitors, hall, device, language):
    page = opened(visitors, hall, device, language, **(PHONE if device == "phone" else {}))
    for address in ("floor/", "floor/tables/qualifiers-1/", "desk/tables/qualifiers-1/0-1/"):
        page.goto(f"/c/{hall.slug}/{address}")
        assert violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address


def test_call_appears_by_itself_and_is_answered_by_keyboard_while_the_phone_sees_it(visitors, hall):
    board = opened(visitors, hall)
    board.goto(f"/c/{hall.slug}/floor/")
    new = factories.make_pass(hall, [1], label="Table 1")
    phone = visitors.open("phone", "en", **PHONE)
    phone.goto(f"/r/{new.token}")

    phone.locator("summary", has_text="Call the head referee").click()
    assert violations(phone) == []
    phone.get_by_role("button", name="Deck").click()
    expect(phone.get_by_text("Head referee called: Deck")).to_be_visible()

    expect(board.locator(".floor-needs")).to_contain_text("Call to table 1")
    made = Call.objects.get(kind="deck")
    board.locator(f"#answer-{made.pk}").focus()
    board.keyboard.press("Enter")
    expect(board.locator(".messages")).to_contain_text("somebody comes")
    expect(phone.get_by_text("Somebody is coming: Deck")).to_be_visible(timeout=15_000)
