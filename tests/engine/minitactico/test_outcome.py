"""What wins and what earns a bonus, against a picture of every field there is."""

from decimal import Decimal
from itertools import product

import pytest

from engine.errors import GameError
from engine.minitactico import outcome, play
from engine.minitactico.field import SQUARES
from engine.minitactico.moves import PASS, parse_move
from tests.engine.minitactico.positions import captured, position


def pictures():
    """Yield every field as nine characters in reading order, # for face up: the flag always is."""
    for ups in product(".#", repeat=8):
        yield "".join((*ups[:4], "#", *ups[4:]))


def squares_up(picture):
    return frozenset(square for square in SQUARES if picture[3 * (square[0] - 1) + square[1] - 1] == "#")


def fits(picture, pattern):
    """Whether *picture* has # wherever *pattern* has it."""
    return all(there == "#" for there, wanted in zip(picture, pattern, strict=True) if wanted == "#")


def naive_has_fallen(picture):
    return fits(picture, ".#.#.#.#.") or fits(picture, "#.#...#.#")


def naive_completes_line(picture, square):
    lines = ["###......", "...###...", "......###", "#..#..#..", ".#..#..#.", "..#..#..#"]
    at = 3 * (square[0] - 1) + square[1] - 1
    return any(line[at] == "#" and fits(picture, line) for line in lines)


def test_flag_falls_in_exactly_the_fields_that_show_plus_or_times():
    assert {picture for picture in pictures() if outcome.has_fallen(squares_up(picture))} == {
        picture for picture in pictures() if naive_has_fallen(picture)
    }
    assert sum(naive_has_fallen(picture) for picture in pictures()) == 31  # 16 with +, 16 with ×, one with both


def test_a_standing_field_shows_six_squares_at_most_and_the_seventh_decides():
    standing = [squares_up(picture) for picture in pictures() if not naive_has_fallen(picture)]
    assert max(map(len, standing)) == 6
    full = [up for up in standing if len(up) == 6]
    assert len(full) == 16
    assert all(outcome.has_fallen(up | {square}) for up in full for square in set(SQUARES) - up)


def test_four_captures_are_fewest_and_two_arrangements_of_four_win():
    fallen = [squares_up(picture) for picture in pictures() if naive_has_fallen(picture)]
    assert min(map(len, fallen)) == 4
    assert {up for up in fallen if len(up) == 4} == {outcome.TIMES, outcome.PLUS}


def test_bonus_is_due_for_exactly_the_lines_through_the_new_square():
    for picture in pictures():
        up = squares_up(picture)
        found = {square for square in up if outcome.completes_line(up, square)}
        assert found == {square for square in up if naive_completes_line(picture, square)}, picture


@pytest.mark.parametrize("square", SQUARES)
def test_attack_decides_as_the_picture_says(square):
    """Played out: every standing field in which the attacked square is face down."""
    name = f"{square[0]}{square[1]}"
    for picture in pictures():
        up = squares_up(picture)
        if naive_has_fallen(picture) or square in up:
            continue
        others = [f"{row}{column}" for row, column in SQUARES if (row, column) in up]
        state = position(card="Q", b=captured(*others) | {f"s{name}": "2"})
        after = play.apply(state, parse_move(f"ATTACK(B{name})"))
        at = 3 * (square[0] - 1) + square[1] - 1
        now = picture[:at] + "#" + picture[at + 1 :]
        if naive_has_fallen(now):
            expected = ("OVER", 0, 0, "flags")
        elif naive_completes_line(now, square):
            expected = ("BONUS", 0, None, "")
        else:
            expected = ("TURN", 1, None, "")
        assert (after.phase, after.seat, after.winner, after.reason) == expected, (picture, name)


def last_turn(**fields):
    """Return a position in which A's bonus is all that is left of the game."""
    return position("BONUS", deck="-", recycles="1", max_recycles="1", **fields)


# The piles of B33 take what is left of the 52 cards.
@pytest.mark.parametrize(
    ("mine", "theirs", "winner", "expected"),
    [
        (("11", "12"), ("12",), 0, (Decimal(1), Decimal(0))),
        (("11",), ("12", "13"), 1, (Decimal(0), Decimal(1))),
        (("11",), ("12",), None, (Decimal("0.5"), Decimal("0.5"))),
    ],
    ids=["more", "fewer", "level"],
)
def test_used_up_deck_is_decided_by_captured_squares(mine, theirs, winner, expected):
    loose = 52 - 18 - len(mine) - len(theirs) + 1
    a = captured(*theirs, by="B")
    b = captured(*mine) | {"s33": "-".join("?" * loose)}
    after = play.apply(last_turn(a=a, b=b), PASS)

    assert (after.phase, after.winner, after.reason) == ("OVER", winner, "recycles")
    assert outcome.captures(after) == (len(mine), len(theirs))
    assert outcome.scores(after) == expected


def test_scores_wait_for_the_end():
    with pytest.raises(GameError) as refusal:
        outcome.scores(position())
    assert refusal.value.code == "not_over"
