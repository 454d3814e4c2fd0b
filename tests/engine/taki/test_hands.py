import pytest

from engine.findings import Finding, Severity
from engine.taki.editions import EDITIONS, edition
from engine.taki.hands import PlayedRound, check

HARD, OVERRIDE, WARNING = Severity
HE = edition("he-2015")
EN = edition("en-classic")
OFFICIAL = edition("official-2018")
COMBINATION = edition("super-2011")  # +3 as a combination of Plus and 3, no CZ
ON_RESOLUTION = ["he-2015", "official-2018", "super-2011"]
IMMEDIATE = ["en-classic", "pl-wiki", "de-amigo-2006"]


def played(*counts, winner=1, **facts):
    """A report of seats 1, 2, 3 ... with these cards left, in this order."""
    return PlayedRound(tuple(enumerate(counts, start=1)), winner, **facts)


def by_seat(*turns):
    return dict(enumerate(turns, start=1))


def found(report, rules=HE):
    """The findings without their values: code, severity, seats."""
    return [(finding.code, finding.severity, finding.seats) for finding in check(report, rules)]


# The level A cases of rules.md §10.3 that need neither points nor stage totals.
CASES = {
    "V1": (HE, played(0, 8, 8, 8), [("VA16", WARNING, (2, 3, 4))]),
    "V2": (HE, played(0, 5, 8, 8, turns=by_seat(1, 0, 0, 0)), [("VA12", HARD, (2,))]),
    "V3": (HE, played(0, 0, 6, 4, last_card="r2+"), [("VA5", OVERRIDE, (1, 2))]),
    "V4": (EN, played(0, 0, 6, 4), [("VA5", HARD, (1, 2))]),
    "V5": (HE, played(0, 3, 6, 4, last_card="rP"), [("VA8", HARD, (1,))]),
    "V6": (HE, played(0, 4, last_card="gS"), [("VA8", HARD, (1,))]),
    "V6-draw_one": (edition(stop_last_2p="draw_one"), played(0, 4, last_card="gS"), [("VA8", HARD, (1,))]),
    "V6-wins": (edition(stop_last_2p="wins"), played(0, 4, last_card="gS"), []),
    "V7": (HE, played(0, 4, 2, 9, last_card="+3"), [("VA10", OVERRIDE, (3,))]),
    "V8": (HE, played(0, 1, 6, 4, last_card="b2+", direction=1), [("VA9", OVERRIDE, (2,))]),
    "V13": (HE, played(0, 26, 28, 27, 27), [("VA7", WARNING, ())]),
    "V14": (HE, played(0, 28, 30, 29, 29), [("VA6", HARD, ()), ("VA7", WARNING, ())]),
    "V17": (EN, played(8, 0, winner=2, turns=by_seat(2, 0), last_card="CZ"), []),
    "V17-unsaid": (EN, played(8, 0, winner=2, turns=by_seat(2, 0)), []),
    "V18": (HE, PlayedRound(((2, 0), (5, 4)), 2, seated=(2, 5)), []),
    "V18-two-players": (HE, PlayedRound(((2, 0), (5, 4)), 2, seated=(2, 5), last_card="gS"), [("VA8", HARD, (2,))]),
    "V19": (HE, played(0, 3, 6, 9, last_card="+3"), [("VA10", OVERRIDE, (2,))]),
}


@pytest.mark.parametrize(("rules", "report", "expected"), CASES.values(), ids=CASES)
def test_check_gives_the_findings_of_the_rules_cases(rules, report, expected):
    assert found(report, rules) == expected


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)
def test_check_finds_nothing_in_a_plain_report(rules):
    assert check(played(3, 0, 5, 1, winner=2, last_card="y9", duration_seconds=1200), rules) == []


