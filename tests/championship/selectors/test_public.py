"""What the public pages show of a board, from JSON written by hand: no database."""

import pytest

from championship.selectors import public
from championship.selectors.public_values import Feeder, Mark, Where


def row(entry, place, total=0, **more):
    return {
        "seat": entry,
        "entry": entry,
        "name": f"Player {entry}",
        "rounds": [None, None, None],
        "total": total,
        "place": place,
        "is_shared": False,
        "is_decided": False,
        "missed": [],
        "left_by": None,
        "is_in_danger": False,
        "tie_breaks": {},
        "to": None,
        **more,
    }


def table(number, rows, *, state="playing", rounds_played=1, free=(), **more):
    seats = [{"seat": one["seat"], "entry": one["entry"], "name": one["name"]} for one in rows]
    return {
        "number": number,
        "state": state,
        "hall": "",
        "starts_at": None,
        "rounds_played": rounds_played,
        "is_complete": state in {"decided", "confirmed", "tied"},
        "seats": [*seats, *({"seat": seat, "entry": None, "name": None} for seat in free)],
        "rows": rows,
        "owed": [],
        "tie_breaks": [],
        "leads_to": [],
        "corrected": [],
        "changed_at": None,
        "clock": None,
        "doubtful_seats": [],
        **more,
    }


def stage(key, order, tables, *, is_started=True):
    return {
        "key": key,
        "order": order,
        "started_at": "2027-10-19T07:00:00+00:00" if is_started else None,
        "is_closed": False,
        "rounds": 3,
        "system": "lunada",
        "lots_owed": [],
        "tables": tables,
    }


def ticket(table_number, place, to_table, to_seat, *, rank=0, entry=None):
    return {
        "from_stage": "qualifiers",
        "from_table": table_number,
        "place": place,
        "rank": rank,
        "to_stage": "final",
        "to_table": to_table,
        "to_seat": to_seat,
        "entry": entry,
        "is_given": False,
    }


def data(*stages, tickets=(), players=None, final=None):
    entries = {one["entry"]: one["name"] for s in stages for t in s["tables"] for one in t["rows"]}
    return {
        "slug": "hall",
        "epoch": "e",
        "version": 7,
        "changed_at": "2027-10-19T08:00:00+00:00",
        "plan": {"number": 1},
        "players": {str(entry): name for entry, name in (players or entries).items()},
        "stages": list(stages),
        "tickets": list(tickets),
        "final": final,
    }


def qualifiers(**more):
    return stage("qualifiers", 1, [table(1, [row(1, 1, 2), row(2, 2, -1)], **more)])


FINAL = stage("final", 2, [table(1, [], rounds_played=0, state="waiting", free=(1, 2))], is_started=False)


@pytest.mark.parametrize(
    ("states", "is_started", "expected"),
    [
        (("playing", "waiting", "waiting"), (True, False, False), ["a", "b", "c"]),
        (("decided", "playing", "waiting"), (True, True, False), ["b", "c", "a"]),
        (("playing", "playing", "waiting"), (True, True, False), ["b", "a", "c"]),
        (("decided", "decided", "playing"), (True, True, True), ["c", "b", "a"]),
    ],
    ids=["first", "second", "an earlier one still open", "last"],
)
def test_leaderboard_reads_from_what_is_being_played(states, is_started, expected):
    stages = [
        stage(key, order, [table(1, [row(order, 1)], state=state)], is_started=started)
        for order, (key, state, started) in enumerate(zip("abc", states, is_started, strict=True), start=1)
    ]

    assert [one.key for one in public.leaderboard(data(*stages)).stages] == expected


def test_leaderboard_that_is_over_reads_backwards():
    stages = [stage(key, order, [table(1, [row(order, 1)], state="decided")]) for order, key in enumerate("abc", 1)]
    over = {"places": [{"place": 1, "podium": 1, "entry": 3, "name": "Player 3"}]}

    shown = public.leaderboard(data(*stages, final=over))

    assert [one.key for one in shown.stages] == ["c", "b", "a"]
    assert shown.stages[0].tables[0].rows[0].mark is Mark.CHAMPION


