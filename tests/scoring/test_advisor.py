"""Plans for every number of players (rules.md §6.3–§6.6)."""

import csv
import json
from pathlib import Path

import pytest

from engine import bracket
from scoring.advisor import Advice, Remark, alternatives, describe, feasible_tables, plan
from scoring.errors import NoPlan
from scoring.format_checks import problems
from scoring.formats import FINAL, PLAYOFF, QUALIFIERS, SECOND, Format, Route, StageFormat

GOLDEN = Path(__file__).parent / "golden" / "plans.csv"
"""The table of rules.md §6.5, row by row."""

CHAMPIONSHIPS = Path(__file__).parents[2] / "fixtures" / "championships"

with GOLDEN.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def sizes(format: Format) -> dict[str, tuple[int, ...]]:
    """Table sizes by stage."""
    return {stage.key: stage.sizes for stage in format.stages}


def edges(format: Format) -> dict[tuple[str, int, int], tuple[str, int, int]]:
    """Where each place goes: (stage, table, place) -> (stage, table, seat); a wild card is (stage, 0, rank)."""
    planned = bracket.plan_edges(
        [(stage.key, stage.sizes) for stage in format.stages],
        [(route.source, route.place, route.target, route.after) for route in format.routes],
        [(cards.source, cards.place, cards.count, cards.target) for cards in format.wild_cards],
    )
    return {(e.from_stage, e.from_table, e.rank or e.place): (e.to_stage, e.to_table, e.to_seat) for e in planned}


def in_words(players: int) -> dict[str, str]:
    """The plan for *players* as a row of rules.md §6.5 writes it."""
    format = plan(players)
    at = sizes(format)
    feasible = feasible_tables(players)
    second = describe(at.get(SECOND, ())).replace(" ", "") or "–"
    if SECOND in at and 6 in at[SECOND]:
        second += " (E6)"
    if format.wild_cards:
        count = format.wild_cards[0].count
        second += f" ({len(at[QUALIFIERS])} winners + {count} best second{'s' * (count > 1)})"
    playoff, [final] = at.get(PLAYOFF), at[FINAL]
    tops = {route.place for route in format.routes if route.target == FINAL and route.source != PLAYOFF}
    if playoff:
        final_words = f"{final - 1}+1={final}"
    else:
        final_words = f"top 2 of each = {final}" if tops == {1, 2} else str(final)
    return {
        "n": str(players),
        "feasible": f"{feasible[0]}–{feasible[-1]}" if len(feasible) > 1 else str(feasible[0]),
        "tables": str(len(at[QUALIFIERS])),
        "first": describe(at[QUALIFIERS]).replace(" ", ""),
        "second": second,
        "playoff": f"{playoff[0]} seconds → 1{' (E3)' * (playoff == (3,))}" if playoff else "–",
        "final": final_words,
        "code": format.code,
    }


def test_golden_table_has_every_number_from_16_to_120():
    assert [int(row["n"]) for row in ROWS] == list(range(16, 121))


@pytest.mark.parametrize("row", ROWS, ids=[row["n"] for row in ROWS])
def test_plan_is_the_row_of_the_rules(row):
    assert in_words(int(row["n"])) == row


UP_TO_15 = {
    4: ({FINAL: (4,)}, ()),
    5: ({FINAL: (5,)}, ()),
    6: ({FINAL: (6,)}, ("E6",)),
    7: ({QUALIFIERS: (4, 3), FINAL: (4,)}, ("E3",)),
    8: ({QUALIFIERS: (4, 4), FINAL: (4,)}, ()),
    9: ({QUALIFIERS: (5, 4), FINAL: (4,)}, ()),
    10: ({QUALIFIERS: (5, 5), FINAL: (4,)}, ()),
    11: ({QUALIFIERS: (4, 4, 3), FINAL: (4,)}, ("E3", "W1")),
    12: ({QUALIFIERS: (4, 4, 4), FINAL: (4,)}, ("W1",)),
    13: ({QUALIFIERS: (5, 4, 4), FINAL: (4,)}, ("W1",)),
    14: ({QUALIFIERS: (5, 5, 4), FINAL: (4,)}, ("W1",)),
    15: ({QUALIFIERS: (5, 5, 5), FINAL: (4,)}, ("W1",)),
}


