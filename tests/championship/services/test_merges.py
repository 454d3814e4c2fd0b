"""One person registered twice: found, merged without losing anything, and taken apart again (O47)."""

import pytest

from championship.errors import NotAllowed, OutOfStep
from championship.models import EntryMerge
from championship.selectors import merges as selectors
from championship.services import merges, people
from tests.factories import holder_of, make_championship, make_entry, make_pass, make_published, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Noa twice, the second time with more; and another Noa, who has a phone of her own (O47)."""
    championship = make_championship()
    make_entry(championship, first_name="Noa", last_name="Cohen", phone="+972521234567")
    make_entry(championship, first_name="Noa", last_name="Cohen", phone="+972527654321")
    make_entry(
        championship, first_name="Noa", last_name="Cohen ", phone="+972521234567", school="Alon", is_paid=True, pot=1
    )
    return championship


def state(championship):
    fields = ("number", "status", "is_paid", "pot", "player__school", "has_consent", "checked_in_at")
    return list(championship.entries.order_by("number").values_list(*fields))


def test_suspects_are_one_person_and_no_namesakes(hall):
    assert [(one.number, other.number) for one, other in selectors.suspects(hall)] == [(1, 3)]


def test_merge_takes_over_what_was_missing_and_its_undo_gives_it_back(hall):
    by = organiser_of(hall)
    people.check_in(hall, [3], by=by)
    before = state(hall)

    row = merges.merge(hall, 1, 3, by=by)

    kept = hall.entries.get(number=1)
    assert sorted(row.filled) == ["checked_in_at", "is_paid", "pot", "school"]
    assert (kept.is_paid, kept.pot, kept.player.school, kept.checked_in_at is not None) == (True, 1, "Alon", True)
    assert hall.entries.get(number=3).status == "cancelled"
    assert selectors.suspects(hall) == []

    merges.undo(row, by=by)

    assert state(hall) == before
    assert [line.act for line in hall.log.order_by("-pk")[:2]] == ["entry.merge_undone", "entry.merged"]
    with pytest.raises(OutOfStep):
        merges.undo(row, by=by)


def test_consent_is_never_taken_over(hall):
    by = organiser_of(hall)
    people.change(hall, 1, by=by, has_consent=False, has_photo_consent=False)

    merges.merge(hall, 1, 3, by=by)

    assert hall.entries.get(number=1).has_consent is False


def test_what_was_changed_since_stays_when_the_merge_is_undone(hall):
    by = organiser_of(hall)
    row = merges.merge(hall, 1, 3, by=by)
    people.change(hall, 1, by=by, school="Ramot")

    merges.undo(row, by=by)

    assert hall.entries.get(number=1).player.school == "Ramot"


def test_place_goes_to_the_one_who_waited_and_a_place_given_away_meanwhile_is_waited_for():
    championship = make_championship(capacity=1)
    by = organiser_of(championship)
    for _time in range(2):
        make_entry(championship, first_name="Noa", last_name="Cohen")
    other = make_entry(championship, first_name="Uri", last_name="Levi")

    row = merges.merge(championship, 2, 1, by=by)  # the one who waits is kept
    assert championship.entries.get(number=2).status == "registered"
    merges.undo(row, by=by)
    assert [e.status for e in championship.entries.order_by("number")] == ["registered", "waiting", "waiting"]

    row = merges.merge(championship, 2, 1, by=by)
    people.cancel(championship, 2, by=by)
    people.admit(championship, other.number, by=by)
    merges.undo(row, by=by)
    assert championship.entries.get(number=1).status == "waiting"


@pytest.mark.parametrize(("kept", "gone"), [(1, 1), (1, 99), (99, 1)])
def test_merge_of_nobody_is_refused(hall, kept, gone):
    with pytest.raises(OutOfStep):
        merges.merge(hall, kept, gone, by=organiser_of(hall))
    assert not EntryMerge.objects.exists()


def test_whoever_sits_is_the_one_to_keep():
    championship = make_published(players=4)
    make_entry(championship)
    by = organiser_of(championship)

    with pytest.raises(OutOfStep, match="entry to keep"):
        merges.merge(championship, 5, 1, by=by)
    merges.merge(championship, 1, 5, by=by)
    with pytest.raises(OutOfStep, match="cancelled"):
        merges.merge(championship, 1, 5, by=by)


def test_merging_is_the_organisers(hall):
    with pytest.raises(NotAllowed):
        merges.merge(hall, 1, 3, by=holder_of(make_pass(hall)))
