"""The search behind the draw: a random seating with as few of the unwanted meetings as can be found.

Players, seats and tables are indexes from 0 here; entry numbers and names are the draw's. Two players of one
wish at one table are a *meeting*; a wish's cost is its meetings times its weight, so a table of three siblings
costs three times a table of two. Whole numbers only, so that every machine finds the same seats.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.rng import SeededRng

FRESH_SHUFFLES = 64
"""Shuffles tried before any is repaired: the first without avoidable meetings is a fair pick among all such."""
REPAIRS = 4
"""Shuffles that are repaired when none was good enough, of which the best is kept."""
STEPS_PER_PLAYER = 100
"""Exchanges proposed for each player in a repair, and again to forget where the repair came from."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Players who would rather not meet; ``weight`` is what one meeting costs."""

    members: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Hall:
    """What the search is given: the table of each seat, the seat of each player who has one, and the wishes.

    There are as many players as seats.
    """

    tables: tuple[int, ...]
    pinned: Mapping[int, int]
    wishes: tuple[Wish, ...]
    sizes: tuple[int, ...] = field(init=False)
    """Seats of each table; counted once, a hall may have a thousand tables and as many wishes."""

    def __post_init__(self) -> None:
        sizes = [0] * (max(self.tables) + 1)
        for table in self.tables:
            sizes[table] += 1
        object.__setattr__(self, "sizes", tuple(sizes))

    def most_even(self, wish: Wish, *, heed_pinned: bool = True) -> tuple[int, ...]:
        """Return how many of *wish* sit at each table when they are spread as evenly as its size allows.

        No seating has fewer meetings of this wish; others may stand in the way of it. Without *heed_pinned* as
        if nobody had a seat yet.
        """
        spread = [0] * len(self.sizes)
        room = list(self.sizes)
        members = set(wish.members)
        seated = 0
        if heed_pinned:
            for player, seat in self.pinned.items():
                room[self.tables[seat]] -= 1
                if player in members:
                    spread[self.tables[seat]] += 1
                    seated += 1
        emptiest = [(spread[table], table) for table in range(len(room)) if room[table]]
        heapq.heapify(emptiest)
        for _ in range(len(members) - seated):
            count, table = emptiest[0]
            spread[table] = count + 1
            room[table] -= 1
            if room[table]:
                heapq.heapreplace(emptiest, (count + 1, table))
            else:
                heapq.heappop(emptiest)
        return tuple(spread)

    def least_cost(self) -> int:
        """Return what no seating can be cheaper than: every wish at its own best, as if it were the only one."""
        return sum(wish.weight * meetings(self.most_even(wish)) for wish in self.wishes)


