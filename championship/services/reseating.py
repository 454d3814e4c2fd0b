"""Seats changed by hand: a late comer, a move, two exchanged, a substitute (design.md §5, "Life happens").

``services.rulings`` makes these rulings and takes them back; here is what each does to the seats. What a ruling
changes stands in its values, ``{"seats": [[table, position, before, after], ...]}`` by entry number, so that the
same seats follow from it whenever everything is rebuilt, and the opposite ones when it is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import EntryStatus, RulingKind
from championship.errors import OutOfStep
from championship.models import Entry, Line, Ruling, Seat
from championship.selectors import standings
from championship.selectors.standings import EXITS, StageView
from scoring.consequence import Fact, FactCode

Change: TypeAlias = list[int | None]
"""One seat that changes hands: table, position, entry before, entry after."""

MOST_SEATS = 6
"""A table of six is the largest exception there is (rules.md §6.4)."""
FEW = 3
"""Players left at a table at which somebody should look: three play on, two by their own rules, one has won."""


def changes(view: StageView, ruling: Ruling, confirm: str) -> dict[str, Any]:
    """Return the values of a ruling with every seat that it changes. Raises OutOfStep if it cannot be."""
    found = _CHANGES[RulingKind(ruling.kind)](view, ruling)
    _must_be_confirmed(view, found, confirm)
    return {**ruling.values, "seats": found}


def apply(ruling: Ruling) -> None:
    """Change the seats that a saved ruling names."""
    if ruling.kind == RulingKind.SEAT_ADDED:
        assert ruling.table is not None  # a seat is added at a table
        position = ruling.values["seats"][0][1]
        Seat.objects.create(stage=ruling.stage, table=ruling.table, position=position)
    _seat(ruling, [(table, position, after, ruling.pk) for table, position, _before, after in ruling.values["seats"]])


def take_back(ruling: Ruling) -> None:
    """Give the seats back. Raises OutOfStep where they changed again, or somebody has played on them since."""
    named = ruling.values["seats"]
    rows = {(seat.table.number, seat.position): seat for seat in _rows(ruling)}
    for table, position, _before, after in named:
        seat = rows.get((table, position))
        if seat is None or (seat.entry.number if seat.entry else None) != after:
            raise OutOfStep(
                _("These seats have changed again since. Take the later ruling back first."), code="changed_since"
            )
        _must_be_unplayed_since(ruling, seat)
    if ruling.kind == RulingKind.SEAT_ADDED:
        _must_be_last(rows[named[0][0], named[0][1]])
        Seat.objects.filter(pk=rows[named[0][0], named[0][1]].pk).delete()
        return
    earlier = _earlier(ruling)
    _seat(ruling, [(t, position, before, earlier.get((t, position))) for t, position, before, _after in named])


def facts(before: StageView, after: StageView) -> tuple[Fact, ...]:
    """Return what differs between two views of a stage in who sits where, and which prints show it otherwise."""
    return (*_sits(before, after), *_short(before, after))


def printed_facts(before: StageView, after: StageView) -> tuple[Fact, ...]:
    """Return the prints that a change of seats makes outdated, each kind once."""
    key = after.stage.key
    tables = {f"{key}-{fact.values['table']}" for fact in _sits(before, after)}
    if not tables:
        return ()
    kinds = standings.printed_kinds(after.stage.championship)
    found = sorted({kind for table in tables for kind in kinds.get(table, ())})
    return tuple(Fact(FactCode.OUTDATES, {"print": kind}) for kind in found)


def _sits(before: StageView, after: StageView) -> Iterator[Fact]:
    was = {(t.number, position): entry for t in before.state.tables for position, entry in enumerate(t.seats, 1)}
    for table in after.state.tables:
        for position, entry in enumerate(table.seats, start=1):
            if was.get((table.number, position)) != entry:
                values = {
                    "stage": after.stage.key,
                    "table": table.number,
                    "seat": position,
                    "before": was.get((table.number, position)),
                    "after": entry,
                }
                yield Fact(FactCode.SITS, values)


def _short(before: StageView, after: StageView) -> Iterator[Fact]:
    """Tables that go on with three or fewer, and had more."""
    had = {table.number: _playing(before, table.number) for table in before.state.tables}
    for table in after.state.tables:
        left = _playing(after, table.number)
        if left <= FEW and left < had.get(table.number, 0):
            yield Fact(FactCode.SHORT, {"table": table.number, "players": left})


def _playing(view: StageView, number: int) -> int:
    table = view.state.table(number)
    gone = {exit_.entry for exit_ in table.exits}
    return sum(entry not in gone for entry in table.entries)


def _added(view: StageView, ruling: Ruling) -> list[Change]:
    """A late comer gets a seat more, at a table that has not begun; tables of four are filled first."""
    number, entry = _table(ruling), _newcomer(view, ruling)
    table = view.state.table(number)
    if None in table.seats:
        raise OutOfStep(_("Table %(table)s has a free seat: give that one.") % {"table": number}, code="seat_is_free")
    if len(table.seats) >= MOST_SEATS:
        raise OutOfStep(
            _("Table %(table)s has %(most)s seats already. Choose another table.")
            % {"table": number, "most": MOST_SEATS},
            code="table_is_full",
        )
    _must_not_have_begun(view, number)
    return [[number, len(table.seats) + 1, None, entry]]


def _moved(view: StageView, ruling: Ruling) -> list[Change]:
    """Somebody who has not played goes to a free seat of another table, so that tables are even."""
    entry, number = _entry(ruling), _table(ruling)
    place = _place_of(view, entry)
    position = ruling.values.get("position")
    if (number, position) not in view.seats or number == place[0]:
        raise OutOfStep(_("Choose a seat of another table and a player."), code="no_such_seat")
    holder = view.state.table(number).seats[int(position or 0) - 1]
    for played_at, player in ((place, entry), ((number, int(position or 0)), holder)):
        if player is not None:
            _must_not_have_played(view, played_at, player)
    return [[*place, entry, None], [number, position, holder, entry]]


def _exchanged(view: StageView, ruling: Ruling) -> list[Change]:
    """Two who sat in each other's seats: they keep what they played, and the seats are theirs from the start."""
    one, other = _entry(ruling), int(ruling.values.get("other") or 0)
    if one == other:
        raise OutOfStep(_("Choose two different players."), code="same_player")
    places = _place_of(view, one), _place_of(view, other)
    for table, player in ((places[0][0], one), (places[1][0], other)):
        state = view.state.table(table)
        ordered = {entry for order in state.lots.values() for entry in order}
        if player in {exit_.entry for exit_ in state.exits} | set(state.penalties) | ordered:
            raise OutOfStep(
                _("A ruling about #%(number)s stands at table %(table)s. Take it back first.")
                % {"number": player, "table": table},
                code="ruling_stands",
            )
    return [[*places[0], one, other], [*places[1], other, one]]


