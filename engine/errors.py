"""What the engine refuses, in words for developers; the doors translate by ``code``."""

from __future__ import annotations

from collections.abc import Mapping


class EngineError(Exception):
    """Base of everything the engine raises; ``code`` is stable, ``values`` are what a sentence needs."""

    code = "engine"

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.values: Mapping[str, object] = values


class BadNotation(EngineError):
    """A text that is no card (rules.md §0.3); ``values['value']`` is what was given."""

    code = "bad_notation"


class EditionError(EngineError):
    """A deck, edition, flag or value that does not exist, or flags that contradict each other (rules.md §1, §2).

    ``values['known']`` lists what exists where a name was unknown.
    """

    code = "edition"
