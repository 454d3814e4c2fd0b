"""The final order: by stage reached, then place at the table, then its total; level ones share the place."""

from scoring.final_order import final_order
from scoring.formats import FINAL, QUALIFIERS, StageFormat
from scoring.results import Exit, ExitKind, RoundResult, SeatLine, StageState, TableState


def table(number, entries, cards, **fields):
    """A table of one round: cards left by seat, the first without any having won."""
    lines = tuple(SeatLine(seat, entries[seat - 1], left) for seat, left in enumerate(cards, start=1))
    return TableState(number, tuple(entries), (RoundResult(0, 1, lines, cards.index(0) + 1),), **fields)


def stages(*first, final, is_started=True):
    one_round = StageFormat(QUALIFIERS, (4,) * len(first), rounds=1)
    return {
        QUALIFIERS: StageState(one_round, tuple(first), is_started=True),
        FINAL: StageState(StageFormat(FINAL, (4,), rounds=1), (final,), is_started=is_started),
    }


def test_final_comes_first_then_places_then_totals():
    # table 1: 1 wins (+2), 2 has −1, 3 and 4 −3; table 2: 5 wins, 6 has −2, 7 −3, 8 −9
    found = final_order(
        stages(
            table(1, [1, 2, 3, 4], [0, 1, 3, 3]),
            table(2, [5, 6, 7, 8], [0, 2, 3, 9]),
            final=table(1, [5, 1], [0, 4]),
        )
    )

    assert [(row.entry, row.place, row.is_shared) for row in found] == [
        (5, 1, False),
        (1, 2, False),
        (2, 3, False),
        (6, 4, False),
        (3, 5, True),
        (4, 5, True),
        (7, 5, True),
        (8, 8, False),
    ]


def test_final_that_did_not_begin_does_not_count():
    found = final_order(stages(table(1, [1, 2, 3], [0, 1, 3]), final=TableState(1, (1, None)), is_started=False))

    assert [(row.entry, row.place, row.stage) for row in found] == [(n, n, QUALIFIERS) for n in (1, 2, 3)]


def test_disqualified_player_has_no_place_and_stands_last():
    gone = (Exit(1, ExitKind.DISQUALIFICATION, 1),)

    found = final_order(stages(table(1, [1, 2, 3], [0, 1, 3], exits=gone), final=TableState(1, (None,))))

    assert [(row.entry, row.place) for row in found] == [(2, 1), (3, 2), (1, None)]
