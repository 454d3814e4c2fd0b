"""What the engine refuses, in words for developers; the doors translate by ``code``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite


class EngineError(Exception):
    """Base of everything the engine raises; ``code`` is stable, ``values`` are what a sentence needs."""

    code = "engine"

    def __init__(self, message: str, *, code: str | None = None, **values: object) -> None:
        super().__init__(message)
        self.code = code or type(self).code
        self.values: Mapping[str, object] = values


class BadInput(EngineError):
    """What was sent is not JSON, or not of the shape asked for; ``values['path']`` says where."""

    code = "bad_input"


class DrawError(EngineError):
    """Entries, seats and wishes that no draw can be made of (design.md §6); ``code`` says which way."""

    code = "draw"


class BadNotation(EngineError):
    """A text that is no card (rules.md §0.3); ``values['value']`` is what was given."""

    code = "bad_notation"


class EditionError(EngineError):
    """A deck, edition, flag or value that does not exist, or flags that contradict each other (rules.md §1, §2).

    ``values['known']`` lists what exists where a name was unknown.
    """

    code = "edition"


class MoveError(EngineError):
    """A move that cannot be made; ``values`` are those of JSON.

    ``move`` is its text, ``seat`` the letter of who wanted it, ``position`` the line of where, ``legal`` the texts
    of what that seat could do instead.
    """

    code = "move"


class IllegalMove(MoveError):
    """A move that the rules forbid where it was made; ``code`` says why (rules.md §3.4)."""


class AmbiguousMove(MoveError):
    """A short text that may mean several legal moves: ``values['meant']``. ``code`` says what is missing."""

    code = "ambiguous"


class GameError(EngineError):
    """A game that cannot be dealt, stopped or left as was asked; ``code`` says why."""

    code = "game"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a bracket or a position: a stable code, a sentence for developers, and its values."""

    code: str
    message: str
    values: Mapping[str, object] = field(default_factory=dict)


class _Problems(EngineError):
    """Something with several things wrong; ``problems`` names them all at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            "; ".join(problem.message for problem in self.problems),
            problems=[
                {"code": problem.code, "message": problem.message, "values": dict(problem.values)}
                for problem in self.problems
            ],
        )


class BracketError(_Problems):
    """A bracket that does not hold together (rules.md §6.6)."""

    code = "bracket"


class BadPosition(_Problems):
    """A text that is no position, or one that cannot be."""

    code = "bad_position"


class BadGame(_Problems):
    """A text that is no game, or one that cannot have been played."""

    code = "bad_game"


def shown(value: object) -> str | int | float | bool | None:
    """Return *value* if it is short and plain, else a few words for it: safe to print, to store and to send."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else f"a number of {value.bit_length()} bits"
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, str):
        text = value if len(value) <= 40 else value[:39] + "…"
        return text.encode("utf-8", "replace").decode()
    return f"a value of type {type(value).__name__}"
