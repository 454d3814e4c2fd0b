"""Files for a spreadsheet: everybody who is registered, and the results as they stand."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from championship.enums import HEADS, ORGANISER
from championship.prints import spreadsheets
from championship.selectors import board as boards
from championship.selectors import entries
from championship.sentences import exports
from championship.views.staff import Desk, desk_page

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@desk_page(ORGANISER)
@require_safe
def registrations(request: HttpRequest, desk: Desk, form: str) -> HttpResponse:
    """Everybody, with contact details, which are the organiser's alone; our import reads it back."""
    everybody = entries.listed(desk.championship, status="all")
    return _file(exports.registrations(everybody), form, f"registrations-{desk.slug}", _("Registrations"))


@desk_page(HEADS)
@require_safe
def results(request: HttpRequest, desk: Desk, form: str) -> HttpResponse:
    """The results under public names: the file may be handed on."""
    board = boards.build(desk.championship.pk)
    return _file(exports.results(board.data), form, f"results-{desk.slug}-{board.version}", _("Results"))


def _file(rows: list[list[Any]], form: str, name: str, title: str) -> HttpResponse:
    language = (get_language() or "en")[:2]
    if form == "csv":
        response = HttpResponse(spreadsheets.to_csv(rows, language=language), content_type="text/csv; charset=utf-8")
    elif form == "xlsx":
        response = HttpResponse(spreadsheets.to_xlsx(rows, title=title, language=language), content_type=XLSX)
    else:
        raise Http404
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
