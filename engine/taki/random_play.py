"""Games of players at random, fast: what ``bots.play_on`` does with ``random_move`` in every seat, in one loop.

The same choices come of the same numbers, so that a game played here can be played again with its record.
"""

from __future__ import annotations

from functools import cache

from engine.taki.bots import next_action, random_move, sought
from engine.taki.dice import WORD, Dice
from engine.taki.effects import DRAWS_ONE, OPENS, PAYS, STAYS, TURNS
from engine.taki.hand_rules import MOST_KEYS, PLAIN, plain_moves
from engine.taki.holding import COUNT, DECLARE, HOLDS, MARKS_OF, TWO_CARDS, UNIT, UNMARKED
from engine.taki.legality import more_moves
from engine.taki.moves import DECLARED, DRAW, Move
from engine.taki.play import push_unchecked
from engine.taki.scorekeeping import SPEAKING
from engine.taki.situations import Phase, Rules, Situation
from engine.taki.state import DECK, EXTRAS, ORDER, PLACE, SEAT, SILENT, SITUATION, GameState
from engine.taki.windows import pass_for_all

_DRAWING = 1 << DRAW
_FEW = 3
"""Moves of a key that is worth to be remembered."""


class Choices(dict[int, "tuple[int, tuple[Move, ...]]"]):
    """By key, the moves that ``random_move`` chooses from, as ``sought`` finds them, and how many they are."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, key: int) -> tuple[int, tuple[Move, ...]]:
        if key < PLAIN:
            moves = plain_moves(key & ~_DRAWING) or plain_moves(key)
            if len(moves) > _FEW:
                return len(moves), moves  # seldom the same again
        else:
            moves = sought(self.rules.moves_of(key))
        if len(self) >= MOST_KEYS:
            self.clear()
        found = self[key] = len(moves), moves
        return found


@cache
def choices(rules: Rules) -> Choices:
    """Return the one ``Choices`` of these rules."""
    return Choices(rules)


def play_random(state: GameState, dice: Dice, cap: int) -> tuple[int, int, str]:
    """Play *state* to its end with players at random; return moves made, turns begun and why it is over.

    There is no stalemate: where nothing is left to draw all cards are in hands, and somebody's follow. The turn that
    has begun counts. Everyday moves, a card laid and a card drawn, are carried out in the inner loop; all others by
    ``push_unchecked``.
    """
    fields, next_word = state.fields, dice.words.pop
    situation: Situation = fields[SITUATION]
    slot, order, place, deck = fields[SEAT], fields[ORDER], fields[PLACE], fields[DECK]
    rules, chosen = situation.rules, choices(situation.rules)
    few, first_of = rules.few, rules.first
    is_intricate = rules.has_pairs or rules.has_combos or rules.has_open_claims
    least = TWO_CARDS if rules.is_simple else few  # a hand below this is looked at more closely
    steps, size, made, turns = order.steps, len(deck), 0, 1
    while made < cap:
        begin = made + 1
        for made in range(begin, cap + 1):  # noqa: B007 - read after the loop
            hand = fields[slot]
            key = hand & situation.mask
            if is_intricate and situation.is_intricate and (hand & situation.pluses or fields[SILENT]):
                fields[SITUATION] = situation
                key |= more_moves(state, slot)
            count, options = chosen[key]
            if count > 1:
                try:
                    move = options[next_word() * count >> WORD]
                except IndexError:
                    dice.refill()
                    move = options[next_word() * count >> WORD]
            else:
                move = options[0]
            effects, following, seats, extra, unit, first, _ = situation.after[move]
            if not effects:  # one card is laid
                hand = hand - unit if hand & extra else hand - first
                if hand < few:
                    if hand >= least:
                        hand = hand & UNMARKED | MARKS_OF[hand >> COUNT]
                    elif not (hand := _one_left(rules, hand, move)):
                        break
                fields[slot] = hand
            elif effects == DRAWS_ONE:
                if place == size:
                    break
                card = deck[place]
                after = hand + (UNIT[card] if hand & HOLDS[card] else first_of[card])
                if hand < few:
                    if after < least or fields[SILENT]:
                        break
                    after = after & UNMARKED | (MARKS_OF[after >> COUNT] if after < few else 0)
                place += 1
                fields[slot] = after
            elif effects <= STAYS | TURNS:
                if not effects & STAYS:
                    hand = hand - unit if hand & extra else hand - first
                    if hand < few:
                        break
                    fields[slot] = hand
                if effects & TURNS:
                    order = order.flipped
                    steps = order.steps
            elif effects == PAYS and hand >= few and place + situation.owed <= size and not fields[EXTRAS].wins:
                fields[slot] = rules.with_cards(hand, deck[place : place + situation.owed])
                place += situation.owed
            else:
                break
            situation = following
            if seats:
                turns += 1
                slot = steps[seats][slot]
        else:
            break
        fields[SITUATION], fields[SEAT], fields[ORDER], fields[PLACE] = situation, slot, order, place
        push_unchecked(state, move)
        if effects & OPENS and fields[SITUATION].is_window:
            made += pass_for_all(state, cap - made)
        now = fields[SITUATION]
        if now.facts.phase is Phase.OVER:
            return made, turns, "out"
        if now.begins and not (situation.begins and move in SPEAKING):
            turns += 1
        slot = fields[SEAT]
        while fields[SILENT] & ~(1 << slot) and made < cap:
            made += 1
            seat, spoken = next_action(state, [random_move] * state.seats, dice)
            push_unchecked(state, spoken, seat)
        situation, order, place, deck = now, fields[ORDER], fields[PLACE], fields[DECK]
        steps, size = order.steps, len(deck)
    fields[SITUATION], fields[SEAT], fields[ORDER], fields[PLACE] = situation, slot, order, place
    return made, turns, "cap"


def _one_left(rules: Rules, hand: int, move: int) -> int:
    """Return the one card that *move* has left, 0 if more follows from that than a hand tells."""
    return rules.settled(hand) & ~DECLARE if move >= DECLARED and rules.is_simple else 0
