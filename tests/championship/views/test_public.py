"""The public pages: what they say."""

import re

import pytest
from django.test import Client

from championship.enums import NamePolicy, RulingKind
from championship.services import rulings, stages
from tests import factories
from tests.championship.views import pages
from tests.championship.views.halls import PAGES, address, drawn_with, english, lines_of, one_table, read, reported

pytestmark = pytest.mark.django_db


__all__ = ["english"]


# --- what is shown ---------------------------------------------------------------------------------------------


def test_leaderboard_before_play_shows_seats_in_order(english):
    championship = factories.make_published(players=4)
    names = {seat.position: seat.entry for seat in factories.table_of(championship).seats.select_related("entry")}

    shown = pages.seats(read(english, championship))

    expected = [f"Seat {n} {entry.player.full_name} #{entry.number}" for n, entry in sorted(names.items())]
    assert shown == [re.sub(r"\s+", " ", line) for line in expected]


# seats 1 and 2 win a round each and lose two with one card; totals 0, 0, −2, −9
def test_leaderboard_of_a_shared_first_place_says_1_1_3_4_o02(english):
    championship = one_table()
    reported(championship, (0, 1, 2, 4), (1, 0, 2, 4), (1, 1, 0, 1))

    shown = pages.seats(read(english, championship))

    assert [line.split(" ")[0] for line in shown] == ["1", "1", "3", "4"]
    assert [line.split(" ")[-1] for line in shown] == ["0", "0", "−2", "−9"]
    assert ["shared" in line for line in shown] == [True, True, False, False]


def test_leaderboard_shows_level_players_by_name_with_the_tie_mark_o01(english):
    championship = one_table()
    reported(championship, (0, 3, 3, 3))

    page = read(english, championship)

    level = [line for line in pages.seats(page) if line.startswith("2 ")]
    names = [line.removeprefix("2 2nd place, shared ") for line in level]
    assert len(level) == 3
    assert names == sorted(names, key=str.casefold)
    assert page.count("is-shared") == 3


def test_leaderboard_of_an_unfinished_table_is_provisional_and_counts_no_unplayed_round_o05(english):
    championship = one_table()
    reported(championship, (0, 1, 2, 3), (1, 0, 2, 3))

    page, table = read(english, championship), read(english, championship, "tables/{first}-1/")

    assert "After round 2 of 3 · provisional" in pages.main(page).replace(" provisional", " · provisional")
    assert [line.split(" ")[-1] for line in pages.seats(page)] == ["+1", "+1", "−4", "−6"]
    assert "Standing so far" in pages.main(table)
    assert table.count('<bdi dir="ltr" class="points is-none">–</bdi>') == 4


def test_final_that_is_tied_shows_no_champion_until_the_tie_break_o04(english):
    championship = one_table()
    reported(championship, (0, 1, 2, 4), (1, 0, 2, 4), (1, 1, 0, 1))

    before = read(english, championship)
    factories.make_report(championship, 1, 1, place=1, lines=lines_of((1, 2), (2, 0)), winner=2)
    after = read(english, championship)

    assert "podium" not in before
    assert "Tie-break at table 1" in pages.main(before)
    assert [line for line in pages.seats(before) if "tie-break" in line] == pages.seats(before)[:2]
    assert "Tie-break at table 1" not in pages.main(after)
    assert "Champion" in pages.main(after)
    assert [line.split(" ")[0] for line in pages.seats(after)] == ["1", "2", "3", "4"]


def test_leaderboard_marks_who_is_through_and_in_danger(english):
    championship = factories.make_started(players=8)
    factories.play_table(championship, 1)
    reported(championship, (0, 1, 9, 9), (0, 1, 9, 9), table=2)

    shown = pages.seats(read(english, championship))

    qualifiers = shown[:8]
    assert [line.rsplit(" ", 1)[0].endswith("through") for line in qualifiers[:4]] == [True, True, False, False]
    assert [line.rsplit(" ", 1)[0].endswith("in danger") for line in qualifiers[4:]] == [False, False, True, True]


def test_leaderboard_names_where_the_players_of_free_seats_come_from(english):
    championship = factories.make_started(players=8)

    free = pages.seats(read(english, championship))[8:]

    assert free == [
        "Seat 1 Qualifiers: winner of table 1",
        "Seat 2 Qualifiers: winner of table 2",
        "Seat 3 Qualifiers: 2nd place of table 1",
        "Seat 4 Qualifiers: 2nd place of table 2",
    ]


