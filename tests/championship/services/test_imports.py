"""Registration files meet the database: saved whole or not at all, and nothing lost without a word."""

import json
from pathlib import Path

import pytest

from championship.errors import OutOfStep
from championship.models import Entry, Player, Pulse, RegistrationFile
from championship.registrations.codes import Bin
from championship.registrations.refusals import FileRefused
from championship.selectors import board as boards
from championship.services import imports
from tests.factories import make_championship, organiser_of

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parents[3] / "fixtures" / "imports"
EXPECTED = {file["file"]: file for file in json.loads((FOLDER / "expected.json").read_text())["files"]}
CLEAN = [name for name in EXPECTED if name.startswith("players_96") and "again" not in name]
REFUSED = [name for name, file in EXPECTED.items() if file["outcome"] == "refused"]


def receive(championship, name):
    by = organiser_of(championship)
    return imports.receive(championship, (FOLDER / name).read_bytes(), name, by=by)


def save(championship, name, accept=()):
    return imports.save(receive(championship, name), by=organiser_of(championship), accept=accept)


@pytest.mark.parametrize("name", CLEAN)
def test_save_registers_everybody_of_a_clean_file(name):
    championship = make_championship()
    people = json.loads((FOLDER / EXPECTED[name]["people"]).read_text())

    counts = save(championship, name)

    assert counts == {"added": 96, "changed": 0, "left_out": 0}
    stored = championship.entries.select_related("player").order_by("number")
    assert [(e.player.first_name, e.player.last_name, e.age) for e in stored] == [
        (person["first"], person["last"], person["age"]) for person in people
    ]


def test_save_that_changes_a_public_name_raises_the_version_and_one_that_does_not_leaves_it():
    championship = make_championship(is_public=True)
    by = organiser_of(championship)
    seen = []
    for number, (consent, city) in enumerate([("yes", "Rahat"), ("yes", "Lod"), ("no", "Lod")]):
        text = f"first name,last name,city,parents' consent\nNoa,Levi,{city},{consent}\n"
        file = imports.receive(championship, text.encode(), f"{number}.csv", by=by)
        counts = imports.save(file, by=by)
        names = boards.current(championship.slug).data["players"]
        seen.append((counts["added"], counts["changed"], Pulse.objects.get().version, names))

    assert seen == [(1, 0, 1, {"1": "Noa Levi"}), (0, 1, 1, {"1": "Noa Levi"}), (0, 1, 2, {"1": "#1"})]


def test_save_keeps_families_together():
    championship = make_championship()
    save(championship, "players_96.csv")

    families = {}
    for entry in championship.entries.exclude(family=None):
        families.setdefault(entry.family, []).append(entry.number + 1)  # entry 1 is on line 2

    assert sorted(map(sorted, families.values())) == sorted(
        map(sorted, EXPECTED["players_96.csv"]["groups"]["families"])
    )


def test_save_of_the_list_sent_again_changes_what_is_new():
    championship = make_championship()
    save(championship, "players_96.csv")

    counts = save(championship, "players_96_again.csv")

    assert counts == {"added": 2, "changed": 4, "left_out": 0}
    assert championship.entries.count() == 98
    assert championship.entries.filter(player__email="grandpa066@example.org").count() == 1


def test_save_leaves_doubtful_rows_to_a_person():
    championship = make_championship()
    file = receive(championship, "messy_110.csv")

    counts = imports.save(file, by=organiser_of(championship), accept=[53])

    expected = EXPECTED["messy_110.csv"]["counts"]
    assert counts == {
        "added": expected["new"] + 1,
        "changed": 0,
        "left_out": expected["doubtful"] + expected["refused"] - 1,
    }
    assert {row["bin"] for row in file.left_out} == {Bin.DOUBTFUL, Bin.REFUSED}
    assert len(file.left_out) == counts["left_out"]


def test_save_twice_registers_once():
    championship = make_championship()
    file = receive(championship, "players_96.csv")
    first = imports.save(file, by=organiser_of(championship))

    assert imports.save(file, by=organiser_of(championship)) == first
    assert championship.entries.count() == 96


def test_save_beyond_the_places_fills_the_waiting_list():
    championship = make_championship(capacity=90)

    save(championship, "players_96.csv")

    assert championship.entries.filter(status="waiting").count() == 6


def test_settle_registers_or_drops_a_row_once():
    championship = make_championship()
    file = receive(championship, "messy_110.csv")
    by = organiser_of(championship)
    imports.save(file, by=by)
    waiting = len(file.left_out)

    taken = imports.settle(file, 53, take=True, by=by)
    dropped = imports.settle(file, 94, take=False, by=by)

    assert taken.player.full_name == "נועה כהן"
    assert dropped is None
    file.refresh_from_db()
    assert len(file.left_out) == waiting - 2
    with pytest.raises(OutOfStep, match="settled"):
        imports.settle(file, 53, take=True, by=by)


@pytest.mark.parametrize("name", REFUSED)
def test_receive_of_a_refused_file_keeps_nothing(name):
    championship = make_championship()

    with pytest.raises(FileRefused) as refused:
        receive(championship, name)

    assert refused.value.code in {EXPECTED[name]["file_reason"], "too_large"}
    assert refused.value.message
    assert not RegistrationFile.objects.exists()
    assert not Entry.objects.exists()
    assert not Player.objects.exists()
