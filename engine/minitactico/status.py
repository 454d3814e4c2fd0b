"""Everything that is wrong with a position at once (rules.md §9.2, §9.4, §9.8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem
from engine.minitactico import knowledge, outcome
from engine.minitactico.cards import COPIES
from engine.minitactico.dealing import decks_needed, is_seed
from engine.minitactico.state import SEAT_LETTERS, GameState, Phase


def status(state: GameState) -> tuple[Problem, ...]:
    """Return what is wrong with *state*, nothing for a position that can be played on or is over."""
    return (*_cards(state), *_fields(state), *_falls(state), *_turn(state))


def _cards(state: GameState) -> Iterator[Problem]:
    if state.decks < decks_needed(state.seats):
        yield Problem("decks", f"{state.seats} players need more decks", {"decks": state.decks, "seats": state.seats})
    told = knowledge.told(state)
    most = COPIES * state.decks
    for card in told:
        if told[card] > most:
            values = {"card": str(card), "count": told[card], "at_most": most}
            yield Problem("too_many_of_a_card", f"{told[card]} cards {card}, there are {most}", values)
    count = told.total() + knowledge.hidden(state)
    if count != state.size:
        yield Problem("cards", f"{count} cards of {state.size}", {"count": count, "size": state.size})
    if not is_seed(state.seed):
        yield Problem("seed", "the seed is no text that UTF-8 can write")


def _fields(state: GameState) -> Iterator[Problem]:
    for owner, field in enumerate(state.fields):
        letter = SEAT_LETTERS[owner]
        if field is None:
            if owner in state.players:
                yield Problem("field_missing", f"the flag of {letter} stands in no field", {"seat": letter})
            continue
        if any(pile.captor == owner for pile in field.piles):
            yield Problem("captor", f"{letter} cannot capture a square of its own", {"seat": letter})
        has_fallen = outcome.has_fallen(field.up)
        if owner in state.players:
            if has_fallen:
                yield Problem("flag_fell", f"+ or × is complete around the flag of {letter}", {"seat": letter})
        elif not has_fallen or not state.is_over or state.fallen[-1].seat != owner:
            yield Problem("field_left", f"the flag of {letter} fell; its field is not on the table", {"seat": letter})


def _falls(state: GameState) -> Iterator[Problem]:
    out: list[int] = []
    for fall in state.fallen:
        if fall.seat in out or fall.by in out or fall.by == fall.seat:
            letters = f"{SEAT_LETTERS[fall.seat]}:{SEAT_LETTERS[fall.by]}"
            yield Problem(
                "fall", f"{letters}: a flag falls once, to another player still in the game", {"fall": letters}
            )
        out.append(fall.seat)
    gone = state.fields.count(None)
    if state.aside and not gone:
        yield Problem("aside", "cards lie aside, but no field has left the table", {"count": len(state.aside)})


def _turn(state: GameState) -> Iterator[Problem]:
    if state.seat not in state.players:
        yield Problem(
            "turn", f"{SEAT_LETTERS[state.seat]} is no longer in the game", {"seat": SEAT_LETTERS[state.seat]}
        )
    if state.card is not None and state.phase is not Phase.CARD:
        yield Problem("card", f"in {state.phase} nobody holds a card", {"card": str(state.card)})
    if state.recycles > state.max_recycles:
        yield Problem("recycles", f"renewed {state.recycles} times", {"at_most": state.max_recycles})
    is_used_up = not state.deck and state.recycles == state.max_recycles
    if not state.is_over:
        if len(state.players) < 2:
            yield Problem("players", "the game is over: one flag stands at most", {"count": len(state.players)})
        if is_used_up and state.phase is Phase.TURN:
            yield Problem("used_up", "the game is over: no card can be drawn any more")
        if state.winner is not None or state.reason:
            yield Problem("over", "a winner or a reason belongs to OVER", {"reason": state.reason})
        return
    best = outcome.leaders(state) if state.players else ()
    expected = {
        "flags": best[0] if len(state.players) == 1 and state.players else None,
        "recycles": best[0] if len(best) == 1 else None,
    }
    fits = {"flags": len(state.players) == 1, "recycles": is_used_up and len(state.players) > 1}
    if not fits.get(state.reason) or state.winner != expected[state.reason]:
        yield Problem("over", "winner and reason do not follow from the position", {"reason": state.reason})
