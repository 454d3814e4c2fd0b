"""Load the demo championship, in the middle of its second stage, and say where to look.

It has log-ins that everybody knows, so it only ever goes into a database without a real championship.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation

from championship.enums import Role
from championship.models import Championship, Membership, Stage
from championship.rehearsal.games import EngineGames
from championship.rehearsal.play import Rehearsal
from championship.services import live, passes, reports, stages
from championship.services.live import Actor
from championship.services.sent import RoundAddress, Sent, SentLine
from engine.taki.editions import edition
from scoring.formats import QUALIFIERS, SECOND

SLUG = "demo"
PASSWORD = "mapal-demo"  # noqa: S105 - known to everybody, and only ever in the demo database
USERS = {"organiser": Role.ORGANISER, "referee": Role.HEAD_REFEREE}
NAMES = {
    "name_he": "אליפות ההדגמה",
    "name_en": "Demo Championship",
    "name_pl": "Mistrzostwa pokazowe",
}
SEED = "demo"


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=96)

    def handle(self, *args: Any, **options: Any) -> None:
        if Championship.objects.filter(is_demo=False).exists():
            raise CommandError(
                "This database has a real championship, and the demo's log-ins are known to everybody. "
                "Use another database: MAPAL_VAR=var/demo, or DATABASE_URL of an empty one."
            )
        championship = Championship.objects.filter(slug=SLUG).first()
        if championship is None:
            with translation.override("en"):
                championship = load(options["players"])
        self._tell(championship)

    def _tell(self, championship: Championship) -> None:
        stage = championship.stages.get(key=SECOND)
        table = stage.tables.get(number=3)
        by = Actor(user=championship.memberships.get(role=Role.ORGANISER).user, role=Role.ORGANISER)
        new = passes.issue(championship, label="demo", tables=[table], by=by)
        url = settings.PUBLIC_URL
        rows = {
            "Home": f"{url}/",
            "Leaderboard": f"{url}/c/{SLUG}/",
            "Bracket": f"{url}/c/{SLUG}/bracket/",
            "Desk": f"{url}/c/{SLUG}/desk/",
            "API": f"{url}/api/docs/",
        }
        self.stdout.write("\nMapal, the demo championship: 96 players, in the middle of the second stage.\n\n")
        for name, address in rows.items():
            self.stdout.write(f"  {name:12} {address}\n")
        self.stdout.write("\n  Log-ins of this demo alone (desk):\n")
        for name, role in USERS.items():
            self.stdout.write(f"  {name:12} password {PASSWORD}   ({role.label})\n")
        self.stdout.write("\n  A referee's phone, table 3 of the second stage (open it at phone size):\n")
        self.stdout.write(f"  {url}/r/{new.token}\n  or {url}/r/ with the code {new.code}\n\n")


def load(players: int) -> Championship:
    """Play the demo up to the middle of its second stage: a table in dispute, one that waits, two at work."""
    users = get_user_model().objects
    organiser = users.create_user("organiser", password=PASSWORD)
    rehearsal = Rehearsal(
        players,
        SEED,
        EngineGames(SEED, edition()),
        organiser,
        errors=0.05,
        slug=SLUG,
        names=NAMES,
        day=timezone.localdate(),
        is_demo=True,
    )
    rehearsal.prepare()
    head = users.create_user("referee", password=PASSWORD)
    Membership.objects.create(championship=rehearsal.championship, user=head, role=Role.HEAD_REFEREE)
    first = rehearsal.championship.stages.get(key=QUALIFIERS)
    stages.start(first, by=rehearsal.head)
    rehearsal.play(first)
    second = rehearsal.championship.stages.get(key=SECOND)
    stages.start(second, by=rehearsal.head)
    rehearsal.play(second, rounds=1)
    tables = list(second.tables.order_by("number"))
    for table in tables[:2]:
        rehearsal.play_round(table, 2)
    rehearsal.play_round(tables[0], 3)
    _dispute(rehearsal, second)
    return rehearsal.championship


def _dispute(rehearsal: Rehearsal, stage: Stage) -> None:
    """A second phone tells another story about round 2 of table 2."""
    table = stage.tables.get(number=2)
    address = RoundAddress(rehearsal.championship.pk, stage.key, table.number, 0, 2)
    played = rehearsal.truth[address]
    cards = dict(played.cards)
    loser = max(cards, key=lambda seat: cards[seat])
    cards[loser] += 1
    held = passes.issue(rehearsal.championship, label="second phone", opens_all=True, by=rehearsal.head).row
    sent = Sent(
        client_id=UUID("7c0f4a52-7d0e-4a63-9f37-1f5c0ab4de01"),
        lines=tuple(SentLine(seat, count) for seat, count in sorted(cards.items())),
        winner=played.winner,
    )
    reports.submit(address, sent=sent, by=live.Actor(held=held))
