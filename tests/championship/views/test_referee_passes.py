"""A referee's pass and the tables it opens: scanned, typed, guessed, held, left."""

import pytest
from django.core.cache import cache
from django.test import Client

from championship import guesses, paces, pass_cookie
from championship.models import Report
from championship.services import passes
from tests import factories
from tests.championship.views.phones import ROUND_1, TABLE, entered, looked_at, phone, phone_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_started(players=8)


@pytest.fixture(autouse=True)
def _no_wrong_codes():
    cache.clear()


def test_token_is_exchanged_for_a_cookie_and_leaves_the_address(championship):
    new = factories.make_pass(championship, [1])
    client = Client()

    response = client.get(f"/r/{new.token}")

    assert (response.status_code, response["Location"]) == (302, "/r/tables/")
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    cookie = response.cookies[pass_cookie.NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert new.token not in cookie.value
    assert client.get("/r/tables/")["Location"] == TABLE


@pytest.mark.parametrize("page", ["/r/", "/r/tables/", TABLE, ROUND_1])
def test_no_page_is_kept_or_names_its_address_to_others(championship, page):
    response = phone_of(championship).get(page)

    assert response.status_code == 200
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert '<meta name="referrer" content="same-origin">' in response.content.decode()


@pytest.mark.parametrize("end", ["revoked", "expired", "unknown"])
def test_token_that_opens_nothing_says_why(championship, end):
    new = factories.make_pass(championship, [1])
    token = new.token
    if end == "revoked":
        passes.revoke(new.row, by=factories.organiser_of(championship))
    elif end == "expired":
        type(new.row).objects.filter(pk=new.row.pk).update(expires_at=new.row.created_at)
    else:
        token = "x" * 32

    response = phone().get(f"/r/{token}")

    words = {"revoked": "was revoked", "expired": "has expired", "unknown": "opens nothing"}
    assert response.status_code == 403
    assert words[end] in text(response)
    assert pass_cookie.NAME not in response.cookies


def test_short_code_is_taken_however_it_is_typed(championship):
    new = factories.make_pass(championship, [1])

    for typed in (new.code, new.code.lower(), f"{new.code[:4]}-{new.code[4:]}", f" {new.code[:4]} {new.code[4:]} "):
        response = phone().post("/r/", {"code": typed})
        assert (response.status_code, response["Location"]) == (302, "/r/tables/")


def test_wrong_codes_are_limited_and_right_ones_of_a_hall_are_not(championship):
    new = factories.make_pass(championship)

    for _phone in range(3 * guesses.MOST_FAILURES):
        assert phone().post("/r/", {"code": new.code}).status_code == 302
    for _guess in range(guesses.MOST_FAILURES):
        assert phone().post("/r/", {"code": "22222222"}).status_code == 403

    assert phone().post("/r/", {"code": new.code}).status_code == 429
    assert phone().get(f"/r/{new.token}").status_code == 302
    assert phone(REMOTE_ADDR="10.0.0.9").post("/r/", {"code": new.code}).status_code == 302


def test_wrong_tokens_are_limited_and_right_ones_open_all_the_same(championship):
    new = factories.make_pass(championship)

    for _guess in range(guesses.MOST_FAILURES):
        assert phone().get(f"/r/{'x' * 32}").status_code == 403

    assert phone().get(f"/r/{'y' * 32}").status_code == 429
    assert phone().get(f"/r/{new.token}").status_code == 302


def test_pass_that_posts_faster_than_a_hall_is_stopped_on_page_and_api_alike(championship, monkeypatch):
    monkeypatch.setattr(paces, "MOST_REPORTS", 3)
    first, second = phone_of(championship, 1), phone_of(championship, 1)
    form = entered((0, 3, 4, 5))

    answers = [first.post(ROUND_1, form).status_code for _look in range(5)]

    assert answers == [200, 200, 200, 429, 429]
    assert second.post(ROUND_1, form).status_code == 200


def test_hall_that_comes_back_with_everything_at_once_is_not_stopped():
    """24 phones with 30 waiting entries each, and one phone with six tables, within one minute (design.md §10)."""
    for number in range(24):
        assert all(paces.is_within("reports", f"pass-{number}", paces.MOST_REPORTS) for _entry in range(30))
    assert all(paces.is_within("reports", "pass-six", paces.MOST_REPORTS) for _entry in range(6 * 30))


def test_revoked_pass_says_so_at_its_table(championship):
    new = factories.make_pass(championship, [1])
    client = phone(new)
    passes.revoke(new.row, by=factories.organiser_of(championship))

    assert "was revoked" in text(client.get(TABLE))


def test_tampered_cookie_opens_nothing(championship):
    client = phone_of(championship)
    client.cookies[pass_cookie.NAME] = client.cookies[pass_cookie.NAME].value + "x"

    assert client.get("/r/tables/")["Location"] == "/r/"


def test_phone_holds_every_sheet_it_scanned(championship):
    client = phone_of(championship, 1)
    assert client.get("/r/t/qualifiers-2/").status_code == 403

    client.get(f"/r/{factories.make_pass(championship, [2]).token}")

    assert [client.get(f"/r/t/qualifiers-{number}/").status_code for number in (1, 2)] == [200, 200]
    assert text(client.get("/r/tables/")).count("Round 1 of 3") == 2


def test_pass_of_another_championship_replaces_those_held(championship):
    client = phone_of(championship, 1)
    other = factories.make_started(players=8)

    client.get(f"/r/{factories.make_pass(other, [2]).token}")

    assert client.get("/r/t/qualifiers-2/").status_code == 200
    assert client.get(TABLE).status_code == 403


def test_leaving_forgets_every_pass(championship):
    client = phone_of(championship, 1)

    client.post("/r/leave/")

    assert client.get(TABLE).status_code == 403


def test_revoked_pass_ends_the_page_it_was_on(championship):
    new = factories.make_pass(championship, [1])
    client = phone(new)
    form, _shown = looked_at(client, ROUND_1, entered((0, 3, 4, 5)))

    passes.revoke(new.row, by=factories.organiser_of(championship))

    assert client.post(ROUND_1, form).status_code == 403
    assert Report.objects.count() == 0


def test_list_has_the_tables_that_wait_first(championship):
    for number in (1, 2, 3):
        factories.make_report(championship, 1, number)
    client = phone_of(championship)

    page = text(client.get("/r/tables/"))

    assert page.index("Table 2") < page.index("Table 1")
    assert "decided" in page
    assert "playing" in page


@pytest.mark.parametrize("players", [8, 25])
def test_list_asks_as_often_for_two_tables_as_for_six(players, django_assert_num_queries):
    championship = factories.make_started(players=players)
    client = phone_of(championship)

    with django_assert_num_queries(10):
        client.get("/r/tables/")


def test_code_opens_while_nothing_can_be_counted(championship, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    new = factories.make_pass(championship, [1])
    client = Client()

    assert client.post("/r/", {"code": "ABCD-2345"}).status_code == 403
    assert client.post("/r/", {"code": new.code})["Location"] == "/r/tables/"