@pytest.mark.parametrize("players", UP_TO_15)
def test_plan_for_less_than_16_follows_the_rules(players):
    format = plan(players)

    assert (sizes(format), format.exceptions) == UP_TO_15[players]


def test_plan_for_11_needs_a_table_of_three_c12():
    assert feasible_tables(11) == range(3, 3)
    assert plan(11).exceptions == ("E3", "W1")


def test_plan_for_80_is_the_official_shape_c13():
    format = plan(80)

    assert sizes(format) == {QUALIFIERS: (5,) * 16, SECOND: (4, 4, 4, 4), PLAYOFF: (4,), FINAL: (5,)}
    assert (format.preset, format.code, format.exceptions) == ("lunada", "FULL", ())


def test_plan_for_120_seats_six_at_the_second_stage_c14():
    format = plan(120)

    assert sizes(format) == {QUALIFIERS: (5,) * 24, SECOND: (6, 6, 6, 6), PLAYOFF: (4,), FINAL: (5,)}
    assert (format.preset, format.code, format.exceptions) == ("lunada", "E6", ("E6",))


def test_plan_for_121_is_refused_c15():
    with pytest.raises(NoPlan) as refused:
        plan(121)

    assert refused.value.values == {
        "reason": "too_many",
        "players": 121,
        "most": 120,
        "tables_needed": 25,
        "tables_allowed": 24,
        "near": [120],
        "alternatives": [{"code": "waiting_list", "players": 1}, {"code": "flights", "flights": 2}],
    }


def test_plan_sends_a_second_place_to_the_playoff_seat_of_its_table_c10():
    assert edges(plan(96))[SECOND, 3, 2] == (PLAYOFF, 1, 3)


def test_plan_sends_the_winner_of_table_10_to_the_third_seat_of_table_2_c11():
    assert edges(plan(120))[QUALIFIERS, 10, 1] == (SECOND, 2, 3)


@pytest.mark.parametrize("players", range(4, 121))
def test_plan_fills_each_later_seat_exactly_once(players):
    for advice in alternatives(players):
        seats = [
            (stage.key, table, seat)
            for stage in advice.format.stages[1:]
            for table, size in enumerate(stage.sizes, start=1)
            for seat in range(1, size + 1)
        ]
        assert problems(advice.format) == []
        assert sorted(edges(advice.format).values()) == sorted(seats)
        assert advice.format.players == players


def test_plan_of_the_official_shape_has_the_seat_plan_of_the_rules():
    # §6.6 with S = 4: winner k -> table ((k-1) mod 4)+1, seat (k-1)//4+1; ticket holder last in the final
    qualifiers = {
        (QUALIFIERS, 1, 1): (SECOND, 1, 1), (QUALIFIERS, 2, 1): (SECOND, 2, 1), (QUALIFIERS, 3, 1): (SECOND, 3, 1),
        (QUALIFIERS, 4, 1): (SECOND, 4, 1), (QUALIFIERS, 5, 1): (SECOND, 1, 2), (QUALIFIERS, 6, 1): (SECOND, 2, 2),
        (QUALIFIERS, 7, 1): (SECOND, 3, 2), (QUALIFIERS, 8, 1): (SECOND, 4, 2), (QUALIFIERS, 9, 1): (SECOND, 1, 3),
        (QUALIFIERS, 10, 1): (SECOND, 2, 3), (QUALIFIERS, 11, 1): (SECOND, 3, 3), (QUALIFIERS, 12, 1): (SECOND, 4, 3),
        (QUALIFIERS, 13, 1): (SECOND, 1, 4), (QUALIFIERS, 14, 1): (SECOND, 2, 4), (QUALIFIERS, 15, 1): (SECOND, 3, 4),
        (QUALIFIERS, 16, 1): (SECOND, 4, 4), (QUALIFIERS, 17, 1): (SECOND, 1, 5),
    }  # fmt: skip
    second = {
        (SECOND, 1, 1): (FINAL, 1, 1), (SECOND, 2, 1): (FINAL, 1, 2),
        (SECOND, 3, 1): (FINAL, 1, 3), (SECOND, 4, 1): (FINAL, 1, 4),
        (SECOND, 1, 2): (PLAYOFF, 1, 1), (SECOND, 2, 2): (PLAYOFF, 1, 2),
        (SECOND, 3, 2): (PLAYOFF, 1, 3), (SECOND, 4, 2): (PLAYOFF, 1, 4),
    }  # fmt: skip

    assert edges(plan(81)) == {**qualifiers, **second, (PLAYOFF, 1, 1): (FINAL, 1, 5)}


