"""One Celery app, two ways: threads of the web process by default, ordinary workers with Redis (design.md §10)."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest
from celery import Celery

from championship.config import embedded as embedded_module
from championship.config.celery_app import app, transport_options
from championship.config.embedded import EmbeddedWorker
from championship.enums import JobState
from championship.models import Job
from championship.selectors import board as boards
from championship.services import jobs, printing
from tests.championship.config.waiting import wait_until
from tests.conftest import new_server
from tests.factories import make_published, make_report, make_started, organiser_of
from tests.rig.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def embedded():
    """Start a worker and a clock in this process: ``embedded()``; they are stopped, and waited for, at the end."""
    started = []

    def start():
        worker = EmbeddedWorker()
        worker.start()
        started.append((worker, worker._worker, worker._clock))
        return worker

    yield start
    for worker, *threads in started:
        worker.stop()
        for thread in threads:
            thread.join(10)
            assert not thread.is_alive()


def test_without_a_broker_the_process_does_its_jobs_itself(embedded):
    embedded()
    championship = make_published(players=4)
    printout = printing.request_scoresheets(championship, language="he", by=organiser_of(championship))
    wait_until(lambda: Job.objects.get().state == JobState.DONE)
    printout.refresh_from_db()
    assert bytes(printout.content).startswith(b"%PDF")


def test_embedded_worker_can_be_stopped_and_started_again(embedded):
    embedded().stop()
    embedded()
    jobs.request("of no kind", payload={})
    wait_until(lambda: Job.objects.get().error == "KeyError: 'of no kind'")


def test_embedded_worker_stopped_while_it_comes_up_ends(embedded, monkeypatch):
    real = embedded_module.WorkController

    def slow(**options):
        time.sleep(0.5)
        return real(**options)

    monkeypatch.setattr(embedded_module, "WorkController", slow)
    embedded().stop()


def test_a_result_builds_the_board_before_its_first_reader(embedded):
    championship = make_started(players=4)
    boards.forget()
    embedded()
    make_report(championship)
    now = boards.mark(championship.slug)
    wait_until(lambda: boards._is(boards._boards.get(championship.slug), now))


def test_app_keeps_no_results_and_sweeps_without_piling_up():
    entry = app.conf.beat_schedule["sweep"]
    assert app.conf.task_ignore_result is True
    assert app.conf.result_backend is None
    assert entry["options"]["expires"] == entry["schedule"]


@pytest.fixture
def redis_worker(redis_url, tmp_path, monkeypatch, settings):
    """A real worker with its clock on Redis, and this process sending to it as a web process does."""
    server = new_server("worker", place=tmp_path, REDIS_URL=redis_url)  # for its environment alone
    web = Celery("web", broker=redis_url, set_as_current=False)
    web.conf.update(
        task_publish_retry=False,
        task_default_queue=app.conf.task_default_queue,
        broker_transport_options=transport_options(redis_url),
    )
    monkeypatch.setattr(jobs, "app", web)
    monkeypatch.setattr(jobs, "_broker_is_down_until", 0.0)
    settings.REDIS_URL = redis_url
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}}
    command = [sys.executable, "-m", "celery", "-A", "championship.config.celery_app", "worker", "--beat"]
    command += ["--schedule", str(tmp_path / "beat"), "--concurrency", "1", "--pool", "threads", "--loglevel", "INFO"]
    log = tmp_path / "worker.log"
    with log.open("wb") as file:
        worker = subprocess.Popen(command, cwd=ROOT, env=server.environment, stdout=file, stderr=file)
    yield log
    worker.send_signal(signal.SIGTERM)
    try:
        worker.wait(20)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
    web.close()


def test_with_redis_a_worker_does_the_jobs_and_shares_the_board(redis_worker, monkeypatch):
    championship = make_started(players=4)
    printout = printing.request_bracket(championship, language="en", by=organiser_of(championship))
    wait_until(lambda: Job.objects.get().state == JobState.DONE)
    printout.refresh_from_db()
    assert bytes(printout.content).startswith(b"%PDF")

    make_report(championship)
    now = boards.mark(championship.slug)
    wait_until(lambda: boards._shared(now) is not None)

    def never(championship_id):
        raise AssertionError("the worker has built it")

    boards.forget()
    expected = boards.build(championship.pk)
    monkeypatch.setattr(boards, "build", never)
    assert boards.current(championship.slug) == expected
    assert "Traceback" not in redis_worker.read_text()


def test_with_redis_away_a_board_is_built_here(settings, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": settings.REDIS_URL}
    }
    championship = make_published(players=4)
    boards.forget()
    assert boards.current(championship.slug) == boards.build(championship.pk)
    assert "the shared boards cannot be read" in caplog.text
