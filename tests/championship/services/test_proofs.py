"""A draw that everybody can check: promised, frozen, cut, published; a repeat leaves its line (design.md §6)."""

import json

import pytest
from django.utils import timezone

from championship.enums import DrawState, NamePolicy
from championship.errors import NotAllowed, OutOfStep
from championship.models import Draw, Seat
from championship.selectors import board
from championship.selectors import draws as draw_selectors
from championship.services import draws, people, proofs, stages
from engine import proof as engine_proof
from scoring import advisor
from tests.factories import holder_of, make_championship, make_entry, make_pass, organiser_of

pytestmark = pytest.mark.django_db

CARDS = "red 5, green stop, blue 2"


def ready(players=8):
    """A published plan with all players in the hall."""
    hall = make_championship(players=players)
    by = organiser_of(hall)
    stages.publish_plan(hall, by=by)
    people.check_in(hall, list(range(1, 1 + players)), by=by)
    hall.refresh_from_db()
    return hall, by


def drawn_with_cards(hall, by, **frozen):
    proofs.promise(hall, by=by)
    proofs.freeze(hall, by=by, **frozen)
    return proofs.cut(hall, CARDS, by=by)


def test_published_proof_fits_on_any_machine_and_gives_the_seats():
    hall, by = ready()
    make_entry(hall)  # registered, and not in the hall: neither drawn nor listed

    drawn = drawn_with_cards(hall, by, fixed={3: (2, 1)})
    draws.publish(drawn, by=by)

    file = draw_selectors.proof_file(hall, 1)
    assert engine_proof.check_json(json.loads(json.dumps(file))) == {"differences": []}
    seats = Seat.objects.filter(stage=drawn.stage).order_by("table__number", "position")
    assert [seat.entry.number for seat in seats] == [number for table in file["seats"] for number in table]
    assert seats.get(table__number=2, position=1).entry.number == 3
    [shown] = draw_selectors.public(hall).proofs
    assert (shown.cards, shown.secret, shown.seed) == (CARDS, file["secret"], file["seed"])
    assert (shown.is_published, shown.have_names_changed) == (True, False)


def test_each_step_shows_what_it_may_and_no_more():
    hall, by = ready()
    proofs.promise(hall, by=by)
    assert set(draw_selectors.proof_file(hall, 1)) == {"proof", "commitment"}
    proofs.freeze(hall, by=by)
    frozen = {"proof", "commitment", "list", "list_digest", "names", "names_digest"}
    assert set(draw_selectors.proof_file(hall, 1)) == frozen

    drawn = proofs.cut(hall, CARDS, by=by)

    assert set(draw_selectors.proof_file(hall, 1)) == frozen  # made, and not published: the seats are nobody's yet
    [shown] = draw_selectors.public(hall).proofs
    assert (shown.secret, shown.seed, shown.cards) == ("", "", CARDS)
    secret = hall.draw_proofs.get().secret
    for told in (json.dumps(board.current(hall.slug).data), str(list(hall.log.values()))):
        assert secret not in told
        assert drawn.seed not in told


def test_every_step_is_public_and_logged():
    hall, by = ready()
    before = hall.pulse.version

    draws.publish(drawn_with_cards(hall, by), by=by)

    lines = list(hall.log.filter(act__startswith="draw.").order_by("pk").values_list("act", "version"))
    acts = ["draw.promised", "draw.list_frozen", "draw.made", "draw.published"]
    assert lines == [(act, before + number) for number, act in enumerate(acts, start=1)]


def test_preview_is_made_often_by_other_seeds_and_never_published():
    hall, by = ready()
    proofs.promise(hall, by=by)

    first, second = (draws.make(hall, by=by) for _time in range(2))

    assert (first.is_preview, second.is_preview) == (True, True)
    assert first.seed != second.seed
    with pytest.raises(OutOfStep, match="only the draw with the cards counts"):
        draws.publish(second, by=by)
    with pytest.raises(OutOfStep, match="preview"):
        draws.swap(second, 1, 2, reason="x", by=by)
    assert proofs.freeze(hall, by=by).list_json["entries"] == list(range(1, 9))


def test_draft_without_a_promise_is_not_published_once_there_is_one():
    hall, by = ready()
    draft = draws.make(hall, by=by)

    proofs.promise(hall, by=by)

    with pytest.raises(OutOfStep):
        draws.publish(draft, by=by)
    assert Draw.objects.get().state == DrawState.DISCARDED


def test_draw_is_made_once_and_a_repeat_says_why():
    hall, by = ready()
    first = drawn_with_cards(hall, by)

    for again in (
        lambda: proofs.cut(hall, CARDS, by=by),
        lambda: proofs.freeze(hall, by=by),
        lambda: draws.make(hall, by=by, reason="x"),
        lambda: proofs.promise(hall, by=by),
    ):
        with pytest.raises(OutOfStep):
            again()
    first.refresh_from_db()
    assert first.state == DrawState.DRAFT

    proofs.promise(hall, by=by, reason="two children were missing on the list")
    proofs.freeze(hall, by=by)
    draws.publish(proofs.cut(hall, "green 1, green 2, green 3", by=by), by=by)

    second, earlier = draw_selectors.public(hall).proofs
    assert [(p.number, p.reason, p.is_published) for p in (second, earlier)] == [
        (2, "two children were missing on the list", True),
        (1, "", False),
    ]
    assert earlier.secret  # spent, so anybody can see what was dropped
    for number in (1, 2):
        assert engine_proof.check_json(draw_selectors.proof_file(hall, number)) == {"differences": []}