def meetings(spread: Sequence[int]) -> int:
    """Return how many pairs sit together when ``spread[t]`` of them are at table t."""
    return sum(count * (count - 1) // 2 for count in spread)


class Seating:
    """Who sits where: ``players[s]`` is the player at seat s; ``cost`` follows every exchange."""

    __slots__ = ("_counts", "_tables", "_weights", "_wishes", "cost", "players")

    def __init__(self, hall: Hall, players: list[int]) -> None:
        self.players = players
        self._tables = hall.tables
        self._weights = [wish.weight for wish in hall.wishes]
        wishes: list[list[int]] = [[] for _ in players]
        for number, wish in enumerate(hall.wishes):
            for player in wish.members:
                wishes[player].append(number)
        self._wishes = [tuple(numbers) for numbers in wishes]
        self._counts = [[0] * len(hall.sizes) for _ in hall.wishes]
        self.cost = 0
        for seat, player in enumerate(players):
            table = self._tables[seat]
            for number in self._wishes[player]:
                counts = self._counts[number]
                self.cost += self._weights[number] * counts[table]  # who comes meets all who are there
                counts[table] += 1

    def change(self, one: int, other: int) -> int:
        """Return by how much the cost would rise if the players at seats *one* and *other* changed places."""
        here, there = self._tables[one], self._tables[other]
        if here == there:
            return 0
        leaves, comes = self._wishes[self.players[one]], self._wishes[self.players[other]]
        change = 0
        for number in leaves:
            if number not in comes:  # who shares a wish with the other leaves its counts as they are
                counts = self._counts[number]
                change += self._weights[number] * (counts[there] - counts[here] + 1)
        for number in comes:
            if number not in leaves:
                counts = self._counts[number]
                change += self._weights[number] * (counts[here] - counts[there] + 1)
        return change

    def exchange(self, one: int, other: int, change: int) -> None:
        """Let the players at seats *one* and *other* change places; *change* is what ``change`` said of it."""
        here, there = self._tables[one], self._tables[other]
        for number in self._wishes[self.players[one]]:
            self._counts[number][here] -= 1
            self._counts[number][there] += 1
        for number in self._wishes[self.players[other]]:
            self._counts[number][there] -= 1
            self._counts[number][here] += 1
        self.players[one], self.players[other] = self.players[other], self.players[one]
        self.cost += change


def arrange(hall: Hall, rng: SeededRng) -> tuple[int, ...]:
    """Return the player at each seat: a fair pick among the seatings with the fewest meetings, as far as found.

    Without wishes it is one shuffle. If no wish stands in another's way and a shuffle may well meet them all, it
    is the first of many shuffles that does, so every such seating is equally likely. Otherwise a shuffle is
    repaired and then walked about for long among the seatings of equal cost, by exchanges whose way back is as
    likely as the way there: that walk favours none of those it can reach.
    """
    least = hall.least_cost()
    for _ in range(FRESH_SHUFFLES):
        seating = shuffled(hall, rng)
        if seating.cost == least:
            return tuple(seating.players)
    best = repaired(hall, rng, least)
    for _ in range(REPAIRS - 1):
        if best.cost > least:
            best = min(best, repaired(hall, rng, least), key=lambda seating: seating.cost)
    seats = free_seats(hall)
    cost = best.cost + 1
    while best.cost < cost:  # the walk, or the look round after it, may come upon something better still
        cost = best.cost
        wander(best, seats, rng)
        if best.cost > least:
            settle(best, seats)
    return tuple(best.players)


def free_seats(hall: Hall) -> tuple[int, ...]:
    """Return the seats nobody was given beforehand, in order."""
    taken = set(hall.pinned.values())
    return tuple(seat for seat in range(len(hall.tables)) if seat not in taken)


def shuffled(hall: Hall, rng: SeededRng) -> Seating:
    """Return a seating in which every way to fill the free seats is equally likely."""
    order = [player for player in range(len(hall.tables)) if player not in hall.pinned]
    rng.shuffle(order)
    players = [0] * len(hall.tables)
    for player, seat in hall.pinned.items():
        players[seat] = player
    for player, seat in zip(order, free_seats(hall), strict=True):
        players[seat] = player
    return Seating(hall, players)


def repaired(hall: Hall, rng: SeededRng, least: int) -> Seating:
    """Return a shuffle after exchanges that never made it worse; no further one makes it better."""
    seating, seats = shuffled(hall, rng), free_seats(hall)
    wander(seating, seats, rng, until=least)
    if seating.cost > least:
        settle(seating, seats)
    return seating


def wander(seating: Seating, seats: Sequence[int], rng: SeededRng, until: int | None = None) -> None:
    """Propose exchanges between any two of *seats* and make those that cost nothing, until the cost is *until*.

    A seat may be proposed with itself: without such idle steps a walk of even length could only reach half of
    the orders.
    """
    for _ in range(STEPS_PER_PLAYER * len(seats)):
        if seating.cost == until:
            return
        one, other = seats[rng.below(len(seats))], seats[rng.below(len(seats))]
        change = seating.change(one, other)
        if change <= 0 and one != other:
            seating.exchange(one, other, change)


def settle(seating: Seating, seats: Sequence[int]) -> None:
    """Make every single exchange that lowers the cost, until there is none left."""
    better = True
    while better:
        better = False
        for i, one in enumerate(seats):
            for other in seats[:i]:
                change = seating.change(one, other)
                if change < 0:
                    seating.exchange(one, other, change)
                    better = True
