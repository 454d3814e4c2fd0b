"""What make calls: set up, serve the demo, test, tidy up. Standard library only.

python3 -m tools.dev setup | demo | test | lint | format | lock | messages | clean
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools import environment, network
from tools.environment import BASE, BIN, DEV, PYTHON, ROOT

OLDEST = (3, 11)
DEMO = ROOT / "var" / "demo"
FIRST_PORT = 8000
LOCALE = ROOT / "championship" / "locale"
REQUIREMENTS = ("base", "dev", "uv")
CACHES = (".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".coverage", "var/demo")


def setup(lock: str = DEV) -> None:
    """Make .venv ready, and the translations."""
    environment.ensure(lock)
    compile_messages()


def demo() -> None:
    """Serve the demo championship from a database of its own, made anew; ends with Ctrl+C."""
    if os.environ.get("DATABASE_URL"):
        sys.exit("make demo makes a database of its own. Unset DATABASE_URL, then try again.")
    setup(BASE)
    _hold_demo()
    for file in DEMO.glob("mapal.sqlite3*"):
        file.unlink()
    port = network.free_port(int(os.environ.get("PORT") or FIRST_PORT))
    for name in ("REDIS_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE"):
        os.environ.pop(name, None)
    os.environ.setdefault("PUBLIC_URL", f"http://{network.own_address()}:{port}")
    os.environ["MAPAL_VAR"] = str(DEMO)
    (DEMO / "static").mkdir(exist_ok=True)  # served from the sources; whitenoise wants the directory to be there
    _must(PYTHON, "manage.py", "migrate", "-v0")
    _must(PYTHON, "manage.py", "demo")
    print("Serving until Ctrl+C.", flush=True)
    server = ["-m", "uvicorn", "championship.config.asgi:application", "--host", "0.0.0.0", "--port", str(port)]
    server += ["--timeout-graceful-shutdown", "3", "--log-level", "warning", "--no-access-log"]
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), *server])


def test() -> None:
    """Run every check: lint, types, tests on SQLite, and on PostgreSQL those that hold on both.

    Half as many workers again as there are cores: tests in a browser wait a good part of their time. Whoever is
    done takes over from the others.
    """
    setup()
    workers = os.environ.get("WORKERS") or str(3 * (os.cpu_count() or 2) // 2)
    pytest = [PYTHON, "-m", "pytest", "-q", "-n", workers, "--dist", "worksteal"]
    steps = {
        "lint": lint_steps_pass,
        "tests on SQLite": lambda: _runs(*pytest),
        "tests on PostgreSQL": lambda: _postgres_tests_pass(pytest),
    }
    failed = [name for name, passes in steps.items() if not passes()]
    if failed:
        sys.exit(f"FAILED: {', '.join(failed)}")


def lint() -> None:
    """Check style, formatting and types."""
    setup()
    if not lint_steps_pass():
        sys.exit(1)


def lint_steps_pass() -> bool:
    """Run every linter; return whether all are content."""
    commands = ([BIN / "ruff", "check", "-q"], [BIN / "ruff", "format", "--check", "-q"], [BIN / "mypy"])
    failed = [command for command in commands if not _runs(*command)]
    return not failed


def format_() -> None:
    """Bring the code into shape."""
    setup()
    _must(BIN / "ruff", "check", "--fix-only", "-q")
    _must(BIN / "ruff", "format", "-q")


def lock() -> None:
    """Write the lock files anew: the newest versions that fit, with hashes and without addresses."""
    setup()
    uv = environment.uv()
    if uv is None:
        sys.exit("The lock files are written by uv, and there is none.")
    for name in REQUIREMENTS:
        options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate"]
        source, target = f"requirements/{name}.in", f"requirements/{name}.txt"
        command = [uv, "pip", "compile", "-q", "--upgrade", "--no-config", *options, source, "-o", target]
        subprocess.run(command, cwd=ROOT, env=environment.uv_environment(), check=True, stdout=subprocess.DEVNULL)


def messages() -> None:
    """Bring the translation files up to date with the code, and compile them."""
    setup()
    _must(PYTHON, "-m", "tools.messages", "update")
    compile_messages()


def compile_messages() -> None:
    """Compile the translations that are newer than their compiled form."""
    texts = LOCALE.glob("*/LC_MESSAGES/*.po")
    if any(_is_outdated(text.with_suffix(".mo"), text) for text in texts):
        _must(PYTHON, "-m", "tools.messages", "compile")


def clean() -> None:
    """Remove what can be made again; the installation's own data in var/ stay, but for the demo's."""
    made = [ROOT / name for name in CACHES] + [environment.VENV, *LOCALE.glob("*/LC_MESSAGES/*.mo")]
    made += [path for path in ROOT.rglob("__pycache__") if environment.VENV not in path.parents]
    for path in made:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


COMMANDS = {
    "setup": setup,
    "demo": demo,
    "test": test,
    "lint": lint,
    "format": format_,
    "lock": lock,
    "messages": messages,
    "clean": clean,
}


def main(arguments: list[str]) -> None:
    if sys.version_info < OLDEST:
        _run_with_newer_python(arguments)
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        sys.exit(f"usage: python3 -m tools.dev {' | '.join(COMMANDS)}")
    COMMANDS[arguments[0]]()


def _run_with_newer_python(arguments: list[str]) -> None:
    """Go on with a newer Python of this machine, for instance where python3 is the distribution's old one."""
    names = {path.name for place in os.get_exec_path() for path in Path(place).glob("python3.*")}
    minors = [int(match[1]) for name in names if (match := re.fullmatch(r"python3\.(\d+)", name))]
    newest = max(minors, default=0)
    if (3, newest) < OLDEST:
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}, and no newer one was found.")
    os.execvp(f"python3.{newest}", [f"python3.{newest}", "-m", "tools.dev", *arguments])


def _hold_demo() -> None:
    """Take the demo's database for this process until it ends. Exits if another demo has it."""
    import fcntl

    DEMO.mkdir(parents=True, exist_ok=True)
    file = os.open(DEMO / "running", os.O_RDWR | os.O_CREAT)
    os.set_inheritable(file, True)  # the server goes on holding it
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit("A demo is running in this directory already. Stop it first (Ctrl+C there).")


def _postgres_tests_pass(pytest: list[str | Path]) -> bool:
    """Run on PostgreSQL what holds on both databases; without any, say so: under REQUIRE_ALL that is a failure."""
    if not _runs(PYTHON, "-m", "tests.rig.postgres"):
        return os.environ.get("REQUIRE_ALL") != "1"
    more = {"MAPAL_TEST_DATABASE": "postgres"}
    return _runs(*pytest, "-m", "both_databases or postgres", environment=more)


def _is_outdated(made: Path, source: Path) -> bool:
    return not made.exists() or made.stat().st_mtime < source.stat().st_mtime


def _runs(*command: str | Path, environment: dict[str, str] | None = None) -> bool:
    """Run a command with its output shown; return whether it succeeded."""
    shown = " ".join(Path(word).name if isinstance(word, Path) else word for word in command)
    print(f"\n$ {shown}", flush=True)
    ran = subprocess.run(list(map(str, command)), cwd=ROOT, env={**os.environ, **(environment or {})}, check=False)
    return ran.returncode == 0


def _must(*command: str | Path) -> None:
    """Run a command, and end with its status if it fails."""
    ran = subprocess.run(list(map(str, command)), cwd=ROOT, check=False)
    if ran.returncode:
        sys.exit(ran.returncode)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
