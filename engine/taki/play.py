"""Playing: make moves, checked or not, and let a seat leave (rules.md §3, §4, §6.7).

state = dealing.deal(edition("he-2015"), seats=4, seed="spring")
move = legal_moves(state)[0]
after = play.apply(state, move)    # checked, on a copy
play.push(state, move)             # checked, in place
play.push_unchecked(state, move)   # for a move known to be legal
"""

from __future__ import annotations

from engine.errors import GameError, IllegalMove, shown
from engine.taki import moves
from engine.taki.dealing import FEWEST_SEATS, deal
from engine.taki.effects import (
    CANCELS,
    DRAWS_ONE,
    OPENS,
    PASSES_HANDS,
    PAYS,
    STAYS,
    TAKES,
    TRIES,
    TURNS,
    begun,
    cards_of,
    cards_owed,
    left_open,
    work_out,
)
from engine.taki.going_out import PENALTY, answer_claim, end, end_of_claim, resolve
from engine.taki.holding import (
    COUNT,
    COUNT_BITS,
    DECLARE,
    EXTRA,
    HOLDS,
    MARKS_OF,
    NO_CARDS,
    TWO_CARDS,
    UNIT,
    UNMARKED,
)
from engine.taki.last_cards import lay_last, pass_hands
from engine.taki.legality import is_in_game, legal_moves, why_illegal
from engine.taki.moves import DECLARED, LAYING, MOVES, Move
from engine.taki.piles import put, renew, take
from engine.taki.situations import Phase, Situation, Step, rules
from engine.taki.state import (
    BY,
    DECK,
    EXTRAS,
    FIRST_SEAT,
    NOBODY,
    ORDER,
    PLACE,
    SEAT,
    SEAT_LETTERS,
    SILENT,
    SITUATION,
    WAITING,
    GameState,
    order,
    slot_of,
)
from engine.taki.windows import answer, heard, open_window
from engine.taki.writing import write_position

__all__ = ["apply", "deal", "illegal", "push", "push_unchecked", "withdraw"]


def apply(state: GameState, move: Move, seat: int | None = None) -> GameState:
    """Return the position after *move*; *state* is unchanged. Raises as ``push`` does."""
    after = state.copy()
    push(after, move, seat)
    return after


def push(state: GameState, move: Move, seat: int | None = None, *, is_known: bool = False) -> None:
    """Make *move* for the seat to act, or for another one that may act out of turn.

    Raises IllegalMove, with the code of rules.md §3.4 and what was legal, and leaves *state* as it was. Only
    ``push_unchecked`` says that a move *is known* to be legal.
    """
    fields = state.fields
    slot = fields[SEAT]
    situation = fields[SITUATION]
    step = situation.after.get(move)
    if step is None or (seat is not None and seat + FIRST_SEAT != slot):
        step = _look(state, move, seat, is_known)
        if step is None:
            return
    effects, following, seats, extra, unit, first, bit = step
    hand, few = fields[slot], situation.few
    if (not hand & bit or hand < TWO_CARDS) and not is_known and move not in legal_moves(state):
        raise illegal(state, move)
    if fields[SILENT]:
        _meet_deadlines(state, slot, move)
    if not effects or effects == TURNS:  # one card is laid
        after = hand - unit if hand & extra else hand - first
        if after >= few:
            fields[slot] = after
        elif after >= TWO_CARDS and situation.is_simple:
            fields[slot] = after & UNMARKED | MARKS_OF[after >> COUNT]
        else:
            put(state, slot, after)
            if not after & COUNT_BITS:
                lay_last(state, slot, move, situation, was_silent=bool(hand & DECLARE))
                return
            if move >= DECLARED:
                _declare(state, slot)
        if effects:
            fields[ORDER] = fields[ORDER].flipped
    elif effects == DRAWS_ONE:
        place, deck = fields[PLACE], fields[DECK]
        if place == len(deck) or state.chance is not None:
            take(state, slot, 1)
        else:
            card = deck[place]
            fields[PLACE] = place + 1
            after = hand + (UNIT[card] if hand & HOLDS[card] else situation.rules.first[card])
            if hand >= few:
                fields[slot] = after
            elif after >= few and not fields[SILENT]:
                fields[slot] = after & UNMARKED
            else:
                put(state, slot, after)
    elif effects == PAYS:
        take(state, slot, situation.owed)
        if fields[EXTRAS].wins:
            fields[SITUATION] = following
            fields[SEAT] = fields[ORDER].steps[1][slot]
            resolve(state)
            return
    elif effects != STAYS:
        _carry_out(state, slot, move, step)
        return
    fields[SITUATION] = following
    fields[SEAT] = fields[ORDER].steps[seats][slot]


