"""Seats changed by hand: a late comer, a move, two exchanged, a substitute; each is undone by another ruling."""

import pytest

from championship.enums import EntryStatus, RulingKind
from championship.errors import NotAllowed, OutOfStep
from championship.models import Entry, Seat
from championship.selectors import standings
from championship.services import rulings, stages
from championship.services.sent import SentLine
from scoring import standings as rankings
from scoring.consequence import FactCode
from tests import factories
from tests.championship.services.halls import entry_at, rule, undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Two tables of four and a final."""
    return factories.make_started(players=8)


def seated(hall, table=1, stage="qualifiers"):
    """Who sits at a table, by number."""
    seats = factories.table_of(hall, table, stage).seats.order_by("position")
    return [seat.entry.number if seat.entry else None for seat in seats]


def standing(hall, table=1, stage="qualifiers"):
    return rankings.of_stage(standings.stage_view(hall.stages.get(key=stage)).state)[table]


def rows(hall, table=1):
    """A table's ranking: (player, points of each round, place)."""
    return [(row.entry, row.rounds, row.place) for row in standing(hall, table).rows]


def everything(hall):
    """All seats with who sits there and by which ruling."""
    seats = Seat.objects.filter(stage__championship=hall).order_by("pk")
    return list(seats.values_list("table", "position", "entry", "ruling"))


# --- a walk-in after the draw ----------------------------------------------------------------------------------


def test_late_comer_gets_a_seat_more(hall):
    late = factories.make_entry(hall)
    before = everything(hall)

    ruling = rule(hall, RulingKind.SEAT_ADDED, table=2, entry=late)

    assert seated(hall, 2)[-1] == late.number
    assert len(seated(hall, 2)) == 5
    factories.make_report(hall, 2, 1, cards=(0, 3, 4, 5, 6))
    with pytest.raises(OutOfStep, match="played on this seat since"):
        undo(hall, ruling)

    other = rule(hall, RulingKind.SEAT_ADDED, table=1, entry=factories.make_entry(hall))
    undo(hall, other)
    assert seated(hall, 1) == [row[2] and Entry.objects.get(pk=row[2]).number for row in before[:4]]


def test_late_comer_needs_a_table_that_has_not_begun_and_has_no_free_seat(hall):
    late = factories.make_entry(hall)
    factories.make_report(hall, 1, 1)

    with pytest.raises(OutOfStep, match="Table 1 has begun"):
        rule(hall, RulingKind.SEAT_ADDED, table=1, entry=late)
    with pytest.raises(OutOfStep, match="already sits at table 2"):
        rule(hall, RulingKind.SEAT_ADDED, table=2, entry=entry_at(hall, 1, 2))
    Entry.objects.filter(pk=late.pk).update(status=EntryStatus.WAITING)
    late.refresh_from_db()
    with pytest.raises(OutOfStep, match="let the player in first"):
        rule(hall, RulingKind.SEAT_ADDED, table=2, entry=late)


def test_table_has_six_seats_at_most(hall):
    for _late in range(2):
        rule(hall, RulingKind.SEAT_ADDED, table=2, entry=factories.make_entry(hall))

    with pytest.raises(OutOfStep, match="has 6 seats already"):
        rule(hall, RulingKind.SEAT_ADDED, table=2, entry=factories.make_entry(hall))


# --- tables evened out -----------------------------------------------------------------------------------------


def test_player_moves_to_a_seat_left_free_and_the_stage_still_begins():
    """O34: four do not come; those who are there sit once each, at the tables there are."""
    hall = factories.make_published(players=12)
    gone = [rule(hall, RulingKind.NO_SHOW, table=1, seat=seat, after_round=0) for seat in (1, 2)]
    mover = entry_at(hall, 3, 1)
    free = entry_at(hall, 2, 1)

    with pytest.raises(OutOfStep) as asked:
        rule(hall, RulingKind.SEAT_MOVED, table=1, entry=entry_at(hall, 4, 2), position=2)
    rule(
        hall,
        RulingKind.SEAT_MOVED,
        table=1,
        entry=entry_at(hall, 4, 2),
        position=2,
        confirm=asked.value.values["confirm"],
    )

    assert free.number not in seated(hall, 1)
    assert seated(hall, 2)[3] is None
    assert mover.number in seated(hall, 1)
    stages.start(hall.stages.get(key="qualifiers"), by=factories.organiser_of(hall))
    factories.make_report(hall, 2, 1, cards=(0, 3, 4))
    assert standing(hall, 2).rounds_played == 1
    assert len(gone) == 2


def test_player_who_has_played_is_not_moved(hall):
    factories.make_report(hall, 1, 1)
    late = factories.make_entry(hall)
    rule(hall, RulingKind.SEAT_ADDED, table=2, entry=late)

    with pytest.raises(OutOfStep, match="has played at table 1"):
        rule(hall, RulingKind.SEAT_MOVED, table=2, entry=entry_at(hall, 1, 1), position=5)


