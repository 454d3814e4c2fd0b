"""A referee's phone of 360 by 740, and how a referee uses it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests import factories

PHONE = {"viewport": {"width": 360, "height": 740}}


def referee(visitors: Any, championship: Any, *tables: int, language: str = "en", **options: Any) -> Page:
    """Return a phone that scanned a pass for *tables*, or for all; its roll call is done."""
    phone = visitors.open("phone", language, **{**PHONE, **options})
    phone.goto(f"/r/{factories.make_pass(championship, tables).token}")
    if options.get("java_script_enabled", True):
        all_here(phone)
    return phone


def all_here(phone: Page) -> int:
    """Answer the roll call, if the screen is one; returns how many taps that took."""
    roll = phone.locator(".roll")
    if roll.count() == 0:
        return 0
    roll.locator(".is-all").tap()
    return 1


def fill(phone: Page, cards: Any) -> int:
    """Choose the winner and type everybody else's cards; returns how many taps that took."""
    taps = 0
    for seat, left in enumerate(cards, start=1):
        if left == 0:
            phone.locator(".choice", has=phone.locator(f'input[value="{seat}"]')).tap()
            taps += 1
    for seat, left in enumerate(cards, start=1):
        if left:
            phone.locator(f"#cards-{seat}").tap()
            phone.keyboard.type(str(left))
            taps += 1
    return taps


def lines_of(report: Any) -> list[int | None]:
    """Return a report's cards left, by seat."""
    return [line.cards for line in report.lines.order_by("seat__position")]
