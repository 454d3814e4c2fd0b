"""The one write lock of a championship, its version and its log (design.md §4)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from championship.enums import DESK, HEADS, Role
from championship.models import LogLine, Pass, Pulse
from championship.services import jobs

_sqlite_lock = threading.Lock()


@dataclass(frozen=True)
class Actor:
    """Who acts: a user with a role in the championship, or the holder of a pass."""

    user: User | None = None
    role: str = ""
    held: Pass | None = None

    @property
    def is_head(self) -> bool:
        """Whether this is the head referee or the organiser, whose reports decide."""
        return self.role in HEADS

    @property
    def works_at_desk(self) -> bool:
        """Whether this is somebody who registers people, checks them in and prints."""
        return self.role in DESK

    @property
    def is_organiser(self) -> bool:
        return self.role == Role.ORGANISER


@dataclass
class Act:
    """One write while it happens: the locked pulse, and the lines that go to the log with it."""

    pulse: Pulse
    by: Actor
    lines: list[LogLine] = field(default_factory=list)
    is_public: bool = False

    @property
    def championship_id(self) -> int:
        return self.pulse.championship_id

    def note(self, act: str, subject: object = "", *, public: bool, **values: Any) -> None:
        """Put a line in the log; a *public* act raises the version when it is done."""
        self.is_public = self.is_public or public
        self.lines.append(
            LogLine(
                championship_id=self.championship_id,
                act=act,
                subject=str(subject),
                values=values,
                is_public=public,
                by_user=self.by.user,
                by_pass=self.by.held,
            )
        )

    def finish(self) -> None:
        """Save the log lines and raise the counters: the version by one if the public sees a change."""
        if not self.lines:
            return
        self.pulse.counter += 1
        if self.is_public:
            self.pulse.version += 1
            self.pulse.changed_at = timezone.now()
        self.pulse.save(update_fields=["counter", "version", "changed_at"])
        for line in self.lines:
            line.version = self.pulse.version
        LogLine.objects.bulk_create(self.lines)


@contextmanager
def writing(championship_id: int, *, by: Actor) -> Iterator[Act]:
    """Hold the championship's one write lock for one transaction; its log line and the new version leave with it.

    On SQLite transactions are immediate and the process takes its turn at a lock of its own; leaving the
    block means the change is on disk (``durable``). Whatever decides anything is read inside.
    """
    with _process_lock(), transaction.atomic(durable=True):
        act = Act(Pulse.objects.select_for_update(no_key=True).get(championship=championship_id), by=by)
        yield act
        act.finish()
        if act.is_public:
            jobs.nudge_soon(jobs.PUBLISH, championship_id)


def _process_lock():
    return _sqlite_lock if connection.vendor == "sqlite" else nullcontext()
