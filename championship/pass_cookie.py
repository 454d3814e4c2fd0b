"""The passes a phone holds: exchanged once for a signed cookie, which pages and API read (design.md §11).

The cookie names rows and holds no token; whether a pass still opens anything is asked of its row each time.
A phone that scanned the sheets of several tables holds them all, those of one championship at a time.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from championship.errors import PassRefused
from championship.models import Pass, Table
from championship.services import passes

NAME = "mapal_pass"
SALT = "championship.pass"
MAX_AGE = 14 * 24 * 3600
"""Seconds; a championship of several days keeps its phones signed in, and a pass ends by itself before."""
MOST_HELD = 30
PHONE = "mapal_phone"
PHONE_MAX_AGE = 365 * 24 * 3600
_MARK = re.compile(r"[A-Za-z0-9_-]{22}")


def held(request: HttpRequest) -> list[Pass]:
    """Return the passes that *request* brings and that live, the newest scan first. One query at most."""
    ids = _ids(request)
    if not ids:
        return []
    rows = Pass.objects.select_related("championship").in_bulk(ids)
    return [rows[pk] for pk in ids if pk in rows and _lives(rows[pk])]


def why_ended(request: HttpRequest) -> str:
    """Return in words why the newest scan of *request* opens nothing any more; empty if it was never scanned."""
    ids = _ids(request)
    newest = Pass.objects.filter(pk=ids[0]).first() if ids else None
    if newest is not None:
        try:
            passes.must_live(newest)
        except PassRefused as refused:
            return refused.message
    return ""


def opening(held_passes: Sequence[Pass], table: Table) -> Pass | None:
    """Return the pass among *held_passes* that opens *table*; None if none does."""
    return next((row for row in held_passes if passes.opens(row, table)), None)


def give(request: HttpRequest, response: HttpResponse, new: Pass) -> None:
    """Add a pass to those the phone holds; passes of another championship are left behind.

    The phone gets a random mark of its own with it, so that a second phone on a pass is noticed.
    """
    kept = [row.pk for row in held(request) if row.championship_id == new.championship_id and row.pk != new.pk]
    response.set_cookie(
        NAME,
        signing.dumps([new.pk, *kept][:MOST_HELD], salt=SALT),
        max_age=MAX_AGE,
        secure=settings.IS_HTTPS,
        httponly=True,
        samesite="Lax",
    )
    mark = request.COOKIES.get(PHONE, "")
    if not _MARK.fullmatch(mark):
        mark = secrets.token_urlsafe(16)
        response.set_cookie(
            PHONE, mark, max_age=PHONE_MAX_AGE, secure=settings.IS_HTTPS, httponly=True, samesite="Lax"
        )
    passes.note_phone(new, mark)


def take(response: HttpResponse) -> None:
    """Let the phone hold no pass any more."""
    response.delete_cookie(NAME, samesite="Lax")


def _ids(request: HttpRequest) -> list[int]:
    try:
        value = signing.loads(request.COOKIES.get(NAME, ""), salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return []
    return [pk for pk in value if isinstance(pk, int)] if isinstance(value, list) else []


def _lives(row: Pass) -> bool:
    try:
        passes.must_live(row)
    except PassRefused:
        return False
    return True
