"""What the OpenAPI schema says of each address; its examples are tested against the service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from championship import pass_cookie
from championship.api import examples, shapes
from championship.api.permissions import OUR_HEADER
from championship.api.serializers import CallSerializer, ExchangeSerializer, LookAheadSerializer, ReportSerializer
from championship.enums import Language

NOT_FOUND = OpenApiResponse(shapes.ErrorShape, "There is none such, or it is not public.")
NOT_CHANGED = OpenApiResponse(description="The reader has this version: its ETag came as If-None-Match.")
MALFORMED = OpenApiResponse(shapes.ErrorShape, "No JSON, or of another shape; `values.fields` names what is wrong.")
PASS_REFUSED = OpenApiResponse(
    shapes.ErrorShape, "No pass, or one that is unknown, revoked or expired. A new scan helps."
)
NOT_ALLOWED = OpenApiResponse(
    shapes.ErrorShape, f"The pass is for other tables, or a cookie came without the header {OUR_HEADER}."
)
TOO_MANY = OpenApiResponse(shapes.ErrorShape, "Too many in a minute; Retry-After says how long to wait.")
CANNOT_BE_RIGHT = OpenApiResponse(
    shapes.ErrorShape,
    "The report cannot be right; every finding is named with its seats. Nothing was stored.",
    [OpenApiExample("The winner has cards", examples.REFUSED, response_only=True)],
)
IN_THE_WAY = OpenApiResponse(
    shapes.ErrorShape,
    "`client_id_reused`: the id came before, with other content. `not_confirmed`: it would move somebody; "
    "`values.lines` say what follows, `values.confirm` is what to send to agree. Others: its time has not come.",
)
LANGUAGE = OpenApiParameter(
    "language",
    str,
    enum=shapes.words(Language),
    description="Of the sentences.",
)
HEADER = OpenApiParameter(OUR_HEADER, str, OpenApiParameter.HEADER, description="“1”; needed with a cookie.")
SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="Of the championship.")
STAGE = OpenApiParameter("stage", str, OpenApiParameter.PATH, description="Key of the stage: qualifiers, second.")
NUMBER = OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH)
ONLY_STAGE = OpenApiParameter("stage", str, description="Only this stage's tables.")


View = TypeVar("View", bound=Callable[..., Any])


class Describes(Protocol):
    """Puts into the schema what a view does."""

    def __call__(self, view: View, /) -> View: ...


class PassScheme(OpenApiAuthenticationExtension):
    """The two ways to bring a pass."""

    target_class = "championship.api.authentication.PassAuthentication"
    name = ["pass", "passCookie"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        return [
            {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "`Pass <token>`: the token at the end of the QR code's address.",
            },
            {
                "type": "apiKey",
                "in": "cookie",
                "name": pass_cookie.NAME,
                "description": f"Set by POST /api/v1/passes/ and by scanning; needs the header {OUR_HEADER} too.",
            },
        ]


REFUSED = {
    400: MALFORMED,
    401: PASS_REFUSED,
    403: NOT_ALLOWED,
    404: NOT_FOUND,
    409: IN_THE_WAY,
    429: TOO_MANY,
}
"""What stands in the way of whoever acts with a pass."""


def _reads(shape: Any, operation: str, summary: str, *parameters: OpenApiParameter, slug: bool = True) -> Describes:
    answers = {200: shape, 304: NOT_CHANGED, **({404: NOT_FOUND} if slug else {})}
    described: Describes = extend_schema(
        operation_id=operation,
        tags=["reading"],
        summary=summary,
        parameters=[*([SLUG] if slug else []), *parameters],
        responses=answers,
        auth=[],
    )
    return described


championships = _reads(
    shapes.ListedChampionship(many=True), "championships", "The public championships, the latest first", slug=False
)
championship = _reads(shapes.ChampionshipShape, "championship", "A championship in short")
board = _reads(shapes.BoardShape, "board", "Everything that is public of a championship, at one version")
stages = _reads(shapes.StageShape(many=True), "stages", "Its stages, with the state of each table")
tables = _reads(shapes.TableShape(many=True), "tables", "Its tables: seats, standing, where places lead", ONLY_STAGE)
table = _reads(shapes.TableShape, "table", "One table", STAGE, NUMBER)
standings = _reads(shapes.StandingShape(many=True), "standings", "The ranking of every table", ONLY_STAGE)
tickets = _reads(shapes.TicketShape(many=True), "tickets", "The bracket: which place sits at which seat")
player = _reads(shapes.PlayerShape, "player", "Where a player sits now, and the way there", NUMBER)

exchange: Describes = extend_schema(
    operation_id="exchange_pass",
    tags=["reporting"],
    summary="Exchange a pass for a cookie",
    parameters=[LANGUAGE],
    request=ExchangeSerializer,
    responses={200: shapes.PassShape, 400: MALFORMED, 401: PASS_REFUSED, 429: TOO_MANY},
    examples=[
        OpenApiExample("By short code", examples.CODE, request_only=True),
        OpenApiExample("By token", examples.TOKEN, request_only=True),
    ],
    auth=[],
)
report: Describes = extend_schema(
    operation_id="send_report",
    tags=["reporting"],
    summary="Send the report of a round",
    description=(
        "Answers 201 each time it is sent, with what became of it: it counts (`revision`), or it is kept and why "
        "(`kept_because`). The same `client_id` gives the same answer, byte for byte; with other content it is "
        "refused. To correct a round send a new report with a new id, `seen` the revision you saw, and a `reason`."
    ),
    parameters=[SLUG, LANGUAGE, HEADER],
    request=ReportSerializer,
    responses={
        201: shapes.StoredReport,
        **REFUSED,
        422: CANNOT_BE_RIGHT,
    },
    examples=[
        OpenApiExample("A round that was won", examples.REPORT, request_only=True),
        OpenApiExample("It counts", examples.STORED, response_only=True, status_codes=["201"]),
        OpenApiExample("It is kept", examples.KEPT, response_only=True, status_codes=["201"]),
    ],
)
look_ahead: Describes = extend_schema(
    operation_id="look_ahead",
    tags=["reporting"],
    summary="Say what a report would do, and store nothing",
    parameters=[SLUG, LANGUAGE, HEADER],
    request=LookAheadSerializer,
    responses={
        200: shapes.Foreseen,
        **REFUSED,
        422: CANNOT_BE_RIGHT,
    },
    examples=[
        OpenApiExample(
            "A round that was won",
            examples.LOOK_AHEAD,
            request_only=True,
        )
    ],
)
call: Describes = extend_schema(
    operation_id="call_head_referee",
    tags=["reporting"],
    summary="Call the head referee to a table",
    description="Answers 201 each time it is sent, also when somebody has said by then that they come.",
    parameters=[SLUG, LANGUAGE, HEADER],
    request=CallSerializer,
    responses={
        201: shapes.CallShape,
        **REFUSED,
    },
    examples=[OpenApiExample("A child feels unwell", examples.CALL, request_only=True)],
)
history: Describes = extend_schema(
    operation_id="table_reports",
    tags=["reporting"],
    summary="Every version of a table's rounds",
    parameters=[SLUG, STAGE, NUMBER, LANGUAGE],
    responses={
        200: shapes.Version(many=True),
        401: PASS_REFUSED,
        403: NOT_ALLOWED,
        404: NOT_FOUND,
        429: TOO_MANY,
    },
)
