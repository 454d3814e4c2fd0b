"""What was refused, in one shape for every error: ``{"error": {code, message, findings, values}}``.

Codes are stable. Sentences of services are for people, in their language; those about a request's shape are for
developers, in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import exceptions, status
from rest_framework.response import Response

from championship import sentences
from championship.api import answers
from championship.api.authentication import SCHEME
from championship.errors import (
    ChampionshipError,
    NotAllowed,
    NotConfirmed,
    PassRefused,
    ReportRefused,
)
from championship.selectors import people
from championship.services.reports import UnknownRound
from engine.errors import shown

NOT_OPEN_HERE = frozenset({"pass_for_other_tables", "pass_for_other_championship"})
"""A pass that lives and opens something else: 403. Any other refused pass is 401, and a new scan helps."""
STATUSES: tuple[tuple[type[ChampionshipError], int], ...] = (
    (ReportRefused, status.HTTP_422_UNPROCESSABLE_ENTITY),
    (PassRefused, status.HTTP_401_UNAUTHORIZED),
    (NotAllowed, status.HTTP_403_FORBIDDEN),
    (UnknownRound, status.HTTP_404_NOT_FOUND),
    (ChampionshipError, status.HTTP_409_CONFLICT),
)
CODES = {
    status.HTTP_400_BAD_REQUEST: "malformed",
    status.HTTP_401_UNAUTHORIZED: "pass_missing",
    status.HTTP_403_FORBIDDEN: "not_allowed",
    status.HTTP_404_NOT_FOUND: "not_found",
    status.HTTP_405_METHOD_NOT_ALLOWED: "method_not_allowed",
    status.HTTP_406_NOT_ACCEPTABLE: "not_acceptable",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
    status.HTTP_429_TOO_MANY_REQUESTS: "too_many_requests",
}
MOST_FIELDS = 20
"""Wrong fields that are named; a report has no more, and an answer is no echo of a flood."""


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the answer to *error*; None for one that nobody expected, which stays a 500 with its traceback."""
    if isinstance(error, ChampionshipError):
        return _refused(error, context)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.ValidationError):
        return _malformed(error)
    return _other(error) if isinstance(error, exceptions.APIException) else None


def body(
    code: str, message: str, *, findings: list[Any] | None = None, values: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the one shape of an error."""
    return {"error": {"code": code, "message": message, "findings": findings or [], "values": dict(values or {})}}


def _refused(error: ChampionshipError, context: Mapping[str, Any]) -> Response:
    code = next(code for kind, code in STATUSES if isinstance(error, kind))
    if error.code in NOT_OPEN_HERE or error.code == NotAllowed.code:
        code = status.HTTP_403_FORBIDDEN
    findings = [answers.finding(f) for f in error.findings] if isinstance(error, ReportRefused) else []
    values = dict(error.values)
    if isinstance(error, NotConfirmed):
        names = people.full_names(context["view"].caller.championship)
        values["lines"] = sentences.consequence_lines(error.consequence, names)
        values["confirm"] = error.consequence.token
    headers = {"WWW-Authenticate": f'{SCHEME} realm="mapal"'} if code == status.HTTP_401_UNAUTHORIZED else {}
    return Response(body(error.code, error.message, findings=findings, values=values), code, headers=headers)


def _malformed(error: exceptions.ValidationError) -> Response:
    """Name each field that is wrong by its path: ``lines[2].cards``."""
    fields = dict(list(_fields(error.detail))[:MOST_FIELDS])
    message = "; ".join(f"{path}: {' '.join(said)}" if path else " ".join(said) for path, said in fields.items())
    return Response(body("malformed", message, values={"fields": fields}), error.status_code)


def _other(error: exceptions.APIException) -> Response:
    headers = {}
    if isinstance(error, exceptions.Throttled):
        seconds = max(1, round(getattr(error, "wait", None) or 1))
        headers["Retry-After"] = str(seconds)
        message = ngettext(
            "Too many requests came in a short time. Try again in %(seconds)s second.",
            "Too many requests came in a short time. Try again in %(seconds)s seconds.",
            seconds,
        ) % {"seconds": seconds}
    elif isinstance(error, exceptions.NotFound):
        message = _("There is nothing here, or nothing that is public.")
    else:
        message = _plain(error.detail)
    code = "too_large" if error.get_codes() == "too_large" else CODES.get(error.status_code, "refused")
    if header := getattr(error, "auth_header", ""):
        headers["WWW-Authenticate"] = header
    return Response(body(code, message), error.status_code, headers=headers)


def _fields(detail: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """The messages of DRF's nested *detail* by path, in the order of the fields."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from _fields(inner, _step(path, name))
    elif isinstance(detail, list) and any(isinstance(inner, dict | list) for inner in detail):
        for index, inner in enumerate(detail):
            yield from _fields(inner, f"{path}[{index}]")
    elif detail:
        yield path, [_plain(said) for said in (detail if isinstance(detail, list) else [detail])]


def _step(path: str, name: object) -> str:
    if name == "non_field_errors":
        return path
    if isinstance(name, int):
        return f"{path}[{name}]"
    return f"{path}.{_plain(name)}" if path else _plain(name)


def _plain(text: object) -> str:
    """*text* so that it can be sent whatever a request put into it, and no longer than a sentence."""
    said = str(text)
    return said[:200].encode("utf-8", "replace").decode() if len(said) > 40 else str(shown(said))
