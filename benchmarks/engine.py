"""Measures the TAKI engine and prints the figures beside their floors and goals.

    python -m benchmarks.engine [--rounds 9] [--games 300] [--editions]

Four seats, one core, CPU time, medians of rounds; compare figures of one run only. The policy of the games: uniformly
random legal moves, drawing only when nothing else is legal, and "last card" said whenever it can be. With
``--editions`` every edition is measured against the default one.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

from engine.taki.editions import EDITIONS, Edition, edition
from engine.taki.game import Game
from engine.taki.game_text import parse_game, replay, write_game
from engine.taki.hands import PlayedRound, check
from engine.taki.legality import legal_moves
from engine.taki.moves import DECLARE_LAST, DECLARED, DRAW, MOVES
from engine.taki.play import deal, push, push_unchecked
from engine.taki.simulate import simulate
from engine.taki.state import EXTRAS, FIRST_SEAT, PLACE, GameState

SEATS = 4
CAP = 5000
DRAWING = MOVES[DRAW]


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def play(rules: Edition, first: int, games: int, push: Callable[..., None] = push) -> int:
    """Play games from the deal to the end through the public API, and return the number of decisions."""
    random = Random(first).random
    decisions = 0
    for number in range(first, first + games):
        state = deal(rules, SEATS, str(number))
        for _ in range(CAP):
            moves = legal_moves(state)
            count = len(moves)
            if count > 1:
                last = moves[-1]
                if last is DRAWING:
                    count -= 1
                elif last >= DECLARE_LAST:
                    moves = (last,) if last == DECLARE_LAST else [move for move in moves if move >= DECLARED] or moves
                    count = len(moves)
                push(state, moves[int(random() * count)])
            elif count:
                push(state, moves[0])
            else:
                break
            decisions += 1
    return decisions


def decisions_a_second(rules: Edition, rounds: int, games: int, push: Callable[..., None] = push) -> float:
    play(rules, 0, 10 * games, push)  # fills what the engine remembers, as a long run would
    rates = []
    for number in range(rounds):
        began = time.process_time()
        decisions = play(rules, 10_000 + number * games, games, push)
        rates.append(decisions / (time.process_time() - began))
    return median(rates)


def simulated_a_second(rules: Edition, rounds: int, games: int) -> float:
    """Return decisions a second of ``simulate`` with players at random."""
    simulate(rules, SEATS, 10 * games, "warm")
    rates = []
    for number in range(rounds):
        began = time.process_time()
        found = simulate(rules, SEATS, games, str(number))
        spent = time.process_time() - began
        rates.append(sum(moves * count for moves, count in found.moves.items()) / spent)
    return median(rates)


def recorded(rules: Edition, games: int) -> list[Game]:
    """Return recorded games of about 75 decisions."""
    random = Random(1)
    found: list[Game] = []
    for number in range(20 * games):
        game = Game.deal(rules, SEATS, f"recorded {number}")
        while not game.is_over and len(game.steps) < 100:
            moves = [move for move in game.legal_moves if move != DRAW] or list(game.legal_moves)
            game.push(moves[-1] if moves[-1] == DECLARE_LAST or moves[-1] >= DECLARED else random.choice(moves))
        if 65 <= len(game.steps) <= 85:
            found.append(game)
        if len(found) == games:
            break
    return found


def again(games: list[Game]) -> None:
    """Play recorded games again, each move checked."""
    for game in games:
        state = game.start.copy()
        for step in game.steps:
            push(state, step.move, step.seat)


def middle(rules: Edition) -> list[GameState]:
    """Return positions from the middle of games."""
    states = []
    for game in recorded(rules, 40):
        while len(game.steps) > 30:
            game.pop()
        states.append(game.state.copy())
    return states


def microseconds(work: Callable[[], object], times: int, rounds: int) -> float:
    return median(seconds(work) for _ in range(rounds)) / times * 1e6


def size(state: GameState) -> int:
    """Return the bytes of what a copy of a position does not share."""
    fields = state.fields
    own = [state, fields, fields[PLACE], *fields[FIRST_SEAT:]]
    return sum(map(sys.getsizeof, own)) + (sys.getsizeof(fields[EXTRAS]) if fields[EXTRAS].wins else 0)


REPORT = PlayedRound({1: 0, 2: 3, 3: 4, 4: 5, 5: 2}, 1, last_card="r5", hands={
    1: (), 2: ("b2+", "g1", "y9"), 3: ("rT", "CC", "K", "b4"), 4: ("g5", "g6", "ST", "yD", "b1"), 5: ("r3", "r4"),
})  # fmt: skip


def table(rounds: int, games: int) -> list[tuple[str, str, str, str]]:
    """Return the rows: what, measured, floor, goal."""
    rules = edition()
    states = middle(rules)
    some = recorded(rules, 40)
    texts = [write_game(game) for game in some]

    def ask() -> None:
        for state in states:
            for _ in range(50):
                legal_moves(state)

    def copy() -> None:
        for state in states:
            for _ in range(50):
                state.copy()

    def read() -> None:
        for text in texts:
            assert not replay(parse_game(text)).faults

    def report() -> None:
        for _ in range(500):
            check(REPORT, rules)

    assert check(REPORT, rules) == []
    many = len(states) * 50
    return [
        (
            "bot loop: list, choose, checked push, decisions/s",
            f"{decisions_a_second(rules, rounds, games):,.0f}",
            "375,000",
            "675,000",
        ),
        (
            "the same, unchecked push, decisions/s",
            f"{decisions_a_second(rules, rounds, games, push_unchecked):,.0f}",
            "",
            "",
        ),
        (
            "simulate(), players at random, decisions/s",
            f"{simulated_a_second(rules, rounds, games):,.0f}",
            "750,000",
            "1,200,000",
        ),
        (
            "replay of a recorded game, every check, µs",
            f"{microseconds(lambda: again(some), len(some), rounds):.0f}",
            "100",
            "60",
        ),
        ("the same from its text, with the record, µs", f"{microseconds(read, len(texts), rounds):.0f}", "", ""),
        ("copy of a position, µs", f"{microseconds(copy, many, rounds):.2f}", "0.6", "0.35"),
        ("list of legal moves, µs", f"{microseconds(ask, many, rounds):.2f}", "0.5", "0.25"),
        ("memory of a position, bytes", f"{median(map(size, states)):.0f}", "600", "250"),
        ("check of a reported table of 5 with hands, µs", f"{microseconds(report, 500, rounds):.1f}", "15", "4"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=300, help="games a round")
    parser.add_argument("--editions", action="store_true", help="decisions/s of every edition")
    asked = parser.parse_args()
    print(f"Python {platform.python_version()} ({platform.python_compiler()}), {platform.machine()}")
    print(f"{'':52} {'measured':>10} {'floor':>9} {'goal':>9}")
    for what, measured, floor, goal in table(asked.rounds, asked.games):
        print(f"{what:52} {measured:>10} {floor:>9} {goal:>9}")
    if asked.editions:
        rates = {name: decisions_a_second(EDITIONS[name], asked.rounds, asked.games) for name in EDITIONS}
        for name, rate in rates.items():
            print(f"{name:52} {rate:>10,.0f} decisions/s, {rates['he-2015'] / rate:.2f} times the default's time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
