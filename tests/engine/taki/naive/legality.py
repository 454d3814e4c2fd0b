"""What is legal: each rule gives the code of §3.4 by which it refuses, or None (rules.md §3.4–§3.13, §4.2)."""

from __future__ import annotations

from tests.engine.taki.naive.cards import COLOURED, colour_of, is_number, kind_of
from tests.engine.taki.naive.moves import (
    BREAK,
    CLAIM_LAST,
    CLOSE,
    DECLARE_LAST,
    DRAW,
    END_OPEN,
    LAYS,
    PASS,
    PLAY,
    PLAY_COMBO,
    PLAY_PAIR,
    SHIELD,
    Move,
    every_lay,
    every_move,
    read_move,
)
from tests.engine.taki.naive.state import (
    AFTER_DRAW,
    AFTER_KING,
    AFTER_PLUS,
    CLAIM,
    OPEN,
    OVER,
    PENDING2,
    PLUS3,
    RUN,
    TURN,
    State,
)


def legal_moves(state: State, seat: str) -> set[str]:
    """The text of every move that *seat* may make now."""
    return {text for text in every_move() if refusal(state, seat, read_move(text, state.edition)) is None}


def legal_actions(state: State) -> set[str]:
    """Every legal move of every seat: ``B r5``."""
    return {f"{seat} {move}" for seat in state.hands for move in legal_moves(state, seat)}


def refusal(state: State, seat: str, move: Move) -> str | None:
    """The code by which *move* of *seat* is refused now, None if it is legal (§3.4)."""
    if state.phase == OVER or seat not in state.hands:
        return "bad_phase"
    if move.kind == DECLARE_LAST:
        return refuse_declaration(state, seat)
    if move.kind in (BREAK, SHIELD):
        return refuse_answer(state, seat, move)
    if state.phase in (PLUS3, CLAIM):
        return refuse_in_window(state, seat, move)
    if seat != state.current:
        return "not_your_turn"
    if move.kind in LAYS:
        return refuse_lay(state, seat, move)
    return {DRAW: refuse_draw, CLOSE: refuse_close, END_OPEN: refuse_end_open, PASS: refuse_pass}.get(
        move.kind, refuse_claim
    )(state)


def refuse_declaration(state: State, seat: str) -> str | None:
    """DECLARE_LAST is legal at any time for a seat with exactly one card (§3.4), once."""
    one_card = len(state.hand(seat)) == 1
    return None if one_card and seat not in state.declared else "nothing_to_declare"


def refuse_in_window(state: State, seat: str, move: Move) -> str | None:
    """In PLUS3 and CLAIM every other seat answers once: PASS, or CLAIM in a claim (§3.4)."""
    if seat not in state.window.waiting:
        return "not_your_turn"
    answers = (PASS, CLAIM_LAST) if state.phase == CLAIM else (PASS,)
    return None if move.kind in answers else "bad_phase"


def refuse_answer(state: State, seat: str, move: Move) -> str | None:
    """A +3 is answered, in or out of turn, while its window is open, by a seat that has not passed (§3.8.3, §3.9.3).

    B3 answers the card, a combination answers a combination, a King shields only under its flag (§3.8.8).
    """
    edition = state.edition
    if state.phase != PLUS3:
        return "no_plus3_open"
    if seat not in state.window.waiting:
        return "not_your_turn"
    if move.kind == SHIELD and not edition.king_shields_plus3:
        return "bad_phase"
    if move.kind == BREAK and (len(move.cards) == 2) != (edition.plus_three == "combination"):
        return "bad_phase"
    return refuse_cards(state, seat, move)


def refuse_cards(state: State, seat: str, move: Move) -> str | None:
    """Cards must be in the hand."""
    hand = state.hand(seat)
    return None if all(hand.count(card) >= move.cards.count(card) for card in move.cards) else "not_in_hand"


def refuse_lay(state: State, seat: str, move: Move) -> str | None:
    """PLAY, PLAY_PAIR and PLAY_COMBO: held, allowed in this phase, allowed as last card, and named as it must be."""
    by_phase = {PLAY: refuse_play, PLAY_PAIR: refuse_pair, PLAY_COMBO: refuse_combination}[move.kind]
    return (
        refuse_cards(state, seat, move)
        or by_phase(state, seat, move)
        or refuse_as_last(state, seat, move.cards)
        or refuse_naming(state, seat, move)
        or refuse_attached_declaration(state, seat, move)
    )


