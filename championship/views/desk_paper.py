"""Paper and passes at the desk: prints asked for and fetched, passes issued and revoked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from championship.enums import DESK, HEADS, JobState, Language, Paper
from championship.errors import ChampionshipError
from championship.models import Pass, Printout, Table
from championship.selectors import passes as pass_selectors
from championship.selectors import printing as selectors
from championship.selectors.stages import stage_name
from championship.services import passes, printing
from championship.services.passes import CODE_LENGTH, NewPass
from championship.views.htmx import page_or_partial
from championship.views.staff import Desk, attempt, desk_page, show

LONGEST_LABEL = 80


@desk_page(DESK)
@require_http_methods(["GET", "HEAD", "POST"])
def prints(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Ask for a print, and see what was printed and what of it is outdated."""
    if request.method == "POST":
        attempt(request, lambda: _request(request, desk), _("Being printed: it is listed below."))
        return redirect("desk_prints", slug=desk.slug)
    outdated = {old.printout.pk: old.tables for old in selectors.outdated(desk.championship)}
    printouts = desk.championship.printouts.select_related("job").defer("content").order_by("-pk")
    rows = [_print_row(printout, outdated.get(printout.pk, ())) for printout in printouts[:100]]
    context = {
        "desk": desk,
        "championship": desk.championship,
        "rows": rows,
        "is_working": any(row["is_working"] for row in rows),
        "stages": [(stage.key, stage_name(stage.key)) for stage in desk.championship.stages.order_by("order")],
        "languages": Language.choices,
        "language": get_language(),
        "papers": Paper.choices,
        "public_url": settings.PUBLIC_URL,
        "is_local": any(host in settings.PUBLIC_URL for host in ("//127.", "//localhost")),
    }
    return page_or_partial(request, "championship/desk/prints.html", "championship/desk/_prints.html", context)


@desk_page(DESK)
@require_GET
def print_file(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Fetch a print."""
    printout = get_object_or_404(Printout, pk=pk, championship=desk.championship)
    if printout.content is None:
        raise Http404
    name = f"{desk.slug}-{printout.kind}-{printout.language}-{printout.pk}.pdf"
    response = HttpResponse(bytes(printout.content), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _request(request: HttpRequest, desk: Desk) -> Printout:
    language = request.POST.get("language", "")
    language = language if language in Language else desk.championship.language
    if request.POST.get("kind") == "bracket":
        paper = request.POST.get("paper", "")
        paper = paper if paper in Paper else Paper.A4
        return printing.request_bracket(desk.championship, language=language, paper=paper, by=desk.actor)
    if request.POST.get("kind") == "results":
        return printing.request_results(desk.championship, language=language, by=desk.actor)
    stage = desk.championship.stages.filter(key=request.POST.get("stage", "").replace("\0", "")).first()
    is_filled = request.POST.get("kind") == "protocol"
    return printing.request_scoresheets(
        desk.championship, stage=stage, language=language, filled=is_filled, by=desk.actor
    )


def _print_row(printout: Printout, outdated: tuple[str, ...]) -> dict[str, Any]:
    job = printout.job
    return {
        "printout": printout,
        "kind": printout.get_kind_display(),
        "language": Language(printout.language).label,
        "is_ready": printout.made_at is not None,
        "is_working": printout.made_at is None and job is not None and job.state != JobState.FAILED,
        "is_failed": printout.made_at is None and (job is None or job.state == JobState.FAILED),
        "outdated": [_table_words(name) for name in outdated],
    }


def _table_words(subject: str) -> str:
    """Return a table by its name on a print: "Qualifiers 3"."""
    stage, _dash, number = subject.rpartition("-")
    return f"{stage_name(stage)} {number}"


@desk_page(HEADS)
@require_http_methods(["GET", "HEAD", "POST"])
def passes_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Issue a pass and show its code this once; the list has who may enter what, and lets it be revoked."""
    status, new = 200, None
    if request.method == "POST":
        try:
            new = _issue(request, desk)
        except ChampionshipError as refused:
            messages.error(request, refused.message)
            status = 409
    tables = Table.objects.filter(stage__championship=desk.championship).select_related("stage")
    return show(
        request,
        desk,
        "passes.html",
        status=status,
        rows=[_pass_row(row) for row in pass_selectors.listed(desk.championship)],
        new=_shown(new) if new else None,
        tables=[
            (table.pk, f"{stage_name(table.stage.key)} · {_('table %(table)s') % {'table': table.number}}")
            for table in tables.order_by("stage__order", "number")
        ],
        label=request.POST.get("label", "") if status != 200 else "",
    )


@desk_page(HEADS)
@require_POST
def pass_revoke(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    held = get_object_or_404(Pass, pk=pk, championship=desk.championship)
    attempt(request, lambda: passes.revoke(held, by=desk.actor), _("This pass opens nothing any more."))
    return redirect("desk_passes", slug=desk.slug)


def _issue(request: HttpRequest, desk: Desk) -> NewPass:
    chosen = [int(text) for text in request.POST.getlist("tables") if text.isdecimal() and len(text) < 18]
    tables = list(Table.objects.filter(stage__championship=desk.championship, pk__in=chosen).select_related("stage"))
    label = request.POST.get("label", "").replace("\0", "").strip()[:LONGEST_LABEL] or _("Referee")
    if request.POST.get("scope") != "all" and not tables:
        raise ChampionshipError(_("Choose the tables that the pass opens."), code="no_tables")
    opens_all = request.POST.get("scope") == "all"
    return passes.issue(
        desk.championship, label=label, tables=() if opens_all else tables, opens_all=opens_all, by=desk.actor
    )


def _shown(new: NewPass) -> Mapping[str, Any]:
    """A new pass as it is shown once: QR code, its address, and the short code in two groups."""
    address = f"{settings.PUBLIC_URL}{reverse('referee_enter', kwargs={'token': new.token})}"
    picture = segno.make(address, error="m").svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None)
    half = CODE_LENGTH // 2
    return {
        "label": new.row.label,
        "address": address,
        "qr": mark_safe(picture),  # noqa: S308  # drawn by segno from an address of ours
        "code": f"{new.code[:half]}-{new.code[half:]}",
    }


def _pass_row(row: Pass) -> dict[str, Any]:
    subjects = [f"{table.stage.key}-{table.number}" for table in row.tables.all()]
    words = [_table_words(subject) for subject in subjects]
    return {"row": row, "label": _table_words(row.label) if row.label in subjects else row.label, "tables": words}
