"""The database itself refuses what must never be, on SQLite and on PostgreSQL (design.md §4).

Each case is a row that breaks one named constraint and no other; a constraint without a case fails a test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from championship.enums import CallKind, DrawState, EntryStatus, Kept, Outcome, Role
from championship.models import (
    Call,
    Championship,
    Draw,
    DrawProof,
    DrawSwap,
    Entry,
    EntryMerge,
    Flight,
    Invitation,
    Line,
    Membership,
    Override,
    PassUse,
    Player,
    Remark,
    Report,
    Ruling,
    Seat,
    SeatPlan,
    Stage,
    Table,
    TableConfirmation,
    Ticket,
    Winner,
)
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@dataclass
class Hall:
    """Two tables of four that have begun: the rows from which a case makes its wrong one."""

    championship: Championship
    report: Report

    @property
    def table(self) -> Table:
        return self.report.round.table

    @property
    def stage(self) -> Stage:
        return self.table.stage

    @property
    def seat(self) -> Seat:
        return self.table.seats.get(position=1)

    @property
    def ticket(self) -> Ticket:
        return Ticket.objects.filter(table=self.table).first()

    @property
    def unused_seat(self) -> Seat:
        """A seat of the second stage to which no ticket leads."""
        table = Table.objects.exclude(stage=self.stage).first()
        return Seat.objects.create(stage=table.stage, table=table, position=99)


@pytest.fixture
def hall() -> Hall:
    championship = factories.make_started(players=8)
    return Hall(championship, factories.make_report(championship))


def copy(row: models.Model, **changes: Any) -> models.Model:
    """Return an unsaved row like *row*, with *changes*."""
    kept = {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields if not f.primary_key}
    made = type(row)(**kept)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def new_call(hall: Hall, **fields: Any) -> Call:
    return Call(table=hall.table, kind=CallKind.DECK, client_id=uuid4(), **fields)


def new_confirmation(hall: Hall) -> TableConfirmation:
    return TableConfirmation.objects.create(table=hall.table, entry=hall.seat.entry, digest="sheet")


def new_use(hall: Hall) -> PassUse:
    return PassUse.objects.create(held=factories.make_pass(hall.championship).row, phone="mark")


def new_winner(hall: Hall) -> Winner:
    return Winner.objects.create(championship=hall.championship, rank=1, number=1, name="Ola")


def used_and_taken_back(hall: Hall) -> Invitation:
    now = timezone.now()
    moments = {"expires_at": now, "used_at": now, "revoked_at": now}
    return Invitation(championship=hall.championship, role=Role.REFEREE, token_digest="x", **moments)


def reason() -> Remark:
    return Remark.objects.create(text="because")


def new_player() -> Player:
    return Player.objects.create(first_name="Ola")


def new_report(hall: Hall, **changes: Any) -> models.Model:
    """The next report of the hall's round, all right but for *changes*."""
    right = {"client_id": uuid4(), "seen": 1, "revision": 2, "reason": reason()}
    return copy(hall.report, **{**right, **changes})


def new_override(hall: Hall) -> Override:
    return Override.objects.create(report=hall.report, rule="VA5", reason=reason())


def spare_entry(hall: Hall) -> Entry:
    return Entry.objects.create(championship=hall.championship, player=new_player(), number=99)


def wild_ticket(hall: Hall) -> models.Model:
    """A second wild card of a rank that is taken."""
    seat = hall.unused_seat
    Ticket.objects.create(stage=hall.stage, place=2, rank=1, to_seat=seat)
    return Ticket(stage=hall.stage, place=2, rank=1, to_seat=copied_seat(seat))


def copied_seat(seat: Seat) -> Seat:
    another = copy(seat, position=98)
    another.save()
    return another


def new_proof(hall: Hall, **changes: Any) -> DrawProof:
    return DrawProof(championship=hall.championship, number=1, **changes)


def promised(hall: Hall) -> DrawProof:
    proof = new_proof(hall)
    proof.save()
    return proof


def second_merge(hall: Hall) -> EntryMerge:
    """An entry that was merged into one goes into another."""
    first, second, gone = Entry.objects.filter(championship=hall.championship)[:3]
    EntryMerge.objects.create(kept=first, gone=gone)
    return EntryMerge(kept=second, gone=gone)


Build = Callable[[Hall], models.Model]

