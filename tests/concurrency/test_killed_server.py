"""An acknowledged report survives ``kill -9`` of the server at any later moment (design.md §4.4, O16)."""

from __future__ import annotations

import http.client
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from championship.models import Report
from championship.selectors import board
from tests.championship.api.calls import address, body_of
from tests.factories import make_pass, make_started

pytestmark = [pytest.mark.both_databases]

PHONES = 4
KILLS = 2


def post(url: str, hall, token: str, body: dict) -> bool:
    """Whether the server acknowledged the report; a cut connection is no answer."""
    request = urllib.request.Request(
        f"{url}{address(hall, 'reports/')}",
        json.dumps(body).encode(),
        {"Authorization": f"Pass {token}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status == 201
    except urllib.error.HTTPError as refused:
        pytest.fail(f"{refused.code}: {refused.read()!r}")
    except (OSError, http.client.HTTPException):
        return False


def bodies(hall) -> Iterator[dict]:
    """Reports of every table's rounds, each under an id of its own."""
    for number in (1, 2, 3):
        for table in range(1, hall.stages.get(order=1).tables.count() + 1):
            yield {**body_of(hall, table=table, number=number), "client_id": str(uuid4())}


def test_reports_acknowledged_before_a_kill_are_there_after_it(own_server):
    hall = make_started(players=32)
    token = make_pass(hall).token
    waiting = list(bodies(hall))
    acknowledged: set[str] = set()

    for _kill in range(KILLS):
        own_server.start()
        enough = threading.Event()

        def send(body: dict, enough: threading.Event = enough) -> None:
            if post(own_server.url, hall, token, body):
                acknowledged.add(body["client_id"])
                if len(acknowledged) % 6 == 0:
                    enough.set()

        with ThreadPoolExecutor(PHONES) as phones:
            sending = [phones.submit(send, body) for body in waiting if body["client_id"] not in acknowledged]
            enough.wait(60)
            own_server.kill()
            for each in sending:
                each.result()
    stored = {str(client_id) for client_id in Report.objects.values_list("client_id", flat=True)}
    assert acknowledged
    assert acknowledged <= stored

    own_server.start()
    for body in waiting:  # the phones send again what they hold; what is stored already is not stored twice
        assert post(own_server.url, hall, token, body)
    assert Report.objects.count() == len(waiting)
    assert Report.objects.filter(revision=1).count() == len(waiting)
    tables = board.build(hall.pk).data["stages"][0]["tables"]
    assert {table["rounds_played"] for table in tables} == {3}
