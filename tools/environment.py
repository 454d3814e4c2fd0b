"""The virtual environment .venv: made to hold exactly what a lock file says. Standard library only.

A fresh machine has Python 3.11 or newer, and a package index that pip is configured with; nothing else is
taken for granted. Packages are checked by their hashes, and put in by uv where it can be had (seconds), else
by pip (a minute).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
OUTER_PYTHON = getattr(sys, "_base_executable", sys.executable)
"""The Python that .venv is made of, even when make is called with .venv activated."""
STAMP = VENV / ".holds"
UV_HOME = VENV / ".uv"
"""Where uv is put if the machine has none: beside the packages, so that .venv holds what the lock file says."""

BASE, DEV = "requirements/base.txt", "requirements/dev.txt"
INCLUDED_IN = {BASE: (BASE, DEV), DEV: (DEV,)}
"""Lock files whose packages include those of another: an environment for tests can serve, too."""

NO_VENV = (
    "This Python can make no virtual environment: its modules venv and ensurepip are missing, and so are uv and\n"
    "pip. On Debian or Ubuntu: apt install python3-venv"
)


def ensure(lock: str) -> None:
    """Make .venv hold what *lock* says; a call that finds it so costs nothing. Exits with advice if it cannot."""
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() in {_stamp(wanted) for wanted in INCLUDED_IN[lock]}:
        return
    started = time.monotonic()
    print("Setting up .venv …", flush=True)
    has_pip = _make()
    installer = _install(lock, has_pip=has_pip)
    STAMP.write_text(_stamp(lock))
    print(f"The environment is ready, by {installer} in {time.monotonic() - started:.0f} s.", flush=True)


def uv() -> str | None:
    """Return the path of uv, of this machine or our own; None if there is none (or ``NO_UV`` is set)."""
    if os.environ.get("NO_UV"):
        return None
    return shutil.which("uv") or shutil.which("uv", path=str(UV_HOME / "bin"))


def uv_environment() -> dict[str, str]:
    """Return the environment in which uv asks the index that pip is configured with; uv does not read pip's files."""
    known = {
        "index-url": "UV_DEFAULT_INDEX",
        "extra-index-url": "UV_INDEX",
        "find-links": "UV_FIND_LINKS",
        "trusted-host": "UV_INSECURE_HOST",
        "cert": "SSL_CERT_FILE",
    }
    environment = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # hashes decide, not the index
    for name, value in _pip_configuration():
        if name in known:
            comma = "," if name == "find-links" else " "
            environment[known[name]] = comma.join(value.split())
    return {**environment, **os.environ}


def _stamp(lock: str) -> str:
    digest = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
    return f"{lock} {digest} {sys.version_info.major}.{sys.version_info.minor}\n"


def _make() -> bool:
    """Make an empty .venv; return whether it has pip. Debian's Python alone has venv, and no ensurepip."""
    for options, has_pip in ((["--clear"], True), (["--clear", "--without-pip"], False)):
        command = [OUTER_PYTHON, "-m", "venv", *options, str(VENV)]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return has_pip
    if found := uv():
        subprocess.run([found, "venv", "--clear", "-q", "--python", OUTER_PYTHON, str(VENV)], check=True)
        return False
    sys.exit(NO_VENV)


def _install(lock: str, *, has_pip: bool) -> str:
    """Install *lock* into the empty .venv; return by which tool."""
    pip = _pip(has_pip=has_pip)
    if uv() is None and pip and not os.environ.get("NO_UV"):
        _install_uv(pip)
    if found := uv():
        command = [found, "pip", "install", "-q", "--python", str(PYTHON), "--require-hashes", "-r", lock]
        ran = subprocess.run(command, cwd=ROOT, env=uv_environment(), capture_output=True, text=True, check=False)
        if ran.returncode == 0:
            return "uv"
        if not pip:
            sys.exit(ran.stderr)
    if not pip:
        sys.exit(NO_VENV)
    if subprocess.run([*pip, "install", "--require-hashes", "-r", lock], cwd=ROOT, check=False).returncode:
        sys.exit("The packages could not be installed; what pip said is above.")
    return "pip"


def _install_uv(pip: list[str]) -> None:
    """Try to get uv; without it pip does the work, slower."""
    how = ["--require-hashes", "--only-binary=:all:", "--target", str(UV_HOME), "-r", "requirements/uv.txt"]
    subprocess.run([*pip, "install", *how], cwd=ROOT, capture_output=True, check=False)


def _pip(*, has_pip: bool) -> list[str]:
    """Return how to call pip for .venv: its own, else this Python's; empty if there is none."""
    quiet = ["--disable-pip-version-check", "-q"]
    if has_pip:
        return [str(PYTHON), "-m", "pip", *quiet]
    command = [OUTER_PYTHON, "-m", "pip", "--python", str(PYTHON), *quiet]
    has_one = subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0
    return command if has_one else []


def _pip_configuration() -> list[tuple[str, str]]:
    """What pip is told by its files and by its environment, weakest first; names without their section."""
    for python in (PYTHON, Path(OUTER_PYTHON)):
        command = [str(python), "-m", "pip", "config", "list"]
        try:
            ran = subprocess.run(command, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        lines = [line.partition("=") for line in ran.stdout.splitlines()]
        ordered = sorted(lines, key=lambda line: line[0].startswith(":env:"))
        return [(key.rpartition(".")[2], value.strip("'\"")) for key, _equals, value in ordered]
    return []
