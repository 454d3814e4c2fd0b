import pytest

from engine.findings import Finding, Severity
from engine.taki.cards import parse_card
from engine.taki.played import PlayedRound, read

GOOD = ((1, 0), (2, 3), (3, 5))


def va1(problem, *seats, field="lines", **values):
    return Finding("VA1", Severity.HARD, seats, {"problem": problem, "field": field, **values})


def findings(*args, most_players=10, **facts):
    return list(read(PlayedRound(*args, **facts), most_players).findings)


def test_read_takes_a_sound_report_as_it_is():
    reading = read(PlayedRound(GOOD, 1, seated=(1, 2, 3), last_card="r5", turns={1: 4, 3: 2}), 10)
    assert reading.findings == ()
    assert (reading.players, reading.counts) == ((1, 2, 3), {1: 0, 2: 3, 3: 5})
    assert (reading.winner, reading.losers, reading.is_complete) == (1, (2, 3), True)
    assert (reading.last_card, reading.turns) == (parse_card("r5"), {1: 4, 3: 2})


@pytest.mark.parametrize("lines", [{3: 5, 1: 0, 2: 3}, [[3, 5], [2, 3], [1, 0]], ((1, 0), (3, 5), (2, 3))])
def test_read_takes_lines_in_any_order_and_shape(lines):
    reading = read(PlayedRound(lines, 1, seated=range(1, 4)), 10)
    assert (reading.findings, reading.players, reading.counts) == ((), (1, 2, 3), {1: 0, 2: 3, 3: 5})


def test_read_leaves_absent_seats_out_of_the_game():
    reading = read(PlayedRound(((1, 0), (2, None), (3, 5)), 1, seated=(1, 2, 3)), 10)
    assert (reading.findings, reading.players, reading.losers) == ((), (1, 3), (3,))


# Each with what VA1 must say of it, and nothing else.
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(((1, 0), (2, 3)), [va1("missing", 3)], id="a seat without a line"),
        pytest.param(((1, 0),), [va1("missing", 2), va1("missing", 3)], id="two seats without a line"),
        pytest.param((*GOOD, (4, 2)), [va1("not_seated", 4)], id="a seat that is not of this round"),
        pytest.param((*GOOD, (4, None)), [va1("not_seated", 4)], id="such a seat, absent"),
        pytest.param((*GOOD, (4, -1)), [va1("not_seated", 4)], id="such a seat, with nonsense"),
        pytest.param((*GOOD, (2, 3)), [va1("twice", 2)], id="a seat twice, saying the same"),
        pytest.param((*GOOD, (2, 4)), [va1("twice", 2)], id="a seat twice, saying two things"),
        pytest.param((*GOOD, (2, 3), (2, 3)), [va1("twice", 2)], id="a seat three times"),
        pytest.param((*GOOD, (3, "x"), (2, None)), [va1("twice", 3), va1("twice", 2)], id="two seats twice"),
        pytest.param(((1, 0), (2, -1), (3, 5)), [va1("unreadable", 2, value=-1)], id="negative"),
        pytest.param(((1, 0), (2, True), (3, 5)), [va1("unreadable", 2, value=True)], id="true"),
        pytest.param(((1, False), (2, 3), (3, 5)), [va1("unreadable", 1, value=False)], id="false for the winner"),
        pytest.param(((1, 0), (2, "3"), (3, 5)), [va1("unreadable", 2, value="3")], id="text"),
        pytest.param(((1, 0), (2, 3.0), (3, 5)), [va1("unreadable", 2, value=3.0)], id="fraction"),
        pytest.param(((1, 0), (2, float("nan")), (3, 5)), [va1("unreadable", 2, value="nan")], id="not a number"),
        pytest.param(((1, 0), (2, [3]), (3, 5)), [va1("unreadable", 2, value="a value of type list")], id="list"),
        pytest.param(
            ((1, 0), (2, -(10**5000)), (3, 5)), [va1("unreadable", 2, value="a number of 16610 bits")], id="huge"
        ),
        pytest.param(
            ((1, 0), (2, "9" * 5000), (3, 5)), [va1("unreadable", 2, value="9" * 39 + "…")], id="endless text"
        ),
        pytest.param((*GOOD, (0, 1)), [va1("unreadable", value=0)], id="seat 0"),
        pytest.param((*GOOD, (-1, 1)), [va1("unreadable", value=-1)], id="negative seat"),
        pytest.param((*GOOD, (100, 1)), [va1("unreadable", value=100)], id="seat 100"),
        pytest.param((*GOOD, (True, 1)), [va1("unreadable", value=True)], id="seat true"),
        pytest.param((*GOOD, ("4", 1)), [va1("unreadable", value="4")], id="seat as text"),
        pytest.param((*GOOD, (None, 1)), [va1("unreadable", value=None)], id="no seat"),
        pytest.param((*GOOD, ([4], 1)), [va1("unreadable", value="a value of type list")], id="seat as list"),
        pytest.param((*GOOD, (4, 1, 1)), [va1("unreadable", value="a value of type tuple")], id="three in a pair"),
        pytest.param((*GOOD, 7), [va1("unreadable", value=7)], id="a number among the pairs"),
        pytest.param((*GOOD, "41"), [va1("unreadable", value="41")], id="text among the pairs"),
        pytest.param(((1, None), (2, None), (3, 5)), [va1("players", players=1, at_least=2, at_most=10)], id="alone"),
        pytest.param({"1": 0, 2: 3, 3: 5}, [va1("unreadable", value="1"), va1("missing", 1)], id="key as text"),
    ],
)
def test_read_finds_what_is_wrong_with_lines(lines, expected):
    assert findings(lines, 1, seated=(1, 2, 3)) == expected