def refuse_attached_declaration(state: State, seat: str, move: Move) -> str | None:
    """A declaration is attached only to a lay that leaves one card (§3.4).

    After a B3 on the own turn the seat draws (§3.8.6), after a CZ it has another hand (§3.10).
    """
    is_that_hand = kind_of(move.card) not in ("B3", "CZ")
    leaves_one = len(state.hand(seat)) - len(move.cards) == 1 and is_that_hand
    return None if leaves_one or not move.declares else "nothing_to_declare"


# --- one card ---


def refuse_play(state: State, seat: str, move: Move) -> str | None:
    """Whether one card may be laid, phase by phase (§3.4)."""
    phase = state.phase
    if phase == AFTER_DRAW:  # drawn_playable (§2.1): that card, as in the phase it was drawn in
        if move.card != state.drawn:
            return "bad_phase"
        phase = state.drawn_from
    if phase == PENDING2:
        return refuse_on_pending2(state, move.card)
    if phase == RUN:
        return refuse_in_run(state, seat, move.card)
    if phase == AFTER_KING:
        return refuse_plus_alone(state, move.card)
    return refuse_in_turn(state, seat, move.card, phase)


def matches(state: State, card: str) -> bool:
    """Whether *card* matches the lead: free, same colour, same figure, or colourless (§3.3)."""
    colour = colour_of(card)
    same = colour == state.lead.colour or kind_of(card) == state.lead.figure
    return state.lead.free or colour is None or same


def refuse_in_turn(state: State, seat: str, card: str, phase: str) -> str | None:
    """TURN, OPEN and AFTER_PLUS: a matching card, within the limits of +3 and Plus (§3.4, §3.5)."""
    if card == "+3":
        return refuse_plus3(state)
    if not matches(state, card):
        return "no_match"
    if phase == OPEN and colour_of(card) == state.run:
        return refuse_uncovered_plus(state, seat, card)
    return refuse_plus_alone(state, card)


def refuse_plus3(state: State) -> str | None:
    """Under number_cards_only the card that physically lies on top must be a number card (§3.8.1)."""
    if state.edition.plus3_on == "number_cards_only" and not is_number(state.top):
        return "plus3_needs_number"
    return None


def refuse_plus_alone(state: State, card: str) -> str | None:
    """Under pair_only a Plus alone is never laid outside a run (§3.9.2)."""
    return "pair_required" if state.edition.plus_mode == "pair_only" and kind_of(card) == "P" else None


def refuse_on_pending2(state: State, card: str) -> str | None:
    """On an active 2+: any 2+, a King, and +3 where its flag lets it (§3.4, §3.7.5, §3.8.7).

    Under number_cards_only that flag helps nobody: the only exception to it is AFTER_KING (§3.8.1).
    """
    if card == "+3" and state.edition.plus3_on_pending != "forbidden":
        return refuse_plus3(state)
    return None if kind_of(card) in ("2+", "K") else "must_answer_2plus"


def refuse_in_run(state: State, seat: str, card: str) -> str | None:
    """In a run: its colour, ST, and CC or K where they may end it; never +3, B3, CZ (§3.6.2, §3.6.11)."""
    if card == "ST":
        return None
    if card in ("CC", "K") and state.edition.run_colourless == "end_only":
        return None
    if colour_of(card) is None:
        return "colourless_in_run"
    if colour_of(card) != state.run:
        return "wrong_run_colour"
    return refuse_uncovered_plus(state, seat, card)


def plus_is_uncovered(state: State) -> bool:
    """Under pair_only: whether the owner's last card is a Plus that waits for its second card (§3.9.5)."""
    is_pairs = state.edition.plus_mode == "pair_only"
    return is_pairs and state.phase == RUN and kind_of(state.top) == "P" and not state.covered


def refuse_uncovered_plus(state: State, seat: str, card: str) -> str | None:
    """Under pair_only a Plus enters a run only if another card of the run's colour can follow it from the hand.

    One that covers another Plus owes nothing (§3.9.5).
    """
    if state.edition.plus_mode != "pair_only" or kind_of(card) != "P" or plus_is_uncovered(state):
        return None
    left = list(state.hand(seat))
    left.remove(card)
    followers = [other for other in left if colour_of(other) == state.run]
    if any(len(left) > 1 or refuse_last_sign(state, seat, other) is None for other in followers):
        return None
    return "pair_required"


# --- two cards ---


def refuse_pair(state: State, seat: str, move: Move) -> str | None:
    """PLAY_PAIR: a matching Plus with a card of its colour, in no run of that colour (§3.9.2, §3.9.5)."""
    if state.edition.plus_mode != "pair_only":
        return "bad_phase"
    if move.card not in COLOURED:
        return "pair_required"
    if state.phase == OPEN and colour_of(move.card) == state.run:
        return "bad_phase"
    return refuse_two(state, move)