def test_check_gives_values_that_a_sentence_needs():
    report = played(0, 20, 45, 55, last_card="K", duration_seconds=59)
    assert check(report, EN) == [
        Finding("VA6", HARD, (), {"total": 120, "at_most": 111}),
        Finding("VA7", WARNING, (), {"total": 120, "at_most": 103}),
        Finding("VA8", HARD, (1,), {"problem": "not_in_deck", "last_card": "K", "players": 4}),
        Finding("VA16", WARNING, (3, 4), {"problem": "many_cards", "more_than": 30}),
        Finding("VA16", WARNING, (), {"problem": "short", "seconds": 59, "at_least": 60}),
    ]


@pytest.mark.parametrize(
    ("report", "finding"),
    [
        (
            played(0, 3, 6, last_card=["r3"]),
            Finding("VA8", HARD, (1,), {"problem": "not_a_card", "last_card": "a value of type list", "players": 3}),
        ),
        (played(0, 2, 6, last_card="r2+", direction=1), Finding("VA9", OVERRIDE, (2,), {"at_least": 3})),
        (played(0, 3, 6, last_card="+3"), Finding("VA10", OVERRIDE, (2,), {"at_least": 4})),
        (played(0, 5, 6, turns={2: 0}), Finding("VA12", HARD, (2,), {"cards": 5, "at_least": 6})),
        (
            played(0, 25, 6, turns={2: 1}, plus3_laid=0, penalties=0),
            Finding("VA13", WARNING, (2,), {"cards": 25, "at_most": 24}),
        ),
        (played(0, 6, 6), Finding("VA16", WARNING, (2, 3), {"problem": "all_equal", "cards": 6})),
    ],
    ids=lambda value: value.code if isinstance(value, Finding) else "",
)
def test_check_gives_the_values_of_each_rule(report, finding):
    assert check(report, HE) == [finding]


def test_check_finds_everything_at_once_in_the_order_of_the_rules():
    report = PlayedRound(((1, 2), (2, 40), (3, 80), (3, 1), (4, 3)), 1, seated=(1, 2, 3, 4), last_card="bP")
    assert [code for code, _, _ in found(report)] == ["VA1", "VA3", "VA8", "VA16"]
    report = played(2, 40, 80, 3, last_card="bP", turns=by_seat(0, 0, 4, 5), plus3_laid=0, penalties=0)
    codes = ["VA3", "VA4", "VA6", "VA7", "VA8", "VA11", "VA12", "VA13", "VA13", "VA16"]
    assert [code for code, _, _ in found(report)] == codes


def test_check_concludes_nothing_from_a_count_that_is_missing():
    whole = (1, 2, 3, 4)
    assert found(PlayedRound(((1, 1), (2, 3), (4, 3)), 1, seated=whole)) == [
        ("VA1", HARD, (3,)),  # no VA4: seat 3 may have had none
        ("VA3", HARD, (1,)),
    ]
    lines = ((1, 0), (2, "?"), (3, 4), (4, 9))
    assert found(PlayedRound(lines, 1, seated=whole, last_card="b2+", direction=1)) == [("VA1", HARD, (2,))]
    assert found(PlayedRound(lines, 1, seated=whole, last_card="+3")) == [("VA1", HARD, (2,))]
    assert found(PlayedRound(((1, 0), (2, "?"), (3, 4), (4, 4)), 1, seated=whole)) == [("VA1", HARD, (2,))]


# VA1


def test_check_allows_six_players_of_one_half_set():
    half = edition("he-2015", half_sets=1)
    assert found(played(0, 1, 2, 3, 4, 5), half) == []
    assert found(played(0, 1, 2, 3, 4, 5, 6), half) == [("VA1", HARD, ())]
    assert found(played(*range(10)), HE) == []
    assert found(played(*range(11)), HE) == [("VA1", HARD, ())]


# VA3, VA4