def push_unchecked(state: GameState, move: Move, seat: int | None = None) -> None:
    """Make a move that is known to be legal; after another one anything may follow."""
    push(state, move, seat, is_known=True)


_IN_AND_OUT_OF_TURN = frozenset({moves.DECLARE_LAST, moves.CLAIM})


def _look(state: GameState, move: Move, seat: int | None, is_known: bool) -> Step | None:
    """Return what a move leads to that is made out of turn or for the first time, None if it is already made."""
    slot = state.fields[SEAT] if seat is None else seat + FIRST_SEAT
    situation: Situation = state.fields[SITUATION]
    if not is_known and move not in legal_moves(state, seat):
        raise illegal(state, move, seat)
    if slot != state.fields[SEAT] or situation.is_window or move in _IN_AND_OUT_OF_TURN:
        _act_out_of_turn(state, slot, move)
        return None
    return work_out(situation, move)


def illegal(state: GameState, move: Move, seat: int | None = None) -> IllegalMove:
    """Return the error for a move that is not legal, with the position and what was legal."""
    found = MOVES.get(move)
    if found is None:
        code, text = "bad_notation", str(shown(int(move)))
    else:
        code, text = why_illegal(state, found, seat) or "move", str(found)
    actor = state.seat if seat is None else seat
    letter = SEAT_LETTERS[actor] if 0 <= actor < len(SEAT_LETTERS) else str(shown(actor))
    instead = [str(other) for other in legal_moves(state, seat)]
    return IllegalMove(
        f"{letter} {text}: {code}; legal are {', '.join(instead) or 'no moves'}",
        code=code,
        move=text,
        seat=letter,
        position=write_position(state),
        legal=instead,
    )


def _declare(state: GameState, slot: int) -> None:
    state.fields[slot] &= ~DECLARE
    state.fields[SILENT] &= ~(1 << slot)


def _act_out_of_turn(state: GameState, slot: int, move: int) -> None:
    """Carry out what may be done in or out of turn: answers, claims and DECLARE_LAST."""
    situation: Situation = state.fields[SITUATION]
    if move == moves.DECLARE_LAST:
        _declare(state, slot)
    elif not situation.is_window:
        _penalise(state, slot, PENALTY)
    elif situation.facts.phase == Phase.PLUS3:
        answer(state, slot, move)
    else:
        answer_claim(state, slot, move)


def _meet_deadlines(state: GameState, slot: int, move: int) -> None:
    """Other seats with an undeclared last card pay before a card is laid or drawn (§3.13.2)."""
    if move % DECLARED in LAYING or move == moves.DRAW:
        is_automatic = state.fields[SITUATION].rules.edition.last_card_penalty == "auto4"
        _penalise(state, slot, PENALTY if is_automatic else 0)


def _penalise(state: GameState, slot: int, owed: int) -> None:
    """End the deadlines of all seats but *slot*, who take *owed* cards each, in turn order."""
    fields = state.fields
    for other in fields[ORDER].from_next(slot):
        if fields[SILENT] >> other & 1:
            fields[SILENT] &= ~(1 << other)
            if owed:
                take(state, other, owed)


def _carry_out(state: GameState, slot: int, move: int, step: Step) -> None:
    """Carry out a move of the seat to act that does more than lay one card."""
    fields = state.fields
    now: Situation = fields[SITUATION]
    effects, following, seats, *_ = step
    if not effects & STAYS:
        hand = fields[slot]
        was_silent = hand & DECLARE
        for card in cards_of(now.rules, move):
            hand -= UNIT[card] if hand & EXTRA[card] else now.rules.first[card]
        put(state, slot, hand)
        if not hand & COUNT_BITS:
            lay_last(state, slot, move, now, was_silent=bool(was_silent))
            return
        if move >= DECLARED:
            _declare(state, slot)
    if effects & TURNS:
        fields[ORDER] = fields[ORDER].flipped
    if effects & TRIES:
        _try_drawn(state, slot, now)
        return
    fields[SITUATION] = following
    if effects & TAKES:
        take(state, slot, cards_owed(now, effects))
    if effects & OPENS:
        open_window(state, slot)
        return
    if effects & PASSES_HANDS:
        pass_hands(state, move)
    fields[SEAT] = fields[ORDER].steps[seats][slot]
    if effects & (TAKES | CANCELS):
        resolve(state)


