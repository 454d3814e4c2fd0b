"""The public side: from the board in memory, one query, and nothing that is not public (design.md §4.9, §4.10)."""

import json

import pytest
from django.test import Client

from championship.models import Entry
from championship.selectors import board
from championship.services import draws, people, stages
from tests.championship.api.calls import address, error_of
from tests.factories import (
    make_championship,
    make_entry,
    make_pass,
    make_published,
    make_report,
    make_started,
    organiser_of,
    play_table,
    table_of,
)

pytestmark = pytest.mark.django_db

ONE = ["", "board/", "stages/", "tables/", "tables/qualifiers-1/", "standings/", "tickets/", "players/1/"]


def get(championship, what="", **headers):
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Client().get(address(championship, what), headers=names)


def show(championship, *, is_public):
    stages.show(championship, is_public=is_public, by=organiser_of(championship))


@pytest.mark.parametrize("what", ONE)
@pytest.mark.parametrize("players", [8, 40])
def test_reading_takes_one_query_whatever_the_number_of_players(players, what, django_assert_num_queries):
    hall = make_started(players=players)
    board.current(hall.slug)

    with django_assert_num_queries(1):
        response = get(hall, what)

    assert response.status_code == 200


def test_list_shows_the_public_ones_in_one_query(django_assert_num_queries):
    """O36: a championship that is prepared is in no list."""
    hidden, first = make_championship(players=8), make_published(players=4, venue="Hall A")
    second = make_published(players=4, day="2028-10-19")

    with django_assert_num_queries(1):
        response = Client().get("/api/v1/championships/")

    assert [row["slug"] for row in response.json()] == [second.slug, first.slug]
    assert response.json()[1] == {
        "slug": first.slug,
        "names": {"he": first.name_he, "en": first.name_en, "pl": ""},
        "language": "he",
        "venue": "Hall A",
        "day": "2027-10-19",
        "version": 3,
    }
    assert hidden.slug not in response.content.decode()


@pytest.mark.parametrize("what", ONE)
def test_hidden_championship_is_nowhere(what):
    """O36: 404 by direct address, before it is shown and after it is hidden again."""
    hall = make_started(players=8)
    assert get(hall, what).status_code == 200
    show(hall, is_public=False)

    response = get(hall, what)

    assert response.status_code == 404
    assert error_of(response)["code"] == "not_found"
    assert response.content == Client().get(f"/api/v1/championships/nowhere/{what}").content


def test_championship_says_what_it_is():
    hall = make_started(players=8)

    answer = get(hall).json()

    assert (answer["slug"], answer["version"], answer["players"], answer["final"]) == (hall.slug, 4, 8, None)
    assert answer["plan"]["number"] == 1
    assert [(stage["key"], stage["rounds"], "tables" in stage) for stage in answer["stages"]] == [
        ("qualifiers", 3, False),
        ("final", 3, False),
    ]


def test_stages_show_the_state_of_each_table():
    hall = make_started(players=8)
    play_table(hall)

    qualifiers, final = get(hall, "stages/").json()

    assert qualifiers["tables"] == [
        {"key": "qualifiers-1", "number": 1, "state": "decided", "rounds_played": 3},
        {"key": "qualifiers-2", "number": 2, "state": "playing", "rounds_played": 0},
    ]
    assert final["tables"] == [{"key": "final-1", "number": 1, "state": "waiting", "rounds_played": 0}]


def test_tables_can_be_those_of_one_stage():
    hall = make_started(players=8)

    keys = {what: [table["key"] for table in get(hall, what).json()] for what in ("tables/", "tables/?stage=final")}

    assert keys == {"tables/": ["qualifiers-1", "qualifiers-2", "final-1"], "tables/?stage=final": ["final-1"]}


@pytest.mark.parametrize(
    "what",
    [
        "tables/?stage=second",
        "standings/?stage=second",
        "tables/qualifiers-3/",
        "tables/second-1/",
        "tables/qualifiers-0/",
        f"tables/qualifiers-{'9' * 40}/",
        "players/9/",
        f"players/{'9' * 40}/",
    ],
)
def test_what_is_not_there_is_404(what):
    hall = make_started(players=8)

    response = get(hall, what)

    assert (response.status_code, error_of(response)["code"]) == (404, "not_found")


