"""Games as text: written, read, and played again with everything that does not fit (docs/engine.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import BadGame, BadNotation, BadPosition, GameError, IllegalMove, Problem, shown
from engine.taki.editions import Edition
from engine.taki.game import STOPPED, Game, Step, Took, with_top
from engine.taki.line import Line
from engine.taki.notation import parse_action, write_action
from engine.taki.reading import read_position
from engine.taki.state import DECK, PLACE, SEAT_LETTERS, GameState
from engine.taki.writing import card_names, card_text, write_position

FORMAT = "taki 1"
"""The first line: what it is, and the version of the form."""
LONGEST = 2_000_000
"""Characters of the longest game that is read at all."""
MOST_FAULTS = 100
"""After so many a game is not read on."""
_STEP = re.compile(r"([A-J] \S+)(?: \{([^{}]*)\})?")
_OVER = re.compile(r"over ([A-J]|-) (out|called_off|stalemate|cap)")
_HIDDEN = re.compile(r"([0-9]{1,3})\?")
_SHUFFLE = "shuffle"


def write_game(game: Game) -> str:
    """Return a game as text, from which ``read_game`` makes an equal one."""
    lines = [FORMAT, write_position(game.start), *(write_step(game.start.edition, step) for step in game.steps)]
    if game.is_over:
        winner = "-" if game.state.winner is None else SEAT_LETTERS[game.state.winner]
        lines.append(f"over {winner} {game.reason}")
    return "\n".join(lines) + "\n"


def write_step(edition: Edition, step: Step) -> str:
    """Return one step as a line: the action, and in braces what chance did."""
    action = write_action(step.seat, step.move)
    chance = [f"{_SHUFFLE} {_cards(edition, pile)}" for pile in step.piles]
    chance += [f"{SEAT_LETTERS[took.seat]} {_cards(edition, took.cards, took.hidden)}" for took in step.took]
    return f"{action} {{{'; '.join(chance)}}}" if chance else action


def _cards(edition: Edition, numbers: bytes, hidden: int = 0) -> str:
    words = [card_text(edition, number) for number in numbers]
    return ",".join([*words, f"{hidden}?"] if hidden else words)


@dataclass(frozen=True, slots=True)
class GameLog:
    """What a text says about a game, not yet played: nothing in it needs to be possible."""

    start: GameState
    known: int
    """How many cards of the draw pile the start names, from the top."""
    steps: tuple[Step, ...]
    lines: tuple[int, ...]
    """By step, the line of the text it stands in, from 1."""
    winner: int | None = None
    reason: str = ""
    """Why it ended; empty if the text does not say that it did."""

    @property
    def is_pile_known(self) -> bool:
        """Whether the start names every card of the draw pile."""
        return self.known == self.start.pile_size


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing in a game that does not fit: at which step, from 1, or 0 for the whole; ``line`` is of the text."""

    step: int
    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A game played again from its text, and what did not fit. Steps that are not possible are left out of it."""

    game: Game
    faults: tuple[Fault, ...]


def parse_game(text: str) -> GameLog:
    """Return what the text of a game says. Raises BadGame with everything that cannot be read at once."""
    problems: list[Problem] = []
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadGame([Problem("text", f"a game is text of up to {LONGEST} characters", {"value": shown(text)})])
    numbered = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), start=1)]
    said = [(number, line) for number, line in numbered if line]
    if len(said) < 2 or said[0][1] != FORMAT:
        raise BadGame([Problem("format", f"a game begins with a line {FORMAT!r} and one of its position", {})])
    try:
        start = read_position(said[1][1])
    except BadPosition as error:
        raise BadGame(error.problems) from error
    steps, lines = [], []
    winner, reason = None, ""
    for number, line in said[2:]:
        if reason:
            problems.append(Problem("after_over", f"line {number}: the game is over before it", {"line": number}))
        elif match := _OVER.fullmatch(line):
            winner, reason = (None if match[1] == "-" else SEAT_LETTERS.index(match[1])), match[2]
        else:
            try:
                steps.append(_parse_step(start, line))
                lines.append(number)
            except BadNotation as error:
                problems.append(Problem(error.code, f"line {number}: {error}", {"line": number, **error.values}))
        if len(problems) >= MOST_FAULTS:
            break
    if problems:
        raise BadGame(problems)
    known = len(Line(said[1][1]).cards("pile")[0])
    return GameLog(start, known, tuple(steps), tuple(lines), winner, reason)


def _parse_step(start: GameState, line: str) -> Step:
    match = _STEP.fullmatch(line)
    if not match:
        raise BadNotation(f"{shown(line)!r} is no step: an action, and in braces what chance did", value=shown(line))
    seat, move = parse_action(match[1])
    took, piles = [], []
    for part in match[2].split("; ") if match[2] else ():
        name, _, cards = part.partition(" ")
        known, hidden = _parse_cards(start, cards)
        if name == _SHUFFLE and not hidden:
            piles.append(known)
        elif name in [*SEAT_LETTERS]:
            took.append(Took(SEAT_LETTERS.index(name), known, hidden))
        else:
            raise BadNotation(f"{shown(part)!r}: who took which cards, or the cards of a shuffle", value=shown(part))
    return Step(seat, move, tuple(took), tuple(piles))


def _parse_cards(start: GameState, text: str) -> tuple[bytes, int]:
    names, words, hidden = card_names(start.edition), text.split(","), 0
    if match := _HIDDEN.fullmatch(words[-1]):
        words.pop()
        hidden = int(match[1])
    if any(word not in names for word in words):
        raise BadNotation(f"{shown(text)!r}: cards with commas between, 3? last for three hidden", value=shown(text))
    return bytes(names[word] for word in words), hidden


def read_game(text: str) -> Game:
    """Return the game that *text* describes.

    Raises BadGame with everything that cannot be read, is not possible or does not fit.
    """
    replayed = replay(parse_game(text))
    if replayed.faults:
        raise BadGame(
            Problem(fault.code, f"line {fault.line}: {fault.message}", {"line": fault.line, "step": fault.step})
            for fault in replayed.faults
        )
    return replayed.game


def replay(log: GameLog) -> Replay:
    """Play a game again, with every check, and collect what does not fit instead of stopping there.

    Faults have the code of the move that is not legal (rules.md §3.4), or ``seat_left``, ``over``, ``took`` (other
    cards than were in the pile, or another number of them), ``shuffle`` (other cards than were shuffled) or
    ``result``. A step that is not possible is left out, and what follows is judged without it.
    """
    game, faults, known = Game(log.start), list[Fault](), log.known
    for number, (line, step) in enumerate(zip(log.lines, log.steps, strict=True), start=1):
        if len(faults) >= MOST_FAULTS:
            break
        pile_size = game.state.pile_size
        _prepare(game, step, known)
        try:
            done = game.withdraw(step.seat) if step.move is None else game.push(step.move, step.seat)
        except (IllegalMove, GameError) as error:
            faults.append(Fault(number, line, error.code, str(error)))
            game.record.clear()
            continue
        if done.piles:  # an order that the log does not tell follows from what is drawn
            known = game.state.pile_size if step.piles else 0
        else:
            known = max(0, known - (pile_size - game.state.pile_size))
        faults += [Fault(number, line, code, message) for code, message in _differences(game, step, done)]
    faults += _end(game, log)
    return Replay(game, tuple(faults))


def _prepare(game: Game, step: Step, known: int) -> None:
    """Let chance do in the next step what the log says of it, as far as it is possible.

    The first *known* cards of the pile lie as they lie; the order of the others follows from what is drawn.
    """
    wanted = b"" if any(took.hidden for took in step.took) else b"".join(took.cards for took in step.took)
    fields = game.state.fields
    pile = fields[DECK][fields[PLACE] :]
    if len(wanted) > known < len(pile):
        fields[DECK], fields[PLACE] = pile[:known] + with_top(pile[known:], wanted[known : len(pile)]), 0
    game.record.given, game.record.wanted = list(step.piles), wanted[len(pile) :]


def _differences(game: Game, said: Step, done: Step) -> list[tuple[str, str]]:
    found = []
    if said.piles and said.piles != done.piles:
        found.append(("shuffle", "other cards, or more often, than were shuffled"))
    if said.took and not _is_same(said.took, done.took):
        found.append(("took", f"{write_step(game.start.edition, done)} is what happened"))
    return found


def _is_same(said: Sequence[Took], done: Sequence[Took]) -> bool:
    if [(took.seat, took.count) for took in said] != [(took.seat, took.count) for took in done]:
        return False
    return all(other.hidden or other.cards == took.cards for other, took in zip(said, done, strict=True))


def _end(game: Game, log: GameLog) -> list[Fault]:
    if not log.reason:
        return []
    if log.reason in STOPPED and not game.state.is_over:
        game.stop(log.reason)
    if (game.state.winner, game.reason) == (log.winner, log.reason):
        return []
    line = log.lines[-1] + 1 if log.lines else 0
    return [Fault(0, line, "result", f"the game ended otherwise: {write_position(game.state)}")]
