"""What laid cards do, outside a run and in it (rules.md §3.5, §3.6, §3.9–§3.12)."""

from __future__ import annotations

from tests.engine.taki.naive import going_out, plus_three
from tests.engine.taki.naive.cards import colour_of, kind_of
from tests.engine.taki.naive.drawing import Shuffle, draw, take_from_hand
from tests.engine.taki.naive.legality import acts_as_stop_between_two, plus_is_uncovered
from tests.engine.taki.naive.moves import PLAY_COMBO, PLAY_PAIR, Move
from tests.engine.taki.naive.state import AFTER_DRAW, AFTER_KING, AFTER_PLUS, OPEN, RUN, Lead, State
from tests.engine.taki.naive.turns import move_on


def lay(state: State, seat: str, move: Move, shuffle: Shuffle) -> None:
    """PLAY, PLAY_PAIR, PLAY_COMBO: the cards go to the pile, the lead changes, the effect is carried out."""
    if state.phase == AFTER_DRAW:
        state.phase, state.drawn, state.drawn_from = state.drawn_from, None, None
    covers = plus_is_uncovered(state)
    last = going_out.LastCard.before(state, seat)
    take_from_hand(state, seat, move.cards)
    emptied = not state.hand(seat)
    if move.declares:
        state.declared.add(seat)
    if move.kind == PLAY_COMBO:
        close_by_other_colour(state, move.card)
        state.lead = Lead(colour_of(move.card), kind_of(move.card))
        going_out.note_empty_hand(state, seat, move, last)
        plus_three.open_window(state, seat)
    elif move.card == "+3":
        going_out.note_empty_hand(state, seat, move, last)
        plus_three.open_window(state, seat)
    elif move.card == "B3":
        draw(state, seat, 3, shuffle)  # §3.8.6; so it is never the winning card (§4.2)
        move_on(state, seat)
    elif kind_of(move.card) == "CZ":
        lay_crazy(state, seat, move, shuffle)
    elif move.card == "K":
        lay_king(state, seat)
        going_out.note_empty_hand(state, seat, move, last)
    elif move.card == "CC":
        lay_change_colour(state, seat, move)
        going_out.note_empty_hand(state, seat, move, last)
    elif joins_run(state, move) or kind_of(move.card) in ("T", "ST"):
        lay_in_run(state, seat, move, last, covers=covers)
    else:
        close_by_other_colour(state, move.card)
        state.lead = Lead(colour_of(move.card), kind_of(move.card))
        going_out.note_empty_hand(state, seat, move, last)
        carry_out(state, seat, move.card, is_paired=move.kind == PLAY_PAIR)
    if emptied:
        going_out.pay_for_last_card(state, seat, move, last, shuffle)


def joins_run(state: State, move: Move) -> bool:
    """Whether a coloured card or ST becomes part of the run that is open or being laid (§3.4, §3.6.3, §3.6.9).

    A 2+ that answers a chain is an answer, not a card of the run (§3.6.13), and a pair is never laid in one (§3.9.5).
    """
    if state.phase not in (OPEN, RUN) or move.kind == PLAY_PAIR:
        return False
    if move.card == "ST":
        return move.colour in (None, state.run)
    return colour_of(move.card) == state.run


def lay_in_run(state: State, seat: str, move: Move, last: going_out.LastCard, *, covers: bool) -> None:
    """A card of the run, or a TAKI or ST that starts one: the seat lays on in RUN (§3.5, §3.6.1–3, §3.6.9).

    The last card of the hand ends the run, with its effect (§3.6.4, §3.6.14); before stage 1 the run goes on with the
    new hand (§8.5).
    """
    if move.card == "ST":
        colour = move.colour or state.run or state.lead.colour
        state.lead = Lead(colour, "T")
    else:
        colour = colour_of(move.card)
        state.lead = Lead(colour, kind_of(move.card))
    state.run, state.phase, state.current = colour, RUN, seat
    state.covered = covers and kind_of(move.card) == "P"
    going_out.note_empty_hand(state, seat, move, last)
    if not state.hand(seat) and state.is_last_stage(seat):
        covered = state.covered
        state.run = None
        carry_out_last_of_run(state, seat, move.card, covered=covered)


def close_by_other_colour(state: State, card: str) -> None:
    """A run ends for good when a card of another colour is laid (§3.6.10, §3.6.13, §3.9.6)."""
    if colour_of(card) != state.run:
        state.run = None


def lay_king(state: State, seat: str) -> None:
    """K cancels a chain, a run, any demand; the seat may lay any card (§3.5, §3.12)."""
    state.pending2 = state.threes = 0
    state.run, state.covered = None, False
    state.lead = Lead(free=True)
    state.phase, state.current = AFTER_KING, seat


def lay_change_colour(state: State, seat: str, move: Move) -> None:
    """CC names a colour, closes a run, ends the turn; without a name the lead stays what it was (§3.5, §3.11.1)."""
    state.run = None
    if move.colour:
        state.lead = Lead(move.colour)
    move_on(state, seat)


def lay_crazy(state: State, seat: str, move: Move, shuffle: Shuffle) -> None:
    """All hands move one seat in the named direction, which becomes that of play; no declaration survives (§3.10).

    If it was the layer's last card, whoever receives the empty hand goes out (§4.2).
    """
    state.direction = move.direction
    emptied = not state.hand(seat)
    given = {state.next(giver): hand for giver, hand in state.hands.items()}
    state.hands = {receiver: given[receiver] for receiver in state.hands}
    state.declared.clear()
    state.late.clear()
    move_on(state, seat)
    if emptied:
        state.pending_win.append(state.next(seat))


# --- effects ---


def carry_out(state: State, seat: str, card: str, *, is_paired: bool = False) -> None:
    """The effect of a coloured card outside a run, or of the last one in it, and who is next to act (§3.5)."""
    kind = kind_of(card)
    if kind == "2+":
        state.pending2 += 1
        move_on(state, seat)
    elif kind == "S":
        move_on(state, seat, steps=2)
    elif kind == "D":
        state.direction = -state.direction
        stays = acts_as_stop_between_two(state, card)
        move_on(state, seat, steps=2 if stays else 1)
    elif kind == "P" and not is_paired:
        state.phase, state.current, state.covered = AFTER_PLUS, seat, False
    else:
        move_on(state, seat)


def end_run(state: State, seat: str, *, is_closed: bool) -> None:
    """CLOSE and END_OPEN: the last card's effect is carried out, the run is over or stays open (§3.6.4, §3.6.6)."""
    covered = state.covered
    if is_closed:
        state.run = None
    carry_out_last_of_run(state, seat, state.top, covered=covered)


def carry_out_last_of_run(state: State, seat: str, card: str, *, covered: bool) -> None:
    """As outside a run, but a 2+ may be void (§3.6.5) and a Plus that covers another owes nothing (§3.9.5)."""
    if kind_of(card) == "2+" and state.edition.run_two_plus == "void":
        move_on(state, seat)
    else:
        carry_out(state, seat, card, is_paired=covered)
