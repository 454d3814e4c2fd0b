"""Reading a position from its line of text; everything wrong with it is told at once (docs/minitactico.md)."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote

from engine.errors import BadNotation, BadPosition, Problem, shown
from engine.minitactico import knowledge, status
from engine.minitactico.cards import DECK_SIZE, Card
from engine.minitactico.dealing import MOST_DECKS, MOST_RECYCLES
from engine.minitactico.field import Field, Pile, Placed
from engine.minitactico.notation import ALL, EMPTY, HIDDEN, NAME, OUT
from engine.minitactico.state import MAX_RECYCLES, SEAT_LETTERS, SPECIALS, Fall, GameState, Phase

LONGEST = 20_000
"""Characters of the longest text that is read at all."""
_CARDS: dict[str, Card | None] = {str(card): card for card in Card} | {HIDDEN: None}
_PLACED = re.compile(r"(10|[2-9JQKA?])([a-i]*|\*)", re.ASCII)
_MANY_HIDDEN = re.compile(r"([0-9]{1,3})\?", re.ASCII)
_NAMES = frozenset(SEAT_LETTERS) | {
    "card",
    "deck",
    "specials",
    "fallen",
    "aside",
    "recycles",
    "max_recycles",
    "decks",
    "winner",
    "reason",
    "seed",
}


def parse_position(text: object) -> GameState:
    """Return the position that a line of text tells; what it leaves out has its usual value.

    Raises BadPosition with everything wrong: with the text, or else with the position, as ``status.status`` says.
    """
    reader = _Reader(text)
    state = reader.state()
    problems = reader.problems or status.status(state)
    if problems:
        raise BadPosition(problems)
    return state


def parse_cards(text: str) -> tuple[Card | None, ...]:
    """Return the cards of a deck, as ``notation.write_cards`` writes them, hidden ones as None.

    Raises BadNotation for anything else, and for more cards than there are.
    """
    cards: list[Card | None] = []
    for word in () if text == EMPTY else text.split(","):
        many = _MANY_HIDDEN.fullmatch(word)
        if word not in _CARDS and many is None:
            raise BadNotation(f"{shown(word)!r} is no card and no number of hidden ones", value=shown(word))
        cards += (None,) * int(many[1]) if many else (_CARDS[word],)
        if len(cards) > DECK_SIZE * MOST_DECKS:
            raise BadNotation(f"more than {DECK_SIZE * MOST_DECKS} cards", value=shown(text))
    return tuple(cards)


class _Unreadable(Exception):
    """What a field should have been."""


class _Reader:
    """The words of one line. What cannot be read is a problem, and stands for what a missing word means."""

    def __init__(self, text: object) -> None:
        self.problems: list[Problem] = []
        self.words: dict[str, str] = {}
        self.turn: str | None = None
        self.phase: Phase | None = None
        words = text.split() if isinstance(text, str) and len(text) <= LONGEST else []
        if not words or words[0] != NAME:
            self.wrong(
                "text", f"a position is a line of up to {LONGEST} characters that begins with {NAME}", shown(text)
            )
        for word in words[1:]:
            self.sort(word)
        letters = [letter for letter in SEAT_LETTERS if letter in self.words]
        if len(letters) < 2 or letters != list(SEAT_LETTERS[: len(letters)]):
            self.wrong("seats", "a position has fields A=, B= and so on, two at least, no letter left out", letters)
        self.letters = SEAT_LETTERS[: max(2, len(letters))]

    def wrong(self, code: str, message: str, value: object) -> None:
        self.problems.append(Problem(code, message, {"value": value}))

    def sort(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if word in tuple(SEAT_LETTERS):
            if self.turn is not None:
                self.wrong("word_twice", "who is to act is told twice", word)
            self.turn = word
        elif word in Phase.__members__:
            if self.phase is not None:
                self.wrong("word_twice", "the phase is told twice", word)
            self.phase = Phase(word)
        elif name in _NAMES and equals:
            if name in self.words:
                self.wrong("word_twice", f"{name} is told twice", name)
            self.words[name] = value
        else:
            self.wrong("word_unknown", f"{shown(word)!r} says nothing in a position", shown(word))

    def bad(self, name: str, wanted: object) -> None:
        value = shown(self.words.get(name, ""))
        self.problems.append(
            Problem("word_bad", f"{name}={value}: wanted is {wanted}", {"word": name, "value": value})
        )

    def state(self) -> GameState:
        """Return the position as far as it can be read."""
        decks = self.number("decks", 1, MOST_DECKS, least=1)
        is_with_card = "card" in self.words
        card = self.words.get("card", HIDDEN)
        if card not in _CARDS:
            self.bad("card", "a card or ?")
        if self.phase is not None and is_with_card != (self.phase is Phase.CARD):
            self.bad("card", "a card or ? in CARD, nothing else elsewhere")
        fields = tuple(self.field(letter) for letter in self.letters)
        state = GameState(
            fields=fields,
            deck=(),
            seat=self.seat("turn", self.turn or "A"),
            phase=self.phase or (Phase.CARD if is_with_card else Phase.TURN),
            card=_CARDS.get(card),
            specials=self.specials(),
            fallen=self.fallen(),
            aside=self.placed_cards("aside"),
            recycles=self.number("recycles", 0, MOST_RECYCLES),
            max_recycles=self.number("max_recycles", MAX_RECYCLES, MOST_RECYCLES),
            decks=decks,
            winner=self.seat("winner", self.words["winner"]) if "winner" in self.words else None,
            reason=self.words.get("reason", ""),
            seed=self.seed(),
        )
        return self.with_deck(state)

    def number(self, name: str, usual: int, most: int, least: int = 0) -> int:
        value = self.words.get(name, str(usual))
        if re.fullmatch(r"[0-9]{1,2}", value) and least <= int(value) <= most:
            return int(value)
        self.bad(name, f"a number from {least} to {most}")
        return usual

    def seat(self, name: str, letter: str) -> int:
        if letter in tuple(self.letters):
            return self.letters.index(letter)
        self.wrong("seat", f"{name}: {shown(letter)!r} is no seat of {self.letters}", shown(letter))
        return 0

    def specials(self) -> tuple[int, ...]:
        usual = (SPECIALS,) * len(self.letters)
        values = self.words["specials"].split(",") if "specials" in self.words else [str(SPECIALS)] * len(usual)
        if len(values) == len(usual) and all(value in ("0", "1", "2") for value in values):
            return tuple(map(int, values))
        self.bad("specials", "0, 1 or 2 for each seat, with commas between")
        return usual

    def fallen(self) -> tuple[Fall, ...]:
        falls = []
        for word in self.words["fallen"].split(",") if "fallen" in self.words else ():
            owner, _, by = word.partition(":")
            falls.append(Fall(self.seat("fallen", owner), self.seat("fallen", by)))
        return tuple(falls)

    def field(self, letter: str) -> Field | None:
        text = self.words.get(letter, OUT)
        if text == OUT:
            return None
        try:
            squares = [row.split(",") for row in text.split("/")]
            if [len(row) for row in squares] != [3, 3, 3]:
                raise _Unreadable("three rows with / between, of three squares with commas between")
            flag = _CARDS.get(squares[1].pop(1))
            if flag is None:
                raise _Unreadable("a field with one known card in its centre")
            return Field(flag, tuple(self.pile(square) for row in squares for square in row))
        except _Unreadable as unreadable:
            self.bad(letter, unreadable)
            return None

    def pile(self, text: str) -> Pile:
        cards, colon, captor = text.partition(":")
        placed = [self.placed(word) for word in cards.split("-")]
        if not colon:
            return Pile(tuple(placed))
        if captor not in tuple(self.letters):
            raise _Unreadable("after the cards of a captured square : and a seat")
        top = placed.pop()
        if top.card is None or top.seen not in (0, self.everyone()):
            raise _Unreadable("on top of a captured square a card that all see")
        return Pile((*placed, Placed(top.card, self.everyone())), self.letters.index(captor))

    def everyone(self) -> int:
        return (1 << len(self.letters)) - 1

    def placed(self, word: str) -> Placed:
        match = _PLACED.fullmatch(word)
        if match is None:
            raise _Unreadable("cards with - between, 4 or ? and after it those who have seen it: 4ab, 4*")
        if match[2] == ALL:
            return Placed(_CARDS[match[1]], self.everyone())
        letters = match[2].upper()
        if len(set(letters)) != len(letters) or not set(letters) <= set(self.letters):
            raise _Unreadable("after a card the seats that have seen it, each once")
        return Placed(_CARDS[match[1]], sum(1 << self.letters.index(letter) for letter in letters))

    def placed_cards(self, name: str) -> tuple[Placed, ...]:
        try:
            return tuple(self.placed(word) for word in self.words[name].split(",")) if name in self.words else ()
        except _Unreadable as unreadable:
            self.bad(name, unreadable)
            return ()

    def with_deck(self, state: GameState) -> GameState:
        """Return *state* with its deck: the one told, else whatever is left over, hidden."""
        if "deck" not in self.words:
            left = state.size - knowledge.told(state).total() - knowledge.hidden(state)
            return replace(state, deck=(None,) * max(0, left))
        try:
            return replace(state, deck=parse_cards(self.words["deck"]))
        except BadNotation:
            self.bad("deck", f"cards with commas between, 3? for three hidden ones, or {EMPTY} for none")
            return state

    def seed(self) -> str:
        try:
            return unquote(self.words.get("seed", ""), errors="strict")
        except UnicodeDecodeError:
            self.bad("seed", "percent-encoded UTF-8")
            return ""
