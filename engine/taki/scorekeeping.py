"""What a careful scorekeeper writes down of a game: the report of it (rules.md §7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import GameError
from engine.taki.cards import Sign
from engine.taki.game import Game
from engine.taki.moves import CLAIM, DECLARE_LAST, Kind, Move
from engine.taki.played import PlayedRound
from engine.taki.situations import Phase
from engine.taki.state import GameState

SPEAKING = frozenset({DECLARE_LAST, CLAIM})
"""What is only said: no turn ends with it, unless a CLAIM closes the window it was made in."""


def report_of(game: Game, names: Sequence[int] | None = None) -> PlayedRound:
    """Return the report of a game that somebody has won: cards, hands, turns, the last card and what matters of it.

    *names* are the positions at the table of its seats, in order: 1, 2, 3 … unless they are given, as for a round of
    the tied alone. ``hands.check`` finds nothing in it that cannot be right. Raises
    GameError (``no_winner``) for any other game.
    """
    winner = game.state.winner
    if winner is None:
        raise GameError("nobody has won this game; there is nothing to report", code="no_winner")
    state = game.state
    names = range(1, state.seats + 1) if names is None else names
    notes = _Notes(game, names)
    hands = {names[seat]: [str(card) for card in state.hand(seat)] for seat in state.players}
    lines = {name: len(hands[name]) if name in hands else None for name in names}
    return PlayedRound(
        lines,
        names[winner],
        hands=hands,
        turns={names[seat]: notes.turns[seat] for seat in state.players},
        direction=state.direction,
        top=str(state.top),
        plus3_laid=notes.plus3_laid,
        plus3_answers=notes.plus3_answers,
        is_exhausted=state.extras.is_exhausted,
        was_reshuffled=any(step.piles for step in game.steps),
        is_crazy_laid=notes.is_crazy_laid,
        **notes.last[winner],
    )


class _Notes:
    """What is noted step by step."""

    def __init__(self, game: Game, names: Sequence[int]) -> None:
        self.names = names
        self.turns = [0] * game.start.seats
        self.turns[game.start.seat] = 1
        self.plus3_laid = 0
        self.plus3_answers: list[int] = []
        self.is_crazy_laid = False
        self.last: dict[int, dict[str, Any]] = {}
        """By seat, about the card that left it without any."""
        states = game.states
        before = next(states)
        for step, after in zip(game.steps, states, strict=True):
            if step.move is not None and step.move.cards:
                self._laid(before, step.seat, step.move, after)
            if not after.is_over and after.situation.begins and not goes_on(before, step.move, step.seat):
                self.turns[after.seat] += 1
            before = after

    def _laid(self, before: GameState, seat: int, move: Move, after: GameState) -> None:
        card = move.cards[-1]
        if move.kind is Kind.PLAY_COMBO or (move.kind is Kind.PLAY and card.sign is Sign.PLUS_THREE):
            self.plus3_laid += 1
        if move.kind in (Kind.BREAK, Kind.SHIELD):
            self.plus3_answers.append(self.names[seat])
        self.is_crazy_laid |= card.sign is Sign.CRAZY
        for facts in self.last.values():
            if before.phase is Phase.PENDING2 and facts["chain_answers"] is not None:
                facts["chain_answers"].append(self.names[seat])
        emptied = [seat] if card.sign is not Sign.CRAZY else [*before.players]
        for other in emptied:
            if not after.counts[other] and (other == seat or before.counts[other]):
                self.last[other] = _last_card(before, seat, move, self.names)


def _last_card(before: GameState, seat: int, move: Move, names: Sequence[int]) -> dict[str, Any]:
    """Return what a report tells of *move*, which left a hand empty."""
    card = move.cards[-1]
    is_broken_by = before.by is not None and move.kind is Kind.BREAK
    return {
        "last_card": str(card),
        "ends_run": before.phase is Phase.RUN or (before.run is not None and card.colour == before.run),
        "is_declared": before.has_declared(seat) and (card.sign is not Sign.CHANGE_COLOUR or move.colour is not None),
        "is_pair": card == (move.cards[0] if len(move.cards) > 1 else before.top),
        "is_on_pending": card.sign is Sign.PLUS_THREE and before.pending > 0,
        "chain_answers": [] if card.sign is Sign.TWO_PLUS else None,
        "crazy_by": names[seat] if card.sign is Sign.CRAZY else None,
        "plus3_by": names[before.by] if is_broken_by and before.by is not None else None,
    }


def goes_on(before: GameState, move: Move | None, seat: int) -> bool:
    """Whether a turn that had begun goes on after *move*: somebody only spoke, or (None) a seat out of turn left."""
    if not before.situation.begins:
        return False
    return move in SPEAKING or (move is None and seat != before.seat)
