"""Reports that cannot be taken: each has its status, its code and a word on where to look, and nothing is stored."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from championship.models import Championship, Line, LogLine, Pulse, Remark, Report, Round
from championship.services import passes
from championship.services.passes import NewPass
from tests.championship.api.calls import DROP, address, body_of, error_of, post
from tests.factories import make_pass, make_published, make_started, organiser_of, table_of

pytestmark = pytest.mark.django_db

NOBODYS = "Zr3kq0WmJx5vT1uYb8cN2dHfLs7AgPe4"


@dataclass
class Hall:
    """Two tables of four, started, one report counting at table 1; and passes that open it or do not."""

    championship: Championship
    counted: dict[str, Any]
    own: NewPass
    other_table: NewPass
    revoked: NewPass
    expired: NewPass
    elsewhere: NewPass
    early: Championship
    early_pass: NewPass

    def body(self, cards: Any = (0, 3, 4, 5), **fields: Any) -> dict[str, Any]:
        """A report of round 2, which nobody reported yet."""
        return body_of(self.championship, cards, **{"number": 2, **fields})


@pytest.fixture(scope="module")
def hall(django_db_setup, django_db_blocker):
    """Made once for all tests of this module: each of them leaves it as it was."""
    with django_db_blocker.unblock():
        championship, early = make_started(players=8), make_published(players=4)
        revoked = make_pass(championship, [1])
        passes.revoke(revoked.row, by=organiser_of(championship))
        made = Hall(
            championship=championship,
            counted=body_of(championship),
            own=make_pass(championship, [1]),
            other_table=make_pass(championship, [2]),
            revoked=revoked,
            expired=make_pass(championship, [1], expires_at=timezone.now() - timedelta(minutes=1)),
            elsewhere=make_pass(early),
            early=early,
            early_pass=make_pass(early),
        )
        assert post(championship, made.counted, by=made.own).status_code == 201
        yield made
        call_command("flush", interactive=False, verbosity=0)


def everything_stored():
    pulses = list(Pulse.objects.order_by("pk").values_list("version", "counter"))
    return [model.objects.count() for model in (Report, Line, Round, Remark, LogLine)], pulses


def lines(*pairs, **more):
    return [{"seat": seat, "cards": cards, **more} for seat, cards in pairs]


def three_and(line):
    return [*lines((1, 0), (2, 3), (3, 4)), line]


FIELDS = {  # fields that replace a good report's own -> the field that is named
    "cards negative": ({"lines": three_and({"seat": 4, "cards": -1})}, "lines[3].cards"),
    "cards a fraction": ({"lines": three_and({"seat": 4, "cards": 3.5})}, "lines[3].cards"),
    "cards a whole fraction": ({"lines": three_and({"seat": 4, "cards": 3.0})}, "lines[3].cards"),
    "cards a text": ({"lines": three_and({"seat": 4, "cards": "3"})}, "lines[3].cards"),
    "cards true": ({"lines": three_and({"seat": 4, "cards": True})}, "lines[3].cards"),
    "cards a list": ({"lines": three_and({"seat": 4, "cards": [3]})}, "lines[3].cards"),
    "cards left out": ({"lines": three_and({"seat": 4})}, "lines[3].cards"),
    "cards beyond any deck": ({"lines": three_and({"seat": 4, "cards": 201})}, "lines[3].cards"),
    "cards huge": ({"lines": three_and({"seat": 4, "cards": 10**30})}, "lines[3].cards"),
    "seat null": ({"lines": three_and({"seat": None, "cards": 3})}, "lines[3].seat"),
    "seat zero": ({"lines": three_and({"seat": 0, "cards": 3})}, "lines[3].seat"),
    "seat beyond any table": ({"lines": three_and({"seat": 11, "cards": 3})}, "lines[3].seat"),
    "seat a text": ({"lines": three_and({"seat": "4", "cards": 3})}, "lines[3].seat"),
    "entry zero": ({"lines": three_and({"seat": 4, "cards": 3, "entry": 0})}, "lines[3].entry"),
    "points of the winner": ({"lines": [{"seat": 1, "cards": 0, "points": -100}]}, "lines[0].points"),
    "hand endless": ({"lines": [{"seat": 1, "cards": 0, "hand": ["r5"] * 121}]}, "lines[0].hand"),
    "hand of no codes": ({"lines": [{"seat": 1, "cards": 0, "hand": ["red five"]}]}, "lines[0].hand[0]"),
    "line a number": ({"lines": [7]}, "lines[0]"),
    "line with a field too many": ({"lines": lines((1, 0), colour="r")}, "lines[0].colour"),
    "lines null": ({"lines": None}, "lines"),
    "lines an object": ({"lines": {"1": 0}}, "lines"),
    "eleven lines": ({"lines": lines(*((seat % 10 + 1, 3) for seat in range(11)))}, "lines"),
    "round zero": ({"number": 0}, "number"),
    "round null": ({"number": None}, "number"),
    "round a fraction": ({"number": 1.5}, "number"),
    "round left out": ({"number": DROP}, "number"),
    "table zero": ({"table": 0}, "table"),
    "table a text": ({"table": "1"}, "table"),
    "table left out": ({"table": DROP}, "table"),
    "stage left out": ({"stage": DROP}, "stage"),
    "stage a number": ({"stage": 7}, "stage"),
    "stage null": ({"stage": None}, "stage"),
    "stage endless": ({"stage": "q" * 1000}, "stage"),
    "stage with a null character": ({"stage": "qualifiers\0"}, "stage"),
    "id left out": ({"client_id": DROP}, "client_id"),
    "id no uuid": ({"client_id": "1"}, "client_id"),
    "id a number": ({"client_id": 1}, "client_id"),
    "place negative": ({"place": -1}, "place"),
    "place beyond any table": ({"place": 11}, "place"),
    "winner zero": ({"winner": 0}, "winner"),
    "winner a text": ({"winner": "1"}, "winner"),
    "winner true": ({"winner": True}, "winner"),
    "winner of a round called off": ({"outcome": "called_off"}, "winner"),
    "void with lines": ({"outcome": "void", "winner": None}, "lines"),
    "outcome unknown": ({"outcome": "drawn"}, "outcome"),
    "outcome true": ({"outcome": True}, "outcome"),
    "seen negative": ({"seen": -1}, "seen"),
    "reason endless": ({"reason": "x" * 201}, "reason"),
    "reason with half a character": ({"reason": "\ud800"}, "reason"),
    "override without a reason": ({"overrides": {"VA5": ""}}, "overrides.VA5"),
    "override of no rule": ({"overrides": {"anything": "so it was"}}, "overrides"),
    "overrides without end": ({"overrides": {f"VA{n}": "so" for n in range(17)}}, "overrides"),
    "overrides a list": ({"overrides": ["VA5"]}, "overrides"),
    "fact of no name": ({"facts": {"weather": "fine"}}, "facts.weather"),
    "fact of another kind": ({"facts": {"ends_run": 1}}, "facts.ends_run"),
    "direction beyond": ({"facts": {"direction": 2}}, "facts.direction"),
    "turns of nobody": ({"facts": {"turns": {"0": 3}}}, "facts.turns"),
    "answers of nobody": ({"facts": {"chain_answers": [0]}}, "facts.chain_answers[0]"),
    "field of no name": ({"hall": "north"}, "hall"),
    "field of half a character": ({"\udfff": 1}, "?"),
}

BODIES = {  # whole bodies -> what is said about them
    "no object": (b"[]", "Expected a dictionary"),
    "a text": (b'"report"', "Expected a dictionary"),
    "nothing": (b"", "client_id"),
    "no JSON": (b"{'seat': 1}", "not JSON"),
    "half of it": (b'{"lines": [', "not JSON"),
    "not a number": (b'{"table": NaN}', "NaN is no number"),
    "without end": (b'{"table": -Infinity}', "-Infinity is no number"),
    "a number too large": (b'{"table": 1e999}', "too large"),
    "a number of 5000 digits": (b'{"table": %s}' % (b"9" * 5000), "not JSON"),
    "a field twice": (b'{"table": 1, "table": 2}', "'table' is there twice"),
    "a line's field twice": (b'{"lines": [{"seat": 1, "seat": 2}]}', "'seat' is there twice"),
    "a megabyte": (b'{"reason": "%s"}' % (b"x" * 2**20), "longer than 65536 bytes"),
    "nested without end": (b"[" * 60_000, "nested too deeply"),
    "of another alphabet": ('{"reason": "טעות"}'.encode("cp1255"), "not UTF-8"),
}

FINDINGS = {  # fields -> rule and seats of the first finding (rules.md §7.1)
    "seat twice": ({"lines": lines((1, 0), (2, 3), (3, 4), (4, 5), (4, 6))}, "VA1", [4]),
    "seat missing": ({"lines": lines((1, 0), (2, 3), (3, 4))}, "VA1", [4]),
    "no lines": ({"lines": []}, "VA1", [1]),
    "seat of no table": ({"lines": lines((1, 0), (2, 3), (3, 4), (4, 5), (5, 6))}, "VA1", [5]),
    "everybody absent": ({"lines": lines((1, None), (2, None), (3, None), (4, None))}, "VA1", []),
    "direction zero": ({"facts": {"direction": 0}}, "VA1", []),
    "winner with cards": ({"lines": lines((1, 2), (2, 0), (3, 4), (4, 5))}, "VA3", [1]),
    "winner absent": ({"lines": lines((1, None), (2, 3), (3, 4), (4, 5))}, "VA3", []),
    "winner at no seat": ({"winner": 9}, "VA3", []),
    "winner null": ({"winner": None}, "VA3", []),
    "nobody out": ({"lines": lines((1, 1), (2, 3), (3, 4), (4, 5))}, "VA3", [1]),
    "two out": ({"lines": lines((1, 0), (2, 0), (3, 4), (4, 5))}, "VA5", [1, 2]),
    "two out and the wrong rule overridden": (
        {"lines": lines((1, 0), (2, 0), (3, 4), (4, 5)), "overrides": {"VA9": "so it was"}},
        "VA5",
        [1, 2],
    ),
    "more cards than the deck has": ({"lines": lines((1, 0), (2, 60), (3, 50), (4, 6))}, "VA6", []),
    "last card that wins nothing": ({"facts": {"last_card": "rP"}}, "VA8", [1]),
    "winner without a turn": ({"facts": {"turns": {"1": 0}}}, "VA11", [1]),
}


def refusal(hall, body, *, status, by=None, **how):
    """Send what must be refused; return the error, with nothing stored."""
    before = everything_stored()

    response = post(hall.championship, body, by=by or hall.own, **how)

    assert response.status_code == status, response.content
    assert everything_stored() == before
    error = error_of(response)
    assert set(error) == {"code", "message", "findings", "values"}
    assert error["message"]
    return error


@pytest.mark.parametrize(("fields", "named"), FIELDS.values(), ids=FIELDS)
def test_report_of_the_wrong_shape_is_refused_and_its_field_named(hall, fields, named):
    error = refusal(hall, hall.body(**fields), status=400)

    assert error["code"] == "malformed"
    assert list(error["values"]["fields"]) == [named]


@pytest.mark.parametrize(("body", "said"), BODIES.values(), ids=BODIES)
def test_report_that_cannot_be_read_is_refused_and_says_why(hall, body, said):
    error = refusal(hall, body, status=400)

    assert error["code"] in ("malformed", "too_large")
    assert said in error["message"]


@pytest.mark.parametrize(("fields", "rule", "seats"), FINDINGS.values(), ids=FINDINGS)
def test_report_that_cannot_be_right_is_refused_and_its_seats_named(hall, fields, rule, seats):
    """O09."""
    error = refusal(hall, hall.body(**fields), status=422)

    assert error["code"] == "report_refused"
    first = error["findings"][0]
    assert (first["code"], first["seats"]) == (rule, seats)
    assert all(f"\u2066{seat}\u2069" in first["sentence"] for seat in seats)


def test_report_with_a_player_of_another_table_is_refused(hall):
    """O09."""
    stranger = table_of(hall.championship, 2).seats.get(position=4).entry.number

    error = refusal(hall, hall.body(lines=three_and({"seat": 4, "cards": 5, "entry": stranger})), status=422)

    assert [(finding["code"], finding["seats"]) for finding in error["findings"]] == [("VA1", [4])]
    assert f"#{stranger} does not sit here" in error["findings"][0]["sentence"]


@pytest.mark.parametrize(
    ("fields", "code", "status"),
    [
        ({"stage": "second"}, "unknown_round", 404),
        ({"table": 3}, "unknown_round", 404),
        ({"number": 4}, "unknown_round", 404),
        ({"place": 5, "number": 1}, "unknown_round", 404),
        ({"stage": "final"}, "pass_for_other_tables", 403),
        ({"number": 1, "seen": 1, "lines": lines((1, 0), (2, 9), (3, 4), (4, 5))}, "correction_needs_reason", 422),
    ],
    ids=["stage", "table", "round 4", "place", "stage of another pass", "correction without a reason"],
)
def test_report_of_what_is_not_there_is_refused(hall, fields, code, status):
    assert refusal(hall, hall.body(**fields), status=status)["code"] == code


def test_report_with_a_used_id_and_other_content_is_refused(hall):
    again = {**hall.counted, "lines": lines((1, 0), (2, 3), (3, 4), (4, 6))}

    error = refusal(hall, again, status=409)

    assert error["code"] == "client_id_reused"
    assert error["values"]["stored"]["client_id"] == hall.counted["client_id"]


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("other_table", 403, "pass_for_other_tables"),
        ("elsewhere", 403, "pass_for_other_championship"),
        ("revoked", 401, "pass_revoked"),
        ("expired", 401, "pass_expired"),
    ],
)
def test_report_with_a_pass_that_does_not_open_is_refused(hall, name, status, code):
    assert refusal(hall, hall.body(), by=getattr(hall, name), status=status)["code"] == code


@pytest.mark.parametrize("scheme", ["Pass {}", "Pass", "pass  {} ", "PASS \u00e9"])
def test_report_with_a_token_of_nobody_is_refused(hall, scheme):
    headers = {"Authorization": scheme.format(NOBODYS)}
    before = everything_stored()

    response = post(hall.championship, hall.body(), **headers)

    assert (response.status_code, error_of(response)["code"]) == (401, "pass_unknown")
    assert response.headers["WWW-Authenticate"] == 'Pass realm="mapal"'
    assert everything_stored() == before


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer x"}, {"X_Mapal": "1"}], ids=str)
def test_report_without_a_pass_is_refused(hall, headers):
    response = post(hall.championship, hall.body(), **headers)

    assert (response.status_code, error_of(response)["code"]) == (401, "pass_missing")


def test_report_by_a_short_code_in_the_header_is_refused(hall):
    """A short code can be guessed: it is exchanged where failures are counted."""
    response = post(hall.championship, hall.body(), Authorization=f"Pass {hall.own.code}")

    assert (response.status_code, error_of(response)["code"]) == (401, "pass_unknown")


def test_report_by_a_cookie_that_was_changed_is_refused(hall):
    phone = Client()
    phone.post("/api/v1/passes/", {"token": hall.own.token}, content_type="application/json")
    phone.cookies["mapal_pass"] = phone.cookies["mapal_pass"].value[:-1] + "x"

    response = post(hall.championship, hall.body(), client=phone, X_Mapal="1")

    assert (response.status_code, error_of(response)["code"]) == (401, "pass_missing")


def test_report_to_a_championship_that_is_not_there_is_refused(hall):
    response = Client().post(
        "/api/v1/championships/nowhere/reports/",
        json.dumps(hall.body()),
        content_type="application/json",
        headers={"Authorization": f"Pass {hall.own.token}"},
    )

    assert (response.status_code, error_of(response)["code"]) == (404, "not_found")


def test_report_of_a_stage_that_has_not_begun_is_refused(hall):
    response = post(hall.early, body_of(hall.early), by=hall.early_pass)

    assert (response.status_code, error_of(response)["code"]) == (409, "stage_not_started")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options"])
def test_report_by_another_method_is_refused(hall, method):
    response = getattr(Client(), method)(
        address(hall.championship, "reports/"), headers={"Authorization": f"Pass {hall.own.token}"}
    )

    assert (response.status_code, error_of(response)["code"]) == (405, "method_not_allowed")


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=30),
    st.just("1"),
)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner), max_leaves=8
)
COUNTS = st.one_of(st.none(), st.integers(0, 12), st.integers(-2, 250), SCALARS)
LINES = st.fixed_dictionaries(
    {},
    optional={
        "seat": st.one_of(st.integers(1, 5), SCALARS),
        "cards": COUNTS,
        "entry": st.one_of(st.integers(1, 9), SCALARS),
        "points": COUNTS,
        "hand": st.one_of(st.lists(st.sampled_from(["r5", "CC", "x", ""])), ANYTHING),
        "more": ANYTHING,
    },
)
FACTS = st.dictionaries(
    st.sampled_from(["last_card", "direction", "chain_answers", "turns", "plus3_answers", "penalties", "ends_run"]),
    st.one_of(st.sampled_from(["r5", "rP", "+3", "CC", "b2+"]), st.lists(st.integers(1, 4)), ANYTHING),
)
REPORTS = st.fixed_dictionaries(
    {
        "client_id": st.one_of(st.uuids().map(str), ANYTHING),
        "stage": st.one_of(st.sampled_from(["qualifiers", "final"]), ANYTHING),
        "table": st.one_of(st.integers(1, 2), ANYTHING),
        "number": st.one_of(st.integers(1, 3), ANYTHING),
    },
    optional={
        "place": st.one_of(st.integers(0, 4), ANYTHING),
        "outcome": st.one_of(st.sampled_from(["won", "called_off"]), ANYTHING),
        "winner": st.one_of(st.none(), st.integers(1, 5), ANYTHING),
        "lines": st.one_of(st.lists(LINES, max_size=6), ANYTHING),
        "seen": st.one_of(st.integers(0, 2), ANYTHING),
        "reason": ANYTHING,
        "overrides": st.one_of(st.dictionaries(st.sampled_from(["VA2", "VA5", "VA9", "x"]), ANYTHING), ANYTHING),
        "facts": st.one_of(FACTS, ANYTHING),
        "confirm": ANYTHING,
        "more": ANYTHING,
    },
)
EXPECTED = {200, 201, 400, 401, 403, 404, 409, 422}


@given(body=st.one_of(REPORTS, ANYTHING), what=st.sampled_from(["reports/", "reports/preview/"]))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_sent_is_answered(hall, body, what):
    response = post(hall.championship, body, by=hall.own, what=what)

    assert response.status_code in EXPECTED
    assert isinstance(response.json(), dict)


NEARLY = st.fixed_dictionaries(
    {
        "table": st.just(1),
        "number": st.integers(1, 4),
        "place": st.integers(0, 5),
        "outcome": st.sampled_from(["won", "won", "called_off", "void"]),
        "winner": st.one_of(st.none(), st.integers(1, 5)),
        "lines": st.lists(
            st.fixed_dictionaries({"seat": st.integers(1, 6), "cards": st.one_of(st.none(), st.integers(0, 40))}),
            max_size=5,
            unique_by=lambda line: line["seat"],
        ),
        "seen": st.integers(0, 2),
        "reason": st.text(max_size=5),
        "facts": st.fixed_dictionaries(
            {},
            optional={
                "last_card": st.sampled_from(["r5", "rP", "+3", "CC", "b2+", "zz", ""]),
                "direction": st.integers(-1, 1),
                "chain_answers": st.one_of(st.integers(0, 3), st.lists(st.integers(1, 6), max_size=3)),
                "turns": st.dictionaries(st.sampled_from("123456"), st.integers(0, 20)),
                "is_crazy_laid": st.booleans(),
                "plus3_laid": st.integers(0, 4),
                "penalties": st.integers(0, 4),
            },
        ),
    }
)


@given(fields=NEARLY, what=st.sampled_from(["reports/", "reports/preview/"]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_has_the_right_shape_is_answered(hall, fields, what):
    response = post(hall.championship, hall.body(**{**fields, "client_id": str(uuid4())}), by=hall.own, what=what)

    assert response.status_code in EXPECTED
