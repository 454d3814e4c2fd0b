"""What is wrong with a format: stages, places and seats that do not fit together (design.md §5, rules.md §6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from engine import bracket
from engine.errors import BracketError, Problem, shown
from scoring.errors import FormatError
from scoring.formats import (
    CLASSIC,
    CUSTOM,
    EXCEPTIONS,
    FIRST_STAGE_TABLES,
    LUNADA,
    LUNADA_COMPACT,
    Format,
    Route,
    StageFormat,
    System,
    WildCards,
)

SIZES = {LUNADA: range(3, 7), LUNADA_COMPACT: range(3, 7), CLASSIC: range(2, 11), CUSTOM: range(2, 11)}
"""Seats a table may have, by preset: 4 and 5, with approval 3 and 6 (§6.4); as many as can play TAKI (§2.2)."""

KEY = re.compile(r"[a-z][a-z0-9_-]{0,19}")
"""Keys of stages are parts of addresses."""

MOST_STAGES, MOST_ROUTES, MOST_TABLES, MOST_ROUNDS = 10, 50, 200, 20
"""More than any championship has: beyond these a number is a slip, and not worth the time to look further."""


def validate(format: Format) -> None:
    """Raise FormatError if *format* contradicts itself; ``values['problems']`` lists all that is wrong."""
    found = problems(format)
    if found:
        raise FormatError(
            "; ".join(problem.message for problem in found),
            problems=[
                {"code": problem.code, "message": problem.message, "values": dict(problem.values)}
                for problem in found
            ],
        )


def problems(format: Format) -> list[Problem]:
    """Return all that is wrong with *format*, an empty list if nothing is.

    What the bracket finds (seats taken twice or by nobody, routes that go back) follows once the stages
    themselves are sound.
    """
    if format.preset not in SIZES:
        return [_problem("preset", f"no preset {shown(format.preset)!r}", preset=shown(format.preset))]
    if too_many := [*_count_problems(format)]:
        return too_many
    found = [*_key_problems(format)]
    for stage in format.stages:
        found += _stage_problems(stage, format)
    if not found:
        found += _place_problems(format)
    if not found:
        found += _bracket_problems(format)
    return [*found, *_exception_problems(format)]


def _problem(code: str, message: str, **values: object) -> Problem:
    return Problem(code, message, values)


def _key_problems(format: Format) -> Iterator[Problem]:
    for key, count in Counter(stage.key for stage in format.stages).items():
        if not KEY.fullmatch(key):
            yield _problem("key", f"stage key {key!r} is not a short word of small letters", stage=key)
        if count > 1:
            yield _problem("same_key", f"{count} stages are called {key!r}", stage=key, count=count)


def _count_problems(format: Format) -> Iterator[Problem]:
    """Nothing at all, or more than any championship has: nothing else is looked at then."""
    counts = {
        "stages": (len(format.stages), 1, MOST_STAGES),
        "routes": (len(format.routes) + len(format.wild_cards), 0, MOST_ROUTES),
    }
    for name, (count, low, high) in counts.items():
        if not low <= count <= high:
            yield _problem(name, f"{count} {name}, not {low} to {high}", count=count, low=low, high=high)


def _stage_problems(stage: StageFormat, format: Format) -> Iterator[Problem]:
    """What is wrong with one stage by itself."""
    key, sizes = stage.key, SIZES[format.preset]
    is_first, is_last = stage is format.stages[0], stage is format.stages[-1]
    is_lunada = format.preset in (LUNADA, LUNADA_COMPACT)
    most = FIRST_STAGE_TABLES if is_first and is_lunada else MOST_TABLES
    if not 1 <= len(stage.sizes) <= most:
        message = f"{key} has {len(stage.sizes)} tables, not 1 to {most}"
        yield _problem("tables", message, stage=key, tables=len(stage.sizes), most=most)
    for table, size in enumerate(stage.sizes[:most], start=1):
        if size not in sizes:
            message = f"{key} table {table} has {size} seats, not {sizes[0]} to {sizes[-1]}"
            yield _problem("size", message, stage=key, table=table, size=size, low=sizes[0], high=sizes[-1])
    if is_last and len(stage.sizes) > 1:
        message = f"{key}, the last stage, has {len(stage.sizes)} tables: there would be no champion"
        yield _problem("last_stage", message, stage=key, tables=len(stage.sizes))
    if not 1 <= stage.rounds <= MOST_ROUNDS:
        message = f"{key} has {stage.rounds} rounds, not 1 to {MOST_ROUNDS}"
        yield _problem("rounds", message, stage=key, rounds=stage.rounds, most=MOST_ROUNDS)
    yield from _played_off_problems(stage)
    if is_last and stage.system is System.LUNADA and 1 not in stage.played_off:
        message = f"a tie for the first place of {key}, the last stage, must be played off"  # rules.md §6.7
        yield _problem("first_shared", message, stage=key)


def _played_off_problems(stage: StageFormat) -> Iterator[Problem]:
    if tuple(sorted(set(stage.played_off))) != stage.played_off:
        message = f"{stage.key} must name each place that is played off once, in order"
        yield _problem("played_off_order", message, stage=stage.key)
    wrong = [place for place in stage.played_off if not 1 <= place <= max(stage.sizes, default=place)]
    if wrong:
        message = f"{stage.key} plays off places that no table has: {wrong[:8]}"
        yield _problem("played_off_place", message, stage=stage.key, places=wrong[:8])


def _place_problems(format: Format) -> Iterator[Problem]:
    """Places that advance though a table has no such place or its tie may be shared; stages that lead nowhere."""
    edges: list[Route | WildCards] = [*format.routes, *format.wild_cards]
    for stage in format.stages:
        leaving = [edge for edge in edges if edge.source == stage.key]
        if stage is not format.stages[-1] and not leaving:
            yield _problem("dead_end", f"{stage.key} leads nowhere", stage=stage.key)
        for place in sorted({edge.place for edge in leaving}):
            if not 1 <= place <= min(stage.sizes):
                message = f"place {place} of {stage.key} advances, but it has a table of {min(stage.sizes)}"
                yield _problem("no_such_place", message, stage=stage.key, place=place, seats=min(stage.sizes))
            elif place not in stage.played_off:
                message = f"place {place} of {stage.key} advances, so a tie for it must be played off"  # §6.7
                yield _problem("not_played_off", message, stage=stage.key, place=place)
        for cards in leaving:
            if isinstance(cards, WildCards) and not 1 <= cards.count <= len(stage.sizes):
                message = f"{cards.count} wild cards from the {len(stage.sizes)} tables of {stage.key}"
                yield _problem("wild_cards", message, stage=stage.key, count=cards.count, most=len(stage.sizes))
        for place, count in Counter(edge.place for edge in leaving).items():
            if count > 1:
                message = f"place {place} of {stage.key} is sent {count} ways"
                yield _problem("place_leads_twice", message, stage=stage.key, place=place, count=count)


def _bracket_problems(format: Format) -> Sequence[Problem]:
    """What keeps the seat plan of §6.6 from holding together."""
    try:
        bracket.plan(
            [(stage.key, stage.sizes) for stage in format.stages],
            [(route.source, route.place, route.target, route.after) for route in format.routes],
            [(cards.source, cards.place, cards.count, cards.target) for cards in format.wild_cards],
        )
    except BracketError as error:
        return error.problems
    return ()


def _exception_problems(format: Format) -> Iterator[Problem]:
    """Codes that do not exist, stand twice, or are missing: of a table of 3 or 6, of wild cards (§6.4)."""
    for code, count in Counter(format.exceptions).items():
        if code not in EXCEPTIONS:
            yield _problem("unknown_exception", f"no exception {code!r}", exception=code)
        if count > 1:
            yield _problem("same_exception", f"exception {code!r} stands twice", exception=code)
    if format.preset not in (LUNADA, LUNADA_COMPACT):
        return
    sizes = {size for stage in format.stages for size in stage.sizes}
    wild = sum(cards.count for cards in format.wild_cards)
    needed = {"E3": 3 in sizes, "E6": 6 in sizes, f"W{wild}": wild > 0}
    for code, is_needed in needed.items():
        if is_needed and code not in format.exceptions:
            yield _problem("missing_exception", f"the format needs exception {code}", exception=code)
