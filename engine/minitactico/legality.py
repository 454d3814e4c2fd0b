"""Which moves are legal, and why another one is not (rules.md §9.5, §9.6, §9.9)."""

from __future__ import annotations

from engine.minitactico.field import SQUARES
from engine.minitactico.moves import ALL_MOVES, DRAW, ON_ANOTHER, OWNERS, PASS, Kind, Move
from engine.minitactico.state import GameState, Phase

KINDS: dict[Phase, frozenset[Kind]] = {
    Phase.TURN: frozenset({Kind.DRAW, Kind.SPECIAL}),
    Phase.CARD: frozenset({Kind.ATTACK, Kind.DEFEND, Kind.CHANGE}),
    Phase.BONUS: frozenset({Kind.SWAP, Kind.FLIP, Kind.PASS}),
    Phase.OVER: frozenset(),
}
"""What can be done in each phase."""
CODES = (
    "bad_phase",
    "no_such_seat",
    "seat_fallen",
    "not_your_turn",
    "own_field",
    "field_fallen",
    "no_specials_left",
    "face_up",
    "not_captured",
    "not_your_capture",
)
"""The reasons of ``why_illegal``, in the order in which they are looked for."""
_AT = {
    (kind, seat, square): Move(kind, (square,), seat if kind in ON_ANOTHER else None)
    for kind in (Kind.ATTACK, Kind.DEFEND, Kind.CHANGE, Kind.SPECIAL, Kind.FLIP)
    for seat in OWNERS
    for square in SQUARES
}


def legal_moves(state: GameState, seat: int | None = None) -> tuple[Move, ...]:
    """Return what the seat to act may do, each move once, in the order of ``moves.ALL_MOVES``; other seats: nothing.

    It depends on what all see alone, so one's own view of a position has the same legal moves. Before the end
    there is always one: a field that stands has at least two squares face down (rules.md §9.2).
    """
    if seat is not None and seat != state.seat:
        return ()
    if state.phase is Phase.TURN:
        return (DRAW, *(_specials(state) if state.specials[state.seat] else ()))
    if state.phase is Phase.CARD:
        return _with_card(state)
    return _bonuses(state) if state.phase is Phase.BONUS else ()


def _specials(state: GameState) -> list[Move]:
    mine = zip(SQUARES, state.field(state.seat).piles, strict=True)
    return [_AT[Kind.SPECIAL, state.seat, square] for square, pile in mine if pile.is_up]


def _with_card(state: GameState) -> tuple[Move, ...]:
    attacks, defences, changes = [], [], []
    for owner in state.players:
        for square, pile in zip(SQUARES, state.field(owner).piles, strict=True):
            if owner == state.seat:
                if not pile.is_up:
                    defences.append(_AT[Kind.DEFEND, owner, square])
            elif not pile.is_up:
                attacks.append(_AT[Kind.ATTACK, owner, square])
            elif pile.captor == state.seat:
                changes.append(_AT[Kind.CHANGE, owner, square])
    return (*attacks, *defences, *changes)


def _bonuses(state: GameState) -> tuple[Move, ...]:
    piles = state.field(state.seat).piles
    down = [square for square, pile in zip(SQUARES, piles, strict=True) if not pile.is_up]
    swaps = [_SWAPS[first, second] for i, first in enumerate(down) for second in down[i + 1 :]]
    flips = [_AT[Kind.FLIP, state.seat, square] for square in SQUARES if square not in down]
    return (*swaps, *flips, PASS)


_SWAPS = {move.squares: move for move in ALL_MOVES if move.kind is Kind.SWAP}


def why_illegal(state: GameState, move: Move, seat: int | None = None) -> str | None:
    """Return why *move* is not legal, as the first of ``CODES`` that holds, or None if it is legal.

    ``face_up`` is also a captured square attacked again, where CHANGE is meant (rules.md §9.9), ``not_captured``
    a SPECIAL, FLIP or CHANGE on a square face down.
    """
    if state.phase is Phase.OVER:
        return "bad_phase"
    actor = state.seat if seat is None else seat
    if not 0 <= actor < state.seats or (move.seat is not None and move.seat >= state.seats):
        return "no_such_seat"
    if actor in (fall.seat for fall in state.fallen):
        return "seat_fallen"
    if actor != state.seat:
        return "not_your_turn"
    if move.kind not in KINDS[state.phase]:
        return "bad_phase"
    if move.seat is not None:
        if move.seat == actor:
            return "own_field"
        if move.seat not in state.players:
            return "field_fallen"
    if move.kind is Kind.SPECIAL and not state.specials[actor]:
        return "no_specials_left"
    return _wrong_square(state, move, actor)


def _wrong_square(state: GameState, move: Move, actor: int) -> str | None:
    owner = actor if move.seat is None else move.seat
    piles = [state.field(owner).pile(square) for square in move.squares]
    if move.kind in (Kind.ATTACK, Kind.DEFEND, Kind.SWAP):
        return "face_up" if any(pile.is_up for pile in piles) else None
    if not all(pile.is_up for pile in piles):
        return "not_captured"
    if move.kind is Kind.CHANGE and piles[0].captor != actor:
        return "not_your_capture"
    return None
