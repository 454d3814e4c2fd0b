"""The conformance cases of rules.md §10.4: a position as text, moves, and what is expected of the outcome."""

from dataclasses import dataclass, field

from engine.minitactico.state import Phase
from tests.engine.minitactico.positions import captured, line

IDS = frozenset(f"M{number}" for number in range(1, 24))
"""Every case that rules.md §10.4 lists."""


@dataclass(frozen=True)
class Case:
    """One row, or one reading of it; A is to move and attacks B."""

    id: str
    given: str
    moves: str
    piles: dict[str, str] = field(default_factory=dict)
    """Text of piles afterwards, by square."""
    seen_by_other: dict[str, str] = field(default_factory=dict)
    """The same as B may know them."""
    seat: str = "B"
    phase: Phase = Phase.TURN
    winner: int | None = None
    specials: tuple[int, int] = (2, 2)
    refused: str = ""
    """The code, if the last move is illegal."""


def attack(case, attacker, defender, result):
    return Case(case, line(card=attacker, b={"s11": defender}), "ATTACK(B11)", {"B11": result})


M23 = captured("12", "21", "23", "11", "13", "31")
FALLS = {"seat": "A", "phase": Phase.OVER, "winner": 0}
BONUS = {"seat": "A", "phase": Phase.BONUS}

CASES = [
    attack("M1", "9", "7", "7*-9:A"),
    attack("M2", "9", "9", "9*-9*"),
    attack("M3", "A", "K", "K*-A:A"),
    attack("M4", "K", "A", "A*-K*"),
    attack("M5", "2", "A", "A*-2:A"),
    attack("M6", "A", "2", "2*-A*"),
    Case("M7", line(card="J", a={"s11": "4"}), "DEFEND(11)", {"A11": "Ja-4"}, seen_by_other={"A11": "?a-?"}),
    Case("M8", line(card="4", b={"s11": "4*-3*"}), "ATTACK(B11)", {"B11": "4*-3*-4*"}),
    Case(
        "M8",
        line(card="4", deck="2,5,30?", b={"s11": "4*-3*"}),
        "ATTACK(B11) DRAW DEFEND(33) DRAW ATTACK(B11)",
        {"B11": "4*-3*-4*-5:A"},
    ),
    Case(
        "M9", line(card="9", b={"s32": "7"} | captured("12", "21", "23")), "ATTACK(B32)", {"B32": "7*-9:A"}, **FALLS
    ),
    Case(
        "M10", line(card="9", b={"s33": "7"} | captured("11", "13", "31")), "ATTACK(B33)", {"B33": "7*-9:A"}, **FALLS
    ),
    Case("M11", line(card="9", b={"s33": "7"} | captured("11", "12", "21")), "ATTACK(B33)", {"B33": "7*-9:A"}),
    Case("M12", line(card="9", b={"s12": "7"} | captured("11", "13")), "ATTACK(B12)", {"B12": "7*-9:A"}, **BONUS),
    Case("M12", line(card="9", b={"s12": "7"} | captured("11", "13")), "ATTACK(B12) SWAP(11,12)"),
    Case("M13", line(card="9", b={"s23": "7"} | captured("21")), "ATTACK(B23)", {"B23": "7*-9:A"}, **BONUS),
    Case("M13", line(card="9", b={"s23": "7"} | captured("21")), "ATTACK(B23) SWAP(11,12)"),
    Case("M14", line(card="9", b={"s33": "7"} | captured("11")), "ATTACK(B33)", {"B33": "7*-9:A"}),
    Case("M15", line(card="9", b={"s11": "7"} | captured("12", "13", "21", "31")), "ATTACK(B11)", **BONUS),
    Case("M15", line(card="9", b={"s11": "7"} | captured("12", "13", "21", "31")), "ATTACK(B11) SWAP(11,12)"),
    Case("M16", line("BONUS", a={"s12": "5-Q-2:B"}), "FLIP(12)", {"A12": "2*-Q-5"}),
    Case("M17", line("BONUS", a={"s11": "3", "s33": "K-6"}), "SWAP(11,33)", {"A11": "K-6", "A33": "3"}),
    Case("M18", line(card="9", b={"s12": "?-4:A"} | captured("11", "13")), "CHANGE(B12)", {"B12": "?-4*-9:A"}),
    Case("M19", line(deck="10,32?", a={"s12": "?-8:B"}), "SPECIAL(12)", {"A12": "10*-?-8*"}, specials=(1, 2)),
    Case("M20", line(deck="8,32?", a={"s12": "?-8:B"}), "SPECIAL(12)", {"A12": "8*-?-8:B"}, specials=(1, 2)),
    Case(
        "M21",
        line(deck="10,32?", a={"s12": "?-8:B"}, specials="0,2"),
        "SPECIAL(12)",
        {"A12": "?-8:B"},
        seat="A",
        specials=(0, 2),
        refused="no_specials_left",
    ),
    # 18 cards in place, 4, 5 and Q loose, and 31 more of which nothing is known
    Case(
        "M22",
        line(deck="-", a={"s11": "J-4", "s12": "5-Q-2:B"}, b={"s33": "-".join("?" * 32)}),
        "DRAW",
        {"A11": "J", "A12": "2:B", "B33": "?"},
        seat="A",
        phase=Phase.CARD,
    ),
    Case("M23", line(card="9", b={"s32": "7"} | M23), "ATTACK(B32)", {"B32": "7*-9:A"}, **FALLS),
    Case("M23", line(card="9", b={"s33": "7"} | M23), "ATTACK(B33)", {"B33": "7*-9:A"}, **FALLS),
]
