"""Reads about passes."""

from __future__ import annotations

from django.db.models import F, Prefetch, QuerySet

from championship.models import Championship, Pass, Table


def listed(championship: Championship) -> QuerySet[Pass]:
    """Return the passes of a championship, living ones first, then the newest, with their tables. Two queries."""
    tables = Table.objects.select_related("stage").order_by("stage__order", "number")
    return championship.passes.prefetch_related(Prefetch("tables", queryset=tables)).order_by(
        F("revoked_at").desc(nulls_first=True), "-pk"
    )
