"""What axe finds on a page, once the page stands still."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STANDS_STILL = """() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished))"""
"""A card that is being laid down is half transparent: its contrast is measured when it lies."""


def violations(page: Page, **options: Any) -> list[tuple[str, str]]:
    """Return (rule, where) for each violation that axe finds; empty if there is none."""
    page.evaluate(STANDS_STILL)
    found = Axe().run(page, options=options or None).response["violations"]
    return [(problem["id"], problem["nodes"][0]["html"][:120]) for problem in found]