def test_table_shows_its_standing_and_where_its_places_lead():
    hall = make_started(players=8)
    play_table(hall)
    first, second, *_others = table_of(hall).seats.order_by("position").values_list("entry__number", flat=True)

    table = get(hall, "tables/qualifiers-1/").json()

    assert (table["stage"], table["key"], table["state"]) == ("qualifiers", "qualifiers-1", "decided")
    assert [(row["place"], row["entry"], row["total"], row["to"]) for row in table["rows"][:2]] == [
        (1, first, 6, {"stage": "final", "table": 1, "seat": 1}),
        (2, second, -9, {"stage": "final", "table": 1, "seat": 3}),
    ]
    assert table["leads_to"] == [
        {"place": 1, "stage": "final", "table": 1, "seat": 1},
        {"place": 2, "stage": "final", "table": 1, "seat": 3},
    ]


def test_standings_share_places_and_skip():
    """O02: totals 0, 0, −1, −9 are places 1, 1, 3, 4."""
    hall = make_started(players=8)
    #  seat   1   2   3   4
    #  1     +2  -1  -1  -3
    #  2     -1  +2  -2  -3
    #  3     -1  -1  +2  -3
    #  sum    0   0  -1  -9
    for number, cards in enumerate([(0, 1, 1, 3), (1, 0, 2, 3), (1, 1, 0, 3)], start=1):
        make_report(hall, number=number, cards=cards)

    standing = get(hall, "standings/?stage=qualifiers").json()[0]
    table = get(hall, "tables/qualifiers-1/").json()

    for rows in (standing["rows"], table["rows"]):
        assert sorted((row["place"], row["total"], row["seat"], row["is_shared"]) for row in rows) == [
            (1, 0, 1, True),
            (1, 0, 2, True),
            (3, -1, 3, False),
            (4, -9, 4, False),
        ]
        assert [row["place"] for row in rows] == [1, 1, 3, 4]
    assert (standing["state"], standing["is_provisional"]) == ("tied", True)


def test_standings_have_no_places_before_the_first_round():
    hall = make_started(players=8)

    standing = get(hall, "standings/").json()[0]

    assert {row["place"] for row in standing["rows"]} == {None}


def test_tickets_are_the_bracket_with_who_took_them():
    hall = make_started(players=8)
    play_table(hall)
    winner = table_of(hall).seats.get(position=1).entry

    tickets = get(hall, "tickets/").json()

    assert tickets[0] == {
        "from_stage": "qualifiers",
        "from_table": 1,
        "place": 1,
        "rank": 0,
        "to_stage": "final",
        "to_table": 1,
        "to_seat": 1,
        "entry": winner.number,
        "is_given": False,
        "name": winner.player.full_name,
    }
    assert [(t["from_table"], t["place"], t["entry"] is None) for t in tickets] == [
        (1, 1, False),
        (2, 1, True),
        (1, 2, False),
        (2, 2, True),
    ]


def test_player_is_told_where_to_sit_next():
    hall = make_started(players=8)
    play_table(hall)
    winner, loser = (table_of(hall).seats.get(position=position).entry for position in (1, 4))

    sits, is_out = (get(hall, f"players/{entry.number}/").json() for entry in (winner, loser))

    assert (sits["now"]["stage"], sits["now"]["table"], sits["now"]["seat"]) == ("final", 1, 1)
    assert [(stop["stage"], stop["place"], stop["total"]) for stop in sits["path"]] == [
        ("qualifiers", 1, 6),
        ("final", None, None),
    ]
    assert (sits["is_over"], is_out["is_over"], is_out["now"]["place"]) == (False, True, 4)


def test_player_without_a_seat_sits_nowhere():
    hall = make_championship(players=4)
    show(hall, is_public=True)

    assert get(hall, "players/1/").json() == {
        "number": 1,
        "name": Entry.objects.get(number=1).player.full_name,
        "now": None,
        "path": [],
        "is_over": False,
    }


