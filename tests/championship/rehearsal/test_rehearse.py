"""A whole championship through the real services, with and without mistakes."""

import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from championship import registrations
from championship.management.commands.rehearse import rehearse
from championship.models import Championship, Report
from championship.registrations import Bin, Event
from championship.rehearsal.games import EngineGames
from championship.rehearsal.people import registration_file
from championship.rehearsal.results import Played
from engine.taki.editions import EDITIONS, edition
from scoring.errors import NoPlan
from scoring.formats import classic

OUTCOME = ("champion", "places", "stages", "rounds", "exceptions", "players", "edition")
"""What no mistake changes; a tie that only a wrong entry made may have been played off, so games are more."""

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
    assert (clean["edition"], clean["rounds"], clean["games"]) == ("he-2015", 78, 78 + clean["tie_breaks"])
    assert clean["hands"] > 3 * 78
    assert clean["failures"] == slips["failures"] == {}
    assert slips["corrections"] > 0
    assert {part: slips[part] for part in OUTCOME} == {part: clean[part] for part in OUTCOME}


@pytest.mark.parametrize(
    ("players", "edition_id"), list(zip([6, 7, 11, 16, 21, 26, 31], [*EDITIONS, "he-2015"], strict=True))
)
def test_rehearse_of_each_shape_and_edition_ends_the_same_with_many_mistakes(players, edition_id):
    rules = edition(edition_id)
    clean = rehearse(players, "3", 0.0, rules=rules, slug="clean")
    slips = rehearse(players, "3", 0.6, rules=rules, slug="slips")

    assert all(clean["invariants"].values())
    assert slips["failures"] == {}
    assert slips["corrections"] + slips["refused"] > 0
    assert {part: slips[part] for part in OUTCOME} == {part: clean[part] for part in OUTCOME}
    assert Championship.objects.get(slug="clean").edition == clean["edition"] == edition_id


def test_rehearse_of_the_classic_preset_counts_the_points_of_hands():
    """rules.md §5.2: nobody adds up points, in an edition that has none either."""
    told = rehearse(4, "7", 0.3, rules=edition("official-2018"), format_=classic(4))

    assert told["failures"] == {}
    assert (told["rounds"], told["tie_breaks"]) == (6, 0)
    for report in Report.objects.all():
        losers = [line for line in report.lines.all() if line.seat != report.winner]
        assert all((line.points or 0) >= (line.cards or 0) for line in losers)
        assert [line.points for line in report.lines.all() if line.seat == report.winner] == [None]


class WithoutOne:
    """The engine's games, but for one that came to no end."""

    edition = edition()

    def play(self, game):
        played = EngineGames("7", self.edition).play(game)
        if (game.table, game.place, game.attempt) != (1, 0, 2):
            return played
        hands = {seat: (card,) for seat, card in zip(game.seats, ("r1", "b3", "K", "gT"), strict=True)}
        return Played(None, dict.fromkeys(game.seats, 1), hands, {"top": "r9"}, 9, 4)


def test_rehearse_calls_a_round_off_that_comes_to_no_end():
    """rules.md §5.1: nobody gets anything for it, and whoever began it begins the next."""
    told = rehearse(4, "7", 1.0, source=WithoutOne())

    assert told["failures"] == {}
    assert (told["called_off"], told["replayed"]) == (1, 3)
    assert Report.objects.filter(outcome="called_off").count() == 1


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


def test_command_names_the_editions_there_are(capsys):
    with pytest.raises(SystemExit) as ended:
        call_command("rehearse", players=8, edition="uno", json=True)

    told = json.loads(capsys.readouterr().out)
    assert (ended.value.code, told["edition"], told["known"]) == (3, "uno", list(EDITIONS))


def test_command_refuses_more_players_than_sit_at_one_table(capsys):
    with pytest.raises(SystemExit) as ended:
        call_command("rehearse", players=11, preset="classic")

    assert ended.value.code == 3
    assert "11" in capsys.readouterr().err


def test_registration_file_has_a_line_for_everybody():
    seen = registrations.preview(
        registration_file(120, seed="x"), "players.csv", event=Event(date(2027, 10, 19), capacity=120)
    )

    assert sum(seen.counts[bin_] for bin_ in (Bin.NEW, Bin.DOUBTFUL)) == 120
    assert seen.families
