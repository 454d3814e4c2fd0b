"""The reports of three recorded championships give the findings listed with them, and no others."""

import json
from pathlib import Path

import pytest

from engine.taki.editions import edition
from engine.taki.hands import PlayedRound, check

CHAMPIONSHIPS = Path(__file__).parents[3] / "fixtures" / "championships"
DIRECTIONS = {"+": 1, "-": -1}


def load(folder, name):
    return json.loads((CHAMPIONSHIPS / folder / name).read_text(encoding="utf-8"))


def as_played(report, seats):
    """The recorded report as the engine gets it: seats in place of entries, *seats* being those of its table."""
    seat_of = seats | {line["entry"]: line["seat"] for line in report["lines"]}
    lines = [(line["seat"], line["cards"]) for line in report["lines"]]
    lines += [(seat_of[entry], None) for entry in report.get("absent", [])]
    is_tie_break = report["for_place"] > 0
    return PlayedRound(
        tuple(lines),
        seat_of.get(report["winner"]),
        seated=[seat for seat, _ in lines] if is_tie_break else sorted(seats.values()),
        last_card=report.get("last_card"),
        direction=DIRECTIONS.get(report.get("direction")),
        chain_answers=[seat_of[entry] for entry in report.get("chain_answers", [])] or None,
        hands={line["seat"]: line["hand"] for line in report["lines"] if "hand" in line} or None,
    )


@pytest.mark.parametrize(("folder", "reports", "hands"), [("n024", 20, 6), ("n064", 78, 16), ("n096", 92, 17)])
def test_check_gives_the_findings_recorded_with_a_championship(folder, reports, hands):
    record, expected = load(folder, "championship.json"), load(folder, "expected.json")
    rules = edition(record["edition"])
    seats = {}  # by table: the seat of every entry that ever played there
    for report in record["reports"]:
        table = seats.setdefault((report["stage"], report["table"]), {})
        table.update({line["entry"]: line["seat"] for line in report["lines"]})

    found, with_hands = [], 0
    for report in record["reports"]:
        played = as_played(report, seats[report["stage"], report["table"]])
        with_hands += played.hands is not None
        found += [
            {"seq": report["seq"], "code": finding.code, "severity": str(finding.severity)}
            for finding in check(played, rules)
        ]

    assert found == expected["findings"]
    assert (len(record["reports"]), with_hands) == (reports, hands)


def test_overridden_report_names_the_two_seats_without_cards():
    record = load("n096", "championship.json")
    (report,) = [report for report in record["reports"] if "override" in report]
    seats = {line["entry"]: line["seat"] for line in report["lines"]}
    (finding,) = check(as_played(report, seats), edition(record["edition"]))
    empty = tuple(line["seat"] for line in report["lines"] if line["cards"] == 0)
    assert (finding.code, finding.seats) == (report["override"]["rule"], empty)
    assert finding.stops()
    assert not finding.stops({"VA5": report["override"]["reason"]})
