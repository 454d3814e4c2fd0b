"""The picture of a bracket as columns of nodes with links between neighbours: in which order, how high, how bent.

Used by ``bracket_layout``, whose units these are. A node is a box, or a lane: the height at which an edge passes
over a column. A link is the part of an edge between two neighbouring columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

GRAIN = 8
"""Heights are whole eighths of a unit, which every machine writes alike."""
BOX_GAP = Fraction(1, 2)
"""Between two boxes that lead to the same table, and beside a lane."""
GROUP_GAP = Fraction(5, 4)
"""Between any other two boxes."""


@dataclass(slots=True, eq=False)
class Node:
    """A box or, with height 0, a lane; ``y`` is its top."""

    column: int
    height: Fraction
    y: Fraction = Fraction(0)

    @property
    def is_lane(self) -> bool:
        """Whether it is the place where an edge passes over a column."""
        return not self.height


@dataclass(slots=True, eq=False)
class Link:
    """A line from ``source`` to ``target``, ``out`` and ``into`` below their tops.

    ``out`` is None as long as the line may leave anywhere at the box's edge.
    """

    source: Node
    target: Node
    into: Fraction
    out: Fraction | None

    @property
    def start(self) -> Fraction:
        """Where it leaves its source; the middle as long as that is open."""
        return self.source.y + (self.source.height / 2 if self.out is None else self.out)

    @property
    def end(self) -> Fraction:
        """Where it arrives at its target."""
        return self.target.y + self.into


def arrange(columns: list[list[Node]], links: Sequence[Link]) -> None:
    """Order the nodes of *columns* in place, give each its ``y``, and each link its ``out``.

    The fewest crossings that exchanges of neighbours lead to; of equal orders the one with shorter lines.
    """
    for column in reversed(range(len(columns) - 1)):
        order_by_targets(columns, links, column)
    stack(columns, links)
    best = crossings(columns, links), length(links)
    better = True
    while better:
        better = False
        for nodes in columns:
            for i in range(len(nodes) - 1):
                nodes[i], nodes[i + 1] = nodes[i + 1], nodes[i]
                crossed = crossings(columns, links)
                if crossed <= best[0]:
                    stack(columns, links)
                    found = crossed, length(links)
                    if found < best:
                        best, better = found, True
                        continue
                nodes[i], nodes[i + 1] = nodes[i + 1], nodes[i]
    stack(columns, links)
    open_ports(links)
    stack(columns, links)  # once more: lanes level with the ports


def order_by_targets(columns: list[list[Node]], links: Iterable[Link], column: int) -> None:
    """Order one column by where its links lead in the next; what leads nowhere keeps its place at the end."""
    position = {node: index for index, node in enumerate(columns[column + 1])}
    leads: dict[Node, list[Fraction]] = {node: [] for node in columns[column]}
    for link in links:
        if link.source.column == column:
            leads[link.source].append(position[link.target] + link.into / (link.target.height + 1))
    last = Fraction(len(position))
    columns[column].sort(key=lambda node: sum(leads[node], Fraction(0)) / len(leads[node]) if leads[node] else last)


def crossings(columns: Sequence[Sequence[Node]], links: Iterable[Link]) -> int:
    """Return how many pairs of links cross."""
    position = {node: index for column in columns for index, node in enumerate(column)}
    by_gap: dict[int, list[tuple[tuple[int, Fraction], tuple[int, Fraction]]]] = {}
    for link in links:
        leaves = position[link.source], link.out or Fraction(0)
        by_gap.setdefault(link.source.column, []).append((leaves, (position[link.target], link.into)))
    return sum(
        (one[0] < other[0] and one[1] > other[1]) or (one[0] > other[0] and one[1] < other[1])
        for ends in by_gap.values()
        for one, other in combinations(ends, 2)
    )


def length(links: Iterable[Link]) -> Fraction:
    """Return how far all links go up or down."""
    return sum((abs(link.end - link.start) for link in links), Fraction(0))


def stack(columns: Sequence[Sequence[Node]], links: Sequence[Link]) -> None:
    """Give every node its ``y``: the first column closely stacked, the others level with what leads to them."""
    arriving: dict[Node, list[Link]] = {}
    leaving: dict[Node, list[Node]] = {}
    for link in links:
        arriving.setdefault(link.target, []).append(link)
        leaving.setdefault(link.source, []).append(link.target)
    for column in columns:
        offsets = [Fraction(0)]
        for above, below in pairwise(column):
            if above.is_lane or below.is_lane or leaving.get(above, [])[:1] == leaving.get(below, [None])[:1]:
                gap = BOX_GAP
            else:
                gap = GROUP_GAP
            offsets.append(offsets[-1] + above.height + gap)
        wanted = []
        for node, offset in zip(column, offsets, strict=True):
            if heights := [link.start - link.into for link in arriving.get(node, [])]:
                wanted.append(sum(heights, Fraction(0)) / len(heights) - offset)
            else:
                wanted.append(wanted[-1] if wanted else Fraction(0))
        for node, offset, y in zip(column, offsets, rising(wanted), strict=True):
            node.y = Fraction(round(y * GRAIN), GRAIN) + offset
    top = min(node.y for column in columns for node in column)
    for column in columns:
        for node in column:
            node.y -= top


def rising(wanted: Sequence[Fraction]) -> list[Fraction]:
    """Return the numbers nearest to *wanted* (least squares) that never fall, by pooling neighbours that do."""
    pools: list[tuple[Fraction, int]] = []  # sum and count
    for number in wanted:
        pool = number, 1
        while pools and pools[-1][0] / pools[-1][1] > pool[0] / pool[1]:
            total, count = pools.pop()
            pool = pool[0] + total, pool[1] + count
        pools.append(pool)
    return [total / count for total, count in pools for _ in range(count)]


def open_ports(links: Iterable[Link]) -> None:
    """Give every link an ``out``: those that leave one box spread over its edge in the order of their ends."""
    free: dict[Node, list[Link]] = {}
    for link in links:
        if link.out is None:
            free.setdefault(link.source, []).append(link)
    for node, leaving in free.items():
        leaving.sort(key=lambda link: link.end)
        for i, link in enumerate(leaving, start=1):
            link.out = Fraction(round(node.height * i / (len(leaving) + 1) * GRAIN), GRAIN)


def tracks(links: Iterable[Link]) -> tuple[dict[Link, int], int]:
    """Return on which track, from 1 at the source's side, each bent link of one gap turns, and how many there are.

    Lines that go down turn the later the higher they begin, lines that go up the sooner: so lines whose ends are
    in the order of their starts never cross. Two links share a track only if they stay clear of each other.
    """
    bent = [link for link in links if link.start != link.end]
    down = sorted((link for link in bent if link.end > link.start), key=lambda link: -link.start)
    up = sorted((link for link in bent if link.end < link.start), key=lambda link: link.start)
    track: dict[Link, int] = {}
    for lines in (down, up):
        for i, link in enumerate(lines):
            lowest = 1 + max((track[other] for other in lines[:i] if _meet(link, other)), default=0)
            taken = {track[other] for other in track if _meet(link, other)}
            track[link] = next(number for number in range(lowest, lowest + len(taken) + 1) if number not in taken)
    return track, max(track.values(), default=0)


def _meet(one: Link, other: Link) -> bool:
    """Whether the heights that two links go through overlap or touch."""
    one_low, one_high = sorted((one.start, one.end))
    other_low, other_high = sorted((other.start, other.end))
    return one_low <= other_high and other_low <= one_high
