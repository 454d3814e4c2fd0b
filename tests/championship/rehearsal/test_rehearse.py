"""A whole championship through the real services, with and without mistakes."""

import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from championship import registrations
from championship.management.commands.rehearse import rehearse
from championship.registrations import Bin, Event
from championship.rehearsal.people import registration_file
from championship.rehearsal.results import Game, PlausibleCounts
from scoring.errors import NoPlan

OUTCOME = ("champion", "places", "stages", "rounds", "exceptions", "players")

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_rehearse_of_96_is_the_plan_of_the_rules_and_mistakes_change_nothing():
    clean = rehearse(96, "7", 0.0, slug="clean")
    slips = rehearse(96, "7", 0.1, slug="slips")

    assert clean["stages"] == [
        {"name": "qualifiers", "tables": [5] * 16 + [4] * 4},
        {"name": "second", "tables": [5] * 4},
        {"name": "playoff", "tables": [4]},
        {"name": "final", "tables": [5]},
    ]
    assert (clean["champion"], [row["entry"] for row in clean["places"]]) == (66, [66, 35, 55, 58, 89])
    assert clean["failures"] == slips["failures"] == {}
    assert slips["corrections"] > 0
    assert {part: slips[part] for part in OUTCOME} == {part: clean[part] for part in OUTCOME}


@pytest.mark.parametrize("players", [6, 7, 11, 16, 21, 26, 31])
def test_rehearse_of_each_shape_ends_the_same_with_many_mistakes(players):
    clean = rehearse(players, "3", 0.0, slug="clean")
    slips = rehearse(players, "3", 0.4, slug="slips")

    assert all(clean["invariants"].values())
    assert slips["failures"] == {}
    assert {part: slips[part] for part in OUTCOME} == {part: clean[part] for part in OUTCOME}


@pytest.mark.parametrize("players", [0, 3, 121])
def test_rehearse_refuses_a_number_that_no_plan_fits(players):
    with pytest.raises(NoPlan) as refused:
        rehearse(players, "7", 0.0)

    assert refused.value.values["near"]


def test_command_refuses_a_share_of_mistakes_that_is_none():
    with pytest.raises(CommandError, match="from 0 to 1"):
        call_command("rehearse", players=8, errors=10)


def test_command_tells_a_refusal_as_json(capsys):
    with pytest.raises(SystemExit) as ended:
        call_command("rehearse", players=3, json=True)

    told = json.loads(capsys.readouterr().out)
    assert ended.value.code == 3
    assert (told["players"], told["reason"]) == (3, "too_few")


def test_plausible_counts_are_of_the_game_alone():
    players = tuple((seat, 10 * seat) for seat in (1, 2, 3, 4))
    game = Game("qualifiers", 3, 0, 1, players)
    source = PlausibleCounts("seed")

    played = source.play(game)

    assert played == PlausibleCounts("seed").play(game)
    assert played.cards[played.winner] == 0
    assert sorted(played.cards) == [1, 2, 3, 4]
    assert all(cards > 0 for seat, cards in played.cards.items() if seat != played.winner)
    assert source.play(Game("qualifiers", 4, 0, 1, players)) != played


def test_registration_file_has_a_line_for_everybody():
    seen = registrations.preview(
        registration_file(120, seed="x"), "players.csv", event=Event(date(2027, 10, 19), capacity=120)
    )

    assert sum(seen.counts[bin_] for bin_ in (Bin.NEW, Bin.DOUBTFUL)) == 120
    assert seen.families
