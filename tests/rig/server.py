"""The application served as in the hall: uvicorn in a process of its own, on the test's own database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from tools import network

ROOT = Path(__file__).resolve().parents[2]
APPLICATION = "championship.config.asgi:application"
SECONDS_TO_START = 60


def database_url(settings: dict[str, Any]) -> str:
    """Return the ``DATABASE_URL`` of a Django database, so that another process opens the same one."""
    name = str(settings["NAME"])
    if settings["ENGINE"].endswith("sqlite3"):
        return f"sqlite://{quote(name)}"
    user = quote(settings["USER"], safe="")
    password = f":{quote(settings['PASSWORD'], safe='')}" if settings["PASSWORD"] else ""
    where = {key: settings[key.upper()] for key in ("host", "port") if settings[key.upper()]}
    return f"postgres://{user}{password}@/{quote(name)}?{urlencode(where)}"


class Server:
    """One uvicorn process; it may be killed and started again at the same address.

    ``url`` is on localhost; ``own_url`` is the same server by the machine's own address, as a phone sees it:
    over plain http a browser then lacks what it lacks in a hall (design.md §10).
    """

    def __init__(
        self, place: Path, *, database: str, secret_key: str, application: str = APPLICATION, **environment: str
    ) -> None:
        self.application = application
        (place / "var" / "static").mkdir(parents=True, exist_ok=True)
        self.port = network.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.own_url = f"http://{network.own_address()}:{self.port}"
        self.log = place / "server.log"
        self.environment = {
            **os.environ,
            "MAPAL_VAR": str(place / "var"),
            "DATABASE_URL": database,
            "SECRET_KEY": secret_key,
            "PUBLIC_URL": self.url,
            "DJANGO_SETTINGS_MODULE": "championship.config.settings",
            **environment,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._told = 0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it answers. Raises RuntimeError, with its log, if it does not."""
        command = [sys.executable, "-m", "uvicorn", self.application, "--host", "0.0.0.0", "--port", str(self.port)]
        command += ["--timeout-graceful-shutdown", "3", "--log-level", "warning", "--no-access-log"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        until = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Ask it to end, as a service manager does, and wait for it."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does: ``kill -9``."""
        self._end(signal.SIGKILL)

    def manage(self, *arguments: str) -> str:
        """Run ``manage.py`` on the same database and return what it prints."""
        command = [sys.executable, "manage.py", *arguments]
        ran = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"manage.py {' '.join(arguments)}:\n{ran.stderr}"
        return ran.stdout

    def new_errors(self) -> str:
        """Return what the server logged since the last call, if an error is in it; else nothing."""
        text = self.log.read_bytes()[self._told :].decode(errors="replace")
        self._told += len(text.encode())
        return text if "Traceback" in text or " ERROR " in text else ""

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/", timeout=10):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
