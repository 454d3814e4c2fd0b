"""Dealing a game: shuffle, hands, the card turned up and who starts (rules.md §3.2)."""

from __future__ import annotations

from engine.errors import GameError, shown
from engine.taki import moves
from engine.taki.editions import Edition
from engine.taki.effects import begun
from engine.taki.holding import NO_CARDS
from engine.taki.piles import put, shuffled
from engine.taki.situations import NONE, Facts, Phase, Rules, Situation, rules
from engine.taki.state import FIRST_SEAT, NOBODY, SEAT, Extras, GameState, new_state, order

HAND = 8
"""Cards dealt to each seat; in pyramid mode the first stage too (rules.md §3.2, §8.5)."""
FEWEST_SEATS = 2


def deal(edition: Edition, seats: int, seed: str, starter: int = 0) -> GameState:
    """Return a game at its start: eight cards a seat, a coloured card turned up, *starter* to act (rules.md §3.2).

    Everything follows from *seed*: the deal, and every shuffle later on. Raises GameError for a number of seats
    that cannot play this edition (``seats``), a starter who is none of them (``starter``) or half a surrogate pair in
    the seed (``seed``).
    """
    if type(seats) is not int or not FEWEST_SEATS <= seats <= edition.most_players:
        raise GameError(
            f"{shown(seats)!r} seats: {edition.id} with {edition.deck_size} cards takes {FEWEST_SEATS} to "
            f"{edition.most_players}, with {HAND} cards each",
            code="seats",
            seats=shown(seats),
            at_least=FEWEST_SEATS,
            at_most=edition.most_players,
        )
    if type(starter) is not int or not 0 <= starter < seats:
        raise GameError(
            f"seat {shown(starter)!r} of {seats} cannot start: seats count from 0",
            code="starter",
            seat=shown(starter),
        )
    table = rules(edition, seats == FEWEST_SEATS)
    try:
        cards = shuffled(table.whole, seed, "deal")
    except UnicodeEncodeError as error:
        raise GameError(f"seed {shown(seed)!r} is no text", code="seed", seed=shown(seed)) from error
    pile, redraws = cards[HAND * seats :], 0
    while pile[0] >= moves.CC_CARD and edition.opening_colourless == "redraw":  # a pile always has coloured cards
        redraws += 1
        pile = shuffled(pile, seed, f"redraw {redraws}")
    hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(seats)]
    return opened(table, hands, pile, starter, seed)


def opened(table: Rules, hands: list[bytes], pile: bytes, starter: int, seed: str = "") -> GameState:
    """Return a game that begins with these cards by number, the first of *pile* turned up (rules.md §3.2.2)."""
    seats = len(hands)
    situation, direction, skipped = _opening(table, pile[0])
    extras = Extras(seed, 0, (), 0, 0, NOBODY, 0, (HAND,) * seats if table.edition.mode == "pyramid" else ())
    play_order = order(seats, ((1 << seats) - 1) << FIRST_SEAT, direction)
    state = new_state(situation, play_order, starter, pile[1:], extras)
    fields = state.fields
    if skipped:
        fields[SEAT] = play_order.steps[1][fields[SEAT]]
    for slot, cards in enumerate(hands, FIRST_SEAT):
        if len(set(cards)) == len(cards):
            hand = sum(map(table.first.__getitem__, cards), NO_CARDS)
        else:
            hand = table.with_cards(NO_CARDS, cards)
        if hand < table.few:
            put(state, slot, hand)
        else:
            fields[slot] = hand
    return state


def _opening(table: Rules, card: int) -> tuple[Situation, int, bool]:
    """Return the situation, the direction and whether the starter is skipped, after *card* was turned up."""
    found = table.openings.get(card)
    if found is None:
        facts, direction, skipped = _opened_by(table, card)
        found = table.openings[card] = table.situation(facts), direction, skipped
    return found


def _opened_by(table: Rules, card: int) -> tuple[Facts, int, bool]:
    """Return the same with the facts of the situation."""
    if card >= moves.CC_CARD:
        return Facts(Phase.TURN, NONE, NONE, True, (card,)), 1, False
    colour, type_ = divmod(card, 13)
    facts = Facts(Phase.TURN, colour, type_, False, (card,))
    if table.edition.opening_action == "ignore":
        return facts, 1, False
    if type_ == moves.TWO_PLUS:
        facts = facts._replace(pending=1)
    if type_ == moves.TAKI and table.edition.open_taki == "carries":
        facts = facts._replace(run=colour)
    return begun(facts), -1 if type_ == moves.DIRECTION else 1, type_ == moves.STOP
