"""Laws of standings, whatever was played (rules.md §5.1, design.md §4, §5)."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import consequence, standings
from scoring.results import TableState
from tests.scoring.builders import called_off, left, stage, stage_format, to_final, to_playoff, won

ENTRIES = (11, 22, 33, 44, 55)
PLAYED_OFF = st.sampled_from([(), (1,), (1, 2)])


@st.composite
def tables(draw, complete=None):
    """A table of 4 or 5 in any legitimate state: rounds played, missed or called off, tie-breaks, players gone."""
    seats = ENTRIES[: draw(st.sampled_from([4, 5]))]
    exits = ()
    if draw(st.integers(0, 3)) == 0:
        exits = (left(draw(st.sampled_from(seats)), draw(st.integers(0, 3))),)
    results = []
    for number in range(1, 1 + (3 if complete else draw(st.integers(0, 3)))):
        if draw(st.integers(0, 9)) == 0:
            results.append(called_off(0, number))
            continue
        gone = {exit_.entry for exit_ in exits if exit_.after_round < number}
        playing = [entry for entry in seats if entry not in gone]
        results.append(won(0, number, _cards(draw, playing), seats))
    state = TableState(1, tuple(seats), tuple(results), exits)
    stage = stage_format(played_off=draw(PLAYED_OFF))
    for _round in range(draw(st.integers(0, 3))):
        owed = standings.of_table(state, stage).owed
        if owed:
            played = won(owed[0].place, owed[0].number, _cards(draw, owed[0].entries), seats)
            state = TableState(1, state.seats, (*state.results, played), exits)
    return state, stage


def _cards(draw, playing):
    winner = draw(st.sampled_from(playing))
    return {entry: 0 if entry == winner else draw(st.integers(1, 4)) for entry in playing}


@settings(max_examples=100, deadline=None)
@given(tables())
def test_places_follow_from_who_is_better(drawn):
    standing = standings.of_table(*drawn)

    places = [row.place for row in standing.rows]
    assert places == sorted(places)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert {row.entry for row in standing.rows} == set(drawn[0].entries)


@settings(max_examples=100, deadline=None)
@given(tables())
def test_nobody_who_stayed_ranks_below_a_lower_total_or_who_left(drawn):
    standing = standings.of_table(*drawn)
    stayed = [row for row in standing.rows if row.left_by is None]

    assert [row.total for row in stayed] == sorted((row.total for row in stayed), reverse=True)
    assert [row.left_by is None for row in standing.rows] == sorted(
        (row.left_by is None for row in standing.rows), reverse=True
    )


@settings(max_examples=100, deadline=None)
@given(tables(complete=True))
def test_a_played_off_place_is_held_by_one_or_owed(drawn):
    state, stage_ = drawn
    standing = standings.of_table(state, stage_)
    staying = [row for row in standing.rows if row.left_by is None]

    for place in stage_.played_off:
        holders = [row for row in staying if row.place == place]
        owed = [tie for tie in standing.owed if tie.place <= place < tie.place + len(tie.entries)]
        assert len(holders) == 1 or owed or place > len(staying)


@settings(max_examples=100, deadline=None)
@given(tables(), st.permutations(range(10)))
def test_the_order_in_which_results_came_makes_no_difference(drawn, order):
    state, stage_ = drawn
    shuffled = [result for _position, result in sorted(zip(order, state.results, strict=False))]

    assert standings.of_table(TableState(1, state.seats, tuple(shuffled), state.exits), stage_) == standings.of_table(
        state, stage_
    )


@settings(max_examples=100, deadline=None)
@given(tables())
def test_tie_break_rounds_never_change_totals(drawn):
    state, stage_ = drawn
    regular = tuple(result for result in state.results if result.place == 0)
    bare = standings.of_table(TableState(1, state.seats, regular, state.exits), stage_)

    assert {row.entry: row.total for row in standings.of_table(state, stage_).rows} == {
        row.entry: row.total for row in bare.rows
    }


@settings(max_examples=100, deadline=None)
@given(tables(complete=True), tables(complete=True))
def test_applying_the_moves_leaves_nothing_to_move(one, other):
    """The advance is a difference: applied, it is empty; a correction makes another, and that one applies too."""
    state = stage(one[0], tickets=[to_final(), to_playoff()])
    for change in (other, one):
        state = stage(change[0], tickets=_applied(state).tickets)
        done = _applied(state)
        assert consequence.between(done, done, 1).moves == ()


def _applied(state):
    moves = {move.ticket: move.after for move in consequence.between(state, state, 1).moves}
    return replace(state, tickets=tuple(replace(t, holder=moves[t]) if t in moves else t for t in state.tickets))