def test_leaderboard_says_which_stage_is_played_and_how_many_tables_still_are(english):
    championship = factories.make_started(players=8)
    factories.play_table(championship, 1)

    assert "Qualifiers: 1 of 2 tables is still playing." in pages.main(read(english, championship))


def test_leaderboard_marks_the_table_that_changed_last(english):
    championship = factories.make_started(players=8)
    factories.play_table(championship, 1)
    factories.play_table(championship, 2)

    latest = re.findall(r'<article class="[^"]*is-latest[^"]*" id="([^"]+)"', read(english, championship))

    assert latest == ["table-qualifiers-2"]


def test_state_is_a_word_and_a_shape_o43(english):
    page = read(english, factories.make_started(players=8))

    badges = re.findall(r'<span class="state state-playing">.*?</span>', page, re.DOTALL)

    assert len(badges) == 2
    assert all("shapes.svg#state-playing" in badge and pages.text(badge) == "playing" for badge in badges)


def test_namesakes_have_their_numbers_beside_them_o47_o48(english):
    noa = {"first_name": "Noa", "last_name": "Cohen"}
    championship = drawn_with(noa, noa, others=2)

    shown = pages.seats(read(english, championship))

    assert {line.split("Noa Cohen ")[1] for line in shown if "Noa Cohen" in line} == {"#3", "#4"}


def test_child_without_consent_is_a_number_on_every_page(english):
    championship = drawn_with({"first_name": "Secret", "last_name": "Child", "has_consent": False})

    read_pages = [read(english, championship, page) for page in (*PAGES, "players/4/", "?q=secret")]

    assert not [page for page in read_pages if "Child" in page]
    assert "Nobody found" in read_pages[-1]
    assert "#4" in pages.main(read_pages[0])


def test_name_policy_initial_hides_last_names(english):
    championship = drawn_with({"first_name": "Noa", "last_name": "Zuckermann"}, name_policy=NamePolicy.INITIAL)

    page = read(english, championship)

    assert "Noa Z." in page
    assert "Zuckermann" not in page


# --- one table, one player, the bracket ------------------------------------------------------------------------


def test_table_page_shows_points_of_each_round_and_where_places_lead(english):
    championship = factories.make_started(players=8)
    reported(championship, (0, 2, 3, 4), (0, 1, 2, 5), (3, 0, 1, 2))

    page = read(english, championship, "tables/qualifiers-1/")

    rows = [pages.text(row) for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL)][1:]
    assert [row.split(" ")[-4:] for row in rows] == [
        ["+2", "+2", "−3", "+1"],
        ["−2", "−1", "+2", "−1"],
        ["−3", "−2", "−1", "−6"],
        ["−4", "−5", "−2", "−11"],
    ]
    assert "Final, table 1, seat 1" in rows[0]
    assert "Where this table leads" in pages.main(page)


def test_table_page_shows_that_a_result_was_corrected(english):
    championship = one_table()
    reported(championship, (0, 1, 2, 3))
    factories.make_report(championship, 1, 1, cards=(0, 1, 2, 5), seen=1, reason="five, not three")

    page = read(english, championship, "tables/{first}-1/")

    assert "Round 1: version 2 counts" in pages.main(page)
    assert "five, not three" not in page


def test_table_page_shows_the_tie_break_round(english):
    championship = one_table()
    reported(championship, (0, 1, 2, 4), (1, 0, 2, 4), (1, 1, 0, 1))
    factories.make_report(championship, 1, 1, place=1, lines=lines_of((1, 2), (2, 0)), winner=2)

    shown = pages.main(read(english, championship, "tables/{first}-1/"))

    assert "Tie-break T1" in shown
    assert "2 cards left" in shown


def test_table_page_keeps_the_places_of_who_left(english):
    championship = one_table()
    reported(championship, (0, 1, 2, 3))
    table = factories.table_of(championship)
    entry = table.seats.get(position=1).entry
    by = factories.organiser_of(championship)
    rulings.make(
        table.stage,
        RulingKind.WITHDRAWAL,
        client_id=factories.make_sent().client_id,
        reason="went home",
        by=by,
        table=table,
        entry=entry,
        values={"after_round": 1},
    )

    shown = pages.seats(read(english, championship))

    assert shown[-1] == f"4 4th place {entry.player.full_name} #{entry.number} withdrew +2"
    assert "went home" not in read(english, championship, "tables/{first}-1/")


def test_player_page_says_table_and_seat_first(english):
    championship = factories.make_published(players=8)
    seat = factories.table_of(championship, 2).seats.get(position=3)

    shown = pages.main(read(english, championship, f"players/{seat.entry.number}/"))

    assert "Qualifiers Table 2 Seat 3" in shown
    assert shown.index("Qualifiers Table 2 Seat 3") < shown.index("What comes next")


