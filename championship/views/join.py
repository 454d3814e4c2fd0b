"""The door of an invitation: its link gives a role, to an account that is there or to a new one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from championship.errors import ChampionshipError
from championship.models import Invitation
from championship.services import invitations
from championship.services.invitations import InvitationRefused
from championship.views.language import speak
from championship.views.referee import secret
from championship.views.staff import signed_in

BACKEND = "django.contrib.auth.backends.ModelBackend"
GONE, IN_THE_WAY, REFUSED = 410, 409, 422
PAGE = "championship/desk/join.html"


@secret
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Say what the link gives, and take it: with the account that is signed in, else with a new one."""
    try:
        invitation = invitations.find(token)
    except InvitationRefused as refused:
        return render(request, PAGE, {"refusal": refused.message}, status=GONE)
    speak(request, invitation.championship.language)
    if request.user.is_authenticated:
        return _as_oneself(request, invitation, token)
    form: BaseUserCreationForm[User] = BaseUserCreationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            user = invitations.accept_as_new(
                token, username=form.cleaned_data["username"], password=form.cleaned_data["password1"]
            )
        except InvitationRefused as refused:  # somebody else was quicker
            return render(request, PAGE, {"refusal": refused.message}, status=GONE)
        login(request, user, backend=BACKEND)
        return _welcome(request, invitation)
    context = {"invitation": invitation, "form": form, "token": token}
    return render(request, PAGE, context, status=REFUSED if form.errors else 200)


def _as_oneself(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    status = 200
    if request.method == "POST":
        try:
            invitations.accept(token, signed_in(request))
        except ChampionshipError as refused:
            messages.error(request, refused.message)
            status = IN_THE_WAY
        else:
            return _welcome(request, invitation)
    return render(request, PAGE, {"invitation": invitation, "token": token}, status=status)


def _welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    messages.success(request, _("Welcome. You work here as: %(role)s.") % {"role": invitation.get_role_display()})
    return redirect("desk_home", slug=invitation.championship.slug)