def test_plan_with_wild_cards_seats_winners_first_and_seconds_last():
    # 31 players, W1: seven winners, the best second in the free seat; second of table j -> final seat 2+j
    assert edges(plan(31)) == {
        **{(QUALIFIERS, k, 1): (SECOND, (k - 1) % 2 + 1, (k - 1) // 2 + 1) for k in range(1, 8)},
        (QUALIFIERS, 0, 1): (SECOND, 2, 4),
        (SECOND, 1, 1): (FINAL, 1, 1),
        (SECOND, 2, 1): (FINAL, 1, 2),
        (SECOND, 1, 2): (FINAL, 1, 3),
        (SECOND, 2, 2): (FINAL, 1, 4),
    }


def test_plan_for_12_gives_the_best_second_the_last_final_seat():
    assert edges(plan(12)) == {
        (QUALIFIERS, 1, 1): (FINAL, 1, 1),
        (QUALIFIERS, 2, 1): (FINAL, 1, 2),
        (QUALIFIERS, 3, 1): (FINAL, 1, 3),
        (QUALIFIERS, 0, 1): (FINAL, 1, 4),
    }


def test_plan_as_a_whole_value():
    assert plan(24) == Format(
        preset="lunada-compact",
        stages=(
            StageFormat(QUALIFIERS, (5, 5, 5, 5, 4), rounds=3, played_off=(1,)),
            StageFormat(FINAL, (5,), rounds=3, played_off=(1,)),
        ),
        routes=(Route(QUALIFIERS, 1, FINAL),),
        exceptions=("D5",),
    )


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (8, {QUALIFIERS: (1, 2), FINAL: (1,)}),
        (12, {QUALIFIERS: (1, 2), FINAL: (1,)}),
        (18, {QUALIFIERS: (1, 2), PLAYOFF: (1,), FINAL: (1,)}),
        (24, {QUALIFIERS: (1,), FINAL: (1,)}),
        (28, {QUALIFIERS: (1, 2), SECOND: (1, 2), FINAL: (1,)}),
        (40, {QUALIFIERS: (1,), SECOND: (1, 2), FINAL: (1,)}),
        (50, {QUALIFIERS: (1,), SECOND: (1, 2), PLAYOFF: (1,), FINAL: (1,)}),
        (96, {QUALIFIERS: (1,), SECOND: (1, 2), PLAYOFF: (1,), FINAL: (1,)}),
    ],
)
def test_plan_plays_off_seconds_where_they_advance(players, expected):
    assert {stage.key: stage.played_off for stage in plan(players).stages} == expected


@pytest.mark.parametrize("folder", ["n024", "n064", "n096"])
def test_plan_is_that_of_the_recorded_championship(folder):
    recorded = json.loads((CHAMPIONSHIPS / folder / "championship.json").read_text(encoding="utf-8"))

    format = plan(len(recorded["entries"]))

    assert format.preset == recorded["preset"]
    assert format.code == recorded["code"]
    assert {stage.rounds for stage in format.stages} == {recorded["rounds"]}
    assert recorded["plan"] == [
        {"stage": stage.key, "tables": list(stage.sizes), "ties_broken_for_places": list(stage.played_off)}
        for stage in format.stages
    ]


# --- other table counts


