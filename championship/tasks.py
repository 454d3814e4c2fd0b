"""Celery tasks: a job's id in, one service called (design.md §10). Safe to send twice; nobody waits for them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from celery import shared_task

from championship import rendering
from championship.prints import making
from championship.services import jobs, printing, snapshots

logger = logging.getLogger(__name__)

WORK: Mapping[str, Callable[..., object]] = {printing.JOB: making.make}
"""What does each kind of job; the job's payload are its arguments."""


@shared_task(name=jobs.RUN_JOB, ignore_result=True)
def run_job(job_id: int) -> None:
    """Do a job, if nobody else has it. What goes wrong is noted with the job, and it is tried again."""
    job = jobs.claim(job_id)
    if job is None:
        return
    try:
        WORK[job.kind](**job.payload)
    except Exception as error:
        logger.exception("job %s (%s), attempt %s", job.pk, job.kind, job.attempts)
        jobs.fail(job, f"{type(error).__name__}: {error}")
    else:
        jobs.finish(job)


@shared_task(name="championship.sweep", ignore_result=True)
def sweep() -> None:
    """Find the jobs that were never sent, failed a while ago, or lost their worker."""
    jobs.sweep()


@shared_task(name=jobs.PUBLISH, ignore_result=True)
def publish(championship_id: int) -> None:
    """Publish the newest snapshot of a championship, and render it, before the first reader asks."""
    newest = snapshots.publish(championship_id)
    if newest is not None:
        rendering.leaderboard_fragment(newest, newest.language)
