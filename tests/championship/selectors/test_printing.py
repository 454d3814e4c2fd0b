"""What goes on paper, and which prints no longer hold (design.md §8)."""

from __future__ import annotations

from uuid import uuid4

import pytest

from championship.enums import NamePolicy, PrintKind, RulingKind
from championship.models import Entry, Player
from championship.prints import making
from championship.selectors import printing as selectors
from championship.selectors.printing import PaperRound, PaperSeat, PaperTicket
from championship.services import printing, reports, rulings
from championship.services.sent import SentLine
from scoring.results import Outcome
from tests.factories import (
    address_of,
    default_cards,
    make_published,
    make_report,
    make_sent,
    make_started,
    organiser_of,
    play_stage,
    play_table,
    start_stage,
    table_of,
)

pytestmark = pytest.mark.django_db


def read(championship):
    return selectors.snapshot(championship)


def print_scoresheets(championship, **fields):
    return made(championship, printing.request_scoresheets, **fields)


def print_bracket(championship, **fields):
    return made(championship, printing.request_bracket, **fields)


def made(championship, request, **fields):
    by = organiser_of(championship)
    printout = request(championship, by=by, is_sent=False, **{"language": "en", **fields})
    making.make_now(printout, by=by)
    printout.refresh_from_db()
    return printout


def outdated(championship):
    return [(found.printout, found.tables) for found in selectors.outdated(championship)]


def entry_at(championship, seat, table=1, stage=""):
    return table_of(championship, table, stage).seats.get(position=seat).entry


def test_snapshot_shows_a_table_before_play():
    championship = make_published(players=8)
    table = read(championship).tables["qualifiers", 1]
    names = [entry_at(championship, seat).player.full_name for seat in (1, 2, 3, 4)]
    numbers = [entry_at(championship, seat).number for seat in (1, 2, 3, 4)]
    expected = [
        PaperSeat(seat, number, name) for seat, number, name in zip((1, 2, 3, 4), numbers, names, strict=True)
    ]
    assert list(table.seats) == expected
    assert (table.rounds, table.tie_breaks, table.round_count, table.hall) == ((), (), 3, "Lunada")
    assert table.tickets == tuple(
        PaperTicket(t.place, t.to_seat.stage.key, t.to_seat.table.number, t.to_seat.position)
        for t in table_of(championship).tickets.order_by("place")
    )


def test_snapshot_shows_a_table_in_play_with_what_counts():
    championship = make_started(players=8)
    make_report(championship, number=1, cards=(0, 3, 4, None))
    make_report(championship, number=2, winner=None, outcome=Outcome.CALLED_OFF, cards=(1, 1, 1, 1))
    rulings.make(
        table_of(championship).stage,
        RulingKind.PENALTY,
        client_id=uuid4(),
        reason="talked",
        by=organiser_of(championship),
        table=table_of(championship),
        entry=entry_at(championship, 2),
        values={"points": -2},
    )
    table = read(championship).tables["qualifiers", 1]
    assert table.rounds == (
        PaperRound(0, 1, (2, -3, -4, -4)),  # who missed it and plays on has the worst of the round
        PaperRound(0, 2, (None, None, None, None), is_called_off=True),
    )
    assert [(seat.total, seat.penalty, seat.place) for seat in table.seats] == [
        (2, None, None),
        (-5, -2, None),
        (-4, None, None),
        (-4, None, None),
    ]


def test_snapshot_shows_a_decided_table_its_tie_break_and_who_goes_on():
    championship = make_started(players=8)
    make_report(championship, number=1, cards=(0, 2, 5, 6))
    make_report(championship, number=2, cards=(2, 0, 5, 6))
    make_report(championship, number=3, cards=(3, 3, 0, 6))
    table = read(championship).tables["qualifiers", 1]
    level = [seat.position for seat in table.seats if seat.place is None]
    assert level == [1, 2]
    sent = make_sent((), winner=2, lines=(SentLine(1, 4), SentLine(2, 0)))
    reports.submit(address_of(championship, place=1), sent=sent, by=organiser_of(championship))
    table = read(championship).tables["qualifiers", 1]
    assert table.tie_breaks == (PaperRound(1, 1, (-4, 2, None, None)),)
    assert [ticket.place for ticket in table.tickets] == [1, 2]
    assert [(seat.place, seat.is_through) for seat in table.seats] == [(2, True), (1, True), (3, False), (4, False)]


def test_snapshot_shows_the_champion_as_through():
    championship = make_started(players=4)
    play_table(championship)
    assert [seat.is_through for seat in read(championship).tables["final", 1].seats] == [True, False, False, False]


def test_snapshot_names_players_as_the_public_may_see_them():
    championship = make_published(players=4, name_policy=NamePolicy.INITIAL)
    Entry.objects.filter(championship=championship, number=2).update(has_consent=False)
    seats = read(championship).tables["final", 1].seats
    shown = {seat.number: seat.name for seat in seats}
    players = {entry.number: entry.player for entry in championship.entries.select_related("player")}
    assert shown == {
        number: "" if number == 2 else f"{player.first_name} {player.last_name[0]}."
        for number, player in players.items()
    }


