"""A round on its screen: shown, looked at before it is saved, saved, answered. Phone and desk share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from championship.enums import RulingKind
from championship.errors import ChampionshipError, ClientIdReused, NotConfirmed, ReportRefused
from championship.forms.rounds import RoundEntry
from championship.models import Report
from championship.selectors import standings
from championship.sentences import kept_sentence
from championship.services import reports
from championship.services.sent import Sent
from championship.views import phone_page, round_page
from championship.views.htmx import is_swap
from championship.views.round_page import Door, RoundPage

SCREEN, CONSEQUENCE, ANSWER = (
    "championship/referee/round.html",
    "championship/referee/_consequence.html",
    "championship/referee/saved.html",
)
REFUSED, IN_THE_WAY = 422, 409


def screen(
    request: HttpRequest,
    door: Door,
    stage: str,
    number: int,
    place: int | None = None,
    game: int = 0,
    *,
    rulings: Sequence[RulingKind] = (),
) -> HttpResponse:
    """Show the round that is due or was asked for; a post looks at what was entered, and saves what was looked at."""
    page = round_page.read(door, stage, number, place, game)
    page.rulings = rulings
    if request.method == "POST" and page.has_round:
        page.entry = RoundEntry.posted(request.POST, page.expected)
        is_looked_at = page.entry.shown == page.entry.content(page.address, page.expected)
        if "save" in request.POST and is_looked_at:
            return _save(request, page)
        return _show(request, page, _look(page))
    if page.has_round:
        round_page.start_entry(page, like=_taken_over(request, page))
    return _show(request, page, 200)


def consequence(request: HttpRequest, door: Door, stage: str, number: int, place: int, game: int) -> HttpResponse:
    """Say what would follow from what is entered so far; nothing is stored."""
    page = round_page.read(door, stage, number, place, game)
    page.entry = RoundEntry.posted(request.POST, page.expected)
    _look(page)
    return render(request, CONSEQUENCE, {"page": page})


def saved(request: HttpRequest, door: Door, stage: str, number: int, client_id: UUID) -> HttpResponse:
    """Say plainly what became of a report: saved, or kept for the head referee and why."""
    page = round_page.read(door, stage, number)
    table = page.view.tables[number]
    report = Report.objects.select_related("round").filter(client_id=client_id, round__table=table).first()
    if report is None:
        raise Http404
    its_round = round_page.read(door, stage, number, report.round.place, report.round.number)
    version = next(version for version in its_round.versions if version.report.pk == report.pk)
    return render(
        request,
        ANSWER,
        {
            "page": page,
            "round": its_round,
            "version": version,
            "is_kept": report.kept_because in standings.DISPUTES,
            "answer": kept_sentence(report.kept_because, round_label=its_round.title),
        },
    )


def _taken_over(request: HttpRequest, page: RoundPage) -> Report | None:
    """The version whose values the form shall hold: an older one is restored, a kept one taken, by saving it."""
    wanted = request.GET.get("like", "")
    return next((version.report for version in page.versions if str(version.report.pk) == wanted), None)


def _look(page: RoundPage) -> int:
    """Work out what would follow; returns the status of the answer."""
    if page.is_unchanged() and not (page.door.actor.is_head and page.is_disputed):
        page.message = _("This is what is stored already: there is nothing to save.")
        return 200
    try:
        verdict, found = reports.consequence(page.address, sent=_asked(page), by=page.door.actor)
    except ReportRefused as refused:
        page.foresee(refused.findings, None)
        page.message = refused.message
        return REFUSED
    except ChampionshipError as refused:
        page.message = refused.message
        return IN_THE_WAY
    page.foresee(found, verdict)
    return 200


def _asked(page: RoundPage) -> Sent:
    """What is asked about: a correction's reason is asked for with the answer, not before it."""
    return replace(_sent(page), reason=page.entry.reason or "-")


def _save(request: HttpRequest, page: RoundPage) -> HttpResponse:
    try:
        report = reports.submit(page.address, sent=_sent(page), by=page.door.actor)
    except NotConfirmed as refused:
        status = _look(page)
        page.message = refused.message
        return _show(request, page, max(status, IN_THE_WAY))
    except ClientIdReused:
        page.entry = replace(page.entry, client_id=uuid4(), seen=page.latest)
        _look(page)
        page.message = _(
            "This round was saved already, with other numbers. If they were wrong, say why and save once more."
        )
        return _show(request, page, IN_THE_WAY)
    except ChampionshipError as refused:
        status = _look(page)
        page.message = refused.message
        page.needs_reason = refused.code == "correction_needs_reason"
        return _show(request, page, REFUSED if isinstance(refused, ReportRefused) else max(status, IN_THE_WAY))
    where = page.door.address("saved", stage=page.stage.key, number=page.table_number, client_id=report.client_id)
    return HttpResponseClientRedirect(where) if is_swap(request) else redirect(where)


def _sent(page: RoundPage) -> Sent:
    return page.entry.sent(page.expected, has_points=page.has_points)


def _show(request: HttpRequest, page: RoundPage, status: int) -> HttpResponse:
    phone = None if page.door.is_desk else phone_page.values(page)
    return render(request, SCREEN, {"page": page, "phone": phone}, status=status)
