"""Import a registration file (CSV or XLSX) into a championship, all of it or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from championship.enums import Role
from championship.models import Championship
from championship.registrations import Bin, FileRefused, sentences
from championship.registrations.registration import Preview
from championship.services import imports
from championship.services.live import Actor


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the championship's address")
        parser.add_argument("file", type=Path)
        parser.add_argument("--look", action="store_true", help="say what would be imported, and import nothing")
        parser.add_argument("--take-doubtful", action="store_true", help="import the doubtful rows too")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("en"):
            self._import(options["slug"], options["file"], options)

    def _import(self, slug: str, path: Path, options: dict[str, Any]) -> None:
        championship = Championship.objects.filter(slug=slug).first()
        if championship is None:
            known = ", ".join(Championship.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no championship {slug!r}. Known: {known}.")
        try:
            data = path.read_bytes()
        except OSError as missing:
            raise CommandError(f"{path} cannot be read: {missing.strerror}.") from missing
        by = Actor(role=Role.ORGANISER)
        try:
            if options["look"]:
                self._tell(imports.look(championship, data, path.name))
                return
            file = imports.receive(championship, data, path.name, by=by)
        except FileRefused as refused:
            raise CommandError(refused.message) from refused
        seen = imports.preview(file)
        self._tell(seen)
        doubtful = [row.line for row in seen.rows if row.bin is Bin.DOUBTFUL]
        counts = imports.save(file, by=by, accept=doubtful if options["take_doubtful"] else ())
        self.stdout.write(
            f"{counts['added']} added, {counts['changed']} changed, {counts['left_out']} left for the desk to look at"
        )

    def _tell(self, seen: Preview) -> None:
        """Name every row that is not simply new or unchanged, with its line and its reasons."""
        for row in seen.rows:
            if row.bin in {Bin.DOUBTFUL, Bin.REFUSED}:
                for reason in row.reasons:
                    self.stdout.write(f"{row.bin.value}: {sentences.reason(row, reason)}")
        for note in seen.notes:
            self.stdout.write(sentences.note(note))
        self.stdout.write(", ".join(f"{count} {bin_.value}" for bin_, count in seen.counts.items() if count))
