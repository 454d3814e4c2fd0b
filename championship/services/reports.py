"""Reports: saved once however often they are sent; what cannot count yet is kept, never lost (design.md §4)."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.db import IntegrityError
from django.utils.translation import gettext as _

from championship.errors import ChampionshipError, NotAllowed, NotConfirmed, OutOfStep, ReportRefused
from championship.models import Line, Override, Remark, Report, Round, Stage
from championship.selectors import standings
from championship.selectors.standings import StageView
from championship.services import findings, live, passes, seating
from championship.services.live import Act, Actor
from championship.services.sent import MOST_SEEN, RULE, RoundAddress, Sent, same_or_refuse
from engine.findings import Finding
from scoring import verdict as verdicts
from scoring.consequence import Consequence
from scoring.results import Outcome
from scoring.verdict import Verdict


def submit(address: RoundAddress, *, sent: Sent, by: Actor) -> Report:
    """Save what a phone or the desk sent, once however often it is sent, and let the seats follow.

    Returns the stored report: it counts, or ``kept_because`` says why not yet. Raises ReportRefused with the
    findings if it cannot be right, ClientIdReused if its id came with other content, NotConfirmed if it would
    move somebody and its author has not agreed to just this consequence, PassRefused, OutOfStep, UnknownRound.
    """
    try:
        return _submit(address, sent, by)
    except IntegrityError:  # the same id at two championships in one moment: their locks do not meet
        if not Report.objects.filter(client_id=sent.client_id).exists():
            raise
        return _submit(address, sent, by)


def _submit(address: RoundAddress, sent: Sent, by: Actor) -> Report:
    with live.writing(address.championship_id, by=by) as act:
        earlier = Report.objects.filter(client_id=sent.client_id).first()
        if earlier:
            same_or_refuse(earlier.digest, sent.digest(address), sent.client_id)
            return earlier
        _must_be_theirs(sent, by)
        _must_be_possible(sent)
        view = _open(address, by)  # read after the lock, never before it
        found = findings.of_report(view, address, sent)
        _refuse_errors(found, sent)
        digest, sent = sent.digest(address), findings.with_points(view, sent)
        judged = _judge(view, address, sent, by)
        if judged.revision is not None:
            _must_agree(judged.consequence, sent)
        report = _create(view, address, sent, digest, by, judged, found)
        if report.counts:
            seating.follow(act, view, judged.consequence.moves)
        _note(act, address, report)
    return report


def consequence(address: RoundAddress, *, sent: Sent, by: Actor) -> tuple[Verdict, list[Finding]]:
    """Say what ``submit`` would do with a report, and what is noticed about it; nothing is stored.

    Raises what ``submit`` raises for a round that is not there or not open to *by*. With errors among the
    findings the verdict is that of the report without the lines that cannot be.
    """
    _must_be_theirs(sent, by)
    _must_be_possible(sent)
    view = _open(address, by)
    found = findings.of_report(view, address, sent)
    _refuse_errors([finding for finding in found if finding.stops({finding.code: "asked later"})], sent)
    return _judge(view, address, findings.with_points(view, sent), by), found


class UnknownRound(ChampionshipError):
    """No such stage, table or round."""

    code = "unknown_round"


def _must_be_theirs(sent: Sent, by: Actor) -> None:
    """Calling a saved round void is the head referee's act (design.md §4)."""
    if sent.outcome is Outcome.VOID and not by.is_head:
        raise NotAllowed(_("Only the head referee can call a saved round void."))


def _must_be_possible(sent: Sent) -> None:
    """Refuse what no page of ours sends: SQLite would store it, PostgreSQL has no room for it."""
    if not 0 <= sent.seen <= MOST_SEEN or not all(map(RULE.fullmatch, sent.overrides)):
        raise ReportRefused(_("This report cannot be right as it is. See the marked seats."), code="form_unreadable")


def _open(address: RoundAddress, by: Actor) -> StageView:
    """Read the stage of a round that *by* may report on."""
    stage = (
        Stage.objects.select_related("championship")
        .filter(championship_id=address.championship_id, key=address.stage)
        .first()
    )
    if stage is None:
        raise UnknownRound(_("There is no stage “%(stage)s” in this championship.") % {"stage": address.stage})
    view = standings.stage_view(stage)
    table = view.tables.get(address.table)
    if table is None:
        raise UnknownRound(_("There is no table %(table)s in this stage.") % {"table": address.table})
    _must_exist(view, address)
    if by.held:
        passes.must_open(by.held, table)
    elif not by.is_head:
        raise OutOfStep(
            _("Only a referee's pass, the head referee or the organiser can report a round."), code="not_allowed"
        )
    if not view.state.is_started:
        raise OutOfStep(
            _("This stage has not begun. Start it at the desk, then send the report again."), code="stage_not_started"
        )
    if None in view.state.table(address.table).seats and seating.awaits_somebody(table):
        raise OutOfStep(
            _("Table %(table)s still waits for a player from another table.") % {"table": address.table},
            code="seats_open",
        )
    return view


