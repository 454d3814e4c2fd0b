"""A championship's format as data: stages, what each is worth, and where its places go (design.md §5).

A format is a frozen tree of small values. What may be wrong with it is ``format_checks``', its JSON is
``format_json``'s, and which shape a number of players gets is ``advisor``'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import FormatError

QUALIFIERS, SECOND, PLAYOFF, FINAL = "qualifiers", "second", "playoff", "final"
"""Keys of the stages of a Lunada championship (rules.md §6.1), in playing order."""

LUNADA, LUNADA_COMPACT, CLASSIC, CUSTOM = "lunada", "lunada-compact", "classic", "custom"
"""Presets: the official shape, the same for fewer players, penalty points at one table, one's own."""

EXCEPTIONS = ("E3", "E6", "S2", "S3", "W1", "W2", "R2", "D5")
"""Codes of rules.md §6.4 that an organiser approves with a reason."""

FULL = "FULL"
"""The code of the official shape without exception (§6.4)."""

FIRST_STAGE_TABLES = 24
"""The most tables that the first stage of a championship may have (rules.md §6.1)."""


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
    """The ``count`` best with ``place`` in a whole stage fill the lowest free seats of ``target`` (§6.4, §6.6)."""

    source: str
    place: int
    count: int
    target: str


@dataclass(frozen=True, slots=True)
class Format:
    """A whole championship: stages in playing order, the routes between them, and the exceptions it needs.

    ``exceptions`` are codes of rules.md §6.4; the first names the plan (``code``).
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

    @property
    def code(self) -> str:
        """The plan's code of rules.md §6.4: its first exception, FULL for the official shape, else empty."""
        if self.exceptions:
            return self.exceptions[0]
        return FULL if self.preset == LUNADA else ""


def classic(players: int, *, rounds: int = 6, has_extra_round: bool = False) -> Format:
    """Return the preset ``classic``: one table of 2 to 10, penalty points, the lowest total wins (rules.md §5.2).

    Who is level at the end shares the place, or plays an extra round for the first with *has_extra_round* (C9).
    """
    stage = StageFormat(FINAL, (players,), rounds, System.PENALTY, played_off=(1,) if has_extra_round else ())
    return Format(CLASSIC, (stage,))
