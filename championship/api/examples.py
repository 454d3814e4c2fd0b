"""Examples for the schema: the first round of the first of two tables of four. Tests send and compare them."""

from __future__ import annotations

from typing import Any

CLIENT_ID = "0b9c4d0e-5a0f-4a8e-9d55-5b6a7f0c1d2e"
REPORT: dict[str, Any] = {
    "client_id": CLIENT_ID,
    "stage": "qualifiers",
    "table": 1,
    "number": 1,
    "winner": 1,
    "lines": [
        {"seat": 1, "cards": 0},
        {"seat": 2, "cards": 3},
        {"seat": 3, "cards": 4},
        {"seat": 4, "cards": 5},
    ],
}
CALL: dict[str, Any] = {"client_id": CLIENT_ID, "stage": "qualifiers", "table": 1, "kind": "unwell"}
STORED: dict[str, Any] = {
    "id": 1,
    "client_id": CLIENT_ID,
    "stage": "qualifiers",
    "table": 1,
    "place": 0,
    "number": 1,
    "outcome": "won",
    "winner": 1,
    "lines": [
        {"seat": 1, "entry": 7, "cards": 0, "points": None, "hand": []},
        {"seat": 2, "entry": 2, "cards": 3, "points": None, "hand": []},
        {"seat": 3, "entry": 5, "cards": 4, "points": None, "hand": []},
        {"seat": 4, "entry": 1, "cards": 5, "points": None, "hand": []},
    ],
    "seen": 0,
    "revision": 1,
    "kept_because": "",
    "sentence": "Saved, and it counts.",
    "findings": [],
    "received_at": "2027-10-19T08:12:03.120000+00:00",
}
KEPT = {
    **STORED,
    "id": 2,
    "revision": None,
    "kept_because": "differs",
    "sentence": (
        "Saved, but it does not count yet: another report of this round says something else. "
        "The head referee compares both and decides."
    ),
}
REFUSED = {
    "error": {
        "code": "report_refused",
        "message": "This report cannot be right as it is. See the marked seats.",
        "findings": [
            {
                "code": "VA3",
                "severity": "H",
                "seats": [1],
                "values": {"problem": "has_cards", "cards": 2},
                "sentence": "Seat \u20661\u2069: the winner cannot have cards left. "
                "Set the count to 0, or choose another winner.",
            },
            {
                "code": "VA4",
                "severity": "H",
                "seats": [],
                "values": {},
                "sentence": "Everybody has cards left, so nobody went out. Set the winner's count to 0.",
            },
        ],
        "values": {},
    }
}

LOOK_AHEAD = {name: value for name, value in REPORT.items() if name != "client_id"}
CODE = {"code": "K7QM-3XW9"}
TOKEN = {"token": "Zr3kq0WmJx5vT1uYb8cN2dHfLs7AgPe4"}
