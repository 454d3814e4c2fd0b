"""Registered twice: what follows stands beside each button, and a merge is taken back by another."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from championship.models import EntryMerge
from tests import factories
from tests.championship.views.desks import at, desk_of, said
from tests.championship.views.pages import text

pytestmark = pytest.mark.django_db


def hall_with_twins(pairs=1):
    championship = factories.make_championship()
    for pair in range(pairs):
        for school in ("", "Alon"):
            factories.make_entry(championship, first_name=f"Noa{pair}", last_name="Cohen", school=school)
    return championship


def test_twins_are_merged_with_what_follows_shown_and_taken_back():
    championship = hall_with_twins()
    client = desk_of(championship)
    page = text(client.get(at(championship, "players/twice/")).content.decode())
    assert "#2 is cancelled. #1 takes over: School." in page
    assert "#1 is cancelled. #2 stays as it is." in page

    client.post(at(championship, "players/twice/"), {"kept": "1", "gone": "2"})

    assert championship.entries.get(number=1).player.school == "Alon"
    row = EntryMerge.objects.get()
    assert "Merged" in client.get(at(championship, "players/twice/")).content.decode()
    client.post(at(championship, f"players/twice/{row.pk}/undo/"))
    assert set(championship.entries.values_list("status", flat=True)) == {"registered"}
    other = desk_of(factories.make_championship())
    assert other.post(at(championship, f"players/twice/{row.pk}/undo/")).status_code == 404


def test_any_two_are_looked_at_and_nobody_is_refused():
    championship = factories.make_championship()
    factories.make_entries(championship, 2)
    client = desk_of(championship)

    assert "Keep #1" in client.get(at(championship, "players/twice/?one=1&other=%232")).content.decode()
    refused = client.post(at(championship, "players/twice/"), {"kept": "1", "gone": "x"}, follow=True)
    assert "Nobody has the number 0" in said(refused)[0]


def test_queries_do_not_grow_with_the_pairs():
    counts = []
    for pairs in (1, 6):
        championship = hall_with_twins(pairs)
        client = desk_of(championship)
        client.get(at(championship, "players/twice/"))
        with CaptureQueriesContext(connection) as queries:
            client.get(at(championship, "players/twice/"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
