"""Calling the API as another system does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.test import Client

from championship.models import Championship
from championship.services.passes import NewPass
from tests.factories import first_key

DROP = object()
"""As a field's value: leave the field out."""


def address(championship: Championship, what: str = "") -> str:
    return f"/api/v1/championships/{championship.slug}/{what}"


def body_of(championship: Championship, cards: Sequence[Any] = (0, 3, 4, 5), **fields: Any) -> dict[str, Any]:
    """Return a report of round 1 of table 1 of the first stage; *fields* replace its own, or DROP them."""
    body = {
        "client_id": str(uuid4()),
        "stage": first_key(championship),
        "table": 1,
        "number": 1,
        "winner": cards.index(0) + 1 if 0 in cards else None,
        "lines": [{"seat": seat, "cards": left} for seat, left in enumerate(cards, start=1)],
        **fields,
    }
    return {name: value for name, value in body.items() if value is not DROP}


def post(
    championship: Championship,
    body: Any,
    *,
    by: NewPass | None = None,
    what: str = "reports/",
    client: Client | None = None,
    language: str = "en",
    **headers: str,
) -> Any:
    """Post *body* (as JSON unless it is bytes) with a pass in the header, or as *client* with its cookies."""
    if by:
        headers["Authorization"] = f"Pass {by.token}"
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return (client or Client()).post(
        f"{address(championship, what)}?language={language}",
        content,
        content_type="application/json",
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


def error_of(response: Any) -> dict[str, Any]:
    return response.json()["error"]
