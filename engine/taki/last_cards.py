"""What laying the last card of a hand leads to (rules.md §3.13, §4.2, §8.5)."""

from __future__ import annotations

from engine.taki import effects, holding, moves
from engine.taki.cards import Sign
from engine.taki.effects import PASSES_HANDS, TAKES, TURNS
from engine.taki.going_out import PENALTY, resolve
from engine.taki.moves import CARDS, CARDS_OF
from engine.taki.piles import put, take
from engine.taki.situations import Phase, Situation
from engine.taki.state import EXTRAS, FIRST_SEAT, ORDER, SEAT, SITUATION, GameState
from engine.taki.windows import open_window, pay_chain, went_out


def lay_last(state: GameState, slot: int, move: int, now: Situation, *, was_silent: bool) -> None:
    """Carry out *move*, made in the situation *now*, whose cards have just left the hand empty.

    *was_silent* tells whether it was a single card that had not been declared.
    """
    fields = state.fields
    edition, stages = now.rules.edition, fields[EXTRAS].stages
    goes_on = bool(stages) and stages[slot - FIRST_SEAT] > 1  # with new cards: nothing ends with this hand
    if goes_on:
        effect, following, seats, *_ = effects.work_out(now, move)
        facts = following.facts
    else:
        effect, facts, seats = effects.after_last(now, move)
    owed = effects.cards_owed(now, effect) if effect & TAKES else 0
    wins = not owed
    if not goes_on and (more := _cost(now, move)):
        owed, wins = more, False
        facts, seats = effects.begun(facts), 1  # the turn is over
    if fields[EXTRAS].barred >> slot & 1 and not effect & PASSES_HANDS:
        owed, wins = owed + PENALTY, False
    elif _is_faulty_change(now, move, was_silent):
        owed, wins = PENALTY, False
        if edition.cc_last_bar:
            fields[EXTRAS] = fields[EXTRAS]._replace(barred=fields[EXTRAS].barred | 1 << slot)
    if effect & TURNS:
        fields[ORDER] = fields[ORDER].flipped
    fields[SITUATION] = now.rules.situation(facts)
    if owed:
        take(state, slot, owed)
    if effect & PASSES_HANDS:
        receiver = pass_hands(state, move)
        went_out(state, receiver, was_silent=False)
    elif wins:
        exempt = edition.last_card_in_run == "exempt" and now.facts.phase == Phase.RUN
        went_out(state, slot, was_silent=was_silent and not exempt)
    if facts.phase == Phase.PLUS3:
        open_window(state, slot)
        return
    fields[SEAT] = fields[ORDER].steps[seats][slot]
    if edition.win_timing == "immediate" and facts.pending and fields[EXTRAS].wins:
        pay_chain(state)
    resolve(state)


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
