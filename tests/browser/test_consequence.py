"""What a phone says would follow, without network, is what the server says: the real script in the real Chromium."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

from championship import sentences
from scoring import consequence, standings, state_json
from scoring.formats import WildCards
from tests.rig import browser
from tests.scoring import tables
from tests.scoring.vectors import VECTORS, result_from_json, stage_from_json

pytestmark = pytest.mark.browser

SCRIPT = Path("championship/static/championship/js/consequence.js")
TABLES, SEED = 5_000, 20161019
NAMES = {number: f"Noa {number}" if number % 4 else "נועה" for number in range(1, 80)}
"""Display names; some are alike, some from right to left."""


@pytest.fixture(scope="module")
def script():
    """Ask the page's script about many tables at once: ``script([[state, entry], …])`` are its answers."""
    program = browser.chromium()
    if program is None:
        pytest.skip("no Chromium: install it, or name it by CHROMIUM")
    with browser.visitors(program, "http://nowhere.invalid") as visitors:
        page = visitors.open()
        page.add_script_tag(content=SCRIPT.read_text())
        yield lambda pairs, ask="Mapal.consequence(s, e)": json.loads(
            page.evaluate(f"asked => JSON.stringify(JSON.parse(asked).map(([s, e]) => {ask}))", json.dumps(pairs))
        )


def told(stage, result):
    """What the server says of the same table and round, in the phone's shape, sentences aside."""
    follows = consequence.of_report(stage, stage.tables[0].number, result)
    return {
        "totals": {str(row.entry): row.total for row in follows.standing.rows},
        "places": {str(row.entry): row.place for row in follows.standing.rows},
        "codes": [{"code": fact.code.value, "values": fact.values} for fact in follows.facts],
        "hasMore": follows.unseats,
    }


def without_words(answer):
    return {name: answer[name] for name in ("totals", "places", "codes", "hasMore")}


def test_phone_and_server_say_the_same_of_thousands_of_tables(script):
    rng = random.Random(SEED)
    asked = [tables.asked(rng) for _table in range(TABLES)]

    answers = script([[state_json.to_json(stage, 1), state_json.result_to_json(result)] for stage, result in asked])

    expected = [told(stage, result) for stage, result in asked]
    wrong = [number for number in range(TABLES) if without_words(answers[number]) != expected[number]]
    assert wrong == [], (asked[wrong[0]], without_words(answers[wrong[0]]), expected[wrong[0]])
    said = {code["code"] for answer in expected for code in answer["codes"]}
    assert said == {"unseats", "tie_break", "decides", "outdates", "leads", "goes_to"}  # a lot is of several tables


def test_phone_goes_on_to_the_round_that_the_server_would(script):
    rng = random.Random(SEED)
    asked = [tables.asked(rng) for _table in range(300)]

    answers = script(
        [[state_json.to_json(stage, 1), state_json.result_to_json(result)] for stage, result in asked],
        "Mapal.due(Mapal.afterwards(s, e))",
    )

    assert answers == [due(consequence.with_result(stage, 1, result)) for stage, result in asked]


def due(stage):
    """The round that is played next, and the seats of those who play it (``selectors.rounds.due``)."""
    table, standing = stage.tables[0], standings.of_table(stage.tables[0], stage.format)
    if standing.owed:
        tie = standing.owed[0]
        return {"place": tie.place, "number": tie.number, "seats": [table.seat_of(entry) for entry in tie.entries]}
    if standing.is_complete:
        return None
    number = next(n for n in range(1, stage.format.rounds + 1) if table.result(0, n) is None)
    gone = {exit_.entry for exit_ in table.exits if exit_.after_round < number}
    seats = [seat for seat, entry in table.players(0, number).items() if entry not in gone]
    return {"place": 0, "number": number, "seats": seats}


def test_phone_says_what_the_shared_vectors_say(script):
    answers = script([[vector["state"], vector["entry"]] for vector in VECTORS])

    assert [without_words(answer) for answer in answers] == [vector["expected"] for vector in VECTORS]


@pytest.mark.parametrize("language", ["he", "en", "pl"])
def test_phone_uses_the_words_of_the_server(script, language):
    vectors = [(stage_from_json(v["state"]), result_from_json(v["entry"])) for v in VECTORS]
    rng = random.Random(SEED)
    with translation.override(language):
        asked = [*vectors, *(tables.asked(rng) for _table in range(60))]
        numbers = [stage.tables[0].number for stage, _result in asked]
        answers = script(
            [
                [sentences.table_state(stage, number, NAMES), state_json.result_to_json(result)]
                for number, (stage, result) in zip(numbers, asked, strict=True)
            ]
        )
        follows = [
            consequence.of_report(stage, number, result)
            for number, (stage, result) in zip(numbers, asked, strict=True)
        ]
        expected = [_lines(each) for each in follows]

    assert [answer["lines"] for answer in answers] == expected


def _lines(follows):
    """The server's sentences; where somebody sits further on already, the last of three sends one to the desk."""
    words = sentences.consequences.SENTENCES
    lines = sentences.consequence_lines(follows, NAMES)
    if follows.unseats:
        return [*lines[:2], str(words["more"])]
    return lines or [str(words["nothing"])]


def test_phone_knows_that_wild_cards_hang_on_other_tables(script):
    rng = random.Random(SEED)
    asked = [tables.asked(rng) for _table in range(40)]
    wild = [(replace(stage, wild_cards=(WildCards("qualifiers", 2, 1, "final"),)), result) for stage, result in asked]

    answers = script([[state_json.to_json(stage, 1), state_json.result_to_json(result)] for stage, result in wild])

    for (stage, result), answer in zip(asked, answers, strict=True):
        follows = consequence.of_report(stage, 1, result)
        was_complete = consequence.between(stage, stage, 1).standing.is_complete
        assert answer["hasMore"] == (follows.unseats or follows.standing.is_complete or was_complete)


def test_phone_says_nothing_of_a_round_that_is_not_whole(script):
    state, entry = VECTORS[0]["state"], VECTORS[0]["entry"]
    lines = entry["lines"]

    answers = script(
        [
            [state, {**entry, "winner": None}],
            [state, {**entry, "lines": [{**lines[0], "cards": "?"}, *lines[1:]]}],
            [{**state, "version": 2}, entry],
        ]
    )

    assert answers == [None, None, None]