def test_earlier_draw_keeps_its_proof_when_the_plan_is_published_again():
    hall, by = ready()
    drawn_with_cards(hall, by)
    make_entry(hall, is_checked_in=True)

    stages.publish_plan(hall, by=by, reason="one more", format_=advisor.plan(9))
    proofs.promise(hall, by=by, reason="one more came")

    _new, earlier = draw_selectors.public(hall).proofs
    assert engine_proof.check_json(draw_selectors.proof_file(hall, earlier.number)) == {"differences": []}


def test_cards_after_somebody_came_or_went_need_the_list_frozen_again():
    hall, by = ready()
    proofs.promise(hall, by=by)
    proofs.freeze(hall, by=by)
    people.undo_check_in(hall, 3, by=by)

    with pytest.raises(OutOfStep) as refused:
        proofs.cut(hall, CARDS, by=by)
    assert (refused.value.code, refused.value.values) == ("draw_outdated", {"missing": [3], "added": []})
    with pytest.raises(OutOfStep, match="7 players are checked in"):
        proofs.freeze(hall, by=by)
    people.check_in(hall, [3], by=by)

    assert proofs.freeze(hall, by=by).times_frozen == 2


def test_name_corrected_since_is_told_and_leaves_the_draw_provable():
    hall, by = ready()
    draws.publish(drawn_with_cards(hall, by), by=by)

    people.change(hall, 5, by=by, first_name="Zoe")

    file = draw_selectors.proof_file(hall, 1)
    assert draw_selectors.public(hall).proofs[0].have_names_changed
    assert [each["part"] for each in engine_proof.check_json(file)["differences"]] == ["names"]
    hall.anonymised_at = timezone.now()
    assert engine_proof.check_json(draw_selectors.proof_file(hall, 1)) == {"differences": []}


def test_names_of_the_file_are_the_public_ones():
    hall, by = ready()
    hall.name_policy = NamePolicy.INITIAL
    hall.save()
    people.change(hall, 2, by=by, has_consent=False)
    drawn_with_cards(hall, by)

    names = draw_selectors.proof_file(hall, 1)["names"]

    assert names["2"] == "#2"
    assert names["1"].endswith(".")


@pytest.mark.parametrize("cards", ["", "red 5", "x " * 150])
def test_cards_that_are_too_few_draw_nothing(cards):
    hall, by = ready()
    proofs.promise(hall, by=by)
    proofs.freeze(hall, by=by)

    with pytest.raises(OutOfStep, match="three at least"):
        proofs.cut(hall, cards, by=by)
    assert not Draw.objects.exists()


def test_steps_out_of_order_say_what_comes_first():
    hall, by = ready()
    for step, words in ((proofs.freeze, "commitment first"), (lambda h, by: proofs.cut(h, CARDS, by=by), "first")):
        with pytest.raises(OutOfStep, match=words):
            step(hall, by=by)
    proofs.promise(hall, by=by)
    with pytest.raises(OutOfStep, match="waits for its draw"):
        proofs.promise(hall, by=by, reason="x")
    with pytest.raises(OutOfStep, match="Freeze the list first"):
        proofs.cut(hall, CARDS, by=by)


def test_promise_that_nobody_would_see_is_refused():
    hall = make_championship(players=8)

    with pytest.raises(OutOfStep, match="hidden"):
        proofs.promise(hall, by=organiser_of(hall))


def test_proof_is_the_organisers_alone():
    hall, by = ready()
    drawn = draws.make(hall, by=by)
    referee = holder_of(make_pass(hall))
    for act in (
        lambda: proofs.promise(hall, by=referee),
        lambda: proofs.freeze(hall, by=referee),
        lambda: proofs.cut(hall, CARDS, by=referee),
        lambda: draws.swap(drawn, 1, 2, reason="x", by=referee),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_two_players_change_places_and_everybody_reads_why():
    hall, by = ready()
    drawn = drawn_with_cards(hall, by)
    before = draw_selectors.places(draw_selectors.seats_of(drawn))

    draws.swap(drawn, 1, 8, reason="near the \u202edoor", by=by)
    draws.publish(drawn, by=by)

    seats = {s.entry.number: (s.table.number, s.position) for s in Seat.objects.filter(stage=drawn.stage)}
    assert seats == {**before, 1: before[8], 8: before[1]}
    [swap] = draw_selectors.public(hall).proofs[0].swaps
    assert (swap.one, swap.other, swap.reason) == (1, 8, "near the door")  # nothing turns the line round
    assert engine_proof.check_json(draw_selectors.proof_file(hall, 1)) == {"differences": []}
    with pytest.raises(OutOfStep, match="everybody has seen it"):
        draws.swap(drawn, 1, 8, reason="back", by=by)


@pytest.mark.parametrize(("one", "other", "reason"), [(1, 1, "x"), (1, 99, "x"), (1, 2, " ")])
def test_swap_that_cannot_be_is_refused(one, other, reason):
    hall, by = ready()
    drawn = draws.make(hall, by=by)

    with pytest.raises(OutOfStep):
        draws.swap(drawn, one, other, reason=reason, by=by)
    assert not drawn.swaps.exists()


def test_seats_that_are_kept_stay_and_the_rest_is_drawn_again():
    hall, by = ready()
    first = draws.make(hall, by=by)
    kept = {n: place for n, place in draw_selectors.places(draw_selectors.seats_of(first)).items() if n in {1, 2, 3}}

    second = draws.make(hall, by=by, fixed={**kept, 99: (1, 1)}, reason="again")

    places = draw_selectors.places(draw_selectors.seats_of(second))
    assert {n: places[n] for n in kept} == kept
    assert {each["entry"] for each in second.request["fixed"]} == {1, 2, 3}
