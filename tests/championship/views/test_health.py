"""Health: whether the process lives, and whether it can do its work."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from championship.models import Job
from championship.services import jobs


def test_live_looks_nothing_up(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        answer = client.get("/health/live/")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.django_db
def test_ready_when_everything_is_there(client):
    answer = client.get("/health/ready/")
    expected = {"status": "ok", "database": "ok", "migrations": "ok", "jobs_stuck": 0}
    assert (answer.status_code, answer.json()) == (200, expected)


@pytest.mark.django_db
def test_ready_names_the_migrations_that_are_missing(client):
    [(app, newest)] = MigrationExecutor(connection).loader.graph.leaf_nodes("championship")
    MigrationRecorder(connection).record_unapplied(app, newest)
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")
    assert answer.json()["migrations"] == f"missing: championship.{newest}"


@pytest.mark.django_db
def test_ready_takes_results_while_jobs_are_stuck_and_says_so(client):
    job = Job.objects.create(kind="print")
    Job.objects.filter(pk=job.pk).update(requested_at=timezone.now() - jobs.STUCK_AFTER - timedelta(seconds=1))
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["status"], answer.json()["jobs_stuck"]) == (200, "degraded", 1)


@pytest.mark.django_db
def test_ready_without_a_database_is_failing(client, monkeypatch):
    def away():
        raise OperationalError("no route to host")

    monkeypatch.setattr(jobs, "stuck", away)
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["database"]) == (503, "OperationalError")


@pytest.mark.django_db
def test_health_is_read_only(client):
    assert [client.post(f"/health/{what}/").status_code for what in ("live", "ready")] == [405, 405]
