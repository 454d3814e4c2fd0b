"""The window of a +3, card or combination (rules.md §3.8, §3.9.3)."""

from __future__ import annotations

from tests.engine.taki.naive import going_out
from tests.engine.taki.naive.cards import colour_of, kind_of
from tests.engine.taki.naive.drawing import Shuffle, draw, take_from_hand
from tests.engine.taki.naive.moves import SHIELD, Move
from tests.engine.taki.naive.state import PLUS3, Lead, State, Window
from tests.engine.taki.naive.turns import move_on, start_turn


def open_window(state: State, seat: str) -> None:
    """A +3 asks every other seat for an answer (§3.8.2)."""
    state.phase, state.current = PLUS3, seat
    state.window = Window(seat, set(state.others(seat)))


def adds_to_chain(state: State) -> bool:
    """Whether the +3 just laid becomes part of a chain instead of being drawn at once (§3.8.7)."""
    return state.pending2 > 0 and state.edition.plus3_on_pending == "adds_three"


def let_pass(state: State, seat: str, shuffle: Shuffle) -> None:
    """PASS: when all have passed, nobody breaks it (§3.8.2)."""
    state.window.waiting.discard(seat)
    if not state.window.waiting:
        resolve_unbroken(state, shuffle)


def resolve_unbroken(state: State, shuffle: Shuffle) -> None:
    """Every other seat draws 3, in turn order from the one after the thrower; then who plays on (§3.8.2, §3.8.4)."""
    by, spared = state.window.by, state.window.spared
    state.window = None
    if adds_to_chain(state):
        state.threes += 1
    else:
        for seat in state.others(by):
            if seat not in spared:
                draw(state, seat, 3, shuffle)
    returns = state.edition.plus3_turn == "returns" and by in state.hands
    if returns and not state.pending2:
        start_turn(state, by)
    else:
        move_on(state, by)


def answer(state: State, seat: str, move: Move, shuffle: Shuffle) -> None:
    """BREAK, or SHIELD where it exists."""
    last = going_out.LastCard.before(state, seat)
    take_from_hand(state, seat, move.cards)
    emptied = not state.hand(seat)
    going_out.note_empty_hand(state, seat, move, last)
    if move.kind == SHIELD:
        shield(state, seat, shuffle)
    else:
        break_three(state, move, shuffle)
    if emptied:
        going_out.pay_for_last_card(state, seat, move, last, shuffle)


def shield(state: State, seat: str, shuffle: Shuffle) -> None:
    """The seat is spared and the lead becomes free; a King closes a run (§3.8.8, §3.6.10)."""
    state.lead, state.run = Lead(free=True), None
    state.window.spared.add(seat)
    let_pass(state, seat, shuffle)


def break_three(state: State, move: Move, shuffle: Shuffle) -> None:
    """The first BREAK cancels the +3: the thrower draws 3, or a chain it was added to; the seat after him acts.

    A combination is the new lead and closes a run of another colour (§3.8.3, §3.8.5, §3.8.7, §3.9.3, §3.6.10).
    """
    by, cost = state.window.by, 3
    state.window = None
    if adds_to_chain(state):
        cost += going_out.owed_by_chain(state)  # the whole chain, with the three this card adds
        state.pending2 = state.threes = 0
    if colour_of(move.card):
        state.lead = Lead(colour_of(move.card), kind_of(move.card))
        if colour_of(move.card) != state.run:
            state.run = None
    if by in state.hands:
        draw(state, by, cost, shuffle)
    move_on(state, by)
