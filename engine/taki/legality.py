"""Which moves are legal, and why another one is not (rules.md §3.4)."""

from __future__ import annotations

from collections import Counter

from engine.taki import holding, moves
from engine.taki.cards import COLOURLESS, Sign
from engine.taki.effects import cards_of
from engine.taki.moves import CARDS, Kind, Move
from engine.taki.situations import NONE, Facts, Phase, Rules, Situation
from engine.taki.state import FIRST_SEAT, ORDER, SEAT, SILENT, SITUATION, WAITING, GameState


def legal_moves(state: GameState, seat: int | None = None) -> tuple[Move, ...]:
    """Return what the seat to act, or another one out of turn, may do: each move once, in a fixed order.

    Asking changes nothing. Before the end the seat to act always has a move; out of turn there are answers to a
    +3, claims and DECLARE_LAST alone. The same moves come as the same tuple, so that ``move in`` is cheap.
    """
    fields = state.fields
    situation: Situation = fields[SITUATION]
    if seat is not None and seat + FIRST_SEAT != fields[SEAT]:
        return situation.rules.moves_of(_key_out_of_turn(state, seat + FIRST_SEAT))
    hand = fields[fields[SEAT]]
    key = hand & situation.mask
    if situation.is_intricate and (hand & situation.pluses or fields[SILENT]):
        key |= more_moves(state, fields[SEAT])
    return situation.legal.get(key) or situation.rules.moves_of(key)


def more_moves(state: GameState, slot: int) -> int:
    """Return the bits of moves with two cards, and of CLAIM if another seat's deadline may be claimed against."""
    fields = state.fields
    situation: Situation = fields[SITUATION]
    more = situation.rules.pairs(fields[slot], situation.pluses) & situation.mask
    if situation.rules.has_open_claims and fields[SILENT] & ~(1 << slot):
        more |= 1 << moves.CLAIM
    return more


def _key_out_of_turn(state: GameState, slot: int) -> int:
    fields = state.fields
    if not is_in_game(state, slot) or state.is_over:
        return 0
    situation, hand = fields[SITUATION], fields[slot]
    is_asked = situation.is_window and fields[WAITING] >> slot & 1
    mask: int = situation.mask if is_asked else holding.DECLARE
    key: int = hand & mask
    more = more_moves(state, slot)
    return key | (more if is_asked else more & 1 << moves.CLAIM)


def is_in_game(state: GameState, slot: int) -> bool:
    """Whether there is a seat at *slot*, and it has not left."""
    return FIRST_SEAT <= slot < len(state.fields) and bool(state.fields[ORDER].active >> slot & 1)


def is_legal(state: GameState, move: int, seat: int | None = None) -> bool:
    """Whether the seat to act, or another one, may make *move*."""
    return move in legal_moves(state, seat)


def why_illegal(state: GameState, move: Move, seat: int | None = None) -> str | None:
    """Return why *move* is not legal as a code of rules.md §3.4, or None if it is.

    Asked in this order: is the game over, is the seat in it, does it act, does the phase know such a move, are the
    cards held, does an active 2+ or an open run forbid it, is the right colour named, does it match, is a Plus
    alone, may it be the last card, is there a last card to declare. Codes that the rules do not list:
    ``seat_left``, ``must_play`` (a DRAW under ``voluntary_draw=forbidden``) and ``plus_unmet`` (END_OPEN on a Plus).
    """
    if is_legal(state, move, seat):
        return None
    slot = state.fields[SEAT] if seat is None else seat + FIRST_SEAT
    facts = state.facts
    if facts.phase == Phase.OVER:
        return "bad_phase"
    if not is_in_game(state, slot):
        return "seat_left"
    kind = move.kind
    if kind == Kind.DECLARE_LAST:
        return "nothing_to_declare"
    if kind in (Kind.BREAK, Kind.SHIELD) and facts.phase != Phase.PLUS3:
        return "no_plus3_open"
    if kind == Kind.CLAIM and facts.phase != Phase.CLAIM:
        return "bad_phase"
    if not (state.fields[WAITING] >> slot & 1 if state.situation.is_window else slot == state.fields[SEAT]):
        return "not_your_turn"
    return _why_not(state.rules, facts, state.fields[slot], move)


_KINDS = {
    Phase.TURN: {Kind.PLAY, Kind.PLAY_PAIR, Kind.PLAY_COMBO, Kind.DRAW},
    Phase.OPEN: {Kind.PLAY, Kind.PLAY_PAIR, Kind.PLAY_COMBO, Kind.DRAW},
    Phase.PENDING2: {Kind.PLAY, Kind.PLAY_PAIR, Kind.PLAY_COMBO, Kind.DRAW},
    Phase.RUN: {Kind.PLAY, Kind.CLOSE, Kind.END_OPEN},
    Phase.AFTER_PLUS: {Kind.PLAY, Kind.PLAY_COMBO, Kind.DRAW},
    Phase.AFTER_KING: {Kind.PLAY, Kind.PLAY_PAIR, Kind.PLAY_COMBO, Kind.PASS},
    Phase.AFTER_DRAW: {Kind.PLAY, Kind.PASS},
    Phase.PLUS3: {Kind.BREAK, Kind.SHIELD, Kind.PASS},
    Phase.CLAIM: {Kind.CLAIM, Kind.PASS},
}
"""What each phase knows (rules.md §3.4); DECLARE_LAST is known in all."""