def test_player_page_of_who_is_through_shows_the_next_seat_and_the_way_so_far(english):
    championship = factories.make_started(players=8)
    factories.play_table(championship, 2)
    winner = factories.table_of(championship, 2).seats.get(position=1).entry

    shown = pages.main(read(english, championship, f"players/{winner.number}/"))

    assert "Final Table 1 Seat 2" in shown
    assert "The way so far Qualifiers, table 2" in shown


def test_player_page_of_who_is_out_says_the_place(english):
    championship = factories.make_started(players=8)
    factories.play_table(championship, 1)
    last = factories.table_of(championship, 1).seats.get(position=4).entry

    shown = pages.main(read(english, championship, f"players/{last.number}/"))

    assert "4th place at table 1. Thank you for playing!" in shown


def test_player_page_without_a_seat_says_when_there_will_be_one(english):
    championship = factories.make_championship(players=4)
    stages.publish_plan(championship, by=factories.organiser_of(championship))

    assert "No seat yet" in pages.main(read(english, championship, "players/2/"))


@pytest.mark.parametrize(("language", "first_column_is_left"), [("en", True), ("he", False)])
def test_bracket_flows_with_the_language(language, first_column_is_left):
    championship = factories.make_started(players=32)
    factories.play_table(championship, 1)
    client = Client()
    client.cookies["mapal_language"] = language

    page = read(client, championship, "bracket/")

    columns = [float(x) for x in re.findall(r'class="column-name" x="([0-9.]+)"', page)]
    assert len(re.findall(r'<rect class="frame"', page)) == 8 + 2 + 1
    assert (columns == sorted(columns)) is first_column_is_left
    assert page.count("is-taken") == 1


def test_bracket_shows_wild_cards_w2_and_where_open_seats_are_filled_from(english):
    championship = factories.make_published(players=26)

    page = read(english, championship, "bracket/")

    lines = [pages.text(line) for line in re.findall(r'<text class="is-open".*?</text>', page, re.DOTALL)]
    assert page.count("Best of the stage, number ") == 2
    assert "4 · Qualifiers: number 1 of those in 2nd place 4 · 2nd, best number 1" in lines
    assert "1 · Second stage: winner of table 1 1 · 1st, table 1" in lines


def test_bracket_names_a_stage_of_one_table_instead_of_the_table(english):
    championship = factories.make_published(players=16)

    page = read(english, championship, "bracket/")

    assert "5 · 1st, Second-place playoff</text>" in page


def test_bracket_has_the_same_as_a_list(english):
    championship = factories.make_started(players=8)

    shown = pages.main(read(english, championship, "bracket/"))

    assert "1st place goes on to: Final, table 1, seat 1." in shown
    assert "Qualifiers: winner of table 2" in shown


def test_bracket_cuts_a_long_name_only_with_a_sign(english):
    name = "Maximiliana Konstantinopolitanczykowianeczka"
    championship = drawn_with({"first_name": name, "last_name": "Cohen"})

    page = read(english, championship, "bracket/")

    assert name[:26] + "…" in page
    assert re.search(rf"<title>\d · .?{name} Cohen", page)


# --- find me ---------------------------------------------------------------------------------------------------


def test_find_by_name_or_number_works_without_javascript(english):
    championship = factories.make_published(players=8)
    seat = factories.table_of(championship, 2).seats.get(position=3)
    entry = seat.entry

    by_number = read(english, championship, f"?q={entry.number}")
    by_name = read(english, championship, f"?q={entry.player.first_name}")

    assert "Table 2, seat 3" in pages.main(by_number)
    assert by_number.count('class="card has-spine ticket') == 1
    assert f"{entry.player.full_name} #{entry.number} Table 2, seat 3" in pages.main(by_name)


def test_find_for_htmx_is_the_list_alone(english):
    championship = factories.make_published(players=8)

    response = english.get(address(championship), {"q": "1"}, headers={"HX-Request": "true"})

    assert "<html" not in response.content.decode()
    assert "seat-big" in response.content.decode()
    assert "HX-Request" in response.headers["Vary"]


@pytest.mark.parametrize("q", ["", " ", "\0", "#", "9" * 400, "%' OR 1=1 --", "🂡"])
def test_find_takes_whatever_is_typed(english, q):
    championship = factories.make_published(players=4)

    assert english.get(address(championship), {"q": q}).status_code == 200
