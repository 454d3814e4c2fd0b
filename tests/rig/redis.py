"""A Redis for tests: the one that ``TEST_REDIS_URL`` names, else a throw-away one of this machine's own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import network

SECONDS_TO_START = 20


class NoRedis(Exception):
    """This machine has no Redis, and none is named."""


@contextmanager
def running(place: Path) -> Iterator[str]:
    """Give the address of a Redis that keeps nothing; a throw-away one ends with the block. Raises NoRedis."""
    if named := os.environ.get("TEST_REDIS_URL"):
        yield named
        return
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        raise NoRedis("No Redis: install redis-server, or name one by TEST_REDIS_URL.")
    place.mkdir(parents=True, exist_ok=True)
    port = network.free_port(host=network.LOCALHOST)
    command = [program, "--port", str(port), "--bind", network.LOCALHOST, "--save", "", "--dir", str(place)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(server, port)
        yield f"redis://{network.LOCALHOST}:{port}/0"
    finally:
        server.terminate()
        server.wait()


def _wait_for(server: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            socket.create_connection((network.LOCALHOST, port), timeout=1).close()
        except OSError:
            if server.poll() is not None or time.monotonic() > until:
                raise NoRedis(f"Redis did not start on port {port}.") from None
            time.sleep(0.05)
        else:
            return
