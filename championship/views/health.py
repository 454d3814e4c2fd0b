"""Health: whether this process lives, and whether it can do its work (docs/operations.md)."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from championship.services import jobs


@require_safe
@never_cache
def live(request: HttpRequest) -> JsonResponse:
    """Answer, which is all that is asked: nothing is looked up."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Return 503 while the database does not answer or lacks a migration, else 200.

    ``degraded`` says that jobs wait and nobody does them: no reason to take results from nobody, so it is 200.
    """
    found: dict[str, object] = {"database": "ok", "migrations": "ok", "jobs_stuck": 0}
    try:
        if missing := _missing_migrations():
            found["migrations"] = f"missing: {', '.join(missing)}"
        else:
            found["jobs_stuck"] = jobs.stuck().count()
    except DatabaseError as error:
        found["database"] = type(error).__name__
    is_ready = found["database"] == found["migrations"] == "ok"
    status = "failing" if not is_ready else "degraded" if found["jobs_stuck"] else "ok"
    return JsonResponse({"status": status, **found}, status=200 if is_ready else 503)


def _missing_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


urlpatterns = [
    path("health/live/", live, name="health_live"),
    path("health/ready/", ready, name="health_ready"),
]
