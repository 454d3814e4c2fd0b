"""Games really played by the engine, at random, with the report that a careful scorekeeper would write of them."""

from __future__ import annotations

import re
from random import Random

from engine.taki import moves
from engine.taki.cards import Sign
from engine.taki.editions import Edition
from engine.taki.game import Game
from engine.taki.moves import Kind
from engine.taki.played import PlayedRound
from engine.taki.situations import Phase

MOST_MOVES = 600


class PlayedGame:
    """One game to its end, with what was noted on the way; ``report`` is None if it was still going on."""

    def __init__(self, rules: Edition, seats: int, seed: int) -> None:
        self.rng = Random(seed)
        self.game = Game.deal(rules, seats, str(seed))
        self.emptied: dict[int, dict[str, object]] = {}  # by seat: the facts of the card that left it without any
        self.answers: list[int] = []
        self.is_crazy_laid = False
        while not self.game.is_over and len(self.game.steps) < MOST_MOVES:
            self._move()

    def _move(self) -> None:
        state, legal = self.game.state, self.game.legal_moves
        plays = [move for move in legal if move.cards]
        move = self.rng.choice(plays if plays and self.rng.random() < 0.95 else legal)
        if move.kind == Kind.CLAIM:
            move = moves.MOVES[moves.PASS] if moves.PASS in legal else next(m for m in legal if m != move)
        seat, phase, by, top = state.seat, state.phase, state.by, state.top
        in_run = state.run is not None and bool(move.cards) and move.cards[-1].colour == state.run
        in_run |= phase == Phase.RUN
        self.game.push(move)
        if not move.cards:
            return
        if phase == Phase.PENDING2:
            self.answers.append(seat)
        elif move.cards[-1].sign is Sign.TWO_PLUS:
            self.answers = []
        self.is_crazy_laid |= move.cards[-1].sign is Sign.CRAZY
        state = self.game.state
        if move.cards[-1].sign is Sign.CRAZY:
            emptied = [other for other in range(state.seats) if not state.counts[other] and other not in self.emptied]
        else:
            emptied = [seat] if not state.counts[seat] else []
        for other in emptied:
            self.answers = []
            self.emptied[other] = {
                "last_card": str(move.cards[-1]),
                "ends_run": in_run,
                "is_declared": True,
                "is_pair": move.cards[-1] == (move.cards[0] if len(move.cards) == 2 else top),
                "crazy_by": seat + 1 if move.cards[-1].sign is Sign.CRAZY else None,
                "plus3_by": by + 1 if move.kind == Kind.BREAK and by is not None else None,
            }

    @property
    def report(self) -> PlayedRound | None:
        state = self.game.state
        if state.winner is None:
            return None
        facts = self.emptied[state.winner]
        hands = {seat + 1: [str(card) for card in state.hand(seat)] for seat in range(state.seats)}
        is_chain = facts["last_card"].endswith("2+")
        return PlayedRound(
            {seat: len(hand) for seat, hand in hands.items()},
            state.winner + 1,
            hands=hands,
            direction=state.direction,
            top=str(state.top),
            chain_answers=[seat + 1 for seat in self.answers] or None if is_chain else None,
            is_exhausted=state.extras.is_exhausted,
            is_crazy_laid=self.is_crazy_laid,
            was_reshuffled=state.extras.shuffles > 0,
            **facts,
        )


def hidden(text: str) -> str:
    """A game's text as somebody at the table could write it: hands and draws by number, shuffles not at all."""
    lines = text.splitlines()
    lines[1] = re.sub(r" ([A-J])=(\S+)", lambda hit: f" {hit[1]}={_number(hit[2])}", lines[1])
    lines[1] = re.sub(r" pile=(\S+)", lambda hit: f" pile={_number(hit[1])}", lines[1])
    lines[1] = re.sub(r" seed=\S+", "", lines[1])
    return "\n".join([*lines[:2], *map(_without_cards, lines[2:])]) + "\n"


def _number(cards: str) -> str:
    return "-" if cards == "-" else f"{len(cards.split(','))}?"


def _without_cards(line: str) -> str:
    action, brace, chance = line.partition(" {")
    if not brace:
        return line
    parts = [part.partition(" ") for part in chance[:-1].split("; ")]
    told = [f"{name} {_number(cards)}" for name, _, cards in parts if name != "shuffle"]
    return f"{action} {{{'; '.join(told)}}}" if told else action
