"""People at the desk: registered, checked in (design.md §5)."""

from itertools import pairwise

import pytest
from django.core.exceptions import ValidationError

from championship.enums import EntryStatus, NamePolicy, Role
from championship.errors import NotAllowed, OutOfStep
from championship.models import Entry, Player, Pulse
from championship.selectors import people as selectors
from championship.services import people
from championship.services.live import Actor
from tests.factories import (
    make_actor,
    make_championship,
    make_entries,
    make_entry,
    make_published,
    make_user,
    organiser_of,
)

pytestmark = pytest.mark.django_db


def registered(count, **fields):
    """A championship with so many entries and no plan yet."""
    hall = make_championship(**fields)
    make_entries(hall, count)
    return hall


def test_register_numbers_players_in_order():
    hall = make_championship()

    assert [make_entry(hall).number for _ in range(3)] == [1, 2, 3]


def test_register_beyond_the_places_goes_to_the_waiting_list():
    hall = make_championship(capacity=1)

    assert [make_entry(hall).status for _ in range(2)] == [EntryStatus.REGISTERED, EntryStatus.WAITING]


def test_register_without_a_name_stores_nothing():
    hall = make_championship()

    with pytest.raises(ValidationError):
        people.register(hall, by=organiser_of(hall), first_name="", last_name="Levi")
    assert not Player.objects.exists()


def test_what_the_board_shows_of_people_raises_the_version_and_nothing_else_does():
    hall = registered(2, capacity=2)
    by = organiser_of(hall)
    versions = [Pulse.objects.get(championship=hall).version]

    for act in (
        lambda: make_entry(hall),  # on the waiting list, and listed
        lambda: people.cancel(hall, 1, by=by),
        lambda: people.admit(hall, 3, by=by),
        lambda: people.admit(hall, 1, by=by),
        lambda: people.check_in(hall, [2], by=by),
        lambda: people.change(hall, 2, by=by, phone="052-555-0100"),
        lambda: people.change(hall, 2, by=by, has_consent=False),
    ):
        act()
        versions.append(Pulse.objects.get(championship=hall).version)

    assert [after - before for before, after in pairwise(versions)] == [1, 1, 0, 1, 0, 0, 1]


def test_check_in_is_harmless_twice():
    hall = registered(3)
    by = organiser_of(hall)

    assert people.check_in(hall, [1, 2], by=by) == 2
    first = Entry.objects.get(championship=hall, number=1).checked_in_at
    assert people.check_in(hall, [1, 2, 3], by=by) == 1
    assert Entry.objects.get(championship=hall, number=1).checked_in_at == first
    assert list(selectors.checked_in(hall).values_list("number", flat=True)) == [1, 2, 3]


def test_check_in_of_somebody_unknown_names_them_and_checks_in_nobody():
    hall = registered(2, capacity=1)

    with pytest.raises(OutOfStep, match="#2, #9"):
        people.check_in(hall, [1, 2, 9], by=organiser_of(hall))
    assert not selectors.checked_in(hall).exists()


def test_undo_check_in_until_there_is_a_seat():
    hall = registered(4)
    by = organiser_of(hall)
    people.check_in(hall, [1], by=by)
    people.undo_check_in(hall, 1, by=by)
    assert not selectors.checked_in(hall).exists()

    seated = make_published(players=8)
    with pytest.raises(OutOfStep, match="already has a seat"):
        people.undo_check_in(seated, 1, by=organiser_of(seated))


def test_the_desk_is_for_staff():
    hall = registered(2)
    head = make_actor(hall, Role.HEAD_REFEREE)

    assert people.check_in(hall, [1], by=head) == 1
    with pytest.raises(NotAllowed):
        people.check_in(hall, [2], by=Actor(user=make_user()))


@pytest.mark.parametrize(
    ("policy", "consent", "name"),
    [
        (NamePolicy.FULL, True, "נועה כהן"),
        (NamePolicy.INITIAL, True, "נועה כ."),
        (NamePolicy.NUMBER, True, "#1"),
        (NamePolicy.FULL, False, "#1"),
        (NamePolicy.INITIAL, False, "#1"),
    ],
)
def test_public_name_is_what_the_organiser_chose_and_a_number_without_consent(policy, consent, name):
    hall = make_championship(name_policy=policy)
    entry = make_entry(hall, first_name="נועה", last_name="כהן", has_consent=consent)

    assert selectors.public_name(entry, hall.name_policy) == name
    assert selectors.public_names(hall) == {1: name}


def test_search_finds_by_number_and_by_parts_of_the_name():
    hall = make_championship()
    for first, last in (("נועה", "כהן"), ("נועה", "לוי"), ("Ola", "Kohen")):
        make_entry(hall, first_name=first, last_name=last)

    def found(text):
        return [entry.number for entry in selectors.search(hall, text)]

    assert (found("נועה"), found("כהן נועה"), found("#3"), found("koh"), found("99")) == ([1, 2], [1], [3], [3], [])
