"""Drawing, reshuffling and what a change of hand does to a declaration (rules.md §3.13.1, §3.14)."""

from collections.abc import Callable

from tests.engine.taki.naive.state import State

Shuffle = Callable[[list[str]], list[str]]


def reshuffle(state: State, shuffle: Shuffle) -> None:
    """Make a new draw pile of the discards that do not stay on top (§3.14.1). Without any, nothing happens."""
    kept = state.stays_on_top()
    rest = state.discard[: -len(kept)]
    if rest:
        state.pile = list(shuffle(rest))
        state.discard = kept
        state.shuffles += 1


def draw(state: State, seat: str, count: int, shuffle: Shuffle) -> list[str]:
    """Give *seat* the next *count* cards, as many as there are (§3.14); return them.

    A seat that has to draw cannot win by its empty hand any more, even if nothing is left to draw (§3.13.3, §3.14.2).
    """
    if seat in state.pending_win:
        state.pending_win.remove(seat)
    state.silent.discard(seat)
    got: list[str] = []
    while len(got) < count:
        if not state.pile:
            reshuffle(state, shuffle)
        if not state.pile:
            state.exhausted = True
            break
        got.append(state.pile.pop(0))
    state.hand(seat).extend(got)
    if got:
        lapse(state, seat)
    return got


def lapse(state: State, seat: str) -> None:
    """A declaration lapses when the hand size changes (§3.13.1)."""
    state.declared.discard(seat)
    state.late.discard(seat)


def take_from_hand(state: State, seat: str, cards: tuple[str, ...]) -> None:
    """Lay *cards* on the discard pile, the last one on top."""
    for card in cards:
        state.hand(seat).remove(card)
        state.discard.append(card)
    lapse(state, seat)