@pytest.mark.parametrize(
    ("players", "tables", "expected", "exceptions"),
    [
        (70, 14, {QUALIFIERS: (5,) * 14, SECOND: (5, 5, 4), PLAYOFF: (3,), FINAL: (4,)}, ("S3", "E3")),
        (70, 15, {QUALIFIERS: (5,) * 10 + (4,) * 5, SECOND: (5, 5, 5), PLAYOFF: (3,), FINAL: (4,)}, ("S3", "E3")),
        (100, 24, {QUALIFIERS: (5,) * 4 + (4,) * 20, SECOND: (6,) * 4, PLAYOFF: (4,), FINAL: (5,)}, ("E6",)),
        (20, 5, {QUALIFIERS: (4,) * 5, FINAL: (5,)}, ("D5",)),
        (6, 2, {QUALIFIERS: (3, 3), FINAL: (4,)}, ("E3",)),
    ],
)
def test_plan_at_another_feasible_count_recomputes_the_code(players, tables, expected, exceptions):
    format = plan(players, tables=tables)

    assert (sizes(format), format.exceptions) == (expected, exceptions)


def test_plan_at_11_tables_is_refused_since_11_winners_cannot_be_split():
    with pytest.raises(NoPlan) as refused:
        plan(50, tables=11)

    assert refused.value.values == {
        "reason": "winners",
        "players": 50,
        "tables": 11,
        "near": [],
        "alternatives": [
            {"code": "tables", "tables": 10, "exceptions": ["S2"]},
            {"code": "tables", "tables": 12, "exceptions": ["S3", "E3"]},
        ],
    }


@pytest.mark.parametrize(
    ("players", "tables", "near"),
    [(96, 19, [95]), (64, 17, [68]), (96, 25, []), (96, 0, []), (96, -1, []), (40, 11, []), (7, 1, [5])],
)
def test_plan_at_tables_that_do_not_seat_so_many_is_refused(players, tables, near):
    with pytest.raises(NoPlan) as refused:
        plan(players, tables=tables)

    values = refused.value.values
    assert (values["reason"], values["tables"], values["near"]) == ("tables", tables, near)
    assert values["alternatives"] == [
        {"code": "tables", "tables": count, "exceptions": list(plan(players, tables=count).exceptions)}
        for count in sorted({advice.tables for advice in alternatives(players)})
    ]


@pytest.mark.parametrize("players", [-5, 0, 1, 2, 3])
@pytest.mark.parametrize("ask", [plan, alternatives])
def test_fewer_than_four_players_are_refused(players, ask):
    with pytest.raises(NoPlan) as refused:
        ask(players)

    assert refused.value.values == {
        "reason": "too_few",
        "players": players,
        "fewest": 4,
        "near": [4],
        "alternatives": [],
    }


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (0, []), (3, []), (4, [1]), (6, []), (7, []), (11, []), (20, [4, 5]), (44, [9, 10, 11]),
        (96, [20, 21, 22, 23, 24]), (100, [20, 21, 22, 23, 24]), (120, [24]), (121, []),
    ],
)  # fmt: skip
def test_feasible_tables_are_those_of_4_and_5_up_to_24(players, expected):
    assert list(feasible_tables(players)) == expected


def test_feasible_tables_exist_for_all_but_six_numbers():
    assert [n for n in range(1, 121) if not feasible_tables(n)] == [1, 2, 3, 6, 7, 11]


# --- alternatives


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (4, ["1"]),
        (6, ["1", "2-1"]),
        (11, ["3-1"]),
        (20, ["4-1-1", "5-1"]),
        (30, ["6-2-1", "7-2-1"]),
        (44, ["9-2-1", "10-2-1"]),
        (50, ["12-3-1-1", "10-2-1", "12-4-1-1"]),
        (64, ["16-4-1-1", "13-3-1-1", "13-4-1-1", "14-3-1-1", "14-4-1-1", "15-3-1-1", "15-4-1-1"]),
        (76, ["16-4-1-1", "17-4-1-1", "18-4-1-1", "19-4-1-1"]),
        (120, ["24-4-1-1", "24-5-1"]),
    ],
)
def test_alternatives_list_the_recommended_plan_first(players, expected):
    listed = alternatives(players)

    assert [advice.key for advice in listed] == expected
    assert [advice.is_recommended for advice in listed] == [True] + [False] * (len(expected) - 1)
    assert listed[0].format == plan(players)


