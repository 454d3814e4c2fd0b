"""What an htmx swap gets instead of a whole page (style.md)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails


def is_swap(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of a page, not for a whole one."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]  # set by its middleware
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def page_or_partial(request: HttpRequest, page: str, partial: str, context: dict[str, Any]) -> HttpResponse:
    """Render *partial* for an htmx swap, else the whole *page* that includes it."""
    response = render(request, partial if is_swap(request) else page, context)
    patch_vary_headers(response, ["HX-Request", "HX-Boosted", "HX-History-Restore-Request"])
    return response
