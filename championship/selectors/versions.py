"""Versions of public championships, as a reader who waits for the next one asks for them (design.md §7)."""

from __future__ import annotations

from collections.abc import Iterable

from championship.models import Pulse
from championship.selectors.board import Mark


def marks(slugs: Iterable[str]) -> dict[str, Mark]:
    """Return the versions of the public championships among *slugs*, by slug. One query."""
    rows = Pulse.objects.filter(championship__slug__in=list(slugs), championship__is_public=True).values_list(
        "championship__slug", "championship_id", "version", "epoch"
    )
    return {slug: Mark(championship_id, version, str(epoch)) for slug, championship_id, version, epoch in rows}


def token(mark: Mark) -> str:
    """Return how a page names a version when it asks for a newer one: ``<epoch>.<version>``."""
    return f"{mark.epoch}.{mark.version}"


def told(mark: Mark) -> dict[str, object]:
    """Return a version as JSON, as polls and streams tell it."""
    return {"version": mark.version, "epoch": mark.epoch}


def parse(said: str) -> tuple[str, int] | None:
    """Return the epoch and version that *said* names; None for anything that is no version."""
    epoch, dot, version = said.rpartition(".")
    if not dot or not (version.isascii() and version.isdigit()) or len(version) > 18:
        return None
    return epoch, int(version)


def is_news(mark: Mark, said: str) -> bool:
    """Whether *mark* is news to a page that shows the version *said*.

    A higher version of the same epoch is, and any version of another epoch: the database was restored.
    """
    known = parse(said)
    return known is None or known[0] != mark.epoch or known[1] < mark.version


def is_ahead(mark: Mark | None, said: str) -> bool:
    """Whether a page shows a version that *mark* does not have yet: then the database is asked (design.md §7)."""
    known = parse(said)
    return known is not None and (mark is None or known[0] != mark.epoch or known[1] > mark.version)
