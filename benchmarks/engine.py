"""Measures the TAKI engine and prints the figures beside their floors and goals.

    python -m benchmarks.engine [--rounds 25] [--games 60] [--editions]

Four seats, one core, CPU time: the median of many short rounds, and the best of them, which tells more on a machine
that does other things too. Compare figures of one run only; the last row, a step of a plain loop, tells machines
apart. The policy of the games: uniformly random legal moves, drawing only when nothing else is legal, and "last card"
said whenever it can be. With ``--editions`` every edition is measured against the default one.
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
PLAIN_STEPS = 100_000
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


def api_rates(rules: Edition, rounds: int, games: int, push: Callable[..., None] = push) -> list[float]:
    """Return decisions a second, by round, through the public API."""
    play(rules, 0, 2000, push)  # fills what the engine remembers, as a long run would
    return rates(lambda number: play(rules, 10_000 + number * games, games, push), rounds)


def simulate_rates(rules: Edition, rounds: int, games: int) -> list[float]:
    """Return decisions a second, by round, of ``simulate`` with players at random."""
    simulate(rules, SEATS, 2000, "warm")

    def decisions(number: int) -> int:
        return sum(moves * times for moves, times in simulate(rules, SEATS, games, str(number)).moves.items())

    return rates(decisions, rounds)


def rates(work: Callable[[int], int], rounds: int) -> list[float]:
    """Return what *work*, given the number of a round, gets done a second."""
    found = []
    for number in range(rounds):
        began = time.process_time()
        done = work(number)
        found.append(done / (time.process_time() - began))
    return found


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


def microseconds(work: Callable[[], object], times: int, rounds: int) -> list[float]:
    """Return the microseconds that one of *times* things takes, by round."""
    return [seconds(work) / times * 1e6 for _ in range(rounds)]


def plain_loop() -> None:
    total = 0
    for step in range(PLAIN_STEPS):
        total += step & 7


def size(state: GameState) -> int:
    """Return the bytes of what a copy of a position does not share."""
    fields = state.fields
    own = [state, fields, fields[PLACE], *fields[FIRST_SEAT:]]
    return sum(map(sys.getsizeof, own)) + (sys.getsizeof(fields[EXTRAS]) if fields[EXTRAS].wins else 0)


REPORT = PlayedRound({1: 0, 2: 3, 3: 4, 4: 5, 5: 2}, 1, last_card="r5", hands={
    1: (), 2: ("b2+", "g1", "y9"), 3: ("rT", "CC", "K", "b4"), 4: ("g5", "g6", "ST", "yD", "b1"), 5: ("r3", "r4"),
})  # fmt: skip


def table(rounds: int, games: int) -> list[tuple[str, str, str, str, str]]:
    """Return the rows: what, median, best, floor, goal."""
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

    def fast(what: str, found: list[float], floor: str = "", goal: str = "") -> tuple[str, str, str, str, str]:
        return f"{what}, decisions/s", f"{median(found):,.0f}", f"{max(found):,.0f}", floor, goal

    def short(
        what: str, work: Callable[[], object], times: int, floor: str = "", goal: str = "", digits: int = 2
    ) -> tuple[str, str, str, str, str]:
        found = microseconds(work, times, rounds)
        return f"{what}, µs", f"{median(found):.{digits}f}", f"{min(found):.{digits}f}", floor, goal

    assert check(REPORT, rules) == []
    many, bytes_ = len(states) * 50, f"{median(map(size, states)):.0f}"
    return [
        fast("bot loop: list, choose, checked push", api_rates(rules, rounds, games), "375,000", "675,000"),
        fast("the same, unchecked push", api_rates(rules, rounds, games, push_unchecked)),
        fast("simulate(), players at random", simulate_rates(rules, rounds, games), "750,000", "1,200,000"),
        short("replay of a recorded game, every check", lambda: again(some), len(some), "100", "60", 0),
        short("the same from its text, with the record", read, len(texts), digits=0),
        short("copy of a position", copy, many, "0.6", "0.35"),
        short("list of legal moves", ask, many, "0.5", "0.25"),
        ("memory of a position, bytes", bytes_, bytes_, "600", "250"),
        short("check of a reported table of 5 with hands", report, 500, "15", "4", 1),
        short("a step of a plain loop", plain_loop, PLAIN_STEPS, digits=3),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--games", type=int, default=60, help="games a round")
    parser.add_argument("--editions", action="store_true", help="decisions/s of every edition")
    asked = parser.parse_args()
    print(f"Python {platform.python_version()} ({platform.python_compiler()}), {platform.machine()}")
    print(f"{'':52} {'median':>10} {'best':>10} {'floor':>9} {'goal':>9}")
    for what, usual, best, floor, goal in table(asked.rounds, asked.games):
        print(f"{what:52} {usual:>10} {best:>10} {floor:>9} {goal:>9}")
    if asked.editions:
        for what, measure in (("bot loop", api_rates), ("simulate()", simulate_rates)):
            found = {name: max(measure(EDITIONS[name], asked.rounds, asked.games)) for name in EDITIONS}
            for name, rate in found.items():
                times = found["he-2015"] / rate
                print(f"{what}, {name:38} {rate:>14,.0f} decisions/s, {times:.2f} times the default's time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
