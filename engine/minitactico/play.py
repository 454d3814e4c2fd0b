"""Playing: deal, make moves, renew the deck (rules.md §9.1, §9.5 to §9.8).

state = play.deal(seats=2, seed="spring")
move = legal_moves(state)[0]
after = play.apply(state, move)    # checked; positions never change
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.errors import GameError, IllegalMove, shown
from engine.minitactico import outcome
from engine.minitactico.cards import Card, beats
from engine.minitactico.dealing import deal
from engine.minitactico.field import Field, Pile, Placed, Square
from engine.minitactico.legality import legal_moves, why_illegal
from engine.minitactico.moves import Kind, Move
from engine.minitactico.notation import write_position
from engine.minitactico.state import SEAT_LETTERS, Fall, GameState, Phase
from engine.rng import SeededRng

__all__ = ["apply", "apply_unchecked", "deal", "illegal", "recycled"]


def apply(state: GameState, move: Move, seat: int | None = None) -> GameState:
    """Return the position after *move*, made by the seat to act or by *seat*.

    Raises IllegalMove, with a code of ``legality.CODES`` and what was legal; GameError (``hidden``) if the move
    is legal but turns on a card that the position does not tell.
    """
    code = why_illegal(state, move, seat)
    if code is not None:
        raise illegal(state, move, seat, code)
    return apply_unchecked(state, move)


def illegal(state: GameState, move: Move, seat: int | None, code: str) -> IllegalMove:
    """Return the error for a move that is not legal, with the position and what was legal.

    It tells the whole position: whoever answers a player passes that player's view instead.
    """
    actor = state.seat if seat is None else seat
    letter = SEAT_LETTERS[actor] if actor in range(len(SEAT_LETTERS)) else str(shown(actor))
    instead = [str(other) for other in legal_moves(state, seat)]
    return IllegalMove(
        f"{letter} {move}: {code}; legal are {', '.join(instead) or 'no moves'}",
        code=code,
        move=str(move),
        seat=letter,
        position=write_position(state),
        legal=instead,
    )


def apply_unchecked(state: GameState, move: Move) -> GameState:
    """Return the position after a move that is known to be legal; with another one anything may follow."""
    match move.kind:
        case Kind.DRAW:
            card, state = _drawn(state)
            return replace(state, phase=Phase.CARD, card=card)
        case Kind.SPECIAL:
            return _special(state, move.squares[0])
        case Kind.ATTACK:
            assert move.seat is not None
            return _attack(state, move.seat, move.squares[0])
        case Kind.DEFEND:
            pile = state.field(state.seat).pile(move.squares[0])
            hidden = Placed(state.card, 1 << state.seat)  # the owner alone has seen it (§9.9)
            return _turn_over(_with(state, state.seat, move.squares[0], Pile((hidden, *pile.cards))))
        case Kind.CHANGE:
            assert move.seat is not None
            return _change(state, move.seat, move.squares[0])
        case Kind.SWAP:
            field = state.field(state.seat)
            first, second = move.squares
            swapped = field.with_pile(first, field.pile(second)).with_pile(second, field.pile(first))
            return _turn_over(replace(state, fields=state.with_field(state.seat, swapped)))
        case Kind.FLIP:
            pile = state.field(state.seat).pile(move.squares[0])
            return _turn_over(_with(state, state.seat, move.squares[0], Pile(pile.cards[::-1])))
        case Kind.PASS:
            return _turn_over(state)


def recycled(state: GameState, order: tuple[Card | None, ...] | None = None) -> GameState:
    """Return the position with a deck renewed (rules.md §9.7): every card but those that count, shuffled.

    The shuffle follows from the position's seed, unless the new deck's *order* is given. Raises GameError
    (``recycle``) unless a turn begins with an empty deck that may be renewed, or if *order* has other cards.
    """
    if state.phase is not Phase.TURN or state.deck or state.recycles >= state.max_recycles:
        raise GameError(
            f"{state.phase}, {len(state.deck)} cards left, renewed {state.recycles} of {state.max_recycles} times",
            code="recycle",
            deck=len(state.deck),
            recycles=state.recycles,
        )
    released = [placed.card for placed in state.aside]
    fields: list[Field | None] = []
    for field in state.fields:
        if field is None:
            fields.append(None)
            continue
        released += [placed.card for pile in field.piles for placed in pile.loose]
        fields.append(Field(field.flag, tuple(Pile((pile.kept,), pile.captor) for pile in field.piles)))
    if order is None:
        SeededRng(state.seed).fork(f"recycle {state.recycles + 1}").shuffle(released)
        order = tuple(released)
    elif not _may_be(order, released):
        raise GameError("the new deck is not what was released", code="recycle", released=sorted(map(str, released)))
    return replace(state, fields=tuple(fields), deck=order, aside=(), recycles=state.recycles + 1)


def _may_be(order: Sequence[Card | None], released: Sequence[Card | None]) -> bool:
    """Whether *order* may be *released* in another order, a hidden card in either standing for any."""
    there, here = (Counter(card for card in cards if card is not None) for cards in (order, released))
    are_as_many = len(order) == len(released)
    return (
        are_as_many and (there - here).total() <= released.count(None) and (here - there).total() <= order.count(None)
    )


def _drawn(state: GameState) -> tuple[Card | None, GameState]:
    """Return the next card and the position without it, the deck renewed first if it is empty."""
    if not state.deck:
        state = recycled(state)
    return state.deck[0], replace(state, deck=state.deck[1:])


def _told(card: Card | None, where: str) -> Card:
    if card is None:
        raise GameError(f"the card {where} is hidden, and the move turns on it", code="hidden", where=where)
    return card


def _with(state: GameState, owner: int, square: Square, pile: Pile) -> GameState:
    return replace(state, fields=state.with_field(owner, state.field(owner).with_pile(square, pile)))


def _attack(state: GameState, owner: int, square: Square) -> GameState:
    """ATTACK: both sides see both cards; the attacker's goes on top, face up if it wins (§9.5)."""
    pile = state.field(owner).pile(square)
    sides = 1 << state.seat | 1 << owner
    defender = Placed(_told(pile.cards[0].card, "of the defender"), pile.cards[0].seen | sides)
    drawn = _told(state.card, "drawn")
    cards = (defender, *pile.cards[1:])
    if not beats(drawn, _told(defender.card, "of the defender")):
        return _turn_over(_with(state, owner, square, Pile((*cards, Placed(drawn, sides)))))
    state = _with(state, owner, square, Pile((*cards, Placed(drawn, state.everyone)), captor=state.seat))
    up = state.field(owner).up
    if outcome.has_fallen(up):  # comes before any bonus (§9.6)
        return _flag_falls(state, owner)
    if outcome.completes_line(up, square):  # a SWAP is always possible then: a standing field has two squares down
        return replace(state, phase=Phase.BONUS, card=None)
    return _turn_over(state)


