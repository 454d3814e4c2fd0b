"""``scoresheets SLUG --out FILE.pdf``: the table scoresheets of a championship as one PDF."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from championship.management.printing import add_arguments, championship_of, stage_of, table_of, write
from championship.services import printing


class Command(BaseCommand):
    help = "Write the table scoresheets as a PDF: blank, each with a new pass for its referee, or filled in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)
        parser.add_argument(
            "--stage", metavar="KEY", help="qualifiers, second, playoff or final; else the one in play"
        )
        parser.add_argument(
            "--table", metavar="N", type=int, action="append", help="this table only; may be repeated"
        )
        parser.add_argument(
            "--filled", action="store_true", help="with results, as protocols; else blank with passes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        championship = championship_of(options["slug"])
        stage = stage_of(championship, options["stage"])
        tables = [table_of(championship, stage, number) for number in options["table"] or []]

        def ask(**asked: Any) -> Any:
            return printing.request_scoresheets(
                championship, tables=tables or None, stage=stage, filled=options["filled"], **asked
            )

        pages = write(championship, ask, options)
        self.stdout.write(f"{options['out']}: {pages} tables")
