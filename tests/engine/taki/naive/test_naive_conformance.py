"""The cases T1–T87 of rules.md §10.1 on the naive engine, in each edition they name."""

from collections import Counter
from random import Random

import pytest

from engine.taki.editions import EDITIONS, edition
from tests.engine.taki.naive import cases_end, dealing, legality, play
from tests.engine.taki.naive.cards import colour_of, full_deck
from tests.engine.taki.naive.cases import ALL, HE, OFFICIAL, Case
from tests.engine.taki.naive.follow import follow
from tests.engine.taki.naive.state import Lead, State

CASES = cases_end.CASES


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case_goes_as_written(case: Case):
    follow(case)


@pytest.mark.parametrize(
    ("name", "size"),
    [(HE, 116), (OFFICIAL, 116), ("super-2011", 112), ("en-classic", 112), ("pl-wiki", 116), ("de-amigo-2006", 112)],
)
def test_deck_counts_T6(name, size):
    deck = full_deck(EDITIONS[name])
    colours = Counter(colour_of(card) for card in deck)
    assert (len(deck), {colour: colours[colour] for colour in "rbgy"}) == (size, dict.fromkeys("rbgy", 26))
    assert not [card for card in deck if card.endswith("2")]


def opened_with(name: str, *pile: str, **flags: object) -> State:
    """Three players, nothing in their hands, and *pile* from which the first card is turned up."""
    hands: dict[str, list[str]] = {"A": [], "B": [], "C": []}
    state = State(edition(name, **flags), ["A", "B", "C"], hands, list(pile), [], Lead(), "A")
    dealing.turn_up(state, Random(1))
    return state


@pytest.mark.parametrize("name", [HE, OFFICIAL])
@pytest.mark.parametrize("card", ["rS", "r2+", "rT", "rD", "rP"])
def test_opening_action_is_ignored_T75(name, card):
    state = opened_with(name, card)
    assert (state.current, state.phase, state.pending2, state.run) == ("A", "TURN", 0, None)
    assert (state.lead, state.direction) == (Lead("r", card[1:]), 1)


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("r2+", ("A", "PENDING2", 1, None, 1)),
        ("rS", ("B", "TURN", 0, None, 1)),
        ("rD", ("A", "TURN", 0, None, -1)),
        ("rP", ("A", "TURN", 0, None, 1)),
        ("rT", ("A", "OPEN", 0, "r", 1)),
    ],
)
def test_opening_action_applies_T76(card, expected):
    state = opened_with("de-amigo-2006", card)
    assert (state.current, state.phase, state.pending2, state.run, state.direction) == expected


@pytest.mark.parametrize("name", ALL)
def test_colourless_opening_is_returned_T77(name):
    colourless = [card for card in full_deck(EDITIONS[name]) if colour_of(card) is None]
    state = opened_with(name, *colourless, "r5")
    assert (state.discard, sorted(state.pile)) == (["r5"], sorted(colourless))


def test_every_case_is_here():
    here = {case.id for case in CASES} | {"T6", "T75", "T76", "T77"}
    assert here == {f"T{number}" for number in range(1, 88)}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_random_games_keep_every_card_and_always_go_on(name, players):
    rng = Random(f"{name} {players}")
    state = dealing.deal(EDITIONS[name], players, rng)
    deck = Counter(full_deck(EDITIONS[name]))

    def shuffle(cards: list[str]) -> list[str]:
        return rng.sample(cards, len(cards))

    for _ in range(80):
        if state.phase == "OVER":
            break
        actions = sorted(legality.legal_actions(state))
        lays = [action for action in actions if not action.endswith("DRAW")]
        state = play.apply(state, rng.choice(lays or actions), shuffle)
        assert state.all_cards() == deck
