"""The conformance cases of rules.md §10.1 about last cards, going out and special endings (T58–T87)."""

from tests.engine.taki.naive.cases import (
    ALL,
    CASES,
    EN,
    HE,
    OFFICIAL,
    PL,
    SUPER,
    TWO,
    case,
    expect,
    legal,
    only,
    passes,
    refused,
)

__all__ = ["CASES"]

case(
    "T58",
    HE,
    "top=r9 A=r5,r6",
    "A r5",
    "B DRAW",
    "C DRAW",
    expect(A=1),
    "A DECLARE_LAST",
    "A r6",
    expect(winner="A", phase="OVER"),
)
case("T59", (EN, PL, OFFICIAL), "top=r9 A=r5,g1 B=r4,g4,g5", "A r5", "B r4", expect(A=5, B=2, turn="C", lead="r/4"))
case("T59", (EN, PL, OFFICIAL), "top=r9 A=r5,g1 B=r4,g4,g5", "A r5!", "B r4", expect(A=1, B=2, turn="C"))
case(
    "T59",
    (EN, PL, OFFICIAL),
    "top=r9 A=r5,g1 B=r4,g4,g5",
    "A r5",
    "A DECLARE_LAST",
    "B r4",
    expect(A=1, turn="C"),
)
case("T60", HE, "top=r9 A=r5", "A r5", expect(phase="CLAIM"), "C CLAIM", expect(A=4, winner=None, turn="B"))
case("T60", HE, "top=r9 A=r5", "A r5", *passes("B", "C"), expect(winner="A", phase="OVER"))
case("T61", HE, "top=r9 A=CC declared=A", "A CC(y)", expect(winner="A"))
case("T61", HE, "top=r9 A=CC", "A CC(y)", expect(winner=None, A=4, turn="B", phase="TURN", lead="y/"))
case("T61", HE, "top=r9 A=CC declared=A", "A CC", expect(winner=None, A=4, turn="B", phase="TURN", lead="r/9"))
SILENT_RUN = ("top=r9 A=rT,r3,r4", "A rT", "A r3", "A r4")
case("T62", EN, *SILENT_RUN, expect(winner="A"))
case("T62", HE, *SILENT_RUN, expect(winner=None, phase="CLAIM"))
case("T62", HE + "[last_card_in_run=exempt]", *SILENT_RUN, expect(winner="A"))
case(
    "T63",
    (HE, OFFICIAL),
    "B+ top=r9 A=b1 B=+3,7? declared=A",
    "B +3",
    *passes("A", "C"),
    expect(A=4, declared=set()),
    refused("A DECLARE_LAST", "nothing_to_declare"),
)
case(
    "T64",
    HE,
    "top=r9 A=r2+ B=b1 declared=A",
    "A r2+",
    expect(winner=None, phase="PENDING2", turn="B"),
    "B DRAW",
    expect(winner="A", B=3),
)
case(
    "T65",
    HE,
    "top=r9 A=r2+ B=b2+,b1 C=g2+,b1 declared=A",
    "A r2+",
    "B b2+!",
    "C g2+!",
    expect(turn="A", p=3),
    only("A", "DRAW"),
    "A DRAW",
    expect(A=6, winner=None, turn="B", phase="TURN", lead="g/2+"),
)
case(
    "T66",
    HE,
    "top=r9 A=r2+ B=b2+ declared=A,B" + TWO,
    "A r2+",
    "B b2+",
    expect(winner=None, turn="A"),
    "A DRAW",
    expect(A=4, winner="B"),
)
case(
    "T67",
    HE,
    "top=r9 A=r2+ B=b2+ C=y1,y3 declared=A,B",
    "A r2+",
    "B b2+",
    "C DRAW",
    expect(C=6, winner="A", B=0),
)
case("T68", HE, "top=r9 A=r2+ B=K,y1 declared=A", "A r2+", "B K!", expect(winner="A", B=1, C=8))
case("T69", HE, "top=r9 A=rT,r2+", "A rT!", "A r2+", expect(winner="A", B=8))
case(
    "T69",
    OFFICIAL,
    "top=r9 A=rT,r2+",
    "A rT!",
    "A r2+",
    expect(winner=None, turn="B", phase="PENDING2", p=1),
    "B DRAW",
    expect(winner="A", B=10),
)
case("T70", HE, "top=r9 A=rP declared=A", refused("A rP", "last_card_forbidden"), only("A", "DRAW"))
case(
    "T70",
    (OFFICIAL, HE + "[plus_last=draw_one]"),
    "top=r9 A=rP declared=A",
    "A rP",
    expect(winner=None, A=1, declared=set(), turn="B", phase="TURN"),
    legal("A DECLARE_LAST"),
)
case("T71", HE, "top=r9 A=rS declared=A" + TWO, refused("A rS", "last_card_forbidden"), only("A", "DRAW"))
case("T71", HE, "top=r9 A=rS declared=A", "A rS", expect(winner="A"))
case("T71", EN, "top=r9 A=rS declared=A" + TWO, "A rS", expect(winner="A"))
case(
    "T72",
    HE,
    "top=r9 A=+3 B=b1 C=g1,g3 declared=A",
    "A +3",
    *passes("B", "C"),
    expect(winner="A", B=4, C=5),
)
case("T73", HE, "top=r9 A=+3 B=B3,y1 declared=A", "A +3", "B BREAK", expect(winner=None, A=3, B=1, turn="B"))
case("T73", HE, "top=r9 A=+3 B=B3 declared=A,B", "A +3", "B BREAK", expect(winner="B", A=3))
case("T74", (HE, OFFICIAL), "top=r9 A=B3 declared=A", "A B3", expect(winner=None, A=3, turn="B", phase="TURN"))
case(
    "T78",
    ALL,
    "B+ p=2 top=r2+ A=? B=8? C=8? pile=1? laid=19?",
    "B DRAW",
    expect(B=12, pile=16, top="r2+", laid=0, turn="C", lead="r/2+"),
)
case("T79", ALL, "B+ p=1 top=r2+ A=? B=8? C=8? pile=- laid=-", "B DRAW", expect(B=8, turn="C", p=0, phase="TURN"))
PYRAMID = OFFICIAL + "[mode=pyramid]"
case(
    "T80",
    PYRAMID,
    "top=r9 A=r5 declared=A",
    "A r5",
    expect(stages={"A": 7, "B": 8, "C": 8}, A=7, winner=None, turn="B", phase="TURN"),
)
case("T80", PYRAMID, "top=r9 A=r5 declared=A stages=1,8,8", "A r5", expect(winner="A"))
case("T81", HE, "top=r9 A=r2+ B=K declared=A,B", "A r2+", "B K", expect(winner="A", B=0, C=8))
case(
    "T82",
    HE,
    "top=g9 A=K,b1,b3 B=+3,y1,y3",
    "A K",
    "A PASS",
    refused("B +3", "plus3_needs_number"),
    legal("B y1"),
)
case(
    "T83",
    HE,
    "B+ run=r top=r3 B=+3,r6,b1",
    "B +3",
    *passes("A", "C"),
    expect(turn="B", phase="OPEN", run="r"),
    "B r6!",
    expect(phase="RUN", run="r"),
)
case("T84", EN, "top=r9 A=rT,r3,rP,b1,b3", "A rT", "A r3", refused("A rP", "pair_required"))
case(
    "T84",
    EN,
    "top=r9 A=rT,r3,rP,rP,b1,b3",
    "A rT",
    "A r3",
    "A rP",
    refused("A CLOSE", "pair_required"),
    refused("A END_OPEN", "pair_required"),
    "A rP",
    "A CLOSE",
    expect(turn="B", phase="TURN"),
)
ST_ON_RUN = "B+ run=r top=r3 B=ST,b5,r6,g1"
case("T85", EN, ST_ON_RUN, "B ST(b)", expect(run="b"), refused("B r6", "wrong_run_colour"), legal("B b5"))
case("T85", EN, ST_ON_RUN, "B ST(r)", expect(run="r"), legal("B r6"), refused("B b5", "wrong_run_colour"))
case("T86", PL, "top=r2+ p=1 A=b2+ B=y2+,g1 declared=A", "A b2+", expect(winner="A", B=6, phase="OVER"))
case(
    "T87",
    SUPER,
    "top=r9 A=rP,r3,g1,g4",
    "A rP",
    "A r3",
    expect(B=8, C=8, turn="B", phase="TURN"),
)
case("T87", SUPER, "top=r9 A=rP,r3,g1,g4", "A rP+r3", *passes("B", "C"), expect(B=11, C=11, turn="B", phase="TURN"))
