"""TAKI from the command line: what each subcommand takes, answers and refuses (docs/engine-cli.md)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import payload
from engine.__main__ import COMMANDS
from engine.errors import BadInput, EditionError, EngineError, GameError, IllegalMove
from engine.taki import command
from engine.taki.cards import ALL_CARDS
from engine.taki.editions import EDITIONS, FLAGS, edition
from engine.taki.game import Game
from engine.taki.game_text import write_game
from engine.taki.notation import write_position

FOUR_FAULTS = {
    "edition": "en-classic",
    "report": {
        "winner": 1,
        "last_card": "gP",
        "lines": [
            {"seat": 1, "cards": 0, "hand": []},
            {"seat": 2, "cards": 3, "hand": ["r5", "r5", "K"]},
            {"seat": 3, "cards": 2, "hand": ["r5", "g1", "g3"]},
        ],
    },
}


def test_editions_lists_every_edition_with_its_flags():
    answer = command.list_editions(None)
    assert [each["id"] for each in answer["editions"]] == list(EDITIONS)
    assert answer["editions"][0]["flags"] == {flag: getattr(edition("he-2015"), flag) for flag in FLAGS}
    assert answer["flags"]["mode"] == ["single", "pyramid"]
    assert (answer["default"], answer["editions"][0]["cards"]) == ("he-2015", 116)


def test_hands_names_four_faults_in_one_answer():
    answer = command.check_hands(FOUR_FAULTS)
    told = [(each["code"], each["severity"], each["seats"], each["stops"]) for each in answer["findings"]]
    assert told == [
        ("VB1", "H", [2], True),
        ("VB2", "H", [2, 3], True),
        ("VB4", "H", [3], True),
        ("VB8", "H", [1], True),
    ]
    assert command.stops(answer)


def test_hands_counts_the_points_where_the_edition_has_them():
    lines = [{"seat": 1, "cards": 0}, {"seat": 2, "cards": 2, "hand": ["r9", "K"]}, {"seat": 4, "cards": 3}]
    report = {"lines": lines, "winner": 1}
    expected = [{"seat": 1, "points": -100}, {"seat": 2, "points": 19}]
    assert command.check_hands({"report": report}) == {
        "edition": {"id": "he-2015", "overrides": {}},
        "points": expected,
        "findings": [],
    }
    assert command.check_hands({"report": report, "edition": "official-2018"})["points"] == []


def test_hands_takes_what_a_line_tells_of_its_seat():
    lines = [{"seat": 1, "cards": 0, "turns": 0}, {"seat": 2, "cards": 2, "points": 3, "hand": ["r1", "r3"]}]
    answer = command.check_hands({"report": {"lines": lines, "winner": 1}})
    assert [(each["code"], each["values"]) for each in answer["findings"]] == [
        ("VA11", {"turns": 0}),
        ("VA12", {"cards": 0, "at_least": 6}),
        ("VB11", {"points": 3, "expected": 4}),
    ]


def test_reason_lets_a_report_be_stored():
    report = {"lines": [{"seat": 1, "cards": 0}, {"seat": 2, "cards": 0}, {"seat": 3, "cards": 4}], "winner": 1}
    without = command.check_hands({"report": report})
    given_one = command.check_hands({"report": report, "overrides": {"VA5": "one chain of 2+"}})
    assert [each["code"] for each in without["findings"]] == ["VA5"]
    assert (command.stops(without), command.stops(given_one)) == (True, False)


def test_hands_with_a_game_asks_level_c_too():
    game = "taki 1\nhe-2015 top=r9 A=8? B=8?\nA b5\n"
    report = {"lines": [{"seat": 1, "cards": 8}, {"seat": 2, "cards": 8}], "is_called_off": True}
    answer = command.check_hands({"report": report, "game": game})
    assert [(each["code"], each["values"]["problem"]) for each in answer["findings"]] == [("VC2", "no_match")]


def test_replay_tells_where_a_game_ends():
    game = Game.deal(edition(), 3, "spring")
    for _ in range(5):
        game.push(game.legal_moves[0])
    assert command.replay({"game": write_game(game)}) == {
        "position": write_position(game.state),
        "steps": 5,
        "winner": None,
        "reason": "",
        "findings": [],
    }


def test_replay_of_what_is_no_game_says_so():
    answer = command.replay({"game": "r5"})
    assert (answer["position"], answer["steps"], [each["code"] for each in answer["findings"]]) == (None, 0, ["VC1"])


def test_position_makes_moves_and_lists_what_is_legal():
    answer = command.position(
        {
            "position": "he-2015 top=r9 A=r3,b9,g4 B=+3,r3 C=B3",
            "moves": ["r3", "+3", "A PASS"],
            "why": ["BREAK", "A r5", "PASS"],
        }
    )
    assert answer["steps"][:3] == ["A r3", "B +3", "A PASS"]
    assert (answer["seat"], answer["phase"], answer["counts"]) == ("C", "PLUS3", {"A": 2, "B": 1, "C": 1})
    assert (answer["legal"], answer["out_of_turn"]) == (["BREAK", "PASS", "DECLARE_LAST"], {"B": ["DECLARE_LAST"]})
    assert answer["why"] == {"BREAK": None, "A r5": "not_your_turn", "PASS": None}


def test_position_of_a_deal_is_that_of_the_engine():
    answer = command.position({"deal": {"seats": 3, "seed": "spring", "starter": "B", "edition": "pl-wiki"}})
    assert answer["position"] == write_position(Game.deal(edition("pl-wiki"), 3, "spring", 1).state)
    assert (answer["seat"], answer["steps"]) == ("B", [])


def test_seat_leaves_in_the_middle():
    answer = command.position({"deal": {"seats": 2, "seed": "spring"}, "moves": ["B LEAVE"]})
    assert (answer["phase"], answer["reason"], answer["winner"]) == ("OVER", "called_off", None)


def test_view_tells_no_more_than_that_seat_may_know():
    start = "he-2015 top=r9 A=r3,b9 B=r4,K C=8? seed=secret"
    answer = command.position({"position": start, "moves": ["r3"], "view": "C"})
    text = json.dumps(answer)
    assert (answer["legal"], answer["out_of_turn"], answer["steps"]) == ([], {}, [])
    assert "A=1? B=2?" in answer["position"]
    assert "secret" not in text
    with pytest.raises(IllegalMove) as refused:
        command.position({"position": start, "moves": ["b4"], "view": "C"})
    assert (refused.value.code, dict(refused.value.values)) == ("not_in_hand", {"move": "b4", "seat": "A"})
    with pytest.raises(BadInput):
        command.position({"position": start, "why": ["B K"], "view": "C"})


@pytest.mark.parametrize(
    ("run", "data", "error", "place"),
    [
        (command.check_hands, {}, BadInput, "report"),
        (command.check_hands, {"report": {"lines": [{"seat": 1, "card": 0}]}}, BadInput, "report.lines[0].card"),
        (command.check_hands, {"report": {"lines": [7]}}, BadInput, "report.lines[0]"),
        (command.check_hands, {"report": {"winer": 1}}, BadInput, "report.winer"),
        (command.check_hands, {"report": {}, "overrides": {"VA5": 1}}, BadInput, "overrides.VA5"),
        (command.replay, {"game": 7}, BadInput, "game"),
        (command.position, {}, BadInput, "position"),
        (command.position, {"position": "x", "deal": {}}, BadInput, "position"),
        (command.position, {"deal": {"seats": 2}}, BadInput, "deal.seed"),
        (command.position, {"deal": {"seats": 2, "seed": "a"}, "view": "C"}, BadInput, "view"),
    ],
)
def test_bad_input_says_where(run, data, error, place):
    with pytest.raises(error) as refused:
        run(data)
    assert refused.value.values["path"] == place


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"deal": {"seats": 2, "seed": "a", "edition": "he-1066"}}, EditionError),
        ({"deal": {"seats": 2, "seed": "a", "edition": 7}}, EditionError),
        ({"deal": {"seats": 11, "seed": "a"}}, GameError),
        ({"deal": {"seats": 2, "seed": "a", "starter": "Z"}}, GameError),
        ({"deal": {"seats": 2, "seed": "a"}, "why": ["LEAVE"]}, GameError),
    ],
)
def test_what_the_engine_refuses_is_refused(data, error):
    with pytest.raises(error):
        command.position(data)


TEXTS = st.text(max_size=5) | st.sampled_from([*map(str, ALL_CARDS), "he-2015", "en-classic", "A", "B LEAVE", "DRAW"])
SCALARS = st.none() | st.booleans() | st.integers(-3, 120) | st.integers() | st.floats(allow_nan=False) | TEXTS
KNOWN = (
    "report edition overrides game position deal moves why view lines winner seat cards hand points turns "
    "seats seed starter id last_card pile top chain_answers direction seated"
)
NAMES = st.sampled_from(KNOWN.split())
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=20,
)
LINE = st.fixed_dictionaries({"seat": SCALARS, "cards": SCALARS}, optional={"hand": ANYTHING, "points": SCALARS})
REPORT = st.fixed_dictionaries(
    {"lines": st.lists(LINE, max_size=5)},
    optional={"winner": SCALARS, "last_card": ANYTHING, "pile": ANYTHING, "top": ANYTHING, "turns": ANYTHING},
)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(["hands", "replay", "position"]),
    ANYTHING | st.fixed_dictionaries({"report": REPORT}, optional={"game": TEXTS, "edition": ANYTHING}),
)
def test_only_documented_errors_come_out_and_every_answer_is_json(name, data):
    given_again = payload.parse(json.dumps(data).encode())
    try:
        answer = COMMANDS[name].run(given_again)
    except EngineError as error:
        json.dumps([error.code, str(error), dict(error.values)])
        return
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer


ASKED = {"edition": "en-classic", "seats": 3, "games": 20, "seed": "x", "bots": ["sensible", "random", "random"]}


def test_simulate_tells_every_distribution_and_shows_games():
    answer = command.simulate({**ASKED, "show": [20, 3]})
    assert answer["edition"] == {"id": "en-classic", "overrides": {}}
    assert answer["reasons"] == {"out": 20, "stalemate": 0, "cap": 0}
    assert (answer["games"], answer["cap"], sum(answer["wins"].values())) == (20, 5000, 20)
    assert sum(answer["cards_left"]["counts"].values()) == 40
    assert {name: sum(answer[name]["counts"].values()) for name in ("moves", "turns")} == {"moves": 20, "turns": 20}
    assert list(answer["shown"]) == ["20", "3"]
    checked = command.replay({"game": answer["shown"]["3"]})
    assert (checked["reason"], checked["findings"]) == ("out", [])
    assert str(checked["steps"]) in answer["moves"]["counts"]


def test_simulate_of_no_game_has_no_mean():
    answer = command.simulate({"seats": 2, "games": 0, "seed": "x"})
    assert answer["moves"] == {"mean": None, "median": None, "counts": {}}


@pytest.mark.parametrize(
    ("counts", "mean", "median"),
    [({4: 1}, 4.0, 4), ({1: 1, 2: 1}, 1.5, 1), ({1: 1, 2: 1, 9: 1}, 4.0, 2), ({3: 5, 7: 4}, 4.78, 3)],
)
def test_distribution_has_mean_and_median(counts, mean, median):
    told = command._distribution(counts)
    assert (told["mean"], told["median"]) == (mean, median)


@pytest.mark.parametrize(
    ("change", "path"),
    [({"bots": ["clever"] * 3}, "bots"), ({"show": [21]}, "show"), ({"show": [0]}, "show"), ({"speed": 1}, "speed")],
)
def test_simulate_names_what_it_cannot_read(change, path):
    with pytest.raises(BadInput) as refused:
        command.simulate({**ASKED, **change})
    assert path in str(refused.value)


@pytest.mark.parametrize(
    ("change", "code"), [({"seats": 11}, "seats"), ({"bots": ["random"]}, "bots"), ({"cap": 0}, "cap")]
)
def test_simulate_refuses_what_cannot_be_played(change, code):
    with pytest.raises(GameError) as refused:
        command.simulate({**ASKED, **change})
    assert refused.value.code == code


SIMULATE = st.fixed_dictionaries(
    {"seats": st.integers(-1, 11) | SCALARS, "games": st.integers(-2, 2), "seed": TEXTS},
    optional={
        "bots": st.lists(st.sampled_from(["random", "sensible"]) | TEXTS, max_size=4) | SCALARS,
        "cap": st.integers(-1, 40) | TEXTS,
        "show": st.lists(SCALARS, max_size=2) | SCALARS,
        "edition": st.sampled_from(list(EDITIONS)) | ANYTHING,
    },
)


@settings(max_examples=60, deadline=None)
@given(SIMULATE)
def test_simulate_refuses_with_documented_errors_or_answers_in_json(data):
    try:
        answer = COMMANDS["simulate"].run(payload.parse(json.dumps(data).encode()))
    except EngineError as error:
        json.dumps([error.code, str(error), dict(error.values)])
        return
    assert sum(answer["reasons"].values()) == answer["games"] == data["games"]
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