def _substituted(view: StageView, ruling: Ruling) -> list[Change]:
    """Somebody plays on for another. Each keeps the rounds they played; missed ones count as for everybody."""
    number, comes = _table(ruling), _newcomer(view, ruling)
    position, after_round = ruling.values.get("position"), ruling.values.get("after_round", 0)
    table = view.state.table(number)
    leaves = table.seated.get(int(position or 0))
    if leaves is None:
        raise OutOfStep(_("Choose the seat of the player who leaves."), code="no_such_seat")
    if any(exit_.entry == leaves for exit_ in table.exits):
        raise OutOfStep(_("#%(number)s has already left this table.") % {"number": leaves}, code="already_left")
    played = [r.number for r in table.results if r.place == 0 and leaves in r.players]
    if not played:
        raise OutOfStep(
            _("#%(number)s has not played yet: give the seat to the other player instead.") % {"number": leaves},
            code="not_played_yet",
        )
    if after_round < max(played):
        raise OutOfStep(
            _("#%(number)s played round %(round)s, so the player left after it at the earliest.")
            % {"number": leaves, "round": max(played)},
            code="played_later",
        )
    return [[number, position, leaves, comes]]


_CHANGES: Mapping[RulingKind, Callable[[StageView, Ruling], list[Change]]] = {
    RulingKind.SEAT_ADDED: _added,
    RulingKind.SEAT_MOVED: _moved,
    RulingKind.SEATS_EXCHANGED: _exchanged,
    RulingKind.SUBSTITUTE: _substituted,
}
KINDS = frozenset(_CHANGES)
SEATING = KINDS | {RulingKind.SEAT_GIVEN}
TELL_OF_TABLES = SEATING | EXITS
"""Kinds of which the consequence says who sits where, and which table goes on with few."""


def _table(ruling: Ruling) -> int:
    if ruling.table is None:
        raise OutOfStep(_("Choose a table."), code="no_such_table")
    return ruling.table.number


def _entry(ruling: Ruling) -> int:
    if ruling.entry is None:
        raise OutOfStep(_("Choose a player."), code="no_such_entry")
    return ruling.entry.number