@pytest.mark.parametrize(
    ("players", "key", "expected"),
    [
        (101, "21-5-1", {SECOND: (5, 4, 4, 4, 4), FINAL: (5,)}),
        (120, "24-5-1", {SECOND: (5, 5, 5, 5, 4), FINAL: (5,)}),
        (48, "12-4-1-1", {SECOND: (3, 3, 3, 3), PLAYOFF: (4,), FINAL: (5,)}),
        (63, "13-4-1-1", {SECOND: (4, 3, 3, 3), PLAYOFF: (4,), FINAL: (5,)}),
    ],
)
def test_alternatives_offer_the_other_second_stages_of_the_rules(players, key, expected):
    [advice] = [advice for advice in alternatives(players) if advice.key == key]

    assert {name: tables for name, tables in sizes(advice.format).items() if name != QUALIFIERS} == expected


def test_alternatives_say_what_is_good_and_bad_in_each():
    assert [(advice.key, advice.pros, advice.cons) for advice in alternatives(50)] == [
        (
            "12-3-1-1",
            (Remark("second_chance", {"players": 3}),),
            (
                Remark("exception", {"code": "S3"}),
                Remark("exception", {"code": "E3", "tables": 1}),
                Remark("unequal_tables", {"percent_to_win": {"4": 25, "5": 20}}),
                Remark("more_tables", {"tables": 12, "more": 2}),
                Remark("longer_day", {"rounds": 12, "more": 3}),
            ),
        ),
        (
            "10-2-1",
            (
                Remark("equal_tables", {"tables": 10, "size": 5}),
                Remark("fewest_tables", {"tables": 10}),
                Remark("second_chance", {"players": 2}),
                Remark("shorter_day", {"rounds": 9, "fewer": 3}),
            ),
            (Remark("exception", {"code": "S2"}),),
        ),
        (
            "12-4-1-1",
            (Remark("second_chance", {"players": 4}),),
            (
                Remark("exception", {"code": "E3", "tables": 4}),
                Remark("unequal_tables", {"percent_to_win": {"4": 25, "5": 20}}),
                Remark("more_tables", {"tables": 12, "more": 2}),
                Remark("longer_day", {"rounds": 12, "more": 3}),
            ),
        ),
    ]


def test_alternatives_warn_of_a_tie_among_wild_cards_and_of_seconds_left_out():
    [wild_cards] = alternatives(26)
    five_tables = alternatives(20)[1]

    assert wild_cards.cons == (
        Remark("exception", {"code": "W2"}),
        Remark("unequal_tables", {"percent_to_win": {"4": 25, "5": 20}}),
        Remark("wild_card_tie", {"count": 2, "percent": 33}),
    )
    assert five_tables.cons == (
        Remark("exception", {"code": "D5"}),
        Remark("more_tables", {"tables": 5, "more": 1}),
        Remark("no_second_chance"),
    )


def test_alternatives_praise_the_official_shape():
    assert Remark("official_shape") in alternatives(64)[0].pros
    assert all(Remark("official_shape") not in advice.pros for advice in alternatives(64)[1:])


def test_advice_reckons_with_rounds_ties_and_the_slowest_table():
    # One table: 3 rounds of 20 minutes. 110 players: 22 tables take 1.6 times as long, and one of them ties in 88 of
    # 100 times (115 minutes); 4 tables 1.27 times, tied in 60 of 100 (90); play-off and final 60 each.
    single = Advice(plan(4), is_recommended=True)
    large = alternatives(110)[0]

    assert (single.tables, single.rounds_on_end, single.tie_breaks, single.minutes) == (1, 3, 0, 60)
    assert (large.tables, large.rounds_on_end, large.tie_breaks, large.minutes) == (22, 12, 3, 325)
    assert large.exceptions == ("E6",)


@pytest.mark.parametrize(
    ("tables", "expected"),
    [((5,) * 16 + (4,) * 4, "16×5 + 4×4"), ((4,), "1×4"), ((3, 5, 4, 5), "2×5 + 1×4 + 1×3"), ((), "")],
)
def test_describe_counts_tables_of_a_size(tables, expected):
    assert describe(tables) == expected