def test_move_is_undone_to_the_very_same_seats(hall):
    rule(hall, RulingKind.SEAT_ADDED, table=2, entry=factories.make_entry(hall))
    before = everything(hall)
    token = f"seat-{entry_at(hall, 5, 2).pk}"

    ruling = rule(hall, RulingKind.SEAT_MOVED, table=2, entry=entry_at(hall, 1, 1), position=5, confirm=token)
    undo(hall, ruling)

    assert everything(hall) == before


# --- two in each other's seats ---------------------------------------------------------------------------------


def test_exchange_found_later_keeps_what_each_played(hall):
    one, other = entry_at(hall, 1, 1), entry_at(hall, 4, 2)
    for table in (1, 2):
        factories.make_report(hall, table, 1)

    ruling = rule(hall, RulingKind.SEATS_EXCHANGED, table=1, entry=one, other=other.number)

    assert (seated(hall, 1)[0], seated(hall, 2)[3]) == (other.number, one.number)
    assert standing(hall, 1).row(other.number).rounds == (2, None, None)
    assert standing(hall, 2).row(one.number).rounds == (-5, None, None)
    undo(hall, ruling)
    assert standing(hall, 1).row(one.number).rounds == (2, None, None)


def test_exchange_after_the_table_was_won_moves_the_seat_further_on(hall):
    factories.play_table(hall, 1)
    one, other = entry_at(hall, 1, 1), entry_at(hall, 4, 2)

    ruling = rule(hall, RulingKind.SEATS_EXCHANGED, table=1, entry=one, other=other.number)

    assert other.number in seated(hall, 1, "final")
    assert one.number not in seated(hall, 1, "final")
    undo(hall, ruling)
    assert one.number in seated(hall, 1, "final")


def test_exchange_at_one_table_exchanges_the_lines_of_its_rounds(hall):
    first, second = entry_at(hall, 1), entry_at(hall, 2)
    factories.make_report(hall, 1, 1, cards=(0, 3, 4, 5))

    rule(hall, RulingKind.SEATS_EXCHANGED, table=1, entry=first, other=second.number)
    factories.make_report(hall, 1, 2, cards=(0, 3, 4, 5))

    assert [row[:2] for row in rows(hall)[:2]] == [(second.number, (2, 2, None)), (first.number, (-3, -3, None))]


def test_exchange_is_not_undone_once_played_upon_but_made_again(hall):
    one, other = entry_at(hall, 1, 1), entry_at(hall, 4, 2)
    ruling = rule(hall, RulingKind.SEATS_EXCHANGED, table=1, entry=one, other=other.number)
    factories.make_report(hall, 1, 1)

    with pytest.raises(OutOfStep, match="played on this seat since"):
        undo(hall, ruling)
    rule(hall, RulingKind.SEATS_EXCHANGED, table=2, entry=one, other=other.number)

    assert standing(hall, 1).row(one.number).rounds == (2, None, None)


def test_exchange_waits_for_rulings_about_one_of_them(hall):
    rule(hall, RulingKind.PENALTY, table=2, seat=1, points=-2)

    with pytest.raises(OutOfStep, match="Take it back first"):
        rule(hall, RulingKind.SEATS_EXCHANGED, table=1, seat=1, other=entry_at(hall, 1, 2).number)
    with pytest.raises(OutOfStep, match="two different players"):
        rule(hall, RulingKind.SEATS_EXCHANGED, table=1, seat=1, other=entry_at(hall, 1, 1).number)
    with pytest.raises(OutOfStep, match="has no seat in this stage"):
        rule(hall, RulingKind.SEATS_EXCHANGED, table=1, seat=1, other=99)


# --- a substitute ----------------------------------------------------------------------------------------------


def test_substitute_plays_on_and_each_keeps_the_rounds_they_played(hall):
    """O19, O20: games 2 and 3 are the substitute's, game 1 the first player's; both are on the board."""
    first, substitute = entry_at(hall, 4), factories.make_entry(hall)
    factories.make_report(hall, 1, 1, cards=(0, 3, 4, 5))

    rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=1)
    factories.make_report(hall, 1, 2, cards=(3, 4, 5, 0))
    factories.make_report(hall, 1, 3, cards=(3, 4, 5, 0))

    by_player = {entry: (rounds, place) for entry, rounds, place in rows(hall)}
    assert by_player[substitute.number] == ((-5, 2, 2), 1)  # the missed round counts as the worst of it
    assert by_player[first.number] == ((-5, None, None), 5)
    assert standing(hall).is_complete
    assert substitute.number in seated(hall, 1, "final")


