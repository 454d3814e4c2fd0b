"""What one seat may know of a position: its own cards, and what lies or is said in the open (rules.md §3.1).

All see the cards on top, how many everybody holds, who has said "last card" and who may do what. Nobody sees the
cards of others or the draw pile.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import GameError, shown
from engine.taki.cards import Card, Colour
from engine.taki.editions import Edition
from engine.taki.legality import legal_moves
from engine.taki.moves import Move
from engine.taki.situations import Phase
from engine.taki.state import BY, FIRST_SEAT, NOBODY, ORDER, SEAT, GameState, Lead


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat may know it; made by ``observe``. What it hides makes no difference to it."""

    edition: Edition
    seat: int
    """Whose view it is."""
    hand: tuple[Card, ...]
    legal: tuple[Move, ...]
    """What this seat may do now, out of turn too."""
    is_asked: bool
    """Whether it is the seat to act; else it may say something, and need not."""
    phase: Phase
    lead: Lead
    top: Card
    run: Colour | None
    """The colour of the open run."""
    pending: int
    """Unanswered 2+ cards."""
    owed: int
    """The cards that they cost whoever does not answer."""
    direction: int
    counts: tuple[int, ...]
    """The number of cards in each hand, by seat."""
    others: tuple[int, ...]
    """The other seats in the game in turn order, from the one after this seat."""
    by: int | None
    """In PLUS3 who laid the +3, in CLAIM who laid a last card undeclared."""
    declared: tuple[int, ...]
    """Seats with one card that have said so."""
    pile_size: int
    stages: tuple[int, ...]
    """In pyramid mode the stage of each seat."""


def observe(state: GameState, seat: int) -> View:
    """Return *state* as one seat may know it. Raises GameError (``seat``) for a seat that is not there."""
    if seat not in range(state.seats):
        raise GameError(f"no seat {shown(seat)!r} of {state.seats}", code="seat", seat=shown(seat))
    fields, slot = state.fields, seat + FIRST_SEAT
    order, by = fields[ORDER], fields[BY]
    return View(
        edition=state.edition,
        seat=seat,
        hand=state.hand(seat),
        legal=legal_moves(state, seat),
        is_asked=fields[SEAT] == slot and not state.is_over,
        phase=state.phase,
        lead=state.lead,
        top=state.top,
        run=state.run,
        pending=state.pending,
        owed=state.situation.owed,
        direction=order.direction,
        counts=state.counts,
        others=tuple(other - FIRST_SEAT for other in order.from_next(slot)),
        by=None if by == NOBODY else by - FIRST_SEAT,
        declared=tuple(other for other in state.players if state.has_declared(other)),
        pile_size=state.pile_size,
        stages=state.extras.stages,
    )
