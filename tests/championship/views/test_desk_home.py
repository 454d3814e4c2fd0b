"""The desk's home: one's championships, a new one, the day as a line, the one next thing to do."""

import pytest

from championship.enums import RulingKind
from championship.models import Championship
from championship.selectors import desk as selectors
from championship.selectors.desk import Phase, Step
from championship.services import draws, people, rulings, stages
from scoring import advisor
from tests import factories
from tests.championship.views.desks import at, desk_of, said, signed_in
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db

DETAILS = {
    "name_he": "אליפות",
    "name_en": "Autumn",
    "name_pl": "",
    "day": "2027-10-19",
    "venue": "Lunada",
    "language": "he",
    "name_policy": "initial",
    "capacity": "96",
    "hands": "optional",
}


def new_form(**more):
    return {**DETAILS, "slug": "autumn", **more}


# A new championship


def test_championship_is_made_hidden_and_its_maker_runs_it():
    user = factories.make_user()
    client = signed_in(user)

    response = client.post("/desk/new/", new_form())

    made = Championship.objects.get(slug="autumn")
    assert response["Location"] == at(made)
    assert (made.name_he, made.name_policy, made.capacity, made.is_public) == ("אליפות", "initial", 96, False)
    assert list(made.memberships.values_list("user", "role")) == [(user.pk, "organiser")]
    assert client.get(at(made)).status_code == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"name_he": "", "name_en": ""},
        {"slug": "with space"},
        {"slug": "עברית"},
        {"slug": "taken"},
        {"slug": ""},
        {"day": "tomorrow"},
        {"day": ""},
        {"language": "fr"},
        {"name_policy": "all"},
        {"capacity": "-1"},
        {"capacity": "9" * 30},
        {"name_en": "x" * 500},
        {"name_en": "\0"},
    ],
    ids=lambda wrong: ",".join(f"{name}={value[:12]}" for name, value in wrong.items()),
)
def test_championship_that_cannot_be_keeps_the_form(wrong):
    factories.make_championship(slug="taken")
    client = signed_in(factories.make_user())

    response = client.post("/desk/new/", new_form(venue="Kept", **wrong))

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert 'value="Kept"' in response.content.decode()
    assert Championship.objects.count() == 1


def test_o58_hostile_title_is_text():
    hostile = "</title><script>alert(1)</script>"
    championship = factories.make_championship(name_en=hostile, venue=hostile)
    client = desk_of(championship)

    for address in ("/desk/", at(championship), at(championship, "settings/")):
        assert "<script>alert" not in client.get(address).content.decode()


# Settings


def test_details_are_changed_and_the_public_sees_it():
    championship = factories.make_published(players=4)
    client = desk_of(championship)
    version = championship.pulse.version

    client.post(at(championship, "settings/"), {**DETAILS, "name_en": "Winter"})

    championship.refresh_from_db()
    championship.pulse.refresh_from_db()
    assert championship.name_en == "Winter"
    assert championship.pulse.version == version + 1
    client.post(at(championship, "settings/"), {**DETAILS, "name_en": "Winter"})
    championship.pulse.refresh_from_db()
    assert championship.pulse.version == version + 1


@pytest.mark.parametrize(("is_public", "status"), [("0", 404), ("1", 200)])
def test_championship_is_hidden_and_shown(is_public, status):
    championship = factories.make_published(players=4)
    client = desk_of(championship)

    client.post(at(championship, "visibility/"), {"is_public": is_public})

    assert client.get(f"/c/{championship.slug}/").status_code == status


# The day