def _why_not(rules: Rules, facts: Facts, hand: int, move: Move) -> str:
    kind = move.kind
    is_known = {
        Kind.PLAY_PAIR: rules.has_pairs,
        Kind.PLAY_COMBO: rules.has_combos,
        Kind.SHIELD: rules.edition.king_shields_plus3,
        Kind.BREAK: rules.has_combos or move == moves.BREAK,
    }.get(kind, True)
    if kind not in _KINDS[facts.phase] or not is_known:
        return "bad_phase"
    cards = cards_of(rules, move)
    if Counter(cards) - Counter(rules.cards_of(hand)):
        return "not_in_hand"
    if facts.phase == Phase.AFTER_DRAW and cards:
        assert facts.then is not None
        if cards != (facts.drawn,):
            return "bad_phase"  # only the card just drawn may be laid
        facts = facts._replace(phase=facts.then, drawn=NONE, then=None)
    match kind:
        case Kind.DRAW:
            return "must_play"
        case Kind.CLOSE | Kind.END_OPEN:
            return _why_not_end(rules, facts, move)
        case Kind.BREAK | Kind.SHIELD:
            return "bad_phase"  # a King is no shield on a chain that only grows
        case _:
            return _why_not_lay(rules, facts, hand, move)


def _why_not_end(rules: Rules, facts: Facts, move: Move) -> str:
    if CARDS[facts.top].sign != Sign.PLUS:
        return "cannot_close_taki"
    return "pair_required" if rules.has_pairs else "plus_unmet"


def _why_not_lay(rules: Rules, facts: Facts, hand: int, move: Move) -> str:
    base = move % moves.DECLARED
    sign = move.cards[0].sign
    if facts.phase == Phase.PENDING2 and sign not in (Sign.TWO_PLUS, Sign.KING):
        is_number_missing = sign == Sign.PLUS_THREE and rules.edition.plus3_on_pending != "forbidden"
        return "plus3_needs_number" if is_number_missing else "must_answer_2plus"
    if facts.phase == Phase.RUN and sign in COLOURLESS and sign not in _in_run(rules):
        return "colourless_in_run"
    if base == moves.CC:
        return "colour_required"
    if sign == Sign.SUPER_TAKI and base != moves.ST and not _names_colour(rules, facts):
        return "colour_forbidden"
    if base == moves.ST and _names_colour(rules, facts):
        return "colour_required"
    if sign == Sign.PLUS_THREE:
        return "plus3_needs_number"
    if sign not in COLOURLESS and not _matches(facts, cards_of(rules, move)[0]):
        return "wrong_run_colour" if facts.phase == Phase.RUN else "no_match"
    return _why_not_matching(rules, facts, hand, move)


def _in_run(rules: Rules) -> set[Sign]:
    """Return the colourless signs that may be laid in a run (rules.md §3.6.2, §3.6.11)."""
    ending = {Sign.CHANGE_COLOUR, Sign.KING} if rules.edition.run_colourless == "end_only" else set()
    return {Sign.SUPER_TAKI, *ending}


def _names_colour(rules: Rules, facts: Facts) -> bool:
    """Whether a colour is named with an ST (rules.md §3.6.1, §3.6.3)."""
    if facts.phase == Phase.RUN:
        return False
    return rules.edition.supertaki_colour == "chooses" or (facts.is_free and facts.run == NONE)


def _matches(facts: Facts, card: int) -> bool:
    """Whether a coloured card matches the lead or the open run (rules.md §3.3, §3.6)."""
    colour, type_ = divmod(card, 13)
    if facts.phase == Phase.RUN or colour == facts.run:
        return colour == facts.run
    return facts.is_free or colour == facts.colour or type_ == facts.figure


def _why_not_matching(rules: Rules, facts: Facts, hand: int, move: Move) -> str:
    """Return what stands in the way of a card that matches."""
    card = cards_of(rules, move)[0]
    is_plus = CARDS[card].sign == Sign.PLUS
    if move.kind == Kind.PLAY_PAIR and facts.run != NONE and card // 13 == facts.run:
        return "bad_phase"  # a Plus of the run's colour is laid into the run, card by card (§3.9.5)
    if move.kind == Kind.PLAY and is_plus and rules.has_pairs:
        in_run = facts.run != NONE and card // 13 == facts.run
        if not in_run or not rules.pairs(hand, 1 << card) >> holding.FOLLOWED + card // 13 & 1:
            return "pair_required"
    if not move.declares:
        return "last_card_forbidden"
    return "nothing_to_declare"
