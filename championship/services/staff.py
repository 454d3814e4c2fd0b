"""Who works at a championship, and what is said about the event itself."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from championship.enums import Role
from championship.errors import OutOfStep
from championship.models import Championship, Membership
from championship.services import live, passes
from championship.services.live import Actor
from championship.services.stages import must_organise

PUBLIC_FIELDS = frozenset(
    {"name_he", "name_en", "name_pl", "venue", "day", "name_policy", "language", "players_call"}
)


def appoint(championship: Championship, username: str, role: Role, *, by: Actor) -> Membership:
    """Give a user a role; another role replaces the one before. Raises OutOfStep for an unknown user."""
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        user = get_user_model().objects.filter(username=username.strip(), is_active=True).first()
        if user is None:
            raise OutOfStep(
                _("There is no user called “%(name)s”. Invite them by a link: they choose a name and a password.")
                % {"name": username.strip()[:60]},
                code="no_such_user",
            )
        row = Membership.objects.filter(championship=championship, user=user).first()
        if row is not None and row.role == role:
            return row
        if row is not None:
            _must_leave_an_organiser(row)
            row.role = role
            row.save(update_fields=["role"])
        else:
            row = Membership.objects.create(championship=championship, user=user, role=role)
        act.note("staff.appointed", f"user {user.pk}", public=False, role=role)
    return row


def dismiss(membership: Membership, *, by: Actor) -> None:
    """Take a user's role away. Raises OutOfStep for the last organiser; doing it again changes nothing."""
    must_organise(by)
    with live.writing(membership.championship_id, by=by) as act:
        row = Membership.objects.filter(pk=membership.pk).select_related("user").first()
        if row is None:
            return
        _must_leave_an_organiser(row)
        passes.end_those_of(act, row.user)
        act.note("staff.dismissed", f"user {row.user_id}", public=False, role=row.role)
        row.delete()


def describe(championship: Championship, *, by: Actor, **fields: Any) -> None:
    """Change what is said about the event: its names, venue, day, language, how players are named, places."""
    must_organise(by)
    with live.writing(championship.pk, by=by) as act:
        championship.refresh_from_db()
        changed = [name for name, value in fields.items() if getattr(championship, name) != value]
        for name in changed:
            setattr(championship, name, fields[name])
        championship.full_clean()
        if changed:
            championship.save(update_fields=changed)
            is_public = not PUBLIC_FIELDS.isdisjoint(changed)
            act.note("championship.described", championship.slug, public=is_public, fields=changed)


def _must_leave_an_organiser(leaving: Membership) -> None:
    others = Membership.objects.filter(championship=leaving.championship_id, role=Role.ORGANISER)
    if leaving.role == Role.ORGANISER and not others.exclude(pk=leaving.pk).exists():
        raise OutOfStep(_("A championship needs an organiser. Appoint another one first."), code="last_organiser")
