"""The public board: everything the public pages show, as one JSON value of one version (design.md §7).

``build`` reads it from the database, ``current`` keeps the newest in this process: whoever first sees a
version builds its board, one builder at a time, and if that fails the last good one stays.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import OuterRef, Subquery

from championship.enums import EntryStatus
from championship.models import Championship, Pulse, SeatPlan
from championship.selectors import clock as clocks
from championship.selectors import people, repairs, standings
from championship.selectors.standings import StageView
from scoring import outlook, podium
from scoring import standings as rankings
from scoring.clock import ClockAct, Reading
from scoring.standings import TableStanding, tie_break_labels
from scoring.tickets import lots_owed

logger = logging.getLogger(__name__)

ATTEMPTS = 8
"""How often a read is repeated when a change comes between its two looks at the version (design.md §4)."""


@dataclass(frozen=True)
class Board:
    """A championship as the public sees it, at one version. ``data`` is JSON; who sits where by entry number."""

    championship_id: int
    slug: str
    language: str
    version: int
    epoch: str
    changed_at: datetime
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Mark:
    """The version of a public championship, which one query tells."""

    championship_id: int
    version: int
    epoch: str


_boards: dict[str, Board] = {}
_builders: dict[str, threading.Lock] = {}
_guard = threading.Lock()


def mark(slug: str) -> Mark | None:
    """Return the version of a public championship; None if there is none such. One query."""
    row = (
        Pulse.objects.filter(championship__slug=slug, championship__is_public=True)
        .values_list("championship_id", "version", "epoch")
        .first()
    )
    return Mark(row[0], row[1], str(row[2])) if row else None


def current(slug: str) -> Board | None:
    """Return the board of the newest version; None for a championship the public does not have.

    One query when this process has the board already, eleven at most when it has to build it.
    """
    now = mark(slug)
    if now is None:
        _boards.pop(slug, None)
        return None
    held = _boards.get(slug)
    if _is(held, now):
        return held
    with _builder(slug):
        held = _boards.get(slug)
        if _is(held, now) or (held and held.epoch == now.epoch and held.version > now.version):
            return held
        try:
            built = _shared(now) or build(now.championship_id)
        except Pulse.DoesNotExist:  # the championship went after its version was read
            _boards.pop(slug, None)
            return None
        except Exception:
            if held is None:
                raise
            logger.exception(
                "board of %s at version %s could not be built; version %s stays", slug, now.version, held.version
            )
            return held
        _boards[slug] = built
        return built


def forget() -> None:
    """Drop every board held by this process, as a restart would."""
    _boards.clear()


def build(championship_id: int) -> Board:
    """Read the board: the version before and after, again if a change came between."""
    for _attempt in range(ATTEMPTS):
        pulse, plan = _pulse(championship_id)
        championship = pulse.championship
        views = standings.championship_views(championship, with_prints=False)
        noted = clocks.acts(view.stage for view in views.values())
        entries = _entries(championship)  # read last: its query tells the version after all the others
        after = entries[0].pulse if entries else _pulse(championship_id)[0]
        if (after.version, after.epoch) == (pulse.version, pulse.epoch):
            data = _data(pulse, plan, views, entries, noted)
            return Board(
                championship_id=championship.pk,
                slug=championship.slug,
                language=championship.language,
                version=pulse.version,
                epoch=str(pulse.epoch),
                changed_at=pulse.changed_at,
                data=data,
            )
    raise RuntimeError(f"championship {championship_id} changed {ATTEMPTS} times while its board was read")


@dataclass(frozen=True)
class _Plan:
    number: int
    published_at: datetime


@dataclass(frozen=True)
class _Entry:
    """An entry, and the pulse as the same query saw it."""

    number: int
    name: str
    is_cancelled: bool
    pulse: Pulse


def _pulse(championship_id: int) -> tuple[Pulse, _Plan | None]:
    """The championship's pulse and its newest seat plan. One query."""
    plans = SeatPlan.objects.filter(championship=OuterRef("championship")).order_by("-number")
    pulse = (
        Pulse.objects.select_related("championship")
        .annotate(plan=Subquery(plans.values("number")[:1]), planned=Subquery(plans.values("published_at")[:1]))
        .get(championship=championship_id)
    )
    plan = _Plan(pulse.plan, pulse.planned) if pulse.plan else None
    return pulse, plan


