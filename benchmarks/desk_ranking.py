"""The desk's ranking with 120 players and ten archived years (bug report O57: recomputed on each view, it timed out).

    python benchmarks/desk_ranking.py [--years 10] [--times 50]

Plays the years by rehearsal into a database of its own, then asks for the ranking (the page *The end*), the tables
and the leaderboard as the organiser does. Prints median and slowest in milliseconds; exit code 1 over 300.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "championship.config.settings")

import django

django.setup()

from django.test import Client  # noqa: E402
from django.utils import translation  # noqa: E402

from championship.management.commands.rehearse import own_database, rehearse  # noqa: E402
from championship.models import Championship  # noqa: E402

MOST = 300
"""Milliseconds that a page may take."""
PAGES = {"ranking": "desk/end/", "tables": "desk/tables/", "leaderboard": ""}


def timed(client: Client, address: str, times: int) -> list[float]:
    took = []
    for _time in range(times):
        began = time.perf_counter()
        assert client.get(address).status_code == 200, address
        took.append(1000 * (time.perf_counter() - began))
    return took


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--times", type=int, default=50)
    options = parser.parse_args()
    slowest = 0.0
    with own_database(), translation.override("en"):
        for year in range(options.years + 1):
            rehearse(120, str(year), 0.05, slug=f"year-{year}")
        last = Championship.objects.get(slug=f"year-{options.years}")
        client = Client(headers={"host": "127.0.0.1"})
        client.force_login(last.memberships.get(role="organiser").user)
        for name, page in PAGES.items():
            took = timed(client, f"/c/{last.slug}/{page}", options.times)
            slowest = max(slowest, statistics.median(took))
            print(f"{name:12} median {statistics.median(took):6.1f} ms   slowest {max(took):6.1f} ms", flush=True)
    return 1 if slowest > MOST else 0


if __name__ == "__main__":
    raise SystemExit(main())
