"""What each move leads to, worked out once for a situation and remembered there (rules.md §3.5 to §3.12).

Only what follows from the situation is told here. What also needs hands, piles or seats is an effect that
engine.taki.play carries out.
"""

from __future__ import annotations

from typing import TypeAlias

from engine.taki import holding, moves
from engine.taki.moves import CARDS_OF
from engine.taki.situations import NONE, Facts, Phase, Rules, Situation, Step

STAYS = 1
"""No card leaves the hand."""
TURNS = 2
"""The direction is reversed before the turn goes on."""
TAKES = 4
"""The seat takes cards."""
OPENS = 8
"""The window for answers to a +3 opens."""
PASSES_HANDS = 16
"""All hands move one seat in the direction the move names."""
CANCELS = 32
"""A chain of 2+ ends without anybody drawing."""
BREAK_THREE_COSTS = 3
"""Cards that a B3 on one's own turn costs (§3.8.6)."""
TWO_CARDS = 64
"""Two cards leave the hand."""
TRIES = 128
"""The card taken may be laid at once (``drawn_playable=same_turn``)."""
PAYS = STAYS | TAKES
"""All that a DRAW for a chain of 2+ does."""
DRAWS_ONE = 256
"""The seat takes one card, and nothing else can happen."""


def work_out(now: Situation, move: int) -> Step:
    """Return what *move* leads to if cards are left in the hand; it must be legal, and no answer or claim."""
    found = now.after.get(move)
    if found is None:
        shared = _shared(now, move)
        found = now.after[move] = shared.get(move) or _step(now, move)
        shared[move] = found
    return found


def _step(now: Situation, move: int) -> Step:
    rules = now.rules
    effects, facts, seats = _lead_to(rules, now.facts, move % moves.DECLARED)
    extra = unit = first = 0
    if len(cards := cards_of(rules, move)) == 1:
        extra, unit, first = holding.EXTRA[cards[0]], holding.UNIT[cards[0]], rules.first[cards[0]]
    bit = now.mask & 1 << move
    if move == moves.DRAW and rules.edition.voluntary_draw == "forbidden":
        bit = 0
    return effects, rules.situation(facts), seats, extra, unit, first, bit


_PLAIN_PHASES = frozenset({Phase.TURN, Phase.AFTER_PLUS, Phase.AFTER_KING})


def _shared(now: Situation, move: int) -> dict[int, Step]:
    """Return where the step of *move* is looked up: a coloured card often leads to the same whatever it lies on."""
    rules, card = now.rules, move % moves.DECLARED
    if card < moves.CC_IN and now.mask >> card & 1:
        if now.facts.phase in _PLAIN_PHASES:
            return rules.laid
        if now.facts.phase == Phase.RUN and not rules.has_pairs:
            return rules.laid_in_run
    return now.after


def cards_owed(now: Situation, effects: int) -> int:
    """Return the cards that the seat takes by a move with these effects, one that ``TAKES``."""
    return (now.owed or 1) if effects & STAYS else BREAK_THREE_COSTS


def cards_of(rules: Rules, move: int) -> tuple[int, ...]:
    """Return the cards by number that *move* takes from the hand."""
    if move == moves.CRAZY_BACK and rules.edition.crazy == "fixed_dir":
        return (moves.CRAZY_BACK_CARD,)
    return CARDS_OF[move]


Outcome: TypeAlias = "tuple[int, Facts, int]"
"""Effects, the facts afterwards, seats to go on by."""


def after_last(now: Situation, move: int) -> Outcome:
    """Return what laying the last card of a hand leads to: as ``work_out``, but a run ends with it (§3.6.14).

    A Plus demands nothing; what it costs instead is engine.taki.going_out's.
    """
    rules = now.rules
    effects, facts, seats = _lead_to(rules, now.facts, move % moves.DECLARED)
    if facts.phase == Phase.RUN:
        effects, facts, seats = _end_of_run(rules, facts, NONE)
        effects &= ~STAYS
    if facts.phase == Phase.AFTER_PLUS:
        return effects, facts._replace(phase=Phase.TURN), 1
    return effects, facts, seats


def phase_of(facts: Facts) -> Phase:
    """Return the phase in which the next seat begins."""
    if facts.pending:
        return Phase.PENDING2
    return Phase.TURN if facts.run == NONE else Phase.OPEN


