"""What an htmx swap gets instead of a whole page (style.md)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def page_or_partial(request: HttpRequest, page: str, partial: str, context: dict[str, Any]) -> HttpResponse:
    """Render *partial* for an htmx swap, else the whole *page* that includes it."""
    htmx = request.htmx  # type: ignore[attr-defined]
    is_whole = not htmx or htmx.boosted or htmx.history_restore_request
    response = render(request, page if is_whole else partial, context)
    patch_vary_headers(response, ["HX-Request", "HX-Boosted", "HX-History-Restore-Request"])
    return response
