"""Reads about rounds: which one a table plays next, and tables at a glance."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from championship.selectors.standings import StageView
from scoring import standings as rankings
from scoring.standings import State, TableStanding

URGENCY = (State.DISPUTED, State.TIED, State.PLAYING, State.WAITING, State.DECIDED, State.CONFIRMED)
"""For the desk: what needs a person first."""


@dataclass(frozen=True)
class Glance:
    """A table in one line: its state, the round that is due as (place, number), who plays and who won, by number.

    ``is_open``: its stage has begun and every seat is taken, so a round can be entered. ``disputes`` are the
    rounds that wait for the head referee.
    """

    stage: str
    number: int
    state: State
    due: tuple[int, int] | None
    rounds: int
    rounds_played: int
    entries: tuple[int | None, ...]
    winner: int | None
    is_open: bool
    disputes: tuple[tuple[int, int], ...]

    @property
    def key(self) -> str:
        return f"{self.stage}-{self.number}"

    @property
    def waits_for_entry(self) -> bool:
        """Whether the next thing that can happen here is that somebody enters a round."""
        return self.is_open and self.due is not None

    @property
    def free_seats(self) -> int:
        return self.entries.count(None)


def due(view: StageView, standing: TableStanding) -> tuple[int, int] | None:
    """Return the round that *standing*'s table plays next, as (place, number); None once it is decided."""
    if standing.owed:
        return standing.owed[0].place, standing.owed[0].number
    if standing.is_complete:
        return None
    table = view.state.table(standing.number)
    return next((0, n) for n in range(1, view.state.format.rounds + 1) if table.result(0, n) is None)


def glances(views: Mapping[str, StageView], *, only: Collection[int] | None = None) -> list[Glance]:
    """Return the tables of *views* at a glance, in playing order; with *only*, those with these primary keys."""
    return [
        _glance(view, standing)
        for view in views.values()
        for number, standing in rankings.of_stage(view.state).items()
        if only is None or view.tables[number].pk in only
    ]


def referee_order(glance: Glance) -> tuple[bool, bool, int, int]:
    """Sort key of a referee's list: what waits for an entry first, the table that is furthest behind on top."""
    return not glance.waits_for_entry, not glance.is_open, glance.rounds_played, glance.number


def _glance(view: StageView, standing: TableStanding) -> Glance:
    table = view.state.table(standing.number)
    return Glance(
        stage=view.stage.key,
        number=standing.number,
        state=standing.state,
        due=due(view, standing),
        rounds=view.state.format.rounds,
        rounds_played=standing.rounds_played,
        entries=table.seats,
        winner=standing.holder(1),
        is_open=view.state.is_started and any(table.seats),
        disputes=tuple(key[1:] for key in view.reports if key[0] == table.number and view.waiting(*key)),
    )
