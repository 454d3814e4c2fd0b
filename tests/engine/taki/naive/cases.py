"""How a conformance case of rules.md §10.1 is written down, and those about play (T1–T57).

A case is a position and steps: an action is carried out; ``legal`` and ``refused`` only ask; ``only`` names every
move of a seat; ``expect`` looks at the position. Where a seat comes to one card, ``!`` is its declaration in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

HE, OFFICIAL, SUPER, EN, PL, DE = (
    "he-2015",
    "official-2018",
    "super-2011",
    "en-classic",
    "pl-wiki",
    "de-amigo-2006",
)
ALL = (HE, OFFICIAL, SUPER, EN, PL, DE)
KING = (HE, OFFICIAL, PL)  # what the cases call "he, official, pl"


@dataclass(frozen=True)
class Case:
    """One way through a case in one edition."""

    id: str
    line: str  # the position
    steps: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return f"{self.id}-{self.line.split()[0]}"


CASES: list[Case] = []


def written(number: str, editions: str | tuple[str, ...], position: str, *steps: str | tuple[str, Any]) -> list[Case]:
    """A case, once for each edition; hands that *position* leaves out have eight cards that do not matter."""
    seats = "AB" if "C=-2" in position else "ABC"
    position = position.replace(" C=-2", "")
    hands = "".join(f" {seat}=8?" for seat in seats if f" {seat}=" not in " " + position)
    done = tuple(("do", step) if isinstance(step, str) else step for step in steps)
    names = (editions,) if isinstance(editions, str) else editions
    return [Case(number, f"{name} {position}{hands}", done) for name in names]


def case(number: str, editions: str | tuple[str, ...], position: str, *steps: str | tuple[str, Any]) -> None:
    """Note a case of rules.md §10.1 among ``CASES``."""
    CASES.extend(written(number, editions, position, *steps))


TWO = " C=-2"
"""Written into a position: two players."""


def legal(*actions: str) -> tuple[str, Any]:
    return "legal", actions


def refused(action: str, code: str) -> tuple[str, Any]:
    return "refused", (action, code)


def only(seat: str, *moves: str) -> tuple[str, Any]:
    return "only", (seat, set(moves))


def expect(**values: Any) -> tuple[str, Any]:
    """``turn``, ``phase``, ``p``, ``lead`` (colour/figure), ``run``, ``winner`` …; ``A`` to ``J``: cards left."""
    return "expect", values


def passes(*seats: str) -> list[str]:
    return [f"{seat} PASS" for seat in seats]


case("T1", ALL, "top=r9 A=r3,b9,g4", legal("A r3", "A b9"), refused("A g4", "no_match"))
case(
    "T2",
    ALL,
    "top=rS A=bS,b5",
    refused("A b5", "no_match"),
    "A bS!",
    expect(turn="C"),
)
case("T3", HE, "top=r9 A=rS,rT,rP,rD,r2+", legal("A rS", "A rT", "A rP", "A rD", "A r2+"))
case(
    "T4",
    ALL,
    "top=r9 A=g4,b5 pile=r1,40?",
    "A DRAW",
    expect(A=3, turn="B", phase="TURN"),
    refused("A r1", "not_your_turn"),
)
case("T5", HE, "top=r9 A=r3,g1", legal("A DRAW"))
case("T5", HE + "[voluntary_draw=forbidden]", "top=r9 A=r3,g1", only("A", "r3", "r3!"))
case(
    "T7",
    ALL,
    "top=r9 A=r2+,g1 B=b2+,r5 C=8?",
    "A r2+!",
    refused("B r5", "must_answer_2plus"),
    "B b2+!",
    expect(p=2, turn="C"),
    only("C", "DRAW"),
    "C DRAW",
    expect(C=12, turn="A", phase="TURN", p=0, lead="b/2+"),
)
case(
    "T8",
    ALL,
    "top=r2+ A=b2+,r4,b4,g1",
    legal("A r4"),
    refused("A b4", "no_match"),
    "A b2+",
    expect(p=1, phase="PENDING2", turn="B"),
)
case(
    "T9",
    ALL,
    "top=r2+ p=1 A=CC,ST,g1",
    refused("A CC(g)", "must_answer_2plus"),
    refused("A ST", "must_answer_2plus"),
)
case(
    "T10",
    KING,
    "top=r2+ p=2 A=K,g7,b1",
    "A K",
    expect(p=0, turn="A", phase="AFTER_KING"),
    "A g7!",
    expect(turn="B", phase="TURN", lead="g/7", A=1, B=8, C=8),
)
case("T11", (HE, OFFICIAL), "top=b2+ p=3 A=K,r2+,b1", "A K", "A r2+!", expect(p=1, turn="B", phase="PENDING2"))
case(
    "T12",
    ALL,
    "top=y2+ p=1 A=r2+,b2+,g1",
    legal("A r2+", "A b2+"),
    "A DRAW",
    expect(A=5, turn="B", p=0, phase="TURN"),
)
RUN_2PLUS = ("top=r9 A=rT,r5,r2+,b1", "A rT", "A r5", "A r2+!", "A CLOSE")
case("T13", HE, *RUN_2PLUS, expect(p=0, turn="B", phase="TURN", lead="r/2+"))
case("T14", OFFICIAL, *RUN_2PLUS, expect(p=1, turn="B", phase="PENDING2"), only("B", "DRAW"))
case(
    "T15",
    ALL,
    "top=r9 A=rT,r2+,r5,b1",
    "A rT",
    "A r2+",
    "A r5!",
    "A CLOSE",
    expect(p=0, turn="B", phase="TURN"),
)
case(
    "T16",
    KING,
    "top=r9 A=rP,r4,b7",
    "A rP",
    expect(turn="A", phase="AFTER_PLUS"),
    refused("A b7", "no_match"),
    "A r4!",
    expect(turn="B", phase="TURN"),
)
case("T17", KING, "top=r9 A=rP,b7,g1", "A rP", only("A", "DRAW"), "A DRAW", expect(A=3, turn="B", phase="TURN"))
case(
    "T18",
    HE,
    "top=r9 A=rP,bP,b5,g1",
    "A rP",
    "A bP",
    expect(turn="A", phase="AFTER_PLUS", lead="b/P"),
    "A b5!",
    expect(turn="B"),
)
case(
    "T19",
    EN,
    "top=r9 A=rP,b7,r7,g1",
    refused("A rP", "pair_required"),
    "A rP&r7",
    expect(turn="B", phase="TURN", lead="r/7", top="r7"),
)
case("T20", EN, "top=r9 A=rP,rP,g1,g3", "A rP&rP", expect(turn="B", phase="TURN", lead="r/P"))
case("T21", EN, "top=r9 A=rP,rS,g1,g3", "A rP&rS", expect(turn="C", phase="TURN"))
case(
    "T22",
    (HE, OFFICIAL),
    "top=r9 A=rT,r3,rP,b8",
    "A rT",
    "A r3",
    "A rP!",
    refused("A END_OPEN", "bad_phase"),
    "A CLOSE",
    expect(turn="A", phase="AFTER_PLUS"),
    refused("A b8", "no_match"),
    "A DRAW",
    expect(A=2, turn="B", phase="TURN"),
)
case("T23", ALL, "top=r9 A=rS,g1", "A rS!", expect(turn="C"))
case("T23", ALL, "top=r9 A=rS,g1" + TWO, "A rS!", expect(turn="A"))
case("T24", ALL, "top=r9 A=rD,g1", "A rD!", expect(direction=-1, turn="C"))
case("T24", ALL, "top=r9 A=rD,g1" + TWO, "A rD!", expect(turn="B"))
EXTRA_TURN = tuple(name + "[two_player_reverse=extra_turn]" for name in ALL)
case("T24", EXTRA_TURN, "top=r9 A=rD,g1" + TWO, "A rD!", expect(turn="A"))
case("T25", ALL, "top=r9 A=rT,rS,r4,b1", "A rT", "A rS", "A r4!", "A CLOSE", expect(turn="B"))
case("T25", ALL, "top=r9 A=rT,rS,r4,b1", "A rT", "A r4", "A rS!", "A CLOSE", expect(turn="C"))
case(
    "T26",
    ALL,
    "top=r9 A=CC,g1 B=r5,r2+,g9",
    refused("A CC", "colour_required"),
    "A CC(y)!",
    expect(lead="y/", turn="B"),
    only("B", "DRAW"),
)
case(
    "T27",
    OFFICIAL,
    "top=r9 A=rT,r4,CC,y3,b1",
    "A rT",
    "A r4",
    "A CC(y)",
    expect(run=None, turn="B", phase="TURN", lead="y/"),
    refused("A y3", "not_your_turn"),
)
case("T27", HE, "top=r9 A=rT,r4,CC,y3,b1", "A rT", "A r4", refused("A CC(y)", "colourless_in_run"))
case(
    "T28",
    KING,
    "top=b7 A=ST,b5,r5",
    refused("A ST(b)", "colour_forbidden"),
    refused("A ST(r)", "colour_forbidden"),
    "A ST",
    expect(run="b", phase="RUN", turn="A"),
    refused("A r5", "wrong_run_colour"),
    legal("A b5"),
)
case("T29", EN, "top=b7 A=ST,r5,b1", "A ST(r)", expect(run="r"), "A r5!", expect(run="r", phase="RUN"))
case("T30", (HE, OFFICIAL), "top=r9 A=K,ST,y3,b1", "A K", "A ST(y)", expect(run="y"), "A y3!", expect(phase="RUN"))
case("T31", (HE, OFFICIAL), "top=r9 A=rT,ST,r3,b1", "A rT", "A ST", expect(run="r"), "A r3!", expect(run="r"))
case(
    "T32",
    (HE, OFFICIAL),
    "top=CC lead=y A=ST,y3,r3",
    "A ST",
    expect(run="y"),
    refused("A r3", "wrong_run_colour"),
    legal("A y3"),
)
case("T33", ALL, "top=r9 A=rT,bT,r1", "A rT", refused("A bT", "wrong_run_colour"))
case(
    "T34",
    ALL,
    "top=r9 A=rT,b1,b3 B=bT,b6,r5,g1",
    "A rT",
    refused("A CLOSE", "cannot_close_taki"),
    "A END_OPEN",
    expect(turn="B", phase="OPEN", run="r"),
    legal("B r5"),
    "B bT",
    expect(turn="B", phase="RUN", run="b"),
)
case(
    "T35",
    ALL,
    "top=r9 A=rT,r3,b1 B=r5,r6,b3",
    "A rT",
    "A r3!",
    "A END_OPEN",
    "B r5",
    "B r6!",
    "B CLOSE",
    expect(turn="C", phase="TURN", run=None),
)
case(
    "T36",
    ALL,
    "B+ run=r top=r3 B=b3,r6,b4",
    "B b3",
    expect(run=None, turn="C", phase="TURN", lead="b/3"),
)
case(
    "T37",
    ALL,
    "B+ run=r top=r3 B=r6,b4,b5 C=r7,r8,b5",
    "B r6",
    "B END_OPEN",
    expect(turn="C", phase="OPEN", run="r"),
    "C r7",
    "C r8!",
    "C CLOSE",
    expect(turn="A", phase="TURN", run=None),
)
case("T38", ALL, "B+ run=r top=r3 B=b4,g5", "B DRAW", expect(B=3, turn="C", phase="OPEN", run="r"))
case(
    "T39",
    OFFICIAL,
    "top=g9 A=gT,g2+,b1 C=g5,g6,b1",
    "A gT",
    "A g2+!",
    "A END_OPEN",
    expect(turn="B", phase="PENDING2", p=1, run="g"),
    "B DRAW",
    expect(B=10, turn="C", phase="OPEN", run="g"),
    "C g5",
    expect(phase="RUN"),
)
case("T40", HE, "B+ run=g top=g3 B=g2+,r1", "B g2+!", "B END_OPEN", expect(p=0, turn="C", phase="OPEN", run="g"))
case(
    "T41",
    (HE, OFFICIAL),
    "top=r9 A=K,b1 B=y6,b1",
    "A K!",
    "A PASS",
    expect(A=1, turn="B", phase="TURN"),
    legal("B b1"),
    "B y6!",
    expect(turn="C", lead="y/6"),
)
for TOP in ("top=r9", "top=CC lead=y"):
    case("T42", (HE, OFFICIAL), TOP + " A=K,g2+,b1", "A K", "A g2+!", expect(p=1, turn="B", phase="PENDING2"))
    case("T42", (HE, OFFICIAL), TOP + " A=K,r5,b1", "A K", "A r5!", expect(turn="B", lead="r/5"))
case("T43", (HE, OFFICIAL), "top=r9 A=K declared=A", "A K", expect(winner="A", phase="OVER"))
case(
    "T44",
    HE,
    "top=r9 A=+3,r1,b1",
    "A +3",
    *passes("B", "C"),
    expect(B=11, C=11, lead="r/9", turn="A", phase="TURN"),
    legal("A r1"),
)
case("T45", OFFICIAL, "top=r9 A=+3,r1,b1", "A +3", *passes("B", "C"), expect(B=11, C=11, lead="r/9", turn="B"))
case("T46", HE, "top=rS A=+3,r1", refused("A +3", "plus3_needs_number"))
case("T46", OFFICIAL, "top=rS A=+3,r1", legal("A +3"))
case("T47", HE, "top=r2+ p=2 A=+3,r1", refused("A +3", "must_answer_2plus"))
case(
    "T47",
    OFFICIAL,
    "top=r2+ p=2 A=+3,r1",
    "A +3!",
    *passes("B", "C"),
    expect(B=11, C=11, turn="B", phase="PENDING2", p=2),
)
case(
    "T48",
    KING,
    "top=r9 A=+3,r1,b1 B=B3,7? C=B3,7?",
    "A +3",
    "B BREAK",
    expect(A=5, B=7, C=8, turn="B", phase="TURN", lead="r/9"),
    refused("C BREAK", "no_plus3_open"),
)
case("T48", KING, "top=r9 A=+3,r1,b1 B=B3,7? C=B3,7?", "A +3", "C BREAK", expect(A=5, B=8, C=7, turn="B"))
case("T49", (HE, OFFICIAL), "top=r9 A=B3,r1,b1", "A B3", expect(A=5, B=8, C=8, turn="B", lead="r/9", phase="TURN"))
case("T49", (HE, OFFICIAL), "top=r2+ p=1 A=B3,r1,b1", refused("A B3", "must_answer_2plus"))
case("T50", KING, "top=r9 A=rT,+3,r1", "A rT", refused("A +3", "colourless_in_run"))
case(
    "T51",
    EN,
    "top=r9 A=rP,r3,g1,g5",
    "A rP+r3",
    *passes("B", "C"),
    expect(B=11, C=11, lead="r/3", turn="B", phase="TURN"),
)
case(
    "T52",
    EN,
    "top=r9 A=rP,r3,g1,g5 C=gP,g3,b1,b5",
    "A rP+r3",
    "C BREAK(g)",
    expect(A=5, B=8, C=2, lead="g/3", turn="B", phase="TURN"),
)
case("T53", HE, "top=r9 A=rP,r3,g1", "A rP", "A r3!", expect(A=1, B=8, C=8, turn="B", phase="TURN"))
case(
    "T54",
    EN,
    "top=r9 A=CZ,r1,r3 B=b1,b3,b4 C=y1 declared=C",
    "A CZ(+)",
    expect(hands={"A": ["y1"], "B": ["r1", "r3"], "C": ["b1", "b3", "b4"]}, lead="r/9", turn="B"),
    legal("A DECLARE_LAST"),
    "B DRAW",
    expect(A=5),
)
case("T55", EN, "top=r9 A=CZ,r1", "A CZ(-)", expect(direction=-1, turn="C", C=1, B=8, A=8))
case(
    "T56",
    EN,
    "top=r9 A=CZ B=b1,b3 C=g1,g3 declared=A",
    "A CZ(+)",
    expect(winner="B", phase="OVER", hands={"A": ["g1", "g3"], "B": [], "C": ["b1", "b3"]}),
)
case("T57", EN, "top=r2+ p=1 A=CZ,r1", refused("A CZ(+)", "must_answer_2plus"))