CASES: list[tuple[str, str, Build]] = [
    ("championship_has_a_name", "", lambda h: copy(h.championship, slug="x", name_he="", name_en="", name_pl="")),
    ("used_or_taken_back", "", used_and_taken_back),
    ("one_line_a_winner", "", lambda h: copy(new_winner(h), rank=2)),
    ("ranks_from_one", "", lambda h: copy(new_winner(h), number=2, rank=0)),
    ("championship_ages_in_order", "", lambda h: copy(h.championship, slug="x", youngest=9, oldest=8)),
    ("one_entry_a_number", "", lambda h: copy(h.seat.entry, player=new_player())),
    ("one_entry_a_player", "", lambda h: copy(h.seat.entry, number=99)),
    ("entry_numbers_from_one", "", lambda h: copy(h.seat.entry, player=new_player(), number=0)),
    (
        "only_registered_check_in",
        "waiting",
        lambda h: copy(h.seat.entry, player=new_player(), number=99, status=EntryStatus.WAITING),
    ),
    (
        "only_registered_check_in",
        "cancelled",
        lambda h: copy(h.seat.entry, player=new_player(), number=99, status=EntryStatus.CANCELLED),
    ),
    ("one_membership_a_user", "", lambda h: copy(Membership.objects.get(championship=h.championship))),
    ("one_stage_a_key", "", lambda h: copy(h.stage, order=99)),
    ("one_stage_an_order", "", lambda h: copy(h.stage, key="other")),
    ("one_flight_a_number", "", lambda h: copy(Flight.objects.get(stage=h.stage))),
    ("one_table_a_number", "", lambda h: copy(h.table)),
    ("table_numbers_from_one", "", lambda h: copy(h.table, number=0)),
    ("one_seat_a_position", "", lambda h: copy(h.seat, entry=None)),
    ("one_seat_a_stage", "same_table", lambda h: copy(h.seat, position=99)),
    (
        "one_seat_a_stage",
        "another_table",
        lambda h: copy(h.seat, table=Table.objects.get(stage=h.stage, number=2), position=99),
    ),
    ("seat_positions_from_one", "", lambda h: copy(h.seat, entry=None, position=0)),
    ("one_ticket_a_place", "", lambda h: copy(h.ticket, to_seat=h.unused_seat)),
    ("one_ticket_a_rank", "", wild_ticket),
    ("ticket_from_table_or_rank", "neither", lambda h: copy(h.ticket, to_seat=h.unused_seat, table=None)),
    ("ticket_from_table_or_rank", "both", lambda h: copy(h.ticket, to_seat=h.unused_seat, place=9, rank=1)),
    ("one_seat_plan_a_number", "", lambda h: copy(SeatPlan.objects.get(championship=h.championship))),
    ("changed_plan_says_why", "", lambda h: copy(SeatPlan.objects.get(championship=h.championship), number=2)),
    ("one_draw_a_number", "", lambda h: copy(Draw.objects.get(stage=h.stage), state=DrawState.DRAFT)),
    (
        "one_published_draw_a_stage",
        "",
        lambda h: copy(Draw.objects.get(stage=h.stage), number=2, reason=reason()),
    ),
    (
        "repeated_draw_says_why",
        "",
        lambda h: copy(Draw.objects.get(stage=h.stage), number=2, state=DrawState.DRAFT),
    ),
    (
        "previews_are_never_published",
        "",
        lambda h: copy(Draw.objects.get(stage=h.stage), stage=h.unused_seat.stage, is_preview=True),
    ),
    ("swap_of_two_players", "", lambda h: DrawSwap(draw=Draw.objects.get(), one=1, other=1, reason=reason())),
    ("one_draw_proof_a_number", "", lambda h: copy(promised(h))),
    ("repeated_proof_says_why", "", lambda h: copy(promised(h), number=2)),
    ("frozen_before_cards", "", lambda h: new_proof(h, cards="b", cut_at=timezone.now())),
    ("cards_before_the_secret", "", lambda h: new_proof(h, revealed_at=timezone.now())),
    (
        "cards_have_their_moment",
        "",
        lambda h: new_proof(h, frozen_at=timezone.now(), cards="b"),
    ),
    ("merge_of_two_entries", "", lambda h: EntryMerge(kept=h.seat.entry, gone=h.seat.entry)),
    ("one_merge_an_entry", "", second_merge),
    ("one_round_a_number", "", lambda h: copy(h.report.round)),
    ("round_numbers_from_one", "", lambda h: copy(h.report.round, number=0)),
    ("one_report_a_revision", "", lambda h: new_report(h, seen=0, revision=1)),
    ("follows_what_it_saw", "skips_one", lambda h: new_report(h, seen=1, revision=3)),
    ("follows_what_it_saw", "saw_its_own", lambda h: new_report(h, seen=2, revision=2)),
    ("counts_or_is_kept", "neither", lambda h: new_report(h, revision=None, kept_because="")),
    ("counts_or_is_kept", "both", lambda h: new_report(h, kept_because=Kept.DIFFERS)),
    ("correction_says_why", "", lambda h: new_report(h, reason=None)),
    ("report_has_one_author", "none", lambda h: new_report(h, by_user=None)),
    (
        "report_has_one_author",
        "two",
        lambda h: new_report(h, by_pass=factories.make_pass(h.championship).row),
    ),
    ("a_won_round_has_a_winner", "won_by_nobody", lambda h: new_report(h, winner=None)),
    ("a_won_round_has_a_winner", "called_off_and_won", lambda h: new_report(h, outcome=Outcome.CALLED_OFF)),
    ("a_won_round_has_a_winner", "void_and_won", lambda h: new_report(h, outcome=Outcome.VOID)),
    ("one_line_a_seat", "", lambda h: copy(h.report.lines.first(), entry=spare_entry(h))),
    ("one_override_a_rule", "", lambda h: copy(new_override(h))),
    ("call_answered_by_somebody", "by_nobody", lambda h: new_call(h, answered_at=timezone.now())),
    (
        "call_answered_by_somebody",
        "at_no_time",
        lambda h: new_call(h, answered_by=factories.organiser_of(h.championship).user),
    ),
    ("one_confirmation_a_player", "", lambda h: copy(new_confirmation(h))),
    ("one_use_a_phone", "", lambda h: copy(new_use(h))),
    ("one_line_an_entry", "", lambda h: copy(h.report.lines.first(), seat=h.unused_seat)),
]


