"""``bracket SLUG --out FILE.pdf``: the bracket poster with its seat plan."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from championship.enums import Paper
from championship.management.printing import add_arguments, championship_of, write
from championship.services import printing


class Command(BaseCommand):
    help = "Write the bracket poster as a PDF, filled as far as play has come."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)
        parser.add_argument("--paper", choices=Paper.values, default=Paper.A4, help="A4 unless given")

    def handle(self, *args: Any, **options: Any) -> None:
        championship = championship_of(options["slug"])

        def ask(**asked: Any) -> Any:
            return printing.request_bracket(championship, paper=options["paper"], **asked)

        pages = write(championship, ask, options)
        self.stdout.write(f"{options['out']}: {pages} tables")
