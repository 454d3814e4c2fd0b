"""The bracket: the seat plan's formulas, what holds together and what does not, ways through it (rules.md §6.6)."""

from dataclasses import replace

import pytest

from engine.bracket import Bracket, BracketTable, Edge, bracket_to_json, plan, plan_edges, plan_from_json
from engine.errors import BadInput, BracketError
from tests.engine import plans


def problems_of(refusal):
    """Codes and values of a refusal's problems."""
    return [(problem.code, dict(problem.values)) for problem in refusal.value.problems]


def test_second_of_a_stage_two_table_goes_to_the_playoff_c10():
    bracket = plans.with_playoff((5,) * 20, second_tables=4)
    assert bracket.onward("second", 3, 2) == Edge("second", 3, 2, 0, "playoff", 1, 3)


def test_winner_of_table_ten_of_24_goes_to_table_two_c11():
    bracket = plans.with_playoff((5,) * 24, second_tables=4)
    assert bracket.onward("qualifiers", 10, 1) == Edge("qualifiers", 10, 1, 0, "second", 2, 3)


def test_plan_edges_of_a_whole_championship():
    # rules.md §6.6 by hand for five tables at two: k -> table ((k-1) mod 2)+1, seat floor((k-1)/2)+1
    edges = plan_edges(
        stages=[("a", (4, 4, 4, 4, 4)), ("b", (3, 3)), ("c", (4,))],
        routes=[("a", 1, "b", 0), ("b", 1, "c", 0), ("b", 2, "c", 2)],
        wild_cards=[("a", 2, 1, "b")],
    )
    assert edges == (
        Edge("a", 1, 1, 0, "b", 1, 1),
        Edge("a", 2, 1, 0, "b", 2, 1),
        Edge("a", 3, 1, 0, "b", 1, 2),
        Edge("a", 4, 1, 0, "b", 2, 2),
        Edge("a", 5, 1, 0, "b", 1, 3),
        Edge("b", 1, 1, 0, "c", 1, 1),
        Edge("b", 2, 1, 0, "c", 1, 2),
        Edge("b", 1, 2, 0, "c", 1, 3),
        Edge("b", 2, 2, 0, "c", 1, 4),
        Edge("a", 0, 2, 1, "b", 2, 3),
    )


@pytest.mark.parametrize(
    ("first", "wild_cards", "seats"),
    [((5,) * 6, 2, [(1, 4), (2, 4)]), ((4,) * 7, 1, [(2, 4)])],
    ids=["W2", "W1"],
)
def test_wild_cards_take_the_lowest_free_seats_in_order_of_rank(first, wild_cards, seats):
    bracket = plans.with_top_two(first, wild_cards)
    cards = bracket.wild_cards("qualifiers", 2)
    assert [edge.rank for edge in cards] == list(range(1, wild_cards + 1))
    assert [(edge.to_table, edge.to_seat) for edge in cards] == seats


def test_wild_cards_prefer_a_lower_seat_to_a_lower_table():
    edges = plan_edges([("a", (4,) * 3), ("b", (3, 2))], [("a", 1, "b", 0)], [("a", 2, 2, "b")])
    assert [(edge.rank, edge.to_table, edge.to_seat) for edge in edges if edge.is_wild_card] == [
        (1, 2, 2),
        (2, 1, 3),
    ]


def test_wild_cards_of_two_rules_go_on_counting():
    edges = plan_edges([("a", (4, 4)), ("b", (1,)), ("c", (1,))], wild_cards=[("a", 1, 1, "b"), ("a", 1, 1, "c")])
    assert [(edge.rank, edge.to_stage) for edge in edges] == [(1, "b"), (2, "c")]


@pytest.mark.parametrize("players", plans.PLAYERS)
def test_every_recommended_shape_holds_together(players):
    bracket = plans.recommended(players)
    assert sum(table.seats for table in bracket.of_stage(bracket.stages[0])) == players
    later_seats = sum(table.seats for table in bracket.tables if table.stage != bracket.stages[0])
    assert len(bracket.edges) == later_seats


def test_feeders_are_sorted_by_seat():
    bracket = plans.with_playoff((5,) * 20, second_tables=4)
    assert [(edge.to_seat, edge.from_table) for edge in bracket.feeders("second", 2)] == [
        (1, 2),
        (2, 6),
        (3, 10),
        (4, 14),
        (5, 18),
    ]
    assert [edge.from_stage for edge in bracket.feeders("final", 1)] == ["second"] * 4 + ["playoff"]
    assert bracket.feeders("qualifiers", 1) == ()


