"""Who asks: the holder of a pass, by header or by the phone's cookie (design.md §7, §11)."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from championship import pass_cookie
from championship.models import Pass
from championship.services import passes

SCHEME = "Pass"


@dataclass(frozen=True)
class Access:
    """What a request brings: live passes, the newest first, and whoever is signed in (a lazy value: no query yet).

    ``is_by_header`` says that it named its only pass itself.
    """

    passes: tuple[Pass, ...]
    user: AbstractBaseUser | AnonymousUser
    is_by_header: bool = False


class PassAuthentication(BaseAuthentication):
    """``Authorization: Pass <token>``, else the cookie of ``championship.pass_cookie``; one query at most.

    A token that opens nothing is refused (PassRefused). Short codes are no tokens: they can be guessed, so they
    are exchanged at an address that counts failures.
    """

    def authenticate(self, request: Request) -> tuple[None, Access]:
        user = request._request.user
        scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() == SCHEME.lower():
            return None, Access((passes.find(token=token.strip() or "-"),), user, is_by_header=True)
        return None, Access(tuple(pass_cookie.held(request._request)), user)

    def authenticate_header(self, request: Request) -> str:
        return f'{SCHEME} realm="mapal"'
