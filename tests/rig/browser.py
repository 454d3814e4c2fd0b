"""Real pages in the machine's own Chromium: phones, laptops, and a wall.

A page that throws, that breaks its own content security policy, or that asks another host for anything fails
the test that opened it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 360, "height": 640},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "wall": {"viewport": {"width": 1920, "height": 1080}},
}
LOCALES = {"he": "he-IL", "en": "en-GB", "pl": "pl-PL"}
LANGUAGE_COOKIE = "mapal_language"
MILLISECONDS_TO_WAIT = 15_000


def chromium() -> str | None:
    """Return the path of this machine's Chromium; None if it has none."""
    if named := os.environ.get("CHROMIUM"):
        return named
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


class Visitors:
    """Opens pages, each in a context of its own: another person's device."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def open(
        self,
        device: str = "laptop",
        language: str = "",
        *,
        signed_in: Any = None,
        url: str = "",
        **options: Any,
    ) -> Page:
        """Return a blank page on *device*; ``page.goto("/")`` is the product's home.

        *language* was chosen by cookie before, if given. *signed_in* is a user with a session. *url* replaces
        the server's address. *options* are those of Playwright's ``new_context``. Service workers are for tests
        that are about them: what goes through one can be neither delayed nor lost by a test.
        """
        base = url or self._url
        context = self._browser.new_context(base_url=base, **_settings(device, language, **options))
        return self._watched(context, base, language, signed_in).new_page()

    def open_kept(self, place: Path, device: str = "phone", language: str = "", **options: Any) -> Page:
        """Return the page of a browser that keeps its things in *place*: killed and opened again it is the same.

        Service workers are allowed. ``page.context.close()`` ends it.
        """
        settings = _settings(device, language, service_workers="allow", **options)
        context = self._browser.browser_type.launch_persistent_context(
            place, executable_path=chromium(), args=ARGUMENTS, base_url=self._url, **settings
        )
        self._watched(context, self._url, language, None)
        return context.pages[0]

    def _watched(self, context: BrowserContext, base: str, language: str, signed_in: Any) -> BrowserContext:
        context.set_default_timeout(MILLISECONDS_TO_WAIT)
        self._contexts.append(context)
        if language:
            context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": base}])
        if signed_in is not None:
            context.add_cookies([{**_session_of(signed_in), "url": base}])
        context.on("weberror", lambda error: self.problems.append(f"{error.error}"))
        context.on("console", self._listen)
        context.route(lambda address: _is_elsewhere(address, base), self._refuse)
        return context

    def close(self) -> None:
        """Close every device."""
        for context in self._contexts:
            context.close()

    def _listen(self, message: Any) -> None:
        if "Content Security Policy" in message.text:
            self.problems.append(message.text)

    def _refuse(self, route: Route) -> None:
        self.problems.append(f"the page asked another host: {route.request.url}")
        route.abort()


@contextmanager
def visitors(program: str, url: str) -> Iterator[Visitors]:
    """Give a browser's visitors to *url*; fail at the end if a page of theirs had a problem."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        made = Visitors(browser, url)
        try:
            yield made
            made.close()
        finally:
            browser.close()
    assert made.problems == [], made.problems


def _settings(device: str, language: str, **options: Any) -> dict[str, Any]:
    usual = {"locale": LOCALES[language or "he"], "timezone_id": "Asia/Jerusalem", "service_workers": "block"}
    return {**DEVICES[device], **usual, **options}


def _session_of(user: Any) -> dict[str, str]:
    """A session cookie of *user*, as if they had signed in."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    morsel = client.cookies["sessionid"]
    return {"name": morsel.key, "value": morsel.value}


def _is_elsewhere(address: str, base: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc != urlsplit(base).netloc
