"""Flights at the desk: which tables play where and when."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from championship.enums import ORGANISER
from championship.forms.flights import FlightFormSet, initial_of, parts_of
from championship.models import Stage
from championship.selectors.stages import stage_name
from championship.services import flights
from championship.views.staff import Desk, attempt, desk_page, show


@desk_page(ORGANISER)
@require_http_methods(["GET", "HEAD", "POST"])
def flights_of(request: HttpRequest, desk: Desk, stage: str) -> HttpResponse:
    """Share the tables of a stage out over days and halls; seats and results stay."""
    row = get_object_or_404(Stage, championship=desk.championship, key=stage)
    formset = FlightFormSet(request.POST if request.method == "POST" else None, initial=initial_of(row))
    status = 200
    if request.method == "POST":
        status = 422
        if formset.is_valid():
            said = _("%(stage)s: halls and hours are saved.") % {"stage": stage_name(stage)}
            if attempt(request, lambda: flights.arrange(row, parts_of(formset), by=desk.actor), said):
                return redirect("desk_plan", slug=desk.slug)
            status = 409
    context = {"formset": formset, "name": stage_name(stage), "tables": row.tables.count()}
    return show(request, desk, "flights.html", status=status, **context)
