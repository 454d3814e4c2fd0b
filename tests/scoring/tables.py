"""Tables in any state that play can bring them to, made from a seed: what phone and server are compared on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring import standings, tickets
from scoring.formats import StageFormat, System
from scoring.results import Exit, ExitKind, Outcome, RoundResult, SeatLine, StageState, TableState, TicketState
from tests.scoring.builders import called_off

MOST_CARDS = 4
"""Few, so that players are often level."""


def asked(rng: random.Random) -> tuple[StageState, RoundResult]:
    """Return one stage of one table, and the round that is about to be saved: the next one, or a correction."""
    entries = rng.sample(range(1, 200), rng.randint(2, 6))
    stage = _stage(rng, entries)
    played = rng.randint(0, stage.format.rounds)
    for number in range(1, played + 1):
        stage = _with(stage, _regular(rng, stage, number))
    if played == stage.format.rounds and rng.random() < 0.2:
        stage = _with_lot(rng, stage)
    for _tie_break in range(rng.randint(0, 3)):
        if owed := _owed(stage):
            stage = _with(stage, _result(rng, stage, owed[0].place, owed[0].number, owed[0].entries))
    if rng.random() < 0.1 and stage.tables[0].results:
        stage = _with(stage, _void(rng.choice(stage.tables[0].results)))
    if rng.random() < 0.5:
        stage = _seated(stage)
    if rng.random() < 0.15:
        asks = replace(stage.tables[0], is_confirmed=rng.random() < 0.5)
        stage = replace(stage, tables=(asks,), needs_confirmation=True)
    results = stage.tables[0].results
    if results and (rng.random() < 0.3 or _next(rng, stage) is None):
        old = rng.choice(results)
        return stage, _again(rng, stage, old)
    return stage, _next(rng, stage) or _regular(rng, stage, 1)


def _stage(rng: random.Random, entries: Sequence[int]) -> StageState:
    rounds = rng.randint(1, 6)
    system = rng.choice([System.LUNADA, System.LUNADA, System.PENALTY])
    played_off = rng.choice([(), (1,), (1, 2), (1, 2, 3)])
    penalties = {entry: rng.choice([-5, -2, 2]) for entry in entries if rng.random() < 0.1}
    exits = tuple(
        Exit(entry, rng.choice(list(ExitKind)), rng.randint(0, rounds)) for entry in entries if rng.random() < 0.06
    )
    seats: tuple[int | None, ...] = (*entries, None) if rng.random() < 0.03 else tuple(entries)
    replaced = {200: rng.randint(1, len(entries))} if rng.random() < 0.08 else {}
    exits += tuple(Exit(entry, ExitKind.SUBSTITUTE, rng.randint(1, rounds)) for entry in replaced)
    leaving = [
        TicketState(1, place, target, rng.randint(1, 4), rng.randint(1, 5), printed=_printed(rng))
        for place, target in [(1, "final"), (2, "playoff"), (3, "second")]
        if rng.random() < 0.6
    ]
    if leaving and rng.random() < 0.05:
        leaving[0] = TicketState(1, 1, "final", 1, 1, holder=rng.choice(entries), is_given=True)
    given = {("playoff", rng.choice(entries))} if rng.random() < 0.05 else set()
    return StageState(
        StageFormat("qualifiers", (len(seats),), rounds, system, played_off),
        (TableState(1, seats, (), exits, penalties, replaced=replaced),),
        tuple(leaving),
        given=frozenset(given),
        is_started=True,
    )


def _printed(rng: random.Random) -> tuple[str, ...]:
    return tuple(sorted(rng.sample(["scoresheets", "bracket"], rng.choice([0, 0, 1, 2]))))


def _next(rng: random.Random, stage: StageState) -> RoundResult | None:
    """A result of the round that is due; None once all is decided."""
    if owed := _owed(stage):
        return _result(rng, stage, owed[0].place, owed[0].number, owed[0].entries)
    table = stage.tables[0]
    number = next((n for n in range(1, stage.format.rounds + 1) if table.result(0, n) is None), None)
    return _regular(rng, stage, number) if number else None


def _again(rng: random.Random, stage: StageState, old: RoundResult) -> RoundResult:
    """Another result of a round that has one."""
    if rng.random() < 0.1:
        return _void(old)
    if old.place == 0:
        return _regular(rng, stage, old.number)
    players = [line.entry for line in old.lines] or stage.tables[0].entries[:2]
    return _result(rng, stage, old.place, old.number, players)


def _regular(rng: random.Random, stage: StageState, number: int) -> RoundResult:
    gone = {exit_.entry for exit_ in stage.tables[0].exits if exit_.after_round < number}
    playing = [entry for entry in stage.tables[0].entries if entry not in gone]
    return _result(rng, stage, 0, number, playing)


def _result(rng: random.Random, stage: StageState, place: int, number: int, playing: Sequence[int]) -> RoundResult:
    if rng.random() < 0.08 or not playing:
        return called_off(place, number)
    winner = rng.choice(playing)
    lines = []
    for entry in playing:
        is_absent = entry != winner and rng.random() < 0.06
        cards = (
            None if is_absent else 0 if entry == winner else rng.randint(0 if rng.random() < 0.02 else 1, MOST_CARDS)
        )
        has_points = stage.format.system is System.PENALTY and cards is not None and entry != winner and place == 0
        points = cards * rng.choice([1, 5, 10]) if has_points and cards is not None else None
        lines.append(SeatLine(stage.tables[0].seat_of(entry), entry, cards, points))
    lines.sort(key=lambda line: line.seat)
    return RoundResult(place, number, tuple(lines), stage.tables[0].seat_of(winner))


def _void(result: RoundResult) -> RoundResult:
    return RoundResult(result.place, result.number, (), outcome=Outcome.VOID)


def _owed(stage: StageState) -> tuple[Any, ...]:
    return standings.of_table(stage.tables[0], stage.format, stage.is_started).owed


def _with(stage: StageState, result: RoundResult) -> StageState:
    """Put a result in its place."""
    table = stage.tables[0]
    kept = tuple(each for each in table.results if each.key != result.key)
    return replace(stage, tables=(replace(table, results=(*kept, result)),))


def _with_lot(rng: random.Random, stage: StageState) -> StageState:
    if not (owed := _owed(stage)):
        return stage
    order = rng.sample(owed[0].entries, len(owed[0].entries))
    return replace(stage, tables=(replace(stage.tables[0], lots={owed[0].place: tuple(order)}),))


def _seated(stage: StageState) -> StageState:
    """Let those who should sit further on sit there; some of the tables there have begun."""
    due = {move.ticket: move.after for move in tickets.moves(stage, standings.of_stage(stage))}
    seated = (replace(t, holder=due[t], has_begun=t.to_table == 1) if t in due else t for t in stage.tickets)
    return replace(stage, tickets=tuple(seated))
