"""Games really played by the engine, at random, with the report that a careful scorekeeper would write of them."""

from __future__ import annotations

import re
from random import Random

from engine.taki import moves
from engine.taki.editions import Edition
from engine.taki.game import Game
from engine.taki.moves import Kind
from engine.taki.scorekeeping import report_of

MOST_MOVES = 600


class PlayedGame:
    """One game to its end; ``report`` is None if it was still going on."""

    def __init__(self, rules: Edition, seats: int, seed: int) -> None:
        rng = Random(seed)
        self.game = Game.deal(rules, seats, str(seed))
        while not self.game.is_over and len(self.game.steps) < MOST_MOVES:
            legal = self.game.legal_moves
            plays = [move for move in legal if move.cards]
            move = rng.choice(plays if plays and rng.random() < 0.95 else legal)
            if move.kind == Kind.CLAIM:
                move = moves.MOVES[moves.PASS] if moves.PASS in legal else next(m for m in legal if m != move)
            self.game.push(move)
        self.report = None if self.game.state.winner is None else report_of(self.game)


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
