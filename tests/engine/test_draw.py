"""The draw: golden seats, wishes met as far as they can be, fairness, refusals (design.md §6)."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.draw import (
    KINDS,
    DrawRequest,
    Group,
    Reason,
    Unmet,
    draw,
    request_from_json,
    result_to_json,
)
from engine.errors import DrawError
from engine.rng import SeededRng

GOLDEN = Path(__file__).parent / "golden"
SIXTEEN_FIVES_AND_FOUR_FOURS = (5,) * 16 + (4,) * 4
FEW = settings(max_examples=40, deadline=None)


def numbered(players, sizes, seed="mapal", groups=(), fixed=None):
    """A request of entries 1 to *players*; *groups* are (kind, members)."""
    listed = tuple(Group(kind, tuple(members)) for kind, members in groups)
    return DrawRequest(tuple(range(1, players + 1)), tuple(sizes), seed, listed, fixed or {})


def at_tables(group, result):
    """How many of *group* sit at each table."""
    return [len(set(group).intersection(seated)) for seated in result.seats]


@st.composite
def requests(draw_from):
    """Small halls with any groups, and sometimes seats fixed beforehand."""
    sizes = draw_from(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    entries = draw_from(st.lists(st.integers(1, 999), min_size=sum(sizes), max_size=sum(sizes), unique=True))
    members = st.lists(st.sampled_from(entries), max_size=4, unique=True).map(tuple)
    groups = draw_from(st.lists(st.builds(Group, st.sampled_from(KINDS), members), max_size=6))
    seats = [(table, seat) for table, size in enumerate(sizes, start=1) for seat in range(1, size + 1)]
    pinned = draw_from(st.integers(0, 2))
    fixed = dict(zip(entries[:pinned], draw_from(st.permutations(seats))[:pinned], strict=False))
    return DrawRequest(tuple(entries), tuple(sizes), draw_from(st.text("אבa1", min_size=1)), tuple(groups), fixed)


def meetings_by_kind(groups, tables):
    """Pairs that sit together, a number for each kind, strongest first."""
    pairs = Counter()
    for group in groups:
        for seated in tables:
            together = len(set(group.members).intersection(seated))
            pairs[group.kind] += together * (together - 1) // 2
    return [pairs[kind] for kind in KINDS]


def fewest_meetings(request):
    """The least any seating can do, by trying them all."""
    table_of_fixed = {entry: table - 1 for entry, (table, _) in request.fixed.items()}
    best = None
    for filled in fillings(list(request.entries), request.sizes):
        if all(entry in filled[table] for entry, table in table_of_fixed.items()):
            cost = meetings_by_kind(request.groups, filled)
            best = cost if best is None else min(best, cost)
    return best


def fillings(entries, sizes):
    """Every way to share *entries* out to tables, seats aside."""
    if not sizes:
        yield []
        return
    for seated in combinations(entries, sizes[0]):
        rest = [entry for entry in entries if entry not in seated]
        for others in fillings(rest, sizes[1:]):
            yield [seated, *others]


@pytest.mark.parametrize("name", ["draw_24", "draw_96"])
def test_draw_golden(name):
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert result_to_json(draw(request_from_json(golden["request"]))) == golden["result"]


def test_draw_without_groups_is_one_shuffle():
    order = [3, 14, 15, 35, 58, 89, 92, 97]
    rng = SeededRng("seed").fork("draw 1")
    rng.shuffle(order)
    result = draw(DrawRequest((97, 3, 14, 15, 92, 35, 89, 58), (4, 4), "seed"))
    assert result.seats == (tuple(order[:4]), tuple(order[4:]))
    assert (result.unmet, result.meetings) == ((), ())


def test_draw_without_groups_keeps_fixed_seats_and_shuffles_the_rest():
    order = [1, 2, 4, 5, 6]
    SeededRng("seed").fork("draw 1").shuffle(order)
    result = draw(numbered(6, (3, 3), "seed", fixed={3: (2, 1)}))
    assert result.seats == (tuple(order[:3]), (3, *order[3:]))


@FEW
@given(requests())
def test_draw_seats_everybody_once_and_fixed_seats_hold(request):
    result = draw(request)
    assert tuple(map(len, result.seats)) == request.sizes
    assert sorted(entry for seated in result.seats for entry in seated) == sorted(request.entries)
    for entry, (table, seat) in request.fixed.items():
        assert result.seats[table - 1][seat - 1] == entry


@FEW
@given(requests(), st.randoms(use_true_random=False))
def test_draw_does_not_depend_on_the_order_of_the_lists(request, random):
    def mixed(items):
        items = list(items)
        return tuple(random.sample(items, len(items)))

    other = DrawRequest(
        entries=mixed(request.entries),
        sizes=request.sizes,
        seed=request.seed,
        groups=mixed(Group(group.kind, mixed(group.members)) for group in mixed(request.groups)),
        fixed=dict(mixed(request.fixed.items())),
    )
    assert draw(other) == draw(request)


@FEW
@given(requests())
def test_draw_has_the_fewest_meetings_strongest_kind_first(request):
    result = draw(request)
    assert meetings_by_kind(request.groups, result.seats) == fewest_meetings(request)


@FEW
@given(requests())
def test_draw_names_every_broken_wish(request):
    result = draw(request)
    together = Counter()
    for group in request.groups:
        for table, seated in enumerate(result.seats, start=1):
            members = tuple(sorted(set(group.members).intersection(seated)))
            if len(members) > 1:
                together[group.kind, table, members, tuple(sorted(group.members))] += 1
    assert Counter((one.kind, one.table, one.members, one.group) for one in result.unmet) == together
    kinds = {group.kind for group in request.groups}
    by_kind = zip(KINDS, meetings_by_kind(request.groups, result.seats), strict=True)
    assert result.meetings == tuple((kind, pairs) for kind, pairs in by_kind if kind in kinds)


def test_draw_of_siblings_and_a_club_of_nine_over_24_tables_keeps_all_apart_o30():
    club = range(10, 19)
    groups = [("family", (1, 2)), ("family", (3, 4)), ("club", club)]
    result = draw(numbered(120, (5,) * 24, groups=groups))
    assert at_tables((1, 2), result).count(1) == 2
    assert at_tables((3, 4), result).count(1) == 2
    assert sorted(at_tables(club, result)) == [0] * 15 + [1] * 9
    assert result.unmet == ()


@pytest.mark.parametrize(
    ("sizes", "crowded"),
    [((5,) * 20, 10), ((5,) * 16 + (4,) * 5, 9), ((5,) * 4 + (4,) * 20, 6)],
    ids=["20 tables", "21 tables", "24 tables"],
)
def test_draw_of_a_club_of_30_seats_at_most_two_together_and_says_why_o31(sizes, crowded):
    club = tuple(range(1, 31))
    result = draw(numbered(100, sizes, groups=[("club", club)]))
    assert sorted(at_tables(club, result)) == [1] * (len(sizes) - crowded) + [2] * crowded
    assert result.meetings == (("club", crowded),)
    assert [(one.group, one.at_best, len(one.members), one.reason) for one in result.unmet] == [
        (club, 2, 2, Reason.GROUP_LARGER_THAN_TABLES)
    ] * crowded


def test_draw_of_three_sessions_repeats_no_meeting_o32():
    earlier = []
    for session in range(1, 4):
        result = draw(numbered(96, SIXTEEN_FIVES_AND_FOUR_FOURS, f"session {session}", earlier))
        earlier += [("met", seated) for seated in result.seats]
    pairs = Counter(pair for _, seated in earlier for pair in combinations(sorted(seated), 2))
    assert set(pairs.values()) == {1}
    assert result.meetings == (("met", 0),)


def test_draw_counts_the_repeats_that_cannot_be_helped_o32():
    result = draw(numbered(6, (3, 3), groups=[("met", (1, 2, 3)), ("met", (4, 5, 6))]))
    assert sorted(at_tables((1, 2, 3), result)) == [1, 2]  # two of three who met stay together, at both tables
    assert result.meetings == (("met", 2),)


def test_draw_meets_all_wishes_of_a_real_hall():
    schools = [("school", range(first, first + 8)) for first in range(1, 97, 8)]
    cities = [("city", range(first, 97, 3)) for first in (1, 2)]
    families = [("family", (number, number + 1)) for number in range(1, 40, 2)]
    clubs = [("club", range(first, 97, 9)) for first in (1, 2, 3)]
    result = draw(numbered(96, SIXTEEN_FIVES_AND_FOUR_FOURS, groups=schools + cities + families + clubs))
    # a city of 32 at 20 tables: 12 tables of two; everybody else apart
    assert result.meetings == (("family", 0), ("club", 0), ("school", 0), ("city", 24))


def test_draw_breaks_a_club_rather_than_a_family():
    groups = [("family", (1, 2)), ("club", (1, 3)), ("club", (1, 4)), ("school", (1, 3))]
    result = draw(numbered(4, (2, 2), groups=groups))
    assert {tuple(sorted(seated)) for seated in result.seats} == {(1, 4), (2, 3)}
    table = 1 if 1 in result.seats[0] else 2
    assert result.unmet == (Unmet("club", table, (1, 4), (1, 4), 1, Reason.NOT_FOUND),)


def test_draw_says_that_fixed_seats_put_siblings_together():
    fixed = {1: (1, 1), 2: (1, 2)}
    result = draw(numbered(8, (4, 4), groups=[("family", (1, 2, 3))], fixed=fixed))
    assert result.seats[0][:2] == (1, 2)
    assert result.unmet == (Unmet("family", 1, (1, 2), (1, 2, 3), 2, Reason.GROUP_LARGER_THAN_TABLES),)
    result = draw(numbered(9, (3, 3, 3), groups=[("family", (1, 2, 3))], fixed=fixed))
    assert result.unmet == (Unmet("family", 1, (1, 2), (1, 2, 3), 1, Reason.FIXED_SEATS),)


def test_draw_of_one_table_names_the_family_at_it():
    result = draw(numbered(4, (4,), groups=[("family", (2, 4)), ("city", (1,)), ("school", ())]))
    assert result.unmet == (Unmet("family", 1, (2, 4), (2, 4), 2, Reason.GROUP_LARGER_THAN_TABLES),)
    assert result.meetings == (("family", 1), ("school", 0), ("city", 0))


# The reference numbers of the three tests below are the 99.9 % points of chi-square. Their seeds are fixed, so
# they cannot fail by chance.


def chi_square(request, seeds, outcomes):
    """How far from equally often each of *outcomes* is drawn; fails if anything else is."""
    seen = Counter(draw(replace(request, seed=f"fair {number}")).seats for number in range(seeds))
    assert set(seen) <= outcomes
    expected = seeds / len(outcomes)
    return sum((seen[outcome] - expected) ** 2 / expected for outcome in outcomes)


def pairs_of_seats(orders):
    """Orders of four entries as the seats of two tables."""
    return {(order[:2], order[2:]) for order in orders}


def test_draw_is_fair_without_groups():
    outcomes = pairs_of_seats(permutations((1, 2, 3, 4)))
    assert chi_square(numbered(4, (2, 2)), 1200, outcomes) < 49.7


def test_draw_is_fair_among_seatings_that_meet_all_wishes():
    outcomes = {
        seats for seats in pairs_of_seats(permutations((1, 2, 3, 4))) if set(seats[0]) not in ({1, 2}, {3, 4})
    }
    assert len(outcomes) == 16
    assert chi_square(numbered(4, (2, 2), groups=[("family", (1, 2))]), 800, outcomes) < 37.7


def test_draw_is_fair_among_seatings_when_a_wish_has_to_give_way():
    groups = [("family", (1, 2)), ("club", (1, 3)), ("club", (1, 4))]
    outcomes = {
        seats for seats in pairs_of_seats(permutations((1, 2, 3, 4))) if set(seats[0]) not in ({1, 2}, {3, 4})
    }
    assert chi_square(numbered(4, (2, 2), groups=groups), 400, outcomes) < 37.7


def test_digest_is_of_the_canonical_request():
    request = DrawRequest((3, 1, 2), (2, 1), "זרע", (Group("family", (2, 1)),), {3: (1, 2)})
    canonical = (
        '{"draw":1,"entries":[1,2,3],"fixed":[[3,1,2]],"groups":[["family",[1,2]]],'
        '"seed":"\\u05d6\\u05e8\\u05e2","sizes":[2,1]}'
    )
    assert draw(request).digest == request.digest() == hashlib.sha256(canonical.encode()).hexdigest()


def test_digest_tells_every_part_of_a_request():
    request = numbered(4, (2, 2), "a", [("family", (1, 2))], {3: (1, 1)})
    others = [
        replace(request, entries=(1, 2, 3, 5)),
        replace(request, sizes=(3, 1)),
        replace(request, seed="b"),
        replace(request, groups=(Group("club", (1, 2)),)),
        replace(request, groups=()),
        replace(request, fixed={3: (1, 2)}),
    ]
    assert len({one.digest() for one in [request, *others]}) == len(others) + 1


@pytest.mark.parametrize(
    ("request_", "code", "values"),
    [
        (numbered(97, (5,) * 16 + (4,) * 4), "entries_do_not_fill_seats", {"entries": 97, "seats": 96}),
        (numbered(92, (5,) * 16 + (4,) * 4), "entries_do_not_fill_seats", {"entries": 92, "seats": 96}),
        (DrawRequest((), (), "x"), "table_without_seats", {"sizes": []}),
        (numbered(4, (4, 0)), "table_without_seats", {"sizes": [4, 0]}),
        (numbered(4, (5, -1)), "table_without_seats", {"sizes": [5, -1]}),
        (DrawRequest((1, 2, 2, 1), (4,), "x"), "entry_twice", {"entries": [1, 2]}),
        (numbered(4, (4,), seed=" "), "seed_missing", {}),
        (numbered(4, (4,), seed="a\ud800"), "seed_unreadable", {"position": 1}),
        (
            numbered(4, (4,), groups=[("team", (1, 2))]),
            "group_kind_unknown",
            {"kind": "team", "kinds": ["family", "met", "pot", "club", "school", "city"]},
        ),
        (
            numbered(4, (4,), groups=[("family", (2, 9, 1, 7))]),
            "group_member_unknown",
            {"kind": "family", "group": [1, 2, 7, 9], "members": [7, 9]},
        ),
        (
            numbered(4, (4,), groups=[("club", (2, 1, 2))]),
            "group_member_twice",
            {"kind": "club", "group": [1, 2, 2], "members": [2]},
        ),
        (numbered(4, (4,), fixed={5: (1, 1)}), "fixed_entry_unknown", {"entry": 5, "table": 1, "seat": 1}),
        (numbered(4, (4,), fixed={2: (2, 1)}), "fixed_seat_unknown", {"entry": 2, "table": 2, "seat": 1}),
        (numbered(4, (4,), fixed={2: (1, 5)}), "fixed_seat_unknown", {"entry": 2, "table": 1, "seat": 5}),
        (numbered(4, (4,), fixed={2: (0, 1)}), "fixed_seat_unknown", {"entry": 2, "table": 0, "seat": 1}),
        (
            numbered(4, (4,), fixed={3: (1, 4), 2: (1, 4)}),
            "fixed_seat_twice",
            {"entry": 3, "other": 2, "table": 1, "seat": 4},
        ),
    ],
)
def test_draw_refuses_what_cannot_be_drawn(request_, code, values):
    with pytest.raises(DrawError) as refusal:
        draw(request_)
    assert (refusal.value.code, refusal.value.values) == (code, values)


def test_draw_says_both_numbers_when_entries_do_not_fill_the_seats_o21():
    with pytest.raises(DrawError, match="98 entries for 96 seats: change the table sizes or the list"):
        draw(numbered(98, SIXTEEN_FIVES_AND_FOUR_FOURS))
