"""Fixtures for every test; what they are made of is in tests.rig."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, connections
from django.utils import translation

from tests.rig import browser, places, redis
from tests.rig.server import Server, database_url
from tests.rig.strictness import pytest_make_collect_report, pytest_runtest_makereport

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser or Redis by what it asks for."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "visitors" in names:
            item.add_marker("browser")
        if "redis_url" in names:
            item.add_marker("redis")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Tests read messages in the language of the code; a request speaks its own reader's."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def _server(django_db_setup: None) -> Iterator[Server]:
    """One served application a worker, on the worker's test database."""
    server = new_server("served")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def served(_server: Server, transactional_db: None) -> Iterator[Server]:
    """The application served to browsers and other clients, on the very database the test writes to.

    What the test makes by services or factories, the server sees, and the other way round. A traceback or
    an error in its log fails the test.
    """
    yield _server
    assert _server.new_errors() == ""


@pytest.fixture
def own_server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, not started yet: to be killed, or to have another environment."""
    server = new_server("own", place=tmp_path)
    yield server
    server.stop()


def new_server(name: str, *, place: Path | None = None, **environment: str) -> Server:
    """Return a server on the worker's test database, with more *environment* if given."""
    url = database_url(connection.settings_dict)
    where = (place or places.of_worker()) / name
    return Server(where, database=url, secret_key=settings.SECRET_KEY, **environment)


@pytest.fixture
def visitors(served: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[browser.Visitors]:
    """People with phones and laptops: ``visitors.open("phone", "he")`` is a page at the served application.

    Playwright's loop runs in the test's thread, hence Django's permission to use the database there.
    """
    program = browser.chromium()
    if program is None:
        pytest.skip("no Chromium: install it, or name it by CHROMIUM")
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with browser.visitors(program, served.url) as made:
        yield made
        connections.close_all()  # inside the loop Django has connections of its own


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis that keeps nothing."""
    try:
        with redis.running(places.of_worker() / "redis") as url:
            yield url
    except redis.NoRedis as missing:
        pytest.skip(str(missing))
