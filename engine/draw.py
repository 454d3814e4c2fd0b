"""The draw: who sits where in the first stage, from entries, table sizes, wishes and a seed (design.md §6).

It knows entry numbers only, no names. The same request gives the same seats on every machine and in every
version of Python; the order in which entries and groups are listed makes no difference. How seats are found is
``keep_apart``'s; where the numbers come from, ``rng``'s.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from engine.errors import DrawError
from engine.keep_apart import Hall, Wish, arrange, meetings
from engine.payload import Payload
from engine.rng import SeededRng

VERSION = 1
"""Version of the way from request to seats: another version may give other seats for the same request."""

KINDS = ("family", "met", "pot", "club", "school", "city")
"""What groups to keep apart are made of, strongest first; ``met`` are players who sat together in an earlier draw,
``pot`` those of like strength, who should not meet so early.

One meeting less of a stronger kind is worth any number of meetings of the weaker ones.
"""


Seats: TypeAlias = tuple[tuple[int, ...], ...]
"""Who sits where: ``seats[k-1][s-1]`` is the entry at seat s of table k."""


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that would rather not meet in the first stage; ``kind`` is one of ``KINDS``."""

    kind: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """What is drawn: ``sizes[k-1]`` seats at table k, as many as there are entries.

    ``fixed`` gives an entry its (table, seat), both from 1, beforehand. Equal groups count as often as they
    are listed; a group of one, say after a withdrawal, asks for nothing.
    """

    entries: tuple[int, ...]
    sizes: tuple[int, ...]
    seed: str
    groups: tuple[Group, ...] = ()
    fixed: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def digest(self) -> str:
        """Return the SHA-256, in hexadecimal, of the request as canonical JSON, the seed included.

        The JSON is ASCII without spaces, keys in order; entries, members, groups and fixed seats are sorted.
        """
        text = json.dumps(
            {
                "draw": VERSION,
                "entries": sorted(self.entries),
                "fixed": sorted([entry, table, seat] for entry, (table, seat) in self.fixed.items()),
                "groups": sorted([group.kind, sorted(group.members)] for group in self.groups),
                "seed": self.seed,
                "sizes": list(self.sizes),
            },
            sort_keys=True,
            separators=(",", ":"),
        )
        return hashlib.sha256(text.encode()).hexdigest()