def _entries(championship: Championship) -> list[_Entry]:
    """The championship's entries by number. One query."""
    rows = championship.entries.select_related("player", "championship__pulse").defer("championship__format_json")
    policy = championship.name_policy
    gone = EntryStatus.CANCELLED
    return [
        _Entry(row.number, people.public_name(row, policy), row.status == gone, row.championship.pulse)
        for row in rows
    ]


def shared_key(championship_id: int, epoch: str, version: int) -> str:
    """Return where a board of that version lies in the cache that several processes share."""
    return f"board:{championship_id}:{epoch}:{version}"


def _shared(now: Mark) -> Board | None:
    """The board as another process has built it (services.snapshots); None if there is none, or no shared cache."""
    if not settings.REDIS_URL:
        return None
    try:
        board: Board | None = cache.get(shared_key(now.championship_id, now.epoch, now.version))
    except Exception as error:  # whatever the cache's client raises: a board can always be built
        logger.warning("the shared boards cannot be read: %s", error)
        return None
    return board


def _is(held: Board | None, now: Mark) -> bool:
    return held is not None and (held.version, held.epoch) == (now.version, now.epoch)


def _builder(slug: str) -> threading.Lock:
    with _guard:
        return _builders.setdefault(slug, threading.Lock())


def _data(
    pulse: Pulse,
    plan: _Plan | None,
    views: Mapping[str, StageView],
    entries: list[_Entry],
    noted: Mapping[int, Sequence[ClockAct]],
) -> dict[str, Any]:
    championship = pulse.championship
    names = {entry.number: entry.name for entry in entries}
    ranked = {key: rankings.of_stage(view.state) for key, view in views.items()}
    doubtful = repairs.doubtful_seats(views)
    tickets = [
        {
            "from_stage": key,
            "from_table": t.table,
            "place": t.place,
            "rank": t.rank,
            "to_stage": t.to_stage,
            "to_table": t.to_table,
            "to_seat": t.to_seat,
            "entry": t.holder,
            "is_given": t.is_given,
        }
        for key, view in views.items()
        for t in view.state.tickets
    ]
    return {
        "slug": championship.slug,
        "names": {"he": championship.name_he, "en": championship.name_en, "pl": championship.name_pl},
        "language": championship.language,
        "players_call": championship.players_call,
        "venue": championship.venue,
        "day": championship.day.isoformat(),
        "version": pulse.version,
        "epoch": str(pulse.epoch),
        "changed_at": pulse.changed_at.isoformat(),
        "plan": {"number": plan.number, "published_at": plan.published_at.isoformat(), "is_changed": plan.number > 1}
        if plan
        else None,
        "players": {str(entry.number): entry.name for entry in entries if not entry.is_cancelled},
        "stages": [
            _stage(view, ranked[key], names, noted.get(view.stage.pk, ()), doubtful) for key, view in views.items()
        ],
        "tickets": tickets,
        "final": _final(views, ranked, names),
    }


def _stage(
    view: StageView,
    ranked: Mapping[int, TableStanding],
    names: Mapping[int, str],
    noted: Sequence[ClockAct],
    doubtful: Mapping[tuple[str, int], tuple[int, ...]],
) -> dict[str, Any]:
    tables = [
        _table(view, number, ranked[number], names)
        | {"clock": _clock(view, number, ranked[number], noted)}
        | {"doubtful_seats": list(doubtful.get((view.stage.key, number), ()))}
        for number in sorted(view.tables)
    ]
    return {
        "key": view.stage.key,
        "order": view.stage.order,
        "started_at": view.stage.started_at.isoformat() if view.stage.started_at else None,
        "is_closed": view.state.is_closed,
        "rounds": view.state.format.rounds,
        "system": view.state.format.system.value,
        "lots_owed": [
            {"place": place, "entries": list(entries)} for place, entries in lots_owed(view.state, ranked).items()
        ],
        "tables": tables,
    }


