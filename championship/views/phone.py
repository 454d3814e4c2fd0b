"""The phone as an app: its service worker, its manifest, a sign of life, and a page for the time without network.

All addresses are under /r/, so the worker's scope is the referee's pages and nothing else (design.md §10).
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.jinja import htmx_script

from championship import pass_cookie, rendering
from championship.models import Pulse
from championship.views import language
from championship.views.secret import secret

HOME = Path(settings.BASE_DIR) / "championship" / "static"
WORKER = HOME / "championship" / "js" / "phone" / "worker.js"
KEPT_FILES = ("css/*.css", "js/**/*.js", "vendor/**/*.js", "fonts/*.woff2", "img/*.svg")
NOT_FOR_PHONES = (
    "api_docs",
    "bracket",
    "desk",
    "draw",
    "find",
    "floor",
    "live",
    "practice",
    "public",
    "wall",
    "worker",
)
"""How the names of files begin that no page under /r/ loads."""
_HTMX = re.compile(r'src="([^"]+)"')


@secret
@require_safe
def pulse(request: HttpRequest) -> JsonResponse:
    """Say that the desk is there: which championship, which release, which epoch (after a restore phones send again).

    401, with what happened in words, if no pass of the phone opens anything.
    """
    held = pass_cookie.held(request)
    if not held:
        message = pass_cookie.why_ended(request) or _("This phone opens no table. Scan the code on a scoresheet.")
        return JsonResponse({"error": {"code": "pass_missing", "message": message}}, status=401)
    championship = held[0].championship
    language.speak(request, championship.language)
    epoch = Pulse.objects.values_list("epoch", flat=True).get(championship=championship)
    about = {"championship": championship.slug, "epoch": str(epoch), "release": rendering.release()}
    return JsonResponse(about)


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker of this release; it is the same in every language, or it would never rest."""
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")


@never_cache
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """What a home screen needs to know of the app, in the reader's language (``?language=`` names it)."""
    spoken = language.speak_as_asked(request)
    icons = [
        ("app-192.png", "192x192", "any"),
        ("app-512.png", "512x512", "any"),
        ("app-maskable-512.png", "512x512", "maskable"),
    ]
    content = {
        "id": reverse("referee_code"),
        "name": _("Mapal for referees"),
        "short_name": "Mapal",
        "description": _("Enter the rounds of a TAKI championship, with or without network."),
        "lang": spoken,
        "dir": "rtl" if get_language_info(spoken)["bidi"] else "ltr",
        "start_url": reverse("referee_code"),
        "scope": reverse("referee_code"),
        "display": "standalone",
        "orientation": "portrait",
        "background_color": "#fbfaf7",
        "theme_color": "#fbfaf7",
        "icons": [
            {"src": static(f"championship/img/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@secret
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that a phone shows for an address it does not hold; it lists what the phone keeps."""
    held = pass_cookie.held(request)
    if held:
        language.speak(request, held[0].championship.language)
    return render(request, "championship/referee/offline.html")


def kept_files() -> list[str]:
    """Return the addresses of every file that the referee's pages load."""
    files = sorted(file for pattern in KEPT_FILES for file in HOME.glob(f"championship/{pattern}"))
    names = [file.relative_to(HOME).as_posix() for file in files if not file.name.startswith(NOT_FOR_PHONES)]
    return [*_HTMX.findall(htmx_script()), *map(static, names)]


@functools.cache
def _worker() -> str:
    about = {
        "release": rendering.release(),
        "scope": reverse("referee_code"),
        "static": static(""),
        "files": kept_files(),
    }
    return f"const MAPAL = {json.dumps(about)};\n{WORKER.read_text()}"
