"""The waiting list: first come first served, called in by one press, and after those who did not come."""

import pytest

from championship.enums import EntryStatus
from championship.errors import NotAllowed, OutOfStep, StaleView
from championship.selectors import entries
from championship.services import people, waiting
from tests.factories import holder_of, make_championship, make_entries, make_pass, make_published, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Four places: 1 to 4 have them, 5 to 7 wait."""
    championship = make_championship(capacity=4)
    make_entries(championship, 7)
    return championship


def statuses(championship):
    return dict(championship.entries.values_list("number", "status"))


def test_first_of_the_waiting_list_comes_in_when_a_place_is_free(hall):
    by = organiser_of(hall)
    people.cancel(hall, 2, by=by)

    [called] = waiting.call_in(hall, 1, by=by)

    assert called.number == 5
    assert [n for n, status in statuses(hall).items() if status == EntryStatus.WAITING] == [6, 7]
    assert hall.log.filter(act="entry.called_in").get().values == {"entries": [5]}


def test_walk_in_does_not_pass_those_who_wait(hall):
    by = organiser_of(hall)
    people.cancel(hall, 2, by=by)

    assert people.register(hall, by=by, first_name="Late").status == EntryStatus.WAITING
    waiting.call_in(hall, 1, by=by)
    assert statuses(hall)[5] == EntryStatus.REGISTERED


@pytest.mark.parametrize("free", [0, 1])
def test_nobody_is_called_in_beyond_the_places(hall, free):
    by = organiser_of(hall)
    for number in range(1, 1 + free):
        people.cancel(hall, number, by=by)
    before = statuses(hall)

    with pytest.raises(OutOfStep) as refused:
        waiting.call_in(hall, 2, by=by)
    assert refused.value.values == {"free": free}
    assert statuses(hall) == before


def test_places_of_those_who_did_not_come_go_to_the_waiting_list_in_one_act(hall):
    by = organiser_of(hall)
    people.check_in(hall, [1, 3], by=by)
    hall.pulse.refresh_from_db()
    version = hall.pulse.version

    gone, called = waiting.give_up(hall, [2, 4], by=by)

    assert ([e.number for e in gone], [e.number for e in called]) == ([2, 4], [5, 6])
    assert statuses(hall) == {
        1: "registered",
        2: "cancelled",
        3: "registered",
        4: "cancelled",
        5: "registered",
        6: "registered",
        7: "waiting",
    }
    hall.pulse.refresh_from_db()
    assert hall.pulse.version == version + 1
    people.cancel(hall, 6, by=by)
    people.admit(hall, 2, by=by)  # came all the same
    assert statuses(hall)[2] == "registered"


def test_no_shows_are_those_that_were_shown(hall):
    by = organiser_of(hall)
    people.check_in(hall, [1], by=by)
    people.check_in(hall, [2], by=by)  # while the list was looked at

    with pytest.raises(StaleView):
        waiting.give_up(hall, [2, 3, 4], by=by)
    assert statuses(hall)[3] == "registered"


def test_whoever_has_a_seat_is_no_no_show_here():
    championship = make_published(players=4)
    championship.entries.filter(number=1).update(checked_in_at=None)

    with pytest.raises(OutOfStep, match="Everybody is here"):
        waiting.give_up(championship, [1], by=organiser_of(championship))
    assert entries.missing(championship) == []


def test_waiting_list_is_the_desks(hall):
    referee = holder_of(make_pass(hall))
    for act in (lambda: waiting.call_in(hall, 1, by=referee), lambda: waiting.give_up(hall, [1], by=referee)):
        with pytest.raises(NotAllowed):
            act()


def families(championship):
    return dict(championship.entries.exclude(family=None).values_list("number", "family"))


def test_family_by_hand_is_the_one_that_is_named(hall):
    by = organiser_of(hall)

    people.unite(hall, 2, [5, 7], by=by)
    assert families(hall) == {2: 2, 5: 2, 7: 2}
    people.unite(hall, 3, [2], by=by)  # 2 goes over to another family, whose number must be its own
    assert families(hall) == {5: 2, 7: 2, 2: 3, 3: 3}
    people.unite(hall, 7, [], by=by)
    assert families(hall) == {2: 3, 3: 3}
    lines = hall.log.filter(act="entry.family_changed").count()
    people.unite(hall, 3, [2], by=by)
    assert hall.log.filter(act="entry.family_changed").count() == lines  # nothing new: no line
    with pytest.raises(OutOfStep, match="99"):
        people.unite(hall, 3, [99], by=by)


def test_invisible_signs_leave_everything_that_is_typed(hall):
    by = organiser_of(hall)

    entry = people.register(hall, by=by, first_name="\u202eNoa\u200f", last_name="Co\u200bhen", note="a\u2066b\nc")
    people.change(hall, 1, by=by, school="\u202dSchool\ufeff", club="a\u202eb")

    entry.refresh_from_db()
    assert (entry.player.full_name, entry.note) == ("Noa Cohen", "ab\nc")
    assert (hall.entries.get(number=1).player.school, hall.entries.get(number=1).player.club) == ("School", "ab")
