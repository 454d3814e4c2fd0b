"""Somebody at the desk of a championship, and what they read there."""

from __future__ import annotations

from typing import Any

from django.test import Client

from championship.enums import Role
from tests import factories


def desk_of(championship: Any, role: Role = Role.ORGANISER, *, language: str = "en") -> Client:
    """Return a signed-in member of the staff: the organiser who made it, else a new user with *role*."""
    if role == Role.ORGANISER:
        user = factories.organiser_of(championship).user
    else:
        user = factories.make_actor(championship, role).user
    return signed_in(user, language=language)


def signed_in(user: Any, *, language: str = "en") -> Client:
    """Return a browser in which *user* is signed in."""
    client = Client()
    client.cookies["mapal_language"] = language
    client.force_login(user)
    return client


def at(championship: Any, page: str = "") -> str:
    """Return the address of a page of the desk."""
    return f"/c/{championship.slug}/desk/{page}"


def said(response: Any) -> list[str]:
    """Return the messages that a page shows, after its redirects."""
    return [str(message) for message in response.context["messages"]]
