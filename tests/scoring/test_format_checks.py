"""What is wrong with a format (design.md §5, rules.md §6)."""

from dataclasses import replace

import pytest

from scoring.advisor import plan
from scoring.errors import FormatError
from scoring.format_checks import problems, validate
from scoring.formats import (
    CLASSIC,
    CUSTOM,
    FINAL,
    PLAYOFF,
    QUALIFIERS,
    SECOND,
    Format,
    Route,
    StageFormat,
    System,
    WildCards,
    classic,
)

FULL = plan(64)
WILD = plan(26)


def with_stage(format: Format, name: str, **changes) -> Format:
    """*format* with one of its stages changed."""
    return replace(
        format, stages=tuple(replace(stage, **changes) if stage.key == name else stage for stage in format.stages)
    )


def with_routes(format: Format, *routes: Route, without: Route | None = None) -> Format:
    """*format* with more routes, and without one."""
    return replace(format, routes=tuple(route for route in format.routes if route != without) + routes)


TICKET = Route(PLAYOFF, 1, FINAL, after=4)

BROKEN = {
    "unknown preset": (replace(FULL, preset="lunda"), ["preset"]),
    "no stage": (replace(FULL, stages=()), ["stages"]),
    "too many stages": (replace(FULL, stages=FULL.stages * 3), ["stages"]),
    "too many routes": (replace(FULL, routes=FULL.routes * 20), ["routes"]),
    "key in capitals": (with_stage(classic(4), FINAL, key="Final"), ["key"]),
    "two stages of one key": (with_stage(WILD, SECOND, key=FINAL), ["same_key"]),
    "no table": (with_stage(FULL, PLAYOFF, sizes=()), ["tables"]),
    "25 tables": (with_stage(plan(120), QUALIFIERS, sizes=(4,) * 25), ["tables"]),
    "table of 2": (with_stage(FULL, PLAYOFF, sizes=(2,)), ["size"]),
    "table of 7": (with_stage(FULL, FINAL, sizes=(7,)), ["size"]),
    "two tables of wrong size": (with_stage(FULL, SECOND, sizes=(4, 9, 4, 1)), ["size", "size"]),
    "classic with 11": (classic(11), ["size"]),
    "classic alone": (classic(1), ["size"]),
    "two finals": (with_stage(FULL, FINAL, sizes=(3, 3)), ["last_stage", "missing_exception"]),
    "no round": (with_stage(FULL, FINAL, rounds=0), ["rounds"]),
    "100 rounds": (classic(4, rounds=100), ["rounds"]),
    "place played off twice": (with_stage(FULL, SECOND, played_off=(1, 1, 2)), ["played_off_order"]),
    "places out of order": (with_stage(FULL, SECOND, played_off=(2, 1)), ["played_off_order"]),
    "place nobody has": (with_stage(FULL, FINAL, played_off=(0, 1, 6)), ["played_off_place"]),
    "champion shared": (with_stage(FULL, FINAL, played_off=()), ["first_shared"]),
    "second place shared but advancing": (with_stage(FULL, SECOND, played_off=(1,)), ["not_played_off"]),
    "wild cards' place shared": (with_stage(WILD, QUALIFIERS, played_off=(1,)), ["not_played_off"]),
    "place beyond the table": (
        with_routes(with_stage(FULL, SECOND, played_off=(1, 2, 5)), Route(SECOND, 5, PLAYOFF)),
        ["played_off_place"],
    ),
    "place beyond the smallest table": (
        with_routes(
            with_stage(plan(81), SECOND, played_off=(1, 5)),
            Route(SECOND, 5, PLAYOFF),
            without=Route(SECOND, 2, PLAYOFF),
        ),
        ["no_such_place"],
    ),
    "stage that leads nowhere": (with_routes(FULL, without=TICKET), ["dead_end"]),
    "place that goes two ways": (with_routes(FULL, Route(SECOND, 2, FINAL, after=4)), ["place_leads_twice"]),
    "wild cards from a place that advances": (
        replace(with_routes(WILD, Route(QUALIFIERS, 2, SECOND)), wild_cards=WILD.wild_cards),
        ["place_leads_twice"],
    ),
    "wild cards twice from one place": (
        replace(WILD, wild_cards=(WildCards(QUALIFIERS, 2, 1, SECOND),) * 2),
        ["place_leads_twice"],
    ),
    "more wild cards than tables": (
        replace(WILD, wild_cards=(WildCards(QUALIFIERS, 2, 7, SECOND),), exceptions=("W2",)),
        ["wild_cards", "missing_exception"],
    ),
    "unknown target": (
        with_routes(FULL, Route(PLAYOFF, 1, "finale", after=4), without=TICKET),
        ["stage_unknown"],
    ),
    "unknown source": (with_routes(FULL, Route("seconds", 1, FINAL)), ["stage_unknown"]),
    "unknown target of wild cards": (
        replace(WILD, wild_cards=(WildCards(QUALIFIERS, 2, 2, "semifinal"),)),
        ["stage_unknown"],
    ),
    "route back": (
        with_routes(FULL, Route(PLAYOFF, 1, SECOND, after=4), without=TICKET),
        ["edge_to_nowhere", "edge_goes_back", "seat_not_filled"],
    ),
    "seat that does not exist": (
        with_routes(FULL, replace(TICKET, after=5), without=TICKET),
        ["edge_to_nowhere", "seat_not_filled"],
    ),
    "seat before the first": (
        with_routes(FULL, replace(TICKET, after=-1), without=TICKET),
        ["edge_to_nowhere", "seat_not_filled"],
    ),
    "seat taken twice": (
        with_routes(FULL, replace(TICKET, after=0), without=TICKET),
        ["seat_filled_twice", "seat_not_filled"],
    ),
    "seat left empty": (with_stage(FULL, PLAYOFF, sizes=(5,)), ["seat_not_filled"]),
    "wild cards without seats": (
        replace(WILD, wild_cards=(WildCards(QUALIFIERS, 2, 3, SECOND),), exceptions=("W2",)),
        ["wild_cards_without_seats", "missing_exception"],
    ),
    "too few wild cards": (
        replace(WILD, wild_cards=(WildCards(QUALIFIERS, 2, 1, SECOND),), exceptions=("W1",)),
        ["seat_not_filled"],
    ),
    "unknown exception": (replace(FULL, exceptions=("E9",)), ["unknown_exception"]),
    "exception twice": (replace(plan(120), exceptions=("E6", "E6")), ["same_exception"]),
    "table of 6 without approval": (replace(plan(120), exceptions=()), ["missing_exception"]),
    "table of 3 without approval": (replace(plan(48), exceptions=("S3",)), ["missing_exception"]),
    "wild card without approval": (replace(WILD, exceptions=("S2",)), ["missing_exception"]),
    "several at once": (
        with_stage(with_stage(FULL, FINAL, sizes=(9,), rounds=0), PLAYOFF, played_off=(1, 1)),
        ["played_off_order", "size", "rounds"],
    ),
}


