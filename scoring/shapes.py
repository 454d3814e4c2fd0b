"""The shape of a championship as a format: which stages follow so many first-stage tables (rules.md §6.3–§6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.formats import (
    FINAL,
    LUNADA,
    LUNADA_COMPACT,
    PLAYOFF,
    QUALIFIERS,
    SECOND,
    Format,
    Route,
    StageFormat,
    WildCards,
)


@dataclass(frozen=True, slots=True)
class Shape:
    """What follows the first stage, and the code of §6.4 that names it (empty where there is none).

    ``second_tables`` is 0 if the first stage feeds the final itself. Of each table that feeds the final,
    ``tops`` players go there; with ``has_playoff`` the seconds play for one more seat. ``wild_cards`` are the
    best seconds of the first stage who go on beside its winners.
    """

    code: str = ""
    second_tables: int = 0
    tops: int = 1
    has_playoff: bool = False
    wild_cards: int = 0


TWO_TABLES = Shape("S2", second_tables=2, tops=2)
THREE_TABLES = Shape("S3", second_tables=3, has_playoff=True)
FOUR_TABLES = Shape(second_tables=4, has_playoff=True)
FIVE_TABLES = Shape(second_tables=5)

SHAPES: dict[int, tuple[Shape, ...]] = {
    2: (Shape(tops=2),),
    3: (Shape("W1", wild_cards=1),),
    4: (Shape("R2", has_playoff=True),),
    5: (Shape("D5"),),
    6: (Shape("W2", second_tables=2, tops=2, wild_cards=2),),
    7: (Shape("W1", second_tables=2, tops=2, wild_cards=1),),
    **dict.fromkeys(range(8, 11), (TWO_TABLES,)),
    **dict.fromkeys(range(12, 16), (THREE_TABLES, FOUR_TABLES)),  # four of 3 and 4 keep the final of 4+1
    **dict.fromkeys(range(16, 21), (FOUR_TABLES,)),
    **dict.fromkeys(range(21, 25), (FOUR_TABLES, FIVE_TABLES)),  # four have six seats, five have 4 and 5
}
"""What may follow by the number of first-stage tables, the recommended shape first (§6.5). One table decides
by itself; the winners of 11 cannot be split (§6.3)."""


def split(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of *tables* tables for *players*, as even as can be, larger tables first (§6.5)."""
    size, larger = divmod(players, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def single_table(players: int) -> Format:
    """Return the format of one table, which decides."""
    sizes = (players,)
    return Format(LUNADA_COMPACT, (StageFormat(FINAL, sizes),), exceptions=_size_codes(sizes))


def build(first: tuple[int, ...], shape: Shape) -> Format:
    """Return the format that begins with tables of the sizes *first* and goes on as *shape* says.

    Seats follow §6.6: winners first, then the seconds of each table or the holder of the ticket.
    """
    second = split(len(first) + shape.wild_cards, shape.second_tables) if shape.second_tables else ()
    feeder, feeders = (SECOND, len(second)) if second else (QUALIFIERS, len(first))
    routes = [Route(QUALIFIERS, 1, SECOND)] if second else []
    routes.append(Route(feeder, 1, FINAL))
    if shape.tops == 2:
        routes.append(Route(feeder, 2, FINAL, after=feeders))
    if shape.has_playoff:
        routes += [Route(feeder, 2, PLAYOFF), Route(PLAYOFF, 1, FINAL, after=feeders)]
    wild_cards: tuple[WildCards, ...] = ()
    if shape.wild_cards:
        wild_cards = (WildCards(QUALIFIERS, 2, shape.wild_cards, SECOND if second else FINAL),)
    extra = shape.has_playoff + (0 if second else shape.wild_cards)
    tables = {
        QUALIFIERS: first,
        SECOND: second,
        PLAYOFF: (feeders,) if shape.has_playoff else (),
        FINAL: (feeders * shape.tops + extra,),
    }
    seconds_advance = {route.source for route in routes if route.place == 2} | {w.source for w in wild_cards}
    stages = tuple(
        StageFormat(key, sizes, played_off=(1, 2) if key in seconds_advance else (1,))
        for key, sizes in tables.items()
        if sizes
    )
    is_official = shape is FOUR_TABLES and min(second) >= 4  # FULL and E6
    return Format(
        LUNADA if is_official else LUNADA_COMPACT,
        stages,
        tuple(routes),
        wild_cards,
        _exceptions(first, shape, [size for stage in stages[1:] for size in stage.sizes]),
    )


def _exceptions(first: tuple[int, ...], shape: Shape, later: Sequence[int]) -> tuple[str, ...]:
    """The codes a plan needs, each once: of the first stage's sizes, of its shape, of later sizes."""
    shape_codes = (shape.code,) if shape.code else ()
    return tuple(dict.fromkeys((*_size_codes(first), *shape_codes, *_size_codes(later))))


def _size_codes(sizes: Sequence[int]) -> tuple[str, ...]:
    """E3 and E6 for tables of three and six (§6.4)."""
    return tuple(f"E{size}" for size in (3, 6) if size in sizes)
