"""Rehearse every number of players, with and without mistakes, and say where the outcomes differ.

    python benchmarks/rehearse_every_number.py [FIRST] [LAST] [--errors 0.1]

Prints a line a number: its plan, rounds, tie-break rounds, seconds of the rehearsal without mistakes and the
ratio of the other to it. Ends with exit code 1 if an outcome differs or an invariant does not hold.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "championship.config.settings")

import django

django.setup()

from django.utils import translation  # noqa: E402

from championship.management.commands.rehearse import own_database, rehearse  # noqa: E402
from scoring.errors import NoPlan  # noqa: E402


def timed(players: int, errors: float) -> tuple[dict, float]:
    began = time.process_time()
    told = rehearse(players, "7", errors, slug=f"n{players}-{int(errors * 100)}")
    return told, time.process_time() - began


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("first", nargs="?", type=int, default=4)
    parser.add_argument("last", nargs="?", type=int, default=120)
    parser.add_argument("--errors", type=float, default=0.1)
    options = parser.parse_args()
    faults = 0
    with own_database(), translation.override("en"):
        for players in range(options.first, options.last + 1):
            try:
                clean, seconds = timed(players, 0.0)
                slips, slower = timed(players, options.errors)
            except NoPlan as refused:
                print(f"{players:4}  refused: {refused}", flush=True)
                continue
            same = (clean["champion"], clean["places"]) == (slips["champion"], slips["places"])
            broken = {**clean["failures"], **slips["failures"]}
            faults += not same or bool(broken)
            plan = " / ".join(str(len(stage["tables"])) for stage in clean["stages"])
            print(
                f"{players:4}  {plan:16} {clean['rounds']:3} rounds {clean['tie_breaks']:2} tie-breaks"
                f" {slips['corrections']:3} corrections  {seconds:5.1f} s  x{slower / seconds:.2f}"
                f"  {'same outcome' if same else 'DIFFERENT'} {broken or ''}",
                flush=True,
            )
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
