"""Invitations: a link that gives a role to whoever opens it first, once and for some days (docs/roles.md)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import Role
from championship.errors import ChampionshipError, OutOfStep
from championship.models import Championship, Invitation, Membership
from championship.services import live
from championship.services.live import Act, Actor
from championship.services.passes import digest
from championship.services.stages import must_organise

LIVES = timedelta(days=7)


class InvitationRefused(ChampionshipError):
    """A link that opens nothing: unknown, used, taken back, expired."""

    code = "invitation_refused"


@dataclass(frozen=True)
class NewInvitation:
    """An invitation just made: the only moment at which its token is known."""

    row: Invitation
    token: str


def invite(championship: Championship, role: Role, *, by: Actor) -> NewInvitation:
    """Make a link that gives *role* to whoever opens it first."""
    must_organise(by)
    token = secrets.token_urlsafe(32)
    with live.writing(championship.pk, by=by) as act:
        row = Invitation.objects.create(
            championship=championship,
            role=role,
            token_digest=digest(token),
            made_by=by.user,
            expires_at=timezone.now() + LIVES,
        )
        act.note("staff.invited", f"invitation {row.pk}", public=False, role=role)
    return NewInvitation(row, token)


def find(token: str) -> Invitation:
    """Return the invitation behind a link. Raises InvitationRefused, which says what to do."""
    row = Invitation.objects.select_related("championship").filter(token_digest=digest(token)).first()
    if row is None or row.used_at or row.revoked_at or row.expires_at <= timezone.now():
        raise InvitationRefused(
            _(
                "This link opens nothing: it was used already, taken back, or is too old. "
                "Ask the organiser for a new one."
            )
        )
    return row


def accept(token: str, user: User) -> Membership:
    """Give *user* the role of an invitation, and use it up. Raises InvitationRefused, or OutOfStep for a member."""
    row = find(token)
    with live.writing(row.championship_id, by=Actor(user=user)) as act:
        return _join(act, find(token), user)  # again: read after the lock, never before it


def accept_as_new(token: str, *, username: str, password: str) -> User:
    """Make an account for whoever opened an invitation, with its role. Raises InvitationRefused."""
    row = find(token)
    with live.writing(row.championship_id, by=Actor()) as act:
        row = find(token)
        user = get_user_model().objects.create_user(username=username, password=password)
        act.by = Actor(user=user)
        _join(act, row, user)
    return user


def revoke(invitation: Invitation, *, by: Actor) -> None:
    """Take an invitation back; a used one stays used, and doing it again changes nothing."""
    must_organise(by)
    with live.writing(invitation.championship_id, by=by) as act:
        open_one = Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None)
        if open_one.update(revoked_at=timezone.now()):
            act.note("staff.uninvited", f"invitation {invitation.pk}", public=False, role=invitation.role)


def _join(act: Act, row: Invitation, user: User) -> Membership:
    if earlier := Membership.objects.filter(championship=row.championship_id, user=user).first():
        raise OutOfStep(
            _("You work here already, as: %(role)s. The organiser can change that.")
            % {"role": earlier.get_role_display()},
            code="works_here_already",
        )
    Invitation.objects.filter(pk=row.pk).update(used_at=timezone.now(), used_by=user)
    member = Membership.objects.create(championship_id=row.championship_id, user=user, role=row.role)
    act.note("staff.joined", f"invitation {row.pk}", public=False, role=row.role, user=user.pk)
    return member
