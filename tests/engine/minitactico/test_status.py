"""A position put together by hand may be wrong in ways that no text can tell."""

from dataclasses import replace

from engine.minitactico import play
from engine.minitactico.cards import Card
from engine.minitactico.status import status


def test_status_of_a_deal_is_fine():
    assert status(play.deal(seed="x")) == ()


def test_status_tells_everything_at_once():
    state = play.deal(seed="x")
    wrong = replace(state, card=Card.TWO, decks=2, recycles=9, seed="\ud800", winner=0)
    assert [problem.code for problem in status(wrong)] == ["cards", "seed", "card", "recycles", "over"]
    assert all(problem.message for problem in status(wrong))


def test_status_counts_a_card_in_two_places():
    state = play.deal(seed="x")
    twice = replace(state, deck=(state.field(0).flag, *(Card.TWO,) * 33))
    problem = status(twice)[0]
    assert problem.code == "too_many_of_a_card"
    assert problem.values["at_most"] == 4
