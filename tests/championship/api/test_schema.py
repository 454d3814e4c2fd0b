"""The schema is valid, names every address, and what is answered has just the shape it says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver
from jsonschema import Draft202012Validator, FormatChecker

from championship.api import examples
from championship.api.docs import _schema
from championship.services import rulings
from tests.championship.api.calls import address, body_of, post
from tests.factories import (
    first_key,
    make_pass,
    make_published,
    make_report,
    make_started,
    organiser_of,
    play_stage,
    play_table,
    play_until,
    table_of,
)

pytestmark = pytest.mark.django_db

READ = {
    "championship": "",
    "board": "board/",
    "stages": "stages/",
    "tables": "tables/",
    "table": "tables/qualifiers-1/",
    "standings": "standings/",
    "tickets": "tickets/",
    "player": "players/1/",
}


def strict(node: Any) -> Any:
    """A part of an OpenAPI 3.0 schema as JSON Schema, in which an object has no other fields than are named."""
    if isinstance(node, list):
        return [strict(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    made = {name: strict(inner) for name, inner in node.items() if name != "nullable"}
    if "properties" in made:
        made.setdefault("additionalProperties", False)
    return {"anyOf": [made, {"type": "null"}]} if node.get("nullable") is True else made


def shape_of(operation: str, status: int) -> Draft202012Validator:
    schema = json.loads(json.dumps(_schema()))
    (found,) = (
        told["responses"][str(status)]["content"]["application/json"]["schema"]
        for methods in schema["paths"].values()
        for told in methods.values()
        if told["operationId"] == operation
    )
    whole = {**strict(found), "components": strict(schema["components"])}
    return Draft202012Validator(whole, format_checker=FormatChecker())


def must_fit(response: Any, operation: str, status: int) -> None:
    assert response.status_code == status
    shape_of(operation, status).validate(response.json())


def test_schema_validates_without_a_warning(tmp_path, capsys):
    file = tmp_path / "schema.yaml"

    call_command("spectacular", file=str(file), validate=True, fail_on_warn=True)

    assert file.read_text().startswith("openapi: 3.")


def test_schema_names_every_address():
    """Every address under /api/v1/ that leads somewhere."""
    api = next(found for found in get_resolver().url_patterns if str(found.pattern) == "api/")
    addresses = {str(route.pattern) for route in api.url_patterns if str(route.pattern).startswith("v1/")}

    named = {
        path.removeprefix("/api/")
        .replace("{slug}", "<slug:slug>")
        .replace("{stage}", "<slug:stage>")
        .replace("{number}", "<int:number>")
        for path in _schema()["paths"]
    }

    assert named == addresses


@pytest.mark.parametrize(
    ("accept", "starts"), [("application/json", "{"), ("*/*", "openapi: 3."), ("text/html,*/*;q=0.8", "openapi: 3.")]
)
def test_schema_is_served(accept, starts, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = Client().get("/api/schema/", headers={"Accept": accept})

    assert response.status_code == 200
    assert response.content.decode().startswith(starts)
    assert "max-age" in response.headers["Cache-Control"]


def test_viewer_loads_nothing_inline_and_nothing_from_elsewhere():
    page = Client().get("/api/docs/").content.decode()

    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") == page.count("<script src=") == 3
    assert "//" not in page.replace("<!doctype html>", "")


def test_viewer_asks_no_other_host_to_check_the_schema():
    script = Client().get("/api/docs/?script=").content.decode()

    assert '"validatorUrl": null' in script
    assert "https://" not in script


@pytest.mark.parametrize("moment", ["planned", "playing", "over"])
def test_reading_answers_what_the_schema_says(moment):
    hall = make_published(players=8) if moment == "planned" else make_started(players=8)
    if moment == "playing":
        make_report(hall, number=1, cards=(0, 1, 1, 3))
        make_report(hall, number=2, cards=(1, 0, None, 3))
        make_report(hall, number=3, cards=(2, 2, 0, 3))
        make_report(hall, number=3, cards=(2, 3, 0, 3), seen=1, reason="counted again")
        make_report(hall, table=2, cards=(0, 3, 4, 5))
        rulings.make(
            table_of(hall).stage,
            "withdrawal",
            client_id="0f3f2c4e-5a0f-4a8e-9d55-5b6a7f0c1d2e",
            reason="went home",
            by=organiser_of(hall),
            table=table_of(hall, 2),
            entry=table_of(hall, 2).seats.get(position=4).entry,
            values={"after_round": 1},
        )
    if moment == "over":
        play_until(hall)
        play_stage(hall, "final")

    for operation, what in READ.items():
        must_fit(Client().get(address(hall, what)), operation, 200)
    must_fit(Client().get("/api/v1/championships/"), "championships", 200)
    must_fit(Client().get(address(hall, "tables/second-9/")), "table", 404)


def test_reporting_answers_what_the_schema_says():
    hall = make_started(players=8)
    by, browser = make_pass(hall, [1]), Client()
    browser.force_login(organiser_of(hall).user)
    body = body_of(hall, (0, 4, 4, 4))

    must_fit(post(hall, body, by=by, what="reports/preview/"), "look_ahead", 200)
    must_fit(post(hall, body, by=by), "send_report", 201)
    must_fit(post(hall, body_of(hall, (4, 0, None, 4)), by=by), "send_report", 201)
    must_fit(post(hall, {}, by=by), "send_report", 400)
    must_fit(post(hall, body), "send_report", 401)
    must_fit(post(hall, body_of(hall, table=2), by=by), "send_report", 403)
    must_fit(post(hall, body_of(hall, number=4), by=by), "send_report", 404)
    must_fit(post(hall, {**body, "winner": None}, by=by), "send_report", 409)
    must_fit(post(hall, body_of(hall, (1, 4, 4, 4)), by=by), "send_report", 422)
    history = Client().get(
        address(hall, "tables/qualifiers-1/reports/"), headers={"Authorization": f"Pass {by.token}"}
    )
    must_fit(history, "table_reports", 200)
    exchange = Client().post("/api/v1/passes/", {"code": by.code}, content_type="application/json")
    must_fit(exchange, "exchange_pass", 200)

    play_table(hall, 2)
    moving = body_of(hall, (9, 0, 9, 9), table=2, seen=1, reason="mixed up")
    must_fit(post(hall, moving, client=browser, X_Mapal="1", what="reports/preview/"), "look_ahead", 200)
    must_fit(post(hall, moving, client=browser, X_Mapal="1"), "send_report", 409)


VOLATILE = {"id", "received_at", "lines"}


def shown(answer):
    lines = [{**line, "entry": None} for line in answer["lines"]]
    return {**{name: value for name, value in answer.items() if name not in VOLATILE}, "lines": lines}


def test_examples_are_what_is_answered():
    hall = make_started(players=8)
    by = make_pass(hall, [1])
    assert first_key(hall) == examples.REPORT["stage"]

    foreseen = post(hall, examples.LOOK_AHEAD, by=by, what="reports/preview/")
    stored = post(hall, examples.REPORT, by=by)
    kept = post(hall, body_of(hall, (3, 0, 4, 5), winner=2), by=by)
    refused = post(hall, body_of(hall, (2, 3, 4, 5), winner=1), by=by)

    assert foreseen.status_code == 200
    assert shown(stored.json()) == shown(examples.STORED)
    for name in ("revision", "kept_because", "sentence"):
        assert kept.json()[name] == examples.KEPT[name]
    assert refused.json() == examples.REFUSED


def test_examples_are_in_the_schema():
    request = _schema()["paths"]["/api/v1/championships/{slug}/reports/"]["post"]
    told = request["requestBody"]["content"]["application/json"]["examples"]

    assert [one["value"] for one in told.values()] == [examples.REPORT]
