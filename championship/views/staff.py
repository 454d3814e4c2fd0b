"""Who may open a page of the desk: only the staff of that championship; for everybody else it does not exist."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, render
from django.urls import resolve
from django.views.decorators.cache import never_cache

from championship.enums import STAFF, Role
from championship.errors import ChampionshipError
from championship.models import Championship
from championship.selectors import people
from championship.services.live import Actor
from championship.views import language

View: TypeAlias = Callable[..., HttpResponse]

TABS = {
    "player": "players",
    "player_new": "players",
    "player_family": "players",
    "waiting": "players",
    "merges": "players",
    "merge_undo": "players",
    "call_in": "players",
    "no_shows": "check_in",
    "check_in_counts": "check_in",
    "import_file": "import",
    "draw_promise": "draw",
    "draw_freeze": "draw",
    "draw_cut": "draw",
    "draw_swap": "draw",
    "round": "tables",
    "saved": "tables",
    "anonymise": "end",
    "flights": "plan",
    "start_undo": "tables",
    "invite": "people",
    "rule": "rulings",
    "rule_stage": "rulings",
    "undo": "rulings",
    "floor_table": "floor",
    "floor_seat": "floor",
}
"""Which tab a page belongs to, where it has another name."""


@dataclass(frozen=True)
class Desk:
    """A championship, and who works in it just now."""

    championship: Championship
    actor: Actor
    tab: str = ""
    """Which part of the desk is open."""

    @property
    def slug(self) -> str:
        return self.championship.slug

    @property
    def is_organiser(self) -> bool:
        return self.actor.is_organiser

    @property
    def is_head(self) -> bool:
        return self.actor.is_head

    @property
    def works_at_desk(self) -> bool:
        return self.actor.works_at_desk

    @property
    def role_words(self) -> str:
        """What the reader is here."""
        return str(Role(self.actor.role).label)


def signed_in(request: HttpRequest) -> User:
    """Return who is signed in, behind ``login_required``."""
    assert isinstance(request.user, User)
    return request.user


def desk_page(roles: Collection[Role] = STAFF) -> Callable[[View], View]:
    """Give the view a ``Desk``; 404 for users without one of *roles* here (docs/roles.md)."""

    def decorate(view: View) -> View:
        @never_cache
        @login_required
        @wraps(view)
        def wrapped(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
            championship = get_object_or_404(Championship, slug=slug)
            role = people.role(request.user, championship)
            if role not in roles:
                raise Http404
            language.speak(request, championship.language)
            get_token(request)  # with the first page: two parts fetched at once would each bring another one
            return view(
                request, Desk(championship, Actor(user=signed_in(request), role=role), _tab(request)), **values
            )

        wrapped.roles = frozenset(roles)  # type: ignore[attr-defined]  # read by may_open
        return wrapped

    return decorate


def may_open(desk: Desk, address: str) -> bool:
    """Whether the reader's role opens the page at *address*, so that nobody is sent to a page they have not."""
    return desk.actor.role in getattr(resolve(urlsplit(address).path).func, "roles", STAFF)


def _tab(request: HttpRequest) -> str:
    name = (request.resolver_match.url_name or "").removeprefix("desk_") if request.resolver_match else ""
    return TABS.get(name, name)


def show(request: HttpRequest, desk: Desk, template: str, /, status: int = 200, **context: Any) -> HttpResponse:
    """Render a page of the desk."""
    page = f"championship/desk/{template}"
    return render(request, page, {"desk": desk, "championship": desk.championship, **context}, status=status)


def attempt(request: HttpRequest, act: Callable[[], Any], said: str = "") -> bool:
    """Do *act* and say that it was done; else say why not. Returns whether it was done."""
    try:
        act()
    except ChampionshipError as refused:
        messages.error(request, refused.message)
        return False
    if said:
        messages.success(request, said)
    return True