def test_leaderboard_podium_keeps_shared_places_and_ends_at_the_third():
    places = [
        {"place": place, "podium": rank, "entry": place, "name": str(rank)}
        for place, rank in [(1, 1), (2, 2), (2, 2), (4, 3), (5, 4)]
    ]

    shown = public.leaderboard(data(qualifiers(), final={"places": places}))

    assert [place["podium"] for place in shown.podium] == [1, 2, 2, 3]


def test_free_seats_stand_last_and_know_where_their_player_comes_from():
    shown = public.table(data(qualifiers(), FINAL, tickets=[ticket(1, 1, 1, 1)]), "final", 1)

    assert [(one.seat, one.feeder) for one in shown.rows] == [(1, Feeder("qualifiers", 1, 1, 0)), (2, None)]


@pytest.mark.parametrize(
    ("more", "mark"),
    [
        ({}, None),
        ({"is_in_danger": True}, Mark.DANGER),
        ({"to": {"stage": "final", "table": 1, "seat": 2}, "is_in_danger": True}, Mark.THROUGH),
        ({"left_by": "withdrawal", "to": {"stage": "final", "table": 1, "seat": 2}}, Mark.LEFT),
    ],
    ids=["none", "danger", "through", "left"],
)
def test_row_has_one_mark_the_strongest(more, mark):
    first = stage("qualifiers", 1, [table(1, [row(1, 1, **more)])])

    assert public.table(data(first, FINAL), "qualifiers", 1).rows[0].mark is mark


def test_row_may_still_go_on_while_the_stages_wild_card_is_open_w1():
    seconds = [table(1, [row(1, 1), row(2, 2, is_decided=True)], state="decided"), table(2, [row(3, 1)])]
    wild = ticket(0, 2, 1, 2, rank=1)

    shown = public.journey(data(stage("qualifiers", 1, seconds), FINAL, tickets=[wild]), 2)

    assert shown.now.row.mark is Mark.PENDING
    assert not shown.is_over


def test_row_has_no_place_before_a_round_was_played():
    shown = public.table(data(qualifiers(rounds_played=0)), "qualifiers", 1)

    assert [(one.seat, one.place, one.total) for one in shown.rows] == [(1, None, None), (2, None, None)]


def test_journey_goes_from_seat_to_seat():
    final = stage("final", 2, [table(1, [row(1, 1)])])

    shown = public.journey(data(qualifiers(state="decided"), final), 1)

    assert [(stop.table.key, stop.row.seat) for stop in shown.stops] == [("qualifiers-1", 1), ("final-1", 1)]
    assert shown.now.table.key == "final-1"
    assert not shown.is_over


def test_journey_of_who_is_out_is_over():
    assert public.journey(data(qualifiers(state="decided"), FINAL), 2).is_over


def test_journey_of_nobody_is_none():
    assert public.journey(data(qualifiers()), 99) is None


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("", []),
        ("noa", [4, 12]),
        ("NOA co", [12]),
        ("12", [12]),
        ("#12", [12]),
        ("1", [1]),
        ("levi noa", [4]),
        ("nobody", []),
    ],
)
def test_found_by_number_or_all_words_of_a_name(text, entries):
    players = {1: "Dan", 4: "Noa Levi", 12: "Noa Cohen", 31: "Uri"}

    found = public.found(data(qualifiers(), players=players), text)

    assert sorted(one.entry for one in found) == entries


def test_found_are_at_most_so_many():
    players = {number: f"Noa {number}" for number in range(1, 40)}

    assert len(public.found(data(qualifiers(), players=players), "noa", at_most=5)) == 5


def test_table_that_is_not_there_is_none():
    assert public.table(data(qualifiers()), "qualifiers", 2) is None


def test_feeders_by_seat():
    assert public.feeders(data(qualifiers(), tickets=[ticket(0, 2, 1, 2, rank=1)])) == {
        Where("final", 1, 2): Feeder("qualifiers", 0, 2, 1)
    }
