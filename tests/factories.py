"""Championships to test with, made by the services as people make them.

Every function takes what matters to the test by name and chooses the rest. Steps build on each other:
``make_championship`` (registered), ``make_published`` (plan public, checked in, drawn), ``make_started``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser

from championship.enums import Role, RulingKind
from championship.models import Championship, Entry, Membership, Report, Ruling, Stage, Table
from championship.selectors import people as people_selectors
from championship.services import draws, live, passes, people, reports, rulings, stages
from championship.services.live import Actor
from championship.services.passes import NewPass
from championship.services.sent import RoundAddress, Sent, SentLine
from scoring import advisor
from scoring.formats import FINAL, Format

FIRST_NAMES = ("נועה", "איתי", "תמר", "Ola", "יונתן", "Emma", "דניאל", "Łukasz")
LAST_NAMES = ("כהן", "לוי־ברק", "אברהמי", "Żuraw", "מזרחי", "Carrow", "פרץ")

_numbers = itertools.count(1)


def make_user(name: str = "", *, password: str = "", **fields: Any) -> AbstractBaseUser:
    """Return a new user; without a *password* nobody can sign in as them, which is quicker."""
    users = get_user_model().objects
    return users.create_user(username=name or f"user{next(_numbers)}", password=password or None, **fields)


def make_actor(championship: Championship, role: Role = Role.ORGANISER, *, user: Any = None) -> Actor:
    """Return somebody with *role* in the championship: *user*, or a new one."""
    user = user or make_user()
    Membership.objects.create(championship=championship, user=user, role=role)
    return Actor(user=user, role=role)


def organiser_of(championship: Championship) -> Actor:
    """Return the championship's organiser, who made it."""
    membership = championship.memberships.filter(role=Role.ORGANISER).order_by("pk").first()
    return Actor(user=membership.user, role=membership.role)


def make_championship(
    *, players: int = 0, tables: int | None = None, format_: Format | None = None, user: Any = None, **fields: Any
) -> Championship:
    """Return a hidden championship with *players* registered.

    With players it has a format: *format_*, or the advisor's plan for them (with *tables* in the first stage).
    """
    number = next(_numbers)
    chosen = {
        "slug": f"hall-{number}",
        "name_he": f"אליפות {number}",
        "name_en": f"Championship {number}",
        "venue": "Lunada",
        "day": date(2027, 10, 19),
        **fields,
    }
    championship = stages.create(by_user=user or make_user(), **chosen)
    if players:
        make_entries(championship, players)
        chosen_format = format_ or advisor.plan(players, tables=tables)
        stages.choose_format(championship, chosen_format, by=organiser_of(championship))
    return championship


def make_entry(championship: Championship, *, is_checked_in: bool = False, **fields: Any) -> Entry:
    """Return one more entry, with consent to be named unless *fields* say otherwise."""
    by = organiser_of(championship)
    entry = people.register(championship, by=by, **{**_person(championship.entries.count() + 1), **fields})
    if is_checked_in:
        people.check_in(championship, [entry.number], by=by)
        entry.refresh_from_db()
    return entry


def make_entries(championship: Championship, count: int) -> list[Entry]:
    """Return *count* more entries, registered in one act, in order of number."""
    first = championship.entries.count() + 1
    with live.writing(championship.pk, by=organiser_of(championship)) as act:
        return [people.create(act, championship, **_person(index)) for index in range(first, first + count)]


def _person(index: int) -> dict[str, Any]:
    """Names for the *index*-th entry: no two alike among the first 56, Hebrew, Polish and English mixed."""
    return {
        "first_name": FIRST_NAMES[index % len(FIRST_NAMES)],
        "last_name": LAST_NAMES[index % len(LAST_NAMES)],
        "age": 5 + index % 10,
        "has_consent": True,
    }


def make_published(*, players: int = 8, seed: str = "test", **fields: Any) -> Championship:
    """Return a championship whose plan is public and whose players are checked in and drawn to their seats."""
    championship = make_championship(players=players, **fields)
    by = organiser_of(championship)
    stages.publish_plan(championship, by=by)
    numbers = people_selectors.playing(championship).values_list("number", flat=True)
    people.check_in(championship, list(numbers), by=by)
    draws.publish(draws.make(championship, seed=seed, by=by), by=by)
    championship.refresh_from_db()
    return championship


def make_started(*, players: int = 8, **fields: Any) -> Championship:
    """Return a championship whose first stage may be reported."""
    championship = make_published(players=players, **fields)
    start_stage(championship)
    return championship


def start_stage(championship: Championship, key: str = "") -> Stage:
    """Start the stage *key*, the first unless named, and return it."""
    stage = championship.stages.get(key=key) if key else championship.stages.order_by("order")[0]
    stages.start(stage, by=organiser_of(championship))
    stage.refresh_from_db()
    return stage


