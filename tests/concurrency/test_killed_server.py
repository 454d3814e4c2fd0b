"""Acknowledged reports survive ``kill -9`` of the server and a bad network, each once (design.md §4.3, §4.4, O16)."""

from __future__ import annotations

import asyncio

import pytest

from tests.factories import make_published, organiser_of
from tests.rig.floor import Floor
from tests.rig.proxy import Faults

pytestmark = [pytest.mark.both_databases]

KILLS = 2


def test_results_on_a_bad_network_are_stored_once_and_as_they_were(own_server):
    """Five phones with three rounds each and corrections, which wait, are sent again, and arrive in any order."""
    hall = make_published(players=21)
    floor = Floor(hall, organiser_of(hall), "bad network")
    floor.prepare(patience=5.0)

    network = asyncio.run(floor.bring_home(own_server, Faults(), kills=KILLS))

    assert len(floor.acknowledged) == len(floor.entries) > 15
    assert {"lost", "late", "doubled", "cut"} == set(network.happened)
    assert asyncio.run(floor.send_all_again(own_server.port)) == []
    assert list(floor.faults_found()) == []
    assert own_server.new_errors() == ""