def constraints() -> dict[str, tuple[type[models.Model], models.BaseConstraint]]:
    """Return every named constraint of our models, with its model."""
    ours = apps.get_app_config("championship").get_models()
    return {constraint.name: (model, constraint) for model in ours for constraint in model._meta.constraints}


def is_named_in(error: IntegrityError, name: str) -> bool:
    """Whether the database says that it was this constraint; SQLite names a unique one by its columns."""
    if name in str(error):
        return True
    model, constraint = constraints()[name]
    if connection.vendor == "postgresql" or not isinstance(constraint, models.UniqueConstraint):
        return False
    columns = [model._meta.get_field(field).column for field in constraint.fields]
    return str(error) == "UNIQUE constraint failed: " + ", ".join(f"{model._meta.db_table}.{c}" for c in columns)


@pytest.mark.parametrize(
    ("name", "build"),
    [pytest.param(name, build, id=f"{name}-{way}".rstrip("-")) for name, way, build in CASES],
)
def test_constraint_refuses(hall, name, build):
    row = build(hall)
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        row.save()
    assert is_named_in(refused.value, name), refused.value


def test_every_constraint_has_a_case():
    assert {name for name, _way, _build in CASES} == set(constraints())


def test_the_row_the_wrong_ones_are_made_of_is_taken(hall):
    new_report(hall).save()
    assert hall.report.round.reports.count() == 2


@pytest.mark.parametrize("kept", [Kept.DIFFERS, Kept.WOULD_MOVE])
def test_kept_reports_of_a_round_may_be_many(hall, kept):
    for _index in range(3):
        new_report(hall, revision=None, kept_because=kept, reason=None).save()
    assert hall.report.round.reports.filter(revision=None).count() == 3


def test_empty_seats_of_a_stage_may_be_many(hall):
    for position in (97, 98):
        copy(hall.seat, entry=None, position=position).save()
    assert Seat.objects.filter(stage=hall.stage, entry=None).count() == 2


@pytest.mark.parametrize("model", [Report, Ruling])
def test_client_id_is_known_once(hall, model):
    rows = {
        Report: lambda: new_report(hall, client_id=hall.report.client_id),
        Ruling: lambda: copy(_ruling(hall)),
    }
    with pytest.raises(IntegrityError, match="client_id"), transaction.atomic():
        rows[model]().save()


def _ruling(hall: Hall) -> Ruling:
    made = Ruling(championship=hall.championship, kind="penalty", stage=hall.stage, table=hall.table)
    made.entry, made.client_id, made.reason = hall.seat.entry, uuid4(), reason()
    made.by_user, made.made_at = hall.report.by_user, timezone.now()
    made.save()
    return made


@pytest.mark.parametrize("model", [Report, Line, Ruling, Seat])
def test_what_was_played_keeps_its_people(hall, model):
    """Reports, lines, rulings and seats stay whole: nobody named in them can be deleted."""
    protected = {
        Report: lambda: hall.report.winner,
        Line: lambda: hall.report.lines.first().entry,
        Ruling: lambda: _ruling(hall).reason,
        Seat: lambda: hall.seat.entry,
    }
    with pytest.raises(models.ProtectedError), transaction.atomic():
        protected[model]().delete()
