"""Tasks: a job's id in, one service called; what goes wrong is noted with the job."""

from __future__ import annotations

import pytest

from championship import rendering, tasks
from championship.enums import JobState
from championship.models import Job
from championship.selectors import board as boards
from championship.services import jobs, printing, stages
from tests.factories import make_championship, make_published, organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def work(monkeypatch):
    """A kind of job that notes how it was called, and fails when it is told to."""
    done = []

    def note(word, is_broken=False):
        if is_broken:
            raise ValueError(word)
        done.append(word)

    monkeypatch.setattr(tasks, "WORK", {"note": note})
    return done


def make_job(**payload):
    return Job.objects.create(kind="note", payload=payload)


def test_run_job_does_it_once_however_often_it_is_sent(work):
    job = make_job(word="a")
    tasks.run_job(job.pk)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert (work, job.state, job.attempts) == (["a"], JobState.DONE, 1)


def test_run_job_that_fails_notes_why_and_is_tried_again(work, caplog):
    job = make_job(word="b", is_broken=True)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.error) == (JobState.WAITING, 1, "ValueError: b")
    assert "ValueError: b" in caplog.text


def test_run_job_of_an_unknown_kind_fails_and_is_kept(caplog):
    job = Job.objects.create(kind="of another release", payload={})
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.WAITING, "KeyError: 'of another release'")


def test_every_kind_that_services_request_has_its_work():
    assert set(tasks.WORK) == {printing.JOB}


def test_sweep_sends_forgotten_jobs(monkeypatch):
    swept = []
    monkeypatch.setattr(jobs, "sweep", lambda: swept.append(True))
    tasks.sweep()
    assert swept == [True]


def test_publish_has_the_board_ready_for_the_first_reader(django_assert_num_queries):
    championship = make_published(players=4)
    boards.forget()
    rendering.forget()
    tasks.publish(championship.pk)
    with django_assert_num_queries(1):
        newest = boards.current(championship.slug)
    with django_assert_num_queries(0):
        assert f"{newest.epoch}.{newest.version}" in rendering.leaderboard_fragment(newest, newest.language)


def test_publish_of_what_is_hidden_or_gone_is_nothing():
    hidden = make_championship()
    stages.show(hidden, is_public=False, by=organiser_of(hidden))
    tasks.publish(hidden.pk)
    tasks.publish(0)
    assert boards.current(hidden.slug) is None
