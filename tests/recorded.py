"""Recorded championships, replayed through the services as people would do them (fixtures/championships)."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model

from championship.enums import Role, RulingKind
from championship.errors import NotConfirmed
from championship.models import Championship, Entry, Report, Ruling, Seat, Stage
from championship.selectors import standings
from championship.services import draws, live, passes, people, reports, rulings, stages
from championship.services.sent import RoundAddress, Sent, SentLine
from engine.findings import Severity
from scoring import advisor, podium
from scoring import standings as rankings
from scoring.ties import tie_break_order

FOLDER = Path(__file__).parent.parent / "fixtures" / "championships"
NAMES = ("n024", "n064", "n096")


class Replay:
    """One recorded championship while it is replayed; ``history`` holds who sat at each ticket's end since when."""

    def __init__(self, name: str) -> None:
        self.data = json.loads((FOLDER / name / "championship.json").read_text())
        self.expected = json.loads((FOLDER / name / "expected.json").read_text())
        user = get_user_model().objects.create_user(f"organiser-{name}")
        self.championship = stages.create(
            by_user=user,
            slug=name,
            name_he=self.data["name"]["he"],
            name_en=self.data["name"]["en"],
            name_pl=self.data["name"]["pl"],
            day=self.data["days"]["qualifiers"],
            edition=self.data["edition"],
        )
        self.organiser = live.Actor(user=user, role=Role.ORGANISER)
        self.history: dict[tuple[str, int, int], list[tuple[int, int | None]]] = defaultdict(list)

    def play(self) -> Replay:
        """Register, plan, seat, then every act in its order."""
        self._register()
        format_ = advisor.plan(len(self.data["entries"]))
        stages.choose_format(self.championship, format_, by=self.organiser)
        stages.publish_plan(self.championship, by=self.organiser)
        first = self.championship.stages.get(order=1)
        seats = {(seat["table"], seat["seat"]): seat["entry"] for seat in self.data["seats"]}
        draws.seat_as_given(first, seats, by=self.organiser)
        self.phones = {
            name: live.Actor(held=passes.issue(self.championship, label=name, opens_all=True, by=self.organiser).row)
            for name in ("", "a second phone")
        }
        acts = sorted([*self.data["reports"], *self.data["rulings"]], key=lambda act: act["seq"])
        for act in acts:
            self._start(act["stage"])
            if "lines" in act:
                self._report(act)
            else:
                self._rule(act)
            self._remember(act["seq"])
        return self

    def _register(self) -> None:
        for entry in self.data["entries"]:
            people.register(
                self.championship,
                by=self.organiser,
                first_name=entry["first"],
                last_name=entry["last"],
                city=entry["city"],
                school=entry["school"],
                club=entry["club"],
                age=entry["age"],
                has_consent=True,
            )
        people.check_in(self.championship, [entry["number"] for entry in self.data["entries"]], by=self.organiser)

    def _start(self, key: str) -> None:
        stages.start(self.championship.stages.get(key=key), by=self.organiser)

    def _report(self, act: dict[str, Any]) -> None:
        address = RoundAddress(self.championship.pk, act["stage"], act["table"], act["for_place"], act["round"])
        seat_of = {line["entry"]: line["seat"] for line in act["lines"]}
        by = self.organiser if act.get("by") == "head referee" else self.phones[act.get("by", "")]
        facts: dict[str, Any] = {"last_card": act.get("last_card")}
        if act.get("direction"):
            facts["direction"] = 1 if act["direction"] == "+" else -1
        if act.get("chain_answers"):
            facts["chain_answers"] = [seat_of[entry] for entry in act["chain_answers"]]
        override = act.get("override")
        seen = 0 if act["revision"] is None else act["revision"] - 1
        sent = Sent(
            client_id=UUID(act["uuid"]),
            lines=tuple(
                SentLine(line["seat"], line["cards"], line["entry"], tuple(line["hand"]) if "hand" in line else None)
                for line in act["lines"]
            ),
            winner=seat_of[act["winner"]],
            seen=seen,
            reason=act.get("reason", ""),
            overrides={override["rule"]: override["reason"]} if override else {},
            facts={name: value for name, value in facts.items() if value is not None},
        )
        try:
            report = reports.submit(address, sent=sent, by=by)
        except NotConfirmed as refused:
            assert act.get("confirmed")
            agreed = replace(sent, confirm=refused.consequence.token)
            report = reports.submit(address, sent=agreed, by=by)
        assert (report.revision, report.kept_because) == (act["revision"], act.get("kept", ""))

    def _rule(self, act: dict[str, Any]) -> None:
        stage = self.championship.stages.get(key=act["stage"])
        rulings.make(
            stage,
            RulingKind(act["kind"]),
            client_id=UUID(act["uuid"]),
            reason=act["reason"],
            by=self.organiser,
            table=stage.tables.get(number=act["table"]),
            entry=Entry.objects.get(championship=self.championship, number=act["entry"]),
            values={"after_round": act["after_round"]},
        )

    def _remember(self, seq: int) -> None:
        for seat in Seat.objects.filter(ticket__stage__championship=self.championship).select_related(
            "entry", "stage", "table"
        ):
            holder = seat.entry.number if seat.entry else None
            past = self.history[seat.stage.key, seat.table.number, seat.position]
            if (past[-1][1] if past else None) != holder:
                past.append((seq, holder))


