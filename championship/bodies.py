"""The ASGI layer that refuses a request body which is too large, before anything has read it whole.

Django keeps a body on disk to its end and only then looks at its size; a phone sends two kilobytes, and nobody
but the organiser, with a registration file, has reason to send more than a page of text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import parse_cookie
from django.utils import translation
from django.utils.translation import gettext as _

from championship.registrations.files import MOST_BYTES as MOST_OF_A_FILE

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

MOST = 1024 * 1024
"""Bytes of a body, whatever it is; API reports have a limit of their own below it."""
AROUND_A_FILE = 64 * 1024
"""What a form adds to the file that it carries."""
_UPLOAD = re.compile(r"/c/[-a-zA-Z0-9_]+/desk/import/")


class _TooLarge(Exception):
    """More came than was allowed."""


class BodyLimit:
    """Hands requests on to *application*, and answers 413 to those whose body is too large.

    A length that is told is believed and refused at once; without one, bytes are counted as they come.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        most = limit(scope["path"])
        if _told(scope) > most:
            await _refuse(scope, send, most)
            return
        seen, has_begun = 0, False

        async def counted() -> MutableMapping[str, Any]:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise _TooLarge
            return message

        async def watched(message: MutableMapping[str, Any]) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.application(scope, counted, watched)
        except _TooLarge:
            if has_begun:
                raise
            await _refuse(scope, send, most)


def limit(path: str) -> int:
    """Return how many bytes a request to *path* may have."""
    return MOST_OF_A_FILE + AROUND_A_FILE if _UPLOAD.fullmatch(path) else MOST


def _told(scope: Scope) -> int:
    """The length that the request says it has; 0 if it says none."""
    told = dict(scope["headers"]).get(b"content-length", b"")
    return int(told) if told.isdigit() and len(told) < 19 else 0


async def _refuse(scope: Scope, send: Send, most: int) -> None:
    """Answer in the shape of the API, or in plain words in the reader's language; the rest is not read."""
    if scope["path"].startswith("/api/"):
        message = f"This request is larger than {most} bytes."
        error = {"code": "body_too_large", "message": message, "findings": [], "values": {"limit": most}}
        kind, body = b"application/json", json.dumps({"error": error}).encode()
    else:
        cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
        with translation.override(chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
            words = _("What was sent is too large: at most %(size)s KB. Nothing was saved.") % {"size": most // 1024}
        kind, body = b"text/plain; charset=utf-8", words.encode()
    head = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "headers": head})
    await send({"type": "http.response.body", "body": body})
