"""What the commands that print have in common: their arguments, their errors, their file."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import translation

from championship.enums import Role
from championship.errors import ChampionshipError
from championship.models import Championship, Printout, Stage, Table
from championship.prints import making
from championship.selectors import stages
from championship.services.live import Actor


def add_arguments(parser: ArgumentParser) -> None:
    """Add what every print takes: the championship, the file, the language."""
    parser.add_argument("slug", help="the championship's address, as in /c/SLUG/")
    parser.add_argument("--out", metavar="FILE.pdf", type=Path, required=True, help="the file to write")
    parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES], help="else its own")


def championship_of(slug: str) -> Championship:
    """Return the championship; CommandError that names those there are."""
    found = Championship.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(Championship.objects.order_by("-day", "slug").values_list("slug", flat=True)[:10])
        raise CommandError(f"There is no championship {slug!r}. There is: {known or 'none yet'}.")
    return found


def stage_of(championship: Championship, key: str | None) -> Stage | None:
    """Return the stage of that key, None for none; CommandError that names those there are."""
    if key is None:
        return None
    stage = championship.stages.filter(key=key).first()
    if stage is None:
        known = ", ".join(championship.stages.order_by("order").values_list("key", flat=True))
        raise CommandError(f"{championship.slug} has no stage {key!r}. It has: {known or 'none: publish its plan'}.")
    return stage


def table_of(championship: Championship, stage: Stage | None, number: int) -> Table:
    """Return a table by its number, of the stage in play (or the first) unless one is given; else CommandError."""
    stage = stage or stages.current(championship) or championship.stages.order_by("order").first()
    table = stage.tables.filter(number=number).first() if stage else None
    if table is None:
        where = f"stage {stage.key} of {championship.slug}" if stage else championship.slug
        raise CommandError(f"There is no table {number} in {where}.")
    return table


def write(championship: Championship, ask: Callable[..., Printout], options: Mapping[str, Any]) -> int:
    """Make the print that *ask* asks for and write it to its file; returns its number of tables.

    It is stored as any other print: paper made by a command gets outdated, too. CommandError says what the
    service refuses, and what stands in the way of the file, before anything is made.
    """
    out: Path = options["out"]
    if out.is_dir() or not out.resolve().parent.is_dir():
        raise CommandError(f"{out} cannot be written: name a file in a directory that is there.")
    by = Actor(role=Role.ORGANISER)  # whoever has the command line has the database
    try:
        with translation.override("en"):
            printout = ask(language=options["language"] or championship.language, by=by, is_sent=False)
            content = making.make_now(printout, by=by)
    except ChampionshipError as refused:
        raise CommandError(refused.message) from refused
    try:
        out.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
    return len(printout.subjects)
