"""The consequence first: what would follow from a report that is not saved (design.md §3)."""

from scoring import consequence
from scoring.consequence import LINES, Fact, FactCode
from tests.scoring.builders import called_off, stage, table, to_final, to_playoff, won

A, B, C, D = 1, 2, 3, 4
SEATS = [A, B, C, D]
ROUNDS = [{A: 0, B: 3, C: 1, D: 7}, {A: 3, B: 0, C: 1, D: 1}]  # A -1, B -1, C -2, D -8
A_WINS = won(0, 3, {A: 0, B: 1, C: 7, D: 4}, SEATS)  # A 1, B -2, C -9, D -12
LEVEL = won(0, 3, {A: 1, B: 1, C: 0, D: 9}, SEATS)  # A -2, B -2, C 0, D -17


def seat(stage_, number, position, before, after, *, is_blocked=False):
    return {
        "to_stage": stage_,
        "to_table": number,
        "to_seat": position,
        "before": before,
        "after": after,
        "is_blocked": is_blocked,
    }


def test_of_report_in_the_middle_says_who_leads_and_where_the_winner_will_sit():
    state = stage(table(SEATS, ROUNDS[:1]), tickets=[to_final()])

    follows = consequence.of_report(state, 1, won(0, 2, ROUNDS[1], SEATS))

    assert follows.facts == (
        Fact(FactCode.LEADS, {"entries": [A, B], "total": -1, "rounds_left": 1}),
        Fact(FactCode.GOES_TO, {"place": 1, "to_stage": "final", "to_table": 1, "to_seat": 1}),
    )
    assert not follows.unseats


def test_of_report_of_a_first_round_called_off_says_of_nobody_that_they_lead():
    state = stage(table(SEATS), tickets=[to_final()])

    follows = consequence.of_report(state, 1, called_off(0, 1))

    assert [fact.code for fact in follows.facts] == [FactCode.GOES_TO]


def test_of_report_of_the_last_round_says_who_takes_which_seat():
    state = stage(table(SEATS, ROUNDS), tickets=[to_final(), to_playoff()])

    follows = consequence.of_report(state, 1, A_WINS)

    assert follows.decided == ((1, A), (2, B), (3, C), (4, D))
    assert [(move.before, move.after) for move in follows.moves] == [(None, A), (None, B)]
    assert follows.facts == (
        Fact(FactCode.DECIDES, {"place": 1, "entry": A, "seat": seat("final", 1, 1, None, A)}),
        Fact(FactCode.DECIDES, {"place": 2, "entry": B, "seat": seat("playoff", 1, 1, None, B)}),
    )


def test_of_report_that_leaves_players_level_says_a_tie_break_round_is_owed():
    state = stage(table(SEATS, ROUNDS), tickets=[to_final(), to_playoff()])

    follows = consequence.of_report(state, 1, LEVEL)

    assert follows.facts == (
        Fact(FactCode.TIE_BREAK, {"place": 2, "number": 1, "entries": [A, B]}),
        Fact(FactCode.DECIDES, {"place": 1, "entry": C, "seat": seat("final", 1, 1, None, C)}),
    )


def test_of_report_that_takes_a_seat_from_somebody_says_so_first():
    finished = table(SEATS, [*ROUNDS, {A: 0, B: 1, C: 7, D: 4}])
    taken = to_final(holder=A, printed=("scoresheets",))
    state = stage(finished, tickets=[taken])

    follows = consequence.of_report(state, 1, won(0, 3, {A: 9, B: 0, C: 7, D: 4}, SEATS))

    assert follows.unseats
    assert follows.facts[0] == Fact(FactCode.UNSEATS, seat("final", 1, 1, A, B))
    assert Fact(FactCode.OUTDATES, {"print": "scoresheets"}) in follows.facts
    assert ((1, A) in follows.undecided, (1, B) in follows.decided) == (True, True)


def test_of_report_at_a_table_whose_next_table_has_begun_is_blocked():
    finished = table(SEATS, [*ROUNDS, {A: 0, B: 1, C: 7, D: 4}])
    state = stage(finished, tickets=[to_final(holder=A, has_begun=True)])

    follows = consequence.of_report(state, 1, won(0, 3, {A: 9, B: 0, C: 7, D: 4}, SEATS))

    assert follows.facts[0].values["is_blocked"] is True


def test_lines_are_three_at_most():
    finished = table(SEATS, [*ROUNDS, {A: 0, B: 1, C: 7, D: 4}])
    state = stage(finished, tickets=[to_final(holder=A, printed=("a", "b", "c")), to_playoff(holder=B)])

    follows = consequence.of_report(state, 1, won(0, 3, {A: 9, B: 0, C: 7, D: 4}, SEATS))

    assert len(follows.facts) > LINES
    assert follows.lines == follows.facts[:LINES]


def test_token_names_the_consequence():
    state = stage(table(SEATS, ROUNDS), tickets=[to_final(), to_playoff()])

    one, same, other = (consequence.of_report(state, 1, result).token for result in (A_WINS, A_WINS, LEVEL))

    assert one == same
    assert one != other


def test_of_report_changes_nothing_it_was_given():
    state = stage(table(SEATS, ROUNDS), tickets=[to_final()])

    consequence.of_report(state, 1, A_WINS)

    assert state == stage(table(SEATS, ROUNDS), tickets=[to_final()])


def test_between_equal_states_says_nothing_new():
    state = stage(table(SEATS, [*ROUNDS, {A: 0, B: 1, C: 7, D: 4}]), tickets=[to_final(holder=A)])

    follows = consequence.between(state, state, 1)

    assert (follows.decided, follows.undecided, follows.moves, follows.owed, follows.facts) == ((), (), (), (), ())
