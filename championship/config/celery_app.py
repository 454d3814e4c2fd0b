"""One Celery app, run in one of two ways that ``CELERY_BROKER_URL`` (or ``REDIS_URL``) alone chooses (design.md §10).

Neither set: ``memory://``, and the web process has a worker and a clock as threads of its own, started by the
ASGI lifespan (championship.config.embedded). Else ordinary processes, ``celery -A championship.config.celery_app
worker --beat``, and the web process only sends. There is no result backend: a job is a row (services.jobs).
"""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "championship.config.settings")

from celery import Celery
from django.conf import settings

IS_EMBEDDED = settings.CELERY_BROKER_URL.startswith("memory:")
SWEEP_SECONDS = 10.0
"""How often jobs that were never sent, or whose worker died, are looked for."""
CONNECT_SECONDS = 2
"""How long a web process waits for a broker that does not answer."""


def transport_options(broker: str) -> dict[str, float]:
    """Return how to speak to a broker: one that is away is tried twice without a pause, for a request waits."""
    if broker.startswith("memory:"):
        return {"polling_interval": 0.1}
    options: dict[str, float] = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}
    if broker.startswith(("redis:", "rediss:")):
        options |= {"socket_connect_timeout": CONNECT_SECONDS, "socket_timeout": 15}
    return options


app = Celery(
    "mapal",
    broker="memory://localhost/" if IS_EMBEDDED else settings.CELERY_BROKER_URL,
    include=["championship.tasks"],
)
app.conf.update(
    task_ignore_result=True,
    task_acks_late=True,
    task_serializer="json",
    accept_content=["json"],
    task_publish_retry=False,  # the row is the job: what could not be sent is swept
    task_default_queue="mapal",
    timezone=settings.TIME_ZONE,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    worker_enable_remote_control=not IS_EMBEDDED,
    broker_connection_timeout=CONNECT_SECONDS,
    broker_connection_retry_on_startup=True,
    broker_transport_options=transport_options(settings.CELERY_BROKER_URL),
    beat_schedule={
        "sweep": {
            "task": "championship.sweep",
            "schedule": SWEEP_SECONDS,
            "options": {"expires": SWEEP_SECONDS},  # while no worker runs they do not pile up
        }
    },
)
