"""What scoring refuses, in words for developers; the doors translate by ``code``."""

from __future__ import annotations

from collections.abc import Mapping


class ScoringError(Exception):
    """Base of everything scoring raises; ``code`` is stable, ``values`` are what a sentence needs."""

    code = "scoring"

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.values: Mapping[str, object] = values


class FormatError(ScoringError):
    """A format that contradicts itself, or JSON that is none (design.md §5)."""

    code = "format"


class NoPlan(ScoringError):
    """A number of players that no plan fits; ``values['alternatives']`` are the numbers and plans that do."""

    code = "no_plan"
