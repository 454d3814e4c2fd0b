"""Goes through a case of ``cases`` on the naive engine."""

from tests.engine.taki.naive import legality, play, positions
from tests.engine.taki.naive.cases import Case
from tests.engine.taki.naive.moves import read_move
from tests.engine.taki.naive.state import State


def seen(state: State, name: str) -> object:
    """What a case calls *name*."""
    if name in "ABCDEFGHIJ":
        return len(state.hand(name))
    top = state.stays_on_top()
    return {
        "turn": state.current,
        "phase": state.phase,
        "p": state.pending2,
        "lead": f"{state.lead.colour or ''}/{state.lead.figure or ''}",
        "run": state.run,
        "direction": state.direction,
        "winner": state.winner,
        "declared": state.declared,
        "stages": state.stages,
        "hands": state.hands,
        "top": state.top,
        "pile": len(state.pile),
        "laid": len(state.discard) - len(top),
    }[name]


def follow(case: Case) -> None:
    """Carry out and check the steps of *case*; after each, every card must still be there."""
    state = positions.read(case.line)
    deck = state.all_cards()
    for what, asked in case.steps:
        if what == "do":
            state = play.apply(state, asked)
            assert state.all_cards() == deck
        elif what == "legal":
            assert legality.legal_actions(state) >= set(asked)
        elif what == "refused":
            seat, move = asked[0].split()
            assert legality.refusal(state, seat, read_move(move, state.edition)) == asked[1]
        elif what == "only":
            assert legality.legal_moves(state, asked[0]) == asked[1]
        else:
            found = {name: seen(state, name) for name in asked}
            assert found == asked, f"{case}: {found}"
