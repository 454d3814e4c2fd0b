"""A pass is exchanged once for the cookie that pages and API read (design.md §7, §11)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from championship import guesses
from championship.services import passes
from tests.championship.api.calls import body_of, error_of, post
from tests.factories import make_pass, make_started, organiser_of

pytestmark = pytest.mark.django_db


def exchange(data, client=None, **extra):
    return (client or Client()).post("/api/v1/passes/?language=en", data, content_type="application/json", **extra)


@pytest.fixture
def hall():
    return make_started(players=8)


def test_exchange_by_token_says_what_the_pass_opens(hall):
    new = make_pass(hall, [1, 2], label="Tables 1 and 2")

    response = exchange({"token": new.token})

    assert response.status_code == 200
    assert response.json() == {
        "label": "Tables 1 and 2",
        "championship": {"slug": hall.slug, "names": {"he": hall.name_he, "en": hall.name_en, "pl": ""}},
        "opens_all": False,
        "tables": ["qualifiers-1", "qualifiers-2"],
        "expires_at": None,
    }
    assert response.headers["Cache-Control"] == "no-store"


def test_exchange_gives_a_cookie_that_scripts_cannot_read_and_no_token_in_it(hall):
    new = make_pass(hall, [1])

    cookie = exchange({"token": new.token}).cookies["mapal_pass"]

    assert (cookie["httponly"], cookie["samesite"], cookie["path"], bool(cookie["secure"])) == (
        True,
        "Lax",
        "/",
        False,
    )
    assert new.token not in cookie.value


def test_exchange_gives_a_cookie_for_https_only_where_there_is_https(hall, settings):
    settings.IS_HTTPS = True

    cookie = exchange({"token": make_pass(hall).token}).cookies["mapal_pass"]

    assert cookie["secure"] is True


def test_exchange_takes_a_short_code_as_it_is_typed(hall):
    code = make_pass(hall, [1]).code

    typed = [code, f"{code[:4]}-{code[4:]}", f" {code[:4]} {code[4:]} ", code.lower()]

    assert [exchange({"code": text}).status_code for text in typed] == [200] * 4


def test_exchange_opens_the_referees_pages_too(hall):
    """One module signs the cookie: what the API gives opens the referee's table."""
    phone = Client()
    exchange({"code": make_pass(hall, [1]).code}, phone)

    assert phone.get("/r/t/qualifiers-1/").status_code == 200


def test_exchange_at_the_referees_page_opens_the_api_too(hall):
    phone, new = Client(), make_pass(hall, [1])
    phone.get(f"/r/{new.token}")

    assert post(hall, body_of(hall), client=phone, X_Mapal="1").status_code == 201


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({}, ""),
        ({"token": "x", "code": "y"}, ""),
        ({"token": 7}, "token"),
        ({"token": ""}, "token"),
        ({"code": None}, "code"),
        ({"code": "A" * 41}, "code"),
        ({"pass": "x"}, "pass"),
    ],
    ids=str,
)
def test_exchange_of_the_wrong_shape_is_refused(data, named):
    response = exchange(data)

    assert (response.status_code, error_of(response)["code"]) == (400, "malformed")
    assert list(error_of(response)["values"]["fields"]) == [named]


def test_exchange_of_a_pass_that_opens_nothing_is_refused(hall):
    revoked, expired = make_pass(hall), make_pass(hall, expires_at=timezone.now() - timedelta(seconds=1))
    passes.revoke(revoked.row, by=organiser_of(hall))

    answers = [exchange(data) for data in ({"token": revoked.token}, {"code": expired.code}, {"code": "AAAA2222"})]

    assert [(answer.status_code, error_of(answer)["code"]) for answer in answers] == [
        (401, "pass_revoked"),
        (401, "pass_expired"),
        (401, "pass_unknown"),
    ]
    assert all("mapal_pass" not in answer.cookies for answer in answers)


def test_codes_cannot_be_guessed_from_one_address(hall, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_FAILURES", 3)
    new = make_pass(hall, [1])
    wrong = [exchange({"code": f"AAAA222{n}"}).status_code for n in range(3)]

    stopped = exchange({"code": new.code})

    assert wrong == [401, 401, 401]
    assert (stopped.status_code, error_of(stopped)["code"]) == (429, "too_many_requests")
    assert int(stopped.headers["Retry-After"]) == guesses.SECONDS
    assert exchange({"token": "wrong"}).status_code == 429
    assert exchange({"token": new.token}).status_code == 200  # who scans is not stopped by who guesses
    assert exchange({"code": new.code}, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_right_codes_are_not_counted(hall, monkeypatch):
    """A hall behind one router is one address."""
    monkeypatch.setattr(guesses, "MOST_FAILURES", 3)
    code = make_pass(hall, [1]).code

    assert [exchange({"code": code}).status_code for _phone in range(6)] == [200] * 6