def _table(view: StageView, number: int, standing: TableStanding, names: Mapping[int, str]) -> dict[str, Any]:
    state = view.state.table(number)
    flight = view.tables[number].flight
    labels = tie_break_labels(state)
    endangered = outlook.in_danger(view.state, standing)
    seats_on = {(t.table, t.place): t for t in view.state.tickets if not t.rank}
    held = {t.holder: t for t in view.state.tickets if t.holder is not None}
    return {
        "number": number,
        "state": standing.state.value,
        "hall": flight.hall,
        "starts_at": flight.starts_at.isoformat() if flight.starts_at else None,
        "rounds_played": standing.rounds_played,
        "is_complete": standing.is_complete,
        "seats": [
            {"seat": i, "entry": entry, "name": names.get(entry or 0)} for i, entry in enumerate(state.seats, 1)
        ],
        "rows": [
            {
                "seat": row.seat,
                "entry": row.entry,
                "name": names.get(row.entry, f"#{row.entry}"),
                "rounds": list(row.rounds),
                "total": row.total,
                "place": row.place,
                "is_shared": row.is_shared,
                "is_decided": row.is_decided,
                "missed": list(row.missed),
                "left_by": row.left_by.value if row.left_by else None,
                "is_in_danger": row.entry in endangered,
                "tie_breaks": {labels[key]: cards for key, cards in row.tie_breaks.items()},
                "to": _onward(held.get(row.entry)),
            }
            for row in standing.rows
        ],
        "owed": [{"place": tie.place, "number": tie.number, "entries": list(tie.entries)} for tie in standing.owed],
        "tie_breaks": [{"place": key[0], "number": key[1], "label": label} for key, label in labels.items()],
        "leads_to": [
            {"place": place, **(_onward(ticket) or {})}
            for (table, place), ticket in seats_on.items()
            if table == number
        ],
        "corrected": _corrected(view, number),
        "changed_at": _changed_at(view, number),
    }


def _clock(view: StageView, table: int, standing: TableStanding, noted: Sequence[ClockAct]) -> dict[str, Any] | None:
    """A table's clock as moments, from which a page counts by itself; None without one, or when play is over."""
    reading = clocks.of_table(view, table, noted)
    if standing.is_complete or reading == Reading():
        return None
    return {
        "ends_at": reading.ends_at.isoformat() if reading.ends_at else None,
        "paused_since": reading.paused_since.isoformat() if reading.paused_since else None,
        "left_seconds": int(reading.left.total_seconds()) if reading.left is not None else None,
    }


def _onward(ticket) -> dict[str, Any] | None:
    return {"stage": ticket.to_stage, "table": ticket.to_table, "seat": ticket.to_seat} if ticket else None


def _corrected(view: StageView, table: int) -> list[dict[str, int]]:
    """The rounds of a table whose result was corrected, with the revision that counts: a correction is visible."""
    return [
        {"place": place, "number": number, "revision": view.latest(number_of_table, place, number)}
        for (number_of_table, place, number) in view.reports
        if number_of_table == table and view.latest(number_of_table, place, number) > 1
    ]


def _changed_at(view: StageView, table: int) -> str | None:
    """When the last result that counts arrived for a table; None before the first."""
    times = [r.received_at for key, reports in view.reports.items() for r in reports if key[0] == table and r.counts]
    return max(times).isoformat() if times else None


def _final(
    views: Mapping[str, StageView], ranked: Mapping[str, Mapping[int, TableStanding]], names: Mapping[int, str]
) -> dict[str, Any] | None:
    """The last table's podium once its places are decided (rules.md §5.1, C16); None before."""
    if not views:
        return None
    last = list(views)[-1]
    standing = ranked[last][1]
    if standing.holder(1) is None or standing.owed:
        return None
    rows = [row for row in standing.rows if row.place is not None]
    dense = podium.dense_ranks([row.place for row in rows if row.place is not None])
    return {
        "champion": {"entry": rows[0].entry, "name": names.get(rows[0].entry, "")},
        "places": [
            {"place": row.place, "podium": rank, "entry": row.entry, "name": names.get(row.entry, "")}
            for row, rank in zip(rows, dense, strict=True)
        ],
    }
