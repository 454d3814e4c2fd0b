"""The served application: tasks start and stop with it, streams reach readers, and it stops with them open."""

from __future__ import annotations

import http.client
import json
import signal
from datetime import timedelta

import pytest
from django.utils import timezone

from championship.enums import JobState
from championship.models import Job, Pulse
from championship.services import jobs, printing
from tests.championship.config.waiting import wait_until
from tests.factories import make_report, make_started, organiser_of


class Reader:
    """A browser that listens to a stream over a real connection."""

    def __init__(self, server, slug):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.connection.request("GET", f"/c/{slug}/live/stream/")
        self.answer = self.connection.getresponse()

    def next(self):
        """The data of the next event; None when the server has ended the stream."""
        while line := self.answer.readline():
            if line.startswith(b"data: "):
                return json.loads(line[6:])
        return None

    def close(self):
        self.answer.close()
        self.connection.close()


def told(championship):
    pulse = Pulse.objects.get(championship=championship)
    return {"version": pulse.version, "epoch": str(pulse.epoch)}


def test_streams_reach_readers_and_end_cleanly_when_the_server_stops(own_server):
    championship = make_started(players=4, slug="hall")
    own_server.start()
    readers = [Reader(own_server, "hall") for _reader in range(5)]
    assert [reader.next() for reader in readers] == [told(championship)] * 5
    make_report(championship)
    assert [reader.next() for reader in readers] == [told(championship)] * 5
    process = own_server._process
    process.send_signal(signal.SIGTERM)
    assert [reader.next() for reader in readers] == [None] * 5
    assert process.wait(15) == -signal.SIGTERM
    assert "graceful" not in own_server.log.read_text()  # it did not have to cut them off
    assert own_server.new_errors() == ""
    for reader in readers:
        reader.close()


def test_server_takes_up_the_jobs_that_an_earlier_process_left(own_server):
    championship = make_started(players=4, slug="hall")
    printout = printing.request_scoresheets(championship, language="he", by=organiser_of(championship))
    Job.objects.update(requested_at=timezone.now() - jobs.UNSENT_AFTER - timedelta(seconds=1))
    own_server.start()
    wait_until(lambda: Job.objects.get().state == JobState.DONE)
    printout.refresh_from_db()
    assert bytes(printout.content).startswith(b"%PDF")
    own_server.stop()
    assert own_server.new_errors() == ""


@pytest.mark.parametrize("what", ["live", "ready"])
def test_health_is_answered(served, what):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    connection.request("GET", f"/health/{what}/")
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["status"]) == (200, "ok")
    connection.close()