def test_reading_names_nobody_without_consent_and_no_contact():
    hall = make_started(players=8)
    shy = Entry.objects.get(championship=hall, number=1)
    shy.has_consent = False
    shy.note = "allergic to nuts"
    shy.save()
    shy.player.phone, shy.player.email, shy.player.first_name = "050-1234567", "shy@example.org", "Unspeakable"
    shy.player.save()
    play_table(hall)

    said = "".join(get(hall, what).content.decode() for what in ONE)

    assert '"name":"#1"' in said
    for secret in ("Unspeakable", "050-1234567", "shy@example.org", "allergic", "has_consent"):
        assert secret not in said


def test_draft_draw_is_nowhere():
    hall = make_championship(players=8)
    by = organiser_of(hall)
    stages.publish_plan(hall, by=by)
    people.check_in(hall, range(1, 9), by=by)
    draws.make(hall, seed="draft", by=by)

    tables = get(hall, "tables/?stage=qualifiers").json()

    assert [seat["entry"] for table in tables for seat in table["seats"]] == [None] * 8


def test_board_is_everything_at_one_version():
    hall = make_started(players=8)

    answer = get(hall, "board/").json()

    assert answer == json.loads(json.dumps(board.current(hall.slug).data))


@pytest.mark.parametrize("what", ONE)
def test_reader_who_has_the_version_is_told_304(what, django_assert_num_queries):
    hall = make_started(players=8)
    first = get(hall, what)
    assert first.headers["Cache-Control"] == "public, no-cache"

    with django_assert_num_queries(1):
        again = get(hall, what, If_None_Match=f'"other", {first.headers["ETag"]}')

    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])


def test_etag_changes_with_every_public_change_and_with_nothing_else():
    """design.md §4.9."""
    hall = make_started(players=8)
    before = get(hall).headers["ETag"]
    make_pass(hall)  # the desk's own
    unchanged = get(hall).headers["ETag"]
    make_entry(hall, first_name="Late", last_name="Comer")  # the board lists its players
    registered = get(hall).headers["ETag"]
    make_report(hall)

    changed = get(hall, If_None_Match=before)

    assert (unchanged, changed.status_code) == (before, 200)
    assert len({before, registered, changed.headers["ETag"]}) == 3


def test_list_has_an_etag_of_its_own():
    make_published(players=4)
    first = Client().get("/api/v1/championships/")

    again = Client().get("/api/v1/championships/", headers={"If-None-Match": first.headers["ETag"]})
    make_published(players=4)
    changed = Client().get("/api/v1/championships/", headers={"If-None-Match": first.headers["ETag"]})

    assert [again.status_code, changed.status_code] == [304, 200]


def test_head_is_answered_without_a_body():
    hall = make_started(players=8)

    response = Client().head(address(hall))

    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["ETag"] == get(hall).headers["ETag"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_reading_is_all_that_can_be_done(method):
    hall = make_started(players=8)

    response = getattr(Client(), method)(address(hall))

    assert (response.status_code, error_of(response)["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    ("path", "said"),
    [("/api/v1/", "See /api/docs/."), ("/api/v1/nothing/", "See"), ("/api/v1/championships", "end with a slash")],
)
def test_other_addresses_are_404_in_the_shape_of_every_error(path, said):
    response = Client().get(path)

    assert (response.status_code, error_of(response)["code"]) == (404, "not_found")
    assert said in error_of(response)["message"]


def test_reading_answers_json_alone():
    hall = make_started(players=4)

    as_page, as_xml = get(hall, Accept="text/html,*/*;q=0.8"), get(hall, Accept="application/xml")

    assert (as_page.status_code, as_page.headers["Content-Type"]) == (200, "application/json")
    assert (as_xml.status_code, error_of(as_xml)["code"]) == (406, "not_acceptable")


def test_reading_ignores_a_pass_that_opens_nothing():
    hall = make_started(players=8)

    assert get(hall, Authorization="Pass nobodys").status_code == 200


def test_championship_deleted_while_its_board_is_read_is_404(monkeypatch):
    hall = make_started(players=4)
    gone = board.Mark(hall.pk + 1, 7, "9d4a1c1e-0f4e-4f0c-8c8e-1d2e3f4a5b6c")
    monkeypatch.setattr(board, "mark", lambda slug: gone)

    assert get(hall).status_code == 404
