"""A seat leaves in the middle of a game (rules.md §6.7)."""

from tests.engine.taki.naive import effects, going_out, plus_three
from tests.engine.taki.naive.cards import kind_of
from tests.engine.taki.naive.drawing import Shuffle, lapse
from tests.engine.taki.naive.state import CLAIM, OVER, PENDING2, PLUS3, RUN, State
from tests.engine.taki.naive.turns import move_on


def leave(state: State, seat: str, shuffle: Shuffle) -> None:
    """Its hand is shuffled into the draw pile, what it owed lapses, the turn passes on (§6.7).

    That may complete the last card of another seat (§4.1). If not, and one seat is left, the game is called off.
    """
    if state.phase == RUN and seat == state.current:
        leave_run(state, seat)
    hand = state.hands.pop(seat)
    if hand:
        state.pile = list(shuffle(state.pile + hand))
        state.shuffles += 1
    forget(state, seat)
    if state.phase == PLUS3:
        leave_plus3(state, seat, shuffle)
    elif state.phase == CLAIM:
        leave_claim(state, seat)
    elif seat == state.current:
        leave_turn(state, seat)
    going_out.settle(state, shuffle)
    if len(state.hands) == 1 and state.phase != OVER:
        going_out.finish(state, winner=None, reason="called_off")


def forget(state: State, seat: str) -> None:
    """Nothing is due to or from a seat that left."""
    lapse(state, seat)
    state.barred.discard(seat)
    state.silent.discard(seat)
    if seat in state.pending_win:
        state.pending_win.remove(seat)


def leave_plus3(state: State, seat: str, shuffle: Shuffle) -> None:
    """The window stays open without it; it need not answer, nor draw (§6.7)."""
    state.window.spared.discard(seat)
    if seat in state.window.waiting:
        plus_three.let_pass(state, seat, shuffle)


def leave_claim(state: State, seat: str) -> None:
    """Without the seat it is about, a claim window is closed; without another, one answer fewer is awaited."""
    if state.window.then_seat == seat:
        state.pending2 = state.threes = 0
        move_on(state, seat)
        state.window.then_seat, state.window.then_phase, state.phase = state.current, state.phase, CLAIM
    if state.window.by == seat:
        going_out.close_claim(state)
    elif seat in state.window.waiting:
        going_out.let_stand(state, seat)


def leave_turn(state: State, seat: str) -> None:
    """The seat on turn leaves: a chain ends unpaid, the turn passes on (§6.7)."""
    state.drawn = state.drawn_from = None
    if state.phase == PENDING2:
        state.pending2 = state.threes = 0
    move_on(state, seat)


def leave_run(state: State, seat: str) -> None:
    """An unfinished run is left as END_OPEN leaves it (§3.6.4, §3.6.6); a Plus on top is owed no more (§6.7)."""
    if kind_of(state.top) == "P":
        move_on(state, seat)
    else:
        effects.end_run(state, seat, is_closed=False)
