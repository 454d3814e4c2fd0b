"""Games as text, logs told by chance, and steps taken back."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadGame, BadNotation, GameError, IllegalMove
from engine.minitactico import bots, play
from engine.minitactico.cards import Card
from engine.minitactico.chance import Chance, parse_chance
from engine.minitactico.game import LONGEST, MOST_PROBLEMS, Game, parse_game, write_game
from engine.minitactico.moves import DRAW
from engine.minitactico.reading import parse_position
from tests.engine.minitactico.games import positions
from tests.engine.minitactico.positions import field, line, pile


def random_game(seats, seed, **options):
    return bots.play_game([bots.random_move] * seats, seed=seed, **options)


@settings(max_examples=20, deadline=None)
@given(seats=st.integers(2, 4), seed=st.text(max_size=4), max_recycles=st.integers(0, 5))
def test_any_game_comes_back(seats, seed, max_recycles):
    game = random_game(seats, seed, max_recycles=max_recycles)
    text = write_game(game)
    again = parse_game(text)
    assert (again.states, again.steps, write_game(again)) == (game.states, game.steps, text)


def test_game_of_nine_with_renewed_decks_comes_back():
    game = random_game(9, "nine")
    assert game.state.recycles > 0
    assert parse_game(write_game(game)).states == game.states


def test_text_of_a_game():
    start = parse_position(line(a={"s12": "3-8:B"}, b={"s11": "7"}, deck="9,2,10,30?"))
    game = Game(start)
    for text in ("DRAW", "ATTACK(B11)", "DRAW", "DEFEND(33)", "SPECIAL(12)"):
        assert text in map(str, game.legal_moves)
        assert str(game.push(text)).startswith(f"{'AB'[game.steps[-1].seat]} {text}")
    assert not game.is_over
    assert write_game(game).split("\n") == [
        "minitactico 1",
        line("A", a={"s12": "3-8:B"}, b={"s11": "7"}, deck="9,2,10,30?"),
        "A DRAW {card 9}",
        "A ATTACK(B11) {defender 7}",
        "B DRAW {card 2}",
        "B DEFEND(33)",
        "A SPECIAL(12) {card 10}",
        "",
    ]


def test_last_line_tells_the_end():
    text = write_game(random_game(2, "end"))
    winner, reason = parse_game(text).state.winner, parse_game(text).state.reason
    assert text.splitlines()[-1] == f"over {'AB'[winner]} {reason}"


def test_braces_comments_and_blank_lines_may_be_left_out():
    game = random_game(2, "spring")
    bare = "\r\n\r\n".join(
        f"  {row.partition('{')[0]} # said" for row in write_game(game).splitlines() if not row.startswith("over")
    )
    assert parse_game(bare).states == game.states


def test_step_back_over_a_renewal_and_forward_again_gives_the_same_cards():
    game = random_game(2, "long")
    ends = [step for step in game.steps if step.chance.recycled]
    assert ends
    states, steps = game.states, game.steps
    for expected in reversed(steps):
        assert game.pop() == expected
    with pytest.raises(GameError) as refusal:
        game.pop()
    assert refusal.value.code == "no_step"
    for step in steps:
        game.push(step.move, step.seat)
    assert (game.states, game.steps) == (states, steps)


def test_refused_push_leaves_the_game_as_it_was():
    game = Game(play.deal(seed="x", starter=0))
    before = game.states
    for move, seat, chance, error in (
        ("PASS", None, Chance(), IllegalMove),
        ("DRAW", 1, Chance(), IllegalMove),
        ("draw", 0, Chance(), BadNotation),
        ("DRAW", 0, Chance(card=next(card for card in Card if card != game.state.deck[0])), GameError),
    ):
        with pytest.raises(error):
            game.push(move, seat, chance)
        assert (game.states, game.steps) == (before, ())


# A log on paper: nobody noted what was dealt, only flags and what was seen later.
PAPER = f"""minitactico 1
minitactico A={field()} B={field(flag="5")} max_recycles=1
A DRAW                      # only A saw it
A DEFEND(11)
B DRAW
B ATTACK(A11) {{card 9; defender 4}}
A SPECIAL(11) {{card Q}}
B DRAW {{card K}}
B CHANGE(A12)               # no: it is not captured
"""


def test_log_on_paper_is_replayed_from_what_was_seen():
    with pytest.raises(BadGame) as refusal:
        parse_game(PAPER)
    assert [(p.code, p.values["line"], p.values["step"]) for p in refusal.value.problems] == [("not_captured", 9, 7)]
    game = parse_game(PAPER.replace("CHANGE(A12)", "DEFEND(12)"))
    assert pile(game.state, "A11") == "Q*-4*-?-9*"
    assert pile(game.state, "B12") == "Kb-?"
    assert parse_game(write_game(game)).states == game.states


def test_card_drawn_in_secret_can_be_told_when_it_shows():
    text = PAPER.replace("B CHANGE(A12)", "B ATTACK(A11) {defender Q}").replace("{card K}", "")
    with pytest.raises(BadGame) as refusal:
        parse_game(text)
    assert [problem.code for problem in refusal.value.problems] == ["hidden"]
    game = parse_game(text.replace("{defender Q}", "{card K; defender Q}"))
    assert pile(game.state, "A11") == "Q*-4*-?-9*-K:B"
    assert parse_game(write_game(game)).states == game.states


def test_log_tells_the_new_deck():
    start = f"minitactico A={field(s11='-'.join('?' * 34), s12='4-3')} B={field(flag='5')} deck=-"
    game = parse_game(f"minitactico 1\n{start}\nA DRAW {{recycled 8,3,2?,9,28?,A; card 8}}\n")
    assert (game.state.card, game.state.deck[:4], game.state.deck[-1]) == (
        Card.EIGHT,
        (Card.THREE, None, None, Card.NINE),
        Card.ACE,
    )
    assert parse_game(write_game(game)).states == game.states


START = line(deck="9,33?", a={"s11": "4"}, b={"s11": "9-9-9"}).replace("33?", "31?")


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("A DRAW {card 8}", [("contradiction", 3, 1)]),
        ("A DRAW {defender 9}", [("contradiction", 3, 1)]),
        ("A DRAW {recycled 9}", [("recycle", 3, 1)]),
        ("A DRAW\nA ATTACK(B12) {defender 9}", [("contradiction", 4, 2)]),  # all four 9 lie elsewhere
        ("A DRAW\nA ATTACK(B11) {defender 8}", [("contradiction", 4, 2)]),
        ("A DRAW\nA ATTACK(B11) {card 8}", [("contradiction", 4, 2)]),
        ("A DRAW\nA ATTACK(B11) {recycled 8}", [("contradiction", 4, 2)]),
        ("A DRAW\nA DEFEND(12) {card 9}", [("contradiction", 4, 2)]),
        ("A DRAW\nA DRAW\nB DRAW\nA DEFEND(11)", [("bad_phase", 4, 2), ("not_your_turn", 5, 3)]),
        ("B DRAW\nI DRAW\nA PASS", [("not_your_turn", 3, 1), ("no_such_seat", 4, 2), ("bad_phase", 5, 3)]),
        ("A draw\nJ DRAW\nA\nDRAW\nA DRAW {", [("bad_notation", 3 + n, 1 + n) for n in range(5)]),
        ("A DRAW {card 9; card 9}", [("bad_notation", 3, 1)]),
        ("A DRAW {ace}", [("bad_notation", 3, 1)]),
        ("A DRAW {card}", [("bad_notation", 3, 1)]),
        ("A DRAW {recycled 1}", [("bad_notation", 3, 1)]),
        ("A DRAW {recycled 999?,1?}", [("bad_notation", 3, 1)]),
        ("over A flags\nA DRAW", [("bad_notation", 3, 1)]),
    ],
)
def test_faults_are_told_with_line_and_step(steps, expected):
    with pytest.raises(BadGame) as refusal:
        parse_game(f"minitactico 1\n{START}\n{steps}\n")
    assert [(p.code, p.values["line"], p.values["step"]) for p in refusal.value.problems] == expected
    json.dumps(refusal.value.values)


def test_first_card_of_a_renewed_deck_may_be_told_alone():
    game = random_game(2, "long")
    told_less = [
        f"{'AB'[step.seat]} {step.move} {{card {step.chance.card}}}" if step.chance.card else str(step)
        for step in game.steps
    ]
    text = "\n".join([*write_game(game).splitlines()[:2], *told_less])
    assert "recycled" not in text
    assert parse_game(text).states == game.states


def test_new_deck_has_no_card_that_lies_elsewhere():
    start = f"minitactico A={field(s11='-'.join('?' * 34), s12='4-3')} B={field(flag='5', s11='9', s12='9')} deck=-"
    with pytest.raises(BadGame) as refusal:
        parse_game(f"minitactico 1\n{start}\nA DRAW {{recycled 9,9,9,3,30?}}\n")
    assert [(p.code, p.values["step"]) for p in refusal.value.problems] == [("contradiction", 1)]


@pytest.mark.parametrize("end", ["over A flags", "over B recycles", "over -", "over"])
def test_end_that_did_not_happen(end):
    with pytest.raises(BadGame) as refusal:
        parse_game(f"minitactico 1\n{START}\nA DRAW\n{end}\n")
    assert [(p.code, p.values) for p in refusal.value.problems] == [("over", {"line": 4, "value": end})]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "version"),
        ("minitactico 2\n" + START, "version"),
        ("minitactico 1\n", "version"),
        ("taki 1\n" + START, "version"),
        (START, "version"),
        ("minitactico 1\nminitactico", "seats"),
        ("x" * (LONGEST + 1), "text"),
        (None, "text"),
        (b"minitactico 1", "text"),
    ],
)
def test_text_that_is_no_game(text, code):
    with pytest.raises(BadGame) as refusal:
        parse_game(text)
    assert (refusal.value.code, [problem.code for problem in refusal.value.problems]) == ("bad_game", [code])


@pytest.mark.parametrize("step", ["A PASS", "A what"])
def test_no_more_problems_than_anybody_reads(step):
    with pytest.raises(BadGame) as refusal:
        parse_game(f"minitactico 1\n{START}\n" + f"{step}\n" * 5000)
    assert len(refusal.value.problems) == MOST_PROBLEMS


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("", Chance()),
        ("card 10", Chance(card=Card.TEN)),
        ("defender A", Chance(defender=Card.ACE)),
        ("recycled 2,2?,K; card 2", Chance((Card.TWO, None, None, Card.KING), Card.TWO)),
        ("card 9; defender 9", Chance(card=Card.NINE, defender=Card.NINE)),
    ],
)
def test_chance_has_a_text_form_that_comes_back(text, chance):
    assert (str(chance), parse_chance(text)) == (text, chance)


@settings(max_examples=100, deadline=None)
@given(st.text("cardefnyl 0123456789?JQKA;,-", max_size=30))
def test_any_text_is_chance_or_bad_notation(text):
    try:
        chance = parse_chance(text)
    except BadNotation:
        return
    assert parse_chance(str(chance)) == chance


LINES = write_game(random_game(2, "fuzz")).splitlines()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 80), st.text(max_size=3)), min_size=1, max_size=4))
def test_a_few_slips_make_another_game_or_a_bad_one(slips):
    lines = LINES[:60]
    for row, place, slip in slips:
        row %= len(lines)
        lines[row] = lines[row][:place] + slip + lines[row][place + len(slip) :]
    try:
        game = parse_game("\n".join(lines))
    except BadGame:
        return
    assert parse_game(write_game(game)).states == game.states


@given(st.text(max_size=60))
@settings(max_examples=50)
def test_any_text_is_a_game_or_bad_game(text):
    with pytest.raises(BadGame):
        parse_game(text)


def test_replay_has_the_same_counts_at_every_step():
    played = [state for state, _move in positions(3, "counts")]
    game = Game(played[0])
    for state, move in positions(3, "counts"):
        assert (len(game.state.deck), game.state.recycles) == (len(state.deck), state.recycles)
        if move is not None:
            game.push(move)
    assert parse_game(write_game(game)).states == tuple(played)
    assert DRAW in {step.move for step in game.steps}
