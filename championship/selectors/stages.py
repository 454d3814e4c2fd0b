"""Reads about championships and their stages: who may see which."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import pgettext_lazy

from championship.enums import Role
from championship.models import Championship, Stage
from scoring.formats import FINAL, PLAYOFF, QUALIFIERS, SECOND

STAGE_NAMES = {
    QUALIFIERS: pgettext_lazy("stage", "Qualifiers"),
    SECOND: pgettext_lazy("stage", "Second stage"),
    PLAYOFF: pgettext_lazy("stage", "Second-place playoff"),
    FINAL: pgettext_lazy("stage", "Final"),
}


def stage_name(key: str) -> str:
    """Return what people call a stage; its key if it is one's own."""
    return str(STAGE_NAMES.get(key, key))


def public() -> QuerySet[Championship]:
    """Return the championships that everybody may see, the latest first."""
    return Championship.objects.filter(is_public=True).order_by("-day", "slug")


def of_user(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Championship]:
    """Return the championships a user works in; no other exists for them (design.md §4.10)."""
    if getattr(user, "is_superuser", False):
        return Championship.objects.order_by("-day", "slug")
    return Championship.objects.filter(memberships__user_id=user.pk or 0).order_by("-day", "slug")


def organised_by(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Championship]:
    """Return the championships a user organises, the latest first: what the next one may be copied from."""
    if getattr(user, "is_superuser", False):
        return of_user(user)
    return Championship.objects.filter(memberships__user_id=user.pk or 0, memberships__role=Role.ORGANISER).order_by(
        "-day", "slug"
    )


def current(championship: Championship) -> Stage | None:
    """Return the last stage that has started; None before the first."""
    return championship.stages.filter(started_at__isnull=False).order_by("-order").first()