@pytest.mark.parametrize(
    ("winner", "seats", "values"),
    [
        (2, (2,), {"problem": "has_cards", "cards": 4}),
        (None, (), {"problem": "no_winner"}),
        (4, (), {"problem": "not_playing", "winner": 4}),
        (3, (), {"problem": "not_playing", "winner": 3}),
        (True, (), {"problem": "not_playing", "winner": True}),
        ("1", (), {"problem": "not_playing", "winner": "1"}),
    ],
)
def test_winner_who_cannot_be_one_is_va3(winner, seats, values):
    report = PlayedRound(((1, 0), (2, 4), (3, None)), winner)
    assert check(report, HE) == [Finding("VA3", HARD, seats, values)]


def test_nobody_without_cards_is_va3_and_va4():
    assert found(played(1, 4, 2)) == [("VA3", HARD, (1,)), ("VA4", HARD, ())]


# VA5


@pytest.mark.parametrize("edition_id", ON_RESOLUTION)
def test_two_empty_hands_need_a_reason_where_the_last_card_is_resolved(edition_id):
    assert found(played(0, 0, 6, 0, 5), edition(edition_id)) == [("VA5", OVERRIDE, (1, 2, 4))]


@pytest.mark.parametrize("edition_id", IMMEDIATE)
def test_two_empty_hands_cannot_be_where_the_first_one_wins_at_once(edition_id):
    rules = edition(edition_id)
    assert found(played(0, 0, 6, 4), rules) == [("VA5", HARD, (1, 2))]
    assert found(played(0, 0, 6, 4, is_exhausted=True), rules) == [("VA5", OVERRIDE, (1, 2))]


# VA6, VA7


@pytest.mark.parametrize(
    ("counts", "codes"),
    [
        ((0, 20, 30, 28, 29), []),  # 107 = 116 − 9
        ((0, 21, 30, 28, 29), ["VA7"]),
        ((0, 28, 30, 28, 29), ["VA7"]),  # 115 = 116 − 1
        ((0, 29, 30, 28, 29), ["VA6", "VA7"]),
    ],
)
def test_all_hands_together_are_fewer_than_the_deck(counts, codes):
    assert [code for code, _, _ in found(played(*counts))] == codes


def test_all_hands_together_are_fewer_than_a_half_set():
    half = edition("he-2015", half_sets=1)
    assert [code for code, _, _ in found(played(0, 24, 25), half)] == []  # 49 = 58 − 9
    assert [code for code, _, _ in found(played(0, 25, 25, 0), half)] == ["VA5", "VA7"]
    assert [code for code, _, _ in found(played(0, 28, 30), half)] == ["VA6", "VA7"]


@pytest.mark.parametrize("facts", [{"was_reshuffled": True}, {"is_exhausted": True}])
def test_cards_that_came_back_are_no_va7(facts):
    assert found(played(0, 26, 28, 27, 27, **facts)) == []


def test_hands_passed_by_a_crazy_card_are_no_va7():
    counts = (0, 26, 26, 27, 28)
    assert [code for code, _, _ in found(played(*counts), EN)] == ["VA7"]
    assert found(played(*counts, is_crazy_laid=True), EN) == []
    assert found(played(*counts, last_card="CZ"), EN) == []
    assert [code for code, _, _ in found(played(*counts, is_crazy_laid=True), HE)] == []  # 107, no CZ in this deck
    assert [code for code, _, _ in found(played(0, 26, 26, 28, 28, is_crazy_laid=True), HE)] == ["VA7"]


# VA8