def _must_exist(view: StageView, address: RoundAddress) -> None:
    rounds, seats = view.state.format.rounds, len(view.state.table(address.table).seats)
    is_regular = address.place == 0 and 1 <= address.number <= rounds
    is_tie_break = 1 <= address.place <= seats and 1 <= address.number <= 99
    if not (is_regular or is_tie_break):
        raise UnknownRound(
            _("Table %(table)s has no round %(round)s: it plays %(rounds)s rounds, then tie-break rounds.")
            % {"table": address.table, "round": address.number, "rounds": rounds}
        )


def _refuse_errors(found: list[Finding], sent: Sent) -> None:
    if errors := [finding for finding in found if finding.stops(sent.overrides)]:
        raise ReportRefused(_("This report cannot be right as it is. See the marked seats."), findings=errors)


def void_table(act: Act, stage: Stage, number: int, *, reason: str, client_id: UUID, by: Actor) -> int:
    """Call every round of a table void inside an act that is already being written; returns how many there were.

    Each is a report of its own, with an id made of *client_id*, so that the same act sent again is known.
    """
    keys = [result.key for result in standings.stage_view(stage).state.table(number).results]
    void = 0
    for place, round_number in keys:
        address = RoundAddress(stage.championship_id, stage.key, number, place, round_number)
        view = standings.stage_view(stage)
        if view.state.table(number).result(place, round_number) is None:
            continue
        sent = Sent(
            client_id=void_id(client_id, address),
            outcome=Outcome.VOID,
            seen=view.latest(number, place, round_number),
            reason=reason,
        )
        judged = _judge(view, address, sent, by)
        report = _create(view, address, sent, sent.digest(address), by, judged, [])
        seating.follow(act, view, judged.consequence.moves)
        _note(act, address, report)
        void += 1
    return void


def void_id(client_id: UUID, address: RoundAddress) -> UUID:
    """Return the id of the report by which an act with *client_id* calls a round void."""
    return uuid5(client_id, str(address))


def _judge(view: StageView, address: RoundAddress, sent: Sent, by: Actor) -> Verdict:
    table = view.state.table(address.table)
    latest = view.latest(address.table, address.place, address.number)
    judged = verdicts.of_report(
        view.state,
        address.table,
        sent.result(address, table.players(address.place, address.number)),
        seen=sent.seen,
        latest=latest,
        by_head=by.is_head,
    )
    if judged.revision is not None and judged.revision > 1 and not sent.reason.strip():
        raise ReportRefused(
            _("This round already has a report. Say why it is corrected."), code="correction_needs_reason"
        )
    return judged


def _must_agree(follows: Consequence, sent: Sent) -> None:
    """Nothing that moves somebody happens unasked; the confirmation names what was shown (design.md §4.8)."""
    if follows.unseats and sent.confirm != follows.token:
        raise NotConfirmed(
            _("This would move somebody who already has a seat further on. Look at what follows, then confirm it."),
            consequence=follows,
        )


def _create(
    view: StageView, address: RoundAddress, sent: Sent, digest: str, by: Actor, judged: Verdict, found: list[Finding]
) -> Report:
    named = {"table": view.tables[address.table], "place": address.place, "number": address.number}
    game_round = Round.objects.filter(**named).first() or Round.objects.create(**named)
    seated = view.state.table(address.table).players(address.place, address.number)
    report = Report.objects.create(
        round=game_round,
        client_id=sent.client_id,
        digest=digest,
        seen=sent.seen,
        revision=judged.revision,
        kept_because=judged.kept_because or "",
        reason=Remark.objects.create(text=sent.reason.strip()[:500]) if sent.reason.strip() else None,
        outcome=sent.outcome.value,
        winner_id=view.seats[address.table, sent.winner].pk if sent.winner and sent.outcome is Outcome.WON else None,
        facts=dict(sent.facts),
        findings=[
            {"code": f.code, "severity": f.severity.value, "seats": list(f.seats), "values": dict(f.values)}
            for f in found
        ],
        by_pass=by.held,
        by_user=by.user,
    )
    if sent.overrides:
        rules = sorted(sent.overrides)
        reasons = Remark.objects.bulk_create(Remark(text=sent.overrides[rule].strip()[:500]) for rule in rules)
        Override.objects.bulk_create(
            Override(report=report, rule=rule, reason=reason) for rule, reason in zip(rules, reasons, strict=True)
        )
    Line.objects.bulk_create(
        Line(
            report=report,
            seat_id=view.seats[address.table, line.seat].pk,
            entry_id=view.entries[line.entry or seated[line.seat]],
            cards=line.cards,
            points=line.points,
            hand=" ".join(line.hand or ()),
        )
        for line in sent.lines
    )
    return report


def _note(act: Act, address: RoundAddress, report: Report) -> None:
    """The public sees a report that counts, and that a table is in dispute."""
    verb = "report.corrected" if (report.revision or 0) > 1 else "report.counted"
    is_dispute = report.kept_because in standings.DISPUTES
    act.note(
        "report.kept" if report.kept_because else verb,
        address,
        public=report.counts or is_dispute,
        report=report.pk,
        revision=report.revision,
        kept_because=report.kept_because,
    )
