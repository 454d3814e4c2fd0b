"""The bracket's picture: nothing lies on anything else, lines go from place to seat and hardly cross."""

from itertools import combinations, pairwise

import pytest

from engine.bracket import plan
from engine.bracket_layout import BOX_WIDTH, Box, Column, Connector, Layout, Row, RowKind, layout, mirrored
from tests.engine import plans

SHAPES = {
    "24+4+1+1 (E6)": plans.with_playoff((5,) * 24, second_tables=4),
    "20+4+1+1 (FULL)": plans.with_playoff((5,) * 16 + (4,) * 4, second_tables=4),
    "17+4+1+1 (FULL)": plans.with_playoff((5,) * 17, second_tables=4),
    "13+3+1+1 (S3)": plans.with_playoff((5,) * 13, second_tables=3),
    "9+2+1 (S2)": plans.with_top_two((5,) * 9),
    "8+2+1 (S2)": plans.with_top_two((4,) * 8),
    "6+2+1 (W2)": plans.with_top_two((5,) * 6, wild_cards=2),
    "7+2+1 (W1)": plans.with_top_two((4,) * 7, wild_cards=1),
    "4+1+1 (R2)": plans.from_round_two((5,) * 4),
    "5+1 (D5)": plans.winners_to_final((5,) * 5),
    "3+1 (W1)": plans.winners_to_final((5, 5, 4), wild_cards=1),
    "2+1": plans.two_tables((5, 4)),
    "1": plans.one_table(5),
}
every_shape = pytest.mark.parametrize("bracket", SHAPES.values(), ids=SHAPES)


def pieces(connector):
    """The straight pieces of a line, each with its lower end first."""
    return [tuple(sorted(piece)) for piece in pairwise(connector.points)]


def crossings(picture):
    """Points at which lines cross: one going across, one going up or down."""
    found = 0
    for one, other in combinations(picture.connectors, 2):
        for (x1, y1), (x2, y2) in pieces(one):
            for (x3, y3), (x4, y4) in pieces(other):
                across, upright = ((x1, x2, y1), (x3, y3, y4)) if y1 == y2 else ((x3, x4, y3), (x1, y1, y2))
                if (y1 == y2) != (y3 == y4):
                    left, right, y = across
                    x, top, bottom = upright
                    found += left < x < right and top < y < bottom
    return found


def box_of(picture, stage, table, rank=0):
    """The box of a table or wild card."""
    [box] = [box for box in picture.boxes if (box.stage, box.table, box.rank) == (stage, table, rank)]
    return box


@every_shape
def test_layout_has_each_table_and_wild_card_once(bracket):
    picture = layout(bracket)
    tables = [(table.stage, table.number, 0) for table in bracket.tables]
    cards = [(edge.from_stage, 0, edge.rank) for edge in bracket.edges if edge.is_wild_card]
    assert sorted((box.stage, box.table, box.rank) for box in picture.boxes) == sorted(tables + cards)
    assert [column.stage for column in picture.columns] == list(bracket.stages)
    assert [connector.edge for connector in picture.connectors] == list(bracket.edges)


@every_shape
def test_layout_keeps_boxes_apart_and_on_the_page(bracket):
    picture = layout(bracket)
    for box in picture.boxes:
        [column] = [column for column in picture.columns if column.stage == box.stage]
        assert (box.x, box.width) == (column.x, column.width)
        assert 0 <= box.x <= box.x + box.width <= picture.width
        assert 0 <= box.y < box.y + box.height <= picture.height
    for one, other in combinations(picture.boxes, 2):
        assert one.x != other.x or one.y + one.height < other.y or other.y + other.height < one.y
    for left, right in pairwise(picture.columns):
        assert left.x + left.width < right.x
    assert min(box.y for box in picture.boxes) == 0
    assert max(box.y + box.height for box in picture.boxes) == picture.height


@every_shape
def test_layout_leads_each_line_from_its_place_to_its_seat(bracket):
    picture = layout(bracket)
    for connector in picture.connectors:
        edge = connector.edge
        source = box_of(picture, edge.from_stage, edge.from_table, edge.rank)
        target = box_of(picture, edge.to_stage, edge.to_table)
        (start_x, start_y), (end_x, end_y) = connector.points[0], connector.points[-1]
        assert start_x == source.x + source.width
        assert source.y < start_y < source.y + source.height
        assert all(row.y == start_y for row in source.rows if (row.kind, row.number) == ("place", edge.place))
        assert (end_x, end_y) == (target.x, target.rows[edge.to_seat - 1].y)
        assert target.rows[edge.to_seat - 1].number == edge.to_seat
        for (x, y), (next_x, next_y) in pairwise(connector.points):
            assert (y == next_y and x < next_x) or (x == next_x and y != next_y)


@every_shape
def test_layout_leads_no_line_through_a_box(bracket):
    picture = layout(bracket)
    for connector in picture.connectors:
        for (x1, y1), (x2, y2) in pieces(connector):
            for box in picture.boxes:
                beside = x2 <= box.x or x1 >= box.x + box.width
                assert beside or y2 < box.y or y1 > box.y + box.height


