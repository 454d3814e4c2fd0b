"""The doors of the API: who asks, which rows, which service (design.md §7)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import translation
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSet

from championship import guesses, pass_cookie, rendering
from championship.api import answers, public, schema
from championship.api.parsers import StrictJSONParser
from championship.api.permissions import Caller, MayReport
from championship.api.serializers import CallSerializer, ExchangeSerializer, LookAheadSerializer, ReportSerializer
from championship.api.throttles import ByPass, CallsByPass
from championship.enums import CallKind
from championship.errors import ClientIdReused, PassRefused
from championship.models import Pass
from championship.selectors import board as boards
from championship.selectors import people, stages
from championship.selectors import reports as report_selectors
from championship.services import calls, passes, reports
from championship.services.live import Actor
from championship.services.reports import UnknownRound


class PublicViewSet(ViewSet):
    """What everybody may read: from the board in memory, with the ETag of its version. One query."""

    authentication_classes = ()
    permission_classes = ()
    http_method_names = ("get", "head")

    @schema.championships
    def list(self, request: Request) -> Response:
        listed = [
            {
                "slug": row.slug,
                "names": {"he": row.name_he, "en": row.name_en, "pl": row.name_pl},
                "language": row.language,
                "venue": row.venue,
                "day": row.day.isoformat(),
                "version": row.pulse.version,
            }
            for row in stages.public().select_related("pulse")
        ]
        digest = hashlib.sha256(json.dumps(listed).encode()).hexdigest()[:16]
        return _unless_known(request, f'W/"{digest}-{rendering.release()}"', lambda: listed)

    @schema.championship
    def retrieve(self, request: Request, slug: str) -> Response:
        return _of_board(request, slug, public.championship)

    @schema.board
    def board(self, request: Request, slug: str) -> Response:
        return _of_board(request, slug, lambda data: data)

    @schema.stages
    def stages(self, request: Request, slug: str) -> Response:
        return _of_board(request, slug, public.stages)

    @schema.tables
    def tables(self, request: Request, slug: str) -> Response:
        return _of_board(request, slug, public.tables(request.query_params.get("stage", "")))

    @schema.table
    def table(self, request: Request, slug: str, stage: str, number: int) -> Response:
        return _of_board(request, slug, public.table(stage, number))

    @schema.standings
    def standings(self, request: Request, slug: str) -> Response:
        return _of_board(request, slug, public.standings(request.query_params.get("stage", "")))

    @schema.tickets
    def tickets(self, request: Request, slug: str) -> Response:
        return _of_board(request, slug, public.tickets)

    @schema.player
    def player(self, request: Request, slug: str, number: int) -> Response:
        return _of_board(request, slug, public.player(number))


def _of_board(request: Request, slug: str, pick: public.Pick) -> Response:
    """Answer with what *pick* shows of the newest board; 404 if there is none, or nothing there."""
    newest = boards.current(slug)
    picked = pick(newest.data) if newest else None
    if newest is None or picked is None:
        raise exceptions.NotFound
    return _unless_known(request, f'W/"{newest.epoch}-{newest.version}-{rendering.release()}"', lambda: picked)


def _unless_known(request: Request, tag: str, data: Callable[[], Any]) -> Response:
    """Answer 304 to a reader who holds *tag*, else with *data*. Caches keep it, and ask each time."""
    headers = {"ETag": tag, "Cache-Control": "public, no-cache"}
    if rendering.is_known(tag, request.headers.get("If-None-Match", "")):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(data(), headers=headers)


class Spoken(ViewSet):
    """Answers in the language asked for by ``?language=``, else the reader's, else the championship's."""

    parser_classes = (StrictJSONParser,)
    http_method_names = ("get", "head", "post")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self._speak(request, "")
        super().initial(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)

    def _speak(self, request: Request, of_championship: str) -> None:
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        wishes = (request.query_params.get("language", ""), chosen, of_championship, settings.LANGUAGE_CODE)
        translation.activate(next(code for code in wishes if code in dict(settings.LANGUAGES)))


class PassViewSet(Spoken):
    """Exchanging a pass for the cookie that pages and API read."""

    authentication_classes = ()

    @schema.exchange
    def create(self, request: Request) -> Response:
        asked = _read(ExchangeSerializer, request)
        held = self._find(request._request, **asked.validated_data)
        self._speak(request, held.championship.language)
        response = Response(_opens(held))
        pass_cookie.give(request._request, response, held)
        return response

    def _find(self, request: Any, token: str = "", code: str = "") -> Pass:
        """Find the pass. Where too many were guessed a short code is not tried; a right token still opens."""
        if code and guesses.are_too_many(request):
            raise exceptions.Throttled(guesses.SECONDS)
        try:
            return passes.find(token=token, code=code)
        except PassRefused:
            if guesses.are_too_many(request):
                raise exceptions.Throttled(guesses.SECONDS) from None
            guesses.count(request)
            raise


class OfTables(Spoken):
    """What holders of a pass and the staff may send about the tables of a championship."""

    permission_classes = (MayReport,)
    caller: Caller

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self._speak(request, self.caller.championship.language)


class CallViewSet(OfTables):
    """Calls to the head referee, made once however often they are sent."""

    throttle_classes = (CallsByPass,)

    @schema.call
    def create(self, request: Request, slug: str) -> Response:
        asked = _read(CallSerializer, request).validated_data
        table = report_selectors.table(self.caller.championship, asked["stage"], asked["table"])
        if table is None:
            raise UnknownRound(f"There is no table {asked['stage']}-{asked['table']} in this championship.")
        by = self.caller.actor(asked["stage"], asked["table"])
        made = calls.make(table, CallKind(asked["kind"]), client_id=asked["client_id"], by=by)
        return Response(answers.call(made), status.HTTP_201_CREATED)


class ReportViewSet(OfTables):
    """Reports of a championship: sent once or often, looked ahead at, and read back by those who may send."""

    throttle_classes = (ByPass,)

    @schema.report
    def create(self, request: Request, slug: str) -> Response:
        asked = _read(ReportSerializer, request)
        address, sent = asked.address(self.caller.championship), asked.to_sent()
        by = self.caller.actor(address.stage, address.table)
        try:
            reports.submit(address, sent=sent, by=by)
        except ClientIdReused as refused:
            refused.values = self._what_is_stored(sent.client_id, by)
            raise
        return Response(answers.stored(*report_selectors.saved(sent.client_id)), status.HTTP_201_CREATED)

    def _what_is_stored(self, client_id: UUID, by: Actor) -> dict[str, Any]:
        """The report that has the id, for those who may see its table."""
        report, lines = report_selectors.saved(client_id)
        table = report.round.table
        is_own = table.stage.championship_id == self.caller.championship.pk
        may_see = passes.opens(by.held, table) if by.held else is_own
        return {"stored": answers.stored(report, lines)} if may_see else {}

    @schema.look_ahead
    def preview(self, request: Request, slug: str) -> Response:
        asked = _read(LookAheadSerializer, request)
        address, sent = asked.address(self.caller.championship), asked.to_sent()
        by = self.caller.actor(address.stage, address.table)
        # a correction's reason is asked for with the answer, not before it
        verdict, found = reports.consequence(address, sent=replace(sent, reason=sent.reason or "-"), by=by)
        names = people.full_names(self.caller.championship)
        return Response(answers.foreseen(verdict, found, names, has_reason=bool(sent.reason)))

    @schema.history
    def of_table(self, request: Request, slug: str, stage: str, number: int) -> Response:
        championship, by = self.caller.championship, self.caller.actor(stage, number)
        table = report_selectors.table(championship, stage, number)
        if table is None:
            raise UnknownRound(f"There is no table {stage}-{number} in this championship.")
        if by.held:
            passes.must_open(by.held, table)
        versions = report_selectors.of_table(table)
        return Response(answers.history(versions, report_selectors.roles(championship)))


def _read(kind: type[Serializer[Any]], request: Request) -> Any:
    """Return the body as *kind* reads it; what is wrong with its shape is said in English, for developers."""
    asked = kind(data=request.data)
    with translation.override("en"):
        asked.is_valid(raise_exception=True)
    return asked


def _opens(held: Pass) -> dict[str, Any]:
    championship = held.championship
    return {
        "label": held.label,
        "championship": {
            "slug": championship.slug,
            "names": {"he": championship.name_he, "en": championship.name_en, "pl": championship.name_pl},
        },
        "opens_all": held.opens_all,
        "tables": [str(table) for table in held.tables.select_related("stage").order_by("stage__order", "number")],
        "expires_at": held.expires_at.isoformat() if held.expires_at else None,
    }
