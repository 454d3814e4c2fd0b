"""A championship's format as data: stages, what each is worth, and where its places go (design.md §5).

A format is a frozen tree of small values. ``to_json`` and ``from_json`` round-trip it; the JSON carries a
version, and older versions are upgraded when read. Which shape a number of players gets is ``advisor``'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import FormatError

VERSION = 1

QUALIFIERS, SECOND, PLAYOFF, FINAL = "qualifiers", "second", "playoff", "final"
"""Keys of the stages of a Lunada championship (rules.md §6.1), in playing order."""


class System(StrEnum):
    """How a round is worth points."""

    LUNADA = "lunada"
    """Winner +2, every loser minus one per card left; highest total wins (rules.md §5.1)."""
    PENALTY = "penalty"
    """Winner −100, others the value of their cards; lowest total wins (rules.md §5.2)."""


@dataclass(frozen=True, slots=True)
class StageFormat:
    """One stage: ``sizes[k-1]`` is the number of seats of table k.

    A tie that covers a place in ``played_off`` is settled by tie-break rounds; every other tie is a shared
    place (rules.md §5.1, §6.7).
    """

    key: str
    sizes: tuple[int, ...]
    rounds: int = 3
    system: System = System.LUNADA
    played_off: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Route:
    """Where place ``place`` of every table of ``source`` goes: the seat formula of rules.md §6.6.

    With S tables in ``target``, table k's player sits at table ((k−1) mod S)+1, seat ⌊(k−1)/S⌋+1+``after``.
    """

    source: str
    place: int
    target: str
    after: int = 0

    def seat(self, table: int, targets: int) -> tuple[int, int]:
        """Return (table, seat) in the target stage, both from 1, for table number *table* of the source."""
        return (table - 1) % targets + 1, (table - 1) // targets + 1 + self.after


@dataclass(frozen=True, slots=True)
class WildCards:
    """The ``count`` best ``place``s of a whole stage fill the lowest free seats of ``target`` (W1, W2; §6.4, §6.6)."""

    source: str
    place: int
    count: int
    target: str


@dataclass(frozen=True, slots=True)
class Format:
    """A whole championship: stages in playing order, the routes between them, and the exceptions it needs.

    ``exceptions`` are codes of rules.md §6.4; the first names the plan (FULL when there is none).
    """

    preset: str
    stages: tuple[StageFormat, ...]
    routes: tuple[Route, ...] = ()
    wild_cards: tuple[WildCards, ...] = ()
    exceptions: tuple[str, ...] = ()

    def stage(self, key: str) -> StageFormat:
        """Return the stage called *key*; FormatError if there is none."""
        for stage in self.stages:
            if stage.key == key:
                return stage
        raise FormatError(f"no stage {key!r} in this format", stage=key)

    @property
    def players(self) -> int:
        """Seats of the first stage."""
        return sum(self.stages[0].sizes)