def refuse_combination(state: State, seat: str, move: Move) -> str | None:
    """PLAY_COMBO: a Plus that is legal now, with a 3 of its colour (§3.9.3, §3.9.6)."""
    return refuse_two(state, move) if state.edition.plus_three == "combination" else "bad_phase"


def refuse_two(state: State, move: Move) -> str | None:
    """Two cards: in TURN, OPEN, AFTER_PLUS and AFTER_KING, and their Plus must match (§3.4, §3.9)."""
    if state.phase == PENDING2:
        return "must_answer_2plus"
    if state.phase not in (TURN, OPEN, AFTER_PLUS, AFTER_KING):
        return "bad_phase"
    return None if matches(state, move.cards[0]) else "no_match"


# --- last cards and names ---


def refuse_as_last(state: State, seat: str, cards: tuple[str, ...]) -> str | None:
    """A card that is forbidden as last one cannot be laid while it would empty the hand, in every phase (§4.2)."""
    if len(state.hand(seat)) > len(cards):
        return None
    return refuse_last_sign(state, seat, cards[-1])


def refuse_last_sign(state: State, seat: str, card: str) -> str | None:
    """Plus under plus_last, Stop between two under stop_last_2p (§4.2); in stage 1 only (§8.5)."""
    edition = state.edition
    if not state.is_last_stage(seat):
        return None
    if kind_of(card) == "P" and edition.plus_mode == "again_or_draw" and edition.plus_last == "forbidden":
        return "last_card_forbidden"
    if acts_as_stop_between_two(state, card) and edition.stop_last_2p == "forbidden":
        return "last_card_forbidden"
    return None


def acts_as_stop_between_two(state: State, card: str) -> bool:
    """Between two players: Stop, and Direction where it gives an extra turn (§3.5, §4.2)."""
    stops = ("S", "D") if state.edition.two_player_reverse == "extra_turn" else ("S",)
    return len(state.hands) == 2 and kind_of(card) in stops


def names_colour(state: State) -> bool:
    """Whether an ST laid now names its colour: after a King, or where it chooses; never in a run (§3.6.1–3)."""
    if state.phase == RUN:
        return False
    return state.lead.free or state.edition.supertaki_colour == "chooses"


def refuse_naming(state: State, seat: str, move: Move) -> str | None:
    """A CC names a colour, save as last card under both_declarations; an ST where it must (§3.6, §3.11)."""
    if move.kind != PLAY or move.card not in ("CC", "ST"):
        return None
    if move.card == "CC":
        is_last = len(state.hand(seat)) == 1 and state.edition.cc_last == "both_declarations"
        return None if move.colour or is_last else "colour_required"
    if names_colour(state):
        return None if move.colour else "colour_required"
    return "colour_forbidden" if move.colour else None


# --- what is no card ---


def refuse_draw(state: State) -> str | None:
    """DRAW: for a 2+ always (§3.7.3); else in TURN, OPEN, AFTER_PLUS, by choice only where that is allowed (§2.1)."""
    if state.phase == PENDING2:
        return None
    if state.phase not in (TURN, OPEN, AFTER_PLUS):
        return "bad_phase"
    if state.edition.voluntary_draw == "forbidden" and can_lay(state):
        return "bad_phase"
    return None


def can_lay(state: State) -> bool:
    """Whether the seat on turn holds a legal card."""
    lays = (read_move(text, state.edition) for text in every_lay())
    return any(refuse_lay(state, state.current, move) is None for move in lays)


def refuse_close(state: State) -> str | None:
    """CLOSE: in RUN, not on a TAKI or ST under always_open (§3.6.7), not on a Plus that waits (§3.9.5)."""
    if state.phase != RUN:
        return "bad_phase"
    if plus_is_uncovered(state):
        return "pair_required"
    if state.edition.lone_taki == "always_open" and kind_of(state.top) in ("T", "ST"):
        return "cannot_close_taki"
    return None


def refuse_end_open(state: State) -> str | None:
    """END_OPEN: in RUN, not on a Plus that is owed (§3.6.8, §3.9.5)."""
    if state.phase != RUN:
        return "bad_phase"
    if plus_is_uncovered(state):
        return "pair_required"
    if state.edition.plus_mode == "again_or_draw" and kind_of(state.top) == "P":
        return "bad_phase"
    return None


def refuse_pass(state: State) -> str | None:
    """PASS on one's own turn: after a King (§3.12.2), or instead of laying the card just drawn (§2.1)."""
    return None if state.phase in (AFTER_KING, AFTER_DRAW) else "bad_phase"


def refuse_claim(state: State) -> str | None:
    """CLAIM belongs to its window (§3.4)."""
    return "bad_phase"
