"""Plan, draw and start at the desk: chosen and published by the organiser, unseen by others before."""

import re

import pytest

from championship.enums import DrawState, Role
from championship.models import Draw
from championship.services import people, stages
from scoring import advisor
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship():
    """Ten players registered and here, two of them of one family; no plan yet."""
    championship = factories.make_championship()
    for index in range(10):
        factories.make_entry(
            championship,
            first_name=f"Player{index}",
            last_name="",
            family=1 if index < 2 else None,
            is_checked_in=True,
        )
    return championship


@pytest.fixture
def client(championship):
    return desk_of(championship)


def publish(championship, players=10):
    stages.publish_plan(championship, by=factories.organiser_of(championship), format_=advisor.plan(players))


def plan_form(players=10, **more):
    return {"players": str(players), "key": advisor.alternatives(players)[0].key, **more}


# The plan


def test_plans_are_for_those_who_are_here_the_recommended_first(championship, client):
    page = text(client.get(at(championship, "plan/")).content.decode())

    assert "10 here, 10 registered" in page
    assert page.index("recommended") < page.index("Publish this plan")


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("3", "too few"),
        ("121", "waiting list"),
        ("1000", "waiting list"),
        ("7", "Exception"),
        ("96", "official shape"),
    ],
)
def test_every_number_has_plans_or_a_reason(championship, client, players, words):
    assert words in text(client.get(at(championship, "plan/"), {"players": players}).content.decode())


@pytest.mark.parametrize("players", ["", "x", "-1", "0", "9" * 30])
def test_number_that_is_none_is_asked_for_again(championship, client, players):
    response = client.get(at(championship, "plan/"), {"players": players})

    assert response.status_code == 200
    assert "errorlist" in response.content.decode()


def test_plan_is_published_in_one_press(championship, client):
    response = client.post(at(championship, "plan/"), plan_form(8), follow=True)

    championship.refresh_from_db()
    assert [(stage.key, stage.tables.count()) for stage in championship.stages.order_by("order")] == [
        ("qualifiers", 2),
        ("final", 1),
    ]
    assert championship.is_public
    assert "published" in said(response)[0]


def test_exceptions_are_approved_with_a_reason(championship, client):
    form = plan_form(7)

    refused = client.post(at(championship, "plan/"), form)
    assert refused.status_code == 409
    assert championship.seat_plans.count() == 0

    client.post(at(championship, "plan/"), {**form, "reason": "only seven came"})
    assert championship.seat_plans.get().reason.text == "only seven came"


def test_another_plan_says_why_and_keeps_what_was_typed(championship, client):
    publish(championship, 8)

    refused = client.post(at(championship, "plan/"), plan_form(10))
    assert refused.status_code == 409
    client.post(at(championship, "plan/"), plan_form(10, reason="two more came"))

    assert list(championship.seat_plans.values_list("number", "reason__text")) == [(1, None), (2, "two more came")]


def test_plan_that_is_not_offered_is_refused(championship, client):
    response = client.post(at(championship, "plan/"), {"players": "10", "key": "99-9"})

    assert response.status_code == 409
    assert championship.seat_plans.count() == 0


def test_plan_is_fixed_once_a_round_is_in():
    championship = factories.make_started(players=8)
    factories.make_report(championship, 1, 1)
    client = desk_of(championship)

    page = text(client.get(at(championship, "plan/")).content.decode())
    response = client.post(at(championship, "plan/"), plan_form(8, reason="x"))

    assert "the plan is fixed" in page
    assert response.status_code == 409
    assert championship.seat_plans.count() == 1


# The draw


def test_draw_without_a_plan_says_what_comes_first(championship, client):
    assert "Publish the seat plan first" in text(client.get(at(championship, "draw/")).content.decode())
    assert client.post(at(championship, "draw/"), {"apart": ["family"]}).status_code == 409


