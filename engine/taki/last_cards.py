"""What laying the last card of a hand leads to (rules.md §3.13, §4.2, §8.5)."""

from __future__ import annotations

from engine.taki import effects, holding, moves
from engine.taki.cards import Sign
from engine.taki.effects import OPENS, PASSES_HANDS, TAKES, TURNS
from engine.taki.going_out import PENALTY, end, resolve
from engine.taki.moves import CARDS, CARDS_OF
from engine.taki.piles import put, take
from engine.taki.situations import LastStep, Phase, Situation
from engine.taki.state import EXTRAS, FIRST_SEAT, ORDER, SEAT, SITUATION, GameState
from engine.taki.windows import open_window, pay_chain, went_out


def lay_last(state: GameState, slot: int, move: int, now: Situation, *, was_silent: bool) -> None:
    """Carry out *move*, made in the situation *now*, whose cards have just left the hand empty.

    *was_silent* tells whether it was a single card that had not been declared.
    """
    fields, extras = state.fields, state.fields[EXTRAS]
    effect, following, seats, owed, is_win = now.last.get(move) or _work_out(now, move)
    if is_win and not (extras.wins or extras.barred or extras.stages or (was_silent and not now.rules.has_deadline)):
        if effect & TURNS:
            fields[ORDER] = fields[ORDER].flipped
        fields[SITUATION] = following
        end(state, slot, "out")
        return
    edition = now.rules.edition
    if extras.stages and extras.stages[slot - FIRST_SEAT] > 1:  # with new cards: nothing ends with this hand
        effect, following, seats, *_ = effects.work_out(now, move)
        owed = effects.cards_owed(now, effect) if effect & TAKES else 0
    wins = not owed
    if extras.barred >> slot & 1 and not effect & PASSES_HANDS:
        owed, wins = owed + PENALTY, False
    elif _is_faulty_change(now, move, was_silent):
        owed, wins = PENALTY, False
        if edition.cc_last_bar:
            fields[EXTRAS] = extras._replace(barred=extras.barred | 1 << slot)
    if effect & TURNS:
        fields[ORDER] = fields[ORDER].flipped
    fields[SITUATION] = following
    if owed:
        take(state, slot, owed)
    if effect & PASSES_HANDS:
        receiver = pass_hands(state, move)
        went_out(state, receiver, was_silent=False)
    elif wins:
        exempt = edition.last_card_in_run == "exempt" and now.facts.phase == Phase.RUN
        went_out(state, slot, was_silent=was_silent and not exempt)
    if effect & OPENS:
        open_window(state, slot)
        return
    fields[SEAT] = fields[ORDER].steps[seats][slot]
    if edition.win_timing == "immediate" and following.facts.pending and fields[EXTRAS].wins:
        pay_chain(state)
    resolve(state)


def _work_out(now: Situation, move: int) -> LastStep:
    """Work out what *move* leads to as a last card, and remember it in the situation."""
    effect, facts, seats = effects.after_last(now, move)
    if owed := _cost(now, move):
        facts, seats = effects.begun(facts), 1  # the turn is over
    elif effect & TAKES:
        owed = effects.cards_owed(now, effect)
    needs_both = now.rules.edition.cc_last == "both_declarations" and CARDS_OF[move] == (moves.CC_CARD,)
    is_win = not (owed or facts.pending or effect & (OPENS | PASSES_HANDS) or needs_both)
    now.last[move] = effect, now.rules.situation(facts), seats, owed, is_win
    return now.last[move]


def _is_faulty_change(now: Situation, move: int, was_silent: bool) -> bool:
    """Whether a CC lacks one of two declarations: it cannot win, without any claim (``both_declarations``)."""
    if now.rules.edition.cc_last != "both_declarations" or CARDS_OF[move] != (moves.CC_CARD,):
        return False
    return was_silent or move == moves.CC


def _cost(now: Situation, move: int) -> int:
    """Return the cards a seat must take because this card cannot be its winning one (``draw_one``, §4.2)."""
    rules = now.rules
    top = CARDS_OF[move][-1]
    if CARDS[top].sign == Sign.PLUS and not rules.has_pairs:
        return 1
    if top < moves.CC_CARD and top % 13 in rules.stops_last and rules.edition.stop_last_2p == "draw_one":
        return 1
    return 0


def pass_hands(state: GameState, move: int) -> int:
    """Move every hand one seat in the direction *move* names, which play takes too (§3.10).

    Return the slot of the seat that receives the hand of the one to act.
    """
    fields = state.fields
    direction = -1 if move == moves.CRAZY_BACK else 1
    if fields[ORDER].direction != direction:
        fields[ORDER] = fields[ORDER].flipped
    following = fields[ORDER].steps[1]
    hands = {following[slot]: fields[slot] for slot in fields[ORDER].from_next(fields[SEAT])}
    receiver: int = following[fields[SEAT]]
    hands[receiver] = fields[fields[SEAT]]
    for slot, hand in hands.items():
        put(state, slot, hand & ~holding.DECLARE)
    return receiver
