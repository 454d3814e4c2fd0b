"""The referee's phone as an app: its worker, its manifest, its sign of life, and what its pages may load."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from championship import rendering
from championship.models import Pulse
from championship.services import passes
from championship.views import phone as phone_views
from tests import factories
from tests.championship.views.phones import ROUND_1, TABLE, phone, phone_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    return factories.make_started(players=8)


def loaded(page):
    """Addresses of scripts, styles, fonts and pictures that a page names, without their fragments."""
    found = re.findall(r'(?:src|href|xlink:href)="(/static/[^"#]+)', page)
    return {address for address in found if not address.endswith(".png")}  # of the home screen, kept by the system


def imported(address):
    """What a script of ours imports, as addresses."""
    path = Path(finders.find(address.removeprefix("/static/")))
    names = re.findall(r'from "(\.[^"]+)"', path.read_text())
    return {re.sub(r"[^/]+/\.\./", "", f"{address.rsplit('/', 1)[0]}/{name}".replace("/./", "/")) for name in names}


@pytest.mark.parametrize("page", ["/r/", "/r/tables/", "/r/offline/", TABLE, ROUND_1])
def test_every_file_of_a_page_is_kept_for_the_time_without_network(championship, page):
    kept = set(phone_views.kept_files())
    needed = loaded(phone_of(championship).get(page).content.decode())
    for script in [address for address in needed if "/phone/" in address]:
        needed |= imported(script)

    assert needed - kept == set()
    assert [address for address in kept if finders.find(address.removeprefix(settings.STATIC_URL)) is None] == []
    assert not any(name in address for address in kept for name in ("desk", "public", "worker"))


def test_worker_has_the_referees_pages_as_its_scope_and_is_kept_by_no_cache(championship):
    response = Client().get("/r/worker.js")

    text = response.content.decode()
    about = json.loads(text.splitlines()[0].removeprefix("const MAPAL = ").removesuffix(";"))
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-store" in response["Cache-Control"]
    assert (about["release"], about["scope"]) == (rendering.release(), "/r/")
    assert text == phone(language="he").get("/r/worker.js").content.decode()


@pytest.mark.parametrize(("language", "direction"), [("he", "rtl"), ("en", "ltr"), ("pl", "ltr")])
def test_manifest_makes_it_an_app_in_the_readers_language(language, direction):
    response = Client().get(f"/r/manifest.webmanifest?language={language}")

    content = response.json()
    assert response["Content-Type"] == "application/manifest+json"
    assert (content["lang"], content["dir"]) == (language, direction)
    assert (content["start_url"], content["scope"], content["display"]) == ("/r/", "/r/", "standalone")
    assert {icon["sizes"] for icon in content["icons"]} == {"192x192", "512x512"}
    for icon in content["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_sign_of_life_names_championship_epoch_and_release(championship):
    response = phone_of(championship, 1).get("/r/pulse/")

    epoch = Pulse.objects.get(championship=championship).epoch
    assert response.json() == {
        "championship": championship.slug,
        "epoch": str(epoch),
        "release": rendering.release(),
    }
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("end", ["revoked", "expired", "never scanned"])
def test_sign_of_life_says_what_happened_to_the_pass(championship, end):
    new = factories.make_pass(championship, [1])
    client = phone() if end == "never scanned" else phone(new)
    if end == "revoked":
        passes.revoke(new.row, by=factories.organiser_of(championship))
    elif end == "expired":
        type(new.row).objects.filter(pk=new.row.pk).update(expires_at=new.row.created_at)

    response = client.get("/r/pulse/")

    words = {"revoked": "was revoked", "expired": "has expired", "never scanned": "opens no table"}
    assert response.status_code == 401
    assert words[end] in response.json()["error"]["message"]


def test_page_of_a_round_tells_the_phone_every_round_of_its_table(championship):
    factories.make_report(championship, 1, 1)
    page = phone_of(championship, 1).get(TABLE).content.decode()

    (value,) = re.findall(r'<script id="phone-round" type="application/json">(.*?)</script>', page)
    told = json.loads(value)
    assert (told["round"], told["is_due"], told["expected"], told["stored"]) == ("0-2", True, [1, 2, 3, 4], None)
    assert told["rounds"]["0-1"] == {
        "title": "Round 1 of 3",
        "short": "Round 1",
        "save": "Save round 1",
        "revision": 1,
        "address": ROUND_1,
    }
    assert told["rounds"]["1-1"]["title"] == "Tie-break round for 1st place"


def test_o27_page_of_a_saved_round_tells_what_is_stored(championship):
    factories.make_report(championship, 1, 1, cards=(0, 3, None, 5))
    page = phone_of(championship, 1).get(ROUND_1).content.decode()

    (value,) = re.findall(r'<script id="phone-round" type="application/json">(.*?)</script>', page)
    assert json.loads(value)["stored"] == {
        "outcome": "won",
        "winner": 1,
        "cards": {"1": 0, "2": 3, "3": None, "4": 5},
        "points": {"1": None, "2": None, "3": None, "4": None},
    }