def _flag_falls(state: GameState, owner: int) -> GameState:
    """The field leaves the table; with one flag left the game is over, and the field stays to be looked at (§9.8)."""
    state = replace(state, card=None, fallen=(*state.fallen, Fall(owner, state.seat)))
    if len(state.players) == 1:
        return replace(state, phase=Phase.OVER, winner=state.seat, reason="flags")
    field = state.field(owner)
    aside = (*state.aside, *field.placed(), Placed(field.flag, state.everyone))
    return _turn_over(replace(state, fields=state.with_field(owner, None), aside=aside))


def _change(state: GameState, owner: int, square: Square) -> GameState:
    """CHANGE: the card goes on top of a square one has captured, face up (§9.5)."""
    pile = state.field(owner).pile(square)
    drawn = Placed(_told(state.card, "drawn"), state.everyone)
    return _turn_over(_with(state, owner, square, Pile((*pile.cards, drawn), pile.captor)))


def _special(state: GameState, square: Square) -> GameState:
    """SPECIAL: win back a captured square, or lose the turn; both sides see the card, which goes under (§9.5)."""
    card, state = _drawn(state)
    drawn = _told(card, "drawn")
    pile = state.field(state.seat).pile(square)
    assert pile.captor is not None
    captor = None if beats(drawn, _told(pile.cards[-1].card, "on top")) else pile.captor
    under = Placed(drawn, 1 << state.seat | 1 << pile.captor)
    left = tuple(count - (seat == state.seat) for seat, count in enumerate(state.specials))
    state = _with(state, state.seat, square, Pile((under, *pile.cards), captor))
    return _turn_over(replace(state, specials=left))


def _turn_over(state: GameState) -> GameState:
    """Pass the turn on, clockwise; if a card should be drawn and none may come any more, the game ends (§9.9)."""
    players = state.players
    following = next((seat for seat in players if seat > state.seat), players[0])
    if state.deck or state.recycles < state.max_recycles:
        return replace(state, phase=Phase.TURN, card=None, seat=following)
    state = replace(state, phase=Phase.OVER, card=None)
    best = outcome.leaders(state)
    return replace(state, winner=best[0] if len(best) == 1 else None, reason="recycles")