@pytest.mark.parametrize(("format", "expected"), BROKEN.values(), ids=BROKEN)
def test_problems_finds_what_is_wrong(format, expected):
    assert [problem.code for problem in problems(format)] == expected


def test_validate_lists_every_problem_with_its_values():
    broken = with_stage(with_stage(FULL, FINAL, rounds=0), SECOND, sizes=(4, 4, 4, 8))

    with pytest.raises(FormatError) as refused:
        validate(broken)

    assert refused.value.values["problems"] == [
        {
            "code": "size",
            "message": "second table 4 has 8 seats, not 3 to 6",
            "values": {"stage": "second", "table": 4, "size": 8, "low": 3, "high": 6},
        },
        {
            "code": "rounds",
            "message": "final has 0 rounds, not 1 to 20",
            "values": {"stage": "final", "rounds": 0, "most": 20},
        },
    ]
    assert "second table 4 has 8 seats" in str(refused.value)


@pytest.mark.parametrize("preset", [CLASSIC, CUSTOM])
def test_problems_lets_ones_own_format_have_tables_of_2_to_10(preset):
    stages = (
        StageFormat("day-1", (10, 2), rounds=6, system=System.PENALTY, played_off=(1, 2)),
        StageFormat("last_day", (4,), system=System.PENALTY, played_off=()),
    )
    routes = (Route("day-1", 1, "last_day"), Route("day-1", 2, "last_day", after=2))

    assert problems(Format(preset, stages, routes)) == []
