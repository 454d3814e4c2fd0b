"""Who should sit where further on, from the standings of one stage (rules.md §6.6, §6.7; design.md §3).

Seats follow by comparison: ``seats_due`` says who should sit at the end of each ticket, ``moves`` is its
difference to who does. Applying the difference is the advance; an undo needs no way of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.results import StageState, TicketState
from scoring.standings import TableStanding


@dataclass(frozen=True, slots=True)
class Move:
    """One seat further on that changes hands: from ``before`` to ``after``, None being an empty chair.

    ``is_blocked``: the table there has begun, so only a ruling may reseat it.
    """

    ticket: TicketState
    before: int | None
    after: int | None

    @property
    def is_blocked(self) -> bool:
        return self.ticket.has_begun

    @property
    def unseats(self) -> bool:
        """Whether somebody loses a seat already taken."""
        return self.before is not None


@dataclass(frozen=True, slots=True)
class WildOrder:
    """The candidates for a stage's wild cards: ``winners`` in order, or the level entries a ``lot`` is owed by."""

    winners: tuple[int, ...] = ()
    lot_owed: tuple[int, ...] = ()


def seats_due(stage: StageState, standings: Mapping[int, TableStanding]) -> dict[TicketState, int | None]:
    """Return for each ticket of *stage* the entry that should sit at its end; None while the place is open.

    A place is decided when all rounds count and its ties are settled; a player who left never advances.
    A seat given by a ruling stays, and nobody gets a second seat in a stage beside it (design.md §4.6). Where
    tables have to be confirmed, an empty seat is not taken before; one that is taken follows corrections as ever.
    """
    unconfirmed = {t.number for t in stage.tables if stage.needs_confirmation and not t.is_confirmed}
    wild = {(w.place, w.target): wild_order(stage, standings, w.place, w.count) for w in stage.wild_cards}
    due: dict[TicketState, int | None] = {}
    for ticket in stage.tickets:
        if ticket.is_given:
            due[ticket] = ticket.holder
            continue
        if ticket.rank:
            winners = wild[ticket.place, ticket.to_stage].winners
            entry = winners[ticket.rank - 1] if ticket.rank <= len(winners) else None
        else:
            entry = standings[ticket.table].holder(ticket.place)
        waits = bool(unconfirmed) if ticket.rank else ticket.table in unconfirmed
        if (ticket.to_stage, entry) in stage.given or (waits and ticket.holder is None):
            entry = None
        due[ticket] = entry
    return due


def moves(stage: StageState, standings: Mapping[int, TableStanding]) -> tuple[Move, ...]:
    """Return the seats further on that should change hands, in the order of the tickets."""
    due = seats_due(stage, standings)
    return tuple(Move(t, t.holder, entry) for t, entry in due.items() if entry != t.holder)


def wild_order(stage: StageState, standings: Mapping[int, TableStanding], place: int, count: int) -> WildOrder:
    """Rank the holders of *place* at all tables for *count* wild cards (W1, W2; rules.md §6.4).

    Best total first, then fewer cards left in the last round, then the lot. Level players on both sides of
    the cut owe a lot; inside the cut the lower table number goes first. Empty until every table has decided.
    """
    holders = [(number, standing.holder(place)) for number, standing in sorted(standings.items())]
    if any(entry is None for _, entry in holders):
        return WildOrder()
    best: list[tuple[tuple[int, int], int]] = []
    for number, entry in holders:
        assert entry is not None  # for the type checker: an open place returned above
        total = standings[number].row(entry).total
        best.append(((-(total or 0), _last_cards(stage, number, entry)), entry))
    best.sort(key=lambda candidate: candidate[0])  # stable: table number decides inside the cut
    if count < len(best) and best[count - 1][0] == best[count][0]:
        level = tuple(entry for score, entry in best if score == best[count][0])
        lot = stage.lots.get(place, ())
        if set(lot) != set(level):
            return WildOrder(lot_owed=level)
        start = next(i for i, (score, _) in enumerate(best) if score == best[count][0])
        order = [entry for _, entry in best[:start]] + list(lot)
        return WildOrder(winners=tuple(order[:count]))
    return WildOrder(winners=tuple(entry for _, entry in best[:count]))


def lots_owed(stage: StageState, standings: Mapping[int, TableStanding]) -> dict[int, tuple[int, ...]]:
    """Return the entries that must draw lots for a wild card, by place; empty if none do."""
    orders = {w.place: wild_order(stage, standings, w.place, w.count) for w in stage.wild_cards}
    return {place: order.lot_owed for place, order in orders.items() if order.lot_owed}


def _last_cards(stage: StageState, table: int, entry: int) -> int:
    """Cards *entry* had left in the last regular round it played."""
    results = sorted((r for r in stage.table(table).results if r.place == 0), key=lambda r: -r.number)
    cards = [line.cards for r in results for line in r.lines if line.entry == entry and line.cards is not None]
    return cards[0] if cards else 0