def begun(facts: Facts) -> Facts:
    """Return *facts* as the next seat finds them."""
    return facts._replace(phase=phase_of(facts), drawn=NONE, then=None, is_covered=False)


def begun_by_next(now: Situation) -> Situation:
    """Return a situation as the next seat finds it."""
    if now.begun is None:
        now.begun = now.rules.situation(begun(now.facts))
    return now.begun


def left_open(rules: Rules, facts: Facts) -> Outcome:
    """Return what END_OPEN leads to; a Plus on top demands nothing, for it is left only by a seat that leaves."""
    run = NONE if rules.edition.open_taki == "ends_with_turn" else facts.run
    effects, facts, seats = _end_of_run(rules, facts, run)
    if facts.phase == Phase.AFTER_PLUS:
        return effects, begun(facts), 1
    return effects, facts, seats


def _lead_to(rules: Rules, facts: Facts, move: int) -> Outcome:
    if facts.phase == Phase.AFTER_DRAW:
        assert facts.then is not None
        if move == moves.PASS:
            return STAYS, begun(facts), 1
        facts = facts._replace(phase=facts.then, drawn=NONE, then=None)
    if move < 52:
        return _coloured(rules, facts, move)
    if move < moves.DRAW:
        return _COLOURLESS[CARDS_OF[move][0]](rules, facts, move)
    if move in _WITHOUT_CARD:
        return _WITHOUT_CARD[move](rules, facts)
    if move < moves.BREAK_WITH:
        return _combination(rules, facts, move - moves.COMBO)
    return _pair(rules, facts, move - moves.PAIR)


def _coloured(rules: Rules, facts: Facts, card: int) -> Outcome:
    colour, type_ = divmod(card, 13)
    joins = facts.phase == Phase.RUN or (facts.phase == Phase.OPEN and colour == facts.run)
    covers = joins and rules.has_pairs and _is_plus(card) and facts.phase == Phase.RUN and _is_plus(facts.top)
    stays_open = joins or (facts.phase == Phase.PENDING2 and colour == facts.run)
    facts = facts._replace(
        kept=(card,),
        colour=colour,
        figure=type_,
        is_free=False,
        run=facts.run if stays_open else NONE,
        is_covered=covers and not facts.is_covered,
    )
    if joins:
        return 0, facts._replace(phase=Phase.RUN), 0
    return _effect(rules, facts, type_)


def _is_plus(card: int) -> bool:
    return card < moves.CC_CARD and card % 13 == moves.PLUS


def _effect(rules: Rules, facts: Facts, type_: int) -> Outcome:
    """Return what a coloured card of this type does outside a run, or at its end (§3.5)."""
    match type_:
        case moves.TWO_PLUS:
            return 0, facts._replace(phase=Phase.PENDING2, pending=facts.pending + 1), 1
        case moves.STOP:
            return 0, begun(facts), 2
        case moves.DIRECTION:
            is_again = rules.is_two and rules.edition.two_player_reverse == "extra_turn"
            return TURNS, begun(facts), 2 if is_again else 1  # two seats on, of two: the same seat again
        case moves.PLUS:
            return 0, facts._replace(phase=Phase.AFTER_PLUS), 0
        case moves.TAKI:
            return 0, facts._replace(phase=Phase.RUN, run=facts.colour), 0
        case _:
            return 0, begun(facts), 1


def _end_of_run(rules: Rules, facts: Facts, run: int) -> Outcome:
    """Return what the end of a run leads to: the last card's effect is carried out (§3.6.4, §3.6.5, §3.6.12)."""
    facts = facts._replace(run=run)
    type_ = facts.top % 13 if facts.top < moves.CC_CARD else NONE
    is_spent = (
        type_ in (NONE, moves.TAKI)
        or (type_ == moves.TWO_PLUS and rules.edition.run_two_plus == "void")
        or (type_ == moves.PLUS and rules.has_pairs)
    )
    effects, facts, seats = _effect(rules, facts, moves.THREE if is_spent else type_)
    return effects | STAYS, facts, seats


