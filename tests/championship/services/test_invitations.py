"""Invitations: a link gives a role once, for some days, and only its digest is stored."""

from datetime import timedelta

import pytest
from django.utils import timezone

from championship.enums import Role
from championship.errors import NotAllowed, OutOfStep
from championship.models import Invitation, Membership, Pass
from championship.services import invitations, passes, staff
from championship.services.invitations import InvitationRefused
from championship.services.live import Actor
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_championship()


def invited(championship, role=Role.REFEREE):
    return invitations.invite(championship, role, by=factories.organiser_of(championship))


def acts(championship):
    return list(championship.log.filter(act__startswith="staff.").order_by("pk").values_list("act", flat=True))


def test_invitation_gives_its_role_once(championship):
    new = invited(championship, Role.DESK_HELPER)
    first, second = factories.make_user(), factories.make_user()

    invitations.accept(new.token, first)

    with pytest.raises(InvitationRefused):
        invitations.accept(new.token, second)
    assert list(championship.memberships.filter(user__in=[first, second]).values_list("user", "role")) == [
        (first.pk, "desk_helper")
    ]
    assert acts(championship) == ["staff.invited", "staff.joined"]


def test_invitation_makes_an_account_for_somebody_new(championship):
    new = invited(championship)

    user = invitations.accept_as_new(new.token, username="noa", password="a long one")

    assert user.check_password("a long one")
    assert championship.memberships.get(user=user).role == Role.REFEREE
    assert championship.log.get(act="staff.joined").by_user == user


def test_invitation_is_stored_as_a_digest(championship):
    new = invited(championship)

    row = Invitation.objects.get()
    assert new.token not in str(vars(row))
    assert row.token_digest == passes.digest(new.token)


def test_invitation_that_is_too_old_or_taken_back_or_unknown_opens_nothing(championship):
    old, back = invited(championship), invited(championship)
    Invitation.objects.filter(pk=old.row.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    invitations.revoke(back.row, by=factories.organiser_of(championship))

    for token in (old.token, back.token, "x" * 43):
        with pytest.raises(InvitationRefused):
            invitations.accept(token, factories.make_user())
    assert Membership.objects.count() == 1


def test_invitation_does_not_change_the_role_of_a_member(championship):
    organiser = factories.organiser_of(championship)
    new = invited(championship)

    with pytest.raises(OutOfStep, match="You work here already, as: Organiser"):
        invitations.accept(new.token, organiser.user)

    assert invitations.find(new.token) == new.row


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.DESK_HELPER, ""])
def test_only_the_organiser_invites(championship, role):
    by = factories.make_actor(championship, role) if role else Actor()
    new = invited(championship)

    with pytest.raises(NotAllowed):
        invitations.invite(championship, Role.ORGANISER, by=by)
    with pytest.raises(NotAllowed):
        invitations.revoke(new.row, by=by)


def test_pass_of_a_referee_is_one_and_ends_with_the_role():
    championship = factories.make_started(players=8)
    by = factories.make_actor(championship, Role.REFEREE)

    held = passes.of_referee(championship, by=by)
    again = passes.of_referee(championship, by=by)
    staff.dismiss(championship.memberships.get(user=by.user), by=factories.organiser_of(championship))

    assert again == held
    assert held.opens_all
    assert Pass.objects.get().revoked_at is not None
    assert championship.log.filter(act="pass.revoked", subject=f"pass {held.pk}").exists()
