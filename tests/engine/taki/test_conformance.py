"""The cases of rules.md §10.1 about set-up and exhaustion, and that no case is missing from the suite."""

from pathlib import Path

import pytest

from engine.taki import moves
from engine.taki.dealing import HAND, opened
from engine.taki.editions import edition as edition_of
from engine.taki.piles import beneath, shuffled
from engine.taki.play import deal
from engine.taki.situations import rules

from . import (  # noqa: F401 - read so that their cases are known
    test_conformance_last_cards,
    test_conformance_runs,
    test_conformance_threes,
    test_conformance_turns,
)
from .conformance import ALL, CASES, DE, HE, OFFICIAL, case, given, lead, play, to_act

LISTED = (Path(__file__).parent / "conformance_ids.txt").read_text(encoding="utf-8")


def opening(edition, first):
    """Return a game of three whose first card turned up is *first*, with A to start."""
    table = rules(edition_of(edition), False)
    card = next(number for number in table.cards if str(moves.CARDS[number]) == first)
    rest = bytearray(table.whole)
    rest.remove(card)
    hands = [bytes(rest[HAND * seat : HAND * (seat + 1)]) for seat in range(3)]
    return opened(table, hands, bytes([card]) + bytes(rest[3 * HAND :]), starter=0)


@case("T75", HE, OFFICIAL)
@pytest.mark.parametrize("first", ["rS", "r2+", "rT"])
def test_T75_opening_action_is_ignored(edition, first):
    state = opening(edition, first)
    assert (to_act(state), state.pending, state.run, lead(state)) == ("A TURN", 0, None, first)


@case("T76", DE)
def test_T76_opening_2plus_applies(edition):
    state = opening(edition, "r2+")
    assert (to_act(state), state.pending) == ("A PENDING2", 1)


@case("T77", *ALL)
def test_T77_colourless_card_is_not_turned_up(edition):
    table = rules(edition_of(edition), False)
    first = {seed: shuffled(table.whole, seed, "deal")[3 * HAND] for seed in map(str, range(200))}
    returned = [seed for seed, card in first.items() if card >= moves.CC_CARD]
    assert {first[seed] for seed in returned} == {card for card in table.cards if card >= moves.CC_CARD}
    for seed in returned:
        state = deal(edition_of(edition), 3, seed)
        assert state.top.colour is not None
        assert (state.pile_size, state.discard_size) == (len(table.whole) - 3 * HAND - 1, 1)


@case("T78", *ALL)
def test_T78_discards_are_reshuffled_but_for_the_top(edition):
    state = given(edition, "B+", top="r2+", p="2", C="?", pile="1?", laid="19?")
    play(state, "B DRAW")
    assert (state.counts[:2], state.pile_size, state.discard_size) == ((8, 12), 16, 1)
    assert (str(state.top), beneath(state), to_act(state)) == ("r2+", b"", "C TURN")


@case("T79", *ALL)
def test_T79_nothing_left_to_draw_is_no_error(edition):
    state = given(edition, "B+", top="r2+", p="1", C="?", pile="-", laid="-")
    play(state, "B DRAW")
    assert (state.counts[1], state.pending, to_act(state), state.extras.is_exhausted) == (8, 0, "C TURN", True)


@case("T80", OFFICIAL)
def test_T80_pyramid_goes_on_with_the_next_stage(edition):
    pyramid = f"{edition}[mode=pyramid]"
    state = play(given(pyramid, top="r9", A="r5", declared="A"), "A r5")
    assert (state.stages[0], state.counts[0], to_act(state)) == (7, 7, "B TURN")
    last = play(given(pyramid, top="r9", A="r5", declared="A", stages="1,3,2"), "A r5")
    assert (last.winner, to_act(last)) == (0, "A OVER")


@pytest.mark.parametrize("line", LISTED.splitlines())
def test_listed_case_has_a_test_in_each_of_its_editions(line):
    number, *editions = line.split()
    assert set(editions) <= {edition for other, edition in CASES if other == number}


def test_every_case_with_a_test_is_listed():
    listed = {line.split()[0] for line in LISTED.splitlines()}
    assert {number for number, _edition in CASES} == listed
