"""The bracket: tables of all stages and the tickets between them, as a graph (rules.md §6.6).

An edge is a ticket: whoever takes ``place`` at one table sits at a certain seat of another. Nothing here knows
how a place is won. ``plan`` makes the bracket of a championship from its seat plan's formulas; where the boxes
and lines of its picture go is ``bracket_layout``'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from engine.errors import BracketError, Problem
from engine.payload import Payload

WILD_CARD = 0
"""Stands for a table's number in an edge that comes from no certain table but from a whole stage."""


@dataclass(frozen=True, slots=True, order=True)
class BracketTable:
    """A table of a stage, with its number there (from 1) and its seats."""

    stage: str
    number: int
    seats: int


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A ticket: ``place`` of ``from_table`` sits at ``to_seat`` of ``to_table``; all from 1.

    A wild card comes from table ``WILD_CARD``: ``rank`` r is the r-th best of those with ``place`` in the whole
    stage. ``rank`` is 0 in every other edge.
    """

    from_stage: str
    from_table: int
    place: int
    rank: int
    to_stage: str
    to_table: int
    to_seat: int

    @property
    def is_wild_card(self) -> bool:
        """Whether it comes from a whole stage."""
        return self.from_table == WILD_CARD


@dataclass(frozen=True, slots=True)
class Bracket:
    """Stages in playing order, their tables and the edges between them.

    Raises BracketError, with all its problems, if an edge begins or ends at nothing or goes back, two lead to
    one seat or from one place, or a seat after the first stage is filled by none.
    """

    stages: tuple[str, ...]
    tables: tuple[BracketTable, ...]
    edges: tuple[Edge, ...]

    def __post_init__(self) -> None:
        if problems := [
            *_table_problems(self.stages, self.tables),
            *_edge_problems(self.stages, self.tables, self.edges),
            *_seat_problems(self.stages, self.tables, self.edges),
        ]:
            raise BracketError(problems)

    def of_stage(self, stage: str) -> tuple[BracketTable, ...]:
        """Return the tables of *stage* by number."""
        return tuple(sorted(table for table in self.tables if table.stage == stage))

    def feeders(self, stage: str, table: int) -> tuple[Edge, ...]:
        """Return the edges that lead to *table* of *stage*, by seat."""
        into = [edge for edge in self.edges if (edge.to_stage, edge.to_table) == (stage, table)]
        return tuple(sorted(into, key=lambda edge: edge.to_seat))

    def onward(self, stage: str, table: int, place: int) -> Edge | None:
        """Return where *place* of *table* leads, or None if it leads nowhere or only as a wild card."""
        for edge in self.edges:
            if (edge.from_stage, edge.from_table, edge.place) == (stage, table, place):
                return edge
        return None

    def wild_cards(self, stage: str, place: int) -> tuple[Edge, ...]:
        """Return the edges for the best of those with *place* in the whole of *stage*, by rank."""
        cards = [e for e in self.edges if e.is_wild_card and (e.from_stage, e.place) == (stage, place)]
        return tuple(sorted(cards, key=lambda edge: edge.rank))

    def path(self, stage: str, table: int, place: int = 1) -> tuple[Edge, ...]:
        """Return the way from *place* of *table* to the end: that edge, then the winner's of each table it leads to.

        Empty if the place leads nowhere.
        """
        way: list[Edge] = []
        edge = self.onward(stage, table, place)
        while edge:
            way.append(edge)
            edge = self.onward(edge.to_stage, edge.to_table, 1)
        return tuple(way)


def plan(
    stages: Sequence[tuple[str, Sequence[int]]],
    routes: Sequence[tuple[str, int, str, int]] = (),
    wild_cards: Sequence[tuple[str, int, int, str]] = (),
) -> Bracket:
    """Return the bracket of a seat plan; arguments and errors as of ``plan_edges`` and ``Bracket``."""
    edges = plan_edges(stages, routes, wild_cards)
    tables = [
        BracketTable(key, number, seats) for key, sizes in stages for number, seats in enumerate(sizes, start=1)
    ]
    return Bracket(stages=tuple(key for key, _ in stages), tables=tuple(tables), edges=edges)


def plan_edges(
    stages: Sequence[tuple[str, Sequence[int]]],
    routes: Sequence[tuple[str, int, str, int]] = (),
    wild_cards: Sequence[tuple[str, int, int, str]] = (),
) -> tuple[Edge, ...]:
    """Return the seat plan of rules.md §6.6, route by route, then the wild cards.

    *stages* are (key, sizes) in playing order. A route (source, place, target, after) sends that place of every
    table k of the source to table ((k−1) mod S)+1 of the target's S, seat ⌊(k−1)/S⌋+1+after. Wild cards
    (source, place, count, target) take the lowest seats still free, and of equal ones the lower table's, in
    order of rank. Raises BracketError if a stage is unknown or empty, or has no seats left for the wild cards.
    """
    sizes_of = {key: tuple(sizes) for key, sizes in stages}
    if problems := _plan_problems(sizes_of, routes, wild_cards):
        raise BracketError(problems)
    edges = []
    for source, place, target, after in routes:
        targets = len(sizes_of[target])
        for k in range(len(sizes_of[source])):
            edges.append(Edge(source, k + 1, place, 0, target, k % targets + 1, k // targets + 1 + after))
    ranks: Counter[tuple[str, int]] = Counter()
    for source, place, count, target in wild_cards:
        taken = {(edge.to_table, edge.to_seat) for edge in edges if edge.to_stage == target}
        free = sorted(
            (seat, table)
            for table, seats in enumerate(sizes_of[target], start=1)
            for seat in range(1, seats + 1)
            if (table, seat) not in taken
        )
        if count > len(free):
            text = f"{count} wild cards for {len(free)} free seats of {target!r}"
            values = {"stage": target, "wild_cards": count, "free": len(free)}
            problems.append(Problem("wild_cards_without_seats", text, values))
        for seat, table in free[:count]:
            ranks[source, place] += 1
            edges.append(Edge(source, WILD_CARD, place, ranks[source, place], target, table, seat))
    if problems:
        raise BracketError(problems)
    return tuple(edges)


def _plan_problems(
    sizes_of: Mapping[str, Sequence[int]],
    routes: Sequence[tuple[str, int, str, int]],
    wild_cards: Sequence[tuple[str, int, int, str]],
) -> list[Problem]:
    """Return what keeps the formulas from being worked out at all."""
    named = [end for source, _, target, _ in routes for end in (source, target)]
    named += [end for source, _, _, target in wild_cards for end in (source, target)]
    problems = [
        Problem("stage_unknown", f"no stage {key!r} with tables in this plan", {"stage": key})
        for key in dict.fromkeys(named)
        if not sizes_of.get(key)
    ]
    for source, place, count, _ in wild_cards:
        if count < 1:
            text = f"{count} wild cards for place {place} of {source!r}: there must be at least one"
            problems.append(Problem("wild_card_count", text, {"stage": source, "place": place, "count": count}))
    return problems


def _table_problems(stages: Sequence[str], tables: Sequence[BracketTable]) -> Iterator[Problem]:
    for stage, times in Counter(stages).items():
        if times > 1:
            yield Problem("stage_twice", f"stage {stage!r} is listed {times} times", {"stage": stage})
        if stage not in {table.stage for table in tables}:
            yield Problem("stage_without_tables", f"stage {stage!r} has no table", {"stage": stage})
    for (stage, number), times in Counter((table.stage, table.number) for table in tables).items():
        values = {"stage": stage, "table": number}
        if times > 1:
            yield Problem("table_twice", f"table {number} of {stage!r} is listed {times} times", values)
        if stage not in stages:
            yield Problem("table_without_stage", f"table {number} is of {stage!r}, which is no stage", values)
        if number < 1:
            yield Problem("table_number", f"tables are numbered from 1, not {number} ({stage!r})", values)
    for table in tables:
        if table.seats < 1:
            values = {"stage": table.stage, "table": table.number, "seats": table.seats}
            text = f"table {table.number} of {table.stage!r} has {table.seats} seats"
            yield Problem("table_without_seats", text, values)


def _edge_problems(stages: Sequence[str], tables: Sequence[BracketTable], edges: Sequence[Edge]) -> Iterator[Problem]:
    seats = {(table.stage, table.number): table.seats for table in tables}
    sizes = {stage: [table.seats for table in tables if table.stage == stage] for stage in stages}
    order = {stage: position for position, stage in enumerate(stages)}
    for edge in edges:
        values = asdict(edge)
        if edge.is_wild_card:
            with_place = sum(size >= edge.place for size in sizes.get(edge.from_stage, []))
            begins = 1 <= edge.rank <= with_place and edge.place >= 1
        else:
            begins = edge.rank == 0 and 1 <= edge.place <= seats.get((edge.from_stage, edge.from_table), 0)
        if not begins:
            yield Problem("edge_from_nowhere", f"nobody can hold the place that {_words(edge)} begins at", values)
        if not 1 <= edge.to_seat <= seats.get((edge.to_stage, edge.to_table), 0):
            yield Problem("edge_to_nowhere", f"there is no seat that {_words(edge)} ends at", values)
        if order.get(edge.from_stage, -1) >= order.get(edge.to_stage, len(order)):
            yield Problem("edge_goes_back", f"{_words(edge)} does not lead to a later stage", values)
    wild = {(edge.from_stage, edge.place) for edge in edges if edge.is_wild_card}
    origins = Counter((edge.from_stage, edge.from_table, edge.place, edge.rank) for edge in edges)
    for (stage, table, place, rank), times in origins.items():
        if times > 1 or (table != WILD_CARD and (stage, place) in wild):
            values = {"stage": stage, "table": table, "place": place, "rank": rank}
            text = f"place {place} of table {table} of {stage!r} (rank {rank}) leads to more than one seat"
            yield Problem("place_leads_twice", text, values)


def _seat_problems(stages: Sequence[str], tables: Sequence[BracketTable], edges: Sequence[Edge]) -> Iterator[Problem]:
    filled = Counter((edge.to_stage, edge.to_table, edge.to_seat) for edge in edges)
    for (stage, table, seat), times in filled.items():
        if times > 1:
            values = {"stage": stage, "table": table, "seat": seat, "edges": times}
            yield Problem("seat_filled_twice", f"{times} edges to seat {seat} of table {table} of {stage!r}", values)
    for place in tables:
        if place.stage not in stages[1:]:
            continue
        for seat in range(1, place.seats + 1):
            if not filled[place.stage, place.number, seat]:
                values = {"stage": place.stage, "table": place.number, "seat": seat}
                text = f"no edge to seat {seat} of table {place.number} of {place.stage!r}"
                yield Problem("seat_not_filled", text, values)


def _words(edge: Edge) -> str:
    """Return *edge* as developers read it."""
    origin = f"wild card {edge.rank}" if edge.is_wild_card else f"table {edge.from_table}"
    return (
        f"{edge.from_stage!r} {origin} place {edge.place} -> "
        f"{edge.to_stage!r} table {edge.to_table} seat {edge.to_seat}"
    )


def plan_from_json(data: object) -> Bracket:
    """Return the bracket of the plan in *data*, the parsed JSON of ``python -m engine bracket``.

    ``{"stages": [{"key": "qualifiers", "sizes": [5, …]}, …], "routes": [{"source": "qualifiers", "place": 1,
    "target": "final", "after": 0}, …], "wild_cards": [{"source": "qualifiers", "place": 2, "count": 1,
    "target": "final"}, …]}``; ``after`` is 0 if left out. Raises BadInput for another shape, BracketError for a
    plan that does not hold together.
    """
    payload = Payload(data).only("stages", "routes", "wild_cards")
    routes = [item.only("source", "place", "target", "after") for item in payload.objects("routes")]
    cards = [item.only("source", "place", "count", "target") for item in payload.objects("wild_cards")]
    return plan(
        stages=[(item.only("key", "sizes").text("key"), item.wholes("sizes")) for item in payload.objects("stages")],
        routes=[
            (item.text("source"), item.whole("place"), item.text("target"), item.whole("after", 0)) for item in routes
        ],
        wild_cards=[
            (item.text("source"), item.whole("place"), item.whole("count"), item.text("target")) for item in cards
        ],
    )


def bracket_to_json(bracket: Bracket) -> dict[str, object]:
    """Return *bracket* as JSON values."""
    return {
        "stages": list(bracket.stages),
        "tables": [asdict(table) for table in bracket.tables],
        "edges": [asdict(edge) for edge in bracket.edges],
    }