def _newcomer(view: StageView, ruling: Ruling) -> int:
    """The player of a ruling, who is registered and has no seat in this stage."""
    number = _entry(ruling)
    if ruling.entry is None or ruling.entry.status != EntryStatus.REGISTERED:
        raise OutOfStep(
            _("#%(number)s is not in: let the player in first, on the player's page.") % {"number": number},
            code="not_registered",
        )
    for table in view.state.tables:
        if number in table.everybody:
            raise OutOfStep(
                _("#%(number)s already sits at table %(table)s of this stage.")
                % {"number": number, "table": table.number},
                code="sits_already",
            )
    return number


def _place_of(view: StageView, number: int) -> tuple[int, int]:
    """(table, position) of a player in this stage."""
    for table in view.state.tables:
        if number in table.seats:
            return table.number, table.seat_of(number)
    raise OutOfStep(_("#%(number)s has no seat in this stage.") % {"number": number}, code="not_seated")


def _must_not_have_begun(view: StageView, table: int) -> None:
    if any(key[0] == table for key in view.reports):
        raise OutOfStep(
            _("Table %(table)s has begun. Choose one that has not.") % {"table": table}, code="table_has_begun"
        )


def _must_not_have_played(view: StageView, place: tuple[int, int], number: int) -> None:
    if Line.objects.filter(seat=view.seats[place].pk, entry__number=number).exists():
        raise OutOfStep(
            _("#%(number)s has played at table %(table)s. What was played stays with who played it.")
            % {"number": number, "table": place[0]},
            code="seat_was_played",
        )


def _must_be_confirmed(view: StageView, found: list[Change], confirm: str) -> None:
    """Nobody loses a seat unasked: somebody who sits there, and gets no other seat by the same ruling."""
    stay = {after for _table, _position, _before, after in found}
    for table, position, before, _after in found:
        if before is None or before in stay or len(found) == 1:  # who is replaced is named by the ruling itself
            continue
        seat = view.seats[int(table or 0), int(position or 0)]
        if confirm != f"seat-{seat.entry_id}":
            raise OutOfStep(
                _("#%(number)s sits there now and would lose the seat. Confirm it to go on.") % {"number": before},
                code="seat_is_taken",
                confirm=f"seat-{seat.entry_id}",
            )


def _must_be_unplayed_since(ruling: Ruling, seat: Seat) -> None:
    lines = Line.objects.filter(seat=seat)
    if ruling.kind == RulingKind.SEATS_EXCHANGED:
        lines = lines.filter(report__received_at__gt=ruling.made_at)
    else:
        lines = lines.filter(entry=seat.entry) if seat.entry else lines.none()
    if lines.exists():
        raise OutOfStep(
            _("Somebody has played on this seat since. What was played stays with who played it."),
            code="seat_was_played",
        )


def _must_be_last(seat: Seat) -> None:
    if Seat.objects.filter(table=seat.table, position__gt=seat.position).exists():
        raise OutOfStep(
            _("Another seat was added after this one. Take that ruling back first."), code="changed_since"
        )


def _rows(ruling: Ruling) -> Iterable[Seat]:
    tables = [table for table, *_rest in ruling.values["seats"]]
    return Seat.objects.filter(stage=ruling.stage, table__number__in=tables).select_related("table", "entry")


def _earlier(ruling: Ruling) -> dict[tuple[int, int], int]:
    """The ruling by which each seat was held before this one, by (table, position)."""
    found: dict[tuple[int, int], int] = {}
    standing = Ruling.objects.filter(stage=ruling.stage, undoes=None, undone_by=None, pk__lt=ruling.pk)
    for row in standing.filter(kind__in=SEATING).select_related("table").order_by("pk"):
        named = row.values.get("seats") or ([[row.table.number, row.values["position"]]] if row.table else [])
        found.update({(table, position): row.pk for table, position, *_rest in named})
    return found


def _seat(ruling: Ruling, wanted: list[tuple[int, int, int | None, int | None]]) -> None:
    """Seat people: (table, position, entry number or nobody, the ruling by which they sit there)."""
    rows = {(seat.table.number, seat.position): seat for seat in _rows(ruling)}
    numbers = [entry for _table, _position, entry, _by in wanted if entry is not None]
    entries = {e.number: e for e in Entry.objects.filter(championship=ruling.championship_id, number__in=numbers)}
    Seat.objects.filter(pk__in=[rows[table, position].pk for table, position, _entry, _by in wanted]).update(
        entry=None
    )
    for table, position, entry, by in wanted:
        Seat.objects.filter(pk=rows[table, position].pk).update(
            entry=entries[entry] if entry is not None else None,
            ruling_id=by,
            taken_at=timezone.now() if entry is not None else None,
        )
