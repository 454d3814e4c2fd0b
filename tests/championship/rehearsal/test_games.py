"""Games of a rehearsal, played by the engine."""

import json

import pytest

from championship.rehearsal.games import EngineGames
from championship.rehearsal.results import Game
from engine.taki.editions import EDITIONS, edition
from engine.taki.hands import PlayedRound, check


def game(table=1, *, seats=(1, 2, 3, 4), place=0, attempt=1, starter=None):
    players = tuple((seat, 10 * seat + table) for seat in seats)
    return Game("qualifiers", table, place, attempt, players, starter or seats[0])


def test_game_is_of_its_address_alone():
    source = EngineGames("seed", edition())
    played = source.play(game())

    assert played == EngineGames("seed", edition()).play(game())
    others = [game(2), game(attempt=2), game(place=1), game(starter=2)]
    assert all(source.play(other) != played for other in others)
    assert EngineGames("other", edition()).play(game()) != played


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)
def test_game_has_a_winner_and_hands_that_fit(rules):
    """A tie-break round of two, at their own seats, by the rules for two (rules.md §4.2, V18)."""
    played = EngineGames("seed", rules).play(game(seats=(2, 5), place=1))

    loser = {2: 5, 5: 2}[played.winner]
    assert (played.cards[played.winner], played.hands[played.winner]) == (0, ())
    assert {seat: len(hand) for seat, hand in played.hands.items()} == played.cards
    assert played.cards[loser] > 0
    assert json.loads(json.dumps(played.facts)) == played.facts
    facts = {**played.facts, "turns": {int(seat): count for seat, count in played.facts["turns"].items()}}
    report = PlayedRound(played.cards, played.winner, hands=played.hands, **facts)
    assert [each for each in check(report, rules) if each.stops()] == []


def test_game_that_comes_to_no_end_is_played_again_and_then_called_off():
    played = EngineGames("seed", edition(), most_moves=12).play(game())

    assert (played.winner, played.games, played.moves) == (None, 4, 48)
    assert sorted(played.cards) == [1, 2, 3, 4]
    assert {seat: len(hand) for seat, hand in played.hands.items()} == played.cards