def outcome(replay: Replay) -> dict[str, Any]:
    """Return what came out, in the shape of ``expected.json``."""
    championship = replay.championship
    names = {e.number: e.player.full_name for e in championship.entries.select_related("player")}
    views = standings.championship_views(championship)
    ranked = {key: rankings.of_stage(view.state) for key, view in views.items()}
    final = ranked["final"][1].rows
    dense = podium.dense_ranks([row.place for row in final])
    return {
        "champion": ranked["final"][1].holder(1),
        "places": [
            {"place": row.place, "podium": rank, "entry": row.entry, "name": names[row.entry]}
            for row, rank in zip(final, dense, strict=True)
        ],
        "tickets": [_ticket(replay, key, t) for key, view in views.items() for t in view.state.tickets],
        "tables": [
            _table(views[key].state.table(number), key, standing)
            for key, standings_ in ranked.items()
            for number, standing in standings_.items()
        ],
        "findings": _findings(replay),
        "counts": _counts(championship, views),
    }


def _ticket(replay: Replay, stage: str, ticket) -> dict[str, Any]:
    past = replay.history[ticket.to_stage, ticket.to_table, ticket.to_seat]
    shown = {
        "from": [stage, ticket.table, ticket.place],
        "to": [ticket.to_stage, ticket.to_table, ticket.to_seat],
        "entry": ticket.holder,
        "since_seq": past[-1][0],
    }
    if len(past) > 1:
        shown["history"] = [list(step) for step in past]
    return shown


def _table(state, stage: str, standing) -> dict[str, Any]:
    labels = rankings.tie_break_labels(state)
    rows = []
    for row in standing.rows:
        shown: dict[str, Any] = {
            "place": row.place,
            "entry": row.entry,
            "seat": row.seat,
            "rounds": list(row.rounds),
            "total": row.total,
            "shared": row.is_shared,
        }
        if row.missed:
            shown["missed"] = list(row.missed)
        if row.left_by:
            shown["status"] = row.left_by.value
        if row.tie_breaks:
            shown["tie_breaks"] = {labels[key]: cards for key, cards in row.tie_breaks.items()}
        rows.append(shown)

    return {
        "stage": stage,
        "table": state.number,
        "rows": rows,
        "tie_breaks": {
            labels[result.key]: {"for_place": result.place, "order": tie_break_order(result)}
            for result in state.results
            if result.place
        },
    }


def _findings(replay: Replay) -> list[dict[str, Any]]:
    seq_of = {act["uuid"]: act["seq"] for act in replay.data["reports"]}
    found = [
        {"seq": seq_of[str(report.client_id)], "code": finding["code"], "severity": finding["severity"]}
        for report in Report.objects.filter(round__table__stage__championship=replay.championship)
        for finding in report.findings
        if finding["severity"] in {Severity.OVERRIDE, Severity.WARNING}
    ]
    return sorted(found, key=lambda finding: (finding["seq"], finding["code"]))


def _counts(championship: Championship, views) -> dict[str, Any]:
    stored = Report.objects.filter(round__table__stage__championship=championship)
    results = [r for view in views.values() for table in view.state.tables for r in table.results]
    return {
        "entries": championship.entries.count(),
        "tables": {stage.key: stage.tables.count() for stage in Stage.objects.filter(championship=championship)},
        "regular_rounds": sum(r.place == 0 for r in results),
        "tie_break_rounds": sum(r.place > 0 for r in results),
        "reports": stored.count(),
        "corrections": stored.filter(revision__gt=1).count(),
        "kept": stored.filter(revision=None).count(),
        "rulings": Ruling.objects.filter(championship=championship).count(),
    }
