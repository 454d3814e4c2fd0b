"""Who may report: holders of a pass of the championship, and those who have a role in it (design.md §4.10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from championship.api.authentication import Access
from championship.errors import NotAllowed, PassRefused
from championship.models import Championship, Pass
from championship.selectors import people
from championship.services.live import Actor

OUR_HEADER = "X-Mapal"
"""A page of another site cannot send it along with our cookie: so no foreign form reports a round (design.md §11)."""


@dataclass(frozen=True)
class Caller:
    """Somebody who may ask about a championship: with passes of it, else with a role in it."""

    championship: Championship
    passes: tuple[Pass, ...] = ()
    user: Any = None
    role: str = ""

    @property
    def key(self) -> str:
        """Whom a limit counts: the newest pass, else the user."""
        return f"pass-{self.passes[0].pk}" if self.passes else f"user-{self.user.pk if self.user else 0}"

    def actor(self, stage: str, table: int) -> Actor:
        """Return who acts at a table: the pass that opens it, if one of several does. One query at most.

        Whether a single pass opens it is the service's question, asked under the lock.
        """
        if not self.passes:
            return Actor(user=self.user, role=self.role)
        held = self.passes[0]
        if len(self.passes) > 1:
            opens = Q(opens_all=True) | Q(tables__stage__key=stage, tables__number=table)
            held = Pass.objects.filter(opens, pk__in=[row.pk for row in self.passes]).first() or held
        return Actor(held=held)


class MayReport(BasePermission):
    """Sets ``view.caller``. Hidden championships are 404 to everybody else, as is one that does not exist.

    Raises PassRefused without a pass, or with those of other championships; NotAllowed for a cookie that comes
    without our header.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        view.caller = caller(request, view.kwargs["slug"])
        is_by_cookie = not access_of(request).is_by_header
        if is_by_cookie and request.method not in SAFE_METHODS and not request.headers.get(OUR_HEADER):
            raise NotAllowed(
                f"A request that is signed in by cookie needs the header “{OUR_HEADER}: 1”.", code="header_missing"
            )
        return True


def access_of(request: Request) -> Access:
    """Return what ``PassAuthentication`` found."""
    return cast(Access, request.auth)


def caller(request: Request, slug: str) -> Caller:
    """Return who asks about the championship *slug*. Raises as ``MayReport`` does.

    Passes go before the role of a signed-in user: a phone that holds both acts as the referee that it is.
    """
    access = access_of(request)
    held = tuple(row for row in access.passes if row.championship.slug == slug)
    if held:
        return Caller(held[0].championship, held)
    championship = Championship.objects.filter(slug=slug).first()
    user = None if access.is_by_header else access.user
    if championship and isinstance(user, AbstractBaseUser) and (role := people.role(user, championship)):
        return Caller(championship, user=user, role=role)
    if championship is None or not championship.is_public:
        raise NotFound
    if access.passes:
        raise PassRefused(
            _("This pass is for another championship. Scan the code on a scoresheet of this one."),
            code="pass_for_other_championship",
        )
    raise PassRefused(
        _("This needs a referee's pass. Scan the code on the scoresheet, or type its short code."),
        code="pass_missing",
    )
