"""What moves do (rules.md §3.5–§3.14, §6.7). ``apply`` is the whole of it: a state and an action in, a state out."""

from __future__ import annotations

from tests.engine.taki.naive import effects, going_out, leaving, plus_three
from tests.engine.taki.naive.drawing import Shuffle, draw
from tests.engine.taki.naive.legality import refusal, refuse_lay
from tests.engine.taki.naive.moves import (
    BREAK,
    CLAIM_LAST,
    CLOSE,
    DECLARE_LAST,
    DRAW,
    END_OPEN,
    LAYS,
    LEAVE,
    PASS,
    SHIELD,
    Move,
    every_lay,
    read_move,
)
from tests.engine.taki.naive.state import AFTER_DRAW, CLAIM, PENDING2, PLUS3, State
from tests.engine.taki.naive.turns import move_on


class Refused(Exception):
    """An action that is not legal; its argument is the code of rules.md §3.4."""


def apply(state: State, action: str, shuffle: Shuffle = list) -> State:
    """The position after *action* (``B r5``); *state* stays as it was.

    *shuffle* gives back the cards it gets in their new order, a draw pile from the top. Raises Refused.
    """
    seat, text = action.split(" ")
    after = state.copy()
    if text == LEAVE:
        if seat not in state.hands or state.winner or state.reason:
            raise Refused("bad_phase")
        leaving.leave(after, seat, shuffle)
        return after
    move = read_move(text, state.edition)
    if code := refusal(state, seat, move):
        raise Refused(code)
    if move.kind in (*LAYS, DRAW):
        going_out.punish_silent(after, seat, shuffle)
    perform(after, seat, move, shuffle)
    going_out.settle(after, shuffle)
    return after


def perform(state: State, seat: str, move: Move, shuffle: Shuffle) -> None:
    """Carry out a legal move, up to the question who has won."""
    if move.kind == DECLARE_LAST:
        state.declared.add(seat)
        state.late.discard(seat)
    elif move.kind in LAYS:
        effects.lay(state, seat, move, shuffle)
    elif move.kind == DRAW:
        take_cards(state, seat, shuffle)
    elif move.kind in (CLOSE, END_OPEN):
        effects.end_run(state, seat, is_closed=move.kind == CLOSE)
    elif move.kind in (BREAK, SHIELD):
        plus_three.answer(state, seat, move, shuffle)
    elif move.kind == CLAIM_LAST:
        going_out.uphold_claim(state, shuffle)
    elif state.phase == PLUS3:
        plus_three.let_pass(state, seat, shuffle)
    elif state.phase == CLAIM:
        going_out.let_stand(state, seat)
    else:
        assert move.kind == PASS
        state.drawn = state.drawn_from = None
        move_on(state, seat)  # after a King (§3.12.2) or with the card just drawn (§2.1)


def take_cards(state: State, seat: str, shuffle: Shuffle) -> None:
    """DRAW: the whole penalty of a chain (§3.7.1–2), or one card, which ends the turn (§3.4)."""
    if state.phase == PENDING2:
        draw(state, seat, going_out.owed_by_chain(state), shuffle)
        state.pending2 = state.threes = 0
        move_on(state, seat)
        return
    phase = state.phase
    got = draw(state, seat, 1, shuffle)
    if state.edition.drawn_playable == "same_turn" and got and drawn_can_be_laid(state, got[0], phase):
        return
    state.drawn = state.drawn_from = None
    move_on(state, seat)


def drawn_can_be_laid(state: State, card: str, phase: str) -> bool:
    """Enter AFTER_DRAW and tell whether the card just drawn may be laid at once (drawn_playable, §2.1)."""
    state.phase, state.drawn, state.drawn_from = AFTER_DRAW, card, phase
    lays = [read_move(text, state.edition) for text in every_lay()]
    return any(refuse_lay(state, state.current, move) is None for move in lays if move.cards == (card,))
