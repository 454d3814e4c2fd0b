"""Who should sit where further on (rules.md §6.6, §6.7)."""

from dataclasses import replace

from scoring import standings, tickets
from scoring.formats import WildCards
from scoring.results import TicketState
from scoring.tickets import Move, WildOrder
from tests.scoring.builders import left, stage, table, to_final, to_playoff

A, B, C, D = 1, 2, 3, 4
ROUNDS = [{A: 0, B: 3, C: 1, D: 7}, {A: 3, B: 0, C: 1, D: 1}, {A: 0, B: 1, C: 7, D: 4}]  # A 1, B -2, C -9, D -12


def due(state):
    return tickets.seats_due(state, standings.of_stage(state))


def moves(state):
    return tickets.moves(state, standings.of_stage(state))


def test_seats_due_are_those_of_decided_places():
    finished = table([A, B, C, D], ROUNDS)

    assert due(stage(finished, tickets=[to_final(), to_playoff()])) == {to_final(): A, to_playoff(): B}


def test_seats_due_are_open_while_rounds_are_left():
    assert due(stage(table([A, B, C, D], ROUNDS[:2]), tickets=[to_final()])) == {to_final(): None}


def test_seats_due_a_clear_winner_goes_on_while_second_place_is_played_off():
    # A 6, B and C level at -3: first is decided, second owes a tie-break round
    rounds = [{A: 0, B: 1, C: 1, D: 3}] * 3

    state = stage(table([A, B, C, D], rounds), tickets=[to_final(), to_playoff()])

    assert due(state) == {to_final(): A, to_playoff(): None}


def test_seats_due_nobody_who_left_goes_on():
    finished = table([A, B, C, D], ROUNDS, exits=(left(A, 3),))

    assert due(stage(finished, tickets=[to_final(), to_playoff()])) == {to_final(): B, to_playoff(): C}


def test_moves_are_the_difference_to_who_sits_there():
    right, wrong = to_final(holder=A), to_playoff(holder=C)

    assert moves(stage(table([A, B, C, D], ROUNDS), tickets=[right, wrong])) == (Move(wrong, C, B),)


def test_moves_empty_a_seat_whose_place_is_open_again():
    taken = to_final(holder=A)

    assert moves(stage(table([A, B, C, D], ROUNDS[:2]), tickets=[taken])) == (Move(taken, A, None),)


def test_moves_are_blocked_where_the_table_has_begun():
    begun = to_final(holder=B, has_begun=True)

    (move,) = moves(stage(table([A, B, C, D], ROUNDS), tickets=[begun]))

    assert move.is_blocked
    assert move.unseats


def test_a_seat_given_by_a_ruling_stays_and_gives_nobody_a_second_one():
    given = to_playoff(holder=A, is_given=True)
    same_stage = TicketState(1, 1, "playoff", 1, 4)

    seated = stage(table([A, B, C, D], ROUNDS), tickets=[same_stage, given])
    assert moves(replace(seated, given=frozenset({("playoff", A)}))) == ()


def wild_stage(*seconds, count, lots=None):
    """Tables of four whose winner goes on, and whose second has three given rounds of cards left."""
    tables = []
    for number, cards in enumerate(seconds, start=1):
        first, second, third, fourth = (10 * number + i for i in range(4))
        rounds = [{first: 0, second: left_, third: 20, fourth: 21} for left_ in cards]
        tables.append(table([first, second, third, fourth], rounds, number=number))
    route = WildCards("qualifiers", 2, count, "second")
    wild = [TicketState(0, 2, "second", 1, rank, rank=rank) for rank in range(1, count + 1)]
    return stage(*tables, tickets=wild, wild_cards=[route], lots=lots)


def order(state, count):
    return tickets.wild_order(state, standings.of_stage(state), 2, count)


def test_wild_order_is_by_total():
    state = wild_stage((3, 3, 3), (1, 1, 1), (2, 2, 2), count=2)

    assert order(state, 2) == WildOrder(winners=(21, 31))
    assert list(due(state).values()) == [21, 31]


def test_wild_order_of_level_totals_is_by_cards_left_in_the_last_round():
    state = wild_stage((1, 1, 4), (2, 3, 1), count=1)

    assert order(state, 1) == WildOrder(winners=(21,))


def test_wild_order_level_across_the_cut_owes_a_lot():
    state = wild_stage((2, 2, 2), (1, 1, 1), (2, 2, 2), count=2)

    assert order(state, 2) == WildOrder(lot_owed=(11, 31))
    assert tickets.lots_owed(state, standings.of_stage(state)) == {2: (11, 31)}
    assert list(due(state).values()) == [None, None]


def test_wild_order_follows_the_lot():
    state = wild_stage((2, 2, 2), (1, 1, 1), (2, 2, 2), count=2, lots={2: (31, 11)})

    assert order(state, 2) == WildOrder(winners=(21, 31))
    assert tickets.lots_owed(state, standings.of_stage(state)) == {}


def test_wild_order_level_inside_the_cut_goes_by_table():
    state = wild_stage((2, 2, 2), (2, 2, 2), (3, 3, 3), count=2)

    assert order(state, 2) == WildOrder(winners=(11, 21))


def test_wild_order_waits_for_every_table():
    state = wild_stage((2, 2, 2), (1, 1), count=1)

    assert order(state, 1) == WildOrder()
