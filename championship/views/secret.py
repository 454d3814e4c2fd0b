"""Pages that open by a secret: no cache keeps them, no address leaves them (design.md §11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache

from championship import rendering

Response = TypeVar("Response", bound=HttpResponseBase)


def secret(view: Callable[..., Response]) -> Callable[..., Response]:
    """Let no cache keep the page and no address leave it.

    Its template lets forms name our own origin to ourselves: without it a browser sends ``Origin: null``, and
    nothing could be posted.
    """

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        response = view(request, *args, **kwargs)
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Mapal-Release"] = rendering.release()  # a phone keeps pages and their files by release
        return response

    return wrapped
