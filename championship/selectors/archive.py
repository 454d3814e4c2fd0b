"""Championships of all times as the home page lists them. Three queries, however many there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Q
from django.utils import timezone

from championship.enums import EntryStatus, RulingKind
from championship.models import Ruling, Stage
from championship.selectors import stages

BETWEEN_STAGES = timedelta(days=120)
"""A final may be played months after the qualifiers (design.md §5); longer than that nobody is waiting for it."""


@dataclass(frozen=True)
class Event:
    """A public championship. ``stage`` is the last one that began (empty before the first), ``began`` its day."""

    slug: str
    names: Mapping[str, str]
    language: str
    venue: str
    day: date
    players: int
    stage: str
    began: date | None
    is_last_stage: bool
    is_closed: bool

    @property
    def has_begun(self) -> bool:
        return self.began is not None

    def is_running(self, today: date) -> bool:
        """Whether it is being played, or waits for its next stage."""
        if self.began is None:
            return self.day == today
        patience = timedelta(days=1) if self.is_last_stage else BETWEEN_STAGES
        return not self.is_closed and today - self.began <= patience

    def is_past(self, today: date) -> bool:
        return not self.is_running(today) and (self.has_begun or self.day < today)


def events() -> list[Event]:
    """Return the public championships, the latest first."""
    rows = list(stages.public().annotate(players=Count("entries", filter=Q(entries__status=EntryStatus.REGISTERED))))
    closings = Ruling.objects.filter(championship__in=rows, kind=RulingKind.STAGE_CLOSED, undoes=None, undone_by=None)
    closed = set(closings.values_list("stage_id", flat=True))
    of_event: dict[int, list[Stage]] = {}
    for stage in Stage.objects.filter(championship__in=rows).order_by("order"):
        of_event.setdefault(stage.championship_id, []).append(stage)
    found = []
    for row in rows:
        own = of_event.get(row.pk, [])
        last = next((stage for stage in reversed(own) if stage.started_at), None)
        found.append(
            Event(
                slug=row.slug,
                names={"he": row.name_he, "en": row.name_en, "pl": row.name_pl},
                language=row.language,
                venue=row.venue,
                day=row.day,
                players=row.players,
                stage=last.key if last else "",
                began=timezone.localtime(last.started_at).date() if last and last.started_at else None,
                is_last_stage=last is not None and last.order == own[-1].order,
                is_closed=bool(own) and own[-1].pk in closed,
            )
        )
    return found
