"""The page of the draw: promised, frozen, cut, seats kept and exchanged, published; and what the public reads."""

import json

import pytest
from django.test import Client

from championship.models import Draw, DrawSwap
from championship.services import people, stages
from engine.__main__ import main
from scoring import advisor
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db

CARDS = "אדום 5, עצור ירוק, כחול 2"


@pytest.fixture
def championship():
    championship = factories.make_championship(players=8)
    by = factories.organiser_of(championship)
    stages.publish_plan(championship, by=by)
    people.check_in(championship, range(1, 9), by=by)
    championship.refresh_from_db()
    return championship


@pytest.fixture
def client(championship):
    return desk_of(championship)


def anybody():
    reader = Client()
    reader.cookies["mapal_language"] = "en"
    return reader


def page_of(client, championship, page="draw/"):
    return text(client.get(at(championship, page)).content.decode())


def test_draw_is_promised_frozen_cut_published_and_checked_by_anybody(championship, client, tmp_path, capsys):
    client.post(at(championship, "draw/promise/"))
    assert "Freeze the list when everybody is here" in page_of(client, championship)
    client.post(at(championship, "draw/freeze/"), {"apart": ["family"]})
    assert "Draw with these cards" in page_of(client, championship)
    client.post(at(championship, "draw/cut/"), {"cards": CARDS})
    assert CARDS in page_of(client, championship)
    drawn = Draw.objects.get()
    one, other = drawn.request["entries"][:2]
    follows = client.get(at(championship, f"draw/{drawn.pk}/swap/"), {"one": one, "other": other})
    assert "What follows" in follows.content.decode()
    client.post(at(championship, f"draw/{drawn.pk}/swap/"), {"one": one, "other": other, "reason": "near the door"})
    client.post(at(championship, f"draw/{drawn.pk}/publish/"))

    reader = anybody()
    public = text(reader.get(f"/c/{championship.slug}/draw/").content.decode())
    assert CARDS in public
    assert f"#{one} ⇄ #{other} : near the door" in public
    assert drawn.proof.secret in public
    proof, request = tmp_path / "proof.json", tmp_path / "draw.json"
    proof.write_bytes(reader.get(f"/c/{championship.slug}/draw/proof-1.json").content)
    request.write_bytes(reader.get(f"/c/{championship.slug}/draw/draw.json").content)
    assert main(["draw", "--check", str(proof)]) == 0
    capsys.readouterr()
    assert main(["draw", str(request)]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == drawn.result["seats"]
    changed = json.loads(proof.read_text(encoding="utf-8"))
    changed["names"]["1"], changed["names"]["2"] = changed["names"]["2"], changed["names"]["1"]
    proof.write_text(json.dumps(changed), encoding="utf-8")
    assert main(["draw", "--check", str(proof)]) == 1


def test_day_does_not_take_a_preview_for_a_draw(championship, client):
    client.post(at(championship, "draw/promise/"))
    client.post(at(championship, "draw/"), {"apart": []})

    assert "Publish the draw" not in client.get(at(championship)).content.decode()

    client.post(at(championship, "draw/freeze/"))
    client.post(at(championship, "draw/cut/"), {"cards": CARDS})

    home = client.get(at(championship)).context["day"]
    assert (home.has_draft, home.step) == (True, "publish_draw")


def test_repeat_needs_a_reason_and_shows_it_to_everybody(championship, client):
    for page, form in (("promise/", {}), ("freeze/", {}), ("cut/", {"cards": CARDS})):
        client.post(at(championship, f"draw/{page}"), form)

    refused = client.post(at(championship, "draw/promise/"), {"reason": ""}, follow=True)
    assert "say why" in said(refused)[-1]
    client.post(at(championship, "draw/promise/"), {"reason": "the list was wrong"})

    public = text(anybody().get(f"/c/{championship.slug}/draw/").content.decode())
    assert "Drawn again because: the list was wrong" in public


@pytest.mark.parametrize(
    ("page", "form", "status"),
    [("cut/", {}, 422), ("cut/", {"cards": CARDS}, 409), ("freeze/", {"apart": ["height"]}, 422)],
)
def test_step_that_cannot_be_keeps_what_was_typed(championship, client, page, form, status):
    response = client.post(at(championship, f"draw/{page}"), form)

    assert response.status_code == status
    assert not Draw.objects.exists()


def test_kept_seats_stay_in_the_next_draw(championship, client):
    client.post(at(championship, "draw/"), {"apart": []})
    first = Draw.objects.get()
    keep = first.result["seats"][0][:2]

    client.post(at(championship, "draw/"), {"keep": [*map(str, keep), "x", "999999999"], "reason": "again"})

    second = Draw.objects.get(number=2)
    assert second.result["seats"][0][:2] == keep
    page = client.get(at(championship, "draw/")).content.decode()
    assert page.count('form="draw-form" checked') == 2


def test_swap_names_the_wish_it_would_break(championship, client):
    championship.entries.filter(number__in=[1, 2]).update(family=1)
    client.post(at(championship, "draw/"), {"apart": ["family"]})
    drawn = Draw.objects.get()
    home = next(table for table in drawn.result["seats"] if 1 in table)
    neighbour = next(number for number in home if number != 1)

    page = text(
        client.get(at(championship, f"draw/{drawn.pk}/swap/"), {"one": neighbour, "other": 2}).content.decode()
    )
    refused = client.post(at(championship, f"draw/{drawn.pk}/swap/"), {"one": neighbour, "other": 2})

    assert "(family) would sit together" in page
    assert "Now: family: no pair meets. Then: family: 1 pair meets." in page
    assert refused.status_code == 409  # without a reason
    assert not DrawSwap.objects.exists()


@pytest.mark.parametrize("form", [{}, {"one": "1", "other": "99"}, {"one": "1", "other": "1"}])
def test_swap_of_nobody_changes_nothing(championship, client, form):
    client.post(at(championship, "draw/"), {"apart": []})
    drawn = Draw.objects.get()

    response = client.post(at(championship, f"draw/{drawn.pk}/swap/"), {**form, "reason": "x"})

    assert response.status_code in {302, 422}
    assert not DrawSwap.objects.exists()


@pytest.mark.parametrize("seats", [9, 10], ids=["one_missing", "two_missing"])
def test_o21_page_says_that_numbers_do_not_fit_before_anything_is_drawn(championship, client, seats):
    by = factories.organiser_of(championship)
    stages.publish_plan(championship, by=by, format_=advisor.plan(seats), reason="more were expected")

    page = client.get(at(championship, "draw/")).content.decode()

    assert "The numbers do not fit" in page
    assert f"8 here, {seats} seats in the plan." in text(page)
    assert "plan/?players=8" in page
    assert page.count("disabled>") == 1


def test_public_page_before_anything_is_drawn_and_of_a_draw_without_promise(championship, client):
    reader, address = anybody(), f"/c/{championship.slug}/draw/"
    assert "Nothing has been drawn yet" in reader.get(address).content.decode()
    assert reader.get(f"{address}draw.json").status_code == 404
    assert reader.get(f"{address}proof-1.json").status_code == 404

    client.post(at(championship, "draw/"), {"apart": []})
    assert "Nothing has been drawn yet" in reader.get(address).content.decode()
    client.post(at(championship, f"draw/{Draw.objects.get().pk}/publish/"))

    assert "no commitment was published" in reader.get(address).content.decode()
    assert reader.get(f"{address}draw.json").json()["seed"] == Draw.objects.get().seed
    championship.is_public = False
    championship.save()
    assert reader.get(address).status_code == 404
