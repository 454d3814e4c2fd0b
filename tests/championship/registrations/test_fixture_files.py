"""Every invented file gives what its expected.json says: counts, rows, people, groups and what has to be said."""

from __future__ import annotations

import dataclasses
import json
from datetime import date
from functools import cache
from typing import Any

import pytest
from django.utils import translation

from championship.registrations import Bin, Doubt, Field, FileRefused, Preview, Row, preview, sentences, values
from tests.championship.registrations.lists import EVENT, IMPORTS, after

EXPECTED = json.loads((IMPORTS / "expected.json").read_text(encoding="utf-8"))
FILES: dict[str, dict[str, Any]] = {each["file"]: each for each in EXPECTED["files"]}
ACCEPTED = [name for name, each in FILES.items() if each["outcome"] == "accepted"]
REFUSED = [name for name, each in FILES.items() if each["outcome"] == "refused"]
WITH_ROWS = [name for name in ACCEPTED if "rows" in FILES[name] and "after" not in FILES[name]]
WITH_PEOPLE = [name for name in ACCEPTED if "people" in FILES[name]]
WITH_NAMES = [name for name in ACCEPTED if "names" in FILES[name]]
WITH_GROUPS = [name for name in ACCEPTED if "groups" in FILES[name]]


@cache
def read(name: str) -> Preview:
    """Return the preview of a fixture, after the file that has to be there before it."""
    first = FILES[name].get("after")
    registered = after(read(first)) if first else []
    return preview((IMPORTS / name).read_bytes(), name, event=EVENT, registered=registered)


def said(found: Preview) -> str:
    with translation.override("en"):
        return "\n".join(sentences.notes(found.notes))


def test_event_of_the_fixtures_is_ours():
    assert EXPECTED["event"] == {
        "qualifiers": EVENT.qualifiers.isoformat(),
        "finals": "2027-12-27",
        "capacity": EVENT.capacity,
        "youngest": EVENT.youngest,
        "oldest": EVENT.oldest,
        "spectators": EVENT.spectators,
        "longest_name": 100,
        "into": EXPECTED["event"]["into"],
    }


def test_codes_are_those_of_the_fixtures():
    assert set(EXPECTED["reasons"]) <= {code.value for code in Doubt}
    assert set(EXPECTED["bins"]) == {each.value for each in Bin}


@pytest.mark.parametrize("name", ACCEPTED)
def test_preview_counts(name):
    found = read(name)

    expected = dict.fromkeys(("new", "doubtful", "refused", "skipped", "changed", "unchanged"), 0)
    assert {each.value: number for each, number in found.counts.items()} == expected | FILES[name]["counts"]


@pytest.mark.parametrize("name", ACCEPTED)
def test_preview_says_how_the_file_was_read(name):
    found = read(name)

    expected = FILES[name]
    assert found.header_line == expected["header_line"]
    for key, value in (("encoding", found.encoding), ("delimiter", found.delimiter), ("sheet", found.sheet)):
        if key in expected:
            assert (key, value) == (key, expected[key])
    if "columns" in expected:
        assert {column.heading: column.field for column in found.columns} == expected["columns"]


@pytest.mark.parametrize("name", WITH_PEOPLE)
def test_preview_reads_every_field_of_every_player(name):
    expected = json.loads((IMPORTS / FILES[name]["people"]).read_text(encoding="utf-8"))

    found = read(name)

    has_birth = Field.BIRTH in [column.field for column in found.columns]
    offset = FILES[name].get("line_offset", 0)
    assert [{"line": row.line - offset, **plain(row)} for row in found.rows] == [
        {**person, "birth": person["birth"] if has_birth else None} for person in expected
    ]


def plain(row: Row) -> dict[str, Any]:
    """Return the registration of *row* as the fixtures write it."""
    return {
        key: value.isoformat() if isinstance(value, date) else value
        for key, value in dataclasses.asdict(row.registration).items()
    }


@pytest.mark.parametrize("name", WITH_ROWS)
def test_preview_rows(name):
    found = {row.line: row for row in read(name).rows}

    for expected in FILES[name]["rows"]:
        row = found[expected["line"]]
        assert row.bin in (expected["bin"], *expected.get("may_be", [])), row
        assert row.last_line == expected.get("last_line", row.line)
        if row.bin in (Bin.DOUBTFUL, Bin.REFUSED):
            assert list(row.codes) == expected["reasons"], row
        assert (row.like.line if row.like else None) == expected.get("like")
        for key in ("first", "last", "age", "club"):
            if key in expected:
                assert getattr(row.registration, key) == expected[key], row
        if "phone" in expected:
            assert row.registration.phone == (expected["phone"] or "")


@pytest.mark.parametrize("name", ["messy_110.csv", "messy_110_cp1255.csv"])
def test_preview_rows_are_all_there(name):
    found = read(name)

    assert [row.line for row in found.rows] == [each["line"] for each in FILES[name]["rows"]]
    assert FILES[name]["lines"] == found.rows[-1].last_line


@pytest.mark.parametrize("name", WITH_NAMES)
def test_preview_names(name):
    names = [row.registration.full_name for row in read(name).rows if row.bin is Bin.NEW]

    assert names == FILES[name]["names"]


