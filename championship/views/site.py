"""What belongs to no championship: the reader's language, robots, pages for errors."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LogoutView, PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from championship.views.language import KNOWN

ROBOTS = """User-agent: *
Disallow: /admin/
Disallow: /api/
Disallow: /r/
Disallow: /join/
Disallow: /sign-in/
Disallow: /c/*/players/
Disallow: /c/*/desk/
Disallow: /c/*/floor/
Disallow: /c/*/live/
"""
"""Players are children: their own pages are for those who look for them here, not for search engines."""


@csrf_exempt  # a language is no secret, and public pages stay without a cookie until one is chosen
@require_http_methods(["POST"])
def set_language(request: HttpRequest) -> HttpResponse:
    """Remember the reader's language and go back to where they were."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back, status=303)
    code = request.POST.get("language", "")
    if code in KNOWN:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


class ChangePassword(SuccessMessageMixin, PasswordChangeView):
    """Another password for oneself; other devices are signed out by it."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("desk")
    success_message = gettext_lazy("The password is changed.")


class SignOut(LogoutView):
    """Sign out by POST; a link that is followed only asks."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return render(request, "registration/sign_out.html")
