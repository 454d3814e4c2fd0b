"""Jobs: work outside a request. The row is the job, a message is only a nudge (design.md §10).

Brokers lose tasks and send them twice, so a job is claimed by one conditional UPDATE, and whatever was never
sent, or whose worker died, is found by a periodic sweep. Every kind of work may therefore be done twice.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from championship.config.celery_app import app
from championship.enums import JobState
from championship.models import Job

logger = logging.getLogger(__name__)

RUN_JOB, PUBLISH = "championship.run_job", "championship.publish"
"""Names of tasks: a service sends them by name and imports none."""

MAX_ATTEMPTS = 4
BACKOFF = timedelta(seconds=10)
"""Pause after the first failure; it doubles with each further one: 10, 20, 40 seconds."""
UNSENT_AFTER = timedelta(seconds=15)
"""A job that waits longer than this is sent again: its message was lost, or the worker is behind."""
DEAD_AFTER = timedelta(minutes=2)
"""Longer than any job takes: what still runs then has lost its worker."""
STUCK_AFTER = timedelta(minutes=5)
"""A job that waits longer than this means that nobody works (championship.views.health)."""
BROKER_REST_SECONDS = 10
"""After a broker could not be reached it is not tried again for so long: nobody shall wait for it at each save."""

GATHER_SECONDS = 2.0
"""Nudges that may be gathered are sent once in so long: a hall with ten results a second needs one new board."""

_broker_is_down_until = 0.0
_on_their_way: dict[tuple[str, tuple[Any, ...]], float] = {}
"""When the gathered nudges of this process are worked on at the earliest, by task and arguments."""
_gathering = threading.Lock()


def request(kind: str, *, payload: Mapping[str, Any]) -> Job:
    """Store a job of *kind* and, once the transaction is committed, send it; without a broker it is swept later."""
    job = Job.objects.create(kind=kind, payload=dict(payload))
    nudge(RUN_JOB, job.pk)
    return job


def nudge(task: str, *args: Any) -> None:
    """Send a task by name once the transaction is committed. Nothing waits for it, and its loss is no error."""
    transaction.on_commit(lambda: _send(task, args), robust=True)


def nudge_soon(task: str, *args: Any) -> None:
    """As ``nudge``, for work that looks at the newest state anyway: all of a moment are one, sent at its end."""
    transaction.on_commit(lambda: _gather(task, args), robust=True)


def claim(job_id: int) -> Job | None:
    """Take a job to work on it; None if another has it, it is done, or its pause is not over."""
    job = Job.objects.filter(pk=job_id).first()
    now = timezone.now()
    if job is None or not _is_due(job, now):
        return None
    won = Job.objects.filter(pk=job_id, state=JobState.WAITING, attempts=job.attempts).update(
        state=JobState.RUNNING, attempts=job.attempts + 1, claimed_at=now
    )
    if not won:
        return None
    job.refresh_from_db()
    return job


def finish(job: Job) -> None:
    """Note that a claimed job is done. If it was swept meanwhile, whoever has it now decides."""
    _mine(job).update(state=JobState.DONE, finished_at=timezone.now(), error="")


def fail(job: Job, error: str) -> None:
    """Note that a claimed job failed: it waits for its next attempt, or has failed for good after the last one."""
    if job.attempts >= MAX_ATTEMPTS:
        _mine(job).update(state=JobState.FAILED, finished_at=timezone.now(), error=error)
    else:
        _mine(job).update(state=JobState.WAITING, error=error)


def sweep() -> list[int]:
    """Send again what was never sent or is due again, and take back what lost its worker. Returns the jobs sent."""
    now = timezone.now()
    for job in Job.objects.filter(state=JobState.RUNNING, claimed_at__lt=now - DEAD_AFTER):
        logger.warning("job %s (%s) lost its worker at attempt %s", job.pk, job.kind, job.attempts)
        fail(job, "the worker was lost")
    waiting = Job.objects.filter(state=JobState.WAITING).filter(
        Q(attempts__gt=0) | Q(requested_at__lt=now - UNSENT_AFTER)
    )
    due = [job.pk for job in waiting if _is_due(job, now)]
    for pk in due:
        nudge(RUN_JOB, pk)
    return due


def stuck() -> QuerySet[Job]:
    """Return the jobs that should have been done long ago."""
    return Job.objects.filter(
        state__in=[JobState.WAITING, JobState.RUNNING], requested_at__lt=timezone.now() - STUCK_AFTER
    )


def _is_due(job: Job, now: datetime) -> bool:
    """Whether a job waits and its pause since the last attempt is over."""
    if job.state != JobState.WAITING:
        return False
    pause = BACKOFF * 2 ** (job.attempts - 1) if job.attempts else timedelta(0)
    return job.claimed_at is None or now >= job.claimed_at + pause


def _mine(job: Job) -> QuerySet[Job]:
    """The row of a job that *job*'s attempt still has."""
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)


def _gather(task: str, args: tuple[Any, ...]) -> None:
    """Send a task in a moment, unless one is on its way: it begins later than now, and so sees what was committed."""
    now = time.monotonic()
    with _gathering:
        if now < _on_their_way.get((task, args), 0.0):
            return
        _on_their_way[task, args] = now + GATHER_SECONDS
    _send(task, args, countdown=GATHER_SECONDS)


def _send(task: str, args: tuple[Any, ...], **options: Any) -> None:
    global _broker_is_down_until
    if time.monotonic() < _broker_is_down_until:
        return
    try:
        app.send_task(task, args, **options)
    except Exception as error:  # whatever a broker's client raises: the row stays, and is swept
        _broker_is_down_until = time.monotonic() + BROKER_REST_SECONDS
        logger.warning("%s could not be sent, the sweep will: %s", task, error)
