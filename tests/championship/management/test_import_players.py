"""The command names every row that needs a person, and imports all or nothing."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from championship.models import RegistrationFile
from tests.factories import make_championship

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parents[3] / "fixtures" / "imports"


def test_import_players_registers_a_file(capsys):
    hall = make_championship(slug="hall")

    call_command("import_players", "hall", FOLDER / "players_96.csv")

    assert hall.entries.count() == 96
    assert "96 added, 0 changed, 0 left" in capsys.readouterr().out


def test_import_players_names_doubtful_and_refused_lines(capsys):
    make_championship(slug="hall")

    call_command("import_players", "hall", FOLDER / "messy_110.csv")

    out = capsys.readouterr().out
    assert "70 added, 0 changed, 30 left" in out
    assert all(f"Line {line}" in out for line in (54, 57, 66, 93))


def test_import_players_takes_the_doubtful_if_told():
    hall = make_championship(slug="hall")

    call_command("import_players", "hall", FOLDER / "messy_110.csv", take_doubtful=True)

    assert hall.entries.count() == 97


def test_import_players_looks_without_touching(capsys):
    hall = make_championship(slug="hall")

    call_command("import_players", "hall", FOLDER / "players_96.csv", look=True)

    assert "96 new" in capsys.readouterr().out
    assert not hall.entries.exists()
    assert not RegistrationFile.objects.exists()


@pytest.mark.parametrize(
    ("slug", "file", "message"),
    [
        ("nowhere", "players_96.csv", "no championship 'nowhere'. Known: hall"),
        ("hall", "nothing.csv", "cannot be read"),
        ("hall", "bad/protected.xlsx", "password"),
    ],
    ids=["championship", "file", "refused"],
)
def test_import_players_says_what_is_wrong(slug, file, message):
    make_championship(slug="hall")

    with pytest.raises(CommandError, match=message):
        call_command("import_players", slug, FOLDER / file)
