"""24 phones on a bad network, and a server that is killed ten times: is every result stored, once, as it was?

    python -m benchmarks.floor_faults [--database sqlite|postgres] [--kills 10] [--seed spring] [--no-timing]

Each phone enters three rounds of its table and corrects one or two of them. Everything runs on loopback and in a
database of its own, which is thrown away: SQLite as in the embedded default, or a PostgreSQL of this machine
(``tests.rig.postgres``). Then, without faults, how long the server takes to save: with 24 phones at work (each waits
one to three seconds before its next result), and with 24 reports in one and the same moment. A minute or two.

Ends with exit code 1 if a result is lost, stored twice, refused or not as it was intended.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.rig import postgres
from tests.rig.server import APPLICATION, Server

PLAYERS, TABLES = 96, 24
SECONDS = 600
"""After so long a run is given up."""
TIMED = "benchmarks.timed_server:application"
ON_LOOPBACK = {"SECRET_KEY": "benchmark", "PUBLIC_URL": "http://127.0.0.1"}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", default="spring")
    parser.add_argument("--no-timing", action="store_true", help="the faults alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mapal-floor-") as place, _database(options.database, Path(place)) as url:
        print(f"{options.database}, Python {platform.python_version()}, {os.cpu_count()} cores", flush=True)
        faults = with_faults(options, Path(place) / "faults", url)
        if not options.no_timing:
            for name, think in (("24 phones at work", (1.0, 3.0)), ("24 in one moment", (0.0, 0.0))):
                without_faults(name, think, options.seed, Path(place), url)
    return 1 if faults else 0


def with_faults(options: argparse.Namespace, place: Path, url: str) -> list[str]:
    """Run the bad day, print its figures, and return what is wrong at its end."""
    from tests.rig.proxy import Faults

    floor = _floor(f"faults-{options.seed}", options.seed)
    server = _server(place, url, APPLICATION)
    began = time.monotonic()
    try:
        network = asyncio.run(_bounded(floor.bring_home(server, Faults(), kills=options.kills)))
        seconds = time.monotonic() - began
        heard = Counter(answer.status for phone in floor.phones for answer in phone.answers)
        changed = asyncio.run(_bounded(floor.send_all_again(server.port)))
    finally:
        server.stop()
    tries = heard.total()
    locked = server.log.read_text(errors="replace").count("database is locked")
    found = [*floor.faults_found(), *(f"answered differently: {entry.body}" for entry in changed)]
    found += [f"{locked} times: database is locked"] if locked else []
    corrections = sum(entry.base is not None for entry in floor.entries)
    print(
        f"  {len(floor.phones)} phones, {len(floor.entries)} reports ({corrections} of them corrections), "
        f"{options.kills} kills, {seconds:.0f} s\n"
        f"  sent {tries} times: {tries - len(floor.entries)} again; silence {heard.pop(0, 0)}, "
        f"answers {', '.join(f'{status}: {count}' for status, count in sorted(heard.items()))}\n"
        f"  network: {', '.join(f'{count} {name}' for name, count in sorted(network.happened.items()))}\n"
        f"  acknowledged {len(floor.acknowledged)}; lost, doubled or not as intended: {len(found)}",
        flush=True,
    )
    for fault in found:
        print(f"  WRONG: {fault}")
    return found


def without_faults(name: str, think: tuple[float, float], seed: str, place: Path, url: str) -> None:
    """Print how long the server takes to save when nothing goes wrong."""
    from tests.rig.floor import percentile

    floor = _floor(re.sub(r"\W+", "-", name), seed, think=think)
    server = _server(place / name.split()[-1], url, TIMED)
    server.start()
    try:
        asyncio.run(_warm(floor, server.port))
        before = _cpu_seconds(server.pid)
        asyncio.run(_bounded(_at_work(floor, server.port)))
        cpu = _cpu_seconds(server.pid) - before
    finally:
        server.stop()
    times = [_milliseconds(entry.answer.headers) for entry in floor.acknowledged if entry.answer]
    locked = server.log.read_text(errors="replace").count("database is locked")
    print(
        f"  {name}: {len(times)} saves, server time p50 {percentile(times, 0.5):.0f} ms, "
        f"p95 {percentile(times, 0.95):.0f} ms, longest {max(times):.0f} ms; "
        f"{1000 * cpu / len(times):.0f} ms of CPU each; “database is locked” {locked} times",
        flush=True,
    )


async def _at_work(floor: Any, port: int) -> None:
    await asyncio.gather(*(phone.work(port) for phone in floor.phones))


async def _warm(floor: Any, port: int) -> None:
    """Let the server import and connect what it does with the first request: a report without a pass is refused."""
    from tests.rig.phones import Entry, Phone

    stranger = Phone(floor.phones[0].url, "nobody", (), floor.phones[0].rng)
    for _time in range(5):
        await stranger.post(port, Entry(dict(floor.entries[0].body)))


async def _bounded(work: Any) -> Any:
    async with asyncio.timeout(SECONDS):
        return await work


def _floor(slug: str, seed: str, **of_phones: Any) -> Any:
    """A championship with its plan and draw, and a phone at each of its tables."""
    from django.contrib.auth import get_user_model

    from championship.rehearsal.games import EngineGames
    from championship.rehearsal.play import Rehearsal
    from engine.taki.editions import edition
    from scoring import advisor
    from tests.rig.floor import Floor

    user = get_user_model().objects.create_user(f"organiser-{slug}")
    format_ = advisor.plan(PLAYERS, tables=TABLES)
    rehearsal = Rehearsal(PLAYERS, seed, EngineGames(seed, edition()), user, format_=format_, slug=slug)
    rehearsal.prepare()
    floor = Floor(rehearsal.championship, rehearsal.head, f"{slug}/{seed}")  # its client ids too
    floor.prepare(**of_phones)
    return floor


def _milliseconds(headers: bytes) -> float:
    timing = re.search(rb"server-timing: app;dur=([\d.]+)", headers, re.IGNORECASE)
    assert timing is not None
    return float(timing[1])


def _cpu_seconds(pid: int) -> float:
    """CPU time of a process so far; 0 where the system does not tell it as Linux does."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def _server(place: Path, url: str, application: str) -> Server:
    return Server(place, database=url, secret_key=ON_LOOPBACK["SECRET_KEY"], application=application)


@contextmanager
def _database(kind: str, place: Path) -> Iterator[str]:
    """Set Django up on a new database, and give its address."""
    url = f"sqlite://{place}/floor.sqlite3" if kind == "sqlite" else postgres.url_of_run()
    os.environ.update(ON_LOOPBACK, DATABASE_URL=url, MAPAL_VAR=str(place / "var"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "championship.config.settings"
    (place / "var" / "static").mkdir(parents=True)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections
    from django.utils import translation

    call_command("migrate", verbosity=0)
    with translation.override("en"):
        yield url
    connections.close_all()


if __name__ == "__main__":
    sys.exit(main())
