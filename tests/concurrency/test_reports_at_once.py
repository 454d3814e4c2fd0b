"""Many phones at one moment: one report counts, the others are kept, none is lost (design.md §4), over real HTTP."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from championship.models import Line, LogLine, Pulse, Report
from tests.championship.api.calls import address, body_of
from tests.factories import make_pass, make_report, make_started

pytestmark = [pytest.mark.both_databases]

PHONES = 8


@pytest.fixture
def hall(served):
    return make_started(players=8)


def post_at_once(served, hall, new_pass, bodies) -> list[tuple[int, bytes]]:
    """Post each body from a thread of its own, all in one moment; return status and bytes of each answer."""
    ready = threading.Barrier(len(bodies))

    def post(body: dict[str, Any]) -> tuple[int, bytes]:
        request = urllib.request.Request(
            f"{served.url}{address(hall, 'reports/')}?language=en",
            json.dumps(body).encode(),
            {"Authorization": f"Pass {new_pass.token}", "Content-Type": "application/json"},
        )
        ready.wait()
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    with ThreadPoolExecutor(len(bodies)) as phones:
        return list(phones.map(post, bodies))


def test_identical_reports_at_once_are_one_report_and_equal_answers(served, hall):
    """design.md §4.3."""
    new_pass, body = make_pass(hall, [1]), body_of(hall)
    version = Pulse.objects.get(championship=hall).version

    answers = post_at_once(served, hall, new_pass, [body] * PHONES)

    assert len(set(answers)) == 1
    status, said = answers[0]
    assert (status, json.loads(said)["revision"]) == (201, 1)
    assert Report.objects.count() == 1
    assert Line.objects.count() == 4
    assert LogLine.objects.filter(act__startswith="report.").count() == 1
    assert Pulse.objects.get(championship=hall).version == version + 1


def test_different_reports_at_once_are_one_that_counts_and_disputes(served, hall):
    """design.md §4.5: of a round's reports at most one counts; none is lost."""
    bodies = [body_of(hall, (0, 3, 4, 5 + phone)) for phone in range(PHONES)]

    answers = post_at_once(served, hall, make_pass(hall, [1]), bodies)

    assert [status for status, _said in answers] == [201] * PHONES
    told = [json.loads(said) for _status, said in answers]
    assert sorted((answer["revision"] or 0, answer["kept_because"]) for answer in told) == [
        *[(0, "differs")] * (PHONES - 1),
        (1, ""),
    ]
    assert {str(client_id) for client_id in Report.objects.values_list("client_id", flat=True)} == {
        body["client_id"] for body in bodies
    }
    assert sorted(Line.objects.filter(seat__position=4).values_list("cards", flat=True)) == list(range(5, 13))


def test_corrections_at_once_follow_the_same_revision_once(served, hall):
    """Two corrections of what both saw: the first follows it, the others are kept."""
    make_report(hall)
    bodies = [body_of(hall, (0, 3, 4, 6 + phone), seen=1, reason="counted again") for phone in range(PHONES)]

    answers = post_at_once(served, hall, make_pass(hall, [1]), bodies)

    assert [status for status, _said in answers] == [201] * PHONES
    assert sorted(json.loads(said)["revision"] or 0 for _status, said in answers) == [0] * (PHONES - 1) + [2]


def test_reports_of_different_rounds_at_once_all_count(served, hall):
    version = Pulse.objects.get(championship=hall).version
    bodies = [body_of(hall, table=table, number=number) for table in (1, 2) for number in (1, 2, 3)]

    answers = post_at_once(served, hall, make_pass(hall), bodies)

    assert [(status, json.loads(said)["revision"]) for status, said in answers] == [(201, 1)] * len(bodies)
    assert Pulse.objects.get(championship=hall).version == version + len(bodies)
