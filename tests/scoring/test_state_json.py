"""One table as JSON, and the consequences that server and phone share (the phone's side: tests/browser)."""

import json
import random
from dataclasses import replace

import pytest

from scoring import consequence, state_json
from scoring.formats import WildCards
from scoring.results import TicketState
from tests.scoring import tables
from tests.scoring.builders import stage, table, to_final
from tests.scoring.vectors import VECTORS, result_from_json, stage_from_json


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_of_report_says_what_the_shared_vectors_say(vector):
    before, entry = stage_from_json(vector["state"]), result_from_json(vector["entry"])

    follows = consequence.of_report(before, before.tables[0].number, entry)

    assert vector["expected"] == {
        "totals": {str(row.entry): row.total for row in follows.standing.rows},
        "places": {str(row.entry): row.place for row in follows.standing.rows},
        "codes": [{"code": fact.code.value, "values": fact.values} for fact in follows.facts],
        "hasMore": follows.unseats,
    }


def test_to_json_loses_nothing_of_a_table():
    rng = random.Random(5)
    for _table in range(50):
        before, result = tables.asked(rng)

        written = json.loads(json.dumps(state_json.to_json(before, 1)))

        assert stage_from_json(written) == before
        assert result_from_json(json.loads(json.dumps(state_json.result_to_json(result)))) == result


def test_to_json_leaves_other_tables_out():
    both = stage(
        table([11, 22, 33, 44], number=1),
        table([55, 66, 77, 88], number=2),
        tickets=[to_final(1), to_final(2), TicketState(0, 2, "final", 1, 3, rank=1)],
        wild_cards=[WildCards("second", 2, 1, "final")],
    )
    both = replace(both, given=frozenset({("final", 22), ("final", 66)}))

    written = state_json.to_json(both, 2)

    assert written["seats"] == [55, 66, 77, 88]
    assert [(ticket["place"], ticket["to_seat"]) for ticket in written["tickets"]] == [(1, 2)]
    assert written["wild_cards"] == [{"place": 2, "count": 1, "target": "final"}]
    assert written["given"] == [["final", 66]]


def test_to_json_of_a_table_that_is_not_there_names_it():
    with pytest.raises(KeyError, match="3"):
        state_json.to_json(stage(table([11, 22, 33, 44])), 3)
