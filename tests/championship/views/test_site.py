"""Language, sign-in, robots, and what is shown when something does not work."""

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views import defaults

from tests import factories
from tests.championship.views import pages

PASSWORD = "four-cards-of-a-fall"


@pytest.fixture
def english():
    client = Client()
    client.cookies["mapal_language"] = "en"
    return client


# --- language --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookie", "own", "language", "direction"),
    [("", "he", "he", "rtl"), ("", "en", "en", "ltr"), ("en", "he", "en", "ltr"), ("xx", "pl", "pl", "ltr")],
    ids=["default", "the championship's", "chosen", "unknown"],
)
def test_page_speaks_the_chosen_language_else_the_championships(cookie, own, language, direction):
    championship = factories.make_published(players=4, language=own)
    client = Client()
    client.cookies["mapal_language"] = cookie

    response = client.get(f"/c/{championship.slug}/")

    assert f'<html lang="{language}" dir="{direction}"' in response.content.decode()
    assert response.headers["Content-Language"] == language


def test_set_language_remembers_it_and_goes_back():
    response = Client(enforce_csrf_checks=True).post("/language/", {"language": "en", "next": "/c/hall/?q=noa"})

    cookie = response.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (response.status_code, response.headers["Location"]) == (303, "/c/hall/?q=noa")
    assert (cookie.value, cookie["samesite"], cookie["max-age"]) == ("en", "Lax", settings.LANGUAGE_COOKIE_AGE)


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_set_language_leads_to_no_other_host(back):
    response = Client().post("/language/", {"language": "he", "next": back})

    assert response.headers["Location"] == "/"


def test_set_language_ignores_languages_we_do_not_speak():
    response = Client().post("/language/", {"language": "xx"})

    assert response.status_code == 303
    assert not response.cookies


def test_set_language_is_no_link():
    assert Client().get("/language/").status_code == 405


# --- sign-in ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_sign_in_and_sign_out(english):
    factories.make_user("dana", password=PASSWORD)

    signed_in = english.post("/sign-in/", {"username": "dana", "password": PASSWORD})
    asked = english.get("/sign-out/")
    at_home = english.get("/").content.decode()
    still_in = "_auth_user_id" in english.session
    signed_out = english.post("/sign-out/")

    assert (signed_in.status_code, signed_in.headers["Location"]) == (302, "/desk/")
    assert "Everything that was saved stays saved." in pages.main(asked.content.decode())
    assert still_in
    assert "My championships" in at_home
    assert (signed_out.status_code, signed_out.headers["Location"]) == (302, "/")
    assert "_auth_user_id" not in english.session


@pytest.mark.django_db
def test_sign_in_with_a_wrong_password_says_so_without_saying_which(english):
    factories.make_user("dana", password=PASSWORD)

    known, unknown = (english.post("/sign-in/", {"username": name, "password": "not it"}) for name in ("dana", "eli"))

    said = [pages.main(response.content.decode()) for response in (known, unknown)]
    assert ["Name and password do not fit." in page for page in said] == [True, True]
    assert said[0].replace("dana", "eli") == said[1]


@pytest.mark.django_db
def test_sign_in_goes_on_to_where_one_wanted_to_be(english):
    factories.make_user("dana", password=PASSWORD)

    response = english.post("/sign-in/", {"username": "dana", "password": PASSWORD, "next": "/c/hall/desk/"})

    assert response.headers["Location"] == "/c/hall/desk/"


@pytest.mark.django_db
def test_sign_in_too_often_rests_for_this_name_alone_and_says_what_to_do(english):
    factories.make_user("dana", password=PASSWORD)
    factories.make_user("eli", password=PASSWORD)

    for _attempt in range(settings.AXES_FAILURE_LIMIT):
        locked = english.post("/sign-in/", {"username": "dana", "password": "not it"})
    other = english.post("/sign-in/", {"username": "eli", "password": PASSWORD})

    assert locked.status_code == 429
    assert "Wait six minutes and try once more" in pages.main(locked.content.decode())
    assert other.status_code == 302


def test_locked_out_page_names_the_pause_that_is_set():
    assert settings.AXES_COOLOFF_TIME * 60 == 6


# --- when something does not work ------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nowhere/", "/c/nowhere/", "/c/nowhere/players/1/"])
def test_unknown_address_has_a_way_out(english, address):
    response = english.get(address)

    page = response.content.decode()
    assert response.status_code == 404
    assert "There is no such page here" in pages.main(page)
    assert '<a class="button" href="/">' in page


def test_form_without_its_token_says_that_nothing_was_saved():
    client = Client(enforce_csrf_checks=True)
    client.cookies["mapal_language"] = "en"

    response = client.post("/sign-in/", {"username": "dana", "password": PASSWORD})

    assert response.status_code == 403
    assert "Nothing was saved." in pages.main(response.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("view", "status", "said"),
    [
        (defaults.bad_request, 400, "Nothing was changed."),
        (defaults.permission_denied, 403, "belongs to the staff of a championship"),
        (defaults.page_not_found, 404, "no such page"),
    ],
)
def test_error_pages_say_what_happened_and_lead_home(view, status, said, settings):
    settings.LANGUAGE_CODE = "en"
    request = RequestFactory().get("/")

    response = view(request, ValueError("secret of the machine"))

    page = response.content.decode()
    assert response.status_code == status
    assert said in page
    assert 'href="/"' in page
    assert "secret" not in page


def test_server_error_page_needs_no_database():  # the test has none: a query would raise
    page = render_to_string("500.html")

    assert 'href="/"' in page
    assert not pages.INLINE.search(page)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/sign-in/", "/sign-out/", "/nowhere/"])
def test_pages_of_the_site_have_nothing_inline_and_nothing_from_elsewhere(english, address):
    page = english.get(address).content.decode()

    assert not pages.INLINE.search(page)
    assert not pages.ELSEWHERE.search(page)


def test_robots_stay_away_from_players_and_staff():
    response = Client().get("/robots.txt")

    lines = response.content.decode().splitlines()
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert {"Disallow: /c/*/players/", "Disallow: /r/", "Disallow: /c/*/desk/"} <= set(lines)
