"""The office of a championship: its log, and the people who work here."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship import pass_cookie
from championship.enums import HEADS, ORGANISER, Role
from championship.forms.log import LogForm
from championship.models import Invitation, Membership
from championship.selectors import log as log_selectors
from championship.selectors import staff as staff_selectors
from championship.selectors.log import Wanted
from championship.sentences.log import act_words, details_words, subject_words
from championship.services import invitations, passes, staff
from championship.views.staff import Desk, attempt, desk_page, show

LINES_A_PAGE = 100


@desk_page(HEADS)
@require_GET
def log(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who did what and when; nobody can change or delete it."""
    form = LogForm(request.GET)
    found = log_selectors.search(desk.championship, form.wanted() if form.is_valid() else Wanted())
    page = Paginator(found, LINES_A_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    reasons = log_selectors.reasons(page.object_list)
    rows = [
        {
            "line": line,
            "what": act_words(line.act),
            "subject": subject_words(line.subject) if line.subject else "",
            "details": details_words(line),
            "reason": reasons.get(line.pk, ""),
            "who": line.by_user.get_username() if line.by_user else line.by_pass.label if line.by_pass else "",
        }
        for line in page.object_list
    ]
    return show(request, desk, "log.html", rows=rows, page=page, form=form, asked=asked.urlencode())


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who works here, and as what."""
    status, username = 200, ""
    if request.method == "POST":
        username = request.POST.get("username", "").replace("\0", "").strip()[:150]
        role = request.POST.get("role", "")
        chosen = Role(role) if role in Role else Role.REFEREE
        said = _("%(name)s works here now: %(role)s.") % {"name": username, "role": chosen.label}
        if attempt(request, lambda: staff.appoint(desk.championship, username, chosen, by=desk.actor), said):
            return redirect("desk_people", slug=desk.slug)
        status = 409
    return _people(request, desk, status=status, username=username)


@desk_page(ORGANISER)
@require_POST
def invite(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Make a link for somebody more; it is shown this once."""
    role = request.POST.get("role", "")
    new = invitations.invite(desk.championship, Role(role) if role in Role else Role.REFEREE, by=desk.actor)
    address = f"{settings.PUBLIC_URL}{reverse('join', args=[new.token])}"
    return _people(request, desk, new=new.row, address=address)


@desk_page(ORGANISER)
@require_POST
def uninvite(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    row = get_object_or_404(Invitation, pk=pk, championship=desk.championship)
    attempt(request, lambda: invitations.revoke(row, by=desk.actor), _("The link opens nothing any more."))
    return redirect("desk_people", slug=desk.slug)


def _people(request: HttpRequest, desk: Desk, **context: Any) -> HttpResponse:
    return show(
        request,
        desk,
        "people.html",
        rows=staff_selectors.members(desk.championship),
        invitations=staff_selectors.open_invitations(desk.championship),
        roles=Role.choices,
        **context,
    )


@desk_page()
@require_POST
def referee(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Go to the tables as a referee: whoever works here has a pass for all of them, without a code."""
    held = passes.of_referee(desk.championship, by=desk.actor)
    response = redirect("referee_tables")
    pass_cookie.give(request, response, held)
    return response


@desk_page(ORGANISER)
@require_POST
def dismiss(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    row = get_object_or_404(Membership, pk=pk, championship=desk.championship)
    attempt(request, lambda: staff.dismiss(row, by=desk.actor), _("The role is taken away."))
    return redirect("desk_people", slug=desk.slug)
