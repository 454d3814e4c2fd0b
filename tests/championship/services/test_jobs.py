"""Jobs are done once and none is lost, whatever becomes of messages, workers and the broker (design.md §10)."""

from __future__ import annotations

import threading
from datetime import timedelta
from types import SimpleNamespace

import pytest
from celery import Celery
from django.db import connection, transaction
from django.utils import timezone

from championship.config.celery_app import app, transport_options
from championship.enums import JobState
from championship.models import Job, Report
from championship.services import jobs
from tests.factories import make_report, make_started


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """What was sent, as (task, arguments), to a broker that takes everything."""
    messages = []
    monkeypatch.setattr(app, "send_task", lambda task, args, **options: messages.append((task, args)))
    monkeypatch.setattr(jobs, "_broker_is_down_until", 0.0)
    monkeypatch.setattr(jobs, "_on_their_way", {})
    return messages


def make_job(state=JobState.WAITING, *, attempts=0, claimed=None, requested=0):
    """A job that was claimed and requested so many seconds ago."""
    now = timezone.now()
    job = Job.objects.create(kind="print", payload={"printout": 1}, state=state, attempts=attempts)
    Job.objects.filter(pk=job.pk).update(
        requested_at=now - timedelta(seconds=requested),
        claimed_at=None if claimed is None else now - timedelta(seconds=claimed),
    )
    job.refresh_from_db()
    return job


def state_of(job):
    job.refresh_from_db()
    return job.state, job.attempts, job.error


@pytest.mark.django_db(transaction=True)
def test_request_is_sent_after_the_commit_and_not_before(sent):
    with transaction.atomic():
        job = jobs.request("print", payload={"printout": 7})
        assert sent == []
    assert sent == [("championship.run_job", (job.pk,))]
    assert (job.kind, job.payload, job.state) == ("print", {"printout": 7}, JobState.WAITING)


@pytest.mark.django_db(transaction=True)
def test_request_that_is_rolled_back_is_neither_stored_nor_sent(sent):
    with transaction.atomic():
        jobs.request("print", payload={})
        transaction.set_rollback(True)
    assert (sent, Job.objects.count()) == ([], 0)


@pytest.mark.django_db
def test_claim_takes_a_job_once():
    job = make_job()
    first, second = jobs.claim(job.pk), jobs.claim(job.pk)
    assert (first.pk, first.state, first.attempts) == (job.pk, JobState.RUNNING, 1)
    assert second is None


