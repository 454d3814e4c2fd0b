"""The reader's language: chosen by cookie, else the championship's, else Hebrew (design.md §10)."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

KNOWN = frozenset(code for code, _name in settings.LANGUAGES)


def chosen(request: HttpRequest) -> str:
    """Return the language the reader chose; empty if none was chosen yet."""
    code = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return code if code in KNOWN else ""


def speak(request: HttpRequest, language: str) -> None:
    """Answer *request* in the championship's *language*, unless its reader chose another."""
    code = chosen(request) or (language if language in KNOWN else settings.LANGUAGE_CODE)
    translation.activate(code)
    request.LANGUAGE_CODE = code


def speak_as_asked(request: HttpRequest) -> str:
    """Answer in the language of ``?language=``, else as the reader speaks; return which it is."""
    asked = request.GET.get("language", "")
    if asked in KNOWN:
        translation.activate(asked)
    return asked if asked in KNOWN else request.LANGUAGE_CODE


class LanguageMiddleware:
    """Activate the reader's language; a view about a championship may ``speak`` its language instead."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with translation.override(None):  # whatever the request speaks, the thread's own language comes back
            speak(request, settings.LANGUAGE_CODE)
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
        patch_vary_headers(response, ["Cookie"])
        return response
