"""A position's line of text as typed fields; everything wrong with it is collected, not raised (docs/engine.md)."""

from __future__ import annotations

import re
from urllib.parse import unquote

from engine.errors import BadPosition, EditionError, Problem, shown
from engine.taki import editions
from engine.taki.editions import Edition, Flag
from engine.taki.moves import COLOURS
from engine.taki.situations import NONE, Phase
from engine.taki.state import SEAT_LETTERS, slot_of
from engine.taki.writing import EMPTY, card_names, flag_text

LONGEST = 20_000
"""Characters of the longest text that is read at all."""
MOST = 99
"""The highest count of cards in a chain that is read."""
_EDITION = re.compile(r"([\w-]+)(?:\[([^\[\]]*)\])?", re.ASCII)
_TURN = re.compile(r"([A-J])([+-])")
_UNKNOWN = re.compile(r"([0-9]{0,3})\?")
_WORDS = frozenset({"covered", "exhausted"})
_NAMES = frozenset(
    [
        *("top", "lead", "p", "threes", "run", "pile", "laid", "declared", "late", "by", "waiting", "spared", "then"),
        *("drawn", "from", "wins", "silent", "barred", "stages", "winner", "reason", "seed", "shuffles"),
        *SEAT_LETTERS,
    ]
)


class Line:
    """The fields of one line; BadPosition for what is no line at all.

    What else cannot be read is a problem, and stands for what a missing field means.
    """

    def __init__(self, text: object) -> None:
        self.problems: list[Problem] = []
        self.fields: dict[str, str] = {}
        self.turn: tuple[int, int] | None = None
        """Who is to act, and the direction."""
        self.phase: Phase | None = None
        words = text.split() if isinstance(text, str) and len(text) <= LONGEST else []
        if not words:
            self.wrong("text", f"a position is a line of up to {LONGEST} characters", value=shown(text))
            self.stop_if_wrong()
        self.edition = self._edition(words[0])
        for word in words[1:]:
            self._sort(word)
        self.seed = self._seed()

    def wrong(self, code: str, message: str, **values: object) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, message, values))

    def bad(self, name: str, wanted: str) -> None:
        """Note that a field is not what is wanted, once for a field."""
        value = shown(self.fields.get(name))
        if any(problem.values.get("field") == name for problem in self.problems):
            return
        self.wrong("field_bad", f"{name}={value}: wanted is {wanted}", field=name, value=value)

    def stop_if_wrong(self) -> None:
        """Raise BadPosition if there are problems."""
        if self.problems:
            raise BadPosition(self.problems)

    def _edition(self, word: str) -> Edition:
        match = _EDITION.fullmatch(word)
        flags: dict[str, Flag] = {}
        for pair in filter(None, (match[2] or "").split(",")) if match else ():
            flag, _, value = pair.partition("=")
            known = editions.FLAGS.get(flag, ())
            flags[flag] = next((choice for choice in known if flag_text(choice) == value), value)
        try:
            return editions.edition(match[1] if match else word, **flags)
        except EditionError as error:
            self.wrong("edition", str(error), **error.values)
            return editions.edition()

    def _sort(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if match := _TURN.fullmatch(word):
            if self.turn is not None:
                self.wrong("field_twice", "who is to act is told twice", field=word)
            self.turn = SEAT_LETTERS.index(match[1]), 1 if match[2] == "+" else -1
        elif word in Phase.__members__:
            if self.phase is not None:
                self.wrong("field_twice", "the phase is told twice", field=word)
            self.phase = Phase(word)
        elif (name in _NAMES and equals) or word in _WORDS:
            if name in self.fields:
                self.wrong("field_twice", f"{name} is told twice", field=name)
            self.fields[name] = value
        else:
            self.wrong("field_unknown", f"{shown(word)!r} says nothing in a position", field=shown(word))

    def card(self, name: str) -> int:
        """Return the number of the one card in a field, NONE without it."""
        if name not in self.fields:
            return NONE
        number = card_names(self.edition).get(self.fields[name], NONE)
        if number == NONE:
            self.bad(name, "a card")
        return number

    def cards(self, name: str) -> tuple[list[int], int | None]:
        """Return the cards a field names and how many unknown ones; None of those are all that is left."""
        value = self.fields.get(name, EMPTY)
        names, known, unknown = card_names(self.edition), list[int](), None
        words = [] if value == EMPTY else value.split(",")
        if words and (match := _UNKNOWN.fullmatch(words[-1])):
            words.pop()
            unknown = int(match[1]) if match[1] else None
        else:
            unknown = 0
        for word in words:
            if word in names:
                known.append(names[word])
            else:
                self.bad(name, f"cards with commas between, 3? last for three unknown ones, or {EMPTY} for none")
                break
        return known, unknown

    def colour(self, name: str) -> int:
        """Return the number of a colour, NONE without the field."""
        if name not in self.fields:
            return NONE
        if self.fields[name] in tuple(COLOURS):
            return [str(colour) for colour in COLOURS].index(self.fields[name])
        self.bad(name, "a colour: r, b, g or y")
        return NONE

    def number(self, name: str, most: int = MOST) -> int:
        """Return a count, 0 without the field."""
        value = self.fields.get(name, "0")
        if re.fullmatch(r"[0-9]{1,4}", value) and int(value) <= most:
            return int(value)
        self.bad(name, f"a number from 0 to {most}")
        return 0

    def numbers(self, name: str, least: int, most: int) -> tuple[int, ...]:
        """Return counts with commas between, nothing without the field."""
        values = self.fields[name].split(",") if name in self.fields else []
        if all(re.fullmatch(r"[0-9]{1,2}", value) and least <= int(value) <= most for value in values):
            return tuple(map(int, values))
        self.bad(name, f"numbers from {least} to {most} with commas between")
        return ()

    def seats(self, name: str, count: int) -> tuple[int, ...]:
        """Return the slots of the seats that a field lists, each once, in its order."""
        letters = self.fields[name].split(",") if name in self.fields else []
        if len(set(letters)) == len(letters) and set(letters) <= set(SEAT_LETTERS[:count]):
            return tuple(slot_of(SEAT_LETTERS.index(other)) for other in letters)
        self.bad(name, f"seats from A to {SEAT_LETTERS[count - 1]}, each once, with commas between")
        return ()

    def seat(self, name: str, count: int) -> int | None:
        """Return the slot of the one seat a field names, None without it."""
        slots = self.seats(name, count)
        if len(slots) > 1:
            self.bad(name, "one seat")
        return slots[0] if slots else None

    def _seed(self) -> str:
        try:
            seed = unquote(self.fields.get("seed", ""), errors="strict")
            seed.encode()
            return seed
        except UnicodeError:
            self.bad("seed", "percent-encoded UTF-8")
            return ""
