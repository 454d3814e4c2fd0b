"""Reads about who works at a championship, and who was asked to."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from championship.models import Championship, Invitation, Membership


def members(championship: Championship) -> QuerySet[Membership]:
    """Return who works here, with their users. One query."""
    return championship.memberships.select_related("user").order_by("role", "user__username")


def open_invitations(championship: Championship) -> QuerySet[Invitation]:
    """Return the links that can still be opened, the newest first."""
    return championship.invitations.filter(
        used_at=None, revoked_at=None, expires_at__gt=timezone.now()
    ).select_related("made_by")