def test_onward_is_none_for_a_place_that_leads_nowhere():
    bracket = plans.with_top_two((5,) * 6, wild_cards=2)
    assert bracket.onward("qualifiers", 1, 2) is None  # only the best of them, as wild cards
    assert bracket.onward("qualifiers", 1, 3) is None
    assert bracket.onward("final", 1, 1) is None


def test_path_of_a_winner_and_of_a_second():
    bracket = plans.with_playoff((5,) * 20, second_tables=4)
    assert bracket.path("qualifiers", 7) == (
        Edge("qualifiers", 7, 1, 0, "second", 3, 2),
        Edge("second", 3, 1, 0, "final", 1, 3),
    )
    assert bracket.path("second", 3, place=2) == (
        Edge("second", 3, 2, 0, "playoff", 1, 3),
        Edge("playoff", 1, 1, 0, "final", 1, 5),
    )
    assert bracket.path("qualifiers", 7, place=4) == ()


def test_of_stage_is_sorted_by_number():
    tables = (BracketTable("a", 12, 4), BracketTable("b", 1, 1), BracketTable("a", 3, 5))
    bracket = Bracket(("a", "b"), tables, (Edge("a", 3, 1, 0, "b", 1, 1),))
    assert bracket.of_stage("a") == (BracketTable("a", 3, 5), BracketTable("a", 12, 4))


SMALL = plans.two_tables((4, 4))
TO_FINAL = SMALL.edges[0]


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        (replace(TO_FINAL, from_stage="nowhere"), ["edge_from_nowhere"]),
        (replace(TO_FINAL, from_table=3), ["edge_from_nowhere"]),
        (replace(TO_FINAL, place=5), ["edge_from_nowhere"]),
        (replace(TO_FINAL, place=0), ["edge_from_nowhere"]),
        (replace(TO_FINAL, rank=1), ["edge_from_nowhere"]),
        (replace(TO_FINAL, from_table=0, place=3), ["edge_from_nowhere"]),
        (replace(TO_FINAL, from_table=0, place=3, rank=3), ["edge_from_nowhere"]),
        (replace(TO_FINAL, from_table=0, place=5, rank=1), ["edge_from_nowhere"]),
        (replace(TO_FINAL, from_table=0, place=0, rank=1), ["edge_from_nowhere"]),
        (replace(TO_FINAL, to_stage="nowhere"), ["edge_to_nowhere", "seat_not_filled"]),
        (replace(TO_FINAL, to_table=2), ["edge_to_nowhere", "seat_not_filled"]),
        (replace(TO_FINAL, to_seat=5), ["edge_to_nowhere", "seat_not_filled"]),
        (replace(TO_FINAL, to_seat=0), ["edge_to_nowhere", "seat_not_filled"]),
        (replace(TO_FINAL, to_seat=2), ["seat_filled_twice", "seat_not_filled"]),
        (replace(TO_FINAL, place=2), ["place_leads_twice"]),
        (replace(TO_FINAL, to_stage="qualifiers", to_table=2), ["edge_goes_back", "seat_not_filled"]),
        (replace(TO_FINAL, from_table=0, place=2, rank=1), ["place_leads_twice", "place_leads_twice"]),
    ],
)
def test_bracket_refuses_an_edge_that_cannot_be(wrong, codes):
    with pytest.raises(BracketError) as refusal:
        Bracket(SMALL.stages, SMALL.tables, (wrong, *SMALL.edges[1:]))
    assert [problem.code for problem in refusal.value.problems] == codes


def test_bracket_refuses_a_circle():
    tables = (BracketTable("a", 1, 4), BracketTable("b", 1, 1), BracketTable("c", 1, 1))
    circle = (Edge("c", 1, 1, 0, "b", 1, 1), Edge("b", 1, 1, 0, "c", 1, 1))
    with pytest.raises(BracketError) as refusal:
        Bracket(("a", "b", "c"), tables, circle)
    assert [(problem.code, problem.values["from_stage"]) for problem in refusal.value.problems] == [
        ("edge_goes_back", "c")
    ]


