"""Last cards, empty hands, claims, stages and the end of the game (rules.md §3.13, §4, §8.5)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.engine.taki.naive.cards import kind_of
from tests.engine.taki.naive.drawing import Shuffle, draw
from tests.engine.taki.naive.legality import acts_as_stop_between_two
from tests.engine.taki.naive.moves import PLAY, Move
from tests.engine.taki.naive.state import CLAIM, OVER, PENDING2, PLUS3, RUN, State, Window
from tests.engine.taki.naive.turns import move_on


@dataclass
class LastCard:
    """What a seat had said before it laid what may be its last card."""

    had_one_card: bool
    had_declared: bool
    in_run: bool

    @classmethod
    def before(cls, state: State, seat: str) -> LastCard:
        """To be asked before the card leaves the hand."""
        return cls(len(state.hand(seat)) == 1, seat in state.declared, state.phase == RUN)


# --- the deadline before the next move (§3.13.2) ---


def punish_silent(state: State, mover: str, shuffle: Shuffle) -> None:
    """Before another seat's PLAY or DRAW is resolved, whoever has one card and has not declared draws 4 (§3.13.2)."""
    if state.edition.last_card_deadline != "before_next_move":
        return
    for seat in state.others(mover):
        if len(state.hand(seat)) == 1 and seat not in state.declared | state.late:
            got = draw(state, seat, 4, shuffle)
            if not got:
                state.late.add(seat)  # the rest is waived (§3.14.2): paid


# --- a hand becomes empty ---


def note_empty_hand(state: State, seat: str, move: Move, last: LastCard) -> None:
    """An empty hand stands in line for the win until the card's effect is complete (§4.1), unless it cannot win."""
    if state.hand(seat) or cannot_win(state, seat, move, last):
        return
    state.pending_win.append(seat)
    if is_silent(state, last):
        state.silent.add(seat)


def is_silent(state: State, last: LastCard) -> bool:
    """Under before_laying: whether the last card was laid undeclared (§3.13.3).

    No duty arises for a hand that never was one card (§3.13.1), nor under exempt for one that came down in the run
    it ends (§3.13.4).
    """
    edition = state.edition
    if edition.last_card_deadline != "before_laying" or last.had_declared or not last.had_one_card:
        return False
    return not (last.in_run and edition.last_card_in_run == "exempt")


def cannot_win(state: State, seat: str, move: Move, last: LastCard) -> bool:
    """Whether this lay of the last card never wins (§4.2)."""
    return seat in state.barred or lacks_declarations(state, move, last) or draws_one(state, seat, move)


def lacks_declarations(state: State, move: Move, last: LastCard) -> bool:
    """A CC as last card under both_declarations, without its colour or without "last card" said before (§4.2)."""
    if move.cards != ("CC",) or state.edition.cc_last != "both_declarations":
        return False
    return move.colour is None or not last.had_declared


def draws_one(state: State, seat: str, move: Move) -> bool:
    """Plus and, between two, Stop under draw_one: laid, but never winning (§4.2); in stage 1 only (§8.5)."""
    edition = state.edition
    if not state.is_last_stage(seat):
        return False
    if move.kind == PLAY and kind_of(move.card) == "P" and edition.plus_mode == "again_or_draw":
        return edition.plus_last == "draw_one"
    return acts_as_stop_between_two(state, move.card) and edition.stop_last_2p == "draw_one"


def pay_for_last_card(state: State, seat: str, move: Move, last: LastCard, shuffle: Shuffle) -> None:
    """What a last card costs its player, and what an immediate winner's 2+ costs the next (§4.1, §4.2)."""
    if lacks_declarations(state, move, last):
        draw(state, seat, 4, shuffle)
        if state.edition.cc_last_bar:
            state.barred.add(seat)
    elif seat in state.barred:
        draw(state, seat, 4, shuffle)
    if draws_one(state, seat, move):
        draw(state, seat, 1, shuffle)
        state.run = None
        move_on(state, seat)
    elif seat in state.pending_win and state.edition.win_timing == "immediate" and kind_of(move.card) == "2+":
        pay_without_answer(state, shuffle)


def owed_by_chain(state: State) -> int:
    """What the chain costs whoever draws it: two cards a 2+, three a +3 that was added (§0.3, §3.7.1, §3.8.7)."""
    return 2 * state.pending2 + 3 * state.threes


def pay_without_answer(state: State, shuffle: Shuffle) -> None:
    """Under immediate the next player draws the whole chain and cannot answer it (§4.1)."""
    if state.phase == PENDING2:
        victim = state.current
        draw(state, victim, owed_by_chain(state), shuffle)
        state.pending2 = state.threes = 0
        move_on(state, victim)


# --- who has won ---


def settle(state: State, shuffle: Shuffle) -> None:
    """With no obligation left, the first in line wins, is asked about, or climbs (§4.1, §3.13.3, §8.5)."""
    while state.pending_win and not obligation_is_left(state):
        seat = state.pending_win[0]
        if seat in state.silent and state.edition.last_card_penalty == "auto4":
            draw(state, seat, 4, shuffle)
        elif seat in state.silent and state.others(seat):  # the last seat at the table is claimed by nobody
            state.window = Window(seat, set(state.others(seat)), then_seat=state.current, then_phase=state.phase)
            state.phase = CLAIM
        elif state.is_last_stage(seat):
            finish(state, winner=seat, reason="out")
        else:
            climb(state, seat, shuffle)


def obligation_is_left(state: State) -> bool:
    """Whether an empty hand has not won yet: a window is open, or a chain, unless immediate (§4.1)."""
    is_chain = state.phase == PENDING2 and state.edition.win_timing == "on_resolution"
    return is_chain or state.phase in (PLUS3, CLAIM, OVER)


def finish(state: State, *, winner: str | None, reason: str) -> None:
    """The game is over: nothing is pending any more (§3.4)."""
    state.phase, state.winner, state.reason = OVER, winner, reason
    state.pending2 = state.threes = 0
    state.run, state.covered, state.window = None, False, None
    state.drawn = state.drawn_from = None
    state.pending_win, state.silent = [], set()


def climb(state: State, seat: str, shuffle: Shuffle) -> None:
    """Pyramid mode: the next stage down, with as many new cards as its number (§8.5)."""
    state.stages[seat] -= 1
    draw(state, seat, state.stages[seat], shuffle)


# --- claims (§3.13.3) ---


def uphold_claim(state: State, shuffle: Shuffle) -> None:
    """One CLAIM is enough: the seat draws 4 and is out of line; play goes on where it would have (§3.13.3)."""
    seat = state.window.by
    close_claim(state)
    draw(state, seat, 4, shuffle)


def let_stand(state: State, seat: str) -> None:
    """PASS in a claim window: once nobody is left to claim, the win stands (§3.13.3)."""
    state.window.waiting.discard(seat)
    if not state.window.waiting:
        state.silent.discard(state.window.by)
        close_claim(state)


def close_claim(state: State) -> None:
    """Back to where play goes on."""
    state.current, state.phase = state.window.then_seat, state.window.then_phase
    state.window = None