def steps_of_a_day():
    """Walk a championship of eight from nothing to its end; yield it with the step that is due."""
    championship = factories.make_championship()
    by = factories.organiser_of(championship)
    yield championship, Step.IMPORT
    factories.make_entries(championship, 8)
    yield championship, Step.CHECK_IN
    people.check_in(championship, range(1, 9), by=by)
    yield championship, Step.PLAN
    stages.choose_format(championship, advisor.plan(8), by=by)
    yield championship, Step.PUBLISH_PLAN
    stages.publish_plan(championship, by=by)
    yield championship, Step.DRAW
    drawn = draws.make(championship, by=by)
    yield championship, Step.PUBLISH_DRAW
    draws.publish(drawn, by=by)
    yield championship, Step.START
    factories.start_stage(championship)
    yield championship, Step.PLAY
    factories.play_stage(championship)
    yield championship, Step.START
    factories.start_stage(championship, "final")
    yield championship, Step.PLAY
    factories.play_stage(championship, "final")
    yield championship, Step.CLOSE
    rulings.make(
        championship.stages.get(key="final"),
        RulingKind.STAGE_CLOSED,
        client_id="00000000-0000-4000-8000-000000000001",
        reason="over",
        by=by,
    )
    yield championship, Step.OVER


def test_next_thing_leads_from_the_first_registration_to_the_end():
    for championship, expected in steps_of_a_day():
        championship.refresh_from_db()
        assert selectors.day(championship).step is expected
        page = desk_of(championship).get(at(championship))
        assert page.status_code == 200
        assert page.context["button"]


def test_every_next_thing_can_be_opened_or_pressed():
    for championship, _step in steps_of_a_day():
        championship.refresh_from_db()
        client = desk_of(championship)
        context = client.get(at(championship)).context
        if context["start"]:
            assert championship.stages.filter(key=context["start"], started_at=None).exists()
        else:
            assert client.get(context["address"]).status_code == 200


def test_line_of_the_day_tells_how_far_each_part_is():
    championship = factories.make_started(players=8)
    factories.play_table(championship, 1)

    parts = [(part.key, part.phase, part.done, part.total) for part in selectors.day(championship).parts]

    assert parts == [
        ("registration", Phase.DONE, 8, 0),
        ("check_in", Phase.DONE, 8, 8),
        ("plan", Phase.DONE, 8, 0),
        ("draw", Phase.DONE, 0, 0),
        ("qualifiers", Phase.NOW, 1, 2),
        ("final", Phase.AHEAD, 0, 1),
    ]


def test_numbers_that_do_not_fit_ask_for_another_plan():
    championship = factories.make_championship(players=8)
    by = factories.organiser_of(championship)
    stages.publish_plan(championship, by=by)
    people.check_in(championship, range(1, 8), by=by)
    assert selectors.day(championship).step is Step.CHECK_IN

    people.cancel(championship, 8, by=by)
    assert selectors.day(championship).step is Step.PLAN


def test_dispute_comes_before_anything_else():
    championship = factories.make_started(players=8)
    for cards in [(0, 3, 4, 5), (3, 0, 4, 5)]:
        referee = factories.holder_of(factories.make_pass(championship))
        factories.make_report(championship, 1, 1, cards=cards, by=referee)

    response = desk_of(championship).get(at(championship))

    assert selectors.day(championship).step is Step.DISPUTES
    assert response.context["address"] == at(championship, "tables/qualifiers-1/0-1/")
    assert "1 dispute" in text(response.content.decode())


def test_tie_is_counted():
    championship = factories.make_started(players=8)
    for number, cards in enumerate([(0, 3, 4, 5), (3, 0, 4, 5), (1, 1, 0, 5)], start=1):
        factories.make_report(championship, 1, number, cards=cards)

    page = text(desk_of(championship).get(at(championship)).content.decode())

    assert "1 table owes a tie-break round" in page


def test_champion_stands_on_the_home():
    championship = factories.make_started(players=8)
    factories.play_until(championship)
    factories.play_stage(championship, "final")

    page = desk_of(championship).get(at(championship))

    assert page.context["champion"]
    assert "Champion" in text(page.content.decode())


def test_unknown_stage_is_not_started():
    championship = factories.make_started(players=8)
    response = desk_of(championship).post(at(championship, "start/"), {"stage": "final"}, follow=True)

    assert "Nobody has a seat in this stage yet" in said(response)[0]