def test_bracket_names_all_its_problems_at_once():
    tables = (
        BracketTable("a", 1, 4),
        BracketTable("a", 1, 4),
        BracketTable("x", 2, 4),
        BracketTable("b", 0, 0),
    )
    with pytest.raises(BracketError) as refusal:
        Bracket(("a", "b", "b", "c"), tables, (Edge("a", 1, 1, 0, "c", 1, 1),))
    assert problems_of(refusal) == [
        ("stage_twice", {"stage": "b"}),
        ("stage_without_tables", {"stage": "c"}),
        ("table_twice", {"stage": "a", "table": 1}),
        ("table_without_stage", {"stage": "x", "table": 2}),
        ("table_number", {"stage": "b", "table": 0}),
        ("table_without_seats", {"stage": "b", "table": 0, "seats": 0}),
        (
            "edge_to_nowhere",
            {
                "from_stage": "a",
                "from_table": 1,
                "place": 1,
                "rank": 0,
                "to_stage": "c",
                "to_table": 1,
                "to_seat": 1,
            },
        ),
    ]


def test_plan_refuses_winners_without_a_seat():
    with pytest.raises(BracketError) as refusal:
        plan([("a", (4, 4, 4)), ("b", (2,))], [("a", 1, "b", 0)])
    assert str(refusal.value) == "there is no seat that 'a' table 3 place 1 -> 'b' table 1 seat 3 ends at"


def test_plan_refuses_a_seat_nobody_wins():
    with pytest.raises(BracketError) as refusal:
        plan([("a", (4, 4)), ("b", (4,))], [("a", 1, "b", 0)])
    assert problems_of(refusal) == [
        ("seat_not_filled", {"stage": "b", "table": 1, "seat": 3}),
        ("seat_not_filled", {"stage": "b", "table": 1, "seat": 4}),
    ]


@pytest.mark.parametrize(
    ("routes", "wild_cards", "problems"),
    [
        (
            [("q", 1, "b", 0), ("a", 1, "empty", 0)],
            [("q", 2, 1, "r")],
            [
                ("stage_unknown", {"stage": "q"}),
                ("stage_unknown", {"stage": "empty"}),
                ("stage_unknown", {"stage": "r"}),
            ],
        ),
        (
            [("a", 1, "b", 0)],
            [("a", 2, 2, "b")],
            [("wild_cards_without_seats", {"stage": "b", "wild_cards": 2, "free": 1})],
        ),
        ([], [("a", 2, 0, "b")], [("wild_card_count", {"stage": "a", "place": 2, "count": 0})]),
        ([], [("a", 2, -1, "b")], [("wild_card_count", {"stage": "a", "place": 2, "count": -1})]),
    ],
)
def test_plan_edges_refuses_what_it_cannot_work_out(routes, wild_cards, problems):
    with pytest.raises(BracketError) as refusal:
        plan_edges([("a", (4, 4)), ("b", (3,)), ("empty", ())], routes, wild_cards)
    assert problems_of(refusal) == problems
    assert refusal.value.values == {
        "problems": [
            {"code": problem.code, "message": problem.message, "values": dict(problem.values)}
            for problem in refusal.value.problems
        ]
    }


def test_plan_from_json_is_the_plan():
    data = {
        "stages": [{"key": "a", "sizes": [4] * 6}, {"key": "b", "sizes": [4, 4]}, {"key": "c", "sizes": [4]}],
        "routes": [
            {"source": "a", "place": 1, "target": "b"},
            {"source": "b", "place": 1, "target": "c", "after": 0},
            {"source": "b", "place": 2, "target": "c", "after": 2},
        ],
        "wild_cards": [{"source": "a", "place": 2, "count": 2, "target": "b"}],
    }
    bracket = plan_from_json(data)
    assert bracket == plan(
        [("a", (4,) * 6), ("b", (4, 4)), ("c", (4,))],
        [("a", 1, "b", 0), ("b", 1, "c", 0), ("b", 2, "c", 2)],
        [("a", 2, 2, "b")],
    )
    written = bracket_to_json(bracket)
    assert written["stages"] == ["a", "b", "c"]
    assert [BracketTable(**table) for table in written["tables"]] == list(bracket.tables)
    assert [Edge(**edge) for edge in written["edges"]] == list(bracket.edges)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], ""),
        ({"stages": {}}, "stages"),
        ({"stages": [{"key": "a"}]}, "stages[0].sizes"),
        ({"stages": [{"key": "a", "sizes": [4, 4.0]}]}, "stages[0].sizes[1]"),
        ({"stages": [], "routes": [{"source": "a", "place": "1"}]}, "routes[0].place"),
        ({"stages": [], "routs": []}, "routs"),
        ({"stages": [], "wild_cards": [{"source": "a", "rank": 1}]}, "wild_cards[0].rank"),
    ],
)
def test_plan_from_json_says_where_it_is_wrong(data, path):
    with pytest.raises(BadInput) as refusal:
        plan_from_json(data)
    assert refusal.value.values == {"path": path}