def test_snapshot_has_the_bracket_as_a_graph():
    championship = make_published(players=16)
    shown = read(championship)
    graph = shown.bracket
    assert graph.stages == shown.stages
    assert {(table.stage, table.number, table.seats) for table in graph.tables} == {
        (key, number, len(table.seats)) for (key, number), table in shown.tables.items()
    }
    assert len(graph.edges) == sum(stage.tickets.count() for stage in championship.stages.all())


@pytest.mark.parametrize("players", [8, 24])
def test_snapshot_needs_the_same_queries_whatever_the_players(django_assert_max_num_queries, players):
    championship = make_published(players=players)
    with django_assert_max_num_queries(12):
        read(championship)


def test_nothing_is_outdated_before_anything_is_printed(django_assert_num_queries):
    championship = make_published(players=8)
    with django_assert_num_queries(1):
        assert selectors.outdated(championship) == []


def test_a_fresh_print_holds():
    championship = make_started(players=8)
    play_table(championship)
    print_scoresheets(championship)
    print_scoresheets(championship, filled=True)
    print_bracket(championship)
    assert outdated(championship) == []


def test_a_report_outdates_the_protocol_but_not_the_sheet_it_is_written_on():
    championship = make_started(players=4)
    make_report(championship, 1, 1)
    print_scoresheets(championship)
    protocol = print_scoresheets(championship, filled=True)
    make_report(championship, 1, 2)
    assert outdated(championship) == [(protocol, ("final-1",))]


def test_a_seat_taken_outdates_the_sheet_of_that_table():
    championship = make_started(players=8)
    start = championship.stages.order_by("order")[1]
    sheet = print_scoresheets(championship, stage=start)
    play_table(championship, 1)
    assert outdated(championship) == [(sheet, (f"{start.key}-1",))]


def test_a_round_of_the_first_stage_outdates_the_bracket_once_places_are_decided():
    championship = make_started(players=8)
    poster = print_bracket(championship)
    make_report(championship, 1, 1)
    make_report(championship, 1, 2)
    assert outdated(championship) == []
    make_report(championship, 1, 3)
    assert outdated(championship) == [(poster, ("qualifiers-1", "final-1"))]


def test_who_leaves_before_the_first_round_outdates_the_sheet_and_who_leaves_later_does_not_o17():
    championship = make_started(players=8)
    old = print_scoresheets(championship)
    _withdraw(championship, seat=4, after_round=0)
    assert outdated(championship) == [(old, ("qualifiers-1",))]

    print_scoresheets(championship)
    make_report(championship, 1, 1, cards=(0, 3, 4, None))
    _withdraw(championship, seat=3, after_round=1)
    make_report(championship, 1, 2, cards=(0, 3, None, None))
    assert outdated(championship) == []


def _withdraw(championship, *, seat, after_round):
    table = table_of(championship, 1)
    rulings.make(
        table.stage,
        RulingKind.WITHDRAWAL,
        client_id=uuid4(),
        reason="Ill",
        by=organiser_of(championship),
        table=table,
        entry=entry_at(championship, seat),
        values={"after_round": after_round},
    )


def test_a_name_corrected_outdates_the_sheet_with_it():
    championship = make_published(players=4)
    sheet = print_scoresheets(championship)
    Player.objects.filter(pk=entry_at(championship, 1).player_id).update(first_name="Zofia")
    assert outdated(championship) == [(sheet, ("final-1",))]


def test_a_print_made_again_takes_the_place_of_the_older_one_of_its_language():
    championship = make_started(players=8)
    play_table(championship, 1)
    hebrew = print_scoresheets(championship, filled=True, language="he")
    print_scoresheets(championship, filled=True, language="en")
    make_report(championship, 1, 3, cards=default_cards(4, 2), seen=1, reason="misread")
    again = print_scoresheets(championship, filled=True, language="en")
    assert outdated(championship) == [(hebrew, ("qualifiers-1",))]
    assert again.version == championship.pulse.version


def test_a_print_of_tables_that_are_gone_is_outdated():
    championship = make_published(players=8)
    sheet = print_scoresheets(championship)
    championship.stages.get(key="qualifiers").delete()
    assert outdated(championship) == [(sheet, ("qualifiers-1", "qualifiers-2"))]


def test_prints_not_made_yet_are_not_outdated():
    championship = make_published(players=4)
    printing.request_bracket(championship, language="en", by=organiser_of(championship))
    assert outdated(championship) == []


def test_digests_are_those_of_the_content_alone():
    championship = make_started(players=8)
    play_stage(championship)
    start_stage(championship, "final")
    shown = read(championship)
    kinds = {kind: selectors.digests(shown, kind, shown.tables) for kind in PrintKind.values}
    assert kinds == {kind: selectors.digests(read(championship), kind, shown.tables) for kind in PrintKind.values}
    assert {len(set(found.values())) for found in kinds.values()} == {len(shown.tables)}
