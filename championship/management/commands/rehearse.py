"""Play a whole championship through the real services, in a database of its own, and say how it ended."""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import translation

from championship.rehearsal import invariants
from championship.rehearsal.games import EngineGames
from championship.rehearsal.play import Rehearsal
from championship.rehearsal.results import Source
from championship.rehearsal.summary import summary
from engine.errors import EditionError
from engine.taki.editions import DEFAULT_EDITION, Edition, edition
from scoring import advisor, format_checks
from scoring.errors import FormatError, NoPlan
from scoring.formats import CLASSIC, LUNADA, Format, classic

REFUSED = 3
"""Exit code for a number of players that no plan fits, and for an edition there is none of."""


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--players", type=int, default=96, help="how many players register (4 to 120; classic: 2 to 10)"
        )
        parser.add_argument("--seed", default="7", help="of people, draw, games and mistakes")
        parser.add_argument("--edition", default=DEFAULT_EDITION, help="card rules the games are played by")
        parser.add_argument("--preset", default=LUNADA, choices=(LUNADA, CLASSIC), help="shape of the championship")
        parser.add_argument("--errors", type=float, default=0.0, help="share of results first entered wrong")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["errors"] <= 1:
            raise CommandError("--errors is a share of all results, from 0 to 1: 0.1 means one in ten.")
        began = time.monotonic()
        try:
            rules, format_ = edition(options["edition"]), _format(options["players"], options["preset"])
        except (EditionError, NoPlan, FormatError) as refused:
            self._refuse(options, refused)
            raise SystemExit(REFUSED) from refused
        with own_database(), translation.override("en"):
            told = rehearse(options["players"], options["seed"], options["errors"], rules=rules, format_=format_)
        told["seconds"] = round(time.monotonic() - began, 2)
        self.stdout.write(json.dumps(told, ensure_ascii=False) if options["json"] else _sentences(told))
        if not all(told["invariants"].values()):
            raise CommandError(f"An invariant does not hold: {told['failures']}")

    def _refuse(self, options: dict[str, Any], refused: EditionError | NoPlan | FormatError) -> None:
        if options["json"]:
            asked = {name: options[name] for name in ("players", "preset", "edition")}
            told = {**asked, "refused": str(refused), **refused.values}
            self.stdout.write(json.dumps(told, ensure_ascii=False, default=str))
        what = "" if isinstance(refused, EditionError) else f"{options['players']} players: "
        self.stderr.write(f"{what}{refused}")


def _format(players: int, preset: str) -> Format:
    """Return the format to rehearse. Raises NoPlan or FormatError for players it does not fit."""
    if preset == LUNADA:
        return advisor.plan(players)
    format_ = classic(players)
    format_checks.validate(format_)
    return format_


def rehearse(
    players: int,
    seed: str,
    errors: float,
    *,
    rules: Edition | None = None,
    format_: Format | None = None,
    source: Source | None = None,
    slug: str = "rehearsal",
) -> dict[str, Any]:
    """Rehearse in the present database, as the championship *slug*; returns the summary. Raises NoPlan.

    The games are those of *source*, else the engine plays them by *rules*, else by those of the championship.
    """
    user = get_user_model().objects.create_user(f"organiser-{slug}")
    source = source or EngineGames(seed, rules or edition())
    rehearsal = Rehearsal(players, seed, source, user, errors=errors, format_=format_, slug=slug)
    rehearsal.prepare()
    holds = invariants.Invariants(rehearsal)
    holds.check()
    for _stage in rehearsal.stages():
        holds.check()
    return summary(holds)


@contextmanager
def own_database() -> Iterator[None]:
    """Work in a new database beside the configured one, on the same server, and drop it afterwards."""
    configured = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = (
        None if connection.vendor == "sqlite" else f"rehearsal_{os.getpid()}_{int(time.time())}"
    )
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    except Exception as broken:
        raise CommandError(
            f"No database for the rehearsal could be made beside {configured}: {broken}. "
            "On PostgreSQL the user needs the right to create databases."
        ) from broken
    try:
        yield
    finally:
        connection.creation.destroy_test_db(configured, verbosity=0)


def _sentences(told: dict[str, Any]) -> str:
    lines = [
        f"{told['players']} players, {', '.join(told['exceptions']) or 'no exception'}, card rules {told['edition']}",
        *(f"  {stage['name']}: tables of {', '.join(map(str, stage['tables']))}" for stage in told["stages"]),
        f"{told['rounds']} rounds, {told['tie_breaks']} tie-break rounds, {told['corrections']} corrections, "
        f"{told['refused']} entries refused",
        f"{told['games']} games of {told['moves']} moves, {told['hands']} hands checked",
        *(f"  {row['podium']}. {row['name']} (#{row['entry']})" for row in told["places"]),
        *(f"  {'holds' if is_true else 'BROKEN'}: {name}" for name, is_true in told["invariants"].items()),
        f"{told['seconds']} s",
    ]
    return "\n".join(lines)
