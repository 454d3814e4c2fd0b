"""What was seen in other engines while they were measured, by row of the collected reports."""

import sys

import pytest

from engine.errors import BadInput, EditionError, GameError
from engine.taki import command
from engine.taki.cards import ALL_CARDS, COLOURLESS, NUMBERS, Sign, penalty, penalty_value
from engine.taki.editions import EDITIONS, edition
from engine.taki.simulate import outcomes, simulate
from scoring.formats import System
from scoring.points import round_points
from scoring.results import RoundResult, SeatLine

SLOWER = 1.5
"""How much slower than the default an edition may be."""


def lines_a_move(rules):
    """Return the lines of Python that a move of random games runs through, after the same games once before.

    Unlike seconds they do not depend on the machine; ``benchmarks.engine --editions`` measures those.
    """
    lines = 0

    def count(frame, event, argument):
        nonlocal lines
        lines += event == "line"
        return count

    simulate(rules, 4, 30, "lines")
    before = sys.gettrace()
    sys.settrace(count)
    try:
        found = simulate(rules, 4, 30, "lines")
    finally:
        sys.settrace(before)
    return lines / sum(moves * times for moves, times in found.moves.items())


@pytest.mark.parametrize("name", EDITIONS)
def test_row_58_no_edition_does_much_more_work_than_the_default(name):
    assert lines_a_move(EDITIONS[name]) <= SLOWER * lines_a_move(edition())


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_row_62_every_card_costs_what_the_published_table_says(card):
    """rules.md §5.2: a number its face, everything else 10; in the other list TAKI and what has no colour 15."""
    flat = int(card.sign) if card.sign in NUMBERS else 10
    dear = 15 if card.sign is Sign.TAKI or card.sign in COLOURLESS else flat
    assert (penalty_value(card, "flat10"), penalty_value(card, "flat10_15")) == (flat, dear)
    assert penalty([card, card], "flat10") == 2 * flat


@pytest.mark.parametrize("seats", range(2, 11))
def test_row_64_as_many_play_and_are_paid_as_were_asked_for(seats):
    for outcome in outcomes(edition(), seats, "row 64", None, 5000, range(1, 4)):
        assert len(outcome.cards) == seats
        lines = tuple(
            SeatLine(seat=seat, entry=100 + seat, cards=cards) for seat, cards in enumerate(outcome.cards, start=1)
        )
        result = RoundResult(place=0, number=1, lines=lines, winner=outcome.winner + 1)
        points = round_points(result, System.LUNADA)
        assert list(points) == [100 + seat for seat in range(1, seats + 1)]
        assert (points[101 + outcome.winner], sum(points.values())) == (2, 2 - sum(outcome.cards))


def test_row_64_option_that_nobody_reads_is_an_error():
    with pytest.raises(BadInput):
        command.simulate({"seats": 2, "games": 1, "seed": "x", "players": 4})
    with pytest.raises(EditionError):
        edition("he-2015", players=4)
    with pytest.raises(GameError):
        simulate(edition(), 11, 1, "x")
