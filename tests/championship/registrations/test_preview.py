"""The whole of a preview: bins, changes, notes, and columns that a person named."""

from __future__ import annotations

import dataclasses
import hashlib
from datetime import date

import pytest

from championship.registrations import (
    Bin,
    Change,
    Event,
    Field,
    FileRefused,
    Group,
    Note,
    NoteKind,
    Registered,
    Registration,
    preview,
)
from tests.championship.registrations.lists import EVENT, IMPORTS, read

HEAD = "First name,Last name,Age,Phone,School,Paid,Notes\n"
KNOWN = Registered(
    5,
    Registration(
        first="Noa",
        last="Cohen",
        age=9,
        phone="+972525550112",
        school="Rambam",
        paid=False,
        photo=True,
        note="no fish",
    ),
)


def test_preview_tells_the_file_apart():
    data = (HEAD + "Noa,Cohen,9,,,,\n").encode()

    found = preview(data, "list\u202e.csv\0", event=EVENT)

    assert (found.filename, found.digest) == ("list.csv", hashlib.sha256(data).hexdigest())


def test_preview_is_frozen():
    found = read(HEAD + "Noa,Cohen,9,,,,\n")

    with pytest.raises(dataclasses.FrozenInstanceError):
        found.rows[0].registration.first = "Dana"  # type: ignore[misc]


def test_changes_are_what_the_file_says_and_never_what_it_leaves_empty():
    found = read(HEAD + "noa,Cohen,,052-555-0112,Ha-Galil,yes,\n", registered=[KNOWN])

    (row,) = found.rows
    assert (row.bin, row.entry) == (Bin.CHANGED, 5)
    assert row.changes == (
        Change(Field.FIRST, "Noa", "noa"),
        Change(Field.SCHOOL, "Rambam", "Ha-Galil"),
        Change(Field.PAID, False, True),
    )


def test_birth_changes_nothing_where_only_the_age_is_kept():
    found = read("First name,Last name,Date of birth,Phone\nNoa,Cohen,03/04/2018,0525550112\n", registered=[KNOWN])

    assert [row.bin for row in found.rows] == [Bin.UNCHANGED]


def test_entry_with_something_to_look_at_is_doubtful_and_still_that_entry():
    found = read(HEAD + "Noa,Cohen,nine,052-555-0112,,,\n", registered=[KNOWN])

    (row,) = found.rows
    assert (row.bin, row.entry, found.absent) == (Bin.DOUBTFUL, 5, ())


def test_entry_is_absent_only_if_no_row_may_be_it():
    near = HEAD + "Noaa,Cohen,9,052-555-0112,,,\n"
    refused = HEAD + 'Noa,Cohen,9,052-555-0112,,,"no fish\nDana,Levi,8,,,,\n'
    missing = HEAD + "Dana,Levi,8,,,,\n"

    assert read(near, registered=[KNOWN]).absent == ()
    assert read(refused, registered=[KNOWN]).absent == ()
    assert read(missing, registered=[KNOWN]).absent == (5,)
    assert read(missing, registered=[KNOWN]).notes == (
        Note(NoteKind.ABSENT, {"entries": (5,), "names": ("Noa Cohen",)}),
    )


def test_new_sibling_of_somebody_registered_is_in_their_family():
    found = read(HEAD + "Dana,Cohen,12,052-555-0112,,,\n", registered=[KNOWN])

    assert [row.bin for row in found.rows] == [Bin.NEW]
    assert found.families == (Group((2,), (5,), frozenset({"phone"})),)


def test_duplicates_are_no_family():
    found = read(HEAD + "Noa,Cohen,9,052-555-0112,,,\nNoaa,Cohen,9,052-555-0112,,,\n")

    assert ([row.bin for row in found.rows], found.families) == ([Bin.NEW, Bin.DOUBTFUL], ())


def test_school_in_many_spellings_is_one_school_and_said():
    found = read(HEAD + "Noa,Cohen,9,,Ha Galil,,\nDana,Levi,8,,ha-galil,,\nTal,Gil,7,,Ha Galil,,\n")

    assert found.alike(Field.SCHOOL) == {"Ha Galil": (2, 3, 4)}
    assert found.notes == (
        Note(NoteKind.SPELLINGS_UNITED, {"field": Field.SCHOOL, "kept": "Ha Galil", "others": ("ha-galil",)}),
    )


def test_school_is_spelt_as_it_is_registered():
    found = read(HEAD + "Noa,Cohen,9,052-555-0112,RAMBAM,,\n", registered=[KNOWN])

    assert [row.bin for row in found.rows] == [Bin.UNCHANGED]


@pytest.mark.parametrize(("capacity", "waiting"), [(4, None), (3, None), (2, 1), (1, 2), (0, 2)])
def test_those_beyond_the_places_go_to_the_waiting_list(capacity, waiting):
    event = Event(qualifiers=date(2027, 10, 19), capacity=capacity)
    data = (HEAD + "Noa,Cohen,9,052-555-0112,,,\nDana,Levi,8,,,,\nTal,Gil,7,,,,\n").encode()

    found = preview(data, "list.csv", event=event, registered=[KNOWN])

    expected = () if waiting is None else (Note(NoteKind.WAITING_LIST, {"count": waiting, "capacity": capacity}),)
    assert found.notes == expected


def test_ages_and_spectators_are_those_of_the_event():
    event = Event(qualifiers=date(2027, 10, 19), capacity=9, youngest=8, oldest=9, spectators=0)
    data = b"First name,Last name,Age,Guests\nNoa,Cohen,9,0\nDana,Levi,7,0\nTal,Gil,10,0\nRon,Bar,8,1\n"

    found = preview(data, "list.csv", event=event)

    assert [list(row.codes) for row in found.rows] == [
        [],
        ["age_out_of_range"],
        ["age_out_of_range"],
        ["too_many_spectators"],
    ]


def test_column_map_reads_headings_that_say_nothing():
    data = (IMPORTS / "bad" / "headings_unknown.csv").read_bytes()
    with pytest.raises(FileRefused) as refused:
        preview(data, "list.csv", event=EVENT)
    assert refused.value.values["rows"][0] == ["א", "ב", "ג", "ד"]

    found = preview(data, "list.csv", event=EVENT, column_map={"א": "first", "ב": "last", "ג": "age", "ד": "phone"})

    assert (found.header_line, found.counts[Bin.NEW]) == (1, len(found.rows))
    assert found.rows[0].registration == Registration(first="גלב", last="קרסנוב", age=13, phone="+972545550108")


def test_column_map_reads_a_list_without_headings():
    data = (IMPORTS / "bad" / "no_headings.csv").read_bytes()

    found = preview(data, "list.csv", event=EVENT, column_map={"#1": "first", "#2": "last", "#3": "age"})

    assert (found.header_line, found.rows[0].line, found.counts[Bin.NEW]) == (0, 1, len(found.rows))


def test_preview_without_anybody_is_still_a_preview():
    found = read(HEAD + "Total,,3,,,,\n")

    assert found.counts == dict.fromkeys(Bin, 0) | {Bin.SKIPPED: 1}