@pytest.mark.parametrize("name", WITH_GROUPS)
def test_preview_groups_to_keep_apart(name):
    groups, offset = FILES[name]["groups"], FILES[name].get("line_offset", 0)

    found = read(name)

    families = sorted(sorted(line - offset for line in each.lines) for each in found.families)
    assert families == sorted(sorted(each) for each in groups["families"])
    clubs = [sorted(line - offset for line in lines) for lines in found.alike(Field.CLUB).values()]
    assert sorted(groups.get("club_of_nine") or groups["club_of_six"]) in clubs


def test_families_say_how_they_were_recognised():
    found = {group.lines: group.by for group in read("messy_110.csv").families}

    assert found == {
        (10, 39, 73): frozenset({"phone"}),
        (24, 27): frozenset({"phone", "note"}),
        (87, 108): frozenset({"note"}),
    }


def test_second_list_changes_only_what_is_new_in_it():
    expected = FILES["players_96_again.csv"]

    found = read("players_96_again.csv")

    rows = {row.line: row for row in found.rows if row.bin is not Bin.UNCHANGED}
    assert sorted(rows) == [each["line"] for each in expected["rows"]]
    for each in expected["rows"]:
        row = rows[each["line"]]
        changes = {change.field.value: change.after for change in row.changes}
        wanted = dict(each.get("changes", {}))
        if "phone" in wanted:
            wanted["phone"] = values.phone(wanted["phone"])
        assert (row.bin, row.registration.first, row.registration.last) == (each["bin"], each["first"], each["last"])
        assert changes == wanted
    first = after(read("players_96.csv"))
    names = {each.number: (each.registration.first, each.registration.last) for each in first}
    assert [names[number] for number in found.absent] == [
        (each["first"], each["last"])
        for each in sorted(
            expected["absent"], key=lambda each: list(names.values()).index((each["first"], each["last"]))
        )
    ]
    assert all(row.entry for row in found.rows if row.bin in (Bin.CHANGED, Bin.UNCHANGED))


@pytest.mark.parametrize("name", ["players_96.csv", "players_96.xlsx", "messy_110.csv"])
def test_same_list_again_has_nothing_new(name):
    first = preview((IMPORTS / name).read_bytes(), name, event=EVENT)

    again = preview((IMPORTS / name).read_bytes(), name, event=EVENT, registered=after(first))

    news = first.counts[Bin.NEW]
    assert (again.counts[Bin.NEW], again.counts[Bin.CHANGED], again.counts[Bin.UNCHANGED]) == (0, 0, news)
    assert again.absent == ()


@pytest.mark.parametrize("name", REFUSED)
def test_file_is_refused(name):
    with pytest.raises(FileRefused) as refused:
        read(name)

    assert refused.value.code == FILES[name]["file_reason"]
    assert len(refused.value.message) > 20


def test_two_lists_say_which_sheet_was_read():
    notes = said(read("bad/two_lists.xlsx"))

    assert "“\u2068יום א\u2069” was read" in notes
    assert "There is another list on “\u2068יום ב\u2069”" in notes


def test_headings_twice_say_which_was_taken():
    notes = said(read("bad/headings_twice.csv"))

    assert (
        "Columns 4 (“\u2068טלפון\u2069”) and 5 (“\u2068טלפון\u2069”) have the same meaning; the first was taken"
        in notes
    )
    assert "Columns 6 (“\u2068הערות\u2069”) and 7" in notes


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("players_96_cp1255_semicolon.csv", "Windows-1255"),
        ("messy_110_cp1255.csv", "Windows-1255"),
        ("players_96_pl_cp1250.csv", "Windows-1250"),
        ("bad/utf16_without_mark.csv", "UTF-16-LE"),
    ],
)
def test_guessed_encoding_is_said(name, encoding):
    assert f"\u2068{encoding}\u2069 was guessed" in said(read(name))


def test_too_many_rows_gives_the_number_and_the_limit():
    with pytest.raises(FileRefused) as refused, translation.override("en"):
        read("bad/many_50000.csv")

    assert refused.value.message == "The list has 50000 rows; at most 5000 can be read at once. Divide the file."


@pytest.mark.parametrize("name", ACCEPTED)
def test_nothing_invisible_is_left_in_any_name(name):
    """bug_reports O44: no invisible character in any name."""
    for row in read(name).rows:
        assert row.registration.full_name.isprintable()
        assert row.registration.note.replace("\n", "").isprintable()


@pytest.mark.parametrize("folder", ["n024", "n064", "n096"])
def test_recorded_championships_import_as_all_new(folder):
    championship = IMPORTS.parent / "championships" / folder
    recorded = json.loads((championship / "championship.json").read_text(encoding="utf-8"))

    found = preview((championship / "registrations.csv").read_bytes(), "registrations.csv", event=EVENT)

    assert [row.bin for row in found.rows] == [Bin.NEW] * len(recorded["entries"])
    assert [(row.registration.first, row.registration.last) for row in found.rows] == [
        (entry["first"], entry["last"]) for entry in recorded["entries"]
    ]
    families = sorted([row - 1 for row in group.lines] for group in found.families)
    assert families == sorted(recorded["families"])