@pytest.mark.parametrize("lines", [None, 5, "1:0", True, b"10", 3.5])
def test_read_finds_every_seat_missing_where_there_are_no_lines(lines):
    assert findings(lines, 1, seated=(1, 2))[1:] == [va1("missing", 1), va1("missing", 2)]
    assert findings(lines, 1)[1:] == [va1("players", players=0, at_least=2, at_most=10)]


@pytest.mark.parametrize("seats", [11, 12, 99])
def test_read_finds_more_players_than_can_play(seats):
    lines = tuple((seat, seat - 1) for seat in range(1, seats + 1))
    assert findings(lines, 1) == [va1("players", players=seats, at_least=2, at_most=10)]


def test_read_takes_the_number_of_players_that_the_edition_allows():
    lines = tuple((seat, seat - 1) for seat in range(1, 8))
    assert findings(lines, 1, most_players=7) == []
    assert findings(lines, 1, most_players=6) == [va1("players", players=7, at_least=2, at_most=6)]


def test_read_asks_no_counts_of_a_round_called_off():
    assert findings((), seated=(1, 2, 3), is_called_off=True) == []
    assert findings(((1, 4), (2, None)), seated=(1, 2, 3), is_called_off=True) == []
    assert findings(((1, 4), (2, -2)), seated=(1, 2), is_called_off=True) == [va1("unreadable", 2, value=-2)]
    assert findings(((4, 4),), seated=(1, 2), is_called_off=True) == [va1("not_seated", 4)]


@pytest.mark.parametrize(
    ("seated", "expected"),
    [
        ((1, 2, 3, 3), [va1("twice", 3, field="seated")]),
        ((1, 2, 3, "x"), [va1("unreadable", field="seated", value="x")]),
        (5, [va1("unreadable", field="seated", value=5), *(va1("not_seated", seat) for seat in (1, 2, 3))]),
    ],
)
def test_read_finds_what_is_wrong_with_the_seating(seated, expected):
    assert findings(GOOD, 1, seated=seated)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("is_called_off", "no"),
        ("is_called_off", None),
        ("ends_run", 1),
        ("direction", 0),
        ("direction", 2),
        ("direction", "+"),
        ("direction", True),
        ("chain_answers", -1),
        ("chain_answers", True),
        ("chain_answers", "22"),
        ("is_broken", 0),
        ("is_on_pending", "x"),
        ("plus3_laid", -1),
        ("plus3_laid", 1.5),
        ("plus3_answers", 2),
        ("penalties", "4"),
        ("is_exhausted", []),
        ("was_reshuffled", {}),
        ("is_crazy_laid", "maybe"),
        ("duration_seconds", "long"),
        ("duration_seconds", True),
    ],
)
def test_read_finds_a_fact_it_cannot_read_and_goes_on_without_it(field, value):
    reading = read(PlayedRound(GOOD, 1, **{field: value}), 10)
    assert [(finding.code, finding.values["problem"], finding.values["field"]) for finding in reading.findings] == [
        ("VA1", "unreadable", field)
    ]
    assert reading.report == PlayedRound(GOOD, 1)


def test_read_keeps_only_seats_of_the_round_in_other_facts():
    reading = read(
        PlayedRound(GOOD, 1, chain_answers=[2, 7], plus3_answers=(3, "x", 3), turns=((1, 2), (9, 1), (2, -1))), 10
    )
    assert list(reading.findings) == [
        va1("unreadable", 2, field="turns", value=-1),
        va1("not_seated", 9, field="turns"),
        va1("not_seated", 7, field="chain_answers"),
        va1("unreadable", field="plus3_answers", value="x"),
    ]
    assert (reading.turns, reading.report.chain_answers, reading.report.plus3_answers) == ({1: 2}, (2,), (3, 3))


@pytest.mark.parametrize("winner", [None, 4, 0, -1, True, "1", 1.0, [1], pytest.param(10**5000, id="huge"), 2])
def test_read_has_no_winner_who_did_not_play(winner):
    reading = read(PlayedRound(((1, 0), (2, None), (3, 5)), winner), 10)
    assert (reading.winner, reading.losers) == (None, ())


@pytest.mark.parametrize("last_card", ["r2", "", 5, None, ["r3"]])
def test_read_has_no_last_card_that_is_no_card(last_card):
    assert read(PlayedRound(GOOD, 1, last_card=last_card), 10).last_card is None


def test_read_takes_a_last_card_as_card_or_text():
    card = parse_card("b2+")
    assert {read(PlayedRound(GOOD, 1, last_card=given), 10).last_card for given in (card, "b2+")} == {card}