def _try_drawn(state: GameState, slot: int, now: Situation) -> None:
    """Let the seat lay the card it takes, if that can be laid (``drawn_playable=same_turn``)."""
    fields = state.fields
    place, deck = fields[PLACE], fields[DECK]
    if take(state, slot, 1):
        card = deck[place] if place < len(deck) else fields[DECK][0]  # the first of a new pile
        trying = now.but(phase=Phase.AFTER_DRAW, drawn=card, then=now.facts.phase)
        key = fields[slot] & trying.mask
        if any(move in LAYING for move in now.rules.moves_of(key)):
            fields[SITUATION] = trying
            return
    fields[SITUATION] = now.rules.situation(begun(now.facts))
    fields[SEAT] = fields[ORDER].steps[1][slot]


def withdraw(state: GameState, seat: int) -> None:
    """Let a seat leave in the middle: its hand is shuffled into the draw pile, what it owed lapses (rules.md §6.7).

    If it was its turn, the turn passes on, an unfinished run as END_OPEN would leave it. With one seat left the
    game is called off, unless that seat has gone out. Raises GameError (``seat_left``, ``over``).
    """
    fields = state.fields
    slot = seat + FIRST_SEAT
    if state.is_over:
        raise GameError("the game is over; nobody can leave it", code="over", seat=shown(seat))
    if not is_in_game(state, slot):
        raise GameError(f"seat {shown(seat)!r} is not in the game", code="seat_left", seat=shown(seat))
    active = fields[ORDER].active & ~(1 << slot)
    fields[ORDER] = order(state.seats, active, fields[ORDER].direction)
    cards = bytes(state.numbers(seat))
    fields[slot] = NO_CARDS
    fields[SILENT] &= ~(1 << slot)
    if cards:
        renew(state, fields[DECK][fields[PLACE] :] + cards, "leave")
    extras = fields[EXTRAS]
    fields[EXTRAS] = extras._replace(
        wins=tuple(other for other in extras.wins if other != slot),
        silent=extras.silent & ~(1 << slot),
    )
    if active.bit_count() == FEWEST_SEATS:
        _play_on_with_two(state)
    _pass_on(state, slot)
    if active.bit_count() == 1 and not state.is_over:
        fields[SITUATION] = fields[SITUATION].but(phase=Phase.TURN, pending=0, threes=0)
        resolve(state)
        if not state.is_over:
            end(state, NOBODY, "called_off")


def _pass_on(state: GameState, slot: int) -> None:
    """Go on without the seat at *slot*, which has left: what it had to do or to answer is not waited for."""
    fields = state.fields
    extras = fields[EXTRAS]
    phase = fields[SITUATION].facts.phase
    if phase == Phase.PLUS3:
        if fields[WAITING] >> slot & 1:
            heard(state, slot)
        return
    if phase == Phase.CLAIM:
        if fields[BY] != slot:
            if extras.then == slot:  # it would have been next, with nothing begun
                fields[EXTRAS] = extras._replace(then=fields[ORDER].steps[1][slot])
            if fields[WAITING] >> slot & 1:
                answer_claim(state, slot, moves.PASS)
            return
        end_of_claim(state)
    if fields[SEAT] == slot:
        situation = fields[SITUATION]
        facts, seats = begun(situation.facts._replace(pending=0, threes=0)), 1
        if situation.facts.phase == Phase.RUN:
            effects, facts, seats = left_open(situation.rules, situation.facts)
            if effects & TURNS:
                fields[ORDER] = fields[ORDER].flipped
        fields[SITUATION] = situation.rules.situation(facts)
        fields[SEAT] = fields[ORDER].steps[max(seats, 1)][slot]
    resolve(state)


def _play_on_with_two(state: GameState) -> None:
    """Use the rules for two players, under which a last card may mean something else (§4.2)."""
    fields = state.fields
    table = rules(state.edition, True)
    for slot in map(slot_of, state.players):
        hand, stages = fields[slot], fields[EXTRAS].stages
        settled = table.settled(hand, not stages or stages[slot - FIRST_SEAT] == 1)
        fields[slot] = settled & ~DECLARE | hand & DECLARE
    fields[SITUATION] = table.situation(fields[SITUATION].facts)