@pytest.mark.parametrize(
    ("rules", "players", "last_card", "problem"),
    [
        (HE, 3, "rP", "cannot_win"),
        (edition(plus_last="draw_one"), 3, "rP", "cannot_win"),
        (EN, 3, "rP", None),
        (HE, 3, "gS", None),
        (HE, 2, "gS", "cannot_win"),
        (OFFICIAL, 2, "gS", None),
        (HE, 2, "gD", None),
        (edition(two_player_reverse="extra_turn"), 2, "gD", "cannot_win"),
        (edition(two_player_reverse="extra_turn"), 3, "gD", None),
        (edition(two_player_reverse="extra_turn", stop_last_2p="wins"), 2, "gD", None),
        (HE, 3, "CC", None),
        (HE, 3, "ST", None),
        (HE, 3, "bT", None),
        (HE, 3, "K", None),
        (EN, 3, "K", "not_in_deck"),
        (HE, 3, "B3", None),  # out of turn
        (EN, 3, "B3", "not_in_deck"),
        (HE, 3, "CZ", "not_in_deck"),
        (EN, 3, "CZ", None),
        (COMBINATION, 3, "+3", "not_in_deck"),
        (HE, 3, "r2", "not_a_card"),
        (HE, 3, "", "not_a_card"),
        (HE, 3, 7, "not_a_card"),
        (HE, 3, ["r3"], "not_a_card"),
    ],
)
def test_last_card_must_be_able_to_win(rules, players, last_card, problem):
    report = played(0, 8, 9)
    lines = report.lines[:players]
    problems = [finding.values["problem"] for finding in check(PlayedRound(lines, 1, last_card=last_card), rules)]
    assert problems == ([] if problem is None else [problem])


def test_broken_plus3_is_no_winning_card():
    assert check(played(0, 8, 9, last_card="+3", is_broken=True), HE) == [
        Finding("VA8", HARD, (1,), {"problem": "broken", "last_card": "+3", "players": 3})
    ]


# VA9: four seats, the winner at seat 2; clockwise the next is seat 3, the other way seat 1.


@pytest.mark.parametrize(
    ("counts", "facts", "seats"),
    [
        ((5, 0, 2, 4), {"direction": 1}, (3,)),
        ((5, 0, 3, 4), {"direction": 1}, None),
        ((2, 0, 5, 4), {"direction": -1}, (1,)),
        ((2, 0, 5, 4), {"direction": 1}, None),
        ((2, 0, 5, 4), {}, None),
        ((5, 0, 2, 4), {}, None),
        ((2, 0, 1, 4), {}, (1, 3)),
        ((5, 0, 2, 4), {"direction": 1, "chain_answers": [3]}, None),
        ((5, 0, 2, 4), {"direction": 1, "chain_answers": 1}, None),
        ((5, 0, 2, 4), {"direction": 1, "chain_answers": 0}, (3,)),
        ((5, 0, 2, 4), {"direction": 1, "chain_answers": []}, (3,)),
        ((5, 0, 2, 4), {"direction": 1, "is_exhausted": True}, None),
        ((5, 0, 2, 4), {"direction": 1, "ends_run": True}, None),
    ],
)
def test_next_seat_drew_for_a_last_two_plus(counts, facts, seats):
    expected = [] if seats is None else [("VA9", OVERRIDE, seats)]
    assert found(played(*counts, winner=2, last_card="b2+", **facts)) == expected


def test_next_seat_drew_for_a_run_that_ends_in_an_active_two_plus():
    report = played(5, 0, 2, 4, winner=2, last_card="b2+", direction=1, ends_run=True)
    assert found(report, OFFICIAL) == [("VA9", OVERRIDE, (3,))]


def test_next_seat_is_looked_for_among_those_who_played_and_round_the_table():
    lines = ((1, 2), (2, None), (3, 7), (4, 0), (5, None))
    assert found(PlayedRound(lines, 4, last_card="r2+", direction=1)) == [("VA9", OVERRIDE, (1,))]
    assert found(PlayedRound(lines, 4, last_card="r2+", direction=-1)) == []
    assert found(PlayedRound(((2, 0), (5, 2)), 2, last_card="r2+")) == [("VA9", OVERRIDE, (5,))]
    assert found(PlayedRound(((2, 0), (5, None)), 2, last_card="r2+")) == [("VA1", HARD, ())]


# VA10


