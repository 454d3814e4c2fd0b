"""Where a test run writes: one temporary directory, removed when the run ends; never ``var/``."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

_RUN = "MAPAL_TEST_RUN"


def of_run() -> Path:
    """Return the run's directory. The first process makes it and removes it; its workers find it by environment."""
    if kept := os.environ.get(_RUN):
        return Path(kept)
    made = Path(tempfile.mkdtemp(prefix="mapal-"))  # short: a socket in it has a path of at most 107 bytes
    made.chmod(0o711)  # PostgreSQL runs as another user when tests run as root
    os.environ[_RUN] = str(made)
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    signal.signal(signal.SIGTERM, _leave)
    return made


def _leave(*_signal: object) -> None:
    """End as an exit does, so that what the run started ends with it."""
    sys.exit(128 + signal.SIGTERM)


def of_worker() -> Path:
    """Return the directory of this process alone: pytest-xdist's worker, or the only one."""
    place = of_run() / os.environ.get("PYTEST_XDIST_WORKER", "main")
    place.mkdir(exist_ok=True)
    return place
