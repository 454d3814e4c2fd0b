"""What chance did in a step of a game: the card drawn, the deck renewed, the defender that an attack showed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import BadNotation, GameError, shown
from engine.minitactico import knowledge
from engine.minitactico.cards import COPIES, Card, parse_card
from engine.minitactico.field import Pile, Placed
from engine.minitactico.moves import Kind, Move
from engine.minitactico.notation import write_cards
from engine.minitactico.play import recycled
from engine.minitactico.reading import parse_cards
from engine.minitactico.state import GameState

DRAWING = frozenset({Kind.DRAW, Kind.SPECIAL})
SHOWING = frozenset({Kind.ATTACK, Kind.CHANGE})
"""Moves that show a card drawn before."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What a log says of chance in one step, None of what it does not say. ``str`` gives its text form."""

    recycled: tuple[Card | None, ...] | None = None
    """The new deck, the next card first, if the deck was renewed before the card was drawn."""
    card: Card | None = None
    """The card drawn."""
    defender: Card | None = None
    """In an attack, the card that defended."""

    def __str__(self) -> str:
        words = [] if self.recycled is None else [f"recycled {write_cards(self.recycled)}"]
        words += [f"{name} {card}" for name, card in (("card", self.card), ("defender", self.defender)) if card]
        return "; ".join(words)


NOTHING = Chance()


def parse_chance(text: str) -> Chance:
    """Return what *text* says, as ``str(chance)`` writes it; BadNotation if it cannot be read."""
    parts: dict[str, str] = {}
    for part in text.split(";") if text.strip() else ():
        name, _, value = part.strip().partition(" ")
        if name not in ("recycled", "card", "defender") or name in parts:
            raise BadNotation(f"{shown(text)!r}: each of recycled, card and defender once", value=shown(text))
        parts[name] = value.strip()
    deck = parts.get("recycled")
    return Chance(
        None if deck is None else parse_cards(deck),
        parse_card(parts["card"]) if "card" in parts else None,
        parse_card(parts["defender"]) if "defender" in parts else None,
    )


def happened(state: GameState, move: Move) -> Chance:
    """Return what chance does in a legal move, as far as the position tells it."""
    if move.kind in DRAWING:
        if state.deck:
            return Chance(card=state.deck[0])
        deck = recycled(state).deck
        return Chance(recycled=deck, card=deck[0])
    if move.kind is Kind.ATTACK and move.seat is not None:
        return Chance(defender=state.field(move.seat).pile(move.squares[0]).cards[0].card)
    return NOTHING


def told(state: GameState, move: Move, chance: Chance) -> GameState:
    """Return *state*, before a legal move, with what chance did in that move put in: hidden cards become known.

    A log on paper can so be replayed from a position that tells little. Raises GameError (``contradiction``) if the
    position says otherwise, has no such card left, or the move has no such thing.
    """
    if chance.recycled is not None:
        if move.kind not in DRAWING:
            raise _contradiction(f"{move.kind} renews no deck")
        state = recycled(state, chance.recycled)
        if any(count > COPIES * state.decks for count in knowledge.told(state).values()):
            raise _contradiction("the new deck has a card of which all lie elsewhere")
    if chance.card is not None:
        state = _with_card(state, move, chance.card)
    if chance.defender is not None:
        if move.kind is not Kind.ATTACK or move.seat is None:
            raise _contradiction(f"{move.kind} shows no defender")
        field = state.field(move.seat)
        pile = field.pile(move.squares[0])
        bottom = Placed(_same(state, pile.cards[0].card, chance.defender), pile.cards[0].seen)
        field = field.with_pile(move.squares[0], Pile((bottom, *pile.cards[1:]), pile.captor))
        state = replace(state, fields=state.with_field(move.seat, field))
    return state


def _with_card(state: GameState, move: Move, card: Card) -> GameState:
    if move.kind in SHOWING:
        return replace(state, card=_same(state, state.card, card))
    if move.kind not in DRAWING:
        raise _contradiction(f"{move.kind} shows no card")
    if not state.deck:
        state = recycled(state)
    return replace(state, deck=(_same(state, state.deck[0], card), *state.deck[1:]))


def _same(state: GameState, known: Card | None, card: Card) -> Card:
    if known not in (None, card):
        raise _contradiction(f"the log says {card}, the position {known}")
    if known is None and not knowledge.untold(state)[card]:
        raise _contradiction(f"the log says {card}, and all {COPIES * state.decks} of them lie elsewhere")
    return card


def _contradiction(message: str) -> GameError:
    return GameError(message, code="contradiction")