@pytest.mark.parametrize(
    ("rules", "facts", "seats"),
    [
        (HE, {}, (2, 4)),
        (HE, {"is_exhausted": True}, None),
        (HE, {"is_on_pending": True}, (2, 4)),
        (OFFICIAL, {"is_on_pending": True}, None),
        (OFFICIAL, {}, (2, 4)),
        (edition("pl-wiki"), {"is_on_pending": True}, (2, 4)),
    ],
)
def test_everybody_drew_for_a_last_plus3(rules, facts, seats):
    expected = [] if seats is None else [("VA10", OVERRIDE, seats)]
    assert found(played(0, 3, 4, 1, 9, last_card="+3", **facts), rules) == expected


# VA11, VA12, VA13


@pytest.mark.parametrize(
    ("rules", "facts", "codes"),
    [
        (HE, {}, ["VA11", "VA12"]),
        (HE, {"last_card": "y4"}, ["VA11", "VA12"]),
        (HE, {"last_card": "B3"}, ["VA12"]),  # out of turn, but two B3 are all there are
        (COMBINATION, {}, []),  # four counters shed a hand
        (COMBINATION, {"last_card": "y3"}, []),
        (COMBINATION, {"last_card": "y4"}, ["VA11"]),
        (COMBINATION, {"last_card": "y3", "plus3_answers": [1, 1, 1]}, ["VA12"]),
        (COMBINATION, {"last_card": "y3", "plus3_answers": [1, 1, 1, 1]}, []),
        (EN, {"last_card": "y4"}, ["VA11"]),
        (EN, {"last_card": "y4", "is_crazy_laid": True}, ["VA11"]),
        (EN, {"last_card": "CZ"}, []),
        (EN, {}, []),
        (edition("de-amigo-2006"), {}, []),
        (edition("de-amigo-2006"), {"is_crazy_laid": False}, ["VA11", "VA12"]),
    ],
)
def test_winner_without_a_turn(rules, facts, codes):
    report = played(0, 9, 8, turns={1: 0, 2: 3, 3: 3}, **facts)
    assert [code for code, _, _ in found(report, rules)] == codes


@pytest.mark.parametrize(
    ("cards", "facts", "is_possible"),
    [
        (8, {}, True),
        (6, {}, True),  # two B3
        (5, {}, False),
        (6, {"plus3_answers": [2, 2]}, True),
        (6, {"plus3_answers": [2, 3]}, False),
        (7, {"plus3_answers": []}, False),
        (8, {"plus3_answers": []}, True),
    ],
)
def test_seat_without_a_turn_keeps_its_hand(cards, facts, is_possible):
    report = played(0, cards, 9, turns=by_seat(5, 0, 4), **facts)
    assert found(report) == ([] if is_possible else [("VA12", HARD, (2,))])


@pytest.mark.parametrize(
    ("rules", "least"),
    [
        (edition("he-2015", half_sets=1), 7),
        (edition("he-2015", king_shields_plus3=True), 4),
        (COMBINATION, 0),
        (edition("super-2011", half_sets=1), 4),
        (edition("de-amigo-2006", deck="D112K", crazy="none", king=True), 8),
    ],
)
def test_seat_without_a_turn_sheds_no_more_than_the_deck_allows(rules, least):
    def reported(cards):
        return found(played(0, cards, 9, turns=by_seat(5, 0, 4)), rules)

    assert [cards for cards in range(1, 9) if not reported(cards)] == list(range(max(least, 1), 9))


@pytest.mark.parametrize("facts", [{}, {"is_crazy_laid": True}, {"is_crazy_laid": False, "last_card": "CZ"}])
def test_hands_that_may_have_been_passed_are_not_held_against_their_turns(facts):
    report = played(0, 1, 9, turns=by_seat(5, 0, 4), plus3_laid=0, penalties=0, **facts)
    assert found(report, EN) == []


def test_hands_that_were_not_passed_are_held_against_their_turns():
    report = played(0, 3, 9, turns=by_seat(5, 0, 0), is_crazy_laid=False, plus3_answers=())
    assert found(report, EN) == [("VA12", HARD, (2,))]


