"""Who is next in rank for a seat whose player does not come (design.md §11)."""

from scoring.formats import FINAL, PLAYOFF, SECOND, StageFormat
from scoring.replacements import candidates
from scoring.results import Exit, ExitKind, RoundResult, SeatLine, StageState, TableState, TicketState


def table(number, entries, exits=()):
    """A table of one round that ended in the order of its seats."""
    lines = tuple(SeatLine(seat, entry, seat - 1) for seat, entry in enumerate(entries, start=1))
    return TableState(number, tuple(entries), (RoundResult(0, 1, lines, 1),), exits=exits)


def stage(key, *tables):
    return StageState(StageFormat(key, (4,) * len(tables), rounds=1), tables, is_started=True)


def numbers(stages, source, ticket):
    return [candidate.entry for candidate in candidates(stages, source, ticket)]


def test_next_of_the_same_table_comes_first_then_the_best_of_the_others():
    first = stage("qualifiers", table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8]))
    second = StageState(StageFormat(SECOND, (4,)), (TableState(1, (1, 5, None)),))

    found = numbers({"qualifiers": first, SECOND: second}, "qualifiers", TicketState(1, 1, SECOND, 1, 1, holder=1))

    assert found == [2, 3, 4, 6, 7, 8]


def test_who_left_and_who_sits_there_already_are_left_out():
    gone = (Exit(2, ExitKind.WITHDRAWAL, 1),)
    first = stage("qualifiers", table(1, [1, 2, 3, 4], gone))
    second = StageState(StageFormat(SECOND, (4,)), (TableState(1, (1, 3, None)),))

    assert numbers({"qualifiers": first, SECOND: second}, "qualifiers", TicketState(1, 1, SECOND, 1, 1)) == [4]


def test_final_takes_the_playoffs_second_then_the_best_third():
    stages = {
        SECOND: stage(SECOND, table(1, [1, 2, 3, 4]), table(2, [5, 6, 7, 8])),
        PLAYOFF: stage(PLAYOFF, table(1, [2, 6])),
        FINAL: StageState(StageFormat(FINAL, (3,)), (TableState(1, (1, 5, 2)),)),
    }

    assert numbers(stages, SECOND, TicketState(1, 1, FINAL, 1, 1, holder=1)) == [6, 3, 7, 4, 8]


def test_wild_card_passes_to_the_best_of_those_who_got_none():
    first = stage("qualifiers", table(1, [1, 2, 3]), table(2, [5, 6, 7]))
    final = StageState(StageFormat(FINAL, (4,)), (TableState(1, (1, 5, 2)),))

    ticket = TicketState(0, 2, FINAL, 1, 3, rank=1, holder=2)
    assert numbers({"qualifiers": first, FINAL: final}, "qualifiers", ticket) == [6, 3, 7]
