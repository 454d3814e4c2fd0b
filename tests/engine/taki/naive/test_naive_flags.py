"""Flags and endings of rules.md that no T case reaches, on the naive engine; each case is named by its rule."""

from random import Random

import pytest

from engine.taki.editions import edition
from tests.engine.taki.naive import dealing
from tests.engine.taki.naive.cases import (
    DE,
    EN,
    HE,
    OFFICIAL,
    PL,
    SUPER,
    TWO,
    Case,
    expect,
    legal,
    only,
    passes,
    refused,
    written,
)
from tests.engine.taki.naive.follow import follow

ADDS = PL + "[plus3_on_pending=adds_three]"
SHIELD = HE + "[king_shields_plus3=true]"
PYRAMID = HE + "[mode=pyramid]"
BAR = HE + "[cc_last_bar=true]"
UNO = OFFICIAL + "[drawn_playable=same_turn]"
SHORT = OFFICIAL + "[open_taki=ends_with_turn]"
FIXED = EN + "[crazy=fixed_dir]"
ST_STOP = EN + "[stop_last_2p=forbidden]"

CASES = [
    # drawn_playable (2.1): the drawn card alone, or PASS
    *written("2.1", UNO, "top=r9 A=g4,b5 pile=r1,40?", "A DRAW", only("A", "r1", "PASS"), "A r1", expect(turn="B")),
    *written("2.1", UNO, "top=r9 A=g4,b5 pile=r1,40?", "A DRAW", "A PASS", expect(turn="B", A=3)),
    *written("2.1", UNO, "top=r9 A=g4,b5 pile=b1,40?", "A DRAW", expect(turn="B", phase="TURN", A=3)),
    # open_taki=ends_with_turn (2.1)
    *written("2.1", SHORT, "top=r9 A=rT,b1,b3", "A rT", "A END_OPEN", expect(turn="B", phase="TURN", run=None)),
    # lone_taki=closable (2.1)
    *written(
        "2.1", OFFICIAL + "[lone_taki=closable]", "top=r9 A=rT,b1,b3", "A rT", "A CLOSE", expect(run=None, turn="B")
    ),
    # pairs in an open run of another colour (3.9.5)
    *written(
        "3.9.5",
        EN,
        "B+ run=r top=rP B=gP,g5,r3,b1",
        refused("B gP", "pair_required"),
        "B gP&g5",
        expect(run=None, turn="C", lead="g/5"),
    ),
    *written("3.9.5", EN, "B+ run=r top=r3 B=rP,r5,g3,b1", refused("B rP&r5", "bad_phase"), "B rP", only("B", "r5")),
    *written("3.9.5", ST_STOP, "top=r9 A=rT,rP,rS" + TWO, "A rT", refused("A rP", "pair_required"), legal("A rS!")),
    *written("3.9.2", DE, "top=r9 A=rP,rT,r3,b1", "A rP&rT", expect(run="r", phase="RUN", turn="A")),
    *written("4.2", EN, "top=r9 A=rP,r5", "A rP&r5", expect(winner="A")),
    # combinations in an open run (3.9.6)
    *written(
        "3.9.6",
        SUPER,
        "B+ run=r top=r9 B=rP,r3,g1,g3",
        "B rP+r3",
        *passes("A", "C"),
        expect(run="r", turn="C", phase="OPEN"),
    ),
    *written(
        "3.9.6", SUPER, "B+ run=r top=rP B=gP,g3,g1,b3", "B gP+g3", *passes("A", "C"), expect(run=None, turn="C")
    ),
    *written(
        "3.9.6",
        SUPER,
        "top=r9 A=K,gP,g3,b1,b3",
        "A K",
        "A gP+g3",
        *passes("B", "C"),
        expect(B=11, turn="B", lead="g/3"),
    ),
    # +3 on a chain (3.8.7)
    *written(
        "3.8.7",
        ADDS,
        "top=r2+ p=1 A=+3,r1,b1",
        "A +3",
        *passes("B", "C"),
        expect(p=1, turn="B", B=8, C=8),
        "B DRAW",
        expect(B=13),
    ),
    *written(
        "3.8.7", ADDS, "top=r2+ p=1 A=+3,r1,b1 C=B3,7?", "A +3", "C BREAK", expect(p=0, turn="B", phase="TURN", A=7)
    ),
    *written("3.8.7", OFFICIAL, "top=r2+ p=1 A=+3,r1,b1 C=B3,7?", "A +3", "C BREAK", expect(p=1, turn="B", A=5, B=8)),
    # King as a shield (3.8.8)
    *written(
        "3.8.8",
        SHIELD,
        "top=r9 A=+3,r1,b1 C=K,7?",
        "A +3",
        "C SHIELD",
        "B PASS",
        expect(B=11, C=7, turn="A", lead="/"),
    ),
    *written("3.8.8", HE, "top=r9 A=+3,r1,b1 C=K,7?", "A +3", refused("C SHIELD", "bad_phase"), only("C", "PASS")),
    # Crazy cards that show their direction (2.1)
    *written(
        "2.1",
        FIXED,
        "top=r9 A=CZ-,r1,b3",
        refused("A CZ(+)", "not_in_hand"),
        "A CZ(-)",
        expect(turn="C", direction=-1),
    ),
    # a chain comes with claims (3.13.3)
    *written(
        "3.13.3",
        HE,
        "top=r9 A=r2+ B=b2+ C=y1,y3",
        "A r2+",
        "B b2+",
        "C DRAW",
        "B CLAIM",
        expect(A=4, phase="CLAIM"),
        *passes("A", "C"),
        expect(winner="B"),
    ),
    *written(
        "3.13.3", HE, "top=r9 A=r2+ B=K,y1", "A r2+", "B K", "C CLAIM", expect(A=4, turn="B", phase="AFTER_KING")
    ),
    *written(
        "3.13.3", HE, "top=r9 A=+3", "A +3", *passes("B", "C"), "C CLAIM", expect(A=4, B=11, turn="A", phase="TURN")
    ),
    *written("3.13.3", HE, "top=r9 A=rT,rS" + TWO, "A rT", refused("A rS", "last_card_forbidden"), "A END_OPEN"),
    # a life-long bar (4.2)
    *written("4.2", BAR, "top=r9 A=CC", "A CC(r)", expect(A=4)),
    *written("4.2", BAR, "top=r9 A=r5 barred=A declared=A", "A r5", expect(A=4, winner=None, turn="B")),
    # Stop between two (4.2)
    *written(
        "4.2",
        HE + "[stop_last_2p=draw_one]",
        "top=r9 A=rS declared=A" + TWO,
        "A rS",
        expect(A=1, turn="B", winner=None),
    ),
    # immediate with a +3 (4.1)
    *written("4.1", PL, "top=r9 A=+3 declared=A C=B3,7?", "A +3", "C BREAK", expect(A=3, winner=None, turn="B")),
    *written("4.1", PL, "top=r9 A=+3 declared=A", "A +3", *passes("B", "C"), expect(winner="A", B=11, C=11)),
    # nothing left to draw (3.14.2): an empty hand that owed cards does not win
    *written(
        "3.14.2",
        OFFICIAL,
        "top=r9 A=+3 B=B3,r1 C=? pile=- laid=- declared=A",
        "A +3",
        "B BREAK",
        expect(A=0, winner=None, turn="B"),
        "B DRAW",
        "C DRAW",
        only("A", "DRAW"),
        "A DRAW",
        expect(A=0, turn="B"),
    ),
    *written("3.14.2", OFFICIAL, "top=r9 A=rP B=? C=8? pile=- laid=- declared=A", "A rP", expect(A=1, turn="B")),
    # pyramid (8.5)
    *written("8.5", PYRAMID, "top=r9 A=rP declared=A", "A rP", expect(A=7, turn="A", phase="AFTER_PLUS")),
    *written("8.5", PYRAMID, "top=r9 A=rP declared=A stages=1,8,8", refused("A rP", "last_card_forbidden")),
    *written(
        "8.5", PYRAMID, "top=r9 A=rT,r3 stages=4,8,8", "A rT!", "A r3", expect(A=3, turn="A", phase="RUN", run="r")
    ),
    *written("8.5", PYRAMID, "top=r9 A=K declared=A stages=4,8,8", "A K", expect(A=3, turn="A", phase="AFTER_KING")),
    *written(
        "8.5", PYRAMID, "top=r9 A=r2+ B=b1 declared=A stages=3,8,8", "A r2+", expect(A=0), "B DRAW", expect(A=2, B=3)
    ),
    *written(
        "8.5", PYRAMID, "top=r9 A=r5 stages=3,8,8", "A r5", "C CLAIM", expect(A=4, stages={"A": 3, "B": 8, "C": 8})
    ),
    *written(
        "8.5",
        PYRAMID,
        "top=r9 A=r5 stages=2,8,8",
        "A r5",
        *passes("B", "C"),
        expect(A=1, turn="B"),
        legal("A DECLARE_LAST"),
    ),
    # seats that leave (6.7)
    *written("6.7", HE, "B+ top=r9 p=2", "B LEAVE", expect(turn="C", p=0, phase="TURN")),
    *written(
        "6.7", HE, "A- top=r9 C=r5,b1,b3", "B LEAVE", expect(turn="A"), "A LEAVE", expect(phase="OVER", winner=None)
    ),
    *written("6.7", HE, "top=r9 A=rT,r3,b1", "A rT", "A LEAVE", expect(turn="B", phase="OPEN", run="r")),
    *written("6.7", HE, "top=r9 A=+3,b1,b3 B=B3,7?", "A +3", "A LEAVE", "B BREAK", expect(B=7, C=8, turn="B")),
    *written("6.7", HE, "top=r9 A=+3,b1,b3", "A +3", "A LEAVE", *passes("B", "C"), expect(B=11, C=11, turn="B")),
    *written("6.7", HE, "top=r9 A=r2+ B=b1" + TWO, "A r2+", "B LEAVE", expect(winner="A")),
    *written("6.7", HE, "top=r9 A=r5", "A r5", "A LEAVE", expect(turn="B", phase="TURN", winner=None)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_holds(case: Case):
    follow(case)


def test_deal_refuses_more_than_can_play():
    with pytest.raises(ValueError, match="2 to 6"):
        dealing.deal(edition("he-2015", half_sets=1), 7, Random(1))