# 8 dealt, 16 drawn in one turn, 3 for each of two +3, 4 for one penalty: 34.
@pytest.mark.parametrize(
    ("cards", "facts", "is_odd"),
    [
        (34, {"plus3_laid": 2, "penalties": 1}, False),
        (35, {"plus3_laid": 2, "penalties": 1}, True),
        (35, {"plus3_laid": None, "penalties": 1}, False),
        (35, {"plus3_laid": 2, "penalties": None}, False),
    ],
)
def test_nobody_holds_more_than_was_drawn(cards, facts, is_odd):
    report = played(0, cards, 9, turns=by_seat(5, 1, 4), **facts)
    assert (
        ("VA13", WARNING, (2,)) in found(report) if is_odd else "VA13" not in [code for code, _, _ in found(report)]
    )


def test_nobody_holds_more_than_was_drawn_from_half_a_set():  # four 2+: 8 + 8
    report = played(0, 17, 9, turns=by_seat(5, 1, 4), plus3_laid=0, penalties=0)
    assert found(report, edition("he-2015", half_sets=1)) == [("VA13", WARNING, (2,))]


def test_huge_numbers_are_named_by_their_size():
    report = played(0, 2**300, 9, turns={2: 2**200}, plus3_laid=0, penalties=0)
    (finding,) = [finding for finding in check(report, HE) if finding.code == "VA13"]
    assert finding.values == {"cards": "a number of 301 bits", "at_most": "a number of 205 bits"}


def test_absent_seat_may_have_had_turns():
    lines = ((1, 0), (2, 3), (3, None), (4, 5))
    assert found(PlayedRound(lines, 1, turns={1: 3, 2: 2, 3: 0, 4: 2}, plus3_laid=0, penalties=0)) == []


# VA16


@pytest.mark.parametrize(
    ("counts", "seats"),
    [
        ((0, 4, 4), (2, 3)),
        ((0, 4, 5), None),
        ((0, 4), None),
        ((0, 4, 4, 4, 5), None),
        ((0, 1, 1, 1, 1), (2, 3, 4, 5)),
    ],
)
def test_losers_all_equal_are_odd_from_three_players_on(counts, seats):
    assert found(played(*counts)) == ([] if seats is None else [("VA16", WARNING, seats)])


@pytest.mark.parametrize(("cards", "is_odd"), [(30, False), (31, True)])
def test_more_than_thirty_cards_are_odd(cards, is_odd):
    assert found(played(0, cards, 4)) == ([("VA16", WARNING, (2,))] if is_odd else [])


@pytest.mark.parametrize(
    ("seconds", "is_odd"),
    [
        (None, False),
        (60, False),
        (60.5, False),
        (10**5000, False),
        (59, True),
        (0, True),
        (-5, True),
        (float("nan"), True),
    ],
    ids=["none", "60", "60.5", "huge", "59", "0", "before it began", "nan"],
)
def test_game_shorter_than_a_minute_is_odd(seconds, is_odd):
    assert found(played(0, 5, 4, duration_seconds=seconds)) == ([("VA16", WARNING, ())] if is_odd else [])


# Called off (rules.md §5.1)


def test_round_called_off_is_asked_neither_for_a_winner_nor_for_a_last_card():
    report = played(3, 1, 2, 1, winner=None, is_called_off=True)
    assert found(report) == []
    assert found(PlayedRound((), seated=(1, 2, 3), is_called_off=True)) == []
    assert found(PlayedRound(report.lines, 9, is_called_off=True, last_card="rP")) == []
    assert found(PlayedRound(((1, 0), (2, 0)), 1, is_called_off=True, last_card="b2+"), EN) == []
    assert found(PlayedRound(((1, 0), (2, 1)), 1, is_called_off=True, last_card="+3")) == []


def test_round_called_off_still_holds_cards_that_exist():
    assert found(played(40, 40, 36, winner=None, is_called_off=True)) == [
        ("VA6", HARD, ()),
        ("VA7", WARNING, ()),
        ("VA16", WARNING, (1, 2, 3)),
    ]
