"""Every case of rules.md §10.4 bears its id; none may be missing."""

import pytest

from engine.errors import IllegalMove
from engine.minitactico import knowledge, outcome, play
from engine.minitactico.cards import Card
from engine.minitactico.field import SQUARES
from engine.minitactico.legality import legal_moves
from engine.minitactico.moves import parse_move
from engine.minitactico.reading import parse_position
from engine.minitactico.state import SEAT_LETTERS
from tests.engine.minitactico.cases import CASES, IDS
from tests.engine.minitactico.positions import captured, pile, position


def test_every_listed_case_is_here():
    assert {case.id for case in CASES} == IDS


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case):
    state = parse_position(case.given)
    *before, last = (parse_move(text) for text in case.moves.split())
    for move in before:
        state = play.apply(state, move)

    if case.refused:
        assert last not in legal_moves(state)
        with pytest.raises(IllegalMove) as refusal:
            play.apply(state, last)
        assert refusal.value.code == case.refused
        after = state
    else:
        after = play.apply(state, last)

    assert {square: pile(after, square) for square in case.piles} == case.piles
    assert {square: pile(after, square, 1) for square in case.seen_by_other} == case.seen_by_other
    assert (SEAT_LETTERS[after.seat], after.phase, after.winner) == (case.seat, case.phase, case.winner)
    assert after.specials == case.specials


def test_m11_four_around_the_flag_is_no_win():
    state = position(b=captured("11", "12", "21", "33"))
    assert outcome.has_fallen(state.field(1).up) is False
    assert not state.is_over


def test_m22_releases_thirty_four_cards():
    case = next(case for case in CASES if case.id == "M22")
    before = parse_position(case.given)

    after = play.recycled(before)

    loose = {Card.FOUR, Card.FIVE, Card.QUEEN}
    assert (len(after.deck), after.deck.count(None), set(after.deck) - {None}) == (34, 31, loose)
    assert [len(one.cards) for seat in (0, 1) for one in after.field(seat).piles] == [1] * 2 * len(SQUARES)
    assert [after.field(seat).flag for seat in (0, 1)] == [Card.KING, Card.FIVE]
    assert knowledge.told(after) == knowledge.told(before)
    assert after.recycles == 1
