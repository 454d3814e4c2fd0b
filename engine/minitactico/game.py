"""A game as it was played: its start, its steps, and its text form, which is replayed with every check.

game = Game(play.deal(seats=2, seed="spring"))
game.push("DRAW")
parse_game(write_game(game)).state == game.state
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadGame, BadNotation, BadPosition, EngineError, GameError, Problem, shown
from engine.minitactico import play
from engine.minitactico.chance import NOTHING, Chance, happened, parse_chance, told
from engine.minitactico.legality import legal_moves, why_illegal
from engine.minitactico.moves import Move, parse_move
from engine.minitactico.notation import NAME, write_position
from engine.minitactico.reading import parse_position
from engine.minitactico.state import SEAT_LETTERS, GameState

VERSION = "1"
NOBODY = "-"
LONGEST = 400_000
"""Characters of the longest game that is read at all."""
MOST_PROBLEMS = 100
"""How many problems of a game are told; reading stops there."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move, by whom, and what chance did in it."""

    seat: int
    move: Move
    chance: Chance = NOTHING

    def __str__(self) -> str:
        text = f"{SEAT_LETTERS[self.seat]} {self.move}"
        return f"{text} {{{self.chance}}}" if self.chance != NOTHING else text


class Game:
    """A start and the steps made from it; ``state`` is where it stands."""

    __slots__ = ("_states", "_steps")

    def __init__(self, start: GameState) -> None:
        self._states = [start]
        self._steps: list[Step] = []

    @property
    def start(self) -> GameState:
        """The position before the first step."""
        return self._states[0]

    @property
    def state(self) -> GameState:
        """The position after the last step."""
        return self._states[-1]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps made so far."""
        return tuple(self._steps)

    @property
    def states(self) -> tuple[GameState, ...]:
        """The position at the start and after each step."""
        return tuple(self._states)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the seat to act may do."""
        return legal_moves(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    def push(self, move: Move | str, seat: int | None = None, chance: Chance = NOTHING) -> Step:
        """Make *move*, given as such or as its text, and return the step; *chance* tells hidden cards it turns on.

        Raises as ``parse_move``, ``play.apply`` and ``chance.told`` do, and then the game is as before.
        """
        move = parse_move(move) if isinstance(move, str) else move
        before = self.state
        if (code := why_illegal(before, move, seat)) is not None:
            raise play.illegal(before, move, seat, code)
        if chance != NOTHING:
            before = told(before, move, chance)
        after = play.apply_unchecked(before, move)
        shown_by_play = happened(before, move)
        happening = Chance(
            chance.recycled or shown_by_play.recycled,
            chance.card or shown_by_play.card,
            shown_by_play.defender,
        )
        step = Step(before.seat, move, happening)
        self._steps.append(step)
        self._states.append(after)
        return step

    def pop(self) -> Step:
        """Take the last step back and return it. Raises GameError (``no_step``) at the start."""
        if not self._steps:
            raise GameError("no step to take back", code="no_step")
        self._states.pop()
        return self._steps.pop()


def write_game(game: Game) -> str:
    """Return *game* as lines of text, from which an equal one can be read."""
    lines = [f"{NAME} {VERSION}", write_position(game.start), *map(str, game.steps)]
    if game.state.is_over:
        lines.append(_over(game.state))
    return "\n".join(lines) + "\n"


def _over(state: GameState) -> str:
    return f"over {NOBODY if state.winner is None else SEAT_LETTERS[state.winner]} {state.reason}"


def parse_game(text: object) -> Game:
    """Return the game that *text* tells, replayed with every check.

    Raises BadGame with all problems, each with its ``line`` and from the first step on its ``step``, counted from 1:
    whatever cannot be read; else the moves that cannot be made, each left out and the rest tried without it.
    """
    lines = _lines(text)
    problems: list[Problem] = []
    start = _start(lines, problems)
    steps, over = _steps(lines[2:], problems)
    if start is None or problems:
        raise BadGame(problems)
    game = Game(start)
    for number, (line, step) in enumerate(steps, start=1):
        if len(problems) == MOST_PROBLEMS:
            break
        try:
            game.push(step.move, step.seat, step.chance)
        except EngineError as error:
            problems.append(Problem(error.code, str(error), {**error.values, "line": line, "step": number}))
    if over is not None and (not game.state.is_over or over[1] != _over(game.state)):
        problems.append(
            Problem("over", "the game does not end like that", {"line": over[0], "value": shown(over[1])})
        )
    if problems:
        raise BadGame(problems)
    return game


def _lines(text: object) -> list[tuple[int, str]]:
    """Return the lines that say something, with their numbers from 1."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadGame([Problem("text", f"a game is a text of up to {LONGEST} characters", {"value": shown(text)})])
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.split("\n"), start=1))
    return [(number, line) for number, line in lines if line]


def _start(lines: list[tuple[int, str]], problems: list[Problem]) -> GameState | None:
    if len(lines) < 2 or lines[0][1].split() != [NAME, VERSION]:
        message = f"a game begins with the line {NAME} {VERSION}, then a position"
        problems.append(Problem("version", message, {"line": lines[0][0] if lines else 1}))
        return None
    try:
        return parse_position(lines[1][1])
    except BadPosition as error:
        problems += [
            Problem(problem.code, problem.message, {**problem.values, "line": lines[1][0]})
            for problem in error.problems
        ]
        return None


def _steps(
    lines: list[tuple[int, str]], problems: list[Problem]
) -> tuple[list[tuple[int, Step]], tuple[int, str] | None]:
    """Return the steps with their lines, and the line of the end if there is one."""
    steps: list[tuple[int, Step]] = []
    for place, (line, text) in enumerate(lines):
        if len(problems) >= MOST_PROBLEMS:
            break
        if text.split()[0] == "over" and place == len(lines) - 1:
            return steps, (line, " ".join(text.split()))
        try:
            steps.append((line, _step(text)))
        except BadNotation as error:
            problems.append(Problem(error.code, str(error), {**error.values, "line": line, "step": place + 1}))
    return steps, None


def _step(text: str) -> Step:
    action, brace, chance = text.partition("{")
    letter, _, move = action.strip().partition(" ")
    if letter not in tuple(SEAT_LETTERS) or (brace and not chance.endswith("}")):
        raise BadNotation(
            f"{shown(text)!r} is no step: a seat, a move, and what chance did in braces", value=shown(text)
        )
    return Step(SEAT_LETTERS.index(letter), parse_move(move.strip()), parse_chance(chance[:-1]) if brace else NOTHING)