@pytest.mark.django_db(transaction=True)
def test_claim_by_eight_workers_at_once_gives_it_to_one():
    job = make_job()
    claimed, ready = [], threading.Barrier(8)

    def work():
        ready.wait()
        claimed.append(jobs.claim(job.pk))
        connection.close()

    workers = [threading.Thread(target=work) for _worker in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [got.pk for got in claimed if got] == [job.pk]
    assert state_of(job) == (JobState.RUNNING, 1, "")


@pytest.mark.django_db
@pytest.mark.parametrize("state", [JobState.RUNNING, JobState.DONE, JobState.FAILED])
def test_claim_leaves_what_does_not_wait(state):
    assert jobs.claim(make_job(state, attempts=1).pk) is None


@pytest.mark.django_db
def test_claim_of_no_job_is_nothing():
    assert jobs.claim(0) is None


@pytest.mark.django_db(transaction=True)
def test_nudges_of_a_moment_are_one_message_that_comes_after_them(monkeypatch):
    """A save that finds a message on its way is seen by it: it begins when the moment is over."""
    clock, messages = [100.0], []
    monkeypatch.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(app, "send_task", lambda task, args, **options: messages.append((args, options, clock[0])))
    for seconds, championship in ((0, 1), (0.5, 1), (0.6, 2), (1.9, 1), (2.0, 1)):
        clock[0] = 100 + seconds
        jobs.nudge_soon(jobs.PUBLISH, championship)

    later = {"countdown": jobs.GATHER_SECONDS}
    assert messages == [((1,), later, 100.0), ((2,), later, 100.6), ((1,), later, 102.0)]


@pytest.mark.django_db
def test_finish_marks_it_done():
    job = jobs.claim(make_job().pk)
    jobs.finish(job)
    assert state_of(job) == (JobState.DONE, 1, "")
    assert job.finished_at is not None


@pytest.mark.django_db
@pytest.mark.parametrize(("attempts", "pause"), [(1, 10), (2, 20), (3, 40)])
def test_fail_lets_it_wait_longer_each_time(attempts, pause):
    job = make_job(JobState.RUNNING, attempts=attempts, claimed=pause - 5)
    jobs.fail(job, "no paper")
    assert state_of(job) == (JobState.WAITING, attempts, "no paper")
    assert jobs.claim(job.pk) is None
    Job.objects.filter(pk=job.pk).update(claimed_at=timezone.now() - timedelta(seconds=pause + 1))
    assert jobs.claim(job.pk).attempts == attempts + 1


@pytest.mark.django_db
def test_fail_for_the_last_time_is_for_good():
    job = make_job(JobState.RUNNING, attempts=jobs.MAX_ATTEMPTS, claimed=0)
    jobs.fail(job, "no paper")
    assert state_of(job) == (JobState.FAILED, jobs.MAX_ATTEMPTS, "no paper")
    assert job.finished_at is not None


@pytest.mark.django_db
def test_a_worker_that_was_given_up_does_not_decide_any_more():
    slow = jobs.claim(make_job().pk)
    Job.objects.filter(pk=slow.pk).update(state=JobState.RUNNING, attempts=2)  # swept, and claimed by another
    jobs.finish(slow)
    assert state_of(slow) == (JobState.RUNNING, 2, "")
    jobs.fail(Job(pk=slow.pk, attempts=1), "too late")
    assert state_of(slow) == (JobState.RUNNING, 2, "")


@pytest.mark.django_db(transaction=True)
def test_sweep_sends_what_was_never_sent_or_is_due_again_and_leaves_the_rest(sent):
    never_sent = make_job(requested=60)
    due_again = make_job(attempts=1, claimed=60, requested=60)
    make_job(requested=1)  # its message is on its way
    make_job(attempts=3, claimed=30, requested=90)  # its pause is not over
    make_job(JobState.RUNNING, attempts=1, claimed=30, requested=60)
    make_job(JobState.DONE, attempts=1, claimed=999, requested=999)
    make_job(JobState.FAILED, attempts=4, claimed=999, requested=999)
    assert jobs.sweep() == [never_sent.pk, due_again.pk]
    assert sent == [("championship.run_job", (never_sent.pk,)), ("championship.run_job", (due_again.pk,))]


@pytest.mark.django_db(transaction=True)
def test_sweep_takes_a_job_from_a_worker_that_died(sent):
    job = make_job(JobState.RUNNING, attempts=1, claimed=600, requested=600)
    assert jobs.sweep() == [job.pk]
    assert state_of(job) == (JobState.WAITING, 1, "the worker was lost")
    assert jobs.claim(job.pk).attempts == 2


@pytest.mark.django_db(transaction=True)
def test_sweep_gives_up_a_job_that_kills_every_worker(sent):
    job = make_job(JobState.RUNNING, attempts=jobs.MAX_ATTEMPTS, claimed=600, requested=3600)
    assert jobs.sweep() == []
    assert state_of(job) == (JobState.FAILED, jobs.MAX_ATTEMPTS, "the worker was lost")


@pytest.mark.django_db
def test_stuck_are_those_that_should_be_done_long_ago():
    waiting = make_job(requested=900)
    running = make_job(JobState.RUNNING, attempts=1, claimed=10, requested=900)
    make_job(requested=60)
    make_job(JobState.DONE, attempts=1, requested=900)
    make_job(JobState.FAILED, attempts=4, requested=900)
    assert list(jobs.stuck()) == [waiting, running]


@pytest.fixture
def dead_broker(monkeypatch):
    """A broker that refuses connections: the app as configured for Redis, and nothing listens at its port."""
    broker = "redis://127.0.0.1:1/0"
    dead = Celery("dead", broker=broker, set_as_current=False)
    dead.conf.update(task_publish_retry=False, broker_transport_options=transport_options(broker))
    monkeypatch.setattr(jobs, "app", dead)
    return dead


@pytest.mark.django_db(transaction=True)
def test_a_dead_broker_is_no_error_of_a_saved_result(dead_broker, caplog):
    championship = make_started(players=4)
    report = make_report(championship)
    assert (report.counts, list(Report.objects.all())) == (True, [report])
    assert "championship.publish could not be sent" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_dead_broker_loses_no_job(dead_broker, caplog):
    job = jobs.request("print", payload={})
    assert state_of(job) == (JobState.WAITING, 0, "")
    assert f"{jobs.RUN_JOB} could not be sent" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_dead_broker_is_not_tried_at_every_save(monkeypatch, caplog):
    tried = []

    def send_task(task, args, **options):
        tried.append(args)
        raise ConnectionError("nobody there")

    monkeypatch.setattr(app, "send_task", send_task)
    first, second = (jobs.request("print", payload={}) for _job in range(2))
    assert tried == [(first.pk,)]
    monkeypatch.setattr(jobs, "_broker_is_down_until", 0.0)  # it has rested
    third = jobs.request("print", payload={})
    assert tried == [(first.pk,), (third.pk,)]
    assert second.state == JobState.WAITING
