"""What the cases of rules.md §10.4 leave open: more players, the deck's end, what shows to whom."""

from dataclasses import FrozenInstanceError, replace

import pytest

from engine.errors import GameError
from engine.minitactico import knowledge, outcome, play
from engine.minitactico.cards import Card
from engine.minitactico.moves import parse_move
from engine.minitactico.notation import write_position
from engine.minitactico.reading import parse_position
from engine.minitactico.state import Fall, Phase
from engine.rng import SeededRng
from tests.engine.minitactico.positions import captured, field, line, pile, position


def after(text, moves):
    state = parse_position(text)
    for move in moves.split():
        state = play.apply(state, parse_move(move))
    return state


def three(*words, a=None, b=None, c=None, **more):
    fields = [f"A={field(**(a or {}))}", f"B={field(flag='5', **(b or {}))}", f"C={field(flag='7', **(c or {}))}"]
    return " ".join(["minitactico", *words, *fields, *(f"{name}={value}" for name, value in more.items())])


def test_positions_never_change():
    state = position(card="9", b={"s11": "7"})
    before = write_position(state)
    play.apply(state, parse_move("ATTACK(B11)"))
    assert write_position(state) == before
    with pytest.raises(FrozenInstanceError):
        state.seat = 1


def test_draw_takes_the_next_card_and_goes_on_with_it():
    state = after(line(deck="9,3,32?"), "DRAW")
    assert (state.seat, state.phase, state.card, state.deck[:2]) == (0, Phase.CARD, Card.NINE, (Card.THREE, None))


def test_failed_special_loses_the_turn_and_counts():
    state = after(line(a={"s12": "?-A:B"}, deck="K,32?"), "SPECIAL(12)")  # a K does not beat an A
    assert (pile(state, "A12"), state.specials, state.seat) == ("K*-?-A:B", (1, 2), 1)


def test_special_can_win_back_with_a_two_against_an_ace():
    state = after(line(a={"s12": "?-A:B"}, deck="2,32?"), "SPECIAL(12)")
    assert (pile(state, "A12"), state.field(0).up) == ("2*-?-A*", frozenset())


def test_square_won_back_may_be_swapped():
    won_back = {"s12": "10*-?-8*"}
    state = after(line("BONUS", a=won_back | {"s33": "3a"}), "SWAP(12,33)")
    assert (pile(state, "A12"), pile(state, "A33")) == ("3a", "10*-?-8*")


def test_bonus_may_be_left():
    state = after(line(card="9", b={"s12": "7"} | captured("11", "13")), "ATTACK(B12) PASS")
    assert (state.seat, state.phase) == (1, Phase.TURN)


def test_line_broken_and_completed_again_earns_again():
    """B flips B12 back in the row that A had completed; A attacks it again (rules.md §9.6)."""
    given = line("B", "BONUS", b={"s12": "?-2:A"} | captured("11", "13"), deck="10,30?")
    state = after(given, "FLIP(12) DRAW ATTACK(B12)")
    assert (state.seat, state.phase, pile(state, "B12")) == (0, Phase.BONUS, "2*-?-10:A")


def test_change_and_special_earn_no_bonus():
    changed = after(line(card="9", b={"s12": "?-4:A"} | captured("11", "13")), "CHANGE(B12)")
    won_back = after(line(deck="10,31?", a={"s12": "?-8:B"} | captured("21", by="B")), "SPECIAL(12)")
    assert [(state.seat, state.phase) for state in (changed, won_back)] == [(1, Phase.TURN)] * 2


def test_three_players_take_turns_clockwise_past_the_fallen():
    given = three("B", "CARD", card="9", c={"s32": "7"} | captured("12", "21", "23", by="A"))
    state = after(given, "ATTACK(C32)")
    assert (state.seat, state.phase, state.players) == (0, Phase.TURN, (0, 1))
    assert state.fallen == (Fall(seat=2, by=1),)  # credit to the last attacker
    assert (state.fields[2], len(state.aside), state.aside[-1].card) == (None, 13, Card.SEVEN)


def test_field_that_falls_leaves_no_bonus_while_others_play_on():
    """B32 completes + and the middle column; the win check comes first (rules.md §9.6)."""
    state = after(three(card="9", b={"s32": "7"} | captured("12", "21", "23")), "ATTACK(B32)")
    assert (state.seat, state.phase) == (2, Phase.TURN)


def test_last_flag_standing_wins_and_its_last_victim_stays_to_be_looked_at():
    given = " ".join(
        [
            "minitactico C CARD card=9",
            f"A={field(s32='7', **captured('12', '21', '23', by='B'))} B=out C={field(flag='7')} fallen=B:A",
        ]
    )
    state = after(given, "ATTACK(A32)")
    assert (state.phase, state.winner, state.reason, state.players) == (Phase.OVER, 2, "flags", (2,))
    assert state.field(0).up == outcome.PLUS
    assert [str(score) for score in outcome.scores(state)] == ["0", "0", "1"]