def test_substitute_of_a_late_report_of_the_first_player_is_still_theirs(hall):
    """A phone that was away reports round 1 after the substitution, and names who played it."""
    first, substitute = entry_at(hall, 4), factories.make_entry(hall)
    factories.make_report(hall, 1, 1, cards=(0, 3, 4, 5))
    rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=1)

    numbers = [entry_at(hall, 1).number, entry_at(hall, 2).number, entry_at(hall, 3).number, first.number]
    lines = tuple(SentLine(seat, cards, numbers[seat - 1]) for seat, cards in enumerate((3, 0, 4, 6), 1))
    factories.make_report(hall, 1, 1, cards=(3, 0, 4, 6), lines=lines, winner=2, seen=1, reason="a slip")

    assert standing(hall).row(first.number).rounds == (-6, None, None)


def test_correction_of_a_round_before_the_substitution_is_of_who_played_it(hall):
    first, substitute = entry_at(hall, 4), factories.make_entry(hall)
    factories.make_report(hall, 1, 1, cards=(0, 3, 4, 5))
    rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=1)

    factories.make_report(hall, 1, 1, cards=(3, 0, 4, 6), seen=1, reason="a slip")

    assert standing(hall).row(first.number).rounds == (-6, None, None)
    assert standing(hall).row(substitute.number).rounds == (-6, None, None)


def test_substitution_is_undone_until_the_substitute_has_played(hall):
    substitute = factories.make_entry(hall)
    factories.make_report(hall, 1, 1)
    before = everything(hall), rows(hall)

    ruling = rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=1)
    undo(hall, ruling)
    assert (everything(hall), rows(hall)) == before

    again = rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=1)
    factories.make_report(hall, 1, 2)
    with pytest.raises(OutOfStep, match="played on this seat since"):
        undo(hall, again)


def test_substitute_is_for_one_who_has_played_and_has_not_left(hall):
    substitute = factories.make_entry(hall)

    with pytest.raises(OutOfStep, match="has not played yet"):
        rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=1)
    factories.make_report(hall, 1, 1)
    with pytest.raises(OutOfStep, match="played round 1"):
        rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=0)
    with pytest.raises(OutOfStep, match="Choose the seat"):
        rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=9, after_round=1)
    rule(hall, RulingKind.WITHDRAWAL, table=1, seat=4, after_round=1)
    with pytest.raises(OutOfStep, match="already left"):
        rule(hall, RulingKind.SUBSTITUTE, table=1, entry=substitute, position=4, after_round=1)


# --- what is said first ----------------------------------------------------------------------------------------


def test_consequence_says_who_sits_where_and_stores_nothing(hall):
    late, before = factories.make_entry(hall), everything(hall)

    follows = rulings.consequence(
        hall.stages.get(key="qualifiers"),
        RulingKind.SEAT_ADDED,
        by=factories.organiser_of(hall),
        table=factories.table_of(hall, 2),
        entry=late,
    )

    values = {"stage": "qualifiers", "table": 2, "seat": 5, "before": None, "after": late.number}
    assert [(fact.code, dict(fact.values)) for fact in follows.facts] == [(FactCode.SITS, values)]
    assert everything(hall) == before


@pytest.mark.parametrize(("leaving", "players"), [(1, 3), (2, 2), (3, 1)])
def test_consequence_names_a_table_that_goes_on_with_few(hall, leaving, players):
    for seat in range(1, leaving):
        rule(hall, RulingKind.WITHDRAWAL, table=1, seat=seat, after_round=0)

    follows = rulings.consequence(
        hall.stages.get(key="qualifiers"),
        RulingKind.WITHDRAWAL,
        by=factories.organiser_of(hall),
        table=factories.table_of(hall, 1),
        entry=entry_at(hall, leaving),
        values={"after_round": 0},
    )

    short = [dict(fact.values) for fact in follows.facts if fact.code is FactCode.SHORT]
    assert short == [{"table": 1, "players": players}]


# --- a start taken back ----------------------------------------------------------------------------------------


def test_start_is_taken_back_while_nothing_was_played(hall):
    """O23, O28: an advance is undone while its stage has no saved game; after that it is refused."""
    stage, by = hall.stages.get(key="qualifiers"), factories.organiser_of(hall)

    stages.take_back_start(stage, reason="too early", by=by)

    stage.refresh_from_db()
    assert stage.started_at is None
    assert hall.log.first().act == "stage.start_taken_back"
    stages.start(stage, by=by)
    factories.make_report(hall, 1, 1)
    with pytest.raises(OutOfStep, match="cannot be undone"):
        stages.take_back_start(stage, reason="too early", by=by)
    with pytest.raises(OutOfStep, match="Say why"):
        stages.take_back_start(stage, reason=" ", by=by)
    with pytest.raises(NotAllowed):
        stages.take_back_start(stage, reason="x", by=factories.make_actor(hall, "referee"))


def test_start_of_a_stage_before_one_that_began_stays():
    hall = factories.make_started(players=8)
    factories.play_stage(hall)
    factories.start_stage(hall, "final")
    stages.take_back_start(hall.stages.get(key="final"), reason="a protest", by=factories.organiser_of(hall))

    assert hall.stages.get(key="final").started_at is None
    assert len(set(seated(hall, 1, "final"))) == len(seated(hall, 1, "final"))