def _pair(rules: Rules, facts: Facts, card: int) -> Outcome:
    """A Plus and on it a card of its colour, whose effect counts; another Plus has none any more (§3.9.2)."""
    facts = facts._replace(kept=(card,), colour=card // 13, figure=card % 13, is_free=False, run=NONE)
    effects, facts, seats = _effect(rules, facts, moves.THREE if _is_plus(card) else card % 13)
    return effects | TWO_CARDS, facts, seats


def _combination(rules: Rules, facts: Facts, colour: int) -> Outcome:
    """A Plus and a 3 of its colour; a run of another colour ends with it (§3.9.3, §3.9.6)."""
    return TWO_CARDS | OPENS, _combination_laid(facts, colour)._replace(phase=Phase.PLUS3), 0


def _change_colour(rules: Rules, facts: Facts, move: int) -> Outcome:
    facts = begun(facts._replace(kept=(moves.CC_CARD,), run=NONE))
    if move != moves.CC:
        facts = facts._replace(colour=move - moves.CC_IN, figure=NONE, is_free=False)
    return 0, facts, 1


def _super_taki(rules: Rules, facts: Facts, move: int) -> Outcome:
    """Opens a run in the colour named, or else in that of the run it joins or of the lead (§3.6.1, §3.6.3)."""
    inherited = facts.colour if facts.run == NONE else facts.run
    colour = inherited if move == moves.ST else move - moves.ST_IN
    facts = facts._replace(
        phase=Phase.RUN,
        kept=(moves.ST_CARD,),
        colour=colour,
        figure=moves.TAKI,
        is_free=False,
        run=colour,
        is_covered=False,
    )
    return 0, facts, 0


def _king(rules: Rules, facts: Facts, move: int) -> Outcome:
    free = Facts(Phase.AFTER_KING, NONE, NONE, True, (moves.K_CARD,))
    return CANCELS if facts.pending else 0, free, 0


def _plus_three(rules: Rules, facts: Facts, move: int) -> Outcome:
    return OPENS, facts._replace(phase=Phase.PLUS3, kept=(*facts.kept, moves.PLUS_THREE_CARD)), 0


def _break_three(rules: Rules, facts: Facts, move: int) -> Outcome:
    return TAKES, begun(facts._replace(kept=(*facts.kept, moves.BREAK_THREE_CARD))), 1


def _crazy(rules: Rules, facts: Facts, move: int) -> Outcome:
    card = cards_of(rules, move)[0]
    return PASSES_HANDS, begun(facts._replace(kept=(*facts.kept, card))), 1


def _draw(rules: Rules, facts: Facts) -> Outcome:
    if facts.pending:
        return STAYS | TAKES, begun(facts._replace(pending=0, threes=0)), 1
    if rules.edition.drawn_playable == "same_turn":
        return STAYS | TAKES | TRIES, facts, 1
    return DRAWS_ONE, begun(facts), 1


def _close(rules: Rules, facts: Facts) -> Outcome:
    return _end_of_run(rules, facts, NONE)


def _pass(rules: Rules, facts: Facts) -> Outcome:
    return STAYS, begun(facts), 1


_COLOURLESS = {
    moves.CC_CARD: _change_colour,
    moves.ST_CARD: _super_taki,
    moves.K_CARD: _king,
    moves.PLUS_THREE_CARD: _plus_three,
    moves.BREAK_THREE_CARD: _break_three,
    moves.CRAZY_CARD: _crazy,
}
_WITHOUT_CARD = {moves.DRAW: _draw, moves.CLOSE: _close, moves.END_OPEN: left_open, moves.PASS: _pass}


def laid_out_of_turn(facts: Facts, move: int) -> Facts:
    """Return *facts* with the cards of a BREAK or SHIELD on the pile, still in the window (§3.8, §3.9.3)."""
    if move == moves.BREAK:
        return facts._replace(kept=(*facts.kept, moves.BREAK_THREE_CARD))
    if move == moves.SHIELD:
        return facts._replace(kept=(moves.K_CARD,), colour=NONE, figure=NONE, is_free=True, run=NONE)
    return _combination_laid(facts, move - moves.BREAK_WITH)


def _combination_laid(facts: Facts, colour: int) -> Facts:
    run = colour if facts.run == colour else NONE
    three = 13 * colour + moves.THREE
    return facts._replace(kept=(three,), colour=colour, figure=moves.THREE, is_free=False, run=run)
