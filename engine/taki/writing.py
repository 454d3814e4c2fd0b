"""Positions as one line of text; docs/engine.md describes the form. Reading is engine.taki.reading's.

Written from one seat's view a position names the cards of that seat alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from engine.taki import effects, holding
from engine.taki.editions import Edition, Flag
from engine.taki.moves import CARDS, COLOURS, CRAZY_BACK_CARD, CRAZY_CARD, K_CARD, TYPES
from engine.taki.situations import NONE, Facts, Phase
from engine.taki.state import BY, DECK, FIRST_SEAT, NOBODY, PLACE, SEAT_LETTERS, SILENT, WAITING, GameState, slot_of

EMPTY = "-"
LEFT = "out"
FREE = "*"
FLAG_WORDS: dict[Flag, str] = {True: "true", False: "false", None: "-"}


def write_position(state: GameState, seat: int | None = None) -> str:
    """Return *state* as one line, from which an equal one can be read.

    With a *seat*, only what that seat may know: its cards, the numbers of all others, and no seed.
    """
    facts, extras = state.facts, state.extras
    words = [write_edition(state.edition), letter(state.fields[1]) + ("+" if state.direction == 1 else "-")]
    if facts.phase != effects.phase_of(facts):
        words.append(facts.phase.value)
    words.append(f"top={_cards(state.edition, facts.kept)}")
    if lead_text(facts) != lead_told_by(facts.kept[0]):
        words.append(f"lead={lead_text(facts)}")
    words += _owed(state.edition, facts)
    words += [
        f"{SEAT_LETTERS[other]}={_hand(state, other, is_seen=seat is None or other == seat)}"
        for other in range(state.seats)
    ]
    pile = state.fields[DECK][state.fields[PLACE] :]
    words.append(f"pile={_cards(state.edition, pile) if seat is None or not pile else f'{len(pile)}?'}")
    words += _seats("declared", (slot_of(other) for other in state.players if state.has_declared(other)))
    words += _seats("late", late_slots(state))
    if facts.phase in (Phase.PLUS3, Phase.CLAIM):
        words.append(f"by={letter(state.fields[BY])}")
        words += _seats("waiting", _slots(state.fields[WAITING]))
        words += _seats("spared", _slots(extras.spared))
    if facts.phase == Phase.CLAIM:
        words.append(f"then={letter(extras.then)}:{facts.then}")
    words += _seats("wins", extras.wins)
    words += _seats("silent", _slots(extras.silent))
    words += _seats("barred", _slots(extras.barred))
    if extras.stages:
        words.append(f"stages={','.join(map(str, extras.stages))}")
    if extras.is_exhausted:
        words.append("exhausted")
    if extras.winner != NOBODY:
        words.append(f"winner={letter(extras.winner)}")
    if extras.reason:
        words.append(f"reason={extras.reason}")
    if extras.seed and seat is None:
        words.append(f"seed={quote(extras.seed, safe='')}")
    if extras.shuffles:
        words.append(f"shuffles={extras.shuffles}")
    return " ".join(words)


def write_edition(edition: Edition) -> str:
    """Return an edition's id, with the flags it overrides in brackets."""
    flags = ",".join(f"{flag}={flag_text(value)}" for flag, value in edition.overrides.items())
    return f"{edition.id}[{flags}]" if flags else edition.id


def flag_text(value: Flag) -> str:
    """Return the value of a flag as one word."""
    return FLAG_WORDS[value] if value is None or isinstance(value, bool) else str(value).replace(" ", "_")


def letter(slot: int) -> str:
    """Return the letter of the seat at *slot*."""
    return SEAT_LETTERS[slot - FIRST_SEAT]


def late_slots(state: GameState) -> tuple[int, ...]:
    """Return the slots of seats with one card, undeclared, whose deadline is over."""
    if not state.rules.has_deadline or state.is_over:
        return ()
    hands = enumerate(state.fields[FIRST_SEAT:], start=FIRST_SEAT)
    return tuple(slot for slot, hand in hands if hand & holding.DECLARE and not state.fields[SILENT] >> slot & 1)


def card_names(edition: Edition) -> dict[str, int]:
    """Return the number of each card by its text; a CZ that shows its direction has it in its text."""
    return _FIXED_NUMBERS if edition.crazy == "fixed_dir" else _NUMBERS


_NUMBERS = {str(card): number for number, card in enumerate(CARDS[:CRAZY_BACK_CARD])}
_FIXED_NUMBERS = {text: number for text, number in _NUMBERS.items() if text != "CZ"} | {
    "CZ+": CRAZY_CARD,
    "CZ-": CRAZY_BACK_CARD,
}


def card_text(edition: Edition, number: int) -> str:
    """Return the text of a card by number."""
    if edition.crazy == "fixed_dir" and number in (CRAZY_CARD, CRAZY_BACK_CARD):
        return "CZ+" if number == CRAZY_CARD else "CZ-"
    return str(CARDS[number])


def lead_told_by(card: int) -> str:
    """Return the lead that a card on top tells by itself; nothing for a CC, an ST or a transparent one."""
    if card == K_CARD:
        return FREE
    return str(CARDS[card]) if CARDS[card].colour else ""


def lead_text(facts: Facts) -> str:
    """Return the lead: a colour, a card's code or ``*``."""
    if facts.is_free:
        return FREE
    return COLOURS[facts.colour] + ("" if facts.figure == NONE else TYPES[facts.figure])


def _cards(edition: Edition, numbers: Iterable[int]) -> str:
    return ",".join(card_text(edition, number) for number in numbers) or EMPTY


def _hand(state: GameState, seat: int, *, is_seen: bool) -> str:
    if seat not in state.players:
        return LEFT
    numbers = state.numbers(seat)
    return _cards(state.edition, numbers) if is_seen or not numbers else f"{len(numbers)}?"


def _owed(edition: Edition, facts: Facts) -> list[str]:
    words = [f"{name}={count}" for name, count in (("p", facts.pending), ("threes", facts.threes)) if count]
    if facts.run != NONE:
        words.append(f"run={COLOURS[facts.run]}")
    if facts.is_covered:
        words.append("covered")
    if facts.drawn != NONE:
        words += [f"drawn={card_text(edition, facts.drawn)}", f"from={facts.then}"]
    return words


def _slots(bits: int) -> tuple[int, ...]:
    return tuple(slot for slot in range(bits.bit_length()) if bits >> slot & 1)


def _seats(name: str, slots: Iterable[int]) -> list[str]:
    letters = ",".join(letter(slot) for slot in slots)
    return [f"{name}={letters}"] if letters else []