def test_fallen_field_comes_back_with_the_next_deck():
    given = " ".join(
        [
            "minitactico A deck=- fallen=B:C aside=2,3,4,5,6,7,8,9b,10,J,Q,9*,A*",
            f"A={field(s11='4-2')} B=out C={field(flag='7', s11='-'.join('?' * 21))}",
        ]
    )
    state = after(given, "DRAW")
    assert (state.aside, len(state.deck) + 1, state.recycles) == ((), 52 - 18, 1)
    drawn = [*state.deck, state.card]
    assert sorted(str(card) for card in drawn if card) == sorted([*"223456789", "9", "10", *"JQA"])


def test_bonus_lines_count_whoever_captured_the_other_squares():
    state = after(three(card="9", b={"s12": "7"} | captured("11", by="C") | {"s13": "?-8:A"}), "ATTACK(B12)")
    assert (state.seat, state.phase) == (0, Phase.BONUS)


def test_captures_of_the_fallen_stay_captured():
    given = f"minitactico A CARD card=9 A={field()} B=out C={field(flag='7', s12='?-4:B', s33='?')} fallen=B:C"
    assert outcome.captures(parse_position(given)) == (0, 1, 0)
    assert outcome.leaders(parse_position(given)) == (0, 2)


@pytest.mark.parametrize(("recycles", "phase"), [(4, Phase.TURN), (5, Phase.OVER)])
def test_game_ends_when_the_deck_may_not_be_renewed_again(recycles, phase):
    b = {"s33": "-".join("?" * 35)}
    state = after(line("BONUS", b=b, deck="-", recycles=recycles), "PASS")
    assert (state.phase, state.recycles) == (phase, recycles)


def test_no_renewal_at_all():
    state = after(line("CARD", card="9", deck="-", max_recycles=0, b={"s33": "-".join("?" * 34)}), "DEFEND(11)")
    assert (state.phase, state.winner, state.reason) == (Phase.OVER, None, "recycles")


def test_special_renews_an_empty_deck_before_its_draw():
    given = line(a={"s12": "?-8:B", "s11": "-".join(["?"] * 34)}, deck="-")
    with pytest.raises(GameError) as refusal:  # the card drawn is one of those hidden
        after(given, "SPECIAL(12)")
    assert refusal.value.code == "hidden"
    whole = knowledge.filled(parse_position(given), SeededRng("x"))
    state = play.apply(whole, parse_move("SPECIAL(12)"))
    assert (state.recycles, len(state.deck), len(state.field(0).pile((1, 1)).cards)) == (1, 33, 1)


def test_recycling_shuffles_by_the_seed():
    whole = knowledge.filled(position(a={"s11": "-".join("?" * 35)}, deck="-"), SeededRng("x"))
    spring, again, autumn = (play.recycled(replace(whole, seed=seed)) for seed in ("spring", "spring", "autumn"))
    assert spring.deck == again.deck != autumn.deck
    assert sorted(spring.deck) == sorted(autumn.deck)


def test_recycling_forgets_who_saw_what():
    state = position(a={"s11": "9*-8ab-7", "s12": "6*"}, b={"s33": "-".join("?" * 33)}, deck="-")
    renewed = play.recycled(state)
    assert (pile(renewed, "A11"), pile(renewed, "A12")) == ("9*", "6*")
    assert knowledge.observe(renewed, 0).deck == (None,) * 34


@pytest.mark.parametrize(
    "given",
    [line(), line("BONUS", b={"s33": "-".join("?" * 35)}, deck="-"), line("CARD", card="9")],
    ids=["cards left", "within a turn", "card drawn"],
)
def test_recycled_refuses_a_deck_that_is_not_to_be_renewed(given):
    with pytest.raises(GameError) as refusal:
        play.recycled(parse_position(given))
    assert refusal.value.code == "recycle"


def test_recycled_takes_no_other_cards_than_those_released():
    state = position(a={"s11": "9-8-7"}, b={"s33": "-".join("?" * 33)}, deck="-")
    for order in ((), (Card.TWO,) * 34, (None,) * 33):
        with pytest.raises(GameError) as refusal:
            play.recycled(state, order)
        assert refusal.value.code == "recycle"
    assert play.recycled(state, (Card.EIGHT, *(None,) * 33)).deck[0] is Card.EIGHT


@pytest.mark.parametrize(
    ("given", "moves"),
    [
        (line(card="9"), "ATTACK(B11)"),
        (line(card="?", b={"s11": "7"}), "ATTACK(B11)"),
        (line(card="?", b=captured("11")), "CHANGE(B11)"),
        (line(a=captured("11", by="B")), "SPECIAL(11)"),
    ],
)
def test_hidden_card_that_decides_is_asked_for(given, moves):
    with pytest.raises(GameError) as refusal:
        after(given, moves)
    assert refusal.value.code == "hidden"


def test_hidden_card_may_defend():
    state = after(line(), "DRAW DEFEND(11)")
    assert pile(state, "A11") == "?a-?"


def test_field_that_left_cannot_be_asked_for():
    state = parse_position(f"minitactico A={field()} B=out C={field(flag='7')} fallen=B:C")
    with pytest.raises(LookupError, match="B has left the table"):
        state.field(1)