def test_draw_is_seen_by_the_organiser_alone_until_it_is_published(championship, client):
    publish(championship)

    client.post(at(championship, "draw/"), {"apart": ["family", "club"]})

    drawn = Draw.objects.get()
    assert "only you see it" in text(client.get(at(championship, "draw/")).content.decode())
    assert championship.stages.get(key="qualifiers").seats.filter(entry__isnull=False).count() == 0
    referee = desk_of(championship, Role.HEAD_REFEREE)
    assert referee.get(at(championship, "draw/")).status_code == 404
    for page in ("", "tables/", "log/", "tables/qualifiers-1/", "players/?q=1"):
        assert "table 1, seat" not in text(referee.get(at(championship, page)).content.decode())
    assert "Player1" not in client.get(f"/c/{championship.slug}/").content.decode()

    client.post(at(championship, f"draw/{drawn.pk}/publish/"))

    assert championship.stages.get(key="qualifiers").seats.filter(entry__isnull=False).count() == 10
    assert "Player1" in client.get(f"/c/{championship.slug}/").content.decode()


def test_draw_again_says_why(championship, client):
    publish(championship)
    client.post(at(championship, "draw/"), {"apart": ["family"]})

    refused = client.post(at(championship, "draw/"), {"apart": ["family"]})
    assert refused.status_code == 409
    client.post(at(championship, "draw/"), {"apart": [], "reason": "one more came"})

    assert list(Draw.objects.order_by("number").values_list("state", "reason__text")) == [
        (DrawState.DISCARDED, None),
        (DrawState.DRAFT, "one more came"),
    ]


def test_o30_wishes_that_were_not_met_are_named(championship, client):
    championship.entries.update(family=1)
    publish(championship)

    client.post(at(championship, "draw/"), {"apart": ["family"]})
    page = text(client.get(at(championship, "draw/")).content.decode())

    assert "2 wishes were not met" in page
    assert "there are more of them than tables" in page
    assert "2 wishes of the draw not met" in text(client.get(at(championship)).content.decode())


@pytest.mark.parametrize("form", [{"apart": ["height"]}, {"apart": ["family"], "reason": "x" * 600}])
def test_draw_that_asks_for_nonsense_is_refused(championship, client, form):
    publish(championship)

    response = client.post(at(championship, "draw/"), form)

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert Draw.objects.count() == 0


def test_draw_for_other_numbers_names_them(championship, client):
    publish(championship, 8)

    response = client.post(at(championship, "draw/"), {"apart": []})

    assert response.status_code == 409
    assert "8 seats" in said(response)[0]
    assert "10 players" in said(response)[0]


def test_draft_made_for_others_is_not_published(championship, client):
    publish(championship)
    client.post(at(championship, "draw/"), {"apart": []})
    people.undo_check_in(championship, 10, by=factories.organiser_of(championship))

    response = client.post(at(championship, f"draw/{Draw.objects.get().pk}/publish/"), follow=True)

    assert "other players than those checked in" in said(response)[0]


# The start


def test_stage_is_started_once(championship, client):
    publish(championship)
    client.post(at(championship, "draw/"), {"apart": []})
    client.post(at(championship, f"draw/{Draw.objects.get().pk}/publish/"))

    for _press in range(2):
        client.post(at(championship, "start/"), {"stage": "qualifiers"})

    assert championship.log.filter(act="stage.started").count() == 1
    assert championship.stages.get(key="qualifiers").started_at


def test_stage_without_players_is_not_started(championship, client):
    publish(championship)

    response = client.post(at(championship, "start/"), {"stage": "qualifiers"}, follow=True)

    assert "0 of them are taken" in said(response)[0]
    assert client.post(at(championship, "start/"), {"stage": "nowhere"}).status_code == 404


def test_start_is_offered_once_somebody_sits_there(championship, client):
    publish(championship)
    assert "Start:" not in client.get(at(championship, "tables/")).content.decode()

    client.post(at(championship, "draw/"), {"apart": []})
    client.post(at(championship, f"draw/{Draw.objects.get().pk}/publish/"))

    page = client.get(at(championship, "tables/")).content.decode()
    assert re.findall(r"Start: ([\w ]+)<", page) == ["Qualifiers"]  # nobody sits in the final yet


def test_head_referee_may_start_a_stage():
    championship = factories.make_published(players=8)

    desk_of(championship, Role.HEAD_REFEREE).post(at(championship, "start/"), {"stage": "qualifiers"})

    assert championship.stages.get(key="qualifiers").started_at
