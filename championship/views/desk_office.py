"""The office of a championship: its log, and the people who work here."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship.enums import Role
from championship.models import Membership
from championship.selectors import log as log_selectors
from championship.sentences.log import act_words, details_words, subject_words
from championship.services import staff
from championship.views.staff import Desk, attempt, desk_page, show

LINES_A_PAGE = 100


@desk_page()
@require_GET
def log(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who did what and when; nobody can change or delete it."""
    page = Paginator(log_selectors.lines(desk.championship), LINES_A_PAGE).get_page(request.GET.get("page"))
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
    return show(request, desk, "log.html", rows=rows, page=page)


@desk_page(organiser=True)
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who works here, and as what."""
    status, username = 200, ""
    if request.method == "POST":
        username = request.POST.get("username", "").replace("\0", "").strip()[:150]
        role = request.POST.get("role", "")
        chosen = Role(role) if role in Role else Role.HEAD_REFEREE
        said = _("%(name)s works here now: %(role)s.") % {"name": username, "role": chosen.label}
        if attempt(request, lambda: staff.appoint(desk.championship, username, chosen, by=desk.actor), said):
            return redirect("desk_people", slug=desk.slug)
        status = 409
    rows = desk.championship.memberships.select_related("user").order_by("role", "user__username")
    return show(request, desk, "people.html", status=status, rows=rows, roles=Role.choices, username=username)


@desk_page(organiser=True)
@require_POST
def dismiss(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    row = get_object_or_404(Membership, pk=pk, championship=desk.championship)
    attempt(request, lambda: staff.dismiss(row, by=desk.actor), _("The role is taken away."))
    return redirect("desk_people", slug=desk.slug)