@every_shape
def test_layout_draws_no_line_along_another(bracket):
    picture = layout(bracket)
    for one, other in combinations(picture.connectors, 2):
        for (x1, y1), (x2, y2) in pieces(one):
            for (x3, y3), (x4, y4) in pieces(other):
                if y1 == y2 == y3 == y4:
                    assert x2 < x3 or x4 < x1
                elif x1 == x2 == x3 == x4:
                    assert y2 < y3 or y4 < y1


@pytest.mark.parametrize(
    ("shape", "most"),
    [
        ("24+4+1+1 (E6)", 4),  # the seconds of 1 and 4 pass the winners of 2 and 3; the playoff's those of 3 and 4
        ("20+4+1+1 (FULL)", 4),
        ("13+3+1+1 (S3)", 2),
        ("9+2+1 (S2)", 1),
        ("4+1+1 (R2)", 5),
        ("6+2+1 (W2)", 1),
        ("5+1 (D5)", 0),
        ("3+1 (W1)", 0),
    ],
)
def test_layout_lets_few_lines_cross(shape, most):
    assert crossings(layout(SHAPES[shape])) <= most


def test_layout_seats_the_feeders_of_a_table_together():
    picture = layout(SHAPES["20+4+1+1 (FULL)"])
    order = [box.table for box in picture.boxes if box.stage == "qualifiers"]
    assert order == [k + 4 * row for k in (1, 2, 3, 4) for row in range(5)]
    assert order[:5] == [1, 5, 9, 13, 17]


def test_layout_puts_the_playoff_between_second_stage_and_final():
    picture = layout(SHAPES["24+4+1+1 (E6)"])
    second, playoff, final = (box_of(picture, stage, 1) for stage in ("second", "playoff", "final"))
    assert second.x + second.width < playoff.x < playoff.x + playoff.width < final.x


def test_layout_of_24_tables_fits_an_upright_page():
    picture = layout(SHAPES["24+4+1+1 (E6)"])
    assert picture.width < 50
    assert picture.height < 1.4 * picture.width  # A4 is 1.41; a line of text is then 4 mm high


def test_layout_whole_picture_of_two_tables():
    bracket = plan([("a", (3, 3)), ("b", (2,))], [("a", 1, "b", 0)])
    to_first, to_second = bracket.edges
    place, seat = RowKind.PLACE, RowKind.SEAT
    picture = Layout(
        width=22.0,
        height=4.5,
        columns=(Column("a", 0.0, 10.0), Column("b", 12.0, 10.0)),
        boxes=(
            Box("a", 1, 0, 0.0, 0.0, 10.0, 2.0, (Row(place, 1, 1.5),)),
            Box("a", 2, 0, 0.0, 2.5, 10.0, 2.0, (Row(place, 1, 4.0),)),
            Box("b", 1, 0, 12.0, 0.75, 10.0, 3.0, (Row(seat, 1, 2.25), Row(seat, 2, 3.25))),
        ),
        connectors=(
            Connector(to_first, ((10.0, 1.5), (11.0, 1.5), (11.0, 2.25), (12.0, 2.25))),
            Connector(to_second, ((10.0, 4.0), (11.0, 4.0), (11.0, 3.25), (12.0, 3.25))),
        ),
    )
    assert layout(bracket) == picture


def test_layout_of_one_table_lists_its_seats():
    row = [Row(RowKind.SEAT, seat, seat + 0.5) for seat in (1, 2, 3, 4, 5)]
    box = Box("final", 1, 0, 0.0, 0.0, BOX_WIDTH, 6.0, tuple(row))
    assert layout(SHAPES["1"]) == Layout(BOX_WIDTH, 6.0, (Column("final", 0.0, BOX_WIDTH),), (box,), ())


def test_layout_lists_the_seats_of_the_stages_it_is_told_to():
    bracket = SHAPES["5+1 (D5)"]
    picture = layout(bracket, listed=("qualifiers",), box_width=14.0)
    assert [row.number for row in box_of(picture, "qualifiers", 3).rows] == [1, 2, 3, 4, 5]
    final = box_of(picture, "final", 1)
    assert (final.rows, final.width, final.height) == ((), 14.0, 1.0)
    assert {connector.points[-1] for connector in picture.connectors} == {(final.x, final.y + 0.5)}


@every_shape
def test_mirrored_turns_the_picture_round(bracket):
    picture = layout(bracket)
    turned = mirrored(picture)
    assert turned.columns[-1].x == 0
    assert [(box.x + box.width, box.y) for box in turned.boxes] == [
        (picture.width - box.x, box.y) for box in picture.boxes
    ]
    for before, after in zip(picture.connectors, turned.connectors, strict=True):
        assert after.points == tuple((picture.width - x, y) for x, y in before.points)
    assert crossings(turned) == crossings(picture)
    assert mirrored(turned) == picture


@pytest.mark.parametrize("players", [21, 37, 45, 60, 100, 101, 120])
def test_layout_does_not_depend_on_the_order_of_tables_and_edges(players):
    bracket = plans.recommended(players)
    picture = layout(bracket)
    other = layout(type(bracket)(bracket.stages, bracket.tables[::-1], bracket.edges[::-1]))
    assert other.boxes == picture.boxes
    assert sorted(map(repr, other.connectors)) == sorted(map(repr, picture.connectors))
