"""The live addresses as plain views, for servers without ASGI: fragment and poll, but no stream.

Under ASGI the layer before Django answers first (championship.board); a page whose stream is 404 polls.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.urls import path
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from championship import rendering
from championship.selectors import board as boards
from championship.selectors import versions
from championship.views import language


@require_GET
def board(request: HttpRequest, slug: str) -> HttpResponse:
    newest = boards.current(slug)
    if newest is None:
        raise Http404
    spoken = language.chosen(request) or newest.language
    tag = rendering.etag(newest, spoken)
    response: HttpResponse
    if rendering.is_known(tag, request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(rendering.leaderboard_fragment(newest, spoken))
    for name, value in {"ETag": tag, "Cache-Control": "no-cache", "Content-Language": spoken}.items():
        response.headers[name] = value
    patch_vary_headers(response, ["Cookie"])
    return response


@require_GET
def version(request: HttpRequest, slug: str) -> HttpResponse:
    mark = boards.mark(slug)
    if mark is None:
        raise Http404
    is_news = versions.is_news(mark, request.GET.get("v", ""))
    response = JsonResponse(versions.told(mark)) if is_news else HttpResponse(status=204)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_GET
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    raise Http404


urlpatterns = [
    path("c/<slug:slug>/live/board/", board, name="live_board"),
    path("c/<slug:slug>/live/version/", version, name="live_version"),
    path("c/<slug:slug>/live/stream/", stream, name="live_stream"),
]