def first_key(championship: Championship) -> str:
    """Return the key of the first stage: qualifiers, or the final of a championship of one table."""
    return championship.stages.order_by("order")[0].key


def table_of(championship: Championship, number: int = 1, stage: str = "") -> Table:
    """Return a table by its number, of the first stage unless named."""
    return Table.objects.get(
        stage__championship=championship, stage__key=stage or first_key(championship), number=number
    )


def make_pass(championship: Championship, tables: Iterable[int] = (), *, stage: str = "", **fields: Any) -> NewPass:
    """Return a new pass for *tables* of a stage, of the first unless named; for all tables if none is named."""
    rows = [table_of(championship, number, stage) for number in tables]
    label = fields.pop("label", "Referee")
    by = organiser_of(championship)
    return passes.issue(championship, label=label, tables=rows, opens_all=not rows, by=by, **fields)


def holder_of(new: NewPass) -> Actor:
    """Return who acts with a pass."""
    return Actor(held=new.row)


def address_of(
    championship: Championship, table: int = 1, number: int = 1, *, stage: str = "", place: int = 0
) -> RoundAddress:
    """Return the address of a round, in the first stage unless named; *place* is that of a tie-break round."""
    return RoundAddress(championship.pk, stage or first_key(championship), table, place, number)


def make_sent(cards: Sequence[int | None] = (0, 3, 4, 5), *, winner: int | None = 0, **fields: Any) -> Sent:
    """Return a report as a phone sends it: *cards* left by seat, None if absent.

    The winner is the seat without cards unless it is named; for a tie-break round of some seats give ``lines``.
    """
    lines = tuple(SentLine(seat, left) for seat, left in enumerate(cards, start=1))
    won_by = (cards.index(0) + 1 if 0 in cards else None) if winner == 0 else winner
    return Sent(**{"client_id": uuid4(), "lines": lines, "winner": won_by, **fields})


def make_report(
    championship: Championship,
    table: int = 1,
    number: int = 1,
    *,
    cards: Sequence[int | None] | None = None,
    stage: str = "",
    place: int = 0,
    by: Actor | None = None,
    **fields: Any,
) -> Report:
    """Submit a report of one round and return it; *fields* are those of ``Sent``, *by* is the organiser unless given.

    Without *cards* seat 1 wins and seat s is left with s cards, so that totals all differ.
    """
    seats = table_of(championship, table, stage).seats.count()
    cards = cards if cards is not None else default_cards(seats)
    where = address_of(championship, table, number, stage=stage, place=place)
    return reports.submit(where, sent=make_sent(cards, **fields), by=by or organiser_of(championship))


def default_cards(seats: int, winner: int = 1) -> tuple[int, ...]:
    """Return cards left with which *winner* wins and no two seats are level."""
    return tuple(0 if seat == winner else seat + 1 for seat in range(1, seats + 1))


def play_table(
    championship: Championship, table: int = 1, *, stage: str = "", winners: Sequence[int] = (1, 1, 1)
) -> list[Report]:
    """Report the regular rounds of a table, won by *winners* (seats) in turn; return the reports."""
    seats = table_of(championship, table, stage).seats.count()
    return [
        make_report(championship, table, number, stage=stage, cards=default_cards(seats, winner))
        for number, winner in enumerate(winners, start=1)
    ]


def play_stage(championship: Championship, stage: str = "") -> None:
    """Report all rounds of every table of a stage; seat 1 wins everywhere, and no table owes a tie-break."""
    key = stage or first_key(championship)
    for number in Table.objects.filter(stage__championship=championship, stage__key=key).values_list(
        "number", flat=True
    ):
        play_table(championship, number, stage=key)


def play_until(championship: Championship, stage: str = FINAL) -> None:
    """Play every stage before *stage*, and start that one."""
    for row in championship.stages.order_by("order"):
        if row.started_at is None:
            start_stage(championship, row.key)
        if row.key == stage:
            return
        play_stage(championship, row.key)


def make_ruling(
    championship: Championship,
    kind: RulingKind = RulingKind.PENALTY,
    *,
    table: int = 1,
    seat: int = 1,
    stage: str = "",
    values: dict[str, Any] | None = None,
    by: Actor | None = None,
    **fields: Any,
) -> Ruling:
    """Rule on the player at a seat, by the organiser unless given: two points away, or *kind* as named."""
    where = table_of(championship, table, stage)
    return rulings.make(
        where.stage,
        kind,
        client_id=uuid4(),
        reason="as it happened",
        by=by or organiser_of(championship),
        table=where,
        entry=where.seats.get(position=seat).entry,
        values=values if values is not None else {"points": -2} if kind == RulingKind.PENALTY else {"after_round": 0},
        **fields,
    )