class Reason(StrEnum):
    """Why a wish was not met at a table."""

    GROUP_LARGER_THAN_TABLES = "group_larger_than_tables"
    """The group has more members than there are tables with room: no seating spreads it more evenly."""
    FIXED_SEATS = "fixed_seats"
    """Seats fixed beforehand put them together."""
    NOT_FOUND = "not_found"
    """Other wishes stand in the way, and no seating was found that meets them and this one."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """A wish broken at one table: ``members`` of ``group`` sit there together, in order of their numbers.

    ``at_best`` is how many of the group share the fullest table when the group is spread as evenly as its size
    allows, by itself and with no seat fixed.
    """

    kind: str
    table: int
    members: tuple[int, ...]
    group: tuple[int, ...]
    at_best: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class DrawResult:
    """Who sits where: ``seats[k-1][s-1]`` is the entry at seat s of table k.

    ``unmet`` are the wishes broken, strongest kind first; ``meetings`` has, for each kind asked for, how many
    pairs meet all the same; ``digest`` is the request's.
    """

    seats: Seats
    unmet: tuple[Unmet, ...]
    meetings: tuple[tuple[str, int], ...]
    digest: str


def draw(request: DrawRequest) -> DrawResult:
    """Return the seats for *request*, with as few meetings within its groups as can be found.

    Every seating that meets the wishes is equally likely as far as can be tested; without groups exactly.
    Raises DrawError if entries do not fill the seats, or something is named twice or does not exist.
    """
    check(request)
    groups, hall = _hall(request)
    entries = sorted(request.entries)
    seated = arrange(hall, SeededRng(request.seed).fork(f"draw {VERSION}"))
    first_seats = _first_seats(request.sizes)
    seats = tuple(
        tuple(entries[player] for player in seated[first : first + size])
        for first, size in zip(first_seats, request.sizes, strict=True)
    )
    return _result(request, seats, groups, hall)


def judge(request: DrawRequest, seats: Seats) -> DrawResult:
    """Return what *seats*, filled by hand, make of the wishes of *request*; its seed plays no part.

    Raises DrawError if they do not seat every entry once at tables of these sizes.
    """
    check(request)
    if [len(seated) for seated in seats] != list(request.sizes):
        raise DrawError("the seats are not those of the request", code="seats_differ", sizes=list(request.sizes))
    if sorted(entry for seated in seats for entry in seated) != sorted(request.entries):
        raise DrawError("the seats do not hold every entry once", code="seated_differ")
    groups, hall = _hall(request)
    return _result(request, seats, groups, hall)


def _first_seats(sizes: Sequence[int]) -> list[int]:
    return [sum(sizes[:table]) for table in range(len(sizes))]


def _hall(request: DrawRequest) -> tuple[list[Group], Hall]:
    """Return the groups that ask for something, strongest first, and the hall that the search is given."""
    players = {entry: player for player, entry in enumerate(sorted(request.entries))}
    first_seats = _first_seats(request.sizes)
    groups = [group for group in _in_order(request.groups) if len(group.members) > 1]
    base = 1 + sum(meetings([len(group.members)]) for group in groups)  # more than all meetings there can be
    return groups, Hall(
        tables=tuple(table for table, size in enumerate(request.sizes) for _ in range(size)),
        pinned={
            players[entry]: first_seats[table - 1] + seat - 1
            for entry, (table, seat) in sorted(request.fixed.items())
        },
        wishes=tuple(
            Wish(
                members=tuple(players[member] for member in group.members),
                weight=base ** (len(KINDS) - 1 - KINDS.index(group.kind)),
            )
            for group in groups
        ),
    )


def _result(request: DrawRequest, seats: Seats, groups: Sequence[Group], hall: Hall) -> DrawResult:
    return DrawResult(
        seats=seats,
        unmet=tuple(
            broken
            for group, wish in zip(groups, hall.wishes, strict=True)
            for broken in _unmet(group, seats, hall, wish)
        ),
        meetings=tuple(_count_meetings(request.groups, seats)),
        digest=request.digest(),
    )


def _in_order(groups: Iterable[Group]) -> list[Group]:
    """Return *groups* with their members sorted, strongest kind first, then by members."""
    ordered = [Group(group.kind, tuple(sorted(group.members))) for group in groups]
    return sorted(ordered, key=lambda group: (KINDS.index(group.kind), group.members))


def _unmet(group: Group, seats: Seats, hall: Hall, wish: Wish) -> Iterator[Unmet]:
    """Yield the tables, in order, at which *group* has more than one member, each with the reason.

    Of the tables that hold two, as many cannot be helped as hold two in the most even spread; so with three
    and more.
    """
    of_group = set(group.members)
    together = {table: tuple(sorted(of_group.intersection(seated))) for table, seated in enumerate(seats, start=1)}
    by_size = sorted(hall.most_even(wish, heed_pinned=False), reverse=True)
    by_fixed_seats = sorted(hall.most_even(wish), reverse=True)
    fullest_first = sorted(together, key=lambda table: (-len(together[table]), table))
    reasons = {}
    for table, size_allows, fixed_allow in zip(fullest_first, by_size, by_fixed_seats, strict=True):
        if len(together[table]) <= size_allows:
            reasons[table] = Reason.GROUP_LARGER_THAN_TABLES
        elif len(together[table]) <= fixed_allow:
            reasons[table] = Reason.FIXED_SEATS
        else:
            reasons[table] = Reason.NOT_FOUND
    for table, members in together.items():
        if len(members) > 1:
            yield Unmet(group.kind, table, members, group.members, by_size[0], reasons[table])


def _count_meetings(groups: Iterable[Group], seats: Iterable[Iterable[int]]) -> Iterator[tuple[str, int]]:
    """Yield each kind among *groups*, strongest first, with the number of pairs of its groups who sit together."""
    tables = [frozenset(seated) for seated in seats]
    listed = list(groups)
    for kind in KINDS:
        members = [frozenset(group.members) for group in listed if group.kind == kind]
        if members:
            yield kind, meetings([len(group & seated) for group in members for seated in tables])


def check(request: DrawRequest) -> None:
    """Raise DrawError, with its code and values, if no draw can be made of *request*."""
    if not request.sizes or min(request.sizes) < 1:
        raise DrawError(
            f"every table needs a seat, got sizes {list(request.sizes)}",
            code="table_without_seats",
            sizes=list(request.sizes),
        )
    if len(request.entries) != sum(request.sizes):
        raise DrawError(
            f"{len(request.entries)} entries for {sum(request.sizes)} seats: change the table sizes or the list",
            code="entries_do_not_fill_seats",
            entries=len(request.entries),
            seats=sum(request.sizes),
        )
    if twice := _twice(request.entries):
        raise DrawError(f"entries {twice} are listed twice", code="entry_twice", entries=twice)
    if not request.seed.strip():
        raise DrawError("a draw needs a seed", code="seed_missing")
    try:
        request.seed.encode()
    except UnicodeEncodeError as error:
        message = f"the seed {request.seed!r} has half a character at position {error.start}"
        raise DrawError(message, code="seed_unreadable", position=error.start) from error
    entries = frozenset(request.entries)
    for group in request.groups:
        _check_group(group, entries)
    _check_fixed(request, entries)


def _check_group(group: Group, entries: frozenset[int]) -> None:
    if group.kind not in KINDS:
        raise DrawError(
            f"no kind of group is called {group.kind!r}; there are {', '.join(KINDS)}",
            code="group_kind_unknown",
            kind=group.kind,
            kinds=list(KINDS),
        )
    values = {"kind": group.kind, "group": sorted(group.members)}
    if unknown := sorted(set(group.members) - entries):
        raise DrawError(
            f"a {group.kind} names {unknown}, who are not among the entries",
            code="group_member_unknown",
            members=unknown,
            **values,
        )
    if twice := _twice(group.members):
        raise DrawError(f"a {group.kind} names {twice} twice", code="group_member_twice", members=twice, **values)


def _check_fixed(request: DrawRequest, entries: frozenset[int]) -> None:
    taken: dict[tuple[int, int], int] = {}
    for entry, place in sorted(request.fixed.items()):
        table, seat = place
        values = {"entry": entry, "table": table, "seat": seat}
        if entry not in entries:
            raise DrawError(
                f"entry {entry} has a fixed seat and is not among the entries", code="fixed_entry_unknown", **values
            )
        if not (1 <= table <= len(request.sizes) and 1 <= seat <= request.sizes[table - 1]):
            raise DrawError(
                f"entry {entry} is fixed to table {table}, seat {seat}, which does not exist",
                code="fixed_seat_unknown",
                **values,
            )
        if place in taken:
            raise DrawError(
                f"entries {taken[place]} and {entry} are both fixed to table {table}, seat {seat}",
                code="fixed_seat_twice",
                other=taken[place],
                **values,
            )
        taken[place] = entry


def _twice(numbers: Iterable[int]) -> list[int]:
    return sorted(number for number, times in Counter(numbers).items() if times > 1)


def request_from_json(data: object) -> DrawRequest:
    """Return the request written in *data*, the parsed JSON of ``python -m engine draw``; BadInput if it is none.

    ``{"entries": [1, …], "sizes": [5, …], "seed": "…", "groups": [{"kind": "family", "members": [1, 2]}, …],
    "fixed": [{"entry": 1, "table": 3, "seat": 1}, …]}``; the last two may be left out.
    """
    payload = Payload(data).only("entries", "sizes", "seed", "groups", "fixed")
    return request_from_payload(payload)


def request_from_payload(payload: Payload, *, seed: str | None = None) -> DrawRequest:
    """Return the request written in *payload*; with *seed*, one that comes from elsewhere."""
    fixed: dict[int, tuple[int, int]] = {}
    for item in payload.objects("fixed"):
        item.only("entry", "table", "seat")
        if item.whole("entry") in fixed:
            raise item.wrong("entry", f"entry {item.whole('entry')} has a fixed seat already")
        fixed[item.whole("entry")] = (item.whole("table"), item.whole("seat"))
    return DrawRequest(
        entries=payload.wholes("entries"),
        sizes=payload.wholes("sizes"),
        seed=payload.text("seed") if seed is None else seed,
        groups=tuple(
            Group(kind=item.only("kind", "members").text("kind"), members=item.wholes("members"))
            for item in payload.objects("groups")
        ),
        fixed=fixed,
    )


def request_to_json(request: DrawRequest) -> dict[str, object]:
    """Return *request* as ``python -m engine draw`` takes it, in the order in which it lists entries and groups."""
    return {
        "entries": list(request.entries),
        "sizes": list(request.sizes),
        "seed": request.seed,
        "groups": [{"kind": group.kind, "members": list(group.members)} for group in request.groups],
        "fixed": [
            {"entry": entry, "table": table, "seat": seat} for entry, (table, seat) in sorted(request.fixed.items())
        ],
    }


def result_to_json(result: DrawResult) -> dict[str, object]:
    """Return *result* as JSON values, with the version of the draw that made it."""
    return {
        "version": VERSION,
        "seats": [list(seated) for seated in result.seats],
        "unmet": [
            {
                "kind": broken.kind,
                "table": broken.table,
                "members": list(broken.members),
                "group": list(broken.group),
                "at_best": broken.at_best,
                "reason": str(broken.reason),
            }
            for broken in result.unmet
        ],
        "meetings": dict(result.meetings),
        "digest": result.digest,
    }
