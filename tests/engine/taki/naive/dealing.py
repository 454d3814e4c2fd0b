"""Set-up (rules.md §1.4, §3.2)."""

from random import Random

from engine.taki.editions import Edition
from tests.engine.taki.naive.cards import colour_of, full_deck, kind_of
from tests.engine.taki.naive.state import Lead, State
from tests.engine.taki.naive.turns import start_turn

HAND = 8


def deal(edition: Edition, players: int, rng: Random, starter: str = "A") -> State:
    """Shuffle, deal 8 to each seat, turn up a card (§3.2). Raises ValueError for more than can play (§1.4)."""
    if not 2 <= players <= edition.most_players:
        raise ValueError(f"{players} players: {edition.id} is for 2 to {edition.most_players}")
    deck = full_deck(edition)
    rng.shuffle(deck)
    seats = list("ABCDEFGHIJ"[:players])
    hands = {seat: [deck.pop(0) for _ in range(HAND)] for seat in seats}
    stages = dict.fromkeys(seats, 8) if edition.mode == "pyramid" else {}
    state = State(edition, seats, hands, deck, [], Lead(), starter, stages=stages)
    turn_up(state, rng)
    return state


def turn_up(state: State, rng: Random) -> None:
    """The first lead: a coloured card, or under free_lead any card, a colourless one being free (§3.2.2–3)."""
    while colour_of(state.pile[0]) is None and state.edition.opening_colourless == "redraw":
        rng.shuffle(state.pile)
    card = state.pile.pop(0)
    state.discard = [card]
    if colour_of(card) is None:
        state.lead = Lead(free=True)
        return
    state.lead = Lead(colour_of(card), kind_of(card))
    if state.edition.opening_action == "applies":
        open_with(state, card)


def open_with(state: State, card: str) -> None:
    """Under applies: as if somebody before the starter had just laid it; a Plus has no effect (§3.2.2)."""
    kind, starter = kind_of(card), state.current
    if kind == "2+":
        state.pending2 = 1
    elif kind == "D":
        state.direction = -1
    elif kind == "T" and state.edition.open_taki == "carries":
        state.run = colour_of(card)
    start_turn(state, state.next(starter) if kind == "S" else starter)
