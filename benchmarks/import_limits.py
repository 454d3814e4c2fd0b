"""What reading a registration file costs: each fixture with limits, and lists made to be slow, in a process each.

    python -m benchmarks.import_limits

Prints seconds and megabytes (peak, with the interpreter) and fails if a fixture is over the limits of its
``expected.json``, or a made-up list over 30 seconds or 400 MB.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

IMPORTS = Path(__file__).resolve().parents[1] / "fixtures" / "imports"
HEADINGS = "First name,Last name,Age,Phone,Notes\n"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MADE = {
    "5,000 players of many names": "".join(
        f"{LETTERS[at % 26]}{LETTERS[at // 26 % 26]}{LETTERS[at // 676]},Cohen,9,0505{at:06},no fish\n"
        for at in range(5_000)
    ),
    "5,000 players of one name": "Noa,Cohen,9,\n" * 5_000,
    "5,000 players of one phone": "".join(
        f"{LETTERS[at % 26] * 9}{LETTERS[at // 26 % 26]}{at},Cohen,{at % 90},0525550103\n" for at in range(5_000)
    ),
    "5,000 notes that name one": "Noa,Cohen,9,,sister of Noa Cohen\n" * 5_000,
    "quotes": '"' * 4_900_000,
    "opening quotes": '"a,' * 1_600_000,
    "pairs of quotes": '""a,' * 1_200_000,
    "quotes left open": '"x\n' * 49_000,
    "a name of five million letters": "a" * 4_900_000,
    "five million delimiters": "," * 4_900_000,
}


def main() -> int:
    """Measure everything; return 1 if something is over its limits."""
    expected = json.loads((IMPORTS / "expected.json").read_text(encoding="utf-8"))
    tasks = [(each["file"], each["limits"]) for each in expected["files"] if "limits" in each]
    tasks += [(name, {"seconds": 30, "memory_mb": 400}) for name in MADE]
    return max([_measure(name, limits["seconds"], limits["memory_mb"]) for name, limits in tasks])


def _measure(name: str, most_seconds: int, most_megabytes: int) -> int:
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-m", __spec__.name, name], capture_output=True, text=True, check=True)
    seconds = time.monotonic() - start
    outcome, _, megabytes = done.stdout.strip().rpartition(" ")
    is_over = seconds > most_seconds or int(megabytes) > most_megabytes
    print(
        f"{name:32} {seconds:5.1f} s {megabytes:>4} MB  {outcome}{'  OVER THE LIMIT' if is_over else ''}", flush=True
    )
    return int(is_over)


def _read(name: str) -> None:
    """Read one file and print what came of it and the peak of memory in megabytes."""
    from django.conf import settings

    settings.configure(USE_I18N=False)
    from championship.registrations import Event, FileRefused, preview

    data = (HEADINGS + MADE[name]).encode() if name in MADE else (IMPORTS / name).read_bytes()
    try:
        found = preview(data, name, event=Event(qualifiers=date(2027, 10, 19), capacity=120))
        outcome = ", ".join(f"{number} {each.value}" for each, number in found.counts.items() if number)
    except FileRefused as refused:
        outcome = f"refused: {refused.code}"
    print(outcome, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _read(sys.argv[1])
    else:
        sys.exit(main())
